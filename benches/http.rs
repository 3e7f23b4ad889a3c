//! What does a client get over HTTP: single queries on one connection, batches of 20 on many?
//!
//! Starts the real server on a free port; the load comes from this process, on the same cores.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench http`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use process::Server;
use serde_json::{Map, json};

/// Queries of each class.
const EACH: usize = 2000;
/// Queries in a batch: the most that one request may hold.
const BATCH: usize = 20;
/// How long each measurement runs.
const DURATION: Duration = Duration::from_secs(5);

fn main() {
    let snapshot = support::snapshot();
    let mut names: Vec<String> = Vec::new();
    let classes = support::queries(&snapshot, EACH);
    for at in 0..EACH {
        names.extend(classes.iter().map(|(_, of_class)| of_class[at].clone()));
    }
    drop(snapshot);
    let server = Server::start(&support::snapshots_folder(), &[]);
    server.until("/readyz", |body| body.contains("\"ready\""));

    println!(
        "{:<34} {:>10} {:>9} {:>9} {:>12}",
        "load", "requests/s", "p50 µs", "p99 µs", "answers/s"
    );
    let singles: Vec<Vec<u8>> =
        names.iter().map(|name| request(std::slice::from_ref(name))).collect();
    let batches: Vec<Vec<u8>> = names.chunks(BATCH).map(request).collect();
    measure("single queries, 1 connection", &server, &singles, 1, 1);
    measure("single queries, 8 connections", &server, &singles, 8, 1);
    measure("batches of 20, 1 connection", &server, &batches, 1, BATCH);
    measure("batches of 20, 4 connections", &server, &batches, 4, BATCH);
}

fn request(names: &[String]) -> Vec<u8> {
    let query = |name: &String| json!({"schema": "LegalEntity", "properties": {"name": [name]}});
    let queries: Map<_, _> =
        names.iter().enumerate().map(|(at, name)| (format!("q{at}"), query(name))).collect();
    let body = json!({"queries": queries}).to_string();
    let head = format!(
        "POST /api/match/default HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}

fn measure(load: &str, server: &Server, requests: &[Vec<u8>], connections: usize, queries: usize) {
    let started = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..connections)
            .map(|client| {
                let stream = server.connect();
                scope.spawn(move || ask_for(stream, requests, client * 7919, started))
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect()
    });
    let rate = times.len() as f64 / started.elapsed().as_secs_f64();
    let (p50, p99, _) = support::percentiles(&mut times);
    println!(
        "{load:<34} {rate:>10.0} {:>9} {:>9} {:>12.0}",
        p50.as_micros(),
        p99.as_micros(),
        rate * queries as f64
    );
}

/// Sends requests one after the other on one connection until the time is over.
fn ask_for(
    stream: TcpStream,
    requests: &[Vec<u8>],
    first: usize,
    started: Instant,
) -> Vec<Duration> {
    stream.set_nodelay(true).expect("a TCP stream");
    let mut reader = BufReader::with_capacity(1 << 17, stream);
    let mut times = Vec::new();
    let mut at = first;
    while started.elapsed() < DURATION {
        let sent = Instant::now();
        reader.get_mut().write_all(&requests[at % requests.len()]).expect("the server reads");
        let status = read_answer(&mut reader);
        assert_eq!(status, 200, "request {at}");
        times.push(sent.elapsed());
        at += 1;
    }
    times
}

/// Reads one answer with a length and gives its status.
fn read_answer(reader: &mut BufReader<TcpStream>) -> u16 {
    let (mut status, mut length) = (0, 0);
    let mut line = String::new();
    loop {
        line.clear();
        reader.read_line(&mut line).expect("a line of the head");
        let text = line.trim_end();
        if text.is_empty() {
            break;
        }
        if let Some(rest) = text.strip_prefix("HTTP/1.1 ") {
            status = rest[..3].parse().expect("a status");
        } else if let Some((_, value)) = text.split_once(':')
            && text.to_ascii_lowercase().starts_with("content-length:")
        {
            length = value.trim().parse().expect("a length");
        }
    }
    std::io::copy(&mut reader.by_ref().take(length), &mut std::io::sink()).expect("a body");
    status
}
