//! `tamis filter`: files of payment messages, screened in this process or through a server.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::SnapshotInput;
use tamis_payments::limits::MESSAGE_BYTES_MAX;

use crate::screening::leave_interrupted;
use crate::support::desk::{Desk, column, rows, told};
use crate::support::process::Server;
use crate::support::worlds::{BUILT_AT, input, person, publish_input};

fn transfer(id: &str, creditor: &str, text: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
         <GrpHdr><MsgId>{id}</MsgId></GrpHdr><CdtTrfTxInf><PmtId><UETR>u-{id}</UETR></PmtId>\
         <Cdtr><Nm>{creditor}</Nm></Cdtr><RmtInf><Ustrd>{text}</Ustrd></RmtInf></CdtTrfTxInf>\
         </FIToFICstmrCdtTrf></Document>"
    )
}

/// A folder with a clean message, a hit, an unverified and an unreadable one, and a hidden file.
fn messages(desk: &Desk) {
    fs::create_dir_all(desk.path("in/of monday")).expect("made");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed
        .write_all(transfer("M-4", "Anna Maier", "rent of Olga Kurz").as_bytes())
        .expect("packed");
    desk.write("in/1.xml", transfer("M-1", "Anna Maier", "rent"))
        .write("in/2.xml", transfer("M-2", "=Olga, Kurz", "rent"))
        .write("in/3.xml", transfer("M-3", "???", "rent"))
        .write("in/of monday/4.xml.gz", packed.finish().expect("packed"))
        .write("in/5.xml", "<Document>\n<GrpHdr>")
        .write("in/.hidden", "nothing");
}

#[test]
fn rules_of_the_user_apply_to_files() {
    let desk = Desk::new();
    messages(&desk);
    let rule = "[[rule]]\nreason = \"known = ours\"\npaths = [\"Cdtr/Nm\"]\nleave_out = true\n";
    desk.write("policy.toml", rule).write("unsound.toml", rule.replace("paths", "roles"));
    let asked = ["in/2.xml", "--policy", "policy.toml", "--output-form", "ndjson"];
    let (code, output, said) = desk.filter(&asked);
    assert_eq!(code, 0, "{said}");
    let answer: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(answer["policy"]["rules"][0]["reason"], "known = ours");
    let (_, coverage, _) = desk.filter(&["in/2.xml", "--coverage", "--policy", "policy.toml"]);
    assert!(coverage.contains("known = ours"), "{coverage}");
    desk.write("embargo.toml", "[[embargo]]\nreason = \"ours\"\nwords = [\"RENT\"]\n");
    let (code, table, _) = desk.filter(&["in/1.xml", "--policy", "embargo.toml"]);
    assert_eq!(code, 1);
    let table = rows(&table);
    assert_eq!(column(&table, "text"), ["rent"]);
    assert_eq!(column(&table, "reason"), ["Under an embargo: RENT (ours)."]);
    for (arguments, expected, reason) in [
        (&["--policy", "unsound.toml"][..], 3, "unsound.toml: line 3: roles is"),
        (&["--policy", "missing.toml"], 3, "missing.toml"),
        (&["--policy", "policy.toml", "--server", "http://localhost:1"], 2, "cannot be used"),
    ] {
        let (code, _, said) = desk.filter(&[&["in/2.xml"], arguments].concat());
        assert_eq!((code, said.contains(reason)), (expected, true), "{said}");
    }
}

#[test]
fn the_exit_code_says_the_verdict() {
    let desk = Desk::new();
    messages(&desk);
    for (arguments, expected) in [
        (&["in/1.xml"][..], 0),
        (&["in/1.xml", "in/3.xml"], 2),
        (&["in/1.xml", "in/5.xml"], 2),
        (&["in/3.xml", "in/2.xml"], 1),
        (&["in"], 1),
        (&["in/2.xml", "--threshold", "1.5"], 3),
        (&["in/2.xml", "--parameter", "treshold=1"], 3),
        (&["in/missing.xml"], 3),
        (&["in/1.xml", "--snapshots", "in"], 3),
        (&["in/1.xml", "-o", "hits.ods"], 3),
        (&["in/1.xml", "--nothing"], 2),
        (&[], 2),
    ] {
        let (code, _, said) = desk.filter(arguments);
        assert_eq!(code, expected, "{arguments:?}: {said}");
    }
    fs::create_dir(desk.path("empty")).expect("made");
    let (code, _, said) = desk.filter(&["empty"]);
    assert_eq!((code, said.starts_with("empty: no files\n")), (2, true), "{said}");
}

#[test]
fn hits_and_what_is_unverified_are_a_table() {
    let desk = Desk::new();
    messages(&desk);
    let (code, output, said) = desk.filter(&["in", "-o", "in/out.csv", "--summary", "run.json"]);
    assert_eq!((code, &*output), (1, ""), "{said}");
    let table = desk.read("in/out.csv");
    let table = rows(&table);
    let cells = |name| column(&table, name);
    assert_eq!(cells("file"), ["in/2.xml", "in/3.xml", "in/5.xml", "in/of monday/4.xml.gz"]);
    assert_eq!(cells("verdict"), ["hit", "unverified", "unverified", "hit"]);
    assert_eq!(cells("message_id"), ["M-2", "M-3", "", "M-4"]);
    assert_eq!(cells("uetr"), ["u-M-2", "u-M-3", "", "u-M-4"]);
    let transaction = "/Document/FIToFICstmrCdtTrf/CdtTrfTxInf[1]";
    let name = format!("{transaction}/Cdtr/Nm");
    assert_eq!(cells("path"), [&name, &name, "", &*format!("{transaction}/RmtInf/Ustrd")]);
    assert_eq!(cells("text"), ["'=Olga, Kurz", "", "", "Olga Kurz"], "formulas are disarmed");
    assert_eq!(cells("record_name"), ["Olga Kurz", "", "", "Olga Kurz"]);
    assert_eq!(cells("match"), ["yes", "", "", "yes"]);
    let reasons = cells("reason");
    for (reason, expected) in reasons.iter().zip([
        "Words equal: ",
        "Not screened: the name is too long, or has no letter or digit.",
        "the message cannot be read: line 2, column 9, in /Document/GrpHdr: ",
        "Words equal: ",
    ]) {
        assert!(reason.starts_with(expected), "{reason}");
    }
    assert!(said.starts_with("left out: 1 hidden files or links to folders\n"), "{said}");
    let sums = "files: 1 pass, 2 with hits (2 hits), 1 unverified, 1 unreadable\n";
    assert!(said.contains("4 messages in 5 files screened in ") && said.contains(sums), "{said}");
    let summary: Value = serde_json::from_str(&desk.read("run.json")).expect("JSON");
    let fields = ["files", "messages", "passed", "with_hits", "unverified", "unread", "hits"];
    assert_eq!(fields.map(|field| summary[field].as_u64()), [5, 4, 1, 2, 1, 1, 2].map(Some));
    // The output of a run and its companions are no messages of the next one.
    let (code, all, said) = desk.filter(&["in", "--all", "--excel", "-o", "in/out.csv"]);
    assert_eq!((code, &*all), (1, ""), "{said}");
    let all = desk.read("in/out.csv");
    let all = rows(all.strip_prefix('\u{feff}').expect("a mark"));
    assert_eq!(column(&all, "verdict"), ["pass", "hit", "unverified", "unverified", "hit"]);
}

#[test]
fn a_server_answers_as_this_process_does() {
    let desk = Desk::new();
    messages(&desk);
    let server = Server::start(&desk.path("snapshots"), &[]);
    let address = format!("http://{}", server.address);
    for options in [
        &[][..],
        &["--all", "--limit", "1"],
        &["--output-form", "ndjson"],
        &["--output-form", "ndjson", "--parameter", "report=full", "--collection", "peps"],
    ] {
        let here = desk.filter(&[&["in"], options].concat());
        let there = desk.filter(&[&["in", "--server", &address], options].concat());
        // The times differ.
        let without_times = |text: &str| -> Vec<Value> {
            let line = |line: &str| match serde_json::from_str::<Value>(line) {
                Ok(mut answer) => {
                    answer["checked_at"].take();
                    answer
                }
                Err(_) => line.into(),
            };
            text.lines().map(line).collect()
        };
        assert_eq!((here.0, without_times(&here.1)), (there.0, without_times(&there.1)));
        assert_eq!(here.1.is_empty(), options.contains(&"peps") && here.0 == 0, "{options:?}");
    }
    let gone = desk.filter(&["in", "--server", "http://127.0.0.1:9"]);
    assert_eq!((gone.0, &*gone.1), (3, ""), "{}", gone.2);
}

#[test]
fn a_line_of_json_names_the_file_and_is_the_answer_of_the_server() {
    let desk = Desk::new();
    messages(&desk);
    let (_, lines, _) = desk.filter(&["in", "-o", "out.ndjson", "--quiet"]);
    assert_eq!(lines, "");
    let lines = desk.read("out.ndjson");
    let lines: Vec<&str> = lines.lines().collect();
    let begins = |at: usize, start: &str| assert!(lines[at].starts_with(start), "{}", lines[at]);
    begins(0, r#"{"file":"in/1.xml","verdict":"pass","messages":[{"type":"pacs.008.001.08","#);
    begins(1, r#"{"file":"in/2.xml","verdict":"hit","#);
    begins(3, r#"{"file":"in/5.xml","verdict":"unverified","error":"the message cannot be read: "#);
    assert!(lines.iter().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

#[test]
fn messages_come_through_a_pipe_and_too_large_ones_are_said() {
    let desk = Desk::new();
    let filter_input = |bytes: &[u8]| {
        let mut command = desk.filter_command(&["-", "--quiet", "--all"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        // The program may end before all is written.
        let _ = child.stdin.take().expect("piped").write_all(bytes);
        told(child.wait_with_output().expect("it ends"))
    };
    let (code, output, _) = filter_input(transfer("M-1", "Olga Kurz", "").as_bytes());
    assert_eq!((code, column(&rows(&output), "file")), (1, vec!["standard input"]));
    let large = transfer("M-1", "Anna Maier", &" ".repeat(MESSAGE_BYTES_MAX));
    let (code, output, _) = filter_input(large.as_bytes());
    let reason = format!("the file has more than {MESSAGE_BYTES_MAX} bytes");
    assert!(column(&rows(&output), "reason")[0].contains(&reason), "{output}");
    assert_eq!(code, 2);
}

#[test]
fn a_run_that_was_killed_goes_on_against_the_same_snapshot() {
    let desk = Desk::new();
    fs::create_dir(desk.path("in")).expect("made");
    for at in 0..600 {
        let name = if at % 5 == 0 { "Olga Kurz".to_owned() } else { format!("Anna{at} Maier") };
        let texts = format!("invoice {at} ").repeat(50);
        desk.write(&format!("in/{at:03}.xml"), transfer(&format!("M-{at}"), &name, &texts));
    }
    let run = |output| ["in", "-o", output, "--noted-every", "1ms"];
    let (code, _, said) = desk.filter(&run("whole.csv"));
    assert_eq!(code, 1, "{said}");
    leave_interrupted(&desk, "killed.csv", || desk.filter_command(&run("killed.csv")));
    let other = [&run("killed.csv")[..], &["--threshold", "0.9"]].concat();
    let (code, _, said) = desk.filter(&other);
    assert_eq!((code, said.contains("was started with other files or options")), (3, true));
    let later = Timestamp(BUILT_AT.0 + 1);
    let next = SnapshotInput { built_at: later, ..input(vec![person(3, "Olga Kurz")]) };
    publish_input(&desk.path("snapshots"), next);
    let (code, _, said) = desk.filter(&run("killed.csv"));
    assert_eq!((code, said.contains("was started against snapshot")), (3, true), "{said}");
    let (code, _, said) = desk.filter(&[&run("killed.csv")[..], &["--continue"]].concat());
    assert_eq!(code, 1, "{said}");
    assert!(said.starts_with("resuming after "), "{said}");
    assert!(said.contains("some files were screened against snapshot "), "{said}");
    let files = |name: &str| column(&rows(&desk.read(name)), "file").join(" ");
    assert_eq!(files("whole.csv"), files("killed.csv"));
}

#[test]
fn the_coverage_of_messages_is_reported_without_lists() {
    let desk = Desk::new();
    messages(&desk);
    let with_fin =
        "{1:F01}{4:\n:20:=1+1\n:52D:BANK OF NOWHERE\n:59:/1\nANNA MAIER\nROAD\n:70:RENT\n-}";
    desk.write("in/6.fin", with_fin);
    let (code, table, said) =
        desk.filter(&["--coverage", "in/1.xml", "in/6.fin", "--snapshots", "no"]);
    assert_eq!(code, 0, "{said}");
    let table = rows(&table);
    let shown = |name: &'static str| column(&table, name);
    assert_eq!(
        shown("class"),
        [
            "not screened",
            "not screened",
            "party name",
            "free text",
            "free text",
            "not screened",
            "agent name",
            "not screened",
            "party name",
            "address",
            "free text"
        ]
    );
    assert_eq!(shown("text")[5], "'=1+1", "formulas are disarmed");
    assert!(shown("why").iter().all(|why| !why.is_empty()));
    let (code, _, said) = desk.filter(&["--coverage", "in", "-o", "in/coverage.html"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains(" 1 unreadable"), "{said}");
    let page = desk.read("in/coverage.html");
    assert!(page.contains("<td class=\"text\">=Olga, Kurz</td>"), "{page}");
    assert!(page.contains("line 2, column 9, in /Document/GrpHdr"), "{page}");
    let (code, _, _) = desk.filter(&["--coverage", "in", "--server", "http://127.0.0.1:9"]);
    assert_eq!(code, 2);
}

#[test]
fn the_table_of_elements_is_printed() {
    let (code, table, said) = Desk::new().filter(&["--profile"]);
    assert_eq!((code, &*said), (0, ""));
    let tables = [tamis_payments::iso20022::TABLE, tamis_payments::fin::TABLE];
    assert_eq!(table, tables.join("\n"));
}
