//! The log of receipts that a server keeps: whole after a stop, a kill and a full disk, and verified by
//! `tamis verify-receipts`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::connection::Connection;
use crate::support::lists::Lists;
use crate::support::process::Server;

/// Lists, a log and the key that signs it.
struct Logged {
    lists: Lists,
    key: String,
}

impl Logged {
    fn new() -> Self {
        let record = "{\"ref\": \"R1\", \"name\": \"Ivan Sokolov\", \"type\": \"INDIVIDUAL\"}\n";
        let lists = Lists::new(&[record.to_owned()]);
        let key = lists.path("log.key");
        tamis_signing::generate(&key, None).expect("a key");
        Self { lists, key: key.display().to_string() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.lists.path(name)
    }

    fn options(&self) -> [String; 4] {
        let log = self.path("log").display().to_string();
        ["--receipts".to_owned(), log, "--receipt-key".to_owned(), self.key.clone()]
    }

    fn start(&self) -> Server {
        let options = self.options();
        Server::ready(&self.path("snapshots"), &options.each_ref().map(String::as_str))
    }

    /// A server that serves and may write files of this many blocks.
    fn start_with_file_blocks(&self, blocks: u32) -> Server {
        let options = self.options();
        let options = options.each_ref().map(String::as_str);
        let server = Server::with_file_blocks(blocks, &self.path("snapshots"), &options);
        server.until("/readyz", |body| body.contains("\"ready\""));
        server
    }

    /// Verifies the log; returns the exit code, the faults and the summary.
    fn verify(&self, options: &[&str]) -> (i32, String, String) {
        self.lists.tamis(&[&["verify-receipts", "log"], options].concat())
    }

    fn segments(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("log")).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|own| own == "ndjson")).collect();
        paths.sort();
        paths
    }
}

/// Asks for a receipt; returns its lines, or the status without one.
fn ask(server: &Server) -> Result<String, u16> {
    let body = json!({"name": "Ivan Sokolov"}).to_string();
    let path = "/api/match/default?receipt=true";
    let answer = Connection::new(server.connect()).post_json(path, &body);
    if answer.status != 200 {
        return Err(answer.status);
    }
    let answer = answer.json();
    let lines = answer["receipts"]["lines"].as_array().expect("lines").iter();
    Ok(lines.map(|line| line.as_str().expect("a line").to_owned() + "\n").collect())
}

/// The log of receipts as `/api/status` shows it.
fn state_of_log(server: &Server) -> Value {
    let status: Value = serde_json::from_str(&server.get("/api/status").1).expect("JSON");
    status["receipts"].clone()
}

#[test]
fn a_log_is_whole_after_a_stop_and_every_change_is_found() {
    let logged = Logged::new();
    let server = logged.start();
    let kept: Vec<String> = (0..3).map(|_| ask(&server).expect("a receipt")).collect();
    let lines = "{\"name\": \"Ivan Sokolov\"}\n{\"dob\": \"1962\"}\n".repeat(50);
    let (code, answer) = server.post_lines("/api/match/default/stream?receipt=true", &lines);
    assert_eq!(code, 200, "{answer}");
    let state = state_of_log(&server);
    assert_eq!((&state["kept"], &state["failed"]), (&json!(103), &Value::Null));
    server.signal("TERM");
    assert!(server.wait().success());
    fs::write(logged.path("kept.ndjson"), &kept[1]).expect("written");

    // A second segment goes on from the first; a second writer is refused.
    let server = logged.start();
    ask(&server).expect("a receipt");
    let mut second = Command::new(env!("CARGO_BIN_EXE_tamis"));
    second.args(["serve", "--listen", "127.0.0.1:0", "--snapshots"]).arg(logged.path("snapshots"));
    let second = second.args(logged.options()).output().expect("the program runs");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && said.contains("another process writes this log"), "{said}");
    server.signal("TERM");
    assert!(server.wait().success());
    let with_key = ["--key", "log.key.pub", "--holds", "kept.ndjson"];
    let (code, faults, said) = logged.verify(&with_key);
    assert_eq!((code, faults.as_str()), (0, ""), "{said}");
    assert!(
        said.starts_with("2 segments: 104 receipts, ")
            && said.contains(" 0 entries after the last; 1 of 1 receipts found; 0 faults"),
        "{said}"
    );
    let segments = logged.segments();
    for segment in &segments {
        let text = fs::read_to_string(segment).expect("readable");
        assert!(!text.to_lowercase().contains("sokolov"), "no name is in a log: {text}");
    }

    // Whatever is changed is found, and named with its file and line.
    let first = fs::read_to_string(&segments[0]).expect("readable");
    let name = segments[0].file_name().expect("a name").to_str().expect("UTF-8");
    let all: Vec<&str> = first.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let without = |at: usize| joined(&[&all[..at], &all[at + 1..]].concat());
    let mut swapped = all.clone();
    swapped.swap(1, 2);
    let last = all.len() - 1;
    for (what, text, line, reason) in [
        (
            "a verdict",
            first.replacen("\"verdict\":\"hit\"", "\"verdict\":\"clear\"", 1),
            3,
            "the line before it was changed",
        ),
        (
            "a constant",
            first.replacen("\"constants\":{", "\"constants\":{\"a\":1,", 1),
            2,
            "the line before it was changed",
        ),
        ("a line left out", without(2), 3, "lines were left out or moved"),
        ("the opening left out", without(0), 1, "it is no opening"),
        ("two lines swapped", joined(&swapped), 2, "lines were left out or moved"),
        ("a torn end", first.trim_end().to_owned(), all.len(), "it was not written to its end"),
    ] {
        fs::write(&segments[0], text).expect("written");
        let (code, faults, _) = logged.verify(&with_key);
        assert_eq!(code, 3, "{what}: {faults}");
        assert!(
            faults.contains(&format!("{name}: line {line}: ")) && faults.contains(reason),
            "{what}: {faults}"
        );
    }
    // The end of a segment is held by its head and by the segment after it.
    fs::write(&segments[0], without(last)).expect("written");
    let (code, faults, _) = logged.verify(&with_key);
    assert!(
        code == 3
            && faults.contains("the segment before was changed")
            && faults.contains("no head signs"),
        "{faults}"
    );
    fs::write(&segments[0], &first).expect("written");
    tamis_signing::generate(&logged.path("other.key"), None).expect("a key");
    let (code, faults, _) = logged.verify(&["--key", "other.key.pub"]);
    assert!(code == 3 && faults.contains("the head is by a key that is not trusted"), "{faults}");
    fs::write(logged.path("other.ndjson"), kept[1].replace("\"number\":1", "\"number\":7"))
        .expect("written");
    let (code, faults, _) = logged.verify(&["--holds", "other.ndjson"]);
    assert_eq!((code, faults.as_str()), (3, "1 of 1 receipts are not in the log\n"));
    assert_eq!(logged.verify(&with_key).0, 0, "as it was");
}

/// A receipt is on disk before it is given out.
#[test]
fn what_was_given_out_before_a_kill_is_in_the_log() {
    let logged = Logged::new();
    for run in 0..3 {
        let server = logged.start();
        let kept: String = (0..20).map(|_| ask(&server).expect("a receipt")).collect();
        server.signal("KILL");
        server.wait();
        // Each answer begins with its own opening, which is no receipt.
        let receipts = kept.lines().filter(|line| line.contains("\"verdict\""));
        let receipts: String = receipts.map(|line| format!("{line}\n")).collect();
        fs::write(logged.path(&format!("kept-{run}.ndjson")), format!("opening\n{receipts}"))
            .expect("written");
    }
    let holds =
        ["--holds", "kept-0.ndjson", "--holds", "kept-1.ndjson", "--holds", "kept-2.ndjson"];
    let (code, faults, said) = logged.verify(&holds);
    assert_eq!((code, faults.as_str()), (0, ""), "{said}");
    assert!(said.contains("60 of 60 receipts found"), "{said}");
}

/// A receipt that cannot be kept is not given out; what was kept before stays whole.
#[test]
fn without_room_for_the_log_no_receipt_is_given_out() {
    let logged = Logged::new();
    let server = logged.start_with_file_blocks(128);
    let mut given = 0;
    let refused = loop {
        match ask(&server) {
            Ok(_) => given += 1,
            Err(status) => break status,
        }
        assert!(given < 1000, "the log grows without end");
    };
    assert_eq!(refused, 503);
    let lines = "{\"name\": \"Ivan Sokolov\"}\n".repeat(100);
    let (_, streamed) = server.post_lines("/api/match/default/stream?receipt=true", &lines);
    assert!(
        streamed.ends_with("\"retry_after\":1}\n") && !streamed.contains("results"),
        "{streamed}"
    );
    let (code, _) = server.post_lines("/api/match/default/stream", &lines);
    assert_eq!(code, 200, "whoever asks for no receipt is answered");
    server.until("/api/status", |body| {
        body.contains("\"failed\":\"") && body.contains("File too large")
    });
    server.until("/metrics", |body| body.contains("tamis_receipts_failed 1"));
    server.signal("TERM");
    server.wait();
    let (code, faults, said) = logged.verify(&[]);
    assert_eq!((code, faults.as_str()), (0, ""), "{said}");
    assert!(said.starts_with(&format!("1 segments: {given} receipts, ")), "{given}: {said}");
}

/// A head that still fits does not hide that an entry did not.
#[test]
fn a_head_does_not_hide_an_entry_that_failed() {
    let logged = Logged::new();
    let server = logged.start_with_file_blocks(40);
    ask(&server).expect("room for one receipt");
    let lines = "{\"name\": \"Ivan Sokolov\"}\n".repeat(100);
    let (_, streamed) = server.post_lines("/api/match/default/stream?receipt=true", &lines);
    assert!(!streamed.contains("results"), "room for the receipts of the first lines");
    server.until("/api/status", |body| !body.contains("\"signed_at\":null"));
    let failed = state_of_log(&server)["failed"].clone();
    assert!(failed.as_str().is_some_and(|reason| reason.contains("File too large")), "{failed}");
    ask(&server).expect("room for one receipt");
    assert_eq!(state_of_log(&server)["failed"], Value::Null);
}
