//! `GET /api/entity`, `/api/status`, `/api/algorithms` and the probes, over the small world.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis::api::http::service::Refusal;
use tamis::limits;
use tamis_engine::model::Timestamp;

use crate::support::client::{Client, with_body};
use crate::support::tiny_snapshot;
use crate::support::worlds::{With, World, person};

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

/// Returns the published id of a record, found by its register's reference.
async fn id_of(client: &Client, name: &str, reference: &str) -> u64 {
    let body = json!({ "name": name }).to_string();
    let answer = client.post_json("/api/match/default?limit=50", body).await.json();
    let results = answer["responses"]["q1"]["results"].as_array().expect("results").clone();
    let result = results.iter().find(|result| result["source_ref"] == reference);
    result.expect("the record is found by its name")["id"].as_u64().expect("a number")
}

#[tokio::test]
async fn a_record_is_shown_with_its_related_records_and_listings() {
    let client = client();
    let id = id_of(&client, "Ivan Petrovich Sokolov", "s-1").await;
    let same_party = id_of(&client, "Ivan Petrovich Sokolov", "p-1").await;
    let record = client.get(&format!("/api/entity/{id}")).await.json();
    for (field, expected) in [
        ("id", json!(id)),
        ("register", json!("Test Sanctions List")),
        ("name", json!("Ivan Petrovich Sokolov")),
        ("alt_names", json!("Иван Соколов; Vanya the Falcon")),
        ("program", json!("P-ONE; P-TWO")),
        ("list_type", json!("SANCTION")),
        ("entity_type", json!("INDIVIDUAL")),
        ("dob", json!("1962-05-17")),
        ("dob_precision", json!("day")),
        ("nationality", json!("RU")),
        ("imo", Value::Null),
        ("source_ref", json!("s-1")),
        ("source_url", json!("https://example.org/s-1")),
        ("loaded_at", json!("2026-10-04T08:00:00+00:00")),
        ("topics", json!(["sanction"])),
    ] {
        assert_eq!(record[field], expected, "{field}");
    }
    let related = record["related"].as_array().expect("an array");
    assert_eq!(related.len(), 1, "the namesake born in 1988 is another person");
    assert_eq!(related[0]["id"], same_party);
    assert!(related[0].get("related").is_none());
    let listing = &record["listings"][0];
    assert_eq!((&listing["record_id"], &listing["listed_on"]), (&json!(id), &json!("2020-03-01")));
    assert_eq!(
        (&listing["delisted_at"], &listing["programme"]),
        (&Value::Null, &json!("P-ONE; P-TWO"))
    );
    assert_eq!(record["listings"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn every_form_of_the_address_gives_the_same_record() {
    let client = client();
    let id = id_of(&client, "Ocean Star", "s-2").await;
    let expected = client.get(&format!("/api/entity/{id}")).await.json();
    for address in [format!("/api/entity/svc-{id}"), format!("/api/entity?id={id}&nested=true")] {
        assert_eq!(client.get(&address).await.json(), expected, "{address}");
    }
    let alone = client.get(&format!("/api/entity/{id}?nested=false")).await.json();
    assert!(alone.get("related").is_none() && alone.get("listings").is_none());
    assert_eq!((&alone["imo"], &alone["dob_precision"]), (&json!("9074729"), &Value::Null));
}

#[tokio::test]
async fn the_follow_the_money_form_has_the_keys_of_its_schema() {
    let client = client();
    let id = id_of(&client, "Ocean Star", "s-2").await;
    let vessel = client.get(&format!("/api/entity/{id}?format=ftm")).await.json();
    let properties = json!({
        "name": ["OCEAN STAR"],
        "topics": ["sanction"],
        "flag": ["pa"],
        "imoNumber": ["IMO9074729"],
    });
    for (field, expected) in [
        ("id", json!(format!("svc-{id}"))),
        ("caption", json!("OCEAN STAR")),
        ("schema", json!("Vessel")),
        ("properties", properties),
        ("referents", json!([])),
        ("datasets", json!(["test_sanctions"])),
        ("first_seen", json!("2026-10-04T08:00:00+00:00")),
        ("target", json!(true)),
    ] {
        assert_eq!(vessel[field], expected, "{field}");
    }
    let nested = client.get(&format!("/api/entity/{id}?format=ftm&nested=true")).await.json();
    let sanction = &nested["properties"]["sanctions"][0];
    assert_eq!(sanction["id"], format!("svc-{id}-sanction"));
    assert_eq!(sanction["properties"]["authority"], json!(["Test Publisher"]));
}

#[tokio::test]
async fn ids_that_nobody_has_are_not_found() {
    let client = client();
    let nobody = "/api/entity/00000000-0000-5000-8000-000000000000";
    for address in ["/api/entity/0", "/api/entity?id=1125899906842623", nobody] {
        let answer = client.get(address).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["status"]), (404, &json!(404)));
        assert!(answer.header("x-snapshot-version").is_some(), "also on errors");
    }
}

#[tokio::test]
async fn an_answer_that_the_caller_has_is_not_sent_again() {
    let client = client();
    let address = format!("/api/entity/{}", id_of(&client, "Ocean Star", "s-2").await);
    let first = client.get(&address).await;
    let tag = first.header("etag").expect("a validator").to_owned();
    let get = |path: &str, tag: &str| {
        with_body(Request::get(path).header("if-none-match", tag), Body::empty())
    };
    let again = client.send(get(&address, &tag)).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    assert_eq!(again.header("etag"), Some(tag.as_str()));
    assert_eq!(client.send(get(&address, "\"other\"")).await.status, 200);
    assert_eq!(client.send(get("/api/status", &tag)).await.status, 200, "status is always new");
    assert_eq!(client.send(get("/api/entity/0", &tag)).await.status, 404, "no error is 304");
}

#[tokio::test]
async fn status_says_what_is_served() {
    let client = client();
    let answer = client.get("/api/status").await;
    assert_eq!(answer.status, 200);
    let body = answer.json();
    assert_eq!(
        (&body["status"], &body["records"], &body["registers"]),
        (&json!("ok"), &json!(8), &json!(3))
    );
    let collections = json!({"default": 8, "sanctions": 4, "peps": 3, "crime": 1, "maritime": 1});
    assert_eq!(body["collections"], collections);
    assert_eq!(body["version"], body["snapshot"]["version"]);
    assert_eq!(answer.header("x-snapshot-version"), body["version"].as_str());
    assert_eq!(body["last_refusal"], Value::Null);
    let ready = client.get("/readyz").await.json();
    assert_eq!(ready, json!({"status": "ready", "version": body["version"]}));
}

#[tokio::test]
async fn status_tells_of_the_last_hour() {
    let client = client();
    let path = "/api/match/default";
    let queries = json!({"queries": {"a": {"name": "Sokolov"}, "b": {"name": "Petrov"}}});
    for _ in 0..3 {
        let request = Request::post(path).header("content-type", "application/json");
        assert_eq!(client.send(with_body(request, queries.to_string())).await.status, 200);
    }
    client.get("/api/entity/0").await;
    let hour = client.get("/api/status").await.json()["last_hour"].clone();
    let counts = ["requests", "queries", "failed", "turned_away"].map(|name| hour[name].clone());
    assert_eq!(counts, [4, 6, 0, 0].map(Value::from));
    assert!(hour["seconds"].as_u64().is_some_and(|seconds| seconds >= 1), "{hour}");
    let minutes = hour["queries_by_minute"].as_array().expect("minutes").iter();
    assert_eq!(minutes.filter_map(Value::as_u64).sum::<u64>(), 6);
    let times = &hour["match_times"];
    assert_eq!(times["requests"], 3);
    let [p50, p99, longest] =
        ["p50_ms", "p99_ms", "longest_ms"].map(|name| times[name].as_f64().expect("a time"));
    assert!(0.0 < p50 && p50 <= p99 && p99 <= longest, "{times}");
    let unserved = Client::empty();
    assert_eq!(unserved.get("/api/overview").await.status, 503);
    unserved.service.current.publish(client.service.current.take().expect("a snapshot"));
    let hour = unserved.get("/api/status").await.json()["last_hour"].clone();
    assert_eq!((&hour["turned_away"], &hour["match_times"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn status_tells_the_versions_that_came_into_service_or_were_refused() {
    let client = client();
    let loaded = client.service.current.take().expect("a snapshot");
    let refused = |version: usize| {
        let error = "section names damaged".to_owned();
        let version = Some(format!("2026100{version}080000"));
        Some(Refusal { version, error, at: Timestamp(0), stands_in: None })
    };
    client.service.current.set_refusal(refused(1));
    client.service.current.set_refusal(refused(1));
    let swaps = client.get("/api/status").await.json()["swaps"].clone();
    let at = "1970-01-01T00:00:00+00:00";
    let first = json!({"at": at, "version": "20261001080000", "refused": "section names damaged"});
    assert_eq!(swaps.as_array().map(Vec::len), Some(2), "what is refused again is told once");
    assert_eq!(swaps[0], first);
    assert_eq!(swaps[1]["version"], loaded.snapshot.version());
    assert_eq!(swaps[1]["refused"], Value::Null);
    for _ in 2..limits::SWAPS_KEPT {
        client.service.current.publish(Arc::clone(&loaded));
    }
    let told = client.service.current.swaps();
    assert_eq!(told.len(), limits::SWAPS_KEPT);
    client.service.current.set_refusal(refused(2));
    let next = client.service.current.swaps();
    assert_eq!((next.len(), &next[1]), (limits::SWAPS_KEPT, &told[0]), "the oldest is gone");
}

#[tokio::test]
async fn algorithms_are_told_from_the_constants_of_the_matcher() {
    let body = Client::empty().get("/api/algorithms").await.json();
    assert_eq!((&body["default"], &body["threshold"]), (&json!("standard"), &json!(0.75)));
    let names: Vec<_> = body["algorithms"].as_array().expect("an array").iter().collect();
    assert_eq!((&names[0]["name"], &names[1]["name"]), (&json!("standard"), &json!("name-only")));
    for feature in names[0]["features"].as_array().expect("an array") {
        let effects = feature["effects"].as_array().expect("an array");
        let is_base = feature["feature"] == "name_match";
        assert_eq!(effects.is_empty(), is_base, "{feature}: constants named after it");
    }
    let same_day = json!({"name": "dob_match.match", "value": 0.1, "meaning": "equal at the coarser precision"});
    assert_eq!(names[0]["features"][1]["effects"][0], same_day);
    let constants = body["constants"].as_array().expect("an array");
    assert!(constants.iter().any(|constant| constant["name"] == "initial_similarity"));
    assert!(!constants.iter().any(|constant| constant["name"] == "dob_match.match"));
    assert_eq!(body["topics"]["reg.action"], json!(["TAX_WARRANT", "INSOLVENCY"]));
}

#[tokio::test]
async fn records_without_an_entity_are_related_by_folded_name_and_birth_date() {
    let born = |id, name, register| person(id, name).born("1962-05-17").in_register(register);
    let world = World::new(vec![
        born(1, "SOKOLOV, Ivan", 0),
        born(2, "Sokolov Iván", 1),
        born(3, "Ivan Sokolov", 2),
        born(4, "Sokolov, Ivan", 1).of_entity(9),
        born(5, "Sokolov Ivan Petrovich", 2).of_entity(9),
        person(6, "Sokolov-Ivan").born("1962").in_register(2),
        person(7, "SOKOLOV (Ivan)").born("circa 1962-05-17").in_register(2),
        person(8, "Sokolov Ivan").born("1962-05-18").in_register(2),
        person(9, "Sokolov Ivan").in_register(2),
    ]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    for (id, expected) in [
        (1, json!([2, 4, 6, 7])),
        (2, json!([1, 6, 7])),
        (3, json!([])),
        (4, json!([5])),
        (6, json!([1, 2, 4])),
        (7, json!([1, 2, 4])),
        (8, json!([])),
        (9, json!([])),
    ] {
        let record = client.get(&format!("/api/entity/{id}")).await.json();
        let related = record["related"].as_array().expect("an array").iter();
        let related: Vec<_> = related.map(|other| &other["id"]).collect();
        assert_eq!(json!(related), expected, "{id}");
    }
}
