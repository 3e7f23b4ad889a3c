//! What does a client get over HTTP: single queries on one connection, batches of 20 on many, and
//! requests that come at a rate of their own?
//!
//! Starts the real server on a free port; the load comes from this process, on the same cores. In a
//! closed loop a connection asks again when it has its answer. In the open loop requests are due at
//! fixed times, and the time of an answer counts from when its request was due: a server that
//! falls behind cannot hide it by being asked less.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench http`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use process::Server;
use serde_json::{Map, json};
use support::{Asked, Numbers};

/// Queries of each class, where they are our own.
const EACH: usize = 2000;
/// Queries in a batch: the most that one request may hold.
const BATCH: usize = 20;
/// Connections on which the server is loaded.
const CONNECTIONS: usize = 8;
/// How long each measurement runs.
const DURATION: Duration = Duration::from_secs(5);
/// Share of the greatest rate at which the open loop asks.
const OPEN_LOAD: f64 = 0.7;

fn main() {
    let snapshot = support::snapshot();
    let classes = support::queries(&snapshot, EACH);
    drop(snapshot);
    let mut queries: Vec<Asked> = classes.into_iter().flat_map(|(_, queries)| queries).collect();
    let mut numbers = Numbers(7);
    for at in (1..queries.len()).rev() {
        queries.swap(at, numbers.below(at + 1));
    }
    let server = Server::start(&support::snapshots_folder(), &[]);
    server.until("/readyz", |body| body.contains("\"ready\""));

    println!(
        "{:<34} {:>10} {:>9} {:>9} {:>9} {:>12}",
        "load", "requests/s", "p50 µs", "p99 µs", "p99.9 µs", "answers/s"
    );
    let singles: Vec<Vec<u8>> = queries.chunks(1).map(request).collect();
    let batches: Vec<Vec<u8>> = queries.chunks(BATCH).map(request).collect();
    let closed = |load: &str, requests: &[Vec<u8>], connections: usize, each: usize| {
        measure(load, connections, each, |client| {
            ask_in_turn(server.connect(), requests, client * 7919)
        })
    };
    closed("single, 1 connection", &singles, 1, 1);
    let most = closed("single, 8 connections", &singles, CONNECTIONS, 1);
    closed("batches of 20, 1 connection", &batches, 1, BATCH);
    closed("batches of 20, 8 connections", &batches, CONNECTIONS, BATCH);
    let pause = Duration::from_secs_f64(CONNECTIONS as f64 / (most * OPEN_LOAD));
    measure("single, open, 70 % of the most", CONNECTIONS, 1, |client| {
        let first = pause.mul_f64(client as f64 / CONNECTIONS as f64);
        ask_when_due(server.connect(), &singles, client * 7919, first, pause)
    });
}

fn request(queries: &[Asked]) -> Vec<u8> {
    let query = |asked: &Asked| json!({"schema": asked.schema.as_str(), "properties": {"name": [asked.name]}});
    let queries: Map<_, _> =
        queries.iter().enumerate().map(|(at, asked)| (format!("q{at}"), query(asked))).collect();
    let body = json!({"queries": queries}).to_string();
    let head = format!(
        "POST /api/match/default HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    (head + &body).into_bytes()
}

/// Runs as many clients, prints what their answers took, and gives the requests per second.
fn measure(
    load: &str,
    connections: usize,
    queries: usize,
    client: impl Fn(usize) -> Vec<Duration> + Sync,
) -> f64 {
    let started = Instant::now();
    let client = &client;
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..connections).map(|at| scope.spawn(move || client(at))).collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect()
    });
    let rate = times.len() as f64 / started.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_micros();
    println!(
        "{load:<34} {rate:>10.0} {:>9} {:>9} {:>9} {:>12.0}",
        at(0.5),
        at(0.99),
        at(0.999),
        rate * queries as f64
    );
    rate
}

/// Sends requests one after the other on one connection until the time is over.
fn ask_in_turn(stream: TcpStream, requests: &[Vec<u8>], first: usize) -> Vec<Duration> {
    let mut connection = Connection::new(stream);
    let (started, mut times) = (Instant::now(), Vec::new());
    for at in first.. {
        if started.elapsed() > DURATION {
            break;
        }
        let sent = Instant::now();
        connection.ask(&requests[at % requests.len()]);
        times.push(sent.elapsed());
    }
    times
}

/// Sends a request whenever one is due, or as soon as the one before it is answered.
fn ask_when_due(
    stream: TcpStream,
    requests: &[Vec<u8>],
    first: usize,
    begin: Duration,
    pause: Duration,
) -> Vec<Duration> {
    let mut connection = Connection::new(stream);
    let (mut due, mut times) = (Instant::now() + begin, Vec::new());
    let end = due + DURATION;
    for at in first.. {
        if due > end {
            break;
        }
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        connection.ask(&requests[at % requests.len()]);
        times.push(due.elapsed());
        due += pause;
    }
    times
}

struct Connection(BufReader<TcpStream>);

impl Connection {
    fn new(stream: TcpStream) -> Self {
        stream.set_nodelay(true).expect("a TCP stream");
        Self(BufReader::with_capacity(1 << 17, stream))
    }

    /// Sends a request and reads its answer, which must be good.
    fn ask(&mut self, request: &[u8]) {
        self.0.get_mut().write_all(request).expect("the server reads");
        assert_eq!(read_answer(&mut self.0), 200);
    }
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
