//! What `POST /api/match/{collection}` answers (docs/api.md, "Match answers", "Features", "Record
//! fields").

use serde_json::json;

use super::schema::Schema;
use super::{Document, rules};
use crate::limits;
use tamis_engine::matching::{Algorithm, FeatureKind, How, Lowering};

pub(super) fn describe(document: &mut Document) {
    document.schema("MatchAnswer", answer());
    document.schema("MatchFilters", filters());
    document.schema("MatchEntry", entry());
    document.schema("MatchResult", result());
    document.schema("MatchFeature", feature());
    document.schema("NameAlignment", alignment());
}

fn answer() -> Schema {
    let limit = Schema::integer(limits::RESULTS_MIN.into(), limits::RESULTS_MAX.into());
    Schema::object(vec![
        ("collection", rules::collection_name()),
        ("algorithm", Schema::one_of(Algorithm::NAMES).says("The method that ran")),
        ("threshold", Schema::number(0.0, 1.0)),
        ("limit", limit),
        ("filters", Schema::component("MatchFilters")),
        ("responses", Schema::map(Schema::component("MatchEntry"))),
        ("checked_at", rules::timestamp()),
    ])
    .and_perhaps(vec![
        ("cutoff", Schema::number(0.0, 1.0).says("Where it is set")),
        ("group", rules::group()),
        ("ignored", rules::ignored()),
    ])
}

/// What filters were set, and nothing else.
fn filters() -> Schema {
    Schema::object(Vec::new()).and_perhaps(vec![
        ("topics", rules::topics()),
        ("include_dataset", rules::texts()),
        ("exclude_dataset", rules::texts()),
        ("changed_since", Schema::string()),
        ("listing", rules::listing()),
    ])
}

fn entry() -> Schema {
    let read = Schema::object(vec![
        ("schema", rules::schema_name()),
        ("name", rules::texts()),
        ("birthDate", Schema::array(rules::partial_date())),
        ("nationality", Schema::array(rules::country())),
        ("imo", Schema::array(rules::imo())),
    ]);
    Schema::object(vec![
        ("status", Schema::anything().with("enum", json!([200, 400]))),
        ("query", read.says("What was read of the query")),
        ("total", Schema::count().says("Candidates compared")),
        ("results", Schema::array(Schema::component("MatchResult"))),
    ])
    .and_perhaps(vec![
        ("total_estimated", Schema::boolean().says("`total` is an estimate")),
        ("error", Schema::string().says("What is wrong with the query, when status is 400")),
        ("parameter", Schema::string().says("The property at fault")),
        ("accepted", rules::texts().says("The accepted values")),
    ])
}

/// One result (docs/api.md, "Match answers"). The answer of the legacy look-up holds the same.
fn result() -> Schema {
    Schema::object(vec![
        ("id", rules::record_id()),
        ("caption", Schema::string().says("Primary name")),
        ("schema", rules::schema_name()),
        ("score", Schema::number(0.0, 1.0)),
        ("match", Schema::boolean().says("Whether the score is at or above the threshold")),
        ("features", Schema::array(Schema::component("MatchFeature"))),
        ("url", Schema::string().says("Page of the record")),
        ("datasets", rules::texts().says("Register names; of a party, those of all its records")),
        ("topics", rules::topics()),
        ("source", Schema::string().says("Short name of the register")),
        ("source_ref", Schema::string().or_null().says("The register's own reference")),
        ("list_type", rules::list_type()),
        ("programme", Schema::string().says("Programmes, joined by `; `")),
        ("programmes", rules::texts().says("The same, each by itself")),
        ("status", rules::listing_status()),
        ("birth_date", rules::partial_date().or_null()),
        ("nationality", rules::country().or_null()),
        ("imo", rules::imo().or_null()),
        ("aliases", rules::texts()),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
    ])
    .and_perhaps(vec![
        ("merged_entity", rules::entity_id()),
        ("other_records", others()),
        ("record", Schema::component("Record")),
    ])
}

/// Where results are parties.
fn others() -> Schema {
    let other = Schema::object(vec![
        ("id", rules::record_id()),
        ("caption", Schema::string().says("Primary name")),
        ("source", Schema::string().says("Short name of the register")),
        ("source_ref", Schema::string().or_null().says("The register's own reference")),
        ("status", rules::listing_status()),
    ]);
    let most = limits::ENTITY_RECORDS_MAX as u64 - 1;
    Schema::array(other).with("maxItems", most).says(
        "The other records of the party that pass the filters, by ID; only where results are parties",
    )
}

fn feature() -> Schema {
    Schema::object(vec![
        ("feature", Schema::one_of(FeatureKind::NAMES)),
        ("explanation", Schema::string().says("A plain sentence, and further short ones")),
        ("score", Schema::number(0.0, 1.0).says("What was measured")),
        ("weight", Schema::number(-1.0, 1.0).says("The effect on the score of the result")),
    ])
    .and_perhaps(vec![
        ("matched_name", Schema::string().says("The record's name that met the query best")),
        ("alignment", Schema::component("NameAlignment")),
    ])
}

/// Of a name that met: which of its words met which of the query's.
fn alignment() -> Schema {
    let pair = Schema::object(vec![
        ("query", Schema::string().says("As typed")),
        ("record", Schema::string().says("As published")),
        ("how", Schema::one_of(How::NAMES)),
        ("similarity", Schema::number(0.0, 1.0)),
    ]);
    Schema::object(vec![
        ("pairs", Schema::array(pair).says("What met, in the order of the query")),
        ("only_query", rules::texts().says("Words of the query that met nothing, as typed")),
        ("only_record", rules::texts().says("Words of the record that met nothing, as published")),
        (
            "lowered_by",
            Schema::array(Schema::one_of(Lowering::NAMES))
                .says("What lowered the score beyond words that met nothing"),
        ),
    ])
}
