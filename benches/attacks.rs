//! Load test: ordinary queries during an attack by one client.
//!
//! Eight connections send ordinary single queries all the time, first alone and then under each attack
//! of docs/threat-model.md; every query must be answered. The attacks come from other addresses of this
//! machine and share its processors. Starts the real server on a free port.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench attacks [NAME]`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use hyper::Request;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use process::Server;
use serde_json::{Map, Value, json};
use support::Numbers;
use support::load::{BATCH, CONNECTIONS, closed, singles_and_batches};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Queries of each class, when they are generated.
const EACH: usize = 2000;
/// Time between the start of an attack and the measurement.
const HEAD_START: Duration = Duration::from_secs(2);

/// A running attack.
#[derive(Clone)]
struct Attack {
    server: SocketAddr,
    /// Process id of the server.
    process: u32,
    is_over: Arc<AtomicBool>,
    /// Peak memory of the server during the attack, in bytes.
    memory: Arc<AtomicU64>,
    /// Numbers of requests answered well, and of the others.
    answered: Arc<[AtomicU64; 2]>,
}

type Started = fn(Attack);

/// The attacks by name.
const ATTACKS: [(&str, Started); 8] = [
    ("packed names, 4 connections", packed_names),
    ("hard batches, 1 connection", |attack| hard_batches(attack, 1)),
    ("hard batches, 16 connections", |attack| hard_batches(attack, 16)),
    ("long names, 8 connections", long_names),
    ("untaken answers, 16 of HTTP/2", untaken_answers),
    // Lines that give no output.
    ("abandoned streams", |attack| streams(attack, "hits_only=true", 50)),
    ("unread streams", |attack| streams(attack, "limit=50&details=true", usize::MAX)),
    ("slow bodies of two addresses", slow_bodies),
];

fn main() {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let [singles, _] = singles_and_batches(EACH);
    println!(
        "{:<32} {:>10} {:>8} {:>8} {:>6} {:>8} {:>9} {:>9}",
        "attack", "answers/s", "p50 µs", "p99 µs", "p99/1", "MiB", "its 200s", "others"
    );
    let mut idle = None;
    for (name, start) in [("none", (|_| {}) as Started)].into_iter().chain(ATTACKS) {
        if only.as_ref().is_some_and(|only| name != "none" && !name.contains(only.as_str())) {
            continue;
        }
        // Each attack has a server of its own, so that nothing is left of the one before.
        let server = Server::ready(&support::snapshots_folder(), &[]);
        closed(server.address, &singles, CONNECTIONS);
        let memory = memory_bytes(server.id());
        let attack = Attack {
            server: server.address,
            process: server.id(),
            is_over: Arc::default(),
            memory: Arc::default(),
            answered: Arc::new([AtomicU64::new(0), AtomicU64::new(0)]),
        };
        let attacker = {
            let attack = attack.clone();
            std::thread::spawn(move || under_way(attack, start))
        };
        if name != "none" {
            std::thread::sleep(HEAD_START);
        }
        let found = closed(server.address, &singles, CONNECTIONS);
        attack.is_over.store(true, Ordering::Relaxed);
        attacker.join().expect("the attacker ends");
        let more = attack.memory.load(Ordering::Relaxed).saturating_sub(memory) >> 20;
        let [p50, p99] = [0.5, 0.99].map(|share| found.at(share).as_micros());
        let times = p99 as f64 / *idle.get_or_insert(p99) as f64;
        let [good, other] = [0, 1].map(|at| attack.answered[at].load(Ordering::Relaxed));
        println!(
            "{name:<32} {:>10.0} {p50:>8} {p99:>8} {times:>6.1} {more:>8} {good:>9} {other:>9}",
            found.rate
        );
    }
}

/// Runs an attack on one thread until it is stopped.
fn under_way(attack: Attack, start: Started) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        start(attack.clone());
        while !attack.is_over() {
            attack.memory.fetch_max(memory_bytes(attack.process), Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

impl Attack {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Opens a connection from an address of the attacker.
    async fn connect(&self, last: u8) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(IpAddr::from([127, 0, 0, last]), 0))?;
        socket.connect(self.server).await
    }

    /// Repeats a request on one connection, and on a new one when that ends.
    async fn repeat(self, mut request: impl FnMut() -> Vec<u8>) {
        let mut bytes = Vec::new();
        while !self.is_over() {
            let Ok(mut stream) = self.connect(2).await else { continue };
            while stream.write_all(&request()).await.is_ok() {
                bytes.clear();
                while !is_whole(&bytes) {
                    if !matches!(stream.read_buf(&mut bytes).await, Ok(1..)) {
                        break;
                    }
                }
                let is_good = bytes.starts_with(b"HTTP/1.1 200");
                self.answered[usize::from(!is_good)].fetch_add(1, Ordering::Relaxed);
                if !is_whole(&bytes) {
                    break;
                }
            }
        }
    }
}

/// True if an answer is complete.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|end| end == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    bytes.len() >= end + 4 + length.and_then(|length| length.parse().ok()).unwrap_or(0)
}

/// Builds a match request, head and body.
fn post(body: &[u8], headers: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "POST /api/match/default?limit=50&details=true HTTP/1.1\r\nHost: bench\r\n{headers}Content-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// Builds the queries of a request, each with these names.
fn batch(mut names: impl FnMut() -> Vec<String>) -> Vec<u8> {
    let query =
        |names: Vec<String>| json!({"schema": "LegalEntity", "properties": {"name": names}});
    let queries: Map<String, Value> =
        (0..BATCH).map(|at| (format!("q{at}"), query(names()))).collect();
    json!({ "queries": queries }).to_string().into_bytes()
}

/// Sends 153 bytes that unpack to a thousand copies of a name, each character of which expands to 18
/// letters.
fn packed_names(attack: Attack) {
    let name = "\u{fdfa} ".repeat(256);
    let names = vec![name; 1 << 20 >> 10];
    let body = json!({"queries": {"a": {"schema": "Person", "properties": {"name": names}}}});
    let packed = zstd::encode_all(body.to_string()[..].as_bytes(), 19).expect("packed");
    let request = post(&packed, "Content-Encoding: zstd\r\n");
    for _ in 0..4 {
        let request = request.clone();
        tokio::spawn(attack.clone().repeat(move || request.clone()));
    }
}

/// Sends requests with as many queries and names as are read, in five scripts, never the same twice.
fn hard_batches(attack: Attack, connections: u64) {
    for client in 0..connections {
        let mut numbers = Numbers(client);
        let mut names = move || {
            batch(|| ['а', 'ا', 'α', '一', '가'].map(|first| name_of(first, &mut numbers)).into())
        };
        tokio::spawn(attack.clone().repeat(move || post(&names(), "")));
    }
}

/// Makes three words of consecutive letters from `first` on.
fn name_of(first: char, numbers: &mut Numbers) -> String {
    let mut word = || -> String {
        (0..6).filter_map(|_| char::from_u32(first as u32 + numbers.below(20) as u32)).collect()
    };
    format!("{} {} {}", word(), word(), word())
}

/// Sends requests with the longest names that are read.
fn long_names(attack: Attack) {
    for client in 0..8 {
        let mut numbers = Numbers(client);
        let mut name = move || {
            let name: Vec<String> = (0..60).map(|_| name_of('a', &mut numbers)).collect();
            name.join(" ").chars().take(512).collect::<String>()
        };
        tokio::spawn(
            attack.clone().repeat(move || post(&batch(|| (0..5).map(|_| name()).collect()), "")),
        );
    }
}

/// Requests a hundred long answers on each connection and reads one byte of them.
fn untaken_answers(attack: Attack) {
    let name = || vec!["Mohammed Ali Hassan".to_owned()];
    let body = axum::body::Bytes::from(batch(name));
    for _ in 0..16 {
        let (attack, body) = (attack.clone(), body.clone());
        tokio::spawn(async move {
            let address =
                format!("http://{}/api/match/default?limit=50&details=true", attack.server);
            while !attack.is_over() {
                let mut connector = HttpConnector::new();
                connector.set_local_address(Some(Ipv4Addr::new(127, 0, 0, 2).into()));
                let client: Client<_, Body> = Client::builder(TokioExecutor::new())
                    .http2_only(true)
                    .http2_initial_stream_window_size(1)
                    .build(connector);
                let asked = (0..100).map(|_| {
                    let request = Request::post(&address).body(Body::from(body.clone()));
                    client.request(request.expect("a request"))
                });
                let answers = futures_util::future::join_all(asked).await;
                for answer in &answers {
                    let is_good = answer.as_ref().is_ok_and(|answer| answer.status() == 200);
                    attack.answered[usize::from(!is_good)].fetch_add(1, Ordering::Relaxed);
                }
                // The answers are held until the connection is closed.
                for answer in answers.into_iter().flatten().take(1) {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    drop(answer);
                }
            }
        });
    }
}

/// Returns the head of a stream of queries, and a piece of its lines.
fn stream_of(path: &str) -> (String, Vec<u8>) {
    let line = "{\"id\":\"a\",\"schema\":\"Person\",\"properties\":{\"name\":[\"Qwzx Vbnmk\"]}}\n";
    let lines = line.repeat(1000);
    let head = format!(
        "POST /api/match/default/stream?{path} HTTP/1.1\r\nHost: bench\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    (head, format!("{:x}\r\n{lines}\r\n", lines.len()).into_bytes())
}

/// Sends streams of this many pieces, reads nothing, and disconnects.
fn streams(attack: Attack, parameters: &'static str, pieces: usize) {
    for _ in 0..16 {
        let attack = attack.clone();
        tokio::spawn(async move {
            let (head, lines) = stream_of(parameters);
            while !attack.is_over() {
                let Ok(mut stream) = attack.connect(2).await else { continue };
                let mut sent = stream.write_all(head.as_bytes()).await;
                for _ in 0..pieces {
                    if sent.is_err() {
                        break;
                    }
                    sent = stream.write_all(&lines).await;
                }
                attack.answered[usize::from(sent.is_err())].fetch_add(1, Ordering::Relaxed);
            }
        });
    }
}

/// Sends endless bodies from two addresses, on as many connections as there are places.
fn slow_bodies(attack: Attack) {
    for number in 0..1100_u32 {
        let attack = attack.clone();
        tokio::spawn(async move {
            while !attack.is_over() {
                let Ok(mut stream) = attack.connect(2 + (number % 2) as u8).await else { continue };
                let head = "POST /api/match/default HTTP/1.1\r\nHost: bench\r\nContent-Length: 1000\r\n\r\n{";
                let mut sent = stream.write_all(head.as_bytes()).await;
                while sent.is_ok() && !attack.is_over() {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    sent = stream.write_all(b" ").await;
                }
                attack.answered[1].fetch_add(1, Ordering::Relaxed);
            }
        });
    }
}

/// Anonymous memory of the server in bytes. The mapped snapshot does not count, as the system can evict
/// it.
fn memory_bytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).expect("a line");
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes << 10
}
