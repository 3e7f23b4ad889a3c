//! `GET /api/export` (api.md 4.18, decisions D7).

use super::operation::{Operation, Parameter};
use super::schema::Schema;
use super::{Document, rules};
use crate::api::export;

pub(super) fn describe(document: &mut Document) {
    let format = Schema::one_of(&["csv", "jsonl"]).default("csv");
    let safe = "With `1`, a cell that a spreadsheet would run as a formula begins with `'`.";
    let source = "Register name, exactly as /api/sources shows it.";
    document.operation(
        Operation::get("/api/export", "exportRegister", export::export)
            .tag("Data")
            .summary("All active records of one register")
            .describes(
                "Streamed. A register whose licence does not allow downloads is answered 403.",
            )
            .parameter(Parameter::needed("source", source, rules::filled()))
            .parameter(Parameter::query("format", "Form of the file.", format))
            .parameter(Parameter::query("safe", safe, rules::switch()))
            .answers_as("The records.", "text/csv", Schema::string())
            .answers_as("The records.", "application/x-ndjson", Schema::string())
            .revalidates()
            .refuses(&[400, 403, 404])
            .example("for_a_spreadsheet", &[("source", rules::EXAMPLE_REGISTER), ("safe", "true")])
            .example("json_lines", &[("source", rules::EXAMPLE_REGISTER), ("format", "jsonl")]),
    );
}
