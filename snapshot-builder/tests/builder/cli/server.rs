//! A publisher's server on a free port of this machine, which answers as a test says.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// A request, as far as tests look at it.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// The first byte asked for.
    pub(crate) fn from(&self) -> Option<usize> {
        let range = self.header("range")?.strip_prefix("bytes=")?;
        range.split('-').next()?.parse().ok()
    }
}

/// What the server does.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    status: &'static str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    /// Bytes of the body that are sent; then the connection is closed, or held without a byte.
    sent: usize,
    then_holds: bool,
}

impl Answer {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::status("200 OK", body)
    }

    pub(crate) fn status(status: &'static str, body: impl Into<Vec<u8>>) -> Self {
        let body = body.into();
        let sent = body.len();
        let length = ("Content-Length".to_owned(), sent.to_string());
        Self { status, headers: vec![length], body, sent, then_holds: false }
    }

    /// A body whose end is that of the connection.
    pub(crate) fn without_length(body: impl Into<Vec<u8>>) -> Self {
        Self { headers: Vec::new(), ..Self::ok(body) }
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Breaks the connection after so many bytes of the body, if it is longer.
    pub(crate) fn cut(mut self, sent: usize) -> Self {
        self.sent = sent.min(self.body.len());
        self
    }

    /// Announces another length than that of the body.
    pub(crate) fn announced(mut self, length: usize) -> Self {
        self.headers.retain(|(name, _)| name != "Content-Length");
        self.with("Content-Length", length.to_string())
    }

    /// Sends nothing more after so many bytes of the body, and holds the connection.
    pub(crate) fn stalled(mut self, sent: usize) -> Self {
        (self.sent, self.then_holds) = (sent, true);
        self
    }

    /// The part of a whole body that a request asks for.
    pub(crate) fn part(whole: &[u8], from: usize) -> Self {
        let range = format!("bytes {from}-{}/{}", whole.len() - 1, whole.len());
        Self::status("206 Partial Content", &whole[from..]).with("Content-Range", range)
    }
}

/// The server; it ends with this value.
pub(crate) struct Server {
    address: std::net::SocketAddr,
    seen: Arc<Mutex<Vec<Request>>>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Answers each request as `answer` says; it is told how many there were before.
    pub(crate) fn start(answer: impl Fn(&Request, usize) -> Answer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let (seen, ends) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (all, end) = (Arc::clone(&seen), Arc::clone(&ends));
        let thread = std::thread::spawn(move || {
            // Held until the end, so that whoever waits on them waits in vain.
            let mut held = Vec::new();
            for stream in listener.incoming() {
                if end.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let Some(request) = read(&stream) else { continue };
                let before = {
                    let mut all = all.lock().expect("not poisoned");
                    all.push(request.clone());
                    all.len() - 1
                };
                held.extend(write(stream, &answer(&request, before)));
            }
        });
        Self { address, seen, ends, thread: Some(thread) }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// All requests so far.
    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().expect("not poisoned").clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        // The thread waits for a connection.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers = lines.take_while(|line| !line.is_empty()).filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_ascii_lowercase(), value.trim().to_owned()))
    });
    Some(Request { path, headers: headers.collect() })
}

/// Gives the connection back where it is to be held.
fn write(mut stream: TcpStream, answer: &Answer) -> Option<TcpStream> {
    let Answer { status, headers, body, sent, then_holds } = answer;
    let mut head = format!("HTTP/1.1 {status}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    // The client may have gone.
    let _ = stream.write_all(format!("{head}\r\n").as_bytes());
    let _ = stream.write_all(&body[..*sent]);
    let _ = stream.flush();
    then_holds.then_some(stream)
}
