//! Receipts of screenings, and their replay.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use tamis_engine::store::SnapshotStore;
use tempfile::TempDir;

use crate::support::connection::Connection;
use crate::support::lists::Lists;
use crate::support::versions::{Versions, damage};

/// Customers with and without a hit, with a fault, and without a key.
const CUSTOMERS: &str = "id,name,dob,country\nK-1,Ivan Sokolov,1962-05-17,RU\nK-2,Anna Meier,,\nK-3,???,,\n,Iwan Sokoloff,1962,\n";

/// Three versions, and a folder for files.
struct Desk {
    versions: Versions,
    files: TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk =
            Self { versions: Versions::new(), files: tempfile::tempdir().expect("a folder") };
        fs::write(desk.path("customers.csv"), CUSTOMERS).expect("written");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.files.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command.current_dir(self.files.path()).args(arguments);
        let output = command.env("TAMIS_SNAPSHOTS", self.versions.folder.path()).output();
        let output = output.expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
    }

    /// Screens the customers with receipts and further options.
    fn screen(&self, options: &[&str]) -> String {
        let fixed =
            ["screen", "customers.csv", "-o", "hits.ndjson", "--receipts", "receipts.ndjson"];
        let (code, _, said) = self.run(&[&fixed, options].concat());
        assert_eq!(code, 3, "a row is refused: {said}");
        said
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    fn replay(&self, options: &[&str]) -> (i32, Vec<Value>, String) {
        let (code, found, said) = self.run(&[&["replay", "receipts.ndjson"], options].concat());
        let found = found.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        (code, found, said)
    }

    /// Replays changed receipts, and queries; the files are restored.
    fn replay_with(&self, name: &str, change: impl FnOnce(&str) -> String) -> Vec<Value> {
        let sound = self.read(name);
        let changed = change(&sound);
        assert_ne!(changed, sound, "{name}");
        fs::write(self.path(name), changed).expect("written");
        let (code, found, said) = self.replay(&["--answers", "hits.ndjson"]);
        fs::write(self.path(name), sound).expect("written");
        assert_eq!(code, 3, "{found:?} {said}");
        found
    }
}

/// The differences of all lines, with their lines.
fn told(found: &[Value]) -> Vec<(u64, String)> {
    let texts = |own: &Value| own["differences"].as_array().expect("texts").clone();
    let lines = found
        .iter()
        .flat_map(|own| texts(own).into_iter().map(|text| (own["line"].as_u64(), text)));
    lines
        .map(|(line, text)| (line.expect("a line"), text.as_str().expect("a text").to_owned()))
        .collect()
}

#[test]
fn every_row_has_a_receipt_and_all_are_replayed_equal() {
    let desk = Desk::new();
    let said = desk.screen(&["--all"]);
    let receipts = desk.read("receipts.ndjson");
    let lines: Vec<Value> =
        receipts.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 5, "an opening, and a line for each row");
    let verdicts: Vec<_> = lines[1..].iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, ["hit", "clear", "error", "hit"]);
    assert_eq!(lines[1]["version"], desk.versions.names[2]);
    assert_eq!(
        lines[1]["parameters"],
        "algorithm=standard&cutoff=0&details=false&explain=full&group=record&limit=5&threshold=0.75"
    );
    let folder = SnapshotStore::new(desk.versions.folder.path()).folder(&desk.versions.names[2]);
    let manifest = tamis_engine::store::checksum::size_and_sha256(&folder.join("manifest.json"));
    assert_eq!(lines[1]["manifest"], manifest.expect("readable").1);
    let last = tamis_engine::store::checksum::sha256_of(
        receipts.lines().last().expect("a line").as_bytes(),
    );
    assert!(said.contains(&last), "{said}");

    // Without the salts nothing of a customer is there.
    for word in ["Ivan", "Sokol", "Meier", "K-1", "1962"] {
        assert!(!receipts.contains(word), "{word}");
    }
    let queries = desk.read("receipts.ndjson.queries.ndjson");
    let ids: Vec<Value> = queries
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["id"].clone())
        .collect();
    assert_eq!(ids, ["K-1", "K-2", "K-3", "customers.csv:5"]);

    let (code, found, said) = desk.replay(&["--answers", "hits.ndjson"]);
    assert_eq!((code, found), (0, vec![]), "{said}");
    assert!(said.starts_with("4 receipts: 4 equal (1 of rows that could not be screened), 0 lines with differences; 3 stored answers compared\n"), "{said}");
    assert!(said.contains(&last), "{said}");
}

#[test]
fn tables_of_hits_and_other_parameters_are_replayed_as_well() {
    let desk = Desk::new();
    for options in [
        &["--output-form", "csv"][..],
        &["--threshold", "0.9", "--limit", "50", "--group", "entity"],
        &[
            "--parameter",
            "listing=current",
            "--parameter",
            "topics=sanction,role.pep",
            "--parameter",
            "details=true",
        ],
        &["--collection", "peps", "--parameter", "changed_since=2026-10-05"],
    ] {
        desk.screen(options);
        let (code, found, said) = desk.replay(&[]);
        assert_eq!((code, found), (0, vec![]), "{options:?} {said}");
    }
}

/// A row of a table names the receipt of its customer, also beside the columns of earlier decisions.
#[test]
fn rows_of_hits_lead_to_their_receipts() {
    let desk = Desk::new();
    for options in [&["--all"][..], &["--all", "--clearances", "none-yet.csv"]] {
        desk.screen(&[&["--output-form", "csv"], options].concat());
        let lines = |name: &str| {
            let lines = desk.read(name);
            let lines = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            lines.collect::<Vec<Value>>()
        };
        let (receipts, queries) =
            (lines("receipts.ndjson"), lines("receipts.ndjson.queries.ndjson"));
        let mut table = csv::Reader::from_path(desk.path("hits.ndjson")).expect("a table");
        let columns = table.headers().expect("a head").clone();
        let cell = |row: &csv::StringRecord, name: &str| {
            let at = columns.iter().position(|column| column == name).expect(name);
            row[at].to_owned()
        };
        let rows: Vec<_> = table.records().map(|row| row.expect("a row")).collect();
        for row in &rows {
            let receipt = cell(row, "receipt");
            let receipt = receipts.iter().find(|own| own["query"] == receipt.as_str());
            let number = &receipt.expect("a receipt")["number"];
            let query = queries.iter().find(|own| own["number"] == *number).expect("a query");
            let key = cell(row, "customer_id");
            let without_id = format!("customers.csv:{key}");
            assert!(query["id"] == key.as_str() || query["id"] == without_id.as_str(), "{row:?}");
        }
        assert!(rows.iter().any(|row| cell(row, "match") == "yes"), "{options:?}");
        assert!(rows.iter().any(|row| cell(row, "match").is_empty()), "a customer without a hit");
    }
}

#[test]
fn whatever_is_changed_is_found_and_named() {
    let desk = Desk::new();
    desk.screen(&["--all"]);
    let receipts = "receipts.ndjson";
    let swapped = |text: &str, first: usize| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(first, first + 1);
        lines.join("\n") + "\n"
    };
    let without = |text: &str, line: usize| {
        let kept = text.lines().enumerate().filter(|(at, _)| *at != line);
        kept.map(|(_, line)| format!("{line}\n")).collect::<String>()
    };

    let found = told(&desk.replay_with(receipts, |text| text.replacen("\"clear\"", "\"hit\"", 1)));
    assert_eq!(found[0], (3, "differs: the verdict is now clear".to_owned()), "{found:?}");
    assert_eq!(
        found[1],
        (
            4,
            "chain broken: the line before it was changed, left out or moved: it has another hash"
                .to_owned()
        )
    );
    assert_eq!(found.len(), 2);

    let found = told(&desk.replay_with(receipts, |text| without(text, 2)));
    let missing = [
        (3, "receipt missing: the queries have number 2"),
        (3, "chain broken: its number is 3, not 2: lines were left out or moved"),
    ];
    assert_eq!(found, missing.map(|(line, text)| (line, text.to_owned())));
    let found = told(&desk.replay_with(receipts, |text| without(text, 4)));
    assert_eq!(found, [(5, "receipt missing: the queries have number 4".to_owned())]);
    let found = told(&desk.replay_with(receipts, |text| without(text, 0)));
    assert!(found[0].1.starts_with("chain broken: the line before it"), "{found:?}");

    let found = told(&desk.replay_with(receipts, |text| swapped(text, 1)));
    assert!(
        found.iter().any(|(_, text)| text.starts_with("chain broken: its number is 2, not 1")),
        "{found:?}"
    );
    let found =
        told(&desk.replay_with("receipts.ndjson.queries.ndjson", |text| {
            text.replacen("Meier", "Maier", 1)
        }));
    assert_eq!(
        found[0],
        (3, "query differs: it is not the one of this receipt".to_owned()),
        "{found:?}"
    );
    let found = told(&desk.replay_with("receipts.ndjson.queries.ndjson", |text| without(text, 1)));
    let missing = "query missing: no line of the queries has this number";
    assert_eq!(found[0], (3, missing.to_owned()));
    assert!(
        found[1].1.starts_with("receipt missing: this line of the stored answers"),
        "{found:?}"
    );
    let found = told(
        &desk.replay_with("hits.ndjson", |text| text.replacen("\"total\":1", "\"total\":2", 1)),
    );
    assert_eq!(found, [(2, "stored answer differs: it is not the one of this receipt; /total is 2, in the replay 1".to_owned())]);
    let found = told(
        &desk.replay_with(receipts, |text| text.replacen("{\"algorithm\"", "{ \"algorithm\"", 1)),
    );
    assert_eq!(
        found[0],
        (2, "chain broken: it was changed: it is not in canonical form".to_owned())
    );
}

/// Each bit of a receipt counts, as does each of its query.
#[test]
fn any_inverted_bit_is_found() {
    let desk = Desk::new();
    desk.screen(&["--all"]);
    for name in ["receipts.ndjson", "receipts.ndjson.queries.ndjson"] {
        let sound = fs::read(desk.path(name)).expect("there");
        let steps = if name == "receipts.ndjson" { 97 } else { 13 };
        for at in (0..sound.len()).step_by(steps) {
            let mut bytes = sound.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(desk.path(name), &bytes).expect("written");
            let (code, found, said) = desk.replay(&[]);
            assert!(code == 3 || code == 1, "{name}: byte {at}: {found:?} {said}");
        }
        fs::write(desk.path(name), sound).expect("written");
    }
    assert_eq!(desk.replay(&[]).0, 0);
}

#[test]
fn versions_that_are_gone_or_others_are_named() {
    let desk = Desk::new();
    desk.screen(&[]);
    let folder = desk.versions.folder.path().join(&desk.versions.names[2]);
    let manifest = folder.join("manifest.json");
    let sound = fs::read_to_string(&manifest).expect("readable");
    fs::write(&manifest, sound.replace("\"test\"", "\"best\"")).expect("written");
    let (code, found, _) = desk.replay(&[]);
    let found = told(&found);
    assert!(
        code == 3
            && found.len() == 4
            && found[0].1.starts_with("version differs: its manifest has SHA-256 "),
        "{found:?}"
    );
    fs::write(&manifest, sound).expect("written");
    damage(&desk.versions.snapshot(2));
    let (code, found, _) = desk.replay(&[]);
    let found = told(&found);
    assert!(code == 3 && found[0].1.starts_with("version missing: "), "{found:?}");
    fs::remove_dir_all(&folder).expect("removed");
    let (code, found, _) = desk.replay(&[]);
    let found = told(&found);
    assert!(code == 3 && found.len() == 4, "{found:?}");
    assert!(
        found[0].1.starts_with("version missing: ") && found[0].1.contains("manifest.json"),
        "{found:?}"
    );
}

/// Receipts are checked by their own program; another's are replayed and said to be that.
#[test]
fn another_program_and_other_constants_are_named() {
    let desk = Desk::new();
    desk.screen(&[]);
    let opening: Value =
        serde_json::from_str(desk.read("receipts.ndjson").lines().next().expect("a line"))
            .expect("JSON");
    assert!(opening["constants"].as_object().is_some_and(|own| own.len() > 50), "{opening}");
    let found = told(&desk.replay_with("receipts.ndjson", |text| {
        text.replacen("\"program\":\"tamis ", "\"program\":\"tamis 9.", 2)
    }));
    assert!(
        found
            .iter()
            .any(|(line, text)| *line == 2 && text.starts_with("program differs: it was tamis 9.")),
        "{found:?}"
    );

    // A chain that another program would have written: the hashes of the lines are made anew.
    let name = opening["constants"]
        .as_object()
        .expect("an object")
        .keys()
        .next()
        .expect("a constant")
        .clone();
    let sound = desk.read("receipts.ndjson");
    let mut lines: Vec<Value> =
        sound.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    lines[0]["constants"][&name] = json!(0.123);
    let canonical = |value: &Value| serde_json_canonicalizer::to_vec(value).expect("JSON");
    let constants = tamis_engine::store::checksum::sha256_of(&canonical(&lines[0]["constants"]));
    let mut text = Vec::new();
    let mut previous = String::new();
    for line in &mut lines {
        if line["number"] != 0 {
            line["constants"] = json!(constants);
            line["previous"] = json!(previous);
        }
        let own = canonical(line);
        previous = tamis_engine::store::checksum::sha256_of(&own);
        text.extend(own);
        text.push(b'\n');
    }
    fs::write(desk.path("receipts.ndjson"), text).expect("written");
    let (code, found, _) = desk.replay(&[]);
    let found = told(&found);
    let expected = format!("program differs in its constants: {name} was 0.123, is ");
    assert!(
        code == 3 && found.len() == 4 && found.iter().all(|(_, text)| text.starts_with(&expected)),
        "{found:?}"
    );
}

#[test]
fn an_interrupted_run_continues_its_chain() {
    let desk = Desk::new();
    let rows: String = (0..20_000).map(|row| format!("N-{row},Ivan Sokolov {row},,\n")).collect();
    fs::write(desk.path("customers.csv"), format!("id,name,dob,country\nX,???,,\n{rows}"))
        .expect("written");
    let options = ["--noted-every", "1ms"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .current_dir(desk.files.path())
        .args([
            "screen",
            "customers.csv",
            "-o",
            "hits.ndjson",
            "--receipts",
            "receipts.ndjson",
            "--quiet",
        ])
        .args(options)
        .env("TAMIS_SNAPSHOTS", desk.versions.folder.path())
        .spawn()
        .expect("the program runs");
    let progress = desk.path("hits.ndjson.progress.json");
    while !progress.exists() {
        std::thread::yield_now();
    }
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    assert!(!desk.path("receipts.ndjson").exists(), "it appears when it is complete");
    let said = desk.screen(&options);
    assert!(said.contains("resuming after "), "{said}");
    let (code, found, said) = desk.replay(&[]);
    assert_eq!((code, found), (0, vec![]), "{said}");
    assert!(said.starts_with("20001 receipts: 20001 equal"), "{said}");
}

#[test]
fn receipts_are_refused_where_they_cannot_be_written_or_read() {
    let desk = Desk::new();
    let (code, _, said) =
        desk.run(&["screen", "customers.csv", "--receipts", "r", "--server", "http://127.0.0.1:1"]);
    assert!(code == 2 && said.contains("cannot be used with"), "{said}");
    let (code, _, said) = desk.run(&["replay", "nowhere.ndjson"]);
    assert!(code == 1 && said.contains("nowhere.ndjson"), "{said}");
    desk.screen(&[]);
    fs::write(desk.path("receipts.ndjson.queries.ndjson"), "{}\n").expect("written");
    let (code, _, said) = desk.replay(&[]);
    assert!(
        code == 1
            && said.contains("receipts.ndjson.queries.ndjson: line 1: it is no query of a receipt"),
        "{said}"
    );
}

/// The receipts of a request are a chain of their own, which its caller replays alone.
#[test]
fn receipts_of_a_server_are_replayed() {
    let desk = Desk::new();
    let server = desk.versions.start();
    let body = json!({"queries": {
        "a": {"schema": "Person", "properties": {"name": ["Ivan Sokolov"], "birthDate": ["1962"]}},
        "b": {"schema": "Company", "name": "Unlisted Trading"},
        "c": {"schema": "Person", "dob": "1962"},
        "d": {"properties": {"name": ["Ivan Sokolov", "Ivan Sokolov, born 17 May 1962"], "country": ["Russia", "GB"]}},
    }});
    let replayed = |receipts: &[&Value]| {
        for (name, key) in
            [("receipts.ndjson", "lines"), ("receipts.ndjson.queries.ndjson", "queries")]
        {
            let lines = receipts.iter().flat_map(|own| own[key].as_array().expect("lines"));
            let lines: String =
                lines.map(|line| line.as_str().expect("a line").to_owned() + "\n").collect();
            fs::write(desk.path(name), lines).expect("written");
        }
        let (code, found, said) = desk.replay(&[]);
        assert_eq!((code, found), (0, vec![]), "{said}");
        said
    };

    let path = "/api/match/default?receipt=true&limit=3&group=entity";
    let ask = |path: &str| Connection::new(server.connect()).post_json(path, &body.to_string());
    let answer = ask(path);
    assert_eq!(answer.status, 200, "{answer:?}");
    let answer = answer.json();
    let said = replayed(&[&answer["receipts"]]);
    assert!(
        said.starts_with("4 receipts: 4 equal (1 of rows that could not be screened)"),
        "{said}"
    );
    let plain = ask("/api/match/default").json();
    assert_eq!(plain.get("receipts"), None, "{plain}");

    let lines: String = (0..300)
        .map(|line| match line % 3 {
            0 => format!("{{\"id\": {line}, \"name\": \"Ivan Sokolov {line}\"}}\n"),
            1 => "{\"name\": \"Nobody Whatever\"}\n".to_owned(),
            _ => format!("{{\"id\": \"K-{line}\", \"dob\": \"1962\"}}\n"),
        })
        .collect();
    for options in ["receipt=true", "receipt=true&hits_only=true"] {
        let path = format!("/api/match/default/stream?{options}");
        let (code, answer) = server.post_lines(&path, &lines);
        assert_eq!(code, 200, "{answer}");
        let answer: Vec<Value> =
            answer.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let receipts: Vec<&Value> =
            answer.iter().map(|line| &line["receipts"]).filter(|own| !own.is_null()).collect();
        let said = replayed(&receipts);
        assert!(
            said.starts_with("300 receipts: 300 equal (100 of rows that could not be screened)"),
            "{said}"
        );
    }
    // A verdict on a message has one as well; what was ignored of its request is not of the answer.
    let message = "<Document><FIToFICstmrCdtTrf><CdtTrfTxInf><Cdtr><Nm>Ivan Sokolov</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>";
    for options in ["receipt=true&report=full&limit=3", "receipt=true&whatever=1"] {
        let length = message.len();
        let answer = Connection::new(server.connect()).send(&format!(
            "POST /api/filter?{options} HTTP/1.1\r\nHost: test\r\nContent-Type: application/xml\r\n\
             Content-Length: {length}\r\n\r\n{message}"
        ));
        assert_eq!(answer.status, 200, "{answer:?}");
        let answer = answer.json();
        assert_eq!(answer["verdict"], "hit", "{answer}");
        let said = replayed(&[&answer["receipts"]]);
        assert!(said.starts_with("1 receipts: 1 equal (0 of rows"), "{said}");
    }
    let refused = ask("/api/match/default?receipt=maybe");
    assert_eq!(
        (refused.status, &refused.json()["parameter"]),
        (400, &json!("receipt")),
        "{refused:?}"
    );
}

/// Ten thousand customers over three versions, of which one has lost its index since.
#[test]
fn receipts_of_several_versions_are_replayed_also_on_an_index_made_anew() {
    const CUSTOMERS: usize = 3334;
    let record = |number: usize, change: &str| {
        format!(
            "{{\"ref\": \"R{number}\", \"name\": \"Ivan Sokolov {number}{change}\", \"type\": \"INDIVIDUAL\"}}\n"
        )
    };
    let lists = Lists::new(&[record(0, "")]);
    let path = |name: &str| lists.path(name);
    let tamis = |arguments: &[&str]| {
        let (code, printed, said) = lists.tamis(arguments);
        (code, printed + &said)
    };
    let rows: String =
        (0..CUSTOMERS).map(|row| format!("K-{row},Ivan Sokolov {}\n", row % 7)).collect();
    fs::write(path("customers.csv"), "id,name\n".to_owned() + &rows).expect("written");
    let mut versions = Vec::new();
    for change in ["", "a", "b"] {
        lists.build(&(0..5).map(|number| record(number, change)).collect::<Vec<_>>());
        let receipts = format!("receipts{change}.ndjson");
        let (code, said) =
            tamis(&["screen", "customers.csv", "-o", "hits.csv", "--receipts", &receipts]);
        assert_eq!(code, 0, "{said}");
        versions.push(
            fs::read_to_string(path("snapshots/CURRENT")).expect("readable").trim().to_owned(),
        );
    }
    let all = ["receipts.ndjson", "receiptsa.ndjson", "receiptsb.ndjson"];
    let replay_all = || {
        for receipts in all {
            let (code, said) = tamis(&["replay", receipts]);
            assert_eq!(code, 0, "{said}");
            assert!(said.starts_with("3334 receipts: 3334 equal"), "{said}");
        }
    };
    replay_all();
    fs::remove_file(path("snapshots").join(&versions[1]).join("snapshot.tamis")).expect("removed");
    assert_eq!(tamis(&["replay", all[1]]).0, 3);
    let ledger =
        snapshot_builder::ledger::Ledger::of_version(&path("snapshots").join(&versions[1]))
            .expect("a ledger");
    let index = path("snapshots").join(&versions[1]).join("snapshot.tamis");
    snapshot_builder::ledger::write_index(
        &ledger,
        &index,
        snapshot_builder::build::BUILDER,
        &snapshot_builder::progress::Silent,
    )
    .expect("written");
    replay_all();
}

/// Files of payment messages have receipts as well, under the rules of the user.
#[test]
fn verdicts_on_messages_are_replayed_with_their_rules() {
    let desk = Desk::new();
    fs::create_dir(desk.path("queue")).expect("created");
    let message = |name: &str| {
        format!(
            "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
             <GrpHdr><MsgId>M1</MsgId></GrpHdr><CdtTrfTxInf><Dbtr><Nm>Anna Meier</Nm></Dbtr><Cdtr><Nm>{name}</Nm></Cdtr>\
             </CdtTrfTxInf></FIToFICstmrCdtTrf></Document>"
        )
    };
    for (file, text) in [
        ("hit.xml", message("Ivan Sokolov")),
        ("pass.xml", message("Berta Nobody")),
        ("broken.xml", "<Document><a></Document>".to_owned()),
    ] {
        fs::write(desk.path("queue").join(file), text).expect("written");
    }
    let latin = message("J\u{e9}r\u{f4}me").replace("\"1.0\"", "\"1.0\" encoding=\"ISO-8859-1\"");
    let latin: Vec<u8> = latin.chars().map(|letter| letter as u8).collect();
    fs::write(desk.path("queue/latin.xml"), latin).expect("written");
    let rules = "[[rule]]\nreason = \"threshold\"\nkinds = [\"name\"]\nthreshold = 0.9\n\n[[embargo]]\nreason = \"embargo\"\nwords = [\"nobody\"]\n";
    fs::write(desk.path("policy.toml"), rules).expect("written");
    let screened = |options: &[&str]| {
        let fixed =
            ["filter", "queue", "-o", "hits.ndjson", "--receipts", "receipts.ndjson", "--restart"];
        desk.run(&[&fixed, options].concat())
    };
    let (code, _, said) = screened(&[]);
    assert!(code == 1 && said.contains("receipts: receipts.ndjson"), "{said}");
    let receipts = desk.read("receipts.ndjson");
    assert!(!receipts.contains("Sokolov"), "{receipts}");
    let verdicts: Vec<Value> = receipts
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["error", "hit", "clear", "clear"]);
    let (code, found, said) = desk.replay(&["--answers", "hits.ndjson"]);
    assert_eq!((code, found), (0, vec![]), "{said}");
    assert!(
        said.starts_with("4 receipts: 4 equal (1 of rows that could not be screened)"),
        "{said}"
    );

    let (code, _, said) = screened(&["--policy", "policy.toml"]);
    assert_eq!(code, 1, "{said}");
    let (code, found, _) = desk.replay(&[]);
    let found = told(&found);
    assert!(
        code == 3 && found.iter().all(|(_, text)| text.starts_with("policy missing: ")),
        "{found:?}"
    );
    assert_eq!(found.len(), 4, "{found:?}");
    let (code, found, said) = desk.replay(&["--policy", "policy.toml"]);
    assert_eq!((code, found), (0, vec![]), "{said}");
    let found = told(&desk.replay_with("receipts.ndjson.queries.ndjson", |text| {
        text.replacen("Sokolov", "Sokolow", 1)
    }));
    assert!(found.iter().any(|(_, text)| text.starts_with("query differs: ")), "{found:?}");
}
