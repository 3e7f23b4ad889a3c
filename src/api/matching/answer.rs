//! JSON of a match answer (docs/api.md, "Match answers"), written from the data of the snapshot and the
//! matcher.

use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::decided::Decided;
use super::queries::NamedQuery;
use super::receipts::{self, ReceiptsBody};
use super::result::{self, Showing, hit_element, reviewed_element};
use crate::api::http::error::ApiError;
use crate::api::http::filters::{Filters, filters_fields};
use crate::api::http::ignored::Ignored;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::Document;
use crate::limits;
use crate::receipts::{Link, Subject, Verdict, canonical};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::matching::{Algorithm, Grouping, MatchAnswer, MatchQuery, QueryName};
use tamis_engine::model::{Collection, Timestamp};
use tamis_engine::snapshot::Snapshot;

pub(super) fn describe(document: &mut Document) {
    document.schema("MatchAnswer", answer_fields().shape());
    document.schema("MatchFilters", filters_fields().shape());
    document.schema("MatchEntry", entry_fields().shape());
    receipts::describe(document);
    result::describe(document);
}

pub(super) struct MatchResponse<'s> {
    pub(super) collection: Collection,
    pub(super) algorithm: Algorithm,
    pub(super) limit: usize,
    pub(super) cutoff: f64,
    pub(super) group: Grouping,
    pub(super) filters: &'s Filters,
    pub(super) ignored: &'s Ignored,
    pub(super) receipts: Option<&'s ReceiptsBody>,
    pub(super) entries: Vec<Entry<'s>>,
    pub(super) showing: Showing,
    pub(super) checked_at: Timestamp,
}

/// One query and its hits; `None` if the query has a fault.
pub(super) struct Entry<'s> {
    pub(super) query: &'s NamedQuery,
    pub(super) found: Option<Found<'s>>,
    /// The earlier decisions that the answer heeds; `None` if it heeds none.
    pub(super) decided: Option<Decided>,
    /// The answer without regard to decisions, for the receipt, if it may be another one.
    pub(super) plain: Option<Found<'s>>,
    /// The entry in canonical form, if its receipt has made that.
    pub(super) canonical: Option<Box<RawValue>>,
}

impl<'s> Entry<'s> {
    /// The entry of a query that has a fault, or no answer yet.
    pub(super) fn unanswered(query: &'s NamedQuery) -> Self {
        Self { query, found: None, decided: None, plain: None, canonical: None }
    }

    /// The query and its answer as a link of a chain of receipts. The answer is written once only: the
    /// caller gets the form that is hashed.
    pub(super) fn link(&mut self, showing: Showing) -> Link {
        let NamedQuery { key, query, customer, fault } = self.query;
        let id = customer.as_ref().unwrap_or(key).as_str().into();
        match (fault, self.plain.as_ref().or(self.found.as_ref())) {
            (Some(fault), _) => link_of_fault(id, fault),
            (None, Some(found)) => {
                let Found { snapshot, answer } = found;
                let canonical = canonical_answer(query, snapshot, answer, showing);
                let link = link_of_answer(id, query, &canonical, showing.is_hit(answer));
                if self.decided.is_none() {
                    let text = String::from_utf8(canonical).expect("JSON is UTF-8");
                    self.canonical = Some(RawValue::from_string(text).expect("it is JSON"));
                }
                link
            }
            (None, None) => link_of_fault(id, &ApiError::Internal),
        }
    }
}

/// An answer with the snapshot that its hits refer to.
pub(crate) struct Found<'s> {
    pub(crate) snapshot: &'s Snapshot,
    pub(crate) answer: MatchAnswer,
}

impl Serialize for MatchResponse<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { collection, algorithm, limit, cutoff, group, filters, ignored, .. } = *self;
        let answer = AnswerBody {
            collection: collection.as_str(),
            algorithm: algorithm.as_str(),
            threshold: self.showing.threshold,
            limit,
            cutoff: (cutoff > 0.0).then_some(cutoff),
            group: (group != Grouping::Record).then_some(group),
            filters,
            ignored,
            receipts: self.receipts,
            responses: Responses(self),
            checked_at: Shown(self.checked_at),
        };
        answer.serialize(serializer)
    }
}

answer! {
    struct AnswerBody<'a, 's> as answer_fields {
        collection: &'static str = rules::collection_name(),
        /// The method that ran
        algorithm: &'static str = Shape::one_of(Algorithm::NAMES),
        threshold: f64 = Shape::number(0.0, 1.0),
        limit: usize = Shape::integer(limits::RESULTS_MIN.into(), limits::RESULTS_MAX.into()),
        /// Present if the request sets it
        cutoff?: Option<f64> = Shape::number(0.0, 1.0),
        group?: Option<Grouping> = rules::group(),
        filters: &'a Filters = Shape::component("MatchFilters"),
        ignored?: &'a Ignored = rules::ignored(),
        /// Present if the request asks for it
        receipts?: Option<&'a ReceiptsBody> = Shape::component("Receipts"),
        responses: Responses<'a, 's> = Shape::map(Shape::component("MatchEntry")),
        checked_at: Shown<Timestamp> = rules::timestamp(),
    }
}

/// The entries under the caller's keys and in the caller's order.
struct Responses<'a, 's>(&'a MatchResponse<'s>);

impl Serialize for Responses<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(response) = self;
        serializer.collect_map(
            response.entries.iter().map(|entry| (&entry.query.key, EntryText::of(entry, response))),
        )
    }
}

/// An entry, of which the canonical form may be there already.
#[derive(Serialize)]
#[serde(untagged)]
enum EntryText<'a> {
    Canonical(&'a RawValue),
    Body(EntryBody<'a>),
}

impl<'a> EntryText<'a> {
    fn of(entry: &'a Entry<'_>, response: &MatchResponse<'_>) -> Self {
        let canonical = entry.canonical.as_deref().map(Self::Canonical);
        canonical.unwrap_or_else(|| Self::Body(EntryBody::of(entry, response)))
    }
}

/// One query and its answer, without its key.
pub(super) struct EntryBody<'a> {
    pub(super) query: &'a MatchQuery,
    pub(super) fault: Option<&'a ApiError>,
    /// The answer, with the snapshot that its hits refer to.
    pub(super) found: Option<(&'a Snapshot, &'a MatchAnswer)>,
    /// The earlier decisions that the answer heeds; `None` if it heeds none.
    pub(super) decided: Option<&'a Decided>,
    pub(super) showing: Showing,
}

impl<'a> EntryBody<'a> {
    fn of(entry: &'a Entry<'_>, response: &MatchResponse<'_>) -> Self {
        let NamedQuery { query, fault, .. } = entry.query;
        let found = entry.found.as_ref().map(|found| (found.snapshot, &found.answer));
        let fault = fault.as_ref();
        Self { query, fault, found, decided: entry.decided.as_ref(), showing: response.showing }
    }
}

impl Serialize for EntryBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { query, fault, found, decided, showing } = *self;
        let hits = || {
            found
                .into_iter()
                .flat_map(|(snapshot, answer)| answer.hits.iter().map(move |hit| (snapshot, hit)))
        };
        let element = |(snapshot, hit)| match decided {
            None => Element::Plain(hit_element(snapshot, hit, showing)),
            Some(own) => Element::Reviewed(reviewed_element(query, snapshot, own, hit, showing)),
        };
        let entry = EntryFields {
            status: fault.map_or(200, |_| 400),
            query: echo(query),
            total: found.map_or(0, |(_, answer)| answer.total),
            total_estimated: found.and_then(|(_, answer)| answer.total_estimated.then_some(true)),
            results: Sequence(|| hits().map(element)),
            cleared: decided.map(|own| own.cleared),
            clearances: decided.map(Decided::sha256),
            error: fault.map(Shown),
            parameter: fault.and_then(ApiError::parameter),
            accepted: fault.and_then(ApiError::accepted),
        };
        entry.serialize(serializer)
    }
}

/// A result, with or without fields for a reviewer.
#[derive(Serialize)]
#[serde(untagged)]
enum Element<Plain, Reviewed> {
    Plain(Plain),
    Reviewed(Reviewed),
}

answer! {
    struct EntryFields<'a, Query, Results> as entry_fields {
        status: u16 = Shape::anything().with("enum", json!([200, 400])),
        /// The query as it was read
        query: Query = echo_fields().shape(),
        /// Candidates compared
        total: u64 = Shape::count(),
        /// `total` is an estimate
        total_estimated?: Option<bool> = Shape::boolean(),
        results: Results = Shape::array(Shape::component("MatchResult")),
        /// Matches left out as cleared; present if the query names a customer and the server heeds decisions
        cleared?: Option<u64> = Shape::count(),
        /// SHA-256 of the file of these decisions, empty if there is none yet
        clearances?: Option<&'a str> = Shape::string(),
        /// Fault of the query, if status is 400
        error?: Option<Shown<&'a ApiError>> = Shape::string(),
        /// The property at fault
        parameter?: Option<&'a str> = Shape::string(),
        /// The accepted values
        accepted?: Option<&'a [&'static str]> = rules::texts(),
    }
}

answer! {
    #[expect(non_snake_case, reason = "the names in JSON")]
    struct Echo<N, D, C, I> as echo_fields {
        schema: &'static str = rules::schema_name(),
        name: N = rules::texts(),
        birthDate: D = Shape::array(rules::partial_date()),
        nationality: C = Shape::array(rules::country()),
        imo: I = Shape::array(rules::imo()),
    }
}

/// The query as it was read.
pub(super) fn echo(query: &MatchQuery) -> impl Serialize {
    Echo {
        schema: query.schema.as_str(),
        name: Sequence(|| query.names.iter().map(QueryName::text)),
        birthDate: Sequence(|| query.births().map(Shown)),
        nationality: Sequence(|| query.countries.iter().map(Shown)),
        imo: Sequence(|| query.imos.iter().map(Shown)),
    }
}

/// The query as it was read, which an answer repeats: asked again, it has the same answer.
pub(crate) fn query_as_read(query: &MatchQuery) -> Value {
    serde_json::to_value(echo(query)).expect("our shapes have string keys and no failing parts")
}

/// The answer to a query in the canonical form of receipts: the fields of its entry.
pub(crate) fn canonical_answer(
    query: &MatchQuery,
    snapshot: &Snapshot,
    answer: &MatchAnswer,
    showing: Showing,
) -> Vec<u8> {
    let found = Some((snapshot, answer));
    canonical(&EntryBody { query, fault: None, found, decided: None, showing })
}

/// The link of a query that was answered.
pub(super) fn link_of_answer(id: Value, query: &MatchQuery, answer: &[u8], is_hit: bool) -> Link {
    let verdict = if is_hit { Verdict::Hit } else { Verdict::Clear };
    Link::new(id, Subject::Query(query_as_read(query)), answer, verdict)
}

/// The link of a query with a fault.
pub(super) fn link_of_fault(id: Value, fault: &ApiError) -> Link {
    Link::new(id, Subject::Error(fault.to_string()), b"", Verdict::Error)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::queries::{Queries, read_queries};
    use super::*;
    use tamis_engine::model::Day;

    fn response<'s>(queries: &'s Queries, filters: &'s Filters) -> MatchResponse<'s> {
        MatchResponse {
            collection: Collection::Sanctions,
            algorithm: Algorithm::Standard,
            limit: 5,
            cutoff: 0.0,
            group: Grouping::Record,
            filters,
            ignored: &queries.ignored,
            receipts: None,
            entries: queries.list.iter().map(Entry::unanswered).collect(),
            showing: Showing {
                threshold: 0.75,
                today: Day::of(Timestamp(1_791_100_800)),
                details: false,
            },
            checked_at: Timestamp(1_791_100_800),
        }
    }

    #[test]
    fn a_faulty_query_has_its_own_entry_with_what_was_read() {
        let body = br#"{"queries":{"z":{"dob":"1962"},"a":{"name":"Ann","schema":"Ship"}}}"#;
        let queries =
            read_queries(body, Day::of(Timestamp(1_791_100_800))).expect("an object of queries");
        let filters =
            Filters { topics: vec![tamis_engine::model::Topic::Sanction], ..Filters::default() };
        let text = serde_json::to_string(&response(&queries, &filters)).expect("plain JSON");
        let schemas = ["Person", "Company", "Organization", "LegalEntity", "Vessel", "Airplane"];
        let expected = json!({
            "collection": "sanctions",
            "algorithm": "standard",
            "threshold": 0.75,
            "limit": 5,
            "filters": {"topics": ["sanction"]},
            "responses": {
                "z": {
                    "status": 400,
                    "query": {"schema": "LegalEntity", "name": [], "birthDate": ["1962"], "nationality": [], "imo": []},
                    "total": 0,
                    "results": [],
                    "error": "the query has neither a name nor an IMO number; give one of them",
                },
                "a": {
                    "status": 400,
                    "query": {"schema": "LegalEntity", "name": ["Ann"], "birthDate": [], "nationality": [], "imo": []},
                    "total": 0,
                    "results": [],
                    "error": "schema is \"Ship\"; it must be one of Person, Company, Organization, LegalEntity, Vessel, Airplane",
                    "parameter": "schema",
                    "accepted": schemas,
                },
            },
            "checked_at": "2026-10-04T08:00:00+00:00",
        });
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), expected);
        assert!(text.find(r#""z":"#) < text.find(r#""a":"#), "the caller's order: {text}");
    }
}
