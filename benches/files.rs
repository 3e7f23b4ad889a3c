//! Measures the screening of a whole file of customers: by one request, by one command, by both, and
//! for comparison in batches of 20 over HTTP.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench files [-- CUSTOMERS OF EACH CLASS]`
//!
//! Every customer has another name, so that no answer is repeated. Next to the rate is the peak memory
//! of the process without its mappings.

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use process::Server;
use serde_json::{Value, json};
use support::Asked;
use support::load::{CONNECTIONS, closed, mixed, request};

const EACH: usize = 20_000;
const BATCH: usize = 20;

fn main() {
    let each = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(EACH);
    let snapshot = support::snapshot();
    let mut queries = mixed(support::queries(&snapshot, each));
    drop(snapshot);
    let mut seen = HashSet::new();
    queries.retain(|asked| seen.insert(asked.name.clone()));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("customers.ndjson");
    fs::write(&file, lines(&queries)).expect("a file");
    println!("{} customers\n{:<44} {:>12} {:>14}", queries.len(), "", "customers/s", "memory MiB");

    let batches: Vec<Vec<u8>> = queries.chunks(BATCH).map(request).collect();
    let server = started();
    let before = closed(server.address, &batches, CONNECTIONS).rate * BATCH as f64;
    let memory = anonymous_mib(server.id());
    print("batches of 20, 8 connections", before, memory);
    drop(server);
    for (what, parameters) in [("one stream", ""), ("one stream, hits only", "?hits_only=true")] {
        // Another server, whose cache of fuzzy expansions is empty.
        let server = started();
        let time = streamed(server.address, parameters, &file);
        print(what, queries.len() as f64 / time.as_secs_f64(), anonymous_mib(server.id()));
    }
    for (what, options) in [
        ("tamis screen --all, to lines of JSON", &["--all", "--output-form", "ndjson"][..]),
        ("tamis screen, hits to a table", &[]),
    ] {
        let (rate, memory) = screened(folder.path(), &file, options);
        print(what, rate, memory);
    }
    let server = started();
    let address = format!("http://{}", server.address);
    let (rate, memory) = screened(folder.path(), &file, &["--server", &address]);
    print("tamis screen --server, hits to a table", rate, memory);
}

fn started() -> Server {
    Server::ready(&support::snapshots_folder(), &["--log", "off"])
}

fn print(what: &str, rate: f64, memory: f64) {
    println!("{what:<44} {rate:>12.0} {memory:>14.0}");
}

fn lines(queries: &[Asked]) -> String {
    let line = |(at, asked): (usize, &Asked)| {
        let query = json!({"id": at, "schema": asked.schema.as_str(), "name": asked.name});
        format!("{query}\n")
    };
    queries.iter().enumerate().map(line).collect()
}

/// Sends a file as one stream and reads the answer at the same time.
fn streamed(address: SocketAddr, parameters: &str, file: &Path) -> Duration {
    let text = fs::read(file).expect("the file");
    let stream = TcpStream::connect(address).expect("the server accepts");
    let mut sender = stream.try_clone().expect("a handle");
    let began = Instant::now();
    std::thread::scope(|threads| {
        threads.spawn(move || {
            // With HTTP/1.0 the answer ends with the connection.
            let head = format!(
                "POST /api/match/default/stream{parameters} HTTP/1.0\r\nContent-Length: {}\r\n\r\n",
                text.len()
            );
            sender.write_all(head.as_bytes()).and_then(|()| sender.write_all(&text))
        });
        let mut answer = BufReader::with_capacity(1 << 20, &stream);
        let mut status = String::new();
        answer.read_line(&mut status).expect("a status");
        assert!(status.contains(" 200 "), "{status}");
        while let Ok(block) = answer.fill_buf() {
            let read = block.len();
            if read == 0 {
                break;
            }
            answer.consume(read);
        }
    });
    let _ = stream.shutdown(Shutdown::Both);
    began.elapsed()
}

/// Returns customers per second as the program reports them, and its memory.
fn screened(folder: &Path, file: &Path, options: &[&str]) -> (f64, f64) {
    let summary = folder.join("summary.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .arg("screen")
        .arg(file)
        .arg("--snapshots")
        .arg(support::snapshots_folder())
        .arg("--output")
        .arg(folder.join("hits"))
        .arg("--summary")
        .arg(&summary)
        .args(options)
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut most = 0.0_f64;
    while child.try_wait().expect("a process").is_none() {
        most = most.max(anonymous_mib(child.id()));
        std::thread::sleep(Duration::from_millis(20));
    }
    let text = fs::read(&summary).expect("a summary");
    let summary: Value = serde_json::from_slice(&text).expect("JSON");
    (summary["customers_per_second"].as_f64().expect("a number"), most)
}

/// Memory of a process without mapped files.
fn anonymous_mib(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or_default() / 1024.0
}
