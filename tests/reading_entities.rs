//! Merged entities and retired records over HTTP (api.md part 3, 2.7, 4.4, 4.5).

mod support;

use std::sync::Arc;

use serde_json::json;
use support::client::Client;
use support::worlds::{self, With, World, person};
use tamis::model::{RecordId, RegisterIndex, Timestamp};
use tamis::snapshot::Retired;
use uuid::Uuid;

const ENTITY: Uuid = Uuid::from_u128(0x0011_2233_4455_5677_8899_aabb_ccdd_eeff);
const ENTITY_TEXT: &str = "00112233-4455-5677-8899-aabbccddeeff";
const FORMER_TEXT: &str = "00000000-0000-0000-0000-000000000009";

fn retired(id: u64, entity: Option<Uuid>) -> Retired {
    let at = |seconds| Timestamp(worlds::BUILT_AT.0 - seconds);
    let (first_seen, last_seen, delisted_at) = (at(200), at(100), at(0));
    Retired {
        id: RecordId(id),
        key: id,
        register: RegisterIndex(0),
        entity,
        first_seen,
        last_seen,
        delisted_at,
    }
}

/// A merged entity of three records, a record of no entity, and three retired ones.
fn client() -> (World, Client) {
    let mut records = vec![
        person(3, "Ivan Sokolov").born("1962").of("RU").in_register(1),
        person(1, "Ivan Sokolov").born("1962-05-17").of("RU"),
        person(2, "I. P. Sokolov").alias("Vanya").of("BY"),
    ];
    records.iter_mut().for_each(|record| record.entity = Some(ENTITY));
    records.push(person(4, "Ivan Sokolov"));
    let mut input = worlds::input(records);
    let former = FORMER_TEXT.parse().ok();
    input.retired = vec![retired(10, Some(ENTITY)), retired(11, former), retired(12, None)];
    let world = World::of(input);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

#[tokio::test]
async fn a_merged_entity_shows_what_its_records_say_together() {
    let (_world, client) = client();
    let entity = client.get(&format!("/api/entity/{ENTITY_TEXT}")).await.json();
    for (field, expected) in [
        ("id", json!(ENTITY_TEXT)),
        ("entity_id", json!(ENTITY_TEXT)),
        ("caption", json!("Ivan Sokolov")),
        ("schema", json!("Person")),
        ("datasets", json!(["Test Peps", "Test Sanctions"])),
        ("referents", json!([1, 2, 3])),
    ] {
        assert_eq!(entity[field], expected, "{field}");
    }
    let properties = &entity["properties"];
    assert_eq!(properties["name"], json!(["I. P. Sokolov", "Ivan Sokolov"]));
    assert_eq!(properties["alias"], json!(["Vanya"]));
    assert_eq!(properties["birthDate"], json!(["1962", "1962-05-17"]));
    assert_eq!(properties["nationality"], json!(["BY", "RU"]));
    assert_eq!((&properties["imoNumber"], &properties["programme"]), (&json!([]), &json!([])));
    for part in ["records", "listings"] {
        assert_eq!(entity[part].as_array().map(Vec::len), Some(3), "{part}");
    }
}

#[tokio::test]
async fn every_form_of_an_entity_id_is_read() {
    let (_world, client) = client();
    let expected = client.get(&format!("/api/entity/{ENTITY_TEXT}")).await.json();
    for address in [
        format!("/api/entity/svc-e-{ENTITY_TEXT}"),
        format!("/api/entity?entity_id={ENTITY_TEXT}"),
        format!("/api/entity/{}", ENTITY_TEXT.to_uppercase()),
    ] {
        assert_eq!(client.get(&address).await.json(), expected, "{address}");
    }
    let alone = client.get(&format!("/api/entity/{ENTITY_TEXT}?nested=false")).await.json();
    assert!(alone.get("records").is_none() && alone.get("listings").is_none());
}

#[tokio::test]
async fn records_of_an_entity_point_at_it_and_at_each_other() {
    let (_world, client) = client();
    let record = client.get("/api/entity/1").await.json();
    assert_eq!(record["entity_id"], ENTITY_TEXT);
    assert_eq!(record["merged_entity_url"], format!("/api/entity/{ENTITY_TEXT}"));
    let related: Vec<_> = record["related"].as_array().expect("an array").iter().collect();
    assert_eq!(related.len(), 1, "records of the same register are not related");
    assert_eq!(related[0]["id"], 3);
    let ftm = client.get("/api/entity/1?format=ftm").await.json();
    assert_eq!(ftm["canonical_id"], format!("svc-e-{ENTITY_TEXT}"));
    assert_eq!(ftm["referents"], json!(["svc-2", "svc-3"]));

    let alone = client.get("/api/entity/4").await.json();
    assert!(alone["entity_id"].is_null() && alone.get("merged_entity_url").is_none());
    assert_eq!(alone["related"], json!([]));
    let ftm = client.get("/api/entity/4?format=ftm").await.json();
    assert!(ftm.get("canonical_id").is_none(), "{ftm}");
}

#[tokio::test]
async fn an_entity_is_told_in_the_follow_the_money_format() {
    let (_world, client) = client();
    let address = format!("/api/entity/{ENTITY_TEXT}?format=ftm");
    let entity = client.get(&address).await.json();
    assert_eq!(entity["id"], format!("svc-e-{ENTITY_TEXT}"));
    assert_eq!(entity["datasets"], json!(["a_sanctions", "b_peps"]));
    assert_eq!(entity["referents"], json!(["svc-1", "svc-2", "svc-3"]));
    let nested = client.get(&format!("{address}&nested=true")).await.json();
    assert_eq!(nested["properties"]["sanctions"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn retired_records_answer_by_the_state_of_their_entity() {
    let (_world, client) = client();
    for address in ["/api/entity/10", "/api/entity/svc-10", "/api/entity?id=10"] {
        let answer = client.get(address).await;
        let location = format!("/api/entity/{ENTITY_TEXT}");
        assert_eq!(answer.status, 308, "{address}");
        assert_eq!(answer.header("location"), Some(location.as_str()), "{address}");
    }
    let former = format!("/api/entity/{FORMER_TEXT}");
    for address in ["/api/entity/11", "/api/entity/12", former.as_str()] {
        let answer = client.get(address).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["status"]), (404, &json!(404)));
    }
}
