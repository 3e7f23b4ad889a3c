//! `POST /api/screen` (docs/api.md, "Screen").

use serde_json::json;

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::screen;
use crate::limits;

pub(super) fn describe(document: &mut Document) {
    document.schema("ScreenRequest", request());
    document.schema("ScreenAnswer", answer());
    let media_type = "application/json";
    document.operation(
        Operation::post("/api/screen", "screen", screen::screen)
            .tag("Match")
            .summary("Legacy name look-up; use match instead")
            .deprecated()
            .body(media_type, Schema::component("ScreenRequest"))
            .answers("The closest records.", Schema::component("ScreenAnswer"))
            .header("Deprecation", "Says that the endpoint is deprecated.", Schema::string())
            .header("Link", "Address of its successor.", Schema::string())
            .refuses(&[400, 413, 415])
            .example_body(
                media_type,
                "name",
                "A name and a nationality",
                json!({
                    "name": "Ivan Petrovich Sokolov", "nationality": "ru",
                }),
            ),
    );
}

fn request() -> Schema {
    let name = rules::filled().with("maxLength", limits::NAME_CHARS_MAX as u64);
    let nationality = Schema::string().says("A code or an English name").or_null();
    Schema::object(vec![("name", name)]).and_perhaps(vec![("nationality", nationality)]).open()
}

fn answer() -> Schema {
    let results = Schema::array(Schema::component("MatchResult"));
    let query = Schema::object(vec![
        ("name", Schema::string()),
        ("nationality", rules::country().or_null()),
    ]);
    Schema::object(vec![
        ("deprecated", Schema::boolean()),
        ("use", Schema::exactly("/api/match/default")),
        ("query", query),
        ("total", Schema::count()),
        ("matches", results.with("maxItems", u64::from(limits::RESULTS_DEFAULT))),
    ])
    .and_perhaps(vec![("total_estimated", Schema::boolean()), ("ignored", rules::ignored())])
}
