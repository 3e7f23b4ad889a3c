//! The server as a process: its output, its start without a snapshot, its stop.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;

use tempfile::TempDir;

use crate::support::process::{Server, in_time, read_answer};
use crate::support::worlds::{person, publish};

fn empty_folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn publish_damaged(folder: &TempDir, version: &str) {
    let version_folder = folder.path().join(version);
    std::fs::create_dir(&version_folder).expect("a folder");
    std::fs::write(version_folder.join("snapshot.tamis"), "damaged").expect("a file");
    std::fs::write(folder.path().join("CURRENT"), version).expect("a file");
}

#[test]
fn without_a_snapshot_it_starts_and_says_that_it_waits() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &[]);
    assert_eq!(server.get("/livez").0, 200);
    assert_eq!(server.get("/readyz").0, 503);
    let (status, body) = server.get("/api/status");
    assert_eq!(status, 503);
    assert!(body.contains("no_snapshot"), "{body}");
}

#[test]
fn a_snapshot_that_cannot_be_opened_is_refused_and_named() {
    let folder = empty_folder();
    publish_damaged(&folder, "20260101000000");
    let server = Server::start(folder.path(), &["--poll-interval", "10ms"]);
    let (status, body) = server.get("/api/status");
    assert_eq!(status, 503);
    assert!(body.contains(r#""last_refusal":{"version":"20260101000000","error":""#), "{body}");

    publish_damaged(&folder, "20260202000000");
    server.until("/api/status", |body| body.contains(r#"{"version":"20260202000000""#));
    std::fs::remove_file(folder.path().join("CURRENT")).expect("it is there");
    server.until("/api/status", |body| body.contains(r#""last_refusal":null"#));
}

#[test]
fn a_version_without_its_manifest_is_served_once_that_is_there() {
    let folder = empty_folder();
    publish(folder.path(), vec![person(1, "Ivan Sokolov")]);
    let version = std::fs::read_to_string(folder.path().join("CURRENT")).expect("a version");
    let manifest = folder.path().join(version.trim()).join("manifest.json");
    let text = std::fs::read(&manifest).expect("a manifest");
    std::fs::remove_file(&manifest).expect("it is there");
    let server = Server::start(folder.path(), &["--poll-interval", "10ms"]);
    let (status, body) = server.get("/api/status");
    assert!(status == 503 && body.contains("manifest.json"), "{body}");
    std::fs::write(&manifest, text).expect("a file");
    server.until("/api/status", |body| body.contains("\"status\":\"ok\""));
}

#[test]
fn a_list_of_namesakes_is_served() {
    let folder = empty_folder();
    publish(folder.path(), (1..=200).map(|id| person(id, "Maria Garcia")).collect());
    let server = Server::start(folder.path(), &[]);
    let (status, body) = server.get("/api/status");
    assert!(status == 200 && body.contains("\"records\":200"), "{body}");
}

#[test]
fn a_hangup_makes_it_look_at_once() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &["--poll-interval", "60m"]);
    publish_damaged(&folder, "20260101000000");
    server.signal("HUP");
    server.until("/api/status", |body| body.contains(r#"{"version":"20260101000000""#));
}

#[test]
fn both_stop_signals_end_it_with_success() {
    for signal in ["TERM", "INT"] {
        let folder = empty_folder();
        let server = Server::start(folder.path(), &["--log-format", "json"]);
        server.signal(signal);
        assert_eq!(server.wait().code(), Some(0), "SIG{signal}");
    }
}

#[test]
fn a_load_balancer_is_told_before_connections_end() {
    let folder = tempfile::tempdir().expect("a folder");
    publish(folder.path(), vec![person(1, "Ivan Sokolov")]);
    let server = Server::ready(folder.path(), &["--drain-delay", "1h", "--log", "warn"]);
    server.signal("TERM");
    let stopping = "the server is stopping; ask again, another one may answer";
    server.until("/readyz", |body| body.contains(stopping));
    assert_eq!(server.get("/api/status").0, 200, "it serves on");
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0), "a second signal ends the delay");
}

#[test]
fn a_request_in_work_is_answered_before_it_stops() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &[]);
    let mut stream = server.connect();
    let head = "POST /api/match/default HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\
                Expect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("the server reads");
    // The interim answer proves that the handler waits for the body.
    let interim = read_exactly(&mut stream, "HTTP/1.1 100 Continue\r\n\r\n".len());
    assert!(interim.starts_with("HTTP/1.1 100"), "{interim}");
    server.signal("TERM");
    stream.write_all(b"{}").expect("the server still reads");
    let (status, body) = read_answer(stream);
    assert_eq!(status, 400, "{body}");
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn requests_that_never_end_are_cut_off_after_the_drain() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &["--drain-timeout", "50ms"]);
    let mut stream = server.connect();
    let head = "POST /api/match/default HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\
                Expect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("the server reads");
    read_exactly(&mut stream, "HTTP/1.1 100 Continue\r\n\r\n".len());
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn a_client_that_takes_nothing_is_left() {
    let folder = empty_folder();
    let log = folder.path().join("log");
    let options = ["--write-timeout", "50ms", "--log", "debug"];
    let file = std::fs::File::create(&log).expect("a file");
    let server = Server::start_logging(folder.path(), &options, file);
    let mut stream = server.connect();
    // The answers are far larger than the buffers between both ends.
    let requests = "GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n".repeat(1000);
    stream.write_all(requests.as_bytes()).expect("the server reads");
    let lines = || std::fs::read_to_string(&log).expect("log lines");
    assert!(in_time(|| lines().contains("connection ended")), "the server still waits");
    let mut taken = Vec::new();
    // A reset may follow the answers sent so far.
    let _ = stream.read_to_end(&mut taken);
    let answers = String::from_utf8_lossy(&taken).matches("HTTP/1.1 200 OK").count();
    assert!((1..1000).contains(&answers), "{answers} answers");
    assert_eq!(server.get("/livez").0, 200);
}

#[test]
fn several_requests_share_a_connection() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &[]);
    let mut stream = server.connect();
    let first = "GET /livez HTTP/1.1\r\nHost: test\r\n\r\n";
    let last = "GET /nowhere HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
    stream.write_all(format!("{first}{last}").as_bytes()).expect("the server reads");
    let (status, rest) = read_answer(stream);
    assert_eq!(status, 200);
    assert!(rest.contains("HTTP/1.1 404"), "{rest}");
}

#[test]
fn what_is_not_http_gets_what_the_http_library_says() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &[]);
    let long = "x".repeat(100_000);
    let fields = "X-Field: y\r\n".repeat(200);
    for (request, status) in [
        ("hello\r\n\r\n".to_owned(), 400),
        ("GET / HTTP/1.1\r\nHost: test\r\nno colon\r\n\r\n".to_owned(), 400),
        (format!("GET /{long} HTTP/1.1\r\nHost: test\r\n\r\n"), 414),
        (format!("GET / HTTP/1.1\r\nHost: test\r\n{fields}\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nHost: test\r\nX-Field: {long}{long}\r\n\r\n"), 431),
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("the server reads");
        assert_eq!(read_answer(stream), (status, String::new()));
    }
}

#[test]
fn faults_of_the_start_have_their_exit_codes() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    for (options, code, part) in [
        (vec!["serve", "--listen", address.as_str()], 1, "cannot listen on 127.0.0.1:"),
        (vec!["serve", "--listen", "nowhere"], 2, "--listen"),
        (vec!["serve", "--request-timeout", "10"], 2, "such as 500ms"),
        (vec!["serve", "--log", "verbose"], 2, "is no level"),
        (vec![], 2, "Usage"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tamis")).args(&options).output();
        let output = output.expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{options:?}: {errors}");
        assert!(errors.contains(part), "{options:?}: {errors}");
    }
}

fn read_exactly(stream: &mut impl std::io::Read, length: usize) -> String {
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).expect("so many bytes");
    String::from_utf8(bytes).expect("UTF-8")
}
