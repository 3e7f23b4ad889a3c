//! `POST /api/match/{collection}/stream` (docs/api.md, "Match stream"): a query a line in, an answer a
//! line out, in the same order, as many as the caller likes.
//!
//! ```text
//! body ─► pump ─► lines (a thread) ─► chunks on the pool ─► text (a thread) ─► answer
//! ```
//!
//! Every arrow holds a bounded number of bytes, so a caller that stops reading is read no further, and
//! one that goes away ends the work.
//!
//! | module | what it holds |
//! |---|---|
//! | `body` | the body as it comes |
//! | `lines` | chunks of its lines |
//! | `query` | the query of a line |
//! | `answer` | the answer to a line |

pub(crate) mod answer;
mod body;
mod lines;
pub(crate) mod query;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use tokio::sync::mpsc;

use self::answer::{Answers, Made};
use self::lines::{Chunk, Lines};
use super::settings::Settings;
use super::settings::parameters as match_parameters;
use crate::api::http::body::check_lines_type;
use crate::api::http::coding::Coding;
use crate::api::http::declared::{Parameter, Switch};
use crate::api::http::error::ApiError;
use crate::api::http::filters::PathCollection;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Service, Taken};
use crate::api::http::shape::{NDJSON, cached};
use crate::api::http::streams::StreamPlace;
use crate::api::interface::ShownParameter;
use crate::limits;
use tamis_engine::batch::{Ahead, Fault, in_order};

const HITS_ONLY: Parameter<Switch> = Parameter::new(
    "hits_only",
    "With `true`, lines without a match are not answered, and of the others the matches are shown; \
     what is below the threshold is not looked for, which saves time. Lines with an error are \
     always answered.",
    Switch,
);

/// The parameters in the document.
pub(crate) fn parameters() -> Vec<ShownParameter> {
    [HITS_ONLY.shown()].into_iter().chain(match_parameters()).collect()
}

/// Answers a stream of queries. What is wrong with the request as a whole is said before its body is
/// read.
pub(crate) async fn match_stream(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    PathCollection(collection): PathCollection,
    RawQuery(parameters): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let settings = Settings::read(&parameters)?;
    let hits_only = HITS_ONLY.given(&parameters)?.unwrap_or(false);
    check_lines_type(request.headers())?;
    let coding = Coding::of(request.headers())?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let place = service.work.admit_stream()?;

    let body = body::pumped(request.into_body()).await;
    let (sender, receiver) = mpsc::channel(limits::STREAM_PIECES_AHEAD);
    let job = move || {
        let counts = service.metrics.queries.clone();
        let answers =
            Answers::new(&loaded.snapshot, collection, settings, hits_only, today, counts);
        let lines = Lines::new(coding.unpacked(body));
        run(&service, place, lines, |chunk| answers.to(&chunk), &sender);
    };
    // Ends by itself; nobody waits for it.
    drop(tokio::task::spawn_blocking(job));
    let pieces = stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|piece| (Ok::<_, std::convert::Infallible>(piece), receiver))
    });
    // Compression asks once more after the end.
    let mut response = Response::new(Body::from_stream(pieces.fuse()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    Ok(cached(response, "no-store"))
}

/// Answers all lines, until the end of the body or of whoever reads the answer. Blocks.
fn run(
    service: &Service,
    _place: StreamPlace,
    mut lines: Lines,
    answer: impl Fn(Chunk) -> Made + Sync,
    sender: &mpsc::Sender<Bytes>,
) {
    let began = Instant::now();
    let (mut queries, mut hits, mut refused) = (0_u64, 0_u64, 0_u64);
    let ahead = Ahead { in_work: service.settings.threads + 1, bytes: limits::WAITING_BYTES_MAX };
    let write = |made: Made| {
        queries += made.queries;
        hits += made.hits;
        refused += made.refused;
        service.metrics.queries.answered(made.queries, made.hits);
        // Lines without a hit may leave nothing to send, by which it would show that nobody listens.
        let is_taken = match made.text.is_empty() {
            true => !sender.is_closed(),
            false => sender.blocking_send(Bytes::from(made.text)).is_ok(),
        };
        if is_taken { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let outcome = in_order(service.work.stream_pool(), ahead, || lines.next_chunk(), answer, write);
    if outcome == Err(Fault::Panicked) {
        let _ = sender.blocking_send(Bytes::from(answer::of_panic()));
    }
    let outcome = match outcome {
        Ok(()) => "all answered",
        Err(Fault::Ended) => "the client went away",
        Err(Fault::Panicked) => "a fault of the server",
    };
    let duration_ms = began.elapsed().as_millis() as u64;
    tracing::info!(target: "tamis::stream", queries, hits, refused, duration_ms, outcome, "stream");
}
