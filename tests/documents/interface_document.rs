//! The interface document is current and true: every example of it is sent to the routes, and the
//! document must describe the answer.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Map, Value, json};
use tamis::api;
use tamis::api::http::service::Loaded;
use tamis::bulk::BulkFiles;

use crate::support::client::{Answer, Client, with_body};
use crate::support::{bulk, documented, json_schema};

fn document() -> Value {
    serde_json::from_str(&api::openapi::document()).expect("JSON")
}

#[test]
fn the_file_in_the_repository_is_what_the_code_says() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/openapi.json");
    let expected = api::openapi::document();
    if std::env::var_os("TAMIS_WRITE_DOCS").is_some() {
        fs::write(&path, &expected).expect("the file is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == expected, "docs/openapi.json is not current: TAMIS_WRITE_DOCS=1 rewrites it");
}

#[test]
fn the_description_carries_its_version() {
    let document = document();
    assert_eq!(document["info"]["version"], "2026-10-04");
    assert_eq!(document["openapi"], "3.1.0");
    for path in document["paths"].as_object().expect("paths").keys() {
        assert!(!path.contains("/v1"), "paths carry no version: {path}");
    }
}

/// An operation of the document.
struct Operation {
    method: String,
    path: String,
    parts: Value,
}

fn operations(document: &Value) -> Vec<Operation> {
    let paths = document["paths"].as_object().expect("paths").iter();
    let operations = paths.flat_map(|(path, methods)| {
        methods.as_object().expect("methods").iter().map(|(method, parts)| Operation {
            method: method.to_uppercase(),
            path: path.clone(),
            parts: parts.clone(),
        })
    });
    operations.collect()
}

impl Operation {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    fn parameters(&self) -> Vec<&Value> {
        self.parts["parameters"].as_array().into_iter().flatten().collect()
    }

    /// Returns the bodies by media type.
    fn bodies(&self) -> Vec<(&String, &Value)> {
        self.parts["requestBody"]["content"].as_object().into_iter().flatten().collect()
    }

    /// Returns every name of an example.
    fn examples(&self) -> Vec<String> {
        let bodies = self.bodies().into_iter().map(|(_, body)| body);
        let holders = self.parameters().into_iter().chain(bodies);
        let examples = holders.filter_map(|holder| holder["examples"].as_object());
        let mut names: Vec<String> = examples.flat_map(Map::keys).cloned().collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the request of an example; for a name without one, the bare address.
    fn request(&self, example: &str) -> Request<Body> {
        let value = |holder: &Value| {
            let value = &holder["examples"][example]["value"];
            (!value.is_null()).then(|| value.clone())
        };
        let (mut path, mut query) =
            (self.path.clone(), form_urlencoded::Serializer::new(String::new()));
        for parameter in self.parameters() {
            let name = parameter["name"].as_str().expect("a name");
            let Some(value) = value(parameter) else { continue };
            if parameter["in"] == "path" {
                path = path.replace(&format!("{{{name}}}"), &as_text(&value));
                continue;
            }
            let values = value.as_array().cloned().unwrap_or_else(|| vec![value]);
            values.iter().for_each(|value| {
                query.append_pair(name, &as_text(value));
            });
        }
        let address = format!("{path}?{}", query.finish());
        let request = Request::builder().method(self.method.as_str()).uri(address);
        let request = request.header("host", "tamis.example.org");
        let body = self.bodies().into_iter().find_map(|(kind, body)| Some((kind, value(body)?)));
        match body {
            Some((kind, value)) => {
                with_body(request.header("content-type", kind), encoded(kind, &value))
            }
            None => with_body(request, Body::empty()),
        }
    }
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn encoded(media_type: &str, value: &Value) -> String {
    match media_type {
        "application/x-www-form-urlencoded" => {
            let fields = value.as_object().expect("fields").iter();
            let mut form = form_urlencoded::Serializer::new(String::new());
            form.extend_pairs(fields.map(|(name, value)| (name, as_text(value)))).finish()
        }
        "application/json" => value.to_string(),
        _ => as_text(value),
    }
}

/// Returns the differences between an answer and the document.
fn faults(document: &Value, operation: &Operation, answer: &Answer) -> Vec<String> {
    let mut described = &operation.parts["responses"][answer.status.as_str()];
    if let Some(reference) = described["$ref"].as_str() {
        described = document.pointer(reference.trim_start_matches('#')).expect("a component");
    }
    if described.is_null() {
        return vec![format!("status {} is not described", answer.status)];
    }
    let mut faults = Vec::new();
    for (name, header) in described["headers"].as_object().into_iter().flatten() {
        match answer.header(name) {
            None if header["required"] == true => faults.push(format!("no header {name}")),
            None => {}
            Some(text) if header["schema"]["type"] == "string" => {
                let value = Value::String(text.to_owned());
                faults.extend(json_schema::faults(document, &header["schema"], &value));
            }
            Some(_) => {}
        }
    }
    let media_type = answer.header("content-type").unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default();
    match &described["content"][media_type]["schema"] {
        Value::Null => faults.push(format!("content type {media_type} is not described")),
        schema if media_type == "application/json" => {
            faults.extend(json_schema::faults(document, schema, &answer.json()));
        }
        _ => {}
    }
    faults
}

#[tokio::test]
async fn every_example_is_answered_as_described() {
    let world = documented::world();
    let client = Client::empty();
    bulk::write(world.folder.path(), world.snapshot.version(), |_, name| format!("{name}\n"));
    let files = BulkFiles::read(world.folder.path(), world.snapshot.version());
    let loaded = Loaded::new(world.snapshot.clone(), "0".repeat(64)).with_bulk(files);
    client.service.current.publish(Arc::new(loaded));
    let document = document();
    let mut wrong = Vec::new();
    for operation in operations(&document) {
        let mut examples = operation.examples();
        if examples.is_empty() {
            assert!(operation.bodies().is_empty(), "{} has no example", operation.name());
            examples.push("the bare address".to_owned());
        }
        for example in &examples {
            let answer = client.send(operation.request(example)).await;
            if answer.status != 200 {
                wrong.push(format!("{} {example}: {answer:?}", operation.name()));
            }
            let faults = faults(&document, &operation, &answer);
            wrong.extend(
                faults.iter().map(|fault| format!("{} {example}{fault}", operation.name())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn errors_are_answered_as_described() {
    let world = documented::world();
    let (full, empty) = (Client::serving(world.snapshot.clone()), Client::empty());
    let document = document();
    for operation in operations(&document) {
        let name = operation.examples().into_iter().next().unwrap_or_default();
        let unserved = empty.send(operation.request(&name)).await;
        assert!(matches!(unserved.status.as_u16(), 200 | 503), "{unserved:?}");
        let mut broken = operation.request(&name);
        let far = format!("{}?x={}", broken.uri().path(), "y".repeat(9000));
        *broken.uri_mut() = far.parse().expect("an address");
        let too_long = full.send(broken).await;
        let put = Request::builder().method("PUT").uri(operation.request(&name).uri());
        let put = full.send(with_body(put, Body::empty())).await;
        assert_eq!((too_long.status.as_u16(), put.status.as_u16()), (414, 405));
        for answer in [unserved, too_long, put] {
            let faults = faults(&document, &operation, &answer);
            assert!(faults.is_empty(), "{}: {faults:?}", operation.name());
        }
    }
}

#[test]
fn examples_keep_the_rules_of_their_parameters() {
    let document = document();
    for operation in operations(&document) {
        let with_schema = |holder: &Value| (holder["schema"].clone(), holder["examples"].clone());
        let holders = operation.parameters().into_iter().map(with_schema);
        let bodies = operation.bodies().into_iter().map(|(_, body)| with_schema(body));
        for (schema, examples) in holders.chain(bodies) {
            for (name, example) in examples.as_object().into_iter().flatten() {
                let faults = json_schema::faults(&document, &schema, &example["value"]);
                assert!(faults.is_empty(), "{} {name}: {faults:?}", operation.name());
            }
        }
    }
}

/// A body that the document forbids is refused, or only the invalid query in its own entry.
#[tokio::test]
async fn bodies_of_match_are_read_as_the_document_says() {
    let client = Client::serving(documented::world().snapshot);
    let document = document();
    let schema = json!({"$ref": "#/components/schemas/MatchRequest"});
    for (body, is_allowed) in [
        (json!({"queries": {}}), true),
        (json!({"queries": {"a": {"schema": "Person", "properties": {"name": ["Ann"]}}}}), true),
        (json!({"queries": {"a": {"name": ["Ann", "Anna"], "dob": null}}, "limit": 5}), true),
        (json!({"name": "Ann", "schema": null, "properties": null}), true),
        (json!({"imo": "9074729", "address": {"city": "Riga"}}), true),
        (json!({"query": "Ann", "countries": ["ru", "by"], "flag": ""}), true),
        (json!({}), false),
        (json!([]), false),
        (json!({"names": ["Ann"]}), false),
        (json!({"queries": []}), false),
        (json!({"queries": null, "name": "Ann"}), false),
        (json!({"queries": {"a": "Ann"}}), false),
        (json!({"queries": {"a": {}}}), false),
        (json!({"schema": "person", "name": "Ann"}), false),
        (json!({"name": "Ann", "dob": 1962}), false),
        (json!({"name": "x".repeat(513)}), false),
        (json!({"properties": {"name": [17]}}), false),
        (json!({"properties": ["Ann"]}), false),
    ] {
        let faults = json_schema::faults(&document, &schema, &body);
        assert_eq!(faults.is_empty(), is_allowed, "{body}: {faults:?}");
        let answer = client.post_json("/api/match/default", body.to_string()).await;
        let said = answer.json();
        let entries = said["responses"].as_object().into_iter().flatten();
        let is_read = answer.status == 200 && entries.into_iter().all(|(_, e)| e["status"] == 200);
        assert_eq!(is_read, is_allowed, "{body}: {answer:?}");
    }
}

#[tokio::test]
async fn the_document_and_its_page_are_served_without_a_snapshot() {
    let client = Client::empty();
    let answer = client.get("/openapi.json").await;
    assert_eq!((answer.status.as_u16(), answer.text), (200, api::openapi::document()));
    let page = client.get("/docs").await;
    let sent = (page.status.as_u16(), page.header("content-type"));
    assert_eq!(sent, (200, Some("text/html; charset=utf-8")));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    for inline in ["<style", "style=", "onclick", "javascript:"] {
        assert!(!page.text.contains(inline), "{inline}");
    }
    for operation in operations(&document()) {
        let id = operation.parts["operationId"].as_str().expect("an id");
        assert!(page.text.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    let (_, script) = page.text.split_once("<script type=\"module\" src=\"").expect("a script");
    let script = client.get(script.split('"').next().expect("an address")).await;
    let sent = (script.status.as_u16(), script.header("content-type"));
    assert_eq!(sent, (200, Some("text/javascript; charset=utf-8")));
    for text in [&page.text, &script.text] {
        assert!(!text.contains("http://") && !text.contains("https://"));
    }
    assert_eq!(client.get("/docs/other.js").await.status, 404);
}

#[test]
fn each_keyword_of_a_schema_finds_its_fault() {
    let schema = json!({
        "type": "object",
        "properties": {
            "id": {"type": "integer", "minimum": 1, "maximum": 9},
            "name": {"type": "string", "minLength": 2, "maxLength": 3, "pattern": "^[a-z]+$"},
            "kind": {"enum": ["a", "b"]},
            "one": {"const": 1},
            "maybe": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
            "list": {"type": "array", "items": {"$ref": "#/word"}, "minItems": 1, "maxItems": 2},
            "never": {"not": {}},
        },
        "required": ["id"],
        "additionalProperties": false,
    });
    let document = json!({"word": {"type": "string"}});
    let faulty = |value: Value| !json_schema::faults(&document, &schema, &value).is_empty();
    let good = json!({"id": 1, "name": "ab", "kind": "a", "one": 1, "maybe": null, "list": ["x"]});
    assert_eq!(json_schema::faults(&document, &schema, &good), Vec::<String>::new());
    for value in [
        json!([]),
        json!({}),
        json!({"id": 0}),
        json!({"id": 10}),
        json!({"id": 1.5}),
        json!({"id": 1, "name": "a"}),
        json!({"id": 1, "name": "abcd"}),
        json!({"id": 1, "name": "A b"}),
        json!({"id": 1, "kind": "c"}),
        json!({"id": 1, "one": 2}),
        json!({"id": 1, "maybe": "soon"}),
        json!({"id": 1, "list": []}),
        json!({"id": 1, "list": [1]}),
        json!({"id": 1, "list": ["x", "y", "z"]}),
        json!({"id": 1, "never": 1}),
        json!({"id": 1, "more": 1}),
    ] {
        assert!(faulty(value.clone()), "{value}");
    }
}
