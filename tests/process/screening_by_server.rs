//! `tamis screen --server`: files of customers, screened through the stream of a server.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Stdio;

use serde_json::Value;

use crate::rescreening::{CUSTOMERS, refresh};
use crate::screening::many_customers;
use crate::support::desk::{Desk, column, rows, told};
use crate::support::process::Server;
use crate::support::worlds::BUILT_AT;

fn address(server: &Server) -> String {
    format!("http://{}", server.address)
}

/// Returns the summary of a run, without its time.
fn summary(desk: &Desk, file: &str) -> Value {
    let mut summary: Value = serde_json::from_str(&desk.read(file)).expect("JSON");
    for field in ["seconds", "customers_per_second", "rejects"] {
        summary.as_object_mut().expect("an object").remove(field);
    }
    summary
}

#[test]
fn a_server_gives_what_its_snapshot_gives() {
    let desk = Desk::new();
    many_customers(&desk);
    let queries = "{\"id\": 7, \"name\": \"Olga Kurz\"}\n[]\n\n{\"name\": \"Ivan Sokolow\", \
                   \"birthDate\": \"1962\", \"nationality\": \"ru\"}\n{\"imo\": \"9074729\"}\n";
    desk.write("q.ndjson", queries).write("names.txt", "Nobody Atall\n\n  Olga Kurz \n???\n");
    let server = Server::start(&desk.path("snapshots"), &[]);
    let address = address(&server);
    for options in [
        &["a.csv", "b.csv"][..],
        &["a.csv", "q.ndjson", "names.txt", "--all"],
        &["a.csv", "q.ndjson", "names.txt", "--all", "--output-form", "ndjson"],
        &["q.ndjson", "a.csv", "--output-form", "ndjson"],
        &["names.txt", "--limit", "1", "--threshold", "0.9", "--parameter", "group=entity"],
        &["q.ndjson", "--parameter", "cutoff=0.99", "--parameter", "include_dataset=nobody"],
        &["q.ndjson", "--all", "--parameter", "cutoff=0.3", "--collection", "peps"],
    ] {
        let here = ["-o", "here", "--summary", "here.json"];
        let there = ["-o", "there", "--summary", "there.json", "--server", &address];
        let (code, _, said) = desk.screen(&[options, &here].concat());
        let (code_there, _, said_there) = desk.screen(&[options, &there].concat());
        assert!(code == 0 || code == 3, "{options:?}: {said}");
        assert_eq!(code_there, code, "{options:?}: {said_there}");
        let of_parameters = |said: &str| said.contains("no register is named \"nobody\"");
        assert_eq!(of_parameters(&said), of_parameters(&said_there), "{said_there}");
        assert!(desk.read("here") == desk.read("there"), "{options:?}");
        assert_eq!(summary(&desk, "here.json"), summary(&desk, "there.json"), "{options:?}");
        let rejects = ["here.rejects.csv", "there.rejects.csv"].map(|file| desk.path(file));
        assert_eq!(rejects[0].exists(), rejects[1].exists(), "{options:?}");
        if rejects[0].exists() {
            assert_eq!(desk.read("here.rejects.csv"), desk.read("there.rejects.csv"));
        }
    }
}

#[test]
fn a_run_goes_on_when_the_server_is_back() {
    let desk = Desk::new();
    let customers = many_customers(&desk);
    desk.screen(&[&customers[..], &["-o", "whole.csv"]].concat());
    let (mut progress, mut breaks) = (desk.path("out.csv.progress.json"), 0);
    loop {
        let server = Server::start(&desk.path("snapshots"), &[]);
        let address = address(&server);
        let run = [&customers[..], &["-o", "out.csv", "--server", &address]].concat();
        let mut child = desk.command(&run).stderr(Stdio::piped()).spawn().expect("it runs");
        // The first two servers are killed as soon as a part is done.
        if breaks < 2 {
            while !progress.exists() && child.try_wait().expect("a process").is_none() {
                std::thread::yield_now();
            }
            server.signal("KILL");
        }
        let (code, _, said) = told(child.wait_with_output().expect("it ends"));
        if code == 3 {
            assert!(breaks < 1 || said.contains("resuming after"), "{said}");
            break;
        }
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(&format!("tamis: {address}: ")), "{said}");
        (progress, breaks) = (desk.path("out.csv.partial"), breaks + 1);
    }
    assert!(desk.read("whole.csv") == desk.read("out.csv"), "after {breaks} breaks");
}

#[test]
fn what_a_refresh_changed_is_told_by_the_server_too() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    desk.screen(&["customers.csv", "-o", "before.csv"]);
    refresh(&desk);
    let server = Server::start(&desk.path("snapshots"), &[]);
    let address = address(&server);
    let first = BUILT_AT.to_version();
    for (options, new) in [(&[][..], ["K-2", "K-4"]), (&["--since", &first], ["K-2", "K-4"])] {
        let run =
            ["customers.csv", "-o", "now.csv", "--earlier", "before.csv", "--server", &address];
        let (code, _, said) = desk.screen(&[&run[..], options].concat());
        assert_eq!(code, 0, "{said}");
        assert_eq!(column(&rows(&desk.read("now.csv.new.csv")), "customer_id"), new);
        let removed = rows(&desk.read("now.csv.removed.csv"));
        assert_eq!(column(&removed, "change"), ["there is no record 3"], "{options:?}");
        assert!(said.contains("1 removed, see now.csv.removed.csv; 1 unchanged"), "{said}");
    }
}

/// Answers each connection with the next of these texts; returns its address.
fn canned(answers: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
            let mut line = String::new();
            while line != "\r\n" {
                line.clear();
                reader.read_line(&mut line).expect("a head");
            }
            stream.write_all(answer.as_bytes()).expect("it listens");
            // Reads the whole body, since unread bytes would reset the connection.
            stream.shutdown(std::net::Shutdown::Write).expect("a socket");
            while reader.read_line(&mut line).is_ok_and(|read| read > 0) {}
        }
    });
    format!("http://{address}")
}

fn answer(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}\r\n{body}")
}

#[test]
fn whatever_a_server_does_wrong_is_told() {
    let desk = Desk::new();
    desk.write("names.txt", "Olga Kurz\nIvan Sokolov\n");
    let status = r#"{"snapshot": {"version": "20261004080000", "sha256": "", "built_at": ""}}"#;
    let status = || answer("200 OK", "", status);
    let line = |id: u64| {
        format!(r#"{{"id":{id},"status":200,"query":{{}},"total":0,"results":[]}}"#) + "\n"
    };
    let stream = |version: &str, body: &str| {
        answer("200 OK", &format!("X-Snapshot-Version: {version}\r\n"), body)
    };
    let version = "20261004080000";
    let broken =
        "{\"line\":2,\"status\":400,\"error\":\"the body ended before it was complete\"}\n";
    for (answers, expected) in [
        (
            vec![answer("503 Busy", "", r#"{"error": "no snapshot is loaded yet"}"#)],
            "no snapshot is loaded yet",
        ),
        (vec![answer("502 Bad Gateway", "", "<html>")], "it answers 502 Bad Gateway"),
        (vec![answer("200 OK", "", "<html>")], "/api/status: expected value at line 1 column 1"),
        (vec!["SSH-2.0\r\n".to_owned()], "client error (SendRequest): invalid HTTP version parsed"),
        (
            vec![status(), answer("503 Busy", "", r#"{"error": "16 streams are in work"}"#)],
            "16 streams are in work",
        ),
        (
            vec![status(), stream("20261005080000", "")],
            "snapshot 20261005080000 has just come into service; repeat the command",
        ),
        (vec![status(), stream(version, &line(1))], "the answer ended before all was answered"),
        (vec![status(), stream(version, &line(2))], "query 1 is not answered in its turn"),
        (
            vec![status(), stream(version, &(line(1) + broken))],
            "the body ended before it was complete",
        ),
        (vec![status(), stream(version, "no JSON\n")], "an answer cannot be read: expected"),
    ] {
        let address = canned(answers);
        let (code, _, said) = desk.screen(&["names.txt", "-o", "hits.csv", "--server", &address]);
        assert_eq!(code, 1, "{expected}: {said}");
        assert!(said.contains(&format!("tamis: {address}: {expected}")), "{expected}: {said}");
        assert!(!desk.path("hits.csv").exists(), "{expected}");
    }
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        format!("http://{}", listener.local_addr().expect("an address"))
    };
    let (code, _, said) = desk.screen(&["names.txt", "--server", &gone]);
    assert_eq!(code, 1);
    assert!(said.contains("tcp connect error: Connection refused"), "{said}");
    let (code, _, said) = desk.screen(&["names.txt", "--server", "ftp://example.org"]);
    assert_eq!(code, 2);
    assert!(said.contains("give an address such as https://"), "{said}");
}
