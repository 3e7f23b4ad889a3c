//! The JSON of one result (docs/api.md, "Match answers", "Parties").

use std::collections::BTreeSet;
use std::iter::once;

use serde::Serialize;
use uuid::Uuid;

use crate::api::entity::record_body;
use crate::api::http::listing::ListingStatus;
use crate::api::http::shape::{RecordPage, rounded};
use crate::limits::ENTITY_RECORDS_MAX;
use tamis_engine::json::{Joined, Sequence, Shown};
use tamis_engine::matching::{AlignedPair, Alignment, Feature, Hit, How, Lowering};
use tamis_engine::model::{CountryCode, Day, ImoNumber, PartialDate, Schema, Timestamp};
use tamis_engine::snapshot::{RecordView, Snapshot};

/// One result. Generic over the parts that are written by walking the record.
#[derive(Serialize)]
struct ResultElement<'s, Names, Joined, Programmes, Status, Features, Others, Record> {
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
    programme: Joined,
    programmes: Programmes,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Record>,
}

/// How results are shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Showing {
    /// Score from which a result is a match.
    pub(crate) threshold: f64,
    /// On which day: whether a listing is over depends on it.
    pub(crate) today: Day,
    /// Whether they hold the whole record.
    pub(crate) details: bool,
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
        others: impl Iterator<Item = RecordView<'s>>,
        part: impl Fn(RecordView<'s>) -> T,
    ) -> Self {
        let mut others = others.peekable();
        if others.peek().is_none() {
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
    status: ListingStatus<'s>,
}

impl<'s> OtherRecord<'s> {
    fn of(record: RecordView<'s>, today: Day) -> Self {
        Self {
            id: record.id().0,
            caption: record.name(),
            source: &record.register().short_name,
            source_ref: record.source_ref(),
            status: ListingStatus::of(record, today),
        }
    }
}

/// A hit as a result element.
pub(in crate::api) fn hit_element<'a>(
    snapshot: &'a Snapshot,
    hit: &'a Hit,
    showing: Showing,
) -> impl Serialize + 'a {
    let Showing { threshold, today, details } = showing;
    let record = snapshot.record(hit.record);
    let others = move || {
        let others = hit.others.iter().flatten();
        others.map(move |other| snapshot.record(*other))
    };
    let shown = move || {
        others().take(ENTITY_RECORDS_MAX - 1).map(move |other| OtherRecord::of(other, today))
    };
    ResultElement {
        id: record.id().0,
        caption: record.name(),
        schema: Schema::of(record.entity_type()).as_str(),
        score: hit.score,
        is_match: hit.score >= threshold,
        features: Sequence(|| hit.features.iter().map(FeatureBody::from)),
        url: Shown(RecordPage(record.id())),
        datasets: Together::of(record, others(), |record| record.register().name.as_str()),
        topics: Together::of(record, others(), |record| record.topic().as_str()),
        source: &record.register().short_name,
        source_ref: record.source_ref(),
        list_type: record.list_type().as_str(),
        programme: Joined(move || record.programmes()),
        programmes: Sequence(move || record.programmes()),
        status: ListingStatus::of(record, today),
        birth_date: record.birth_date().map(Shown),
        nationality: record.countries().next().map(Shown),
        imo: record.imo().map(Shown),
        aliases: Sequence(move || record.aliases()),
        merged_entity: record.merged_entity(),
        other_records: hit.others.is_some().then_some(Sequence(shown)),
        first_seen: Shown(record.first_seen()),
        last_seen: Shown(record.last_seen()),
        record: details.then(|| record_body(record, today)),
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
    #[serde(skip_serializing_if = "Option::is_none")]
    alignment: Option<AlignmentBody<'a>>,
}

impl<'a> From<&'a Feature> for FeatureBody<'a> {
    fn from(feature: &'a Feature) -> Self {
        Self {
            feature: feature.kind.as_str(),
            explanation: &feature.explanation,
            score: rounded(feature.score),
            weight: rounded(feature.weight),
            matched_name: feature.matched_name.as_deref(),
            alignment: feature.alignment.as_ref().map(AlignmentBody::from),
        }
    }
}

/// Which words met.
#[derive(Serialize)]
struct AlignmentBody<'a> {
    pairs: Vec<PairBody<'a>>,
    only_query: &'a [String],
    only_record: &'a [String],
    lowered_by: Vec<Lowering>,
}

impl<'a> From<&'a Alignment> for AlignmentBody<'a> {
    fn from(alignment: &'a Alignment) -> Self {
        Self {
            pairs: alignment.pairs.iter().map(PairBody::from).collect(),
            only_query: &alignment.only_query,
            only_record: &alignment.only_record,
            lowered_by: alignment.lowered_by.iter().collect(),
        }
    }
}

/// Words that met.
#[derive(Serialize)]
struct PairBody<'a> {
    query: &'a str,
    record: &'a str,
    how: How,
    similarity: f64,
}

impl<'a> From<&'a AlignedPair> for PairBody<'a> {
    fn from(pair: &'a AlignedPair) -> Self {
        let AlignedPair { query, record, how, similarity } = pair;
        Self { query, record, how: *how, similarity: rounded(*similarity) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use tamis_engine::model::RecordId;

    fn name_match() -> FeatureBody<'static> {
        static ONLY_RECORD: LazyLock<[String; 1]> = LazyLock::new(|| ["II".to_owned()]);
        let (query, record, similarity) = ("Star", "STAR", rounded(247.0 / 255.0));
        FeatureBody {
            feature: "name_match",
            explanation: "Words equal: \"STAR\".",
            score: 0.9,
            weight: 0.9,
            matched_name: Some("STAR II"),
            alignment: Some(AlignmentBody {
                pairs: vec![PairBody { query, record, how: How::Equal, similarity }],
                only_query: &[],
                only_record: &*ONLY_RECORD,
                lowered_by: vec![Lowering::NumberExtra],
            }),
        }
    }

    fn identifier_match() -> FeatureBody<'static> {
        FeatureBody {
            feature: "identifier_match",
            explanation: "The IMO number 9074729 is the record's.",
            score: 1.0,
            weight: rounded(0.1 + 0.2),
            matched_name: None,
            alignment: None,
        }
    }

    #[test]
    fn a_result_has_the_fields_of_the_description_in_its_order() {
        let result = ResultElement {
            id: 7,
            caption: "OCEAN STAR",
            schema: "Vessel",
            score: 0.98,
            is_match: true,
            features: [name_match(), identifier_match()],
            url: Shown(RecordPage(RecordId(7))),
            datasets: Together::One(["Test List"]),
            topics: Together::One(["sanction"]),
            source: "Test",
            source_ref: Some("V-7"),
            list_type: "SANCTION",
            programme: Joined(|| ["P1", "P2"].into_iter()),
            programmes: ["P1", "P2"],
            status: None::<&str>,
            birth_date: "1962".parse::<PartialDate>().ok().map(Shown),
            nationality: CountryCode::parse("pa").map(Shown),
            imo: ImoNumber::parse("9074729").map(Shown),
            aliases: ["STAR"],
            merged_entity: None,
            other_records: None::<[u64; 0]>,
            first_seen: Shown(Timestamp(0)),
            last_seen: Shown(Timestamp(1)),
            record: None::<u64>,
        };
        let expected = concat!(
            r#"{"id":7,"caption":"OCEAN STAR","schema":"Vessel","score":0.98,"match":true,"#,
            r#""features":[{"feature":"name_match","explanation":"Words equal: \"STAR\".","#,
            r#""score":0.9,"weight":0.9,"matched_name":"STAR II","#,
            r#""alignment":{"pairs":[{"query":"Star","record":"STAR","how":"equal","#,
            r#""similarity":0.9686}],"only_query":[],"only_record":["II"],"#,
            r#""lowered_by":["number_extra"]}},"#,
            r#"{"feature":"identifier_match","#,
            r#""explanation":"The IMO number 9074729 is the record's.","score":1.0,"weight":0.3}],"#,
            r#""url":"/estate/record.html?id=7","datasets":["Test List"],"topics":["sanction"],"#,
            r#""source":"Test","source_ref":"V-7","list_type":"SANCTION","programme":"P1; P2","#,
            r#""programmes":["P1","P2"],"status":null,"birth_date":"1962","nationality":"PA","imo":"9074729","#,
            r#""aliases":["STAR"],"#,
            r#""first_seen":"1970-01-01T00:00:00+00:00","last_seen":"1970-01-01T00:00:01+00:00"}"#,
        );
        assert_eq!(serde_json::to_string(&result).expect("plain JSON"), expected);
    }
}
