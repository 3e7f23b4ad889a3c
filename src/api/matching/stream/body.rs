//! The body of a stream, taken from the connection as it comes.

use std::io::{self, Read};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::limits;

/// Why the body ended before its end.
#[derive(Debug, thiserror::Error)]
pub(super) enum BodyFault {
    #[error("the body ended before it was complete")]
    BrokeOff,
    #[error("the client sent nothing for {0:?}")]
    Stalled(Duration),
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
