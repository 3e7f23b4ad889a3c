//! The body of a stream, received incrementally.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::limits;

/// Reason why the body ended early.
#[derive(Debug, thiserror::Error)]
pub(in crate::api) enum BodyFault {
    #[error("the body ended before it was complete")]
    BrokeOff,
    #[error("the client sent nothing for {0:?}")]
    Stalled(Duration),
    #[error("the client sent less than {bytes} bytes in {time:?}")]
    Slow { bytes: usize, time: Duration },
}

/// Rate of recently received bytes: a client that sends too slowly only occupies its place.
#[derive(Debug, Default)]
struct Progress {
    waited: Duration,
    bytes: usize,
}

impl Progress {
    /// Counts bytes received after a wait.
    fn came(&mut self, bytes: usize, waited: Duration) -> Result<(), BodyFault> {
        self.bytes += bytes;
        self.waited += waited;
        if self.bytes >= limits::STREAM_PROGRESS_BYTES {
            *self = Self::default();
        }
        let (bytes, time) = (limits::STREAM_PROGRESS_BYTES, limits::STREAM_PROGRESS_TIME);
        if self.waited <= time { Ok(()) } else { Err(BodyFault::Slow { bytes, time }) }
    }
}

/// A body that a task receives and another thread reads.
pub(in crate::api) struct Pumped {
    receiver: mpsc::Receiver<Result<Bytes, BodyFault>>,
    piece: Bytes,
}

/// Starts to receive a body, only as far as its reader has room. A stalled body is abandoned.
pub(in crate::api) async fn pumped(body: Body) -> Pumped {
    let (sender, receiver) = mpsc::channel(limits::STREAM_PIECES_AHEAD);
    let mut pieces = body.into_data_stream();
    let mut first = pieces.next().now_or_never();
    if first.is_none() {
        // A client may wait for `100 Continue` before it sends the body. The connection sends that
        // only before it starts the answer.
        tokio::task::yield_now().await;
    }
    tokio::spawn(async move {
        let mut progress = Progress::default();
        loop {
            let began = Instant::now();
            let stalled = BodyFault::Stalled(limits::STREAM_STALL_MAX);
            let next = async {
                match first.take() {
                    Some(first) => first,
                    None => pieces.next().await,
                }
            };
            let piece = match timeout(limits::STREAM_STALL_MAX, next).await {
                Ok(None) => return,
                Ok(Some(Ok(piece))) => progress.came(piece.len(), began.elapsed()).map(|()| piece),
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
    use super::*;

    #[test]
    fn a_byte_now_and_then_is_no_progress() {
        let (time, least) = (limits::STREAM_PROGRESS_TIME, limits::STREAM_PROGRESS_BYTES);
        let comes = |bytes: usize, pieces: u32| {
            let mut progress = Progress::default();
            let waited = time / 10;
            (0..pieces).all(|_| progress.came(bytes, waited).is_ok())
        };
        assert!(comes(1, 10) && !comes(1, 11));
        assert!(comes(least / 10 + 1, 1_000));
        assert!(comes(least, 1_000));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_byte_by_byte_is_given_up() {
        let pieces = futures_util::stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_secs(25)).await;
            Some((Ok::<_, std::convert::Infallible>(Bytes::from_static(b" ")), ()))
        });
        let began = Instant::now();
        let mut pumped = pumped(Body::from_stream(pieces)).await;
        let fault = loop {
            match pumped.receiver.recv().await {
                Some(Ok(piece)) => assert_eq!(piece.len(), 1),
                other => break other,
            }
        };
        assert!(matches!(fault, Some(Err(BodyFault::Slow { .. }))), "{fault:?}");
        let time = limits::STREAM_PROGRESS_TIME;
        assert!(began.elapsed() > time && began.elapsed() < time + Duration::from_secs(26));
    }
}
