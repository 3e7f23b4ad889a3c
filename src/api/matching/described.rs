//! Request part of matching in the OpenAPI document (docs/api.md, "Match", "Match queries"). `answer`
//! and `result` describe the answer.

use serde_json::{Value, json};

use super::property::{PROPERTIES, Property, property_names};
use super::{answer, file, match_collection, settings, stream};
use crate::api::http::last_hour::MATCH_ROUTE;
use crate::api::http::shape::{BYTES, NDJSON};
use crate::api::interface::Shape;
use crate::api::interface::rules;
use crate::api::operation::Document;
use crate::api::operation::Operation;

pub(crate) fn describe(document: &mut Document) {
    describe_request(document);
    answer::describe(document);
    document.operation(match_operation());
    document.operation(stream_operation());
    file::describe(document);
}

fn match_operation() -> Operation {
    let (json, answers) = ("application/json", "One entry for each query, under the caller's key.");
    let person = "A person with birth date and nationality";
    let parties = "The same, with one result for each party";
    let several = "Three queries in one request, one of them faulty";
    let flat = "One query without the wrapper, answered as q1";
    let settings_of_several = [
        ("collection", "sanctions"),
        ("limit", "10"),
        ("threshold", "0.8"),
        ("algorithm", "best"),
        ("topics", "sanction,debarment"),
    ];
    Operation::post(MATCH_ROUTE, "match", match_collection)
        .tag("Match")
        .summary("Match parties against the records of a collection")
        .describes(MATCHES)
        .parameter(rules::collection())
        .parameters(settings::parameters())
        .body(json, Shape::component("MatchRequest"))
        .answers(answers, Shape::component("MatchAnswer"))
        .refuses(&[400, 404, 408, 413, 415])
        .example("one_person", &[("collection", "default")])
        .example_body(json, "one_person", person, one_person())
        .example("several", &settings_of_several)
        .example_body(json, "several", several, several_queries())
        .example("parties", &[("collection", "default"), ("group", "entity")])
        .example_body(json, "parties", parties, one_person())
        .example("flat", &[("collection", "peps"), ("changed_since", "2020-01-01")])
        .example_body(json, "flat", flat, flat_query())
}

fn stream_operation() -> Operation {
    let lines = "One line for each line of the body, in its order.";
    let says = "A match query a line, each with the caller's `id` beside it";
    let queries = [
        json!({"id": "K-1", "schema": "Person", "properties": {"name": ["Ivan Petrovich Sokolov"]}}),
        json!({"id": "K-2", "name": "Golden Harvest Trading"}),
    ];
    let body = queries.map(|query| format!("{query}\n")).concat();
    Operation::post("/api/match/{collection}/stream", "matchStream", stream::match_stream)
        .tag("Match")
        .summary("Match any number of parties, a line each")
        .describes(STREAMS)
        .parameter(rules::collection())
        .parameters(stream::parameters())
        .body(NDJSON, Shape::string())
        .body(BYTES, Shape::format("binary"))
        .body_may_be_empty()
        .answers_as(lines, NDJSON, Shape::string())
        .answers_as(lines, BYTES, Shape::format("binary"))
        .refuses(&[400, 404, 415])
        .example("lines", &[("collection", "default"), ("hits_only", "true")])
        .example_body(NDJSON, "lines", says, body.into())
}

fn one_person() -> Value {
    let properties = json!({
        "name": ["Ivan Petrovich Sokolov"],
        "birthDate": ["1962-05-17"],
        "nationality": ["ru"],
    });
    json!({"queries": {"q1": {"schema": "Person", "properties": properties}}})
}

fn several_queries() -> Value {
    let company = json!({"name": ["Golden Harvest Trading"], "jurisdiction": ["AE"]});
    json!({"queries": {
        "company": {"schema": "Company", "properties": company},
        "ship": {"schema": "Vessel", "properties": {"imoNumber": ["IMO 9074729"]}},
        "nothing": {"schema": "Person", "properties": {"birthDate": ["1962"]}},
    }})
}

fn flat_query() -> Value {
    json!({"schema": "Person", "name": "Maria Garcia Lopez", "dob": "1970"})
}

const MATCHES: &str = "\
Each query describes one party; the answer holds the closest records, each with a score from 0 to \
1, whether that reaches the threshold, and what led to it. Up to 20 queries are read; further ones, \
and whatever else is not read, are named under `ignored`. A query with a fault, such as one with neither a name nor an IMO number, gets `status` \
400 and an `error` in its own entry while the others run; the status of the whole answer stays \
200. Match requests are not stored and their answers are not cached.";

const STREAMS: &str = "\
The body is NDJSON, plain or packed by gzip or zstd as `Content-Encoding` says: on each line a match \
query with the caller's `id` (a string or a whole number). Each is answered by a line \
`{\"id\", \"status\": 200, \"query\", \"total\", \"results\"}` with the fields of an entry of a match \
answer, in the order of the body and while it is sent: read the answer while you send. A line that cannot be read \
is answered by `{\"id\" where known, \"line\", \"status\": 400, \"error\"}`, and the next one is read; a body \
that cannot be read on ends the answer with such a line. Lines may have up to 64 KiB, their number is not \
limited, and all answers of a stream come from one snapshot.";

/// Describes the body: the wrapper, or one query alone.
fn describe_request(document: &mut Document) {
    let queries = Shape::map(Shape::component("MatchQuery")).says(
        "Queries under keys that the caller chooses; the first 20 are read. One that is none is \
         answered by status 400 in its own entry.",
    );
    let forms = ["MatchBatch", "MatchQuery"].map(Shape::component);
    document.schema("MatchRequest", Shape::any_of(forms.to_vec()));
    document.schema("MatchBatch", Shape::of_request(vec![("queries", queries)]));
    document.schema("MatchQuery", query());
    let properties = Shape::of_request(Vec::new()).and_perhaps(properties());
    let says = "Each property holds up to five values, of which the best counts. Properties that \
                are not named here are not compared.";
    document.schema("MatchProperties", properties.says(says));
}

fn query() -> Shape {
    let schema = rules::schema_name().or_null().says("Without one, LegalEntity");
    let fields =
        vec![("schema", schema), ("properties", Shape::component("MatchProperties").or_null())];
    // Generators of clients read `properties` and skip `not`. No other rule may stand with the fields,
    // or they would derive the type from it.
    let customer = Shape::any_of(vec![Shape::string(), Shape::any_integer(), Shape::null()]).says(
        "The customer's key: earlier decisions on its hits count (docs/evidence.md, \"Clearances\")",
    );
    let known = ["schema", "properties"].into_iter().chain(property_names());
    let known: Vec<_> = known.map(|name| json!({ "required": [name] })).collect();
    let is_none = json!({"anyOf": [{"required": ["queries"]}, {"not": {"anyOf": known}}]});
    Shape::of_request(Vec::new())
        .and_perhaps(fields)
        .and_perhaps(properties())
        .and_perhaps(vec![("customer", customer)])
        .with("not", is_none)
        .says(
            "A party: a query among several, or alone, which is answered as `q1`. Its properties \
             stand under `properties` or directly beside `schema`.",
        )
}

/// The properties under all of their names.
fn properties() -> Vec<(&'static str, Shape)> {
    let values = |rule: Shape| {
        let several = Shape::array(rule.clone());
        Shape::any_of(vec![rule, several, Shape::null()])
    };
    let names = |own: &'static Property| {
        own.accepted.iter().map(move |name| {
            let shape = values((own.schema)());
            let says = match *name == own.name {
                true => shape.says(own.says),
                false => shape.says(&format!("The same as `{}`", own.name)),
            };
            (*name, says)
        })
    };
    PROPERTIES.iter().flat_map(names).collect()
}
