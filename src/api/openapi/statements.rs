//! `GET /api/statements` (docs/api.md, "Statements").

use axum::http::StatusCode;

use super::operation::{Operation, Parameter};
use super::schema::Schema;
use super::{Document, rules};
use crate::api::statements;
use crate::limits;

pub(super) fn describe(document: &mut Document) {
    document.schema("Statements", answer());
    document.schema("Statement", statement());
    document.operation(operation());
}

const TELLS: &str = "\
One row for each value of each property, generated live, for one merged entity or record: give one \
of `canonical_id`, `entity_id` and `id`. Two things are called entity_id: the *parameter* is the \
UUID of a merged entity; the *column* is the source record (`svc-101`), while the column \
canonical_id is `svc-e-<uuid>`, or the entity ID itself where there is no merged entity.";

fn operation() -> Operation {
    let canonical = rules::canonical_id();
    let entity = rules::entity_id_text();
    let id = rules::record_id_text();
    Operation::get("/api/statements", "listStatements", statements::statements)
        .tag("Data")
        .summary("The statements that an entity is made of")
        .describes(TELLS)
        .parameters(vec![
            Parameter::query(
                "canonical_id",
                "A merged entity, `svc-e-<uuid>` or the UUID alone, or `svc-<number>` of a record without one.",
                canonical,
            ),
            Parameter::query("entity_id", "A merged entity, by its UUID.", entity),
            Parameter::query("id", "A record, `svc-<number>` or the number.", id),
        ])
        .parameters(statements::parameters())
        .answers("The rows.", Schema::component("Statements"))
        .answers_as("The rows.", "text/csv", Schema::string())
        .revalidates()
        .may_answer(StatusCode::PERMANENT_REDIRECT, "Moved")
        .refuses(&[400, 404])
        .example("record", &[("id", "svc-101"), ("prop", "name,birthDate"), ("limit", "100")])
        .example("merged_entity", &[("entity_id", rules::EXAMPLE_ENTITY)])
        .example("as_csv", &[("id", "101"), ("format", "csv")])
}

fn answer() -> Schema {
    Schema::object(vec![
        ("total", Schema::count()),
        ("limit", Schema::integer(1, limits::STATEMENTS_LIMIT_MAX as u64)),
        ("results", Schema::array(Schema::component("Statement"))),
    ])
    .and_perhaps(vec![("ignored", rules::ignored())])
}

fn statement() -> Schema {
    let text = Schema::string;
    Schema::object(vec![
        ("id", Schema::pattern("^[0-9a-f]{40}$").says("SHA-1 of dataset.entity_id.prop.value")),
        ("entity_id", text().says("The source record, `svc-101`")),
        ("canonical_id", text()),
        ("prop", text()),
        ("prop_type", text()),
        ("schema", text()),
        ("value", text()),
        ("dataset", text().says("Register slug")),
        ("lang", text().or_null()),
        ("original_value", text().or_null()),
        ("first_seen", rules::timestamp()),
        ("last_seen", rules::timestamp()),
    ])
}
