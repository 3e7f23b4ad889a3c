//! `POST /api/match/{collection}?group=entity` (docs/api.md, "Parties").

use std::sync::Arc;

use serde_json::{Value, json};
use tamis_engine::model::EntityType;

use crate::support::client::{Answer, Client};
use crate::support::worlds::{With, World, person, record};

/// One party on three lists, under names of differing similarity to the queried one; another twice on
/// one list; and two records without a merged entity.
fn world() -> World {
    World::new(vec![
        person(30, "Joseph Kony").of_entity(7),
        person(12, "Kony Joseph Rao").of_entity(7).in_register(2),
        person(21, "Josef Konie").of_entity(7).in_register(1).until("2020-05-01"),
        person(40, "Joseph Koni").of_entity(8).in_register(1),
        person(41, "Joseph Koni Okello").of_entity(8).in_register(1),
        person(50, "Joseph Kon"),
        record(60, Some(EntityType::Vessel), "Blue Star"),
    ])
}

async fn answer(parameters: &str) -> Answer {
    let world = world();
    let client = Client::serving(Arc::clone(&world.snapshot));
    let query = json!({"schema": "Person", "name": "Joseph Kony"});
    client.post_json(&format!("/api/match/default{parameters}"), query.to_string()).await
}

async fn results(parameters: &str) -> Vec<Value> {
    let answer = answer(parameters).await.json();
    answer["responses"]["q1"]["results"].as_array().expect("results").clone()
}

/// Returns the id of each result, and of its party's other records.
async fn parties(parameters: &str) -> Vec<(u64, Vec<u64>)> {
    let id = |record: &Value| record["id"].as_u64().expect("a number");
    let others = |result: &Value| {
        result["other_records"].as_array().expect("a list").iter().map(id).collect()
    };
    results(parameters).await.iter().map(|result| (id(result), others(result))).collect()
}

#[tokio::test]
async fn the_best_record_of_each_party_is_in_front() {
    let expected = vec![(30, vec![12, 21]), (40, vec![41]), (50, vec![])];
    assert_eq!(parties("?group=entity").await, expected);
    assert_eq!(parties("?group=entity&limit=2").await, expected[..2], "parties are counted");
    let ids = |results: &[Value]| results.iter().map(|r| r["id"].clone()).collect::<Vec<_>>();
    let records = results("").await;
    assert_eq!(ids(&records)[..2], [json!(30), json!(40)], "{records:?}");
    assert_eq!(records.len(), 5, "five of six records by default");
}

#[tokio::test]
async fn a_party_names_its_lists_and_shows_its_best_record() {
    let party = &results("?group=entity").await[0];
    for (field, expected) in [
        ("caption", json!("Joseph Kony")),
        ("source", json!("Test Sanctions")),
        ("source_ref", json!("R30")),
        ("list_type", json!("SANCTION")),
        ("datasets", json!(["Test Debarments", "Test Peps", "Test Sanctions"])),
        ("topics", json!(["debarment", "role.pep", "sanction"])),
        (
            "other_records",
            json!([
                {"id": 12, "caption": "Kony Joseph Rao", "source": "Test Debarments", "source_ref": "R12", "status": null},
                {"id": 21, "caption": "Josef Konie", "source": "Test Peps", "source_ref": "R21", "status": "ended"},
            ]),
        ),
    ] {
        assert_eq!(party[field], expected, "{field}");
    }
    let on_one_list = &results("?group=entity").await[1];
    assert_eq!(on_one_list["datasets"], json!(["Test Peps"]), "named once");
}

#[tokio::test]
async fn what_does_not_pass_is_no_part_of_a_party() {
    let address = "?group=entity&exclude_dataset=Test+Sanctions";
    let found = parties(address).await;
    assert!(found.contains(&(12, vec![21])) || found.contains(&(21, vec![12])), "{found:?}");
    assert!(found.iter().all(|(id, others)| *id != 30 && !others.contains(&30)), "{found:?}");
    let results = results(address).await;
    let party = results.iter().find(|result| result["id"] != 40).expect("the party");
    assert_eq!(party["datasets"], json!(["Test Debarments", "Test Peps"]));
    assert_eq!(parties("?group=entity&include_dataset=Test+Sanctions").await[0], (30, vec![]));
    assert_eq!(parties("?group=entity&listing=current").await[0], (30, vec![12]));
}

#[tokio::test]
async fn the_answer_says_what_its_results_are_where_they_are_parties() {
    let grouped = answer("?group=entity").await;
    assert_eq!((&grouped.json()["group"], grouped.status.as_u16()), (&json!("entity"), 200));
    let (plain, asked) = (answer("").await, answer("?group=record").await);
    for answer in [&plain, &asked] {
        assert!(!answer.text.contains("other_records") && !answer.text.contains(r#""group""#));
    }
    assert_eq!(plain.json()["responses"], asked.json()["responses"]);
    assert_eq!(
        grouped.json()["responses"]["q1"]["total"],
        plain.json()["responses"]["q1"]["total"]
    );
}

#[tokio::test]
async fn another_grouping_is_refused_with_those_that_are_accepted() {
    let refused = answer("?group=party").await;
    assert_eq!(refused.status, 400);
    let body = refused.json();
    assert_eq!(
        (&body["parameter"], &body["accepted"]),
        (&json!("group"), &json!(["record", "entity"]))
    );
}
