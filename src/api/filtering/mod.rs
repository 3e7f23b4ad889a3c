//! `POST /api/filter/{collection}` (docs/api.md, "Filter"): a verdict on payment messages.
//!
//! ```text
//! body ─► messages ─► plan: parties and texts ─► queries, in turns ─► hits with their places ─► verdict
//! ```
//!
//! Reading and planning run as the reading of a long body does, queries as those of a match request of
//! several. Nothing of a message is stored.
//!
//! | module | what it holds |
//! |---|---|
//! | `windows` | the parts of a text that are asked as names |
//! | `party` | a party of a message as a match query |
//! | `plan` | every element of the messages with what is done about it |
//! | `planner` | the plan of a file |
//! | `embargo` | terms under an embargo in the elements of a plan |
//! | `screening` | the queries of a plan, and their hits |
//! | `found` | the verdict, and the hits with their places |
//! | `answer` | the JSON of the answer |
//! | `filter` | files of messages screened with the same settings |
//! | `stream` | `POST /api/filter/{collection}/stream`: any number of messages |
//! | `described` | the operations in the OpenAPI document |

mod answer;
mod described;
mod embargo;
pub(crate) mod filter;
mod found;
mod party;
pub(crate) mod plan;
mod planner;
mod screening;
mod stream;
mod windows;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;

pub(super) use self::described::describe;
use self::filter::{MessageFilter, REPORT, Report, canonical_verdict, read_plan};
use self::plan::Plan;
use super::http::body::read_xml;
use super::http::error::ApiError;
use super::http::filters::PathCollection;
use super::http::held;
use super::http::ignored::Ignored;
use super::http::listing::Today;
use super::http::metrics::QueryCounts;
use super::http::parameters::Parameters;
use super::http::service::{Loaded, Service, Taken};
use super::http::shape::{cached, json_bytes, to_json};
use super::http::turns::{GivenUp, Turn};
use super::http::unread::Unread;
use super::http::work::Effort;
use super::matching::Settings;
use super::matching::receipts::{Added, RECEIPT, Receipts, logged};
use crate::receipts::{Basis, Link, Subject};
use tamis_engine::model::{Collection, Day};
use tamis_payments::limits::MESSAGE_BYTES_MAX;

/// Parts of a request that both addresses share.
type Parts = (State<Arc<Service>>, Extension<Taken>, Extension<Today>, Unread, RawQuery);

/// Answers a file of messages, screened against a collection.
async fn filter_collection(
    parts: Parts,
    PathCollection(collection): PathCollection,
    request: Request,
) -> Result<Response, ApiError> {
    filter(parts, collection, request).await
}

/// Answers a file of messages, screened against all lists.
async fn filter_default(parts: Parts, request: Request) -> Result<Response, ApiError> {
    filter(parts, Collection::Default, request).await
}

async fn filter(
    (
        State(service),
        Extension(Taken(loaded)),
        Extension(Today(today)),
        Unread(ignored),
        RawQuery(parameters),
    ): Parts,
    collection: Collection,
    request: Request,
) -> Result<Response, ApiError> {
    service.work.has_room()?;
    let given = parameters;
    let parameters = Parameters::parse(given.as_deref());
    let settings = Settings::read(&parameters)?;
    let report = REPORT.read(&parameters)?;
    let has_receipts = RECEIPT.given(&parameters)?.unwrap_or(false);
    let policy = Arc::clone(&service.settings.policy);
    let read = move |body: &[u8]| {
        let subject = has_receipts.then(|| Subject::message(body));
        Ok((read_plan(body, &policy)?, subject, body.len()))
    };
    let (plan, subject, bytes) = read_xml(request, &service, MESSAGE_BYTES_MAX, read).await?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    // The messages are in memory until they are screened.
    let _held = held::hold(bytes);

    let counts = service.metrics.queries.clone();
    let effort = Effort::Several(plan.parts().max(1));
    let receipt = subject.map(|subject| {
        let policy = service.settings.policy.sha256().unwrap_or_default().to_owned();
        AskedReceipt { subject, given: given.unwrap_or_default(), policy }
    });
    let job =
        FilterJob { loaded, today, collection, settings, report, plan, ignored, receipt, counts };
    let (text, receipts) = service.work.run_queries(effort, |turn| job.run(turn)).await?;
    if let Some(outcome) = receipts.and_then(|receipts| receipts.log(&service)) {
        logged(outcome.await)?;
    }
    Ok(cached(json_bytes(StatusCode::OK, text), "no-store"))
}

/// Messages with the snapshot that they are screened against.
struct FilterJob {
    loaded: Arc<Loaded>,
    today: Day,
    collection: Collection,
    settings: Settings,
    report: Report,
    plan: Plan,
    ignored: Ignored,
    receipt: Option<AskedReceipt>,
    counts: QueryCounts,
}

/// The parts of a request that its receipt needs.
struct AskedReceipt {
    subject: Subject,
    /// The parameters, encoded as in the address.
    given: String,
    /// SHA-256 of the file of rules on messages, empty for none.
    policy: String,
}

impl FilterJob {
    /// Screens the messages and writes the JSON text; returns it with the receipt.
    fn run(self, turn: &Turn) -> Result<(Vec<u8>, Option<Added>), GivenUp> {
        let Self { loaded, today, collection, settings, report, plan, ignored, counts, .. } = self;
        let snapshot = (loaded.snapshot.as_ref(), &*loaded.sha256);
        let filter = MessageFilter::new(snapshot, collection, settings, report, today, counts);
        let mut json = filter.screen(plan, ignored, turn)?.json;
        let Some(AskedReceipt { subject, given, policy }) = self.receipt else {
            return Ok((json, None));
        };
        let basis = Basis { policy, ..filter.basis(&loaded.manifest, &given) };
        let (answer, verdict) = canonical_verdict(&json).expect("our own answer is JSON");
        let link = Link::new(Value::Null, subject, &answer, verdict);
        let added = Receipts::of(basis).add(vec![link]);
        json.pop();
        json.extend_from_slice(b",\"receipts\":");
        json.extend(to_json(&added.body));
        json.push(b'}');
        Ok((json, Some(added)))
    }
}
