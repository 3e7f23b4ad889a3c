//! The JSON of a match answer (docs/api.md, "Match answers"), written from what the snapshot and
//! the matcher hold.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use uuid::Uuid;

use super::queries::NamedQuery;
use crate::api::http::filters::Filters;
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::ListingStatus;
use crate::api::http::shape::{RecordPage, rounded};
use tamis_engine::json::{Joined, Sequence, Shown};
use tamis_engine::matching::{Algorithm, AskedName, Feature, Hit, MatchAnswer, MatchQuery};
use tamis_engine::model::{
    Collection, CountryCode, Day, ImoNumber, PartialDate, Schema, Timestamp,
};
use tamis_engine::snapshot::{RecordView, Snapshot};

/// The whole answer.
pub(super) struct MatchResponse<'s> {
    pub(super) collection: Collection,
    pub(super) algorithm: Algorithm,
    pub(super) threshold: f64,
    pub(super) limit: usize,
    pub(super) group: Grouping,
    pub(super) filters: &'s Filters,
    pub(super) ignored: &'s Ignored,
    pub(super) entries: Vec<Entry<'s>>,
    pub(super) today: Day,
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
        map.serialize_entry("threshold", &self.threshold)?;
        map.serialize_entry("limit", &self.limit)?;
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
            response.entries.iter().map(|entry| (&entry.query.key, EntryBody { entry, response })),
        )
    }
}

struct EntryBody<'a, 's> {
    entry: &'a Entry<'s>,
    response: &'a MatchResponse<'s>,
}

impl Serialize for EntryBody<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let NamedQuery { query, fault, .. } = self.entry.query;
        let found = self.entry.found.as_ref();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("status", &fault.as_ref().map_or(200, |_| 400))?;
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
        let MatchResponse { threshold, today, .. } = *self.response;
        let results = || hits().map(|(snapshot, hit)| hit_element(snapshot, hit, threshold, today));
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
fn echo(query: &MatchQuery) -> impl Serialize {
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

/// One result. Generic over the parts that are written by walking the record.
#[derive(Serialize)]
struct ResultElement<'s, Names, Programmes, Status, Features, Others> {
    id: u64,
    caption: &'s str,
    schema: &'static str,
    score: f64,
    #[serde(rename = "match")]
    is_match: bool,
    features: Features,
    url: Shown<RecordPage>,
    datasets: Together<&'s str>,
    topics: Together<&'static str>,
    source: &'s str,
    source_ref: Option<&'s str>,
    list_type: &'static str,
    programme: Programmes,
    status: Status,
    birth_date: Option<Shown<PartialDate>>,
    nationality: Option<Shown<CountryCode>>,
    imo: Option<Shown<ImoNumber>>,
    aliases: Names,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_entity: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_records: Option<Others>,
    first_seen: Shown<Timestamp>,
    last_seen: Shown<Timestamp>,
}

/// What the records of a result say together: of one record its value, of several all values
/// sorted, each once.
#[derive(Serialize)]
#[serde(untagged)]
enum Together<T> {
    One([T; 1]),
    Several(BTreeSet<T>),
}

impl<T: Ord> Together<T> {
    fn of<'s>(
        record: RecordView<'s>,
        others: impl ExactSizeIterator<Item = RecordView<'s>>,
        part: impl Fn(RecordView<'s>) -> T,
    ) -> Self {
        if others.len() == 0 {
            return Self::One([part(record)]);
        }
        Self::Several(once(record).chain(others).map(part).collect())
    }
}

/// Another record of the party that a result stands for.
#[derive(Serialize)]
struct OtherRecord<'s> {
    id: u64,
    caption: &'s str,
    source: &'s str,
    source_ref: Option<&'s str>,
}

impl<'s> From<RecordView<'s>> for OtherRecord<'s> {
    fn from(record: RecordView<'s>) -> Self {
        Self {
            id: record.id().0,
            caption: record.name(),
            source: &record.register().short_name,
            source_ref: record.source_ref(),
        }
    }
}

/// A hit as a result element.
pub(in crate::api) fn hit_element<'a>(
    snapshot: &'a Snapshot,
    hit: &'a Hit,
    threshold: f64,
    today: Day,
) -> impl Serialize + 'a {
    element(snapshot.record(hit.record), hit, threshold, today)
}

fn element<'a>(
    record: RecordView<'a>,
    hit: &'a Hit,
    threshold: f64,
    today: Day,
) -> impl Serialize + 'a {
    let register = record.register();
    ResultElement {
        id: record.id().0,
        caption: record.name(),
        schema: Schema::of(record.entity_type()).as_str(),
        score: hit.score,
        is_match: hit.score >= threshold,
        features: Sequence(|| hit.features.iter().map(FeatureBody::from)),
        url: Shown(RecordPage(record.id())),
        datasets: [&register.name],
        topics: [record.topic().as_str()],
        source: &register.short_name,
        source_ref: record.source_ref(),
        list_type: record.list_type().as_str(),
        programme: Joined(move || record.programmes()),
        status: ListingStatus::of(record, today),
        birth_date: record.birth_date().map(Shown),
        nationality: record.countries().next().map(Shown),
        imo: record.imo().map(Shown),
        aliases: Sequence(move || record.aliases()),
        merged_entity: record.merged_entity(),
        first_seen: Shown(record.first_seen()),
        last_seen: Shown(record.last_seen()),
    }
}

/// One line of the explanation.
#[derive(Serialize)]
struct FeatureBody<'a> {
    feature: &'static str,
    explanation: &'a str,
    score: f64,
    weight: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    matched_name: Option<&'a str>,
}

impl<'a> From<&'a Feature> for FeatureBody<'a> {
    fn from(feature: &'a Feature) -> Self {
        Self {
            feature: feature.kind.as_str(),
            explanation: &feature.explanation,
            score: rounded(feature.score),
            weight: rounded(feature.weight),
            matched_name: feature.matched_name.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::queries::{Queries, read_queries};
    use super::*;
    use tamis_engine::model::RecordId;

    fn response<'s>(queries: &'s Queries, filters: &'s Filters) -> MatchResponse<'s> {
        MatchResponse {
            collection: Collection::Sanctions,
            algorithm: Algorithm::Standard,
            threshold: 0.75,
            limit: 5,
            filters,
            ignored: &queries.ignored,
            entries: queries.list.iter().map(|query| Entry { query, found: None }).collect(),
            today: Day::of(Timestamp(1_791_100_800)),
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

    #[test]
    fn a_result_has_the_fields_of_the_description_in_its_order() {
        let result = ResultElement {
            id: 7,
            caption: "OCEAN STAR",
            schema: "Vessel",
            score: 0.98,
            is_match: true,
            features: [FeatureBody {
                feature: "identifier_match",
                explanation: "The IMO number 9074729 is the record's.",
                score: 1.0,
                weight: rounded(0.1 + 0.2),
                matched_name: None,
            }],
            url: Shown(RecordPage(RecordId(7))),
            datasets: ["Test List"],
            topics: ["sanction"],
            source: "Test",
            source_ref: Some("V-7"),
            list_type: "SANCTION",
            programme: Joined(|| ["P1", "P2"].into_iter()),
            status: None::<&str>,
            birth_date: "1962".parse::<PartialDate>().ok().map(Shown),
            nationality: CountryCode::parse("pa").map(Shown),
            imo: ImoNumber::parse("9074729").map(Shown),
            aliases: ["STAR"],
            merged_entity: None,
            first_seen: Shown(Timestamp(0)),
            last_seen: Shown(Timestamp(1)),
        };
        let expected = concat!(
            r#"{"id":7,"caption":"OCEAN STAR","schema":"Vessel","score":0.98,"match":true,"#,
            r#""features":[{"feature":"identifier_match","#,
            r#""explanation":"The IMO number 9074729 is the record's.","score":1.0,"weight":0.3}],"#,
            r#""url":"/estate/record.html?id=7","datasets":["Test List"],"topics":["sanction"],"#,
            r#""source":"Test","source_ref":"V-7","list_type":"SANCTION","programme":"P1; P2","#,
            r#""status":null,"birth_date":"1962","nationality":"PA","imo":"9074729","#,
            r#""aliases":["STAR"],"#,
            r#""first_seen":"1970-01-01T00:00:00+00:00","last_seen":"1970-01-01T00:00:01+00:00"}"#,
        );
        assert_eq!(serde_json::to_string(&result).expect("plain JSON"), expected);
    }
}
