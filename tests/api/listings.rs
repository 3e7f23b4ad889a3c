//! Listings with an end date: results until and after that date, and the facts shown of them
//! (docs/api.md, "Listings").

use std::sync::Arc;

use serde_json::{Value, json};
use tamis_engine::model::{Day, Timestamp};
use tamis_engine::snapshot::ActiveRecord;

use crate::support::client::Client;
use crate::support::worlds::{With, World, person};

/// Serves four namesakes: one listed without end, one for a long time to come, two ended.
fn client() -> (World, Client) {
    let with_status = |status: &str, mut record: ActiveRecord| {
        record.record.status = Some(status.to_owned());
        record
    };
    let world = World::new(vec![
        with_status("amended", person(1, "Ivan Sokolov")),
        person(2, "Ivan Sokolov").until("2140"),
        person(3, "Ivan Sokolov").until("2001-03-31"),
        with_status("Debarred", person(4, "Ivan Sokolov").until("2001")),
    ]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

async fn matched(client: &Client, parameters: &str) -> Value {
    let address = format!("/api/match/default?{parameters}");
    client.post_json(&address, r#"{"name": "Ivan Sokolov"}"#.to_owned()).await.json()
}

/// Returns the ids of results, ascending.
fn ids(results: &Value) -> Vec<u64> {
    let results = results.as_array().expect("results").iter();
    let mut ids: Vec<u64> = results.map(|result| result["id"].as_u64().expect("an ID")).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn current_and_ended_listings_can_be_asked_for() {
    let (_world, client) = client();
    for (listing, expected) in [
        ("", vec![1, 2, 3, 4]),
        ("listing=all", vec![1, 2, 3, 4]),
        ("listing=current", vec![1, 2]),
        ("listing=ended", vec![3, 4]),
    ] {
        let filters = match listing.split_once('=') {
            Some((_, state)) => json!({ "listing": state }),
            None => json!({}),
        };
        let answer = matched(&client, listing).await;
        assert_eq!(ids(&answer["responses"]["q1"]["results"]), expected, "{listing}");
        assert_eq!(answer["responses"]["q1"]["total"], expected.len(), "{listing}");
        assert_eq!(answer["filters"], filters);
        for text in ["q=sokolov", "scope=default"] {
            let found = client.get(&format!("/api/search?{text}&{listing}")).await.json();
            assert_eq!(ids(&found["results"]), expected, "{text} {listing}");
            assert_eq!(found["total"], expected.len(), "{text} {listing}");
            let counts = client.get(&format!("/api/facets?{text}&{listing}")).await.json();
            assert_eq!(counts["total"], expected.len(), "{text} {listing}");
        }
    }
    let all = client.get("/api/search?listing=ended").await.json();
    assert_eq!((ids(&all["results"]), &all["filters"]), (vec![3, 4], &json!({"listing": "ended"})));
}

#[tokio::test]
async fn a_listing_that_has_ended_says_so_everywhere() {
    let (_world, client) = client();
    let expected = json!(["amended", null, "ended", "ended (Debarred)"]);
    let by_id = |results: &Value| -> Value {
        let mut results = results.as_array().expect("results").clone();
        results.sort_by_key(|result| result["id"].as_u64());
        results.iter().map(|result| result["status"].clone()).collect()
    };
    let answer = matched(&client, "").await;
    assert_eq!(by_id(&answer["responses"]["q1"]["results"]), expected);
    let found = client.get("/api/search?q=sokolov").await.json();
    assert_eq!(by_id(&found["results"]), expected);
    let register = client.get("/api/source?name=a_sanctions").await.json();
    assert_eq!(by_id(&register["recent"]), expected);
    for (id, status) in (1..).zip(expected.as_array().expect("four")) {
        let record = client.get(&format!("/api/entity/{id}")).await.json();
        assert_eq!(record["listings"][0]["status"], *status, "{id}");
        assert_eq!(record["status"], *status, "{id}");
    }
    let table = client.get("/api/export?source=a_sanctions").await.text;
    for (id, status) in (1..).zip(["amended", "", "ended", "ended (Debarred)"]) {
        let line = table.lines().find(|line| line.starts_with(&format!("{id},"))).expect("a row");
        let place =
            table.lines().next().and_then(|header| header.split(',').position(|c| c == "status"));
        assert_eq!(line.split(',').nth(place.expect("a column")), Some(status), "{line}");
    }
}

#[tokio::test]
async fn another_state_is_refused_with_those_that_are_known() {
    let (_world, client) = client();
    let answers = [
        client.post_json("/api/match/default?listing=active", r#"{"name": "A"}"#.to_owned()).await,
        client.get("/api/search?listing=active").await,
        client.get("/api/facets?listing=active").await,
    ];
    for answer in answers {
        let error = answer.json();
        assert_eq!((&error["status"], &error["parameter"]), (&json!(400), &json!("listing")));
        assert_eq!(error["accepted"], json!(["current", "ended", "all"]));
    }
}

/// The state of a listing may change from one day to the next.
#[tokio::test]
async fn a_validator_holds_for_one_day() {
    let (_world, client) = client();
    let today = || Day::of(Timestamp::now()).number();
    let before = today();
    for address in ["/api/search?q=sokolov", "/api/entity/3"] {
        let tag = client.get(address).await.header("etag").expect("a validator").to_owned();
        let ends = (before..=today()).map(|day| format!("-{day}\""));
        assert!(ends.into_iter().any(|end| tag.ends_with(&end)), "{tag}");
    }
}
