//! Load on a server: requests on several connections, in a closed loop or at a fixed rate, and the
//! times of their answers. Every time is kept, so percentiles are exact.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Map, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime;

use super::{Asked, Numbers};

/// Duration of each measurement.
pub const DURATION: Duration = Duration::from_secs(5);
/// Connections on which a server is loaded.
pub const CONNECTIONS: usize = 8;
/// Rate of an open loop, as a share of the greatest rate.
pub const OPEN_LOAD: f64 = 0.7;

/// Mixes the queries of all classes, in the same order in every run.
pub fn mixed(classes: Vec<(String, Vec<Asked>)>) -> Vec<Asked> {
    let mut queries: Vec<Asked> = classes.into_iter().flat_map(|(_, queries)| queries).collect();
    let mut numbers = Numbers(7);
    for at in (1..queries.len()).rev() {
        queries.swap(at, numbers.below(at + 1));
    }
    queries
}

/// Queries in a batch: the most that one request may have.
pub const BATCH: usize = 20;

/// Builds requests from the queries of all classes: of one query each, and of [`BATCH`].
pub fn singles_and_batches(each: usize) -> [Vec<Vec<u8>>; 2] {
    let queries = mixed(super::queries(&super::snapshot(), each));
    [1, BATCH].map(|size| queries.chunks(size).map(request).collect())
}

/// Builds a match request, head and body.
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

/// The answers of one measurement.
pub struct Measured {
    /// Times of the answers, ascending.
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

    /// Prints a line of the table, for requests of this many queries.
    pub fn print(&self, load: &str, queries: usize) {
        if self.times.is_empty() {
            return println!("{load:<36} none");
        }
        let [p50, p99, p999] = [0.5, 0.99, 0.999].map(|share| self.at(share).as_micros());
        let answers = self.rate * queries as f64;
        println!("{load:<36} {:>10.0} {p50:>9} {p99:>9} {p999:>9} {answers:>12.0}", self.rate);
    }
}

/// Runs a closed loop: a connection sends the next request when it has its answer.
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

/// Runs an open loop on all connections: requests are due at fixed times, `rate` a second. The time of
/// an answer counts from the due time of its request, so a server that falls behind cannot hide it
/// (coordinated omission).
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

/// Overload of a server: the requests answered, and those shed with 503.
pub struct Overload {
    pub answered: Measured,
    pub shed: Measured,
}

/// Runs an open loop on many connections, far beyond the capacity of the server, from one thread:
/// several threads would wait for each other. The first second, in which the queue for bursts fills, is
/// not counted. Times count from the sending of a request: a wait for a free connection is no delay of
/// the server.
pub fn overload(
    address: SocketAddr,
    requests: &[Vec<u8>],
    rate: f64,
    connections: usize,
) -> Overload {
    let pause = Duration::from_secs_f64(connections as f64 / rate);
    let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let clients = async {
        let clients: Vec<_> = (0..connections)
            .map(|client| {
                let due = Instant::now() + pause.mul_f64(client as f64 / connections as f64);
                let requests = requests.to_vec();
                tokio::spawn(hurried(address, requests, client * 7919, due, pause))
            })
            .collect();
        let mut all = [Vec::new(), Vec::new()];
        for client in clients {
            let found = client.await.expect("no client panicked");
            all.iter_mut().zip(found).for_each(|(all, found)| all.extend(found));
        }
        all
    };
    let [answered, shed] = runtime.block_on(clients).map(|mut times| {
        times.sort_unstable();
        let rate = times.len() as f64 / DURATION.as_secs_f64();
        Measured { times, rate, answer_bytes: 0 }
    });
    Overload { answered, shed }
}

/// Runs one connection of [`overload`]; returns the times of its answers and of its refusals.
async fn hurried(
    address: SocketAddr,
    requests: Vec<Vec<u8>>,
    first: usize,
    mut due: Instant,
    pause: Duration,
) -> [Vec<Duration>; 2] {
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("the server accepts");
    stream.set_nodelay(true).expect("a TCP stream");
    let counted_from = due + Duration::from_secs(1);
    let end = counted_from + DURATION;
    let (mut times, mut bytes) = ([Vec::new(), Vec::new()], Vec::new());
    for at in first.. {
        if Instant::now() > end {
            break;
        }
        // The timer's resolution is a millisecond; delays are not made up for by bursts.
        tokio::time::sleep_until(due.into()).await;
        let sent = Instant::now();
        stream.write_all(&requests[at % requests.len()]).await.expect("the server reads");
        bytes.clear();
        let status = loop {
            assert_ne!(stream.read_buf(&mut bytes).await.expect("an answer"), 0, "it hangs up");
            if let Some(status) = whole_answer(&bytes) {
                break status;
            }
        };
        if sent >= counted_from {
            times[usize::from(status != 200)].push(sent.elapsed());
        }
        assert!([200, 503].contains(&status), "{status}");
        due = (due + pause).max(sent);
    }
    times
}

/// Returns the status of a complete answer; `None` while it is incomplete.
fn whole_answer(bytes: &[u8]) -> Option<u16> {
    let head_end = bytes.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..head_end]).expect("a head of ASCII");
    let (status, length) = head_of(head.lines());
    (bytes.len() >= head_end + length).then_some(status)
}

/// Parses the status of an answer and the length of its body.
fn head_of<'h>(lines: impl Iterator<Item = &'h str>) -> (u16, usize) {
    let (mut status, mut length) = (0, 0);
    for line in lines {
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest[..3].parse().expect("a status");
        } else if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().expect("a length");
        }
    }
    (status, length)
}

/// Runs this many clients concurrently; each returns the times of its answers and their bytes.
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

/// A connection that sends the next request when it has its answer.
pub struct Connection {
    stream: BufReader<TcpStream>,
    /// Bytes of the bodies that were read.
    bytes: u64,
}

impl Connection {
    pub fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server accepts");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream.set_nodelay(true).expect("a TCP stream");
        Self { stream: BufReader::with_capacity(1 << 17, stream), bytes: 0 }
    }

    /// Sends a request and reads its answer, which must be a success.
    fn ask(&mut self, request: &[u8]) {
        self.stream.get_mut().write_all(request).expect("the server reads");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(self.stream.read_line(&mut head).expect("a line of the head"), 0);
        }
        let (status, length) = head_of(head.lines());
        assert_eq!(status, 200);
        let body = &mut self.stream.by_ref().take(length as u64);
        self.bytes += std::io::copy(body, &mut std::io::sink()).expect("a body");
    }
}
