//! `GET /api/export` (docs/api.md, "Export").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::export;
use crate::api::http::shape::NDJSON;

pub(super) fn describe(document: &mut Document) {
    document.operation(
        Operation::get("/api/export", "exportRegister", export::export)
            .tag("Data")
            .summary("All active records of one register")
            .describes(
                "Streamed. A register whose licence does not allow downloads is answered 403.",
            )
            .parameters(export::parameters())
            .answers_as("The records.", "text/csv", Schema::string())
            .answers_as("The records.", NDJSON, Schema::string())
            .revalidates()
            .refuses(&[400, 403, 404])
            .example("for_a_spreadsheet", &[("source", rules::EXAMPLE_REGISTER), ("safe", "true")])
            .example("json_lines", &[("source", rules::EXAMPLE_REGISTER), ("format", "jsonl")]),
    );
}
