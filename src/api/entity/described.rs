//! The look-up in the OpenAPI document, and the shapes of FollowTheMoney.

use std::collections::BTreeSet;

use axum::http::StatusCode;

use super::{by_path, by_query, form, shape};
use crate::api::interface::{Shape, ShownParameter, rules};
use crate::api::operation::{Document, Operation};
use tamis_engine::ftm::properties::{listing_properties, party_properties};
use tamis_engine::model::Property;

pub(crate) fn describe(document: &mut Document) {
    shape::describe(document);
    document.schema("FtmEntity", ftm_entity());
    document.schema("FtmSanction", ftm_sanction());
    document.operation(look_up_by_path());
    document.operation(look_up_by_query());
}

fn look_up_by_path() -> Operation {
    let id = rules::party_id();
    let says = "A record ID (`101`, `svc-101`) or a merged entity ID (a UUID, `svc-e-<uuid>`).";
    common(Operation::get("/api/entity/{id}", "getEntity", by_path))
        .summary("One record or merged entity")
        .describes(LOOKS_UP)
        .parameter(ShownParameter::path("id", says, id))
        .parameters(form())
        .example("record", &[("id", "101")])
        .example("record_alone", &[("id", "svc-101"), ("nested", "false")])
        .example("merged_entity", &[("id", rules::EXAMPLE_ENTITY)])
        .example("follow_the_money", &[("id", "101"), ("format", "ftm"), ("nested", "true")])
}

fn look_up_by_query() -> Operation {
    let id = Shape::any_of(vec![Shape::integer(0, rules::WHOLE_MAX), rules::record_id_text()]);
    let entity_id = Shape::any_of(vec![Shape::format("uuid"), rules::entity_id_text()]);
    common(Operation::get("/api/entity", "getEntityByQuery", by_query))
        .summary("One record or merged entity, by parameter")
        .describes("The path form is preferred. Give either `id` or `entity_id`.")
        .parameter(ShownParameter::query("id", "A record ID.", id))
        .parameter(ShownParameter::query("entity_id", "A merged entity ID.", entity_id))
        .parameters(form())
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
            Shape::any_of(forms.map(Shape::component).to_vec()),
        )
        .revalidates()
        .may_answer(StatusCode::PERMANENT_REDIRECT, "Moved")
        .refuses(&[400, 404])
}

/// Non-empty arrays of texts under these names.
fn properties(of: BTreeSet<Property>) -> Shape {
    let filled = || rules::texts().with("minItems", 1u64);
    let named = of.into_iter().map(|property| (property.as_str(), filled()));
    Shape::object(Vec::new()).and_perhaps(named.collect())
}

fn ftm_entity() -> Shape {
    let sanctions = Shape::array(Shape::component("FtmSanction")).with("minItems", 1u64);
    let properties = properties(party_properties()).and_perhaps(vec![("sanctions", sanctions)]);
    Shape::object(vec![
        ("id", Shape::pattern("^svc-([0-9]+|e-[0-9a-f-]{36})$")),
        ("caption", Shape::string()),
        ("schema", rules::schema_name()),
        ("properties", properties.says("Those that the schema has and the records fill")),
        ("referents", Shape::array(Shape::pattern("^svc-[0-9]+$"))),
        ("datasets", rules::texts().says("Register slugs")),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
        ("last_change", rules::timestamp()),
        ("target", Shape::boolean()),
    ])
    .and_perhaps(vec![("canonical_id", Shape::pattern("^svc-e-[0-9a-f-]{36}$"))])
}

fn ftm_sanction() -> Shape {
    Shape::object(vec![
        ("id", Shape::pattern("^svc-[0-9]+-sanction$")),
        ("caption", Shape::string().says("The first programme, or else the publisher")),
        ("schema", Shape::exactly("Sanction")),
        ("properties", properties(listing_properties())),
        ("referents", rules::texts().says("None")),
        ("datasets", rules::texts().says("The slug of the register")),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
        ("last_change", rules::timestamp()),
        ("target", Shape::boolean().says("`false`: a listing is not a party")),
    ])
}
