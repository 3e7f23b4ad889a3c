//! One connection that is kept open for several requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

pub struct Connection {
    stream: BufReader<TcpStream>,
}

/// An answer, read to the end.
#[derive(Debug)]
pub struct Received {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let named = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Connection {
    pub fn new(stream: TcpStream) -> Self {
        stream.set_nodelay(true).expect("a socket option");
        Self { stream: BufReader::new(stream) }
    }

    pub fn get(&mut self, path: &str) -> Received {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n"))
    }

    pub fn post_json(&mut self, path: &str, body: &str) -> Received {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// Sends bytes and reads the answer that they complete.
    pub fn send(&mut self, request: &str) -> Received {
        self.stream.get_mut().write_all(request.as_bytes()).expect("the server reads");
        let status_line = self.line();
        let status = status_line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status in {status_line:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_owned(), value.trim().to_owned()));
        }
        let mut received = Received { status, headers, body: Vec::new() };
        let length = received.header("content-length").and_then(|length| length.parse().ok());
        received.body.resize(length.expect("a length"), 0);
        self.stream.read_exact(&mut received.body).expect("the whole body");
        received
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        assert!(line.ends_with("\r\n"), "the connection ended after {line:?}");
        line.trim_end().to_owned()
    }
}
