//! Limits of a look-up of a large party (docs/api.md, "Record fields", "Merged entities", "Parties",
//! "Limits").

use std::sync::Arc;

use tamis::limits::{ENTITY_RECORDS_MAX, RELATED_RECORDS_MAX};
use tamis_engine::model::{ListType, RegisterIndex};
use tamis_engine::snapshot::SnapshotInput;
use uuid::Uuid;

use crate::support::client::Client;
use crate::support::worlds::{World, person};

const ENTITY: Uuid = Uuid::from_u128(7);

/// Serves one party on more lists than either limit shows.
fn client() -> (World, Client) {
    let lists = ENTITY_RECORDS_MAX + 10;
    let list = |at| {
        let slug = format!("list_{at:03}");
        crate::support::worlds::register(&slug, &format!("List {at:03}"), ListType::Sanction)
    };
    let record = |at: usize| {
        let mut record = person(at as u64 + 1, "Ivan Sokolov");
        record.register = RegisterIndex(at as u16);
        record.entity = Some(ENTITY);
        record
    };
    let world = World::of(SnapshotInput {
        registers: (0..lists).map(list).collect(),
        ..crate::support::worlds::input((0..lists).map(record).collect())
    });
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

#[tokio::test]
async fn a_record_shows_at_most_a_hundred_related_records() {
    let (_world, client) = client();
    let record = client.get("/api/entity/1").await.json();
    let length = |part: &str| record[part].as_array().map(Vec::len);
    assert_eq!(length("related"), Some(RELATED_RECORDS_MAX));
    assert_eq!(length("listings"), Some(RELATED_RECORDS_MAX + 1), "its own and theirs");
}

#[tokio::test]
async fn a_merged_entity_shows_at_most_two_hundred_records() {
    let (_world, client) = client();
    let entity = client.get(&format!("/api/entity/{ENTITY}")).await.json();
    let length = |part: &str| entity[part].as_array().map(Vec::len);
    assert_eq!(length("records"), Some(ENTITY_RECORDS_MAX));
    assert_eq!(length("listings"), Some(ENTITY_RECORDS_MAX));
    assert_eq!(length("referents"), Some(ENTITY_RECORDS_MAX + 10), "every record is named");
}

#[tokio::test]
async fn a_party_that_is_a_result_shows_at_most_two_hundred_records() {
    let (_world, client) = client();
    let body = r#"{"name": "Ivan Sokolov"}"#;
    let answer = client.post_json("/api/match/default?group=entity", body).await.json();
    let results = answer["responses"]["q1"]["results"].as_array().expect("results");
    let length = |part: &str| results[0][part].as_array().map(Vec::len);
    assert_eq!(results.len(), 1, "one party");
    assert_eq!(length("other_records"), Some(ENTITY_RECORDS_MAX - 1), "beside the one in front");
    assert_eq!(length("datasets"), Some(ENTITY_RECORDS_MAX + 10), "every list is named");
}
