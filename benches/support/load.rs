//! Load on a server: requests on several connections, one after the other or at a rate of their
//! own, and what their answers took. Every time is kept, so percentiles are exact.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Map, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime;

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

/// An open loop on so many connections, far beyond what the server can answer, from one thread: many
/// would wait for each other. The first second is not counted, in which a queue for bursts fills once.
/// Times count from when a request was sent: what had to wait here, because
/// all connections had theirs, says nothing of the server.
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

/// One connection of [`overload`]: the times of its answers, and of its refusals.
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
        // The timer's steps are a millisecond; what is late is not made up for by a burst.
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

/// The status of an answer that has come to its end.
fn whole_answer(bytes: &[u8]) -> Option<u16> {
    let head_end = bytes.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..head_end]).expect("a head of ASCII");
    let (status, length) = head_of(head.lines());
    (bytes.len() >= head_end + length).then_some(status)
}

/// The status of an answer and the length of its body.
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

/// One connection, which asks when it has its answer.
pub struct Connection {
    stream: BufReader<TcpStream>,
    /// Of the bodies that were read.
    bytes: u64,
}

impl Connection {
    pub fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server accepts");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream.set_nodelay(true).expect("a TCP stream");
        Self { stream: BufReader::with_capacity(1 << 17, stream), bytes: 0 }
    }

    /// Sends a request and reads its answer, which must be good.
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
