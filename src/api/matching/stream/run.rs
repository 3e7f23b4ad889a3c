//! Runs tasks on a pool and sends their answers in order as lines of a streamed answer.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::api::http::error::ApiError;
use crate::api::http::service::Service;
use crate::api::http::shape::{cached, to_json};
use crate::limits;
use crate::receipts::Link;
use tamis_engine::batch::{Ahead, Fault, Weighed, in_order};

/// The answers of one task.
#[derive(Debug, Default)]
pub(in crate::api) struct Made {
    /// Lines of the answer.
    pub(in crate::api) text: Vec<u8>,
    /// The queries of the lines, if they have receipts.
    pub(in crate::api) links: Vec<Link>,
    pub(in crate::api) counts: Counts,
}

/// Counts of a stream, or of a part of it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::api) struct Counts {
    /// Queries answered, including those without a line.
    pub(in crate::api) queries: u64,
    /// Answered queries with a match.
    pub(in crate::api) hits: u64,
    /// Refused lines.
    pub(in crate::api) refused: u64,
    /// Rows of a file with unread parts.
    pub(in crate::api) noted: u64,
    /// Approximate number of bytes read from the file.
    pub(in crate::api) read: usize,
}

impl Weighed for Made {
    fn bytes(&self) -> usize {
        self.text.len() + self.links.iter().map(Link::bytes).sum::<usize>()
    }
}

/// Answers all queries. Returns `None` if it ended early, for instance because the reader of the answer
/// is gone. `between` makes lines to add after those of a task, from the counts so far and the queries of
/// the task; its error ends the answer in place of the lines of the task. Blocks.
pub(in crate::api) fn answer_all<C: Send>(
    service: &Service,
    next: impl FnMut() -> Option<C>,
    answer: impl Fn(C) -> Made + Sync,
    mut between: impl FnMut(&Counts, Vec<Link>) -> Result<Vec<u8>, ApiError> + Send,
    sender: &mpsc::Sender<Bytes>,
) -> Option<Counts> {
    let began = Instant::now();
    let (mut all, mut fault) = (Counts::default(), None);
    let ahead = Ahead { in_work: service.settings.threads + 1, bytes: limits::WAITING_BYTES_MAX };
    let write = |Made { mut text, links, counts }: Made| {
        all.read += counts.read;
        all.queries += counts.queries;
        all.hits += counts.hits;
        all.refused += counts.refused;
        all.noted += counts.noted;
        match between(&all, links) {
            Ok(more) => text.extend(more),
            Err(error) => {
                let _ = sender.blocking_send(Bytes::from(line(&error)));
                fault = Some(error);
                return ControlFlow::Break(());
            }
        }
        // Lines without a hit may produce no text, so sending alone does not reveal a closed answer.
        let is_taken = match text.is_empty() {
            true => !sender.is_closed(),
            false => sender.blocking_send(Bytes::from(text)).is_ok(),
        };
        if is_taken { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let outcome = in_order(service.work.stream_pool(), ahead, next, answer, write);
    if outcome == Err(Fault::Panicked) {
        let _ = sender.blocking_send(Bytes::from(line(&ApiError::Internal)));
    }
    let told = match outcome {
        Ok(()) => "all answered",
        Err(Fault::Ended) if fault.is_some() => "a fault of the server",
        Err(Fault::Ended) => "the client went away",
        Err(Fault::Panicked) => "a fault of the server",
    };
    let Counts { queries, hits, refused, noted, .. } = all;
    let duration_ms = began.elapsed().as_millis() as u64;
    tracing::info!(target: "tamis::stream", queries, hits, refused, noted, duration_ms, outcome = told, "stream");
    outcome.is_ok().then_some(all)
}

/// A streamed answer of this content type.
pub(in crate::api) fn answer_of(
    pieces: mpsc::Receiver<Bytes>,
    content_type: &'static str,
) -> Response {
    let pieces = stream::unfold(pieces, |mut pieces| async {
        pieces.recv().await.map(|piece| (Ok::<_, Infallible>(piece), pieces))
    });
    // The compression layer polls once more after the end.
    let mut response = Response::new(Body::from_stream(pieces.fuse()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    cached(response, "no-store")
}

/// A value as a line of JSON.
pub(in crate::api) fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = to_json(value);
    line.push(b'\n');
    line
}
