//! Compares the server's cost of a match with that of a bare echo.
//!
//! The echo uses the same web framework with no service: it reads a request and answers with as many
//! bytes as the match does. Both run as processes of their own and get the same requests in one run.
//! They are compared by processor time per request.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench echo`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use process::{Server, processor_time};
use support::load::{CONNECTIONS, Measured, closed, request};

// The server's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Queries of each class, when they are generated.
const EACH: usize = 2000;
/// Argument that starts this program as the echo, followed by the length of its answers.
const ECHO: &str = "--echo";

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != ECHO).skip(1);
    match arguments.next() {
        Some(length) => serve_echo(length.parse().expect("a number of bytes")),
        None => compare(),
    }
}

fn compare() {
    let snapshot = support::snapshot();
    let classes = support::queries(&snapshot, EACH);
    drop(snapshot);
    let server = Server::ready(&support::snapshots_folder(), &[]);
    println!(
        "{:<28} {:>12} {:>12} {:>12} {:>8}",
        "class", "answer bytes", "match µs", "echo µs", "times"
    );
    for (class, queries) in classes {
        let requests: Vec<Vec<u8>> = queries.chunks(1).map(request).collect();
        let (matched, by_match) = timed(server.id(), server.address, &requests);
        let echo = Echo::start(matched.answer_bytes);
        let (_, by_echo) = timed(echo.child.id(), echo.address, &requests);
        println!(
            "{class:<28} {:>12} {by_match:>12.1} {by_echo:>12.1} {:>8.1}",
            matched.answer_bytes,
            by_match / by_echo
        );
    }
}

/// Loads a process; returns its processor time per request, in µs.
fn timed(process: u32, address: SocketAddr, requests: &[Vec<u8>]) -> (Measured, f64) {
    let before = processor_time(process);
    let measured = closed(address, requests, CONNECTIONS);
    let took: Duration = processor_time(process) - before;
    let each = took.as_secs_f64() * 1e6 / measured.count() as f64;
    (measured, each)
}

/// This program, running as the echo; killed when dropped.
struct Echo {
    child: Child,
    address: SocketAddr,
}

impl Echo {
    fn start(length: u64) -> Self {
        let itself = std::env::current_exe().expect("a running program");
        let mut child = Command::new(itself)
            .args([ECHO, &length.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the echo starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut line).expect("a line");
        Self { child, address: line.trim().parse().expect("an address") }
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::main]
async fn serve_echo(length: usize) {
    let answer = Bytes::from(vec![b' '; length]);
    let echo = post(move |_: Bytes| std::future::ready(answer.clone()));
    let router = TowerToHyperService::new(Router::new().route("/api/match/{collection}", echo));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("{}", listener.local_addr().expect("an address"));
    loop {
        let (stream, _) = listener.accept().await.expect("a connection");
        stream.set_nodelay(true).expect("a TCP stream");
        let serving = http1::Builder::new().serve_connection(TokioIo::new(stream), router.clone());
        tokio::spawn(serving);
    }
}
