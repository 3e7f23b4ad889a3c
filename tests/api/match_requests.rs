//! `POST /api/match/{collection}` over the small world of `support::world` (api.md 2.10, 4.1).

use std::sync::Arc;

use serde_json::{Value, json};
use tamis_engine::model::EntityType;

use crate::support::client::Client;
use crate::support::tiny_snapshot;
use crate::support::worlds::{World, record};

/// Asks one flat query and returns the whole answer.
async fn ask(address: &str, query: Value) -> Value {
    let client = Client::serving(tiny_snapshot());
    let answer = client.post_json(&format!("/api/match/{address}"), query.to_string()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// The publisher's references of the results, best first.
async fn found(address: &str, query: Value) -> Vec<String> {
    let answer = ask(address, query).await;
    let results = answer["responses"]["q1"]["results"].as_array().expect("results").clone();
    results.iter().map(|result| result["source_ref"].as_str().expect("text").to_owned()).collect()
}

fn sokolov() -> Value {
    json!({"schema": "Person", "name": "Ivan Petrovich Sokolov", "dob": "1962-05-17"})
}

#[tokio::test]
async fn the_answer_has_every_field_of_the_description() {
    let answer = ask("sanctions?threshold=0.8&topics=sanction", sokolov()).await;
    for (field, expected) in [
        ("collection", json!("sanctions")),
        ("algorithm", json!("standard")),
        ("threshold", json!(0.8)),
        ("limit", json!(5)),
        ("filters", json!({"topics": ["sanction"]})),
    ] {
        assert_eq!(answer[field], expected, "{field}");
    }
    assert!(answer["checked_at"].as_str().is_some_and(|text| text.ends_with("+00:00")));
    let entry = &answer["responses"]["q1"];
    assert_eq!((&entry["status"], &entry["total"]), (&json!(200), &json!(1)));
    let read = json!({"schema": "Person", "name": ["Ivan Petrovich Sokolov"], "birthDate": ["1962-05-17"], "nationality": [], "imo": []});
    assert_eq!(entry["query"], read);
    assert!(entry.get("error").is_none() && entry.get("total_estimated").is_none());
}

#[tokio::test]
async fn a_result_shows_the_record_and_explains_its_score() {
    let answer = ask("sanctions", sokolov()).await;
    let result = &answer["responses"]["q1"]["results"][0];
    let id = result["id"].as_u64().expect("a number");
    for (field, expected) in [
        ("caption", json!("Ivan Petrovich Sokolov")),
        ("schema", json!("Person")),
        ("score", json!(1.0)),
        ("match", json!(true)),
        ("url", json!(format!("/estate/record.html?id={id}"))),
        ("datasets", json!(["Test Sanctions List"])),
        ("topics", json!(["sanction"])),
        ("source", json!("TEST_SANCTIONS")),
        ("source_ref", json!("s-1")),
        ("list_type", json!("SANCTION")),
        ("programme", json!("P-ONE; P-TWO")),
        ("birth_date", json!("1962-05-17")),
        ("nationality", json!("RU")),
        ("imo", Value::Null),
        ("aliases", json!(["Иван Соколов", "Vanya the Falcon"])),
        ("first_seen", json!("2026-10-04T08:00:00+00:00")),
        ("last_seen", json!("2026-10-04T08:00:00+00:00")),
    ] {
        assert_eq!(result[field], expected, "{field}");
    }
    let features = result["features"].as_array().expect("features");
    assert_eq!(features[0]["feature"], "name_match");
    assert_eq!(features[0]["matched_name"], "Ivan Petrovich Sokolov");
    let dob = features.iter().find(|feature| feature["feature"] == "dob_match").expect("a date");
    assert_eq!(dob["weight"], 0.1);
    assert!(dob["explanation"].as_str().is_some_and(|sentence| !sentence.is_empty()));
}

#[tokio::test]
async fn filters_decide_who_may_answer() {
    let name = || json!({"name": "Ivan Petrovich Sokolov"});
    for (address, expected) in [
        ("default", vec!["p-1", "p-2", "s-1"]),
        ("sanctions", vec!["s-1"]),
        ("peps", vec!["p-1", "p-2"]),
        ("crime", vec![]),
        ("maritime", vec![]),
        ("default?topics=role.pep", vec!["p-1", "p-2"]),
        ("default?topics=role.pep,debarment&topics=sanction", vec!["p-1", "p-2", "s-1"]),
        ("default?include_dataset=Test+Sanctions+List", vec!["s-1"]),
        ("default?include_dataset=Members,+Past+and+Present", vec!["p-1", "p-2"]),
        ("default?include_dataset=No+Such+List", vec![]),
        ("default?exclude_dataset=Test+Sanctions+List", vec!["p-1", "p-2"]),
        ("sanctions?topics=role.pep", vec![]),
        ("default?changed_since=2026-10-04T08:00:00Z", vec!["p-1", "p-2", "s-1"]),
        ("default?changed_since=2026-10-04T08:00:01Z", vec![]),
    ] {
        let mut references = found(address, name()).await;
        references.sort();
        assert_eq!(references, expected, "{address}");
    }
}

#[tokio::test]
async fn the_limit_cuts_and_the_threshold_only_judges() {
    let name = || json!({"name": "Ivan Petrovich Sokolov"});
    assert_eq!(found("default?limit=1", name()).await.len(), 1);
    let answer = ask("default?threshold=1", json!({"name": "Ivan Sokolov"})).await;
    let results = answer["responses"]["q1"]["results"].as_array().expect("results").clone();
    assert!(!results.is_empty());
    for result in results {
        let score = result["score"].as_f64().expect("a number");
        assert_eq!(result["match"], score >= 1.0, "{result}");
    }
}

#[tokio::test]
async fn an_imo_number_alone_finds_its_vessel() {
    let query = json!({"schema": "Vessel", "properties": {"imo": ["IMO 9074729"]}});
    let answer = ask("maritime", query).await;
    let result = &answer["responses"]["q1"]["results"][0];
    assert_eq!((&result["source_ref"], &result["imo"]), (&json!("s-2"), &json!("9074729")));
    assert!(result["score"].as_f64().is_some_and(|score| score >= 0.98), "{result}");
}

#[tokio::test]
async fn name_only_leaves_the_other_features_out() {
    let query = json!({"name": "Ivan Petrovich Sokolov", "dob": "1901"});
    let score = |answer: &Value| answer["responses"]["q1"]["results"][0]["score"].as_f64();
    let by_name = ask("sanctions?algorithm=name-only", query.clone()).await;
    assert_eq!((&by_name["algorithm"], score(&by_name)), (&json!("name-only"), Some(1.0)));
    let best = ask("sanctions?algorithm=best", query).await;
    assert_eq!((&best["algorithm"], score(&best)), (&json!("standard"), Some(0.75)));
}

#[tokio::test]
async fn a_batch_answers_each_query_as_if_it_were_alone_in_the_order_given() {
    let client = Client::serving(tiny_snapshot());
    let body = r#"{"queries":{"z":{"name":"Ocean Star"},"bad":{},"a":{"name":"Maria Garcia"}}}"#;
    let batch = client.post_json("/api/match/default", body).await;
    assert_eq!(batch.header("cache-control"), Some("no-store"));
    assert!(batch.header("x-snapshot-version").is_some_and(|version| version.len() == 14));
    let positions: Vec<_> = ["\"z\":", "\"bad\":", "\"a\":"].map(|k| batch.text.find(k)).to_vec();
    assert!(positions.is_sorted() && positions[0].is_some(), "{}", batch.text);
    let batch = batch.json();
    assert_eq!(batch["responses"]["bad"]["status"], 400);
    for (key, name) in [("z", "Ocean Star"), ("a", "Maria Garcia")] {
        let alone = ask("default", json!({ "name": name })).await;
        assert_eq!(batch["responses"][key], alone["responses"]["q1"], "{key}");
    }
}

#[tokio::test]
async fn work_over_the_limit_is_shed_and_told_to_come_back() {
    let client = Client::serving(tiny_snapshot());
    let held = client.service.work.admit(client.service.settings.queries_in_flight_max);
    let shed = client.post_json("/api/match/default", sokolov().to_string()).await;
    assert_eq!((shed.status.as_u16(), shed.header("retry-after")), (503, Some("1")));
    drop(held);
    let served = client.post_json("/api/match/default", sokolov().to_string()).await;
    assert_eq!(served.status, 200);
}

#[tokio::test]
async fn a_legal_form_is_explained_as_one_in_any_spelling() {
    let world = World::new(vec![record(1, Some(EntityType::Company), "Harbour Trading GmbH")]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let body = r#"{"schema": "Company", "properties": {"name": ["Harbour Trading"]}}"#;
    let answer = client.post_json("/api/match/default", body).await.json();
    let feature = &answer["responses"]["q1"]["results"][0]["features"][0];
    let explanation = feature["explanation"].as_str().expect("a sentence");
    assert!(explanation.contains("only in the record: \""), "{explanation}");
    assert!(explanation.contains("(legal form)"), "{explanation}");
}
