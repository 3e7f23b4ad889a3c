//! `GET /api/entity/{id}` and `GET /api/entity` (docs/api.md, "Active and retired records", "Record
//! fields", "Listings", "Merged entities", "Follow-the-money entities", "Entity look-up").

use super::operation::{Operation, Parameter};
use super::schema::Schema;
use super::{Document, rules};
use crate::api::entity::{self, further::FURTHER};
use crate::limits;
use axum::http::StatusCode;
use std::collections::BTreeSet;
use tamis_engine::ftm::properties::{listing_properties, party_properties};
use tamis_engine::model::facts::FactKind;
use tamis_engine::model::{DatePrecision, Fact, Property};

pub(super) fn describe(document: &mut Document) {
    document.schema("Record", record());
    document.schema("RecordWithRelated", record_with_related());
    document.schema("Listing", listing());
    document.schema("MergedEntity", merged_entity());
    document.schema("MergedEntityWithRecords", merged_entity_with_records());
    document.schema("FtmEntity", ftm_entity());
    document.schema("FtmSanction", ftm_sanction());
    document.operation(by_path());
    document.operation(by_query());
}

fn by_path() -> Operation {
    let id = rules::party_id();
    let says = "A record ID (`101`, `svc-101`) or a merged entity ID (a UUID, `svc-e-<uuid>`).";
    common(Operation::get("/api/entity/{id}", "getEntity", entity::by_path))
        .summary("One record or merged entity")
        .describes(LOOKS_UP)
        .parameter(Parameter::path("id", says, id))
        .parameters(entity::form())
        .example("record", &[("id", "101")])
        .example("record_alone", &[("id", "svc-101"), ("nested", "false")])
        .example("merged_entity", &[("id", rules::EXAMPLE_ENTITY)])
        .example("follow_the_money", &[("id", "101"), ("format", "ftm"), ("nested", "true")])
}

fn by_query() -> Operation {
    let id = Schema::any_of(vec![Schema::integer(0, rules::WHOLE_MAX), rules::record_id_text()]);
    let entity_id = Schema::any_of(vec![Schema::format("uuid"), rules::entity_id_text()]);
    common(Operation::get("/api/entity", "getEntityByQuery", entity::by_query))
        .summary("One record or merged entity, by parameter")
        .describes("The path form is preferred. Give either `id` or `entity_id`.")
        .parameter(Parameter::query("id", "A record ID.", id))
        .parameter(Parameter::query("entity_id", "A merged entity ID.", entity_id))
        .parameters(entity::form())
        .example("record", &[("id", "101")])
        .example("merged_entity", &[("entity_id", rules::EXAMPLE_ENTITY), ("nested", "false")])
}

const LOOKS_UP: &str = "\
An active record is answered 200, with the other active records of the same party and the listings \
of all of them. A record that left its list is answered 308 to its merged entity while that has \
active records, and 404 otherwise. `nested=false` leaves out related, listings and records; \
`format=ftm` answers in the follow-the-money format, with listings as Sanction entities when \
`nested=true`.";

fn common(operation: Operation) -> Operation {
    let forms =
        ["RecordWithRelated", "Record", "MergedEntityWithRecords", "MergedEntity", "FtmEntity"];
    operation
        .tag("Look-up")
        .answers(
            "The record or merged entity.",
            Schema::any_of(forms.map(Schema::component).to_vec()),
        )
        .revalidates()
        .may_answer(StatusCode::PERMANENT_REDIRECT, "Moved")
        .refuses(&[400, 404])
}

fn record_fields() -> Vec<(&'static str, Schema)> {
    let precision = Schema::one_of(DatePrecision::NAMES).or_null();
    vec![
        ("id", rules::record_id()),
        ("register", Schema::string().says("Register name")),
        ("name", Schema::string().says("Primary name")),
        ("alt_names", Schema::string().says("Alternate names, joined by `; `")),
        ("program", Schema::string().says("Programmes, joined by `; `")),
        ("list_type", rules::list_type()),
        ("entity_type", rules::entity_type().says("Null where the list does not say")),
        ("dob", rules::partial_date().or_null().says("The first birth date")),
        ("dob_precision", precision),
        ("nationality", rules::country().or_null().says("The first country")),
        ("imo", rules::imo().or_null()),
        ("entity_id", rules::entity_id().or_null().says("Merged entity ID")),
        ("source_ref", Schema::string().or_null().says("The register's own reference")),
        ("source_url", Schema::string().or_null()),
        ("first_seen", rules::timestamp().says("When the record was first collected")),
        ("loaded_at", rules::timestamp().says("Last load that held it")),
        ("topics", rules::topics()),
    ]
    .into_iter()
    .chain(FURTHER.iter().map(|field| (field.name, further(field.fact).says(field.says))))
    .collect()
}

/// The form of a fact that is shown as it is.
pub(super) fn further(fact: Fact) -> Schema {
    let identifier = || {
        let country = rules::country().or_null().says("The issuing country");
        let text = Schema::string;
        Schema::object(vec![("type", text()), ("value", text()), ("country", country)])
    };
    let birth_date = || {
        let approximate =
            Schema::boolean().says("Whether its publisher says that it is about then");
        Schema::object(vec![("date", rules::partial_date()), ("approximate", approximate)])
    };
    match fact.kind() {
        FactKind::Required => Schema::string(),
        FactKind::Text => Schema::string().or_null(),
        FactKind::Texts | FactKind::Aliases => rules::texts(),
        FactKind::Type => rules::entity_type(),
        FactKind::Date => rules::partial_date().or_null(),
        FactKind::BirthDates => Schema::array(birth_date()),
        FactKind::Countries => Schema::array(rules::country()),
        FactKind::Imo => rules::imo().or_null(),
        FactKind::Identifiers => Schema::array(identifier()),
    }
}

fn merged_entity_url() -> Vec<(&'static str, Schema)> {
    let url = Schema::string().with("format", "uri-reference");
    vec![("merged_entity_url", url.says("Present when the record has a merged entity"))]
}

fn record() -> Schema {
    Schema::object(record_fields()).and_perhaps(merged_entity_url())
}

fn record_with_related() -> Schema {
    let most = limits::RELATED_RECORDS_MAX as u64;
    let related = Schema::array(Schema::component("Record")).with("maxItems", most);
    let listings = Schema::array(Schema::component("Listing"));
    Schema::object(record_fields()).and_perhaps(merged_entity_url()).and(vec![
        ("related", related.says("Other active records of the same party")),
        ("listings", listings.says("The record and its related records as listing facts")),
    ])
}

fn listing() -> Schema {
    Schema::object(vec![
        ("record_id", rules::record_id()),
        ("register", Schema::string()),
        ("list_type", rules::list_type()),
        ("topics", rules::topics()),
        ("programme", Schema::string().says("Programmes, joined by `; `")),
        ("programmes", rules::texts().says("The same, each by itself")),
        ("listed_on", rules::partial_date().or_null()),
        ("delisted_at", rules::timestamp().or_null()),
        ("status", rules::listing_status()),
        ("source_url", Schema::string().or_null()),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
    ])
}

fn merged_fields() -> Vec<(&'static str, Schema)> {
    let properties = Schema::object(vec![
        ("name", rules::texts()),
        ("alias", rules::texts()),
        ("birthDate", Schema::array(rules::partial_date())),
        ("nationality", Schema::array(rules::country())),
        ("imoNumber", Schema::array(rules::imo())),
        ("programme", rules::texts()),
    ]);
    vec![
        ("id", rules::entity_id()),
        ("entity_id", rules::entity_id().says("The same as `id`")),
        ("caption", Schema::string().says("Most frequent name among the records")),
        ("schema", rules::schema_name()),
        ("properties", properties),
        ("datasets", rules::texts().says("Register names")),
        ("topics", rules::topics()),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
        ("referents", Schema::array(rules::record_id()).says("The records it was built from")),
    ]
}

fn merged_entity() -> Schema {
    Schema::object(merged_fields())
}

fn merged_entity_with_records() -> Schema {
    let most = limits::ENTITY_RECORDS_MAX as u64;
    let up_to = |component| Schema::array(Schema::component(component)).with("maxItems", most);
    Schema::object(merged_fields())
        .and(vec![("listings", up_to("Listing")), ("records", up_to("Record"))])
}

/// Arrays of texts under these names, none of them empty.
fn properties(of: BTreeSet<Property>) -> Schema {
    let filled = || rules::texts().with("minItems", 1u64);
    let named = of.into_iter().map(|property| (property.as_str(), filled()));
    Schema::object(Vec::new()).and_perhaps(named.collect())
}

fn ftm_entity() -> Schema {
    let sanctions = Schema::array(Schema::component("FtmSanction")).with("minItems", 1u64);
    let properties = properties(party_properties()).and_perhaps(vec![("sanctions", sanctions)]);
    Schema::object(vec![
        ("id", Schema::pattern("^svc-([0-9]+|e-[0-9a-f-]{36})$")),
        ("caption", Schema::string()),
        ("schema", rules::schema_name()),
        ("properties", properties.says("Those that the schema has and the records fill")),
        ("referents", Schema::array(Schema::pattern("^svc-[0-9]+$"))),
        ("datasets", rules::texts().says("Register slugs")),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
        ("last_change", rules::timestamp()),
        ("target", Schema::boolean()),
    ])
    .and_perhaps(vec![("canonical_id", Schema::pattern("^svc-e-[0-9a-f-]{36}$"))])
}

fn ftm_sanction() -> Schema {
    Schema::object(vec![
        ("id", Schema::pattern("^svc-[0-9]+-sanction$")),
        ("caption", Schema::string().says("The first programme, or else the publisher")),
        ("schema", Schema::exactly("Sanction")),
        ("properties", properties(listing_properties())),
        ("referents", rules::texts().says("None")),
        ("datasets", rules::texts().says("The slug of the register")),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
        ("last_change", rules::timestamp()),
        ("target", Schema::boolean().says("`false`: a listing is not a party")),
    ])
}
