//! JSON of one result (docs/api.md, "Match answers", "Parties").

use std::collections::BTreeSet;
use std::iter::once;

use serde::Serialize;
use uuid::Uuid;

use super::decided::{Decided, bases};
use crate::api::entity::record_body;
use crate::api::http::listing::ListingStatus;
use crate::api::http::shape::{RecordPage, rounded};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::Document;
use crate::clearances::DECISIONS_LEFT;
use crate::limits::ENTITY_RECORDS_MAX;
use tamis_engine::json::{Joined, Sequence, Shown};
use tamis_engine::matching::{
    AlignedPair, Alignment, Feature, FeatureKind, Hit, How, MatchAnswer, MatchQuery, Penalty,
    Reason,
};
use tamis_engine::model::{CountryCode, Day, ImoNumber, PartialDate, Schema, Timestamp};
use tamis_engine::snapshot::{RecordView, Snapshot};

answer! {
    /// One result. Generic over the parts that are serialized directly from the record.
    struct ResultElement<'s, Names, Joined, Programmes, Status, Features, Others, Record> as result_fields {
        id: u64 = rules::record_id(),
        /// Primary name
        caption: &'s str = Shape::string(),
        schema: &'static str = rules::schema_name(),
        score: f64 = Shape::number(0.0, 1.0),
        /// True if the score is at or above the threshold
        r#match: bool = Shape::boolean(),
        features: Features = Shape::array(Shape::component("MatchFeature")),
        /// Page of the record
        url: Shown<RecordPage> = Shape::string(),
        /// Register names; of a party, those of all its records
        datasets: Together<&'s str> = rules::texts(),
        topics: Together<&'static str> = rules::topics(),
        /// Short name of the register
        source: &'s str = Shape::string(),
        /// The register's own reference
        source_ref: Option<&'s str> = Shape::string().or_null(),
        list_type: &'static str = rules::list_type(),
        /// Programmes, joined by `; `
        programme: Joined = Shape::string(),
        /// The same as a list
        programmes: Programmes = rules::texts(),
        status: Status = rules::listing_status(),
        birth_date: Option<Shown<PartialDate>> = rules::partial_date().or_null(),
        nationality: Option<Shown<CountryCode>> = rules::country().or_null(),
        imo: Option<Shown<ImoNumber>> = rules::imo().or_null(),
        aliases: Names = rules::texts(),
        merged_entity?: Option<Uuid> = rules::entity_id(),
        /// The other records of the party that pass the filters, by ID; only where results are parties
        other_records?: Option<Others> = Shape::array(other_fields().shape())
            .with("maxItems", ENTITY_RECORDS_MAX as u64 - 1),
        first_seen: Shown<Timestamp> = rules::timestamp(),
        last_seen: Shown<Timestamp> = rules::timestamp(),
        record?: Option<Record> = Shape::component("Record"),
    }
}

pub(super) fn describe(document: &mut Document) {
    document.schema("MatchResult", reviewed_fields().shape());
    document.schema("MatchFeature", feature_fields().shape());
    document.schema("NameAlignment", alignment_fields().shape());
}

/// Settings for showing results.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Showing {
    /// Score from which a result is a match.
    pub(crate) threshold: f64,
    /// Day of the request: it decides if a listing has ended.
    pub(crate) today: Day,
    /// True if results hold the whole record.
    pub(crate) details: bool,
}

impl Showing {
    /// True if an answer holds a match.
    pub(crate) fn is_hit(self, answer: &MatchAnswer) -> bool {
        answer.hits.iter().any(|hit| hit.score >= self.threshold)
    }
}

/// Combined values of the records of a result: the value of a single record, or the sorted distinct
/// values of several.
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

answer! {
    /// Another record of the party of a result.
    struct OtherRecord<'s> as other_fields {
        id: u64 = rules::record_id(),
        /// Primary name
        caption: &'s str = Shape::string(),
        /// Short name of the register
        source: &'s str = Shape::string(),
        /// The register's own reference
        source_ref: Option<&'s str> = Shape::string().or_null(),
        status: ListingStatus<'s> = rules::listing_status(),
    }
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
pub(crate) fn hit_element<'a>(
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
        r#match: hit.score >= threshold,
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

answer! {
    /// Fields of a result for a reviewer.
    struct Reviewed<'a, Result> as reviewed_fields {
        result..: Result = result_fields(),
        /// The earlier decision on this customer and record, if there is one
        earlier_decision?: Option<&'static str> = Shape::one_of(&DECISIONS_LEFT),
        /// The facts that have changed since, or the end of the decision
        changed?: Option<&'a str> = Shape::string(),
        /// The basis of a decision: of the record, then of each of `other_records`; only where the
        /// query names a customer
        basis?: Vec<String> = Shape::array(Shape::string()),
    }
}

/// A hit as a result element, with the earlier decision on it and what a new one would rest on.
pub(super) fn reviewed_element<'a>(
    query: &MatchQuery,
    snapshot: &'a Snapshot,
    decided: &'a Decided,
    hit: &'a Hit,
    showing: Showing,
) -> impl Serialize + 'a {
    let earlier = decided.on(snapshot, hit);
    Reviewed {
        result: hit_element(snapshot, hit, showing),
        earlier_decision: earlier.map(|own| own.word),
        changed: earlier.map(|own| own.changed.as_str()).filter(|own| !own.is_empty()),
        basis: bases(query, snapshot, hit).collect(),
    }
}

answer! {
    /// One line of the explanation.
    struct FeatureBody<'a> as feature_fields {
        feature: &'static str = Shape::one_of(FeatureKind::NAMES),
        /// A plain sentence, and further short ones
        explanation?: Option<&'a str> = Shape::string(),
        /// Similarity of this feature
        score: f64 = Shape::number(0.0, 1.0),
        /// The effect on the score of the result
        weight: f64 = Shape::number(-1.0, 1.0),
        /// The record's name with the best match to the query
        matched_name?: Option<&'a str> = Shape::string(),
        alignment?: Option<AlignmentBody<'a>> = Shape::component("NameAlignment"),
    }
}

impl<'a> From<&'a Feature> for FeatureBody<'a> {
    fn from(feature: &'a Feature) -> Self {
        Self {
            feature: feature.kind.as_str(),
            explanation: feature.explanation.as_deref(),
            score: rounded(feature.score),
            weight: rounded(feature.weight),
            matched_name: feature.matched_name.as_deref(),
            alignment: feature.alignment.as_ref().map(AlignmentBody::from),
        }
    }
}

answer! {
    /// Matched and unmatched words.
    struct AlignmentBody<'a> as alignment_fields {
        /// Matched words, in the order of the query
        pairs: Vec<PairBody<'a>> = Shape::array(pair_fields().shape()),
        /// Unmatched words of the query, as typed
        only_query: &'a [String] = rules::texts(),
        /// Unmatched words of the record, as published
        only_record: &'a [String] = rules::texts(),
        /// Penalties on the score other than unmatched words
        lowered_by: Vec<Penalty> = Shape::array(Shape::one_of(Penalty::NAMES)),
        /// Present if the score is a least one: `surname_alone`, of a rare surname
        raised_by?: Option<&'static str> = Shape::one_of(&["surname_alone"]),
        /// Present if the words of the query are those of a rewrite: its reason
        rewrite?: Option<Reason> = Shape::one_of(Reason::NAMES),
    }
}

impl<'a> From<&'a Alignment> for AlignmentBody<'a> {
    fn from(alignment: &'a Alignment) -> Self {
        Self {
            pairs: alignment.pairs.iter().map(PairBody::from).collect(),
            only_query: &alignment.only_query,
            only_record: &alignment.only_record,
            lowered_by: alignment.lowered_by.iter().collect(),
            raised_by: alignment.is_raised.then_some("surname_alone"),
            rewrite: alignment.rewrite,
        }
    }
}

answer! {
    /// A pair of matched words.
    struct PairBody<'a> as pair_fields {
        /// Text as typed
        query: &'a str = Shape::string(),
        /// Text as published
        record: &'a str = Shape::string(),
        how: How = Shape::one_of(How::NAMES),
        similarity: f64 = Shape::number(0.0, 1.0),
    }
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
            explanation: Some("Words equal: \"STAR\"."),
            score: 0.9,
            weight: 0.9,
            matched_name: Some("STAR II"),
            alignment: Some(AlignmentBody {
                pairs: vec![PairBody { query, record, how: How::Equal, similarity }],
                only_query: &[],
                only_record: &*ONLY_RECORD,
                lowered_by: vec![Penalty::NumberExtra],
                raised_by: None,
                rewrite: None,
            }),
        }
    }

    fn identifier_match() -> FeatureBody<'static> {
        FeatureBody {
            feature: "identifier_match",
            explanation: Some("The IMO number 9074729 is the record's."),
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
            r#match: true,
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
