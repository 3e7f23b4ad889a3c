//! Faults in operation, with the messages and answers that follow. The table of docs/operation.md,
//! "When something goes wrong", names these tests.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};

use tamis::limits::LOG_BYTES_WAITING_MAX;
use tamis_engine::store::{LastRefresh, PINNED, RefreshOutcome, SnapshotStore};

use crate::support::connection::Connection;
use crate::support::process::{Server, in_time};
use crate::support::versions::{Versions, damage, replace};

/// A server that logs to a file.
struct Logged {
    server: Server,
    log: std::path::PathBuf,
}

impl Logged {
    fn start(snapshots: &Path, log: &Path, options: &[&str]) -> Self {
        let file = fs::File::create(log).expect("a file");
        let options = [&["--poll-interval", "10ms"], options].concat();
        let server = Server::start_logging(snapshots, &options, Stdio::from(file));
        Self { server, log: log.to_owned() }
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("log lines")
    }

    /// Waits until a log line contains a text.
    fn until_it_says(&self, text: &str) {
        self.server.until("/livez", |_| self.log().contains(text));
    }
}

#[test]
fn a_folder_without_a_current_version_is_told_at_the_start_and_when_it_changes() {
    let versions = Versions::new();
    let (folder, elsewhere) = (versions.folder.path(), tempfile::tempdir().expect("a folder"));
    let log = elsewhere.path().join("log");
    for (snapshots, said) in [
        (elsewhere.path().join("nope"), "there is no such folder"),
        (versions.snapshot(0).parent().expect("a folder").to_owned(), "the folder of one version"),
        (versions.snapshot(0), "this is not a folder"),
        (elsewhere.path().to_owned(), "the folder holds no snapshot yet"),
    ] {
        let server = Logged::start(&snapshots, &log, &[]);
        server.until_it_says(said);
        assert_eq!(server.server.get("/readyz").0, 503, "{said}");
    }
    // The served snapshot stays, whatever happens to the folder.
    let server = Logged::start(folder, &log, &["--log", "warn"]);
    server.server.until("/readyz", |body| body.contains("\"ready\""));
    assert_eq!(server.log(), "");
    fs::remove_file(folder.join("CURRENT")).expect("it was there");
    server.until_it_says("snapshot-builder rollback --to VERSION makes one current");
    fs::remove_dir_all(folder).expect("removed");
    server.until_it_says("there is no such folder");
    assert_eq!(server.server.get("/readyz").0, 200);
    assert_eq!(server.server.get("/api/search?q=Sokolov").0, 200);
}

#[test]
fn what_the_last_refresh_came_to_is_told() {
    let versions = Versions::new();
    let server = versions.start();
    server.until("/api/status", |body| body.contains(r#""last_refresh":null"#));
    let refresh = LastRefresh {
        ended_at: 0,
        outcome: RefreshOutcome::Failed,
        failed: [("a_list".to_owned(), "https://user:secret@example.org: 404".to_owned())].into(),
        error: Some("no list could be loaded".to_owned()),
        pinned: None,
    };
    SnapshotStore::new(versions.folder.path()).write_refresh(&refresh).expect("written");
    let expected = concat!(
        r#""last_refresh":{"outcome":"failed","at":"1970-01-01T00:00:00+00:00","#,
        r#""failed":["a_list"]}"#
    );
    server.until("/api/status", |body| body.contains(expected) && !body.contains("secret"));
    let (_, figures) = server.get("/metrics");
    for line in ["tamis_refresh_failed 1\n", "tamis_refresh_failed_lists 1\n"] {
        assert!(figures.contains(line), "{line}: {figures}");
    }
}

#[test]
fn a_pinned_version_is_told() {
    let versions = Versions::new();
    let server = versions.start();
    let is_told = |is_pinned: bool| {
        server.until("/api/status", |body| body.contains(&format!(r#""pinned":{is_pinned}"#)));
        let line = format!("tamis_snapshot_pinned {}\n", u8::from(is_pinned));
        assert!(server.get("/metrics").1.contains(&line), "{line}");
    };
    is_told(false);
    let pin = versions.folder.path().join(PINNED);
    // Newer than the current version, as a rollback leaves it.
    fs::write(&pin, "20990101000000\n").expect("written");
    is_told(true);
    fs::remove_file(&pin).expect("removed");
    is_told(false);
}

#[test]
fn without_a_file_to_open_it_waits_until_connections_end() {
    let versions = Versions::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let log = elsewhere.path().join("log");
    let file = fs::File::create(&log).expect("a file");
    const FILES: u32 = 48;
    let server = Server::with_open_files(FILES, versions.folder.path(), Stdio::from(file));
    server.until("/readyz", |body| body.contains("\"ready\""));
    let warned = "48 files may be open at the same time, too few for 1024 connections";
    server.until("/livez", |_| fs::read_to_string(&log).expect("log lines").contains(warned));
    let held: Vec<_> = (0..2 * FILES).map(|_| server.connect()).collect();
    let lines = || fs::read_to_string(&log).expect("log lines");
    let is_full = || lines().contains("cannot accept a connection");
    assert!(in_time(is_full), "more connections than files");
    drop(held);
    assert_eq!(server.get("/api/search?q=Sokolov").0, 200);
}

#[test]
fn a_log_that_nobody_takes_holds_up_no_request() {
    let versions = Versions::new();
    let (mut taken, log) = std::io::pipe().expect("a pipe");
    let options = ["--log-format", "json"];
    let server = Server::start_logging(versions.folder.path(), &options, log);
    let mut connection = Connection::new(server.connect());
    const LINE_BYTES_LEAST: usize = 128;
    for _ in 0..LOG_BYTES_WAITING_MAX / LINE_BYTES_LEAST {
        assert_eq!(connection.get("/livez").status, 200);
    }
    let mut lines = BufReader::new(&mut taken).lines();
    let left_out = |line: String| line.contains("log lines were left out because nobody took them");
    assert!(lines.any(|line| left_out(line.expect("a line"))), "the log says what is missing");
}

#[test]
fn clients_that_send_or_take_a_byte_at_a_time_keep_nobody_waiting() {
    let versions = Versions::new();
    let server = versions.start();
    server.until("/readyz", |body| body.contains("\"ready\""));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _stopping = Stop(&stop);
        for at in 0..32 {
            let (mut stream, stop) = (server.connect(), &stop);
            scope.spawn(move || {
                let request = b"GET /openapi.json HTTP/1.1\r\nHost: test\r\nX: ".iter();
                let mut bytes = request.chain(std::iter::repeat(&b'x'));
                if at % 2 == 0 {
                    let whole = b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n";
                    stream.write_all(&whole.repeat(100)).expect("the server reads");
                }
                while !stop.load(Ordering::Relaxed) {
                    // Sent until the head is too long, and read as slowly as the other end sends.
                    let one = *bytes.next().expect("endless");
                    let ended = match at % 2 {
                        0 => stream.read(&mut [0]).map_or(true, |read| read == 0),
                        _ => stream.write_all(&[one]).is_err(),
                    };
                    if ended {
                        return;
                    }
                    std::thread::yield_now();
                }
            });
        }
        for _ in 0..20 {
            assert_eq!(server.get("/api/search?q=Sokolov").0, 200);
        }
    });
}

/// Stops threads when dropped, also when the test fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_server_that_is_killed_starts_again_as_it_was() {
    let versions = Versions::new();
    let address = versions.start().address.to_string();
    for _ in 0..5 {
        // Dropping the server kills it in the middle of its work; its address is free at once.
        let options = ["--poll-interval", "10ms", "--drain-timeout", "1s"];
        let server = Server::at(&address, versions.folder.path(), &options);
        let _in_work = server.connect();
        let (code, body) = server.get("/api/search?q=Sokolov");
        assert!(code == 200 && body.contains("Sokolov"), "{body}");
    }
}

/// Modifies the file of a snapshot in place.
fn write_into(path: &Path) {
    let mut file = fs::OpenOptions::new().write(true).open(path).expect("a file");
    file.write_all(b"not a snapshot").expect("written");
}

#[test]
fn a_file_that_is_written_to_while_it_is_served_gives_way_to_another_version() {
    let versions = Versions::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let log = elsewhere.path().join("log");
    let [_, before, current] = &versions.names;
    let server = Logged::start(versions.folder.path(), &log, &[]);
    server.server.until("/readyz", |body| body.contains(current));
    write_into(&versions.snapshot(2));
    server.until_it_says("the file of the version in service was written to");
    server.server.until("/readyz", |body| body.contains(before) && body.contains("fallback"));
}

#[test]
fn what_is_held_in_memory_outlives_its_file() {
    let versions = Versions::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let (log, current) = (elsewhere.path().join("log"), &versions.names[2]);
    let server = Logged::start(versions.folder.path(), &log, &["--load", "memory"]);
    server.server.until("/readyz", |body| body.contains(current));
    assert_eq!(server.server.maps_of("snapshot.tamis"), 0);
    fs::File::create(versions.snapshot(2)).expect("cut to nothing");
    server.server.signal("HUP");
    server.until_it_says("snapshot refused; the one in service stays");
    let (code, ready) = server.server.get("/readyz");
    assert!(code == 200 && ready.contains(current) && !ready.contains("fallback"), "{ready}");
    let (code, found) = server.server.get("/api/search?q=Sokolov");
    assert!(code == 200 && found.contains("Sokolov"), "{found}");
}

#[test]
fn a_hangup_checks_what_is_in_service_again() {
    let versions = Versions::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let log = elsewhere.path().join("log");
    let server = Logged::start(versions.folder.path(), &log, &[]);
    let (in_service, file) = ("snapshot in service", versions.snapshot(2));
    server.until_it_says(in_service);
    server.server.signal("HUP");
    server.until_it_says("what is in service was checked again and is whole");
    assert_eq!(server.log().matches(in_service).count(), 1);
    // Another file under the same name is another snapshot.
    replace(&file, &fs::read(&file).expect("a snapshot"));
    server.server.signal("HUP");
    server.server.until("/livez", |_| server.log().matches(in_service).count() == 2);
    damage(&file);
    server.server.signal("HUP");
    server.until_it_says("snapshot refused; the one in service stays");
    assert!(server.server.get("/readyz").1.contains(&versions.names[2]));
}
