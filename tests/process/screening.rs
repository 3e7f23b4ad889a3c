//! `tamis screen`: files of customers against a folder of snapshots, as a user runs it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};
use tamis::screen::{Against, Hit, Job, Screened, SoFar, Table, TableSettings, Unread, Watch};
use tamis_engine::model::{Collection, DateOrder, Schema, Timestamp};
use tamis_engine::snapshot::SnapshotInput;
use tamis_engine::store::SnapshotStore;

use crate::support::desk::{Desk, column, rows, told};
use crate::support::process::Server;
use crate::support::screening::job;
use crate::support::tiny_snapshot;
use crate::support::worlds::{BUILT_AT, input, person, publish_input};

const CUSTOMERS: &str = "\
Customer No.;Full Name;Date of Birth;Country;Remarks
K-1;Ivan Petrovich Sokolov;17.05.1962;RU;x
K-2;Hans Meier;;DE;\"two
lines\"
K-3;;1.1.1970;DE;
K-4;Maria Garcia Lopez;yesterday;Narnia;=1+1
";

#[test]
fn a_table_for_excel_begins_with_a_mark() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    for (option, mark) in [("--excel", "\u{feff}"), ("--quiet", "")] {
        let (_, output, _) = desk.screen(&["customers.csv", option]);
        assert!(output.starts_with(&format!("{mark}customer_id,")), "{output}");
    }
}

#[test]
fn a_strict_run_says_by_its_exit_code_that_values_were_not_read() {
    let desk = Desk::new();
    desk.write("unread.csv", "name,dob\nAnn Lee,soon\n")
        .write("read.csv", "name,dob\nAnn Lee,1970\n");
    desk.write("refused.csv", "name,dob\nAnn Lee,soon\n???,1970\n");
    for (arguments, expected) in [
        (&["unread.csv"][..], 0),
        (&["unread.csv", "--strict"], 4),
        (&["read.csv", "--strict"], 0),
        (&["refused.csv", "--strict"], 3),
    ] {
        let (code, _, said) = desk.screen(arguments);
        assert_eq!(code, expected, "{arguments:?}: {said}");
    }
}

#[test]
fn hits_are_a_table_and_rejects_another() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    let (code, output, said) =
        desk.screen(&["customers.csv", "-o", "hits.csv", "--summary", "run.json"]);
    assert_eq!((code, output.as_str()), (3, ""), "{said}");
    let hits = rows(&desk.read("hits.csv"));
    assert_eq!(column(&hits, "customer_id"), ["K-1", "K-4"]);
    assert_eq!(column(&hits, "record_name"), ["Ivan Petrovich Sokolov", "María García López"]);
    assert!(column(&hits, "match").iter().all(|cell| *cell == "yes"));
    assert_eq!(column(&hits, "customer_birth_dates"), ["1962-05-17", ""]);
    assert_eq!(column(&hits, "customer_countries"), ["RU", ""]);
    for left_to_reviewers in ["decision", "reviewer", "comment"] {
        assert_eq!(column(&hits, left_to_reviewers), ["", ""]);
    }
    assert!(column(&hits, "reason")[0].starts_with("Words equal"), "{hits:?}");
    let rejects = rows(&desk.read("hits.csv.rejects.csv"));
    assert_eq!(column(&rejects, "line"), ["5", "6", "6"], "lines of the file, not rows");
    assert_eq!(column(&rejects, "screened"), ["no", "yes", "yes"]);
    assert_eq!(
        column(&rejects, "reason"),
        [
            "the row has no name",
            "the birth date \"yesterday\" cannot be read",
            "the country \"Narnia\" cannot be read",
        ]
    );
    let understood = "customers.csv: id = \"Customer No.\", name = \"Full Name\", birth-date = \
                      \"Date of Birth\", country = \"Country\"; not read: \"Remarks\"";
    assert!(said.starts_with(understood), "{said}");
    assert!(said.contains(
        "rows refused: 1, screened without a value that cannot be read: 1; see hits.csv.rejects.csv"
    ));
    let summary: Value = serde_json::from_str(&desk.read("run.json")).expect("JSON");
    for (field, expected) in
        [("screened", 3), ("with_hits", 2), ("hits", 2), ("refused", 1), ("noted", 1)]
    {
        assert_eq!(summary[field], expected, "{field}");
    }
    assert_eq!(summary["snapshot"]["version"].as_str().map(str::len), Some(14));
}

#[test]
fn tables_of_any_spreadsheet_are_read_alike() {
    let desk = Desk::new();
    let expected = {
        desk.write("plain.csv", CUSTOMERS);
        desk.screen(&["plain.csv", "--quiet"]).1
    };
    assert_eq!(expected.lines().count(), 3);
    let renamed = CUSTOMERS.replace("Maria Garcia Lopez", "María García López");
    let windows_1252 = in_windows_1252(&renamed);
    let gzip = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(CUSTOMERS.as_bytes()).and_then(|()| encoder.finish()).expect("in memory")
    };
    let zstd = zstd::encode_all(CUSTOMERS.as_bytes(), 1).expect("in memory");
    for (name, bytes) in [
        ("mark.csv", format!("\u{feff}{CUSTOMERS}").into_bytes()),
        ("returns.csv", CUSTOMERS.replace('\n', "\r\n").into_bytes()),
        ("commas.csv", CUSTOMERS.replace(';', ",").into_bytes()),
        ("tabs.tsv", CUSTOMERS.replace(';', "\t").into_bytes()),
        ("said.csv", format!("sep=;\n{CUSTOMERS}").into_bytes()),
        ("customers.csv.gz", gzip),
        ("customers", zstd),
    ] {
        let (code, output, said) = desk.write(name, bytes).screen(&[name]);
        assert_eq!((code, &output), (3, &expected), "{name}: {said}");
    }
    let (_, output, _) = desk.write("windows.csv", windows_1252).screen(&["windows.csv"]);
    assert_eq!(column(&rows(&output), "customer_name")[1], "María García López");
}

/// Encodes a text in Windows-1252.
fn in_windows_1252(text: &str) -> Vec<u8> {
    let byte = |letter: char| u8::try_from(u32::from(letter)).expect("a letter of Latin-1");
    text.chars().map(byte).collect()
}

#[test]
fn a_listed_party_is_found_however_a_table_holds_its_name() {
    let desk = Desk::new();
    let below_ten = format!("{}Name\nIvan Petrovich Sokolov\n", "Title\n".repeat(10));
    for (case, table) in [
        ("below ten titles", below_ten.as_str()),
        ("the family name is called name", "Name;Vorname\nSokolov;Ivan Petrovich\n"),
        ("the given name is called name", "name,surname\nIvan Petrovich,Sokolov\n"),
        ("in three parts", "First Name,Middle Name,Last Name\nIvan,Petrovich,Sokolov\n"),
        ("without a middle name", "First Name,Middle Name,Last Name\nIvan,NULL,Sokolov\n"),
        ("beside the customer's key", "Client;First Name;Last Name\nC-1;Ivan Petrovich;Sokolov\n"),
        ("as a client beside another name", "Client;Full name\nIvan Petrovich Sokolov;Ann Other\n"),
        (
            "beside a company",
            "Company name,First name,Last name\nBakery Ltd,Ivan Petrovich,Sokolov\n",
        ),
        (
            "whole, and in parts",
            "Full name,First name,Last name\n\"SOKOLOV, Ivan Petrovich\",Ivan,Sokolov\n",
        ),
        ("without the last cells", "Name,Date of birth,Country\nIvan Petrovich Sokolov\n"),
        ("with a month by its name", "Name,DOB\nIvan Petrovich Sokolov,17-May-1962\n"),
        ("with a day that is counted", "Name,DOB\nIvan Petrovich Sokolov,22783\n"),
        ("with a short year", "Name,DOB\nIvan Petrovich Sokolov,17.05.62\n"),
        ("below a title", "Customers of 2026\n\nName;Country\nIvan Petrovich Sokolov;RU\n"),
        ("with no country", "Name,Country\nIvan Petrovich Sokolov,n/a\n"),
    ] {
        desk.write("customers.csv", table);
        let (code, output, said) = desk.screen(&["customers.csv"]);
        assert_eq!(code, 0, "{case}: {said}");
        let hits = rows(&output);
        assert_eq!(column(&hits, "record_name"), ["Ivan Petrovich Sokolov"], "{case}: {said}");
    }
    desk.write("customers.csv", format!("Title\n{below_ten}"));
    let (code, _, said) = desk.screen(&["customers.csv"]);
    assert!(code == 1 && said.contains("no column is known to hold names"), "{code}: {said}");
}

#[test]
fn a_listed_party_is_found_whatever_the_encoding_or_the_row_is_refused() {
    let desk = Desk::new();
    let table = "name,city\nМария Гарсия Лопес,Орёл\nИван Петрович Соколов,Тула\n";
    let in_windows_1251 = |text: &str| -> Vec<u8> {
        let byte = |letter: char| match letter as u32 {
            code @ 0x410..=0x44f => (code - 0x410 + 0xc0) as u8,
            0x451 => 0xb8,
            code => code as u8,
        };
        text.chars().map(byte).collect()
    };
    let in_utf_16 = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let one_bad_byte = [table.as_bytes(), b"Ann\xe9 Example,Lyon\n"].concat();
    for (case, bytes, more, expected, said_too) in [
        ("UTF-8", table.as_bytes().to_vec(), &[][..], 0, "customers.csv: name = \"name\""),
        ("Windows-1251", in_windows_1251(table), &[], 0, "customers.csv: read as windows-1251"),
        ("UTF-16", in_utf_16(table), &[], 0, "customers.csv: read as utf-16le"),
        ("told", in_windows_1251(table), &["--encoding", "cp1251"], 0, "read as windows-1251"),
        ("one bad byte", one_bad_byte, &[], 3, "read as utf-8"),
    ] {
        fs::write(desk.path("customers.csv"), bytes).expect("written");
        let arguments = [&["customers.csv", "-o", "hits.csv", "--restart"], more].concat();
        let (code, _, said) = desk.screen(&arguments);
        assert_eq!(code, expected, "{case}: {said}");
        assert!(said.contains(said_too), "{case}: {said}");
        let hits = rows(&desk.read("hits.csv"));
        assert!(
            column(&hits, "record_name").contains(&"Ivan Petrovich Sokolov"),
            "{case}: {hits:?}, {said}"
        );
    }
    let rejects = desk.read("hits.csv.rejects.csv");
    assert!(
        rejects.contains("customers.csv,4,4,no") && rejects.contains("a character is missing"),
        "{rejects}"
    );
}

#[test]
fn a_file_of_two_encodings_is_refused_and_says_where() {
    let desk = Desk::new();
    let bytes = ["name\nZoë Example\n".as_bytes(), b"Ren\xe9 Example\nJos\xe9 Example\n"].concat();
    fs::write(desk.path("customers.csv"), bytes).expect("written");
    let (code, output, said) = desk.screen(&["customers.csv"]);
    assert_eq!((code, output.as_str()), (1, ""), "{said}");
    assert!(said.contains("1 lines are UTF-8 and 2 are not, the first of them line 3"), "{said}");
    assert!(said.contains("set `encoding`"), "{said}");
}

#[test]
fn named_columns_other_orders_of_dates_and_parameters_are_taken() {
    let desk = Desk::new();
    desk.write(
        "c.csv",
        "KUNDE_A,NAME_B,GEB\n1,Ivan Petrovich Sokolov,12/31/1970\n2,Iwan Sokolow,\n",
    );
    let columns =
        ["--column", "name=NAME_B", "--column", "birth-date=GEB", "--column", "id=KUNDE_A"];
    let arguments: Vec<&str> =
        ["c.csv", "--output-form", "ndjson", "--dates", "mdy"].into_iter().chain(columns).collect();
    let (code, output, said) = desk.screen(&arguments);
    assert_eq!(code, 0, "{said}");
    let first: Value = serde_json::from_str(output.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["id"], &first["query"]["birthDate"]), (&json!("1"), &json!(["1970-12-31"])));
    let all = desk.screen(&[
        "c.csv",
        "--column",
        "name=NAME_B",
        "--all",
        "--limit",
        "1",
        "--threshold",
        "1",
        "--parameter",
        "algorithm=name-only",
    ]);
    let all = rows(&all.1);
    assert_eq!(column(&all, "customer_id"), ["2", "3"], "the lines, where no column holds the key");
    assert_eq!(column(&all, "match"), ["yes", "no"]);
}

#[test]
fn lines_of_json_and_names_are_read_from_files_and_from_a_pipe() {
    let desk = Desk::new();
    let queries =
        "{\"id\": 7, \"name\": \"Olga Kurz\"}\n[]\n\n{\"id\": \"b\", \"name\": \"Nobody Atall\"}\n";
    desk.write("q.ndjson", queries).write("names.txt", "Nobody Atall\n\n  Olga Kurz \n???\n");
    let (code, output, said) = desk.screen(&["q.ndjson"]);
    assert_eq!(code, 3);
    assert!(
        said.contains("q.ndjson,2,2,no,the line is an array; it must be an object\n"),
        "{said}"
    );
    assert_eq!(column(&rows(&output), "customer_id"), ["7"]);
    let (code, output, said) = desk.screen(&["names.txt"]);
    assert_eq!(code, 3);
    assert!(said.contains("names.txt,4,4,no,"), "{said}");
    assert_eq!(column(&rows(&output), "customer_id"), ["3"]);
    for (text, form) in [(queries, "ndjson"), (queries, "csv"), ("name\nOlga Kurz\n", "csv")] {
        let mut command = desk.command(&["-", "--quiet", "--output-form", form]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        let (_, output, said) = told(child.wait_with_output().expect("it ends"));
        assert!(output.contains("Olga Kurz"), "{form}: {output}{said}");
    }
}

#[test]
fn a_line_of_json_is_answered_as_the_stream_answers_it() {
    let desk = Desk::new();
    let queries: String = ["Olga Kurz", "Ivan Sokolov", "Maria Lopez", "Nobody"]
        .iter()
        .zip(1..)
        .map(|(name, id)| json!({"id": id, "name": name, "town": "Ulm"}).to_string() + "\n")
        .collect();
    desk.write("q.ndjson", &queries);
    let server = Server::start(&desk.path("snapshots"), &[]);
    for (options, parameters) in [(&["--all"][..], ""), (&[], "?hits_only=true")] {
        let mut arguments = vec!["q.ndjson", "--output-form", "ndjson"];
        arguments.extend(options);
        let (_, output, _) = desk.screen(&arguments);
        let (status, streamed) =
            server.post_lines(&format!("/api/match/default/stream{parameters}"), &queries);
        let lines = |text: &str| -> Vec<Value> {
            let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            lines
                .map(|mut line: Value| {
                    // Unread rows are among the rejects.
                    line.as_object_mut().expect("an object").remove("ignored");
                    line
                })
                .collect()
        };
        assert_eq!((status, lines(&output)), (200, lines(&streamed)));
    }
}

#[test]
fn broken_files_each_get_a_sentence_and_leave_no_output() {
    let desk = Desk::new();
    let cut = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let text =
            "name\n".to_owned() + &(0..5000).map(|at| format!("Ann {at}\n")).collect::<String>();
        encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("in memory")
    };
    fs::create_dir(desk.path("folder.csv")).expect("a folder");
    let long = format!("name\n\"{}\"\n", "x".repeat(70 << 20));
    for (name, bytes, options, expected) in [
        ("none.csv", b"a,b\n1,2\n".to_vec(), &[][..], "none.csv: no column is known to hold names"),
        (
            "binary.csv",
            b"name\n\x00\x01\x02".to_vec(),
            &[],
            "binary.csv: line 2, byte 5: control character 0x00",
        ),
        (
            "cut.csv.gz",
            cut[..cut.len() / 2].to_vec(),
            &[],
            "cut.csv.gz: damaged compressed data after",
        ),
        ("long.csv", long.into_bytes(), &[], "long.csv: "),
        (
            "latin.ndjson",
            b"{\"name\": \"Ann\"}\n{\"name\": \"Jos\xe9\"}\n".to_vec(),
            &[],
            "latin.ndjson: line 2, byte 29: 0xE9 is not UTF-8",
        ),
        ("empty.csv", Vec::new(), &[], "empty.csv: the file is empty"),
        (
            "twice.csv",
            b"name,name\na,b\n".to_vec(),
            &[],
            "twice.csv: columns 1 and 2 are both named \"name\"",
        ),
        (
            "quote.csv",
            b"name\nAnn\n\"Bob\n".to_vec(),
            &[],
            "quote.csv: line 3: a quoted text is not closed",
        ),
        (
            "named.csv",
            b"name\nAnn\n".to_vec(),
            &["--column", "id=KEY"],
            "named.csv: there is no column \"KEY\"; the columns are \"name\"",
        ),
        ("page.csv", b"<html>\n".to_vec(), &[], "page.csv: this is an HTML page"),
    ] {
        desk.write(name, bytes);
        let mut arguments = vec![name, "-o", "hits.csv"];
        arguments.extend(options);
        let (code, _, said) = desk.screen(&arguments);
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(code, 1, "{name}: {said}");
        assert!(last.starts_with(&format!("tamis: {expected}")), "{name}: {said}");
        assert!(!desk.path("hits.csv").exists(), "{name}");
    }
    for (arguments, code, expected) in [
        (&["folder.csv"][..], 1, "tamis: folder.csv: Is a directory"),
        (&["missing.csv"], 1, "tamis: missing.csv: No such file"),
        (
            &["named.csv", "-o", "no/such/folder.csv"],
            1,
            "tamis: no/such/folder.csv.partial: No such file",
        ),
        (&["named.csv", "--threshold", "2"], 1, "tamis: threshold is \"2\"; it must be"),
        (&["named.csv", "--snapshots", "nowhere"], 1, "tamis: nowhere holds no snapshot"),
        (&["named.csv", "--column", "town=x"], 2, "the fields are id, name,"),
        (&[], 2, "<FILE>..."),
    ] {
        let (found, _, said) = desk.screen(arguments);
        assert_eq!(found, code, "{said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_no_output() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        println!("skipped: this system has no /dev/full");
        return;
    }
    let desk = Desk::new();
    desk.write("names.txt", "Olga Kurz\n".repeat(1000));
    let mut command = desk.command(&["names.txt", "--quiet"]);
    let output = command.stdout(fs::File::options().write(true).open(full).expect("it is there"));
    let (code, _, said) = told(output.output().expect("it runs"));
    assert_eq!(
        (code, said.as_str()),
        (1, "tamis: standard output: No space left on device (os error 28)\n")
    );
}

/// Writes customers of whom every fifth has a hit and every thirtieth cannot be read, in two files.
pub(crate) fn many_customers(desk: &Desk) -> [&'static str; 5] {
    let row = |at: usize| match (at % 5, at % 30) {
        (_, 1) => format!("K-{at},,\n"),
        (0, _) => format!("K-{at},Olga Kurz,19{:02}\n", at % 100),
        _ => format!("K-{at},Anna{at} Maier{},\n", at * 7),
    };
    let half = |rows: std::ops::Range<usize>| {
        "id,name,dob\n".to_owned() + &rows.map(row).collect::<String>()
    };
    desk.write("a.csv", half(0..3000)).write("b.csv", half(3000..6000));
    ["a.csv", "b.csv", "--all", "--noted-every", "1ms"]
}

/// Leaves a run behind that was killed after some customers.
fn interrupted(desk: &Desk, output: &str, arguments: &[&str]) {
    leave_interrupted(desk, output, || desk.command(arguments));
}

/// Leaves a run behind that was killed after it saved its progress.
pub(crate) fn leave_interrupted(desk: &Desk, output: &str, command: impl Fn() -> Command) {
    let progress = desk.path(&format!("{output}.progress.json"));
    // A run that ends before it is killed is started again.
    while !progress.exists() {
        let mut child = command().stderr(Stdio::null()).spawn().expect("it runs");
        while !progress.exists() && child.try_wait().expect("a process").is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().expect("it ends");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was() {
    let desk = Desk::new();
    let customers = many_customers(&desk);
    let whole = [&customers[..], &["-o", "whole.csv", "--summary", "whole.json"]].concat();
    let (code, _, said) = desk.screen(&whole);
    assert_eq!(code, 3, "{said}");
    let killed = ["-o", "killed.csv", "--summary", "killed.json", "--earlier", "whole.csv"];
    let killed = [&customers[..], &killed].concat();
    interrupted(&desk, "killed.csv", &killed);
    let (mut kills, mut wait) = (1, 7_u64);
    loop {
        let mut command = desk.command(&killed);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it runs");
        // A different wait for each run, growing with the kills, so that one run ends in time.
        wait = (wait * 31) % 97;
        std::thread::sleep(Duration::from_millis(10 + wait + kills));
        let _ = child.kill();
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // A killed run may not have written anything.
        if output.status.code().is_some() {
            assert_eq!(output.status.code(), Some(3), "{said}");
            assert!(said.contains("resuming after"), "{said}");
            break;
        }
        kills += 1;
    }
    for name in ["csv", "csv.rejects.csv"] {
        let [whole, killed] = ["whole", "killed"].map(|of| desk.read(&format!("{of}.{name}")));
        assert!(whole == killed, "{name} after {kills} kills");
    }
    let [whole, killed] = ["whole", "killed"].map(|of| {
        let summary: Value = serde_json::from_str(&desk.read(&format!("{of}.json"))).expect("JSON");
        ["screened", "with_hits", "hits", "refused", "noted", "by_list", "by_score"]
            .map(|field| summary[field].clone())
    });
    assert_eq!(whole, killed);
    for differs in ["killed.csv.new.csv", "killed.csv.removed.csv"] {
        assert_eq!(desk.read(differs).lines().count(), 1, "{differs}: no more than a head");
    }
    for left in ["killed.csv.partial", "killed.csv.progress.json", "killed.csv.rejects.csv.partial"]
    {
        assert!(!desk.path(left).exists(), "{left}");
    }
}

#[test]
fn another_job_or_snapshot_is_said_and_decided_by_the_caller() {
    let desk = Desk::new();
    let customers = many_customers(&desk);
    let arguments = [&customers[..], &["-o", "out.csv"]].concat();
    interrupted(&desk, "out.csv", &arguments);
    let other = [&arguments[..], &["--threshold", "0.9"]].concat();
    let (code, _, said) = desk.screen(&other);
    assert_eq!(code, 1);
    assert!(said.ends_with("out.csv was started with other files or options: repeat that command to resume it, or start over with --restart\n"), "{said}");

    let version = desk.read("snapshots/CURRENT");
    let later = Timestamp(BUILT_AT.0 + 1);
    let next = SnapshotInput { built_at: later, ..input(vec![person(1, "Olga Kurz")]) };
    publish_input(&desk.path("snapshots"), next);
    let (code, _, said) = desk.screen(&arguments);
    let (version, current) = (version.trim(), later.to_version());
    let expected =
        format!("out.csv was started against snapshot {version}, but {current} is current");
    assert_eq!(code, 1);
    assert!(said.contains(&expected), "{said}");
    let (code, _, said) = desk.screen(&[&arguments[..], &["--continue"]].concat());
    assert_eq!(code, 3);
    let expected = format!("the first customers were screened against snapshot {version}\n");
    assert!(said.contains(&expected), "{said}");
    assert!(said.contains(&format!("snapshot {current}, built")), "{said}");

    interrupted(&desk, "out.csv", &arguments);
    let (code, _, said) = desk.screen(&[&arguments[..], &["--restart"]].concat());
    assert_eq!(code, 3);
    assert!(!said.contains("resuming"), "{said}");
}

/// Records the progress of a run.
#[derive(Default)]
struct Told(Mutex<Vec<SoFar>>);

impl Watch for Told {
    fn says(&self, _: &str) {}

    fn screened(&self, so_far: SoFar) {
        self.0.lock().expect("no panic").push(so_far);
    }
}

#[test]
fn whoever_follows_a_run_knows_how_far_it_is() {
    let desk = Desk::new();
    many_customers(&desk);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let files = ["a.csv", "b.csv"].map(|name| desk.path(name));
    let job = Job { schema: Schema::Person, ..job(files.into(), desk.path("hits.csv")) };
    let told = Told::default();
    let against =
        Against::Snapshot { snapshot: &tiny_snapshot(), sha256: "", manifest: "", pool: &pool };
    let summary = job.run(against, &told).expect("it runs");
    let told = told.0.into_inner().expect("no panic");
    assert!(told.len() > 100, "{} times", told.len());
    assert!(told.is_sorted_by_key(|so_far| so_far.done));
    let shares: Vec<f64> = told.iter().filter_map(|so_far| so_far.share).collect();
    assert!(shares.len() == told.len() && shares.is_sorted(), "{shares:?}");
    let last = told.last().expect("the last");
    assert_eq!(last.done, summary.screened + summary.refused);
    assert!(last.share > Some(0.98), "{last:?}");
}

#[test]
fn a_table_in_memory_has_the_hits_of_a_file() {
    let desk = Desk::new();
    let table = CUSTOMERS.replace(';', ",");
    desk.write("customers.csv", &table);
    let (_, written, said) = desk.screen(&["customers.csv", "--all"]);
    let store = SnapshotStore::new(desk.path("snapshots"));
    let version = store.current_version().expect("CURRENT").expect("a version");
    let (snapshot, _) = store.open(&version).expect("a snapshot");
    let customers = rows(&table);
    let names = customers[0].iter().map(|(name, _)| name.clone()).collect();
    let settings = TableSettings {
        columns: Vec::new(),
        dates: DateOrder::DayMonthYear,
        schema: Schema::LegalEntity,
        collection: Collection::Default,
        parameters: String::new(),
        all: true,
    };
    let table = Table::new(&snapshot, names, &settings).expect("known columns");
    assert!(said.contains(table.understood()), "{said}");
    let (mut hits, mut unread) = (Vec::new(), Vec::new());
    for (number, cells) in (0..).zip(customers) {
        let cells = cells.into_iter().map(|(_, cell)| cell).collect();
        let Screened { key, name, hits: found, notes } = table.screen(number, cells);
        let tell = |fault: Unread| {
            (table.column_of(fault.field.expect("a field")).map(str::to_owned), fault.value)
        };
        unread.extend(notes.into_iter().map(tell));
        match found {
            Err(fault) => unread.push(tell(fault)),
            Ok(found) if found.results.is_empty() => {
                hits.push(
                    [key, name]
                        .into_iter()
                        .chain(vec![String::new(); Hit::COLUMNS.len()])
                        .collect(),
                );
            }
            Ok(found) => hits.extend(found.results.iter().map(|hit| -> Vec<String> {
                let cells = Hit::COLUMNS.iter().map(|(_, cell)| cell(hit).to_string());
                [key.clone(), name.clone()].into_iter().chain(cells).collect()
            })),
        }
    }
    let written = rows(&written).into_iter();
    // Further columns of the file.
    let of_file = ["customer_birth_dates", "customer_countries", "decision", "reviewer", "comment"];
    let cells = |row: Vec<(String, String)>| {
        let common = row.into_iter().filter(|(name, _)| !of_file.contains(&name.as_str()));
        common.map(|(_, cell)| cell).collect()
    };
    assert_eq!(hits, written.map(cells).collect::<Vec<Vec<String>>>());
    let column = |name: &str| Some(name.to_owned());
    assert_eq!(
        unread,
        [
            (column("Full Name"), String::new()),
            (column("Date of Birth"), "yesterday".to_owned()),
            (column("Country"), "Narnia".to_owned()),
        ]
    );
}
