//! The JSON of a match answer (docs/api.md, "Match answers"), written from what the snapshot and
//! the matcher hold.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::queries::NamedQuery;
use super::result::{Showing, hit_element};
use crate::api::http::error::ApiError;
use crate::api::http::filters::Filters;
use crate::api::http::ignored::Ignored;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::matching::{Algorithm, AskedName, Grouping, MatchAnswer, MatchQuery};
use tamis_engine::model::{Collection, Timestamp};
use tamis_engine::snapshot::Snapshot;

/// The whole answer.
pub(super) struct MatchResponse<'s> {
    pub(super) collection: Collection,
    pub(super) algorithm: Algorithm,
    pub(super) limit: usize,
    pub(super) cutoff: f64,
    pub(super) group: Grouping,
    pub(super) filters: &'s Filters,
    pub(super) ignored: &'s Ignored,
    pub(super) entries: Vec<Entry<'s>>,
    pub(super) showing: Showing,
    pub(super) checked_at: Timestamp,
}

/// One query and what was found; `None` where the query has a fault.
pub(super) struct Entry<'s> {
    pub(super) query: &'s NamedQuery,
    pub(super) found: Option<Found<'s>>,
}

/// An answer with the snapshot that its hits point into.
pub(super) struct Found<'s> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) answer: MatchAnswer,
}

impl Serialize for MatchResponse<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("collection", self.collection.as_str())?;
        map.serialize_entry("algorithm", self.algorithm.as_str())?;
        map.serialize_entry("threshold", &self.showing.threshold)?;
        map.serialize_entry("limit", &self.limit)?;
        if self.cutoff > 0.0 {
            map.serialize_entry("cutoff", &self.cutoff)?;
        }
        if self.group != Grouping::Record {
            map.serialize_entry("group", &self.group)?;
        }
        map.serialize_entry("filters", self.filters)?;
        if !self.ignored.is_empty() {
            map.serialize_entry("ignored", self.ignored)?;
        }
        map.serialize_entry("responses", &Responses(self))?;
        map.serialize_entry("checked_at", &Shown(self.checked_at))?;
        map.end()
    }
}

/// The entries under the caller's keys, in the caller's order.
struct Responses<'a, 's>(&'a MatchResponse<'s>);

impl Serialize for Responses<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(response) = self;
        serializer.collect_map(
            response.entries.iter().map(|entry| (&entry.query.key, EntryBody::of(entry, response))),
        )
    }
}

/// One query and its answer, without its key.
pub(super) struct EntryBody<'a, 's> {
    pub(super) query: &'a MatchQuery,
    pub(super) fault: Option<&'a ApiError>,
    pub(super) found: Option<&'a Found<'s>>,
    pub(super) showing: Showing,
}

impl<'a, 's> EntryBody<'a, 's> {
    fn of(entry: &'a Entry<'s>, response: &MatchResponse<'s>) -> Self {
        let NamedQuery { query, fault, .. } = entry.query;
        let (fault, found) = (fault.as_ref(), entry.found.as_ref());
        Self { query, fault, found, showing: response.showing }
    }
}

impl Serialize for EntryBody<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { query, fault, found, showing } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("status", &fault.map_or(200, |_| 400))?;
        map.serialize_entry("query", &echo(query))?;
        map.serialize_entry("total", &found.map_or(0, |found| found.answer.total))?;
        if found.is_some_and(|found| found.answer.total_estimated) {
            map.serialize_entry("total_estimated", &true)?;
        }
        let hits = || {
            found.into_iter().flat_map(|Found { snapshot, answer }| {
                answer.hits.iter().map(|hit| (*snapshot, hit))
            })
        };
        let results = || hits().map(|(snapshot, hit)| hit_element(snapshot, hit, showing));
        map.serialize_entry("results", &Sequence(results))?;
        if let Some(fault) = fault {
            map.serialize_entry("error", &Shown(fault))?;
            if let Some(parameter) = fault.parameter() {
                map.serialize_entry("parameter", parameter)?;
            }
            if let Some(accepted) = fault.accepted() {
                map.serialize_entry("accepted", accepted)?;
            }
        }
        map.end()
    }
}

/// What was read of a query.
pub(super) fn echo(query: &MatchQuery) -> impl Serialize {
    #[derive(Serialize)]
    struct Echo<N, D, C, I> {
        schema: &'static str,
        name: N,
        #[serde(rename = "birthDate")]
        birth_date: D,
        nationality: C,
        imo: I,
    }
    Echo {
        schema: query.schema.as_str(),
        name: Sequence(|| query.names.iter().map(AskedName::text)),
        birth_date: Sequence(|| query.birth_dates.iter().map(Shown)),
        nationality: Sequence(|| query.countries.iter().map(Shown)),
        imo: Sequence(|| query.imos.iter().map(Shown)),
    }
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
            entries: queries.list.iter().map(|query| Entry { query, found: None }).collect(),
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
        let queries = read_queries(body).expect("an object of queries");
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
