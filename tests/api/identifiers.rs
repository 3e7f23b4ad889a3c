//! `GET` and `POST /api/identifiers` (docs/api.md, "Identifiers").

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tamis::limits::{IDENTIFIER_ANSWER_RESULTS_MAX, IDENTIFIER_RESULTS_MAX};
use tamis_engine::model::{CountryCode, EntityType, Identifier};
use tamis_engine::snapshot::ActiveRecord;

use crate::support::client::Client;
use crate::support::worlds::{With, World, person, record};

fn identified(mut record: ActiveRecord, identifiers: &[(&str, &str)]) -> ActiveRecord {
    let identifier = |&(kind, value): &(&str, &str)| Identifier {
        kind: kind.to_owned(),
        value: value.to_owned(),
        country: CountryCode::parse("PE"),
    };
    record.record.identifiers = identifiers.iter().map(identifier).collect();
    record
}

/// A person and a bank with identifiers, another person with the same passport, and a ship.
fn client() -> (World, Client) {
    let bank = record(3, Some(EntityType::Organization), "Zarqandi Bank");
    let world = World::new(vec![
        identified(person(1, "Omid Oleander"), &[("Passport", "AB 12-34.567"), ("Tax ID", "99/1")]),
        identified(person(2, "Omid Zarqandi"), &[("Passport No.", "ab1234567")]),
        identified(bank, &[("SWIFT/BIC", "ZARQPELX"), ("LEI", "5493001KJTIIGC8Y1R12")]),
        record(4, Some(EntityType::Vessel), "OCEAN STAR").imo("9074729"),
    ]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

/// Found identifiers of each value: record, type, and the value as published.
fn found(answer: &Value) -> Vec<Vec<(u64, String, String)>> {
    let of_value = |entry: &Value| {
        let results = entry["results"].as_array().expect("results").iter();
        let text = |result: &Value, field: &str| result[field].as_str().expect(field).to_owned();
        let found = |result: &Value| {
            (result["id"].as_u64().expect("an id"), text(result, "type"), text(result, "value"))
        };
        results.map(found).collect()
    };
    answer["identifiers"].as_array().expect("identifiers").iter().map(of_value).collect()
}

#[tokio::test]
async fn an_identifier_is_found_however_it_is_separated() {
    let (_world, client) = client();
    for (value, expected) in [
        (
            "ab1234567",
            vec![(1, "passportNumber", "AB 12-34.567"), (2, "passportNumber", "ab1234567")],
        ),
        (
            "AB-1234-567",
            vec![(1, "passportNumber", "AB 12-34.567"), (2, "passportNumber", "ab1234567")],
        ),
        ("991", vec![(1, "taxNumber", "99/1")]),
        ("zarqpelx", vec![(3, "swiftBic", "ZARQPELX")]),
        ("ZARQPELX500", vec![(3, "swiftBic", "ZARQPELX")]),
        ("ZARQPELXX", vec![]),
        ("5493 001K JTII GC8Y 1R12", vec![(3, "leiCode", "5493001KJTIIGC8Y1R12")]),
        ("IMO 9074729", vec![(4, "imoNumber", "9074729")]),
        ("AB123456", vec![]),
        ("--", vec![]),
    ] {
        let answer =
            client.post_json("/api/identifiers", json!({ "values": [value] }).to_string()).await;
        let expected: Vec<(u64, String, String)> = expected
            .into_iter()
            .map(|(id, property, value): (u64, &str, &str)| (id, property.into(), value.into()))
            .collect();
        assert_eq!(found(&answer.json()), [expected], "{value}");
    }
}

#[tokio::test]
async fn a_result_shows_the_record_and_the_identifier_as_published() {
    let (_world, client) = client();
    let answer = client.get("/api/identifiers?value=99%2F1&value=nobody").await.json();
    let expected = json!({
        "id": 1,
        "caption": "Omid Oleander",
        "schema": "Person",
        "type": "taxNumber",
        "label": "Tax ID",
        "value": "99/1",
        "country": "PE",
        "url": "/estate/record.html?id=1",
        "topics": ["sanction"],
        "status": null,
    });
    let result = answer["identifiers"][0]["results"][0].as_object().expect("a result");
    for (field, value) in expected.as_object().expect("an object") {
        assert_eq!(&result[field], value, "{field}");
    }
    assert_eq!(answer["identifiers"][0].get("valid"), None);
    assert_eq!(answer["identifiers"][1], json!({ "value": "nobody", "total": 0, "results": [] }));
}

#[tokio::test]
async fn a_type_leaves_out_others_and_checks_the_digits() {
    let (_world, client) = client();
    for (value, name, valid, count) in [
        ("9074729", "imoNumber", true, 1),
        ("9074728", "imoNumber", false, 0),
        ("5493001KJTIIGC8Y1R12", "leiCode", true, 1),
        ("5493001KJTIIGC8Y1R13", "leiCode", false, 0),
        ("ab1234567", "passportNumber", true, 2),
        ("ab1234567", "taxNumber", true, 0),
    ] {
        let answer =
            client.get(&format!("/api/identifiers?value={value}&type={name}")).await.json();
        let entry = &answer["identifiers"][0];
        assert_eq!((&answer["type"], &entry["valid"]), (&json!(name), &json!(valid)), "{value}");
        assert_eq!(entry["results"].as_array().map(Vec::len), Some(count), "{value} {name}");
    }
}

#[tokio::test]
async fn faults_are_named() {
    let (_world, client) = client();
    for (address, parameter) in [
        ("/api/identifiers", "value"),
        ("/api/identifiers?value=", "value"),
        ("/api/identifiers?value=1&type=name", "type"),
        (&format!("/api/identifiers?value={}", "9".repeat(513)), "value"),
    ] {
        let answer = client.get(address).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{address}");
        assert_eq!(answer.json()["parameter"], parameter, "{address}");
    }
    for (body, parameter) in [
        (json!({}), "values"),
        (json!({ "values": [] }), "values"),
        (json!({ "values": "1" }), "values"),
        (json!({ "values": [true] }), "values"),
        (json!({ "values": [1] }), "values"),
        (json!({ "values": [" "] }), "values"),
        (json!({ "values": ["1"], "type": null }), "type"),
        (json!({ "values": vec!["1"; 10_001] }), "values"),
        (json!({ "values": ["1"], "type": "passport" }), "type"),
        (json!({ "values": ["1"], "type": 7 }), "type"),
    ] {
        let answer = client.post_json("/api/identifiers", body.to_string()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert_eq!(answer.json()["parameter"], parameter);
    }
    let body = json!({ "values": vec!["9074729"; 10_000], "name": "Ann" });
    let answer = client.post_json("/api/identifiers", body.to_string()).await.json();
    assert_eq!(answer["identifiers"].as_array().map(Vec::len), Some(10_000));
    assert_eq!(answer["ignored"], json!(["\"name\" is not read by this endpoint"]));
}

#[tokio::test]
async fn results_beyond_a_limit_are_counted() {
    let holders = (1..=IDENTIFIER_RESULTS_MAX as u64 + 1)
        .map(|id| identified(person(id, "Omid Oleander"), &[("Passport", "X1234567")]))
        .chain([identified(person(900, "Omid Zarqandi"), &[("Passport", "Y1234567")])]);
    let world = World::new(holders.collect());
    let client = Client::serving(Arc::clone(&world.snapshot));
    let numbers = async |values: Vec<&str>| -> Vec<(usize, usize)> {
        let answer =
            client.post_json("/api/identifiers", json!({ "values": values }).to_string()).await;
        let of_entry = |entry: &Value| {
            let total = entry["total"].as_u64().expect("a total");
            (total as usize, entry["results"].as_array().expect("results").len())
        };
        answer.json()["identifiers"].as_array().expect("entries").iter().map(of_entry).collect()
    };
    let full = (IDENTIFIER_RESULTS_MAX + 1, IDENTIFIER_RESULTS_MAX);
    assert_eq!(numbers(vec!["X1234567", "Y1234567", "Z1"]).await, [full, (1, 1), (0, 0)]);
    let fit = IDENTIFIER_ANSWER_RESULTS_MAX / IDENTIFIER_RESULTS_MAX;
    let mut values = vec!["X1234567"; fit];
    values.push("Y1234567");
    let numbers = numbers(values).await;
    assert!(numbers[..fit].iter().all(|own| *own == full));
    assert_eq!(numbers[fit..], [(1, 0)], "the answer is full");
}
