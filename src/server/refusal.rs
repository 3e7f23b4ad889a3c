//! Errors of the HTTP library in the shape of all others (decisions D4).
//!
//! What cannot be read as a request never reaches a route: the library answers it by itself, with a
//! head and no body, and closes the connection. No answer of ours is an error without a body, so
//! such a head is known when it is written, and is sent with the body that says what was wrong.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use hyper::rt::{Read, ReadBufCursor, Write};

use crate::api::http::error::ApiError;

/// What the library writes in the head of an answer without a body.
const EMPTY: &[u8] = b"\r\ncontent-length: 0\r\n";

/// A connection whose bare refusals are written as JSON.
pub(super) struct Explained<T> {
    stream: T,
    /// The refusal that is written in place of the library's, and how much of it is.
    refusal: Option<(Vec<u8>, usize)>,
}

impl<T> Explained<T> {
    pub(super) fn new(stream: T) -> Self {
        Self { stream, refusal: None }
    }
}

impl<T: Write + Unpin> Explained<T> {
    /// Writes the refusal in place of `head`, whose length is then told as written.
    fn poll_refuse(&mut self, cx: &mut Context<'_>, head: &[u8]) -> Poll<io::Result<usize>> {
        while let Some((text, written)) = &mut self.refusal {
            if *written == text.len() {
                self.refusal = None;
                break;
            }
            *written += ready!(Pin::new(&mut self.stream).poll_write(cx, &text[*written..]))?;
        }
        Poll::Ready(Ok(head.len()))
    }

    /// Whether a refusal is under way, or begins with this head.
    fn refuses(&mut self, head: &[u8]) -> bool {
        if self.refusal.is_none() {
            self.refusal = explained(head).map(|text| (text, 0));
        }
        self.refusal.is_some()
    }
}

/// The refusal in place of a head without a body; `None` for anything else that is written.
fn explained(head: &[u8]) -> Option<Vec<u8>> {
    let status = head.strip_prefix(b"HTTP/1.1 4").or_else(|| head.strip_prefix(b"HTTP/1.0 4"))?;
    let at = head.windows(EMPTY.len()).position(|window| window == EMPTY)?;
    let is_whole = head.ends_with(b"\r\n\r\n");
    let error = match status.get(..2).filter(|_| is_whole)? {
        b"14" => ApiError::AddressTooLong,
        b"31" => ApiError::HeadTooLarge,
        _ => ApiError::NotHttp,
    };
    let body = serde_json::to_vec(&error).ok()?;
    let fields = format!(
        "\r\ncontent-type: application/json\r\ncache-control: no-store\r\ncontent-length: {}\r\n",
        body.len()
    );
    Some([&head[..at], fields.as_bytes(), &head[at + EMPTY.len()..], &body].concat())
}

impl<T: Read + Unpin> Read for Explained<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: Write + Unpin> Write for Explained<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refuses(bytes) {
            return self.poll_refuse(cx, bytes);
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // A refusal is the only piece: nothing is written after it.
        if let [head] = pieces
            && self.refuses(head)
        {
            return self.poll_refuse(cx, head);
        }
        Pin::new(&mut self.stream).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn a_bare_refusal_gets_a_body_and_nothing_else_is_touched() {
        let head = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\
                     content-length: 0\r\ndate: today\r\n\r\n";
        let text = String::from_utf8(explained(head).expect("a refusal")).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.contains("\r\nconnection: close\r\n") && head.ends_with("\r\ndate: today"));
        assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{head}");
        assert!(body.starts_with(r#"{"status":431,"error":"#), "{body}");
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nx",
            "",
        ] {
            assert_eq!(explained(other.as_bytes()), None, "{other}");
        }
    }
}
