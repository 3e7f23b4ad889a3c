//! Load on a server: requests on several connections, one after the other or at a rate of their
//! own, and what their answers took. Every time is kept, so percentiles are exact.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Map, json};

use super::{Asked, Numbers};

/// How long each measurement runs.
pub const DURATION: Duration = Duration::from_secs(5);
/// Connections on which a server is loaded.
pub const CONNECTIONS: usize = 8;
/// Share of the greatest rate at which an open loop asks.
pub const OPEN_LOAD: f64 = 0.7;

/// The queries of all classes, mixed; the same order in every run.
pub fn mixed(classes: Vec<(String, Vec<Asked>)>) -> Vec<Asked> {
    let mut queries: Vec<Asked> = classes.into_iter().flat_map(|(_, queries)| queries).collect();
    let mut numbers = Numbers(7);
    for at in (1..queries.len()).rev() {
        queries.swap(at, numbers.below(at + 1));
    }
    queries
}

/// Queries in a batch: the most that one request may hold.
pub const BATCH: usize = 20;

/// The queries of all classes as requests, of one query each and of [`BATCH`].
pub fn singles_and_batches(each: usize) -> [Vec<Vec<u8>>; 2] {
    let queries = mixed(super::queries(&super::snapshot(), each));
    [1, BATCH].map(|size| queries.chunks(size).map(request).collect())
}

/// A match request, head and body.
pub fn request(queries: &[Asked]) -> Vec<u8> {
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

/// What the answers of one measurement took.
pub struct Measured {
    /// Ascending.
    times: Vec<Duration>,
    /// Answers per second.
    pub rate: f64,
    /// Mean length of the answers' bodies, in bytes.
    pub answer_bytes: u64,
}

impl Measured {
    pub fn at(&self, share: f64) -> Duration {
        self.times[((self.times.len() - 1) as f64 * share) as usize]
    }

    pub fn count(&self) -> usize {
        self.times.len()
    }

    pub fn print_head() {
        println!(
            "{:<36} {:>10} {:>9} {:>9} {:>9} {:>12}",
            "load", "requests/s", "p50 µs", "p99 µs", "p99.9 µs", "answers/s"
        );
    }

    /// A line of the table; each request has so many queries.
    pub fn print(&self, load: &str, queries: usize) {
        if self.times.is_empty() {
            return println!("{load:<36} none");
        }
        let [p50, p99, p999] = [0.5, 0.99, 0.999].map(|share| self.at(share).as_micros());
        let answers = self.rate * queries as f64;
        println!("{load:<36} {:>10.0} {p50:>9} {p99:>9} {p999:>9} {answers:>12.0}", self.rate);
    }
}

/// A closed loop: a connection asks again when it has its answer.
pub fn closed(address: SocketAddr, requests: &[Vec<u8>], connections: usize) -> Measured {
    run(connections, |client| {
        let mut connection = Connection::to(address);
        let (started, mut times) = (Instant::now(), Vec::new());
        for at in client * 7919.. {
            if started.elapsed() > DURATION {
                break;
            }
            let sent = Instant::now();
            connection.ask(&requests[at % requests.len()]);
            times.push(sent.elapsed());
        }
        (times, connection.bytes)
    })
}

/// An open loop on all connections: requests are due at fixed times, so many a second, and the time
/// of an answer counts from when its request was due. A server that falls behind cannot hide it by
/// being asked less.
pub fn open(address: SocketAddr, requests: &[Vec<u8>], rate: f64, duration: Duration) -> Measured {
    let pause = Duration::from_secs_f64(CONNECTIONS as f64 / rate);
    run(CONNECTIONS, |client| {
        let mut connection = Connection::to(address);
        let mut due = Instant::now() + pause.mul_f64(client as f64 / CONNECTIONS as f64);
        let (end, mut times) = (due + duration, Vec::new());
        for at in client * 7919.. {
            if due > end {
                break;
            }
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            connection.ask(&requests[at % requests.len()]);
            times.push(due.elapsed());
            due += pause;
        }
        (times, connection.bytes)
    })
}

/// More requests than a server can answer: those answered, and those turned away with 503.
pub struct Overload {
    pub answered: Measured,
    pub shed: Measured,
}

/// An open loop on so many connections, far beyond what the server can answer. Times count from when a
/// request was sent: what had to wait here, because all connections had theirs, says nothing of the
/// server.
pub fn overload(
    address: SocketAddr,
    requests: &[Vec<u8>],
    rate: f64,
    connections: usize,
) -> Overload {
    let pause = Duration::from_secs_f64(connections as f64 / rate);
    let shed = Mutex::new(Vec::new());
    let answered = run(connections, |client| {
        let mut connection = Connection::to(address);
        let mut due = Instant::now() + pause.mul_f64(client as f64 / connections as f64);
        let (end, mut times, mut shed_times) = (due + DURATION, Vec::new(), Vec::new());
        for at in client * 7919.. {
            if Instant::now() > end {
                break;
            }
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            let sent = Instant::now();
            match connection.ask_any(&requests[at % requests.len()]) {
                200 => times.push(sent.elapsed()),
                503 => shed_times.push(sent.elapsed()),
                status => panic!("{status}"),
            }
            due += pause;
        }
        shed.lock().expect("no client panicked").extend(shed_times);
        (times, connection.bytes)
    });
    let mut times = shed.into_inner().expect("no client panicked");
    times.sort_unstable();
    let rate = times.len() as f64 / DURATION.as_secs_f64();
    Overload { answered, shed: Measured { times, rate, answer_bytes: 0 } }
}

/// Runs as many clients at once; each gives the times of its answers and their bytes.
fn run(connections: usize, client: impl Fn(usize) -> (Vec<Duration>, u64) + Sync) -> Measured {
    let (started, client) = (Instant::now(), &client);
    let (mut times, mut bytes) = (Vec::new(), 0);
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..connections).map(|at| scope.spawn(move || client(at))).collect();
        for client in clients {
            let (its_times, its_bytes) = client.join().expect("a client ends");
            times.extend(its_times);
            bytes += its_bytes;
        }
    });
    let rate = times.len() as f64 / started.elapsed().as_secs_f64();
    times.sort_unstable();
    Measured { rate, answer_bytes: bytes / times.len().max(1) as u64, times }
}

struct Connection {
    stream: BufReader<TcpStream>,
    /// Of the bodies that were read.
    bytes: u64,
}

impl Connection {
    fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server accepts");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream.set_nodelay(true).expect("a TCP stream");
        Self { stream: BufReader::with_capacity(1 << 17, stream), bytes: 0 }
    }

    /// Sends a request and reads its answer, which must be good.
    fn ask(&mut self, request: &[u8]) {
        assert_eq!(self.ask_any(request), 200);
    }

    /// Sends a request and reads its answer; gives its status.
    fn ask_any(&mut self, request: &[u8]) -> u16 {
        self.stream.get_mut().write_all(request).expect("the server reads");
        let (status, length) = self.read_head();
        let body = &mut self.stream.by_ref().take(length);
        self.bytes += std::io::copy(body, &mut std::io::sink()).expect("a body");
        status
    }

    /// The status of an answer and the length of its body.
    fn read_head(&mut self) -> (u16, u64) {
        let (mut status, mut length) = (0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line).expect("a line of the head");
            let text = line.trim_end();
            if text.is_empty() {
                return (status, length);
            }
            if let Some(rest) = text.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().expect("a status");
            } else if let Some((_, value)) = text.split_once(':')
                && text.to_ascii_lowercase().starts_with("content-length:")
            {
                length = value.trim().parse().expect("a length");
            }
        }
    }
}
