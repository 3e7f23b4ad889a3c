//! `POST /api/filter/{collection}/stream` (docs/api.md, "Filter stream"): any number of files of messages,
//! one a line, and their verdicts, one a line in the same order.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::response::Response;
use tokio::sync::mpsc;

use super::filter::{Filtered, MessageFilter, REPORT, Verdict, read_plan};
use crate::api::http::body::lines_type;
use crate::api::http::coding::Coding;
use crate::api::http::error::{ApiError, Given};
use crate::api::http::filters::PathCollection;
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::Today;
use crate::api::http::loose::Loose;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Service, Taken};
use crate::api::http::turns::Turn;
use crate::api::matching::Settings;
use crate::api::matching::stream::answer::{push_fault, push_id, push_refusal};
use crate::api::matching::stream::body::pumped;
use crate::api::matching::stream::lines::{Chunk, Lines};
use crate::api::matching::stream::query::LineObject;
use crate::api::matching::stream::run::{Made, answer_all, answer_of};
use crate::limits::{FILTER_LINE_BYTES_MAX, STREAM_PIECES_AHEAD};
use crate::policy::Policy;

/// Field of a line that holds the messages, and its rule.
const MESSAGE: &str = "message";
const RULE: &str = "a string with a file of payment messages";

/// Answers a stream of files. Faults of the whole request are reported before its body is read.
pub(super) async fn filter_stream(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    PathCollection(collection): PathCollection,
    RawQuery(parameters): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let settings = Settings::read(&parameters)?;
    let report = REPORT.read(&parameters)?;
    let answered_as = lines_type(request.headers())?;
    let coding = Coding::of(request.headers())?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let place = service.work.admit_stream()?;

    let body = pumped(request.into_body()).await;
    let (sender, receiver) = mpsc::channel(STREAM_PIECES_AHEAD);
    let job = move || {
        let counts = service.metrics.queries.clone();
        let snapshot = (loaded.snapshot.as_ref(), &*loaded.sha256);
        let filter = MessageFilter::new(snapshot, collection, settings, report, today, counts);
        let mut lines = Lines::new(coding.unpacked(body), FILTER_LINE_BYTES_MAX);
        let _place = place;
        let (next, policy) = (|| lines.next_chunk(), &service.settings.policy);
        answer_all(
            &service,
            next,
            |chunk: Chunk| answers(&filter, policy, &chunk),
            |_, _| Ok(Vec::new()),
            &sender,
        );
    };
    // Detached: the task ends on its own.
    drop(tokio::task::spawn_blocking(job));
    Ok(answer_of(receiver, answered_as))
}

/// Answers the lines of a chunk.
fn answers(filter: &MessageFilter<'_>, policy: &Arc<Policy>, chunk: &Chunk) -> Made {
    let mut made = Made::default();
    for (number, line) in chunk.lines() {
        let mut id = None;
        match answer(filter, policy, number, line, &mut id) {
            Ok(Filtered { verdict, json }) => {
                made.counts.queries += 1;
                made.counts.hits += u64::from(verdict == Verdict::Hit);
                push_id(&mut made.text, number, id);
                made.text.extend_from_slice(b"\"status\":200,");
                made.text.extend_from_slice(json.strip_prefix(b"{").unwrap_or_default());
                made.text.push(b'\n');
            }
            Err(fault) => {
                made.counts.refused += 1;
                push_refusal(&mut made.text, number, id, &fault);
            }
        }
    }
    push_fault(&mut made.text, chunk);
    made
}

/// Answers a line. The caller's `id` is kept for refusals, too.
fn answer(
    filter: &MessageFilter<'_>,
    policy: &Arc<Policy>,
    number: u64,
    line: Option<&[u8]>,
    id: &mut Option<String>,
) -> Result<Filtered, ApiError> {
    let object = LineObject::read(number, line, FILTER_LINE_BYTES_MAX)?;
    *id = object.id;
    let mut message = None;
    let mut ignored = Ignored::default();
    for (key, value) in &object.fields {
        match (&**key, value) {
            (MESSAGE, value) => message = Some(value),
            (key, _) => {
                ignored.note(|| format!("{} is not read by this endpoint", Given::new(key)));
            }
        }
    }
    let message = match message {
        Some(Loose::Text(text)) => text.as_bytes(),
        Some(other) => {
            let found = other.type_name();
            return Err(ApiError::WrongType { parameter: MESSAGE, rule: RULE, found });
        }
        None => return Err(ApiError::Missing { parameter: MESSAGE, rule: RULE }),
    };
    let plan = read_plan(message, policy).map_err(|fault| match fault {
        ApiError::BadMessage(fault) => ApiError::BadMessageOfLine(fault),
        other => other,
    })?;
    // A line runs to its end on one thread; the others answer other lines.
    filter.screen(plan, ignored, &Turn::whole()).map_err(|_| ApiError::Internal)
}
