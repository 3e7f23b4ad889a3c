//! `GET /openapi.json`: the whole API in OpenAPI 3.1 (docs/api.md, "Interface description").
//!
//! Each resource describes its operations next to their handlers, and bodies of answers at the
//! declaration of their types; this module assembles them. The [`router`](super::router) and the
//! document come from the same operations. `tests/documents/interface_document.rs` replays every
//! example to check that answers agree with the shapes, and so does the fuzzer in CI.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::http::shape::{cached, json_bytes, tag_of};
use super::interface::json::Object;
use super::interface::{Shape, rules};
use super::operation::{Document, Operation, answers};
use super::{
    algorithms, downloads, entity, export, filtering, identifiers, matching, metrics, reconcile,
    reference, registries, screen, search, statements, status,
};

/// Version of the API (docs/api.md, "Interface description"). Only a change that can break a client
/// gives it a new date; additions do not.
const VERSION: &str = "2026-10-04";

/// Answers `GET /openapi.json`. It needs no snapshot.
async fn openapi() -> Response {
    static TEXT: LazyLock<(Bytes, HeaderValue)> = LazyLock::new(|| {
        let text = document().into_bytes();
        let tag = tag_of(&text);
        (text.into(), tag)
    });
    let (text, tag) = &*TEXT;
    let mut response = cached(json_bytes(StatusCode::OK, text.clone()), "no-cache");
    response.headers_mut().insert(header::ETAG, tag.clone());
    response
}

/// The document as JSON text, indented, with a line feed at its end.
#[must_use]
pub fn document() -> String {
    let text = serde_json::to_string_pretty(&complete());
    text.expect("the document has string keys and no failing parts") + "\n"
}

/// All operations, in the order of the document.
pub(super) fn operations() -> Vec<Operation> {
    described().operations
}

/// The operations by group, for a table of contents.
pub(super) fn contents() -> Vec<(&'static str, Vec<Operation>)> {
    let operations = operations();
    let of = |tag: &str| operations.iter().filter(|o| o.tag == tag).cloned().collect();
    TAGS.iter().map(|(tag, _)| (*tag, of(tag))).collect()
}

/// The resources, in the order of the document.
const RESOURCES: &[fn(&mut Document)] = &[
    matching::describe,
    filtering::describe,
    identifiers::describe,
    entity::describe,
    search::describe,
    reference::describe,
    registries::describe,
    statements::describe,
    export::describe,
    downloads::describe,
    reconcile::describe,
    algorithms::describe,
    status::describe,
    metrics::describe,
    describe,
    screen::describe,
];

/// The groups of operations, with their descriptions.
const TAGS: [(&str, &str); 8] = [
    ("Match", "Parties in, the closest records out, each with a score that explains itself."),
    ("Look-up", "One record or merged entity by its ID."),
    ("Search", "Records by the words of their names and by filters, unscored."),
    ("Lists", "What the service holds: collections, registers, programmes, countries, licences."),
    ("Registries", "Counts of company, person, owner, security, vessel and employment registries."),
    ("Data", "Statements, exports and bulk files."),
    ("Reconciliation", "Reconciliation Service API 0.2, for OpenRefine and other clients."),
    ("Service", "Whether the service runs, what it serves, and its description."),
];

/// Describes the OpenAPI document itself.
fn describe(document: &mut Document) {
    let version = Shape::object(vec![("version", Shape::exactly(VERSION))]).open();
    let itself = Shape::object(vec![("openapi", Shape::exactly("3.1.0")), ("info", version)]);
    document.operation(
        Operation::get("/openapi.json", "getInterface", openapi)
            .tag("Service")
            .summary("This document")
            .answers("The interface in OpenAPI 3.1.", itself.open()),
    );
}

/// The descriptions of all resources.
fn described() -> Document {
    let mut document = Document::default();
    RESOURCES.iter().for_each(|describe| describe(&mut document));
    document
}

fn complete() -> Object {
    let Document { operations, mut shapes } = described();
    for (name, shape) in answers::shapes().into_iter().chain(rules::enumerations()) {
        shapes.set(name, shape);
    }
    let tag =
        |(name, says): (&str, &str)| Object::new().with("name", name).with("description", says);
    let mut paths = Object::new();
    for operation in operations {
        let method = operation.method.as_str().to_ascii_lowercase();
        paths.object_at(operation.path).set(&method, operation.finish());
    }
    let key = Object::new().with("type", "http").with("scheme", "bearer");
    let components = Object::new()
        .with("schemas", shapes)
        .with("responses", answers::components())
        .with("securitySchemes", Object::new().with("key", key));
    // Either is valid: keys are optional for an operator.
    let security = vec![Object::new(), Object::new().with("key", Vec::<String>::new())];
    Object::new()
        .with("openapi", "3.1.0")
        .with("info", info())
        .with("servers", vec![Object::new().with("url", "/")])
        .with("security", security)
        .with("tags", TAGS.map(tag).to_vec())
        .with("paths", paths)
        .with("components", components)
}

fn info() -> Object {
    let licence =
        Object::new().with("name", "Apache-2.0 OR MIT").with("identifier", "Apache-2.0 OR MIT");
    Object::new()
        .with("title", "Sanctions, PEP, Debarment and Enforcement Records Data API")
        .with("version", VERSION)
        .with("summary", "Entity matching, look-up, search and reference data over official lists")
        .with("description", DESCRIPTION)
        .with("license", licence)
}

const DESCRIPTION: &str = "\
Read-only JSON over the records of official sanctions, PEP, debarment and enforcement lists.

- A **record** is one register's entry for one party. Records of the same party can be linked into \
a **merged entity** with a UUID. A score measures resemblance, not identity or risk.
- No endpoint needs a key, unless whoever runs the server gives out keys.
- A parameter that is not described here has no effect: the header `X-Ignored`, and `ignored` where \
an answer has it, names it with the nearest one that is described. One that is described and has a value outside \
its rule is answered 400, never corrected. A parameter that takes one value may be repeated with \
the same value and not with another.
- Every error has the shape `Error`. Answers of `/api` carry the version of the snapshot that they \
were made from, and those that may be kept a validator (`ETag`).
- A client should ignore fields that it does not know: later releases may add some.";

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{TAGS, document};

    fn parsed() -> Value {
        serde_json::from_str(&document()).expect("JSON")
    }

    /// Calls back with every object of the document.
    fn walk(value: &Value, on_object: &mut impl FnMut(&serde_json::Map<String, Value>)) {
        match value {
            Value::Object(object) => {
                on_object(object);
                object.values().for_each(|value| walk(value, on_object));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, on_object)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere_and_no_component_is_unused() {
        let document = parsed();
        let mut used = Vec::new();
        walk(&document, &mut |object| {
            if let Some(Value::String(reference)) = object.get("$ref") {
                let pointer = reference.strip_prefix('#').expect("a reference inside");
                assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
                used.push(reference.clone());
            }
        });
        for group in ["schemas", "responses"] {
            let components = document["components"][group].as_object().expect("components");
            for name in components.keys() {
                let reference = format!("#/components/{group}/{name}");
                assert!(used.contains(&reference), "{reference} is used nowhere");
            }
        }
    }

    #[test]
    fn every_operation_has_an_id_of_its_own_a_known_tag_and_a_summary() {
        let document = parsed();
        let mut ids = Vec::new();
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let text = |key: &str| operation[key].as_str().unwrap_or_default().to_owned();
                assert!(!text("summary").is_empty(), "{method} {path}");
                let tag = operation["tags"][0].as_str().expect("a tag");
                assert!(TAGS.iter().any(|(name, _)| *name == tag), "{tag}");
                assert!(!ids.contains(&text("operationId")), "{method} {path}");
                ids.push(text("operationId"));
            }
        }
        assert!(ids.len() >= 30, "{ids:?}");
    }

    #[test]
    fn every_object_of_an_answer_says_whether_it_is_open() {
        const REQUESTS: [&str; 3] = ["MatchBatch", "MatchQuery", "MatchProperties"];
        let mut schemas = parsed()["components"]["schemas"].as_object().expect("schemas").clone();
        schemas.retain(|name, _| !REQUESTS.contains(&name.as_str()));
        walk(&schemas.into(), &mut |object| {
            let is_object = object.get("type").is_some_and(|kind| kind == "object");
            assert!(!is_object || object.contains_key("additionalProperties"), "{object:?}");
        });
    }
}
