//! The body of a stream: taken from the connection as it comes, and unpacked.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use flate2::read::MultiGzDecoder;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::api::http::error::{ApiError, Given};
use crate::limits;

/// How the body is packed (RFC 9110, 8.4.1; zstd: RFC 8878).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Plain,
    Gzip,
    Zstd,
}

/// Why the body ended before its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum BodyFault {
    #[error("the body ended before it was complete")]
    BrokeOff,
    #[error("the client sent nothing for {0:?}")]
    Stalled(Duration),
}

impl Coding {
    /// What the headers say.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, ApiError> {
        let given: Vec<&[u8]> = headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .map(|value| value.as_bytes())
            .collect();
        let given = String::from_utf8_lossy(&given.join(&b","[..])).trim().to_ascii_lowercase();
        match given.as_str() {
            "" | "identity" => Ok(Self::Plain),
            "gzip" | "x-gzip" => Ok(Self::Gzip),
            "zstd" => Ok(Self::Zstd),
            other => Err(ApiError::UnknownCoding(Given::new(other))),
        }
    }

    /// What comes out of a packed body. Memory does not grow with it.
    pub(super) fn unpacked(self, body: Pumped) -> Unpacked {
        let zstd = |body| -> io::Result<_> {
            let mut decoder = zstd::Decoder::new(body)?;
            decoder.window_log_max(limits::STREAM_ZSTD_WINDOW_LOG_MAX)?;
            Ok(decoder)
        };
        match self {
            Self::Plain => Box::new(body),
            Self::Gzip => Box::new(MultiGzDecoder::new(body)),
            Self::Zstd => match zstd(body) {
                Ok(decoder) => Box::new(decoder),
                Err(error) => Box::new(Failed(Some(error))),
            },
        }
    }
}

/// Unpacked bytes.
pub(super) type Unpacked = Box<dyn Read + Send>;

/// What could not be begun.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A body that a task takes from the connection, for a thread that reads it.
pub(super) struct Pumped {
    receiver: mpsc::Receiver<Result<Bytes, BodyFault>>,
    piece: Bytes,
}

/// Begins to take a body from its connection, so much of it as its reader has room for. A body that
/// stalls is given up.
pub(super) async fn pumped(body: Body) -> Pumped {
    let (sender, receiver) = mpsc::channel(limits::STREAM_PIECES_AHEAD);
    let mut pieces = body.into_data_stream();
    let mut first = pieces.next().now_or_never();
    if first.is_none() {
        // A client may wait with the body until it is asked for it (`Expect: 100-continue`), and the
        // connection asks only as long as it has not begun with the answer.
        tokio::task::yield_now().await;
    }
    tokio::spawn(async move {
        loop {
            let stalled = BodyFault::Stalled(limits::STREAM_STALL_MAX);
            let next = async {
                match first.take() {
                    Some(first) => first,
                    None => pieces.next().await,
                }
            };
            let piece = match timeout(limits::STREAM_STALL_MAX, next).await {
                Ok(None) => return,
                Ok(Some(Ok(piece))) => Ok(piece),
                Ok(Some(Err(_))) => Err(BodyFault::BrokeOff),
                Err(_) => Err(stalled),
            };
            let is_last = piece.is_err();
            if sender.send(piece).await.is_err() || is_last {
                return;
            }
        }
    });
    Pumped { receiver, piece: Bytes::new() }
}

impl Read for Pumped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.receiver.blocking_recv() {
                None => return Ok(0),
                Some(Ok(piece)) => self.piece = piece,
                Some(Err(fault)) => return Err(io::Error::other(fault)),
            }
        }
        let taken = self.piece.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&self.piece.split_to(taken));
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn codings_are_known_by_name() {
        for (given, expected) in [
            (&[][..], Some(Coding::Plain)),
            (&["identity"], Some(Coding::Plain)),
            (&["GZIP"], Some(Coding::Gzip)),
            (&["zstd"], Some(Coding::Zstd)),
            (&["br"], None),
            (&["gzip", "zstd"], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in given {
                headers.append(header::CONTENT_ENCODING, HeaderValue::from_static(value));
            }
            assert_eq!(Coding::of(&headers).ok(), expected, "{given:?}");
        }
    }
}
