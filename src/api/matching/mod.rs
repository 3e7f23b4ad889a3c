//! `POST /api/match/{collection}` (docs/api.md, "Match").
//!
//! A short body is read on the request's thread, a long one on the pool. A cheap single query is
//! answered on the request's thread. Expensive ones and several queries run on the pool, each query as
//! a task.
//!
//! | module | what it holds |
//! |---|---|
//! | `settings` | parameters of the address |
//! | `property`, `birth_date` | the properties of a query and their readers; implausible birth dates |
//! | `dropped` | ignored parts of the body, in sentences |
//! | `queries`, `named` | the queries of the body, and the selection of those that are answered |
//! | `described` | the operations in the OpenAPI document |
//! | `result` | the JSON of one result |
//! | `answer` | the JSON of the answer |
//! | `receipts` | receipts of the queries of a request |
//! | `decided` | earlier decisions on the customer of a query |
//! | [`batch_matcher`] | many queries with the same parameters |
//! | [`customer`] | a row of a file as a query |
//! | [`stream`] | matching for any number of queries, one a line |
//! | `file` | matching for a customer file |

pub(crate) mod answer;
pub(crate) mod batch_matcher;
mod birth_date;
pub(crate) mod customer;
pub(crate) mod decided;
mod described;
mod dropped;
mod file;
mod named;
mod property;
mod queries;
pub(in crate::api) mod receipts;
mod result;
mod settings;
pub(crate) mod stream;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;

use self::answer::{Entry, Found, MatchResponse};
use self::decided::{Decided, note_unheeded};
pub(super) use self::described::describe;
pub(super) use self::dropped::{
    is_name_part, note_beyond, note_beyond_values, note_cut_names, note_mistyped, note_value,
    says_something, unknown_property,
};
pub(super) use self::named::Named;
#[cfg(test)]
pub(super) use self::property::names_read;
pub(crate) use self::property::{Added, ValueCounts, property_named};
pub(super) use self::property::{READABLE, add_country, name_query, property_names};
pub(super) use self::queries::{
    NamedQuery, Queries, WithoutName, read_object, read_queries, type_fault, why_without_name,
};
use self::receipts::{Added as AddedReceipts, RECEIPT, Receipts, logged};
pub(super) use self::result::{Showing, hit_element};
pub(crate) use self::settings::{Settings, parameters};
use super::http::body::read_json;
use super::http::error::ApiError;
use super::http::filters::PathCollection;
use super::http::listing::Today;
use super::http::metrics::QueryCounts;
use super::http::parameters::Parameters;
use super::http::service::{Loaded, Service, Taken};
use super::http::shape::{cached, json_bytes, to_json};
use super::http::turns::{GivenUp, Turn};
use super::http::unread::Unread;
use super::http::work::Effort;
use crate::clearances::Clearances;
use crate::limits::MATCH_IN_PLACE_MICROS;
use tamis_engine::matching::{self, BoundFilter, MatchSettings, MistypedImo};
use tamis_engine::model::{Collection, Day, Timestamp};
use tamis_engine::snapshot::Snapshot;

/// Answers a match request. Unless the server is busy, faults of the request are reported first, even
/// while no snapshot is loaded.
async fn match_collection(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    PathCollection(collection): PathCollection,
    Unread(unread): Unread,
    RawQuery(parameters): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    service.work.has_room()?;
    let given = parameters;
    let parameters = Parameters::parse(given.as_deref());
    let settings = Settings::read(&parameters)?;
    let has_receipts = RECEIPT.given(&parameters)?.unwrap_or(false);
    let read = move |body: &[u8]| read_queries(body, today);
    let mut queries = read_json(request, &service, read).await?;
    queries.ignored.add(unread);
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;

    let clearances = service.clearances.take();
    let receipts = has_receipts.then(|| {
        Receipts::new(&loaded, collection, &settings, given.as_deref(), false, today)
            .heeding(clearances.as_deref())
    });
    let counts = service.metrics.queries.clone();
    let job =
        MatchJob { loaded, today, collection, settings, queries, clearances, receipts, counts };
    let (text, receipts) = service.work.run_queries(job.effort(), |turn| job.run(turn)).await?;
    if let Some(outcome) = receipts.and_then(|receipts| receipts.log(&service)) {
        logged(outcome.await)?;
    }
    Ok(cached(json_bytes(StatusCode::OK, text), "no-store"))
}

/// A valid request with the snapshot that answers it.
struct MatchJob {
    loaded: Arc<Loaded>,
    today: Day,
    collection: Collection,
    settings: Settings,
    queries: Queries,
    clearances: Option<Arc<Clearances>>,
    receipts: Option<Receipts>,
    counts: QueryCounts,
}

impl MatchJob {
    /// Estimated cost of the request.
    fn effort(&self) -> Effort {
        let index = self.loaded.snapshot.index();
        let runs = self.queries.list.iter().filter(|query| query.fault.is_none());
        Effort::of(runs, |query| {
            matching::estimated_micros(&index, &query.query.names, MATCH_IN_PLACE_MICROS)
        })
    }

    /// Answers all queries and writes the JSON text; returns it with the receipts.
    fn run(mut self, turn: &Turn) -> Result<(Vec<u8>, Option<AddedReceipts>), GivenUp> {
        let snapshot = self.loaded.snapshot.as_ref();
        let Queries { list, mut ignored } = self.queries;
        let (filter, how) = self.settings.bind(self.collection, snapshot, self.today, &mut ignored);
        for query in list.iter().filter(|query| query.fault.is_none()) {
            let mistyped = MistypedImo::of(&query.query, &filter);
            note_mistyped(Some(&query.key), mistyped, &mut ignored);
            note_unheeded(query, self.clearances.as_deref(), &mut ignored);
        }
        let showing = self.settings.showing(self.today);
        let Settings { limit, cutoff, algorithm, group, ref filters, .. } = self.settings;
        let ask = Ask {
            filter: &filter,
            how,
            today: self.today,
            clearances: self.clearances.as_deref(),
            has_receipts: self.receipts.is_some(),
        };
        let entry = |query| ask.entry(snapshot, query);
        let mut entries = turn.answers(&list, entry)?;
        for found in entries.iter().filter_map(|entry| entry.found.as_ref()) {
            self.counts.found(&found.answer);
            self.counts.answered(1, u64::from(showing.is_hit(&found.answer)));
        }
        for decided in entries.iter().filter_map(|entry| entry.decided.as_ref()) {
            self.counts.cleared(decided.cleared);
        }
        let receipts = self.receipts.as_mut().map(|receipts| {
            receipts.add(entries.iter_mut().map(|entry| entry.link(showing)).collect())
        });
        let text = to_json(&MatchResponse {
            collection: self.collection,
            algorithm,
            limit,
            cutoff,
            group,
            filters,
            ignored: &ignored,
            receipts: receipts.as_ref().map(|receipts| &receipts.body),
            entries,
            showing,
            checked_at: Timestamp::now(),
        });
        Ok((text, receipts))
    }
}

/// The settings of a request, for each of its queries.
struct Ask<'a> {
    filter: &'a BoundFilter<'a>,
    how: MatchSettings,
    today: Day,
    clearances: Option<&'a Clearances>,
    has_receipts: bool,
}

impl Ask<'_> {
    fn entry<'s>(&self, snapshot: &'s Snapshot, named: &'s NamedQuery) -> Entry<'s> {
        let Self { filter, how, today, clearances, has_receipts } = *self;
        let NamedQuery { query, customer, fault, .. } = named;
        if fault.is_some() {
            return Entry::unanswered(named);
        }
        let plain = || Found { snapshot, answer: matching::answer(query, filter, how) };
        let Some((clearances, customer)) = clearances.zip(customer.as_deref()) else {
            return Entry { found: Some(plain()), ..Entry::unanswered(named) };
        };
        let (answer, decided) = Decided::answer(clearances, customer, query, filter, how, today);
        let (found, decided) = (Some(Found { snapshot, answer }), Some(decided));
        // Without a decision on the customer both answers are the same.
        let is_another = has_receipts && clearances.of(customer).is_some();
        Entry { found, decided, plain: is_another.then(plain), ..Entry::unanswered(named) }
    }
}
