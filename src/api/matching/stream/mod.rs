//! `POST /api/match/{collection}/stream` (docs/api.md, "Match stream"): any number of queries, one a line,
//! and their answers, one a line in the same order.
//!
//! ```text
//! body ─► pump ─► lines (a thread) ─► chunks on the pool ─► text (a thread) ─► answer
//! ```
//!
//! Every arrow holds a bounded number of bytes, so a caller that stops reading is read no further. The
//! work ends when the caller disconnects.
//!
//! | module | what it holds |
//! |---|---|
//! | `body` | the body, received incrementally |
//! | `lines` | chunks of its lines |
//! | `query` | the query of a line |
//! | `run` | tasks of the pool, answered in order |
//! | `answer` | the answer to a line |

pub(crate) mod answer;
pub(in crate::api) mod body;
pub(in crate::api) mod lines;
pub(crate) mod query;
pub(in crate::api) mod run;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::mpsc;

use self::answer::Answers;
pub(super) use self::lines::reason;
use self::lines::{Chunk, Lines};
use self::run::{Counts, answer_all, answer_of, line};
use super::receipts::{RECEIPT, Receipts, ReceiptsBody, logged};
use super::settings::Settings;
use super::settings::parameters as match_parameters;
use crate::api::http::body::lines_type;
use crate::api::http::coding::Coding;
use crate::api::http::declared::{Parameter, Switch};
use crate::api::http::error::ApiError;
use crate::api::http::filters::PathCollection;
use crate::api::http::listing::Today;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Service, Taken};
use crate::api::interface::ShownParameter;
use crate::limits;
use crate::receipts::Link;

pub(super) const HITS_ONLY: Parameter<Switch> = Parameter::new(
    "hits_only",
    "With `true`, lines without a match are not answered, and of the others the matches are shown; \
     what is below the threshold is not looked for, which saves time. Lines with an error are \
     always answered.",
    Switch,
);

/// A line with the receipts of the lines before it.
#[derive(Serialize)]
struct ReceiptsLine {
    receipts: ReceiptsBody,
}

/// The parameters in the OpenAPI document.
pub(crate) fn parameters() -> Vec<ShownParameter> {
    [HITS_ONLY.shown(), RECEIPT.shown()].into_iter().chain(match_parameters()).collect()
}

/// Answers a stream of queries. Faults of the whole request are reported before its body is read.
pub(crate) async fn match_stream(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    PathCollection(collection): PathCollection,
    RawQuery(parameters): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let given = parameters;
    let parameters = Parameters::parse(given.as_deref());
    let settings = Settings::read(&parameters)?;
    let has_receipts = RECEIPT.given(&parameters)?.unwrap_or(false);
    let hits_only = HITS_ONLY.given(&parameters)?.unwrap_or(false);
    let answered_as = lines_type(request.headers())?;
    let coding = Coding::of(request.headers())?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let place = service.work.admit_stream()?;

    let body = body::pumped(request.into_body()).await;
    let (sender, receiver) = mpsc::channel(limits::STREAM_PIECES_AHEAD);
    let job = move || {
        let counts = service.metrics.queries.clone();
        let clearances = service.clearances.take();
        let mut receipts = has_receipts.then(|| {
            Receipts::new(&loaded, collection, &settings, given.as_deref(), hits_only, today)
                .heeding(clearances.as_deref())
        });
        let answers =
            Answers::new(&loaded.snapshot, collection, settings, hits_only, today, counts)
                .with_receipts(has_receipts)
                .heeding(clearances);
        let mut lines = Lines::new(coding.unpacked(body), limits::QUERY_LINE_BYTES_MAX);
        let _place = place;
        let next = || lines.next_chunk();
        let between = |_: &Counts, links: Vec<Link>| {
            let Some(receipts) = receipts.as_mut().filter(|_| !links.is_empty()) else {
                return Ok(Vec::new());
            };
            let added = receipts.add(links);
            let outcome = added.log(&service);
            outcome.map(|outcome| logged(outcome.blocking_recv())).transpose()?;
            Ok(line(&ReceiptsLine { receipts: added.body }))
        };
        answer_all(&service, next, |chunk: Chunk| answers.to(&chunk), between, &sender);
    };
    // Detached: the task ends on its own.
    drop(tokio::task::spawn_blocking(job));
    Ok(answer_of(receiver, answered_as))
}
