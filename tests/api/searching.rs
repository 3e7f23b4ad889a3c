//! `GET /api/search`, `GET /api/search/{collection}` and `GET /api/facets` over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis_engine::model::{EntityType, Timestamp};
use tamis_engine::snapshot::ActiveRecord;

use crate::support::client::{Answer, Client, with_body};
use crate::support::tiny_snapshot;
use crate::support::worlds::{BUILT_AT, With, World, person, record};

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

/// Returns the references of the results, in order.
fn references(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{answer:?}");
    let body = answer.json();
    let results = body["results"].as_array().expect("results").iter();
    results.map(|result| result["source_ref"].as_str().expect("one").to_owned()).collect()
}

async fn found(client: &Client, parameters: &str) -> Vec<String> {
    references(&client.get(&format!("/api/search?{parameters}")).await)
}

#[tokio::test]
async fn an_answer_has_the_shape_of_the_description() {
    let client = client();
    let answer = client.get("/api/search?q=vanya+falcon&scope=sanctions&nationality=ru").await;
    let body = answer.json();
    let id = body["results"][0]["id"].as_u64().expect("a number");
    let version = answer.header("x-snapshot-version").expect("a version").to_owned();
    let expected = format!(
        concat!(
            r#"{{"total":1,"page":1,"limit":25,"offset":0,"#,
            r#""filters":{{"scope":"sanctions","nationality":"RU"}},"results":[{{"id":{},"#,
            r#""name":"Ivan Petrovich Sokolov","register":"Test Sanctions List","#,
            r#""source_ref":"s-1","topics":["sanction"],"#,
            r#""aliases":["Иван Соколов","Vanya the Falcon"],"entity_type":"INDIVIDUAL","#,
            r#""list_type":"SANCTION","program":"P-ONE; P-TWO","status":null,"dob":"1962-05-17","#,
            r#""nationality":"RU","entity_id":null,"first_seen":"2026-10-04T08:00:00+00:00","#,
            r#""loaded_at":"2026-10-04T08:00:00+00:00","#,
            r#""last_change":"2026-10-04T08:00:00+00:00","#,
            r#""birth_dates":[{{"date":"1962-05-17","approximate":false}}],"countries":["RU"],"#,
            r#""address_countries":[],"programmes":["P-ONE","P-TWO"]}}],"snapshot":"{}"}}"#,
        ),
        id, version
    );
    assert_eq!(answer.text, expected);
    assert_eq!(answer.header("cache-control"), Some("public, max-age=600"));
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn words_are_found_in_any_order_and_beginnings_of_primary_names() {
    let client = client();
    for (text, expected) in [
        ("sokolov+IVAN", vec!["p-1", "s-1", "p-2"]),
        ("golden+h", vec!["d-1", "s-3"]),
        ("trading+golden", vec!["s-3"]),
        ("llc", vec!["s-3"]),
        ("%22Vanya%22+the+falcon", vec!["s-1"]),
        ("petrovich+ivan+sokolov", vec!["p-1", "s-1", "p-2"]),
        // Only a primary name is found by its beginning: "Vanya the Falcon" is an alias.
        ("vany", vec![]),
        ("vanya+sokolov", vec![]),
        ("sokolow", vec![]),
        ("soko*", vec![]),
        ("golden+OR+ocean", vec![]),
        ("limited", vec![]),
    ] {
        let mut found = found(&client, &format!("q={text}")).await;
        let mut expected = expected;
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{text}");
    }
}

#[tokio::test]
async fn exact_names_come_first_then_beginnings_then_the_rest() {
    let records = vec![
        person(1, "Zed Ali Hassan"),
        person(2, "Ali Hassan Younger"),
        person(3, "ALI HASSAN"),
        person(4, "Abu Bakr").alias("Hassan Ali"),
        person(5, "Ali Hassan"),
        person(6, "Ali Hassanov"),
        person(7, "Hassan"),
    ];
    let world = World::new(records);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let expected = ["R3", "R5", "R2", "R6", "R4", "R1"];
    assert_eq!(found(&client, "q=Ali+Hassan").await, expected);
}

#[tokio::test]
async fn every_filter_narrows_the_search() {
    let client = client();
    for (parameters, expected) in [
        ("scope=peps", vec!["p-1", "p-2", "p-3"]),
        ("scope=maritime", vec!["s-2"]),
        ("type=VESSEL", vec!["s-2"]),
        ("type=COMPANY&list_type=DEBARMENT", vec!["d-1"]),
        ("topics=debarment,role.pep&type=COMPANY", vec!["d-1"]),
        ("include_dataset=Members,%20Past%20and%20Present&dob=1988", vec!["p-2"]),
        ("exclude_dataset=Test%20Sanctions%20List&nationality=ru", vec!["p-1", "p-2"]),
        ("source=Test%20Debarment%20Register", vec!["d-1"]),
        ("source=test_debarred", vec!["d-1"]),
        ("source=TEST_DEBARRED", vec!["d-1"]),
        ("include_dataset=test_debarred,Members,%20Past%20and%20Present&dob=1988", vec!["p-2"]),
        ("source=Nobody%27s", vec![]),
        ("include_dataset=Nobody%27s", vec![]),
        ("nationality=Ru&dob=1962-05", vec!["p-1", "s-1"]),
        ("dob=1962-05-18", vec![]),
        ("dob=1970", vec!["p-3"]),
        ("dob=1970-11-01", vec![]),
        ("program=P-TWO", vec!["s-1"]),
        ("program=p-two", vec![]),
        ("changed_since=2026-10-05", vec![]),
        ("q=golden&type=&list_type=SANCTION&nationality=AE", vec!["s-3"]),
    ] {
        let mut found = found(&client, parameters).await;
        found.sort();
        assert_eq!(found, expected, "{parameters}");
    }
}

#[tokio::test]
async fn a_register_that_nobody_knows_is_named() {
    let client = client();
    for (address, expected) in [
        ("/api/search?q=ivan&source=SDN", json!([r#"source: no register is named "SDN"."#])),
        (
            "/api/search/peps?exclude_dataset=test_peps,Tests",
            json!([r#"exclude_dataset: no register is named "Tests"."#]),
        ),
        ("/api/facets?source=sdn", json!([r#"source: no register is named "sdn"."#])),
        ("/api/facets?source=test_peps", Value::Null),
    ] {
        assert_eq!(client.get(address).await.json()["ignored"], expected, "{address}");
    }
}

#[tokio::test]
async fn the_collection_of_the_path_takes_the_place_of_scope() {
    let client = client();
    let by_path = client.get("/api/search/peps?q=ivan&scope=sanctions").await;
    assert_eq!(references(&by_path).len(), 2);
    assert_eq!(by_path.json()["filters"], json!({"scope": "peps"}));
    assert_eq!(
        by_path.json()["ignored"],
        json!(["\"scope\" is not a parameter of this endpoint."])
    );
    let by_path = client.get("/api/search/peps?q=ivan").await;
    assert_eq!(by_path.text, client.get("/api/search?q=ivan&scope=peps").await.text);
    assert_eq!(client.get("/api/search/default").await.json()["total"], 8);
    assert_eq!(client.get("/api/search/maritime").await.status, 200);
    let unknown = client.get("/api/search/ofac?q=ivan").await;
    let collections = json!(["default", "sanctions", "peps", "crime", "maritime"]);
    assert_eq!((unknown.status.as_u16(), &unknown.json()["collections"]), (404, &collections));
    assert_eq!(client.get("/api/search/%ff?q=ivan").await.status, 404);
}

/// Makes twelve records, first seen on consecutive days, the last two on the same day.
fn newer_and_newer() -> World {
    let made = |at: u64| {
        let first_seen = Timestamp(BUILT_AT.0 - 86_400 * (20 - at.min(11) as i64));
        let name = format!("Party {}", char::from(b'a' + at as u8));
        ActiveRecord { first_seen, ..record(at, Some(EntityType::Company), &name) }
    };
    World::new((1..=12).map(made).collect())
}

#[tokio::test]
async fn the_newest_come_first_when_asked_for() {
    let world = newer_and_newer();
    let client = Client::serving(Arc::clone(&world.snapshot));
    for parameters in ["q=party", "type=COMPANY", "source=Test%20Sanctions"] {
        let address = format!("{parameters}&sort=first_seen&limit=4&page=1");
        assert_eq!(found(&client, &address).await, ["R11", "R12", "R10", "R9"], "{parameters}");
        let address = format!("{parameters}&sort=first_seen&limit=4&offset=9");
        assert_eq!(found(&client, &address).await, ["R3", "R2", "R1"], "{parameters}");
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let world = newer_and_newer();
    let client = Client::serving(Arc::clone(&world.snapshot));
    for (parameters, page, offset, expected) in [
        ("limit=5", 1, 0, vec!["R1", "R2", "R3", "R4", "R5"]),
        ("limit=5&page=3", 3, 10, vec!["R11", "R12"]),
        ("limit=5&page=4", 4, 15, vec![]),
        ("limit=5&offset=3", 1, 3, vec!["R4", "R5", "R6", "R7", "R8"]),
        ("limit=5&offset=12", 3, 12, vec![]),
        ("offset=11", 1, 11, vec!["R12"]),
    ] {
        let answer = client.get(&format!("/api/search?q=party&{parameters}")).await;
        assert_eq!(references(&answer), expected, "{parameters}");
        let body = answer.json();
        let paging = (&body["total"], &body["page"], &body["offset"]);
        assert_eq!(paging, (&json!(12), &json!(page), &json!(offset)), "{parameters}");
    }
    let far = client.get("/api/search?q=party&page=18446744073709551615&limit=50").await;
    assert_eq!(references(&far), Vec::<String>::new());
}

#[tokio::test]
async fn what_is_wrong_is_named_also_while_nothing_is_loaded() {
    let client = Client::empty();
    for (address, parameter) in [
        ("/api/search", json!("q")),
        ("/api/search?scope=", json!("q")),
        ("/api/search?q=a", json!("q")),
        ("/api/search?q=!!", json!("q")),
        ("/api/search?q=M%FCller", Value::Null),
        ("/api/search/sanctions?q=+a+", json!("q")),
        ("/api/search?q=ab&sort=name", json!("sort")),
        ("/api/search?q=ab&page=0", json!("page")),
        ("/api/search?q=ab&limit=51", json!("limit")),
        ("/api/search?type=Person", json!("type")),
        ("/api/search?q=ab&page=1&offset=0", Value::Null),
        ("/api/facets", json!("q")),
        ("/api/facets?q=a", json!("q")),
        ("/api/facets?nationality=RUS", json!("nationality")),
    ] {
        let answer = client.get(address).await;
        let body = answer.json();
        assert_eq!((answer.status.as_u16(), &body["parameter"]), (400, &parameter), "{address}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{address}");
    }
    for address in ["/api/search?q=ab", "/api/search/default", "/api/facets?scope=default"] {
        let answer = client.get(address).await;
        assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, Some("5")));
    }
    let types = json!(["INDIVIDUAL", "COMPANY", "ORGANIZATION", "VESSEL", "AIRCRAFT"]);
    assert_eq!(client.get("/api/search?type=Person").await.json()["accepted"], types);
    let request = with_body(Request::post("/api/search?q=ab"), Body::empty());
    assert_eq!(client.send(request).await.status, 405);
}

#[tokio::test]
async fn facets_count_what_a_search_finds() {
    let client = client();
    let answer = client.get("/api/facets?scope=default&q=ivan").await;
    let expected = concat!(
        r#"{"total":3,"list_type":[{"value":"PEP","count":2},{"value":"SANCTION","count":1}],"#,
        r#""type":[{"value":"INDIVIDUAL","count":3}],"nationality":[{"value":"RU","count":3}],"#,
        r#""source":[{"value":"Members, Past and Present","count":2},"#,
        r#"{"value":"Test Sanctions List","count":1}]}"#,
    );
    assert_eq!(answer.text, expected);
    assert_eq!(answer.header("cache-control"), Some("public, max-age=600"));
    let all = client.get("/api/facets?list_type=SANCTION").await.json();
    let kinds = json!([
        {"value": "COMPANY", "count": 1},
        {"value": "INDIVIDUAL", "count": 1},
        {"value": "UNKNOWN", "count": 1},
        {"value": "VESSEL", "count": 1},
    ]);
    assert_eq!((&all["total"], &all["type"]), (&json!(4), &kinds));
    let some = client.get("/api/facets?q=ivan&dob=1962&topics=role.pep&page=2").await.json();
    assert_eq!(some["total"], 1, "it takes every filter of a search");
    assert_eq!(some["ignored"], json!(["\"page\" is not a parameter of this endpoint."]));
    let none = client.get("/api/facets?scope=crime&nationality=ru").await.json();
    let empty = json!({"total": 0, "list_type": [], "type": [], "nationality": [], "source": []});
    assert_eq!(none, empty);
}

#[tokio::test]
async fn facets_show_the_thirty_most_frequent_nationalities() {
    let code = |at: u8| format!("A{}", char::from(b'A' + at % 26));
    let records = (0..40u8).map(|at| {
        let first = if at < 26 { code(at) } else { format!("B{}", char::from(b'A' + at - 26)) };
        person(u64::from(at) + 1, "Same Name").of(&first).of("ZZ").of(&first)
    });
    let world = World::new(records.collect());
    let client = Client::serving(Arc::clone(&world.snapshot));
    let counts = client.get("/api/facets?q=same").await.json()["nationality"].clone();
    let counts = counts.as_array().expect("counts");
    assert_eq!(counts.len(), 30);
    assert_eq!(counts[0], json!({"value": "ZZ", "count": 40}));
    assert_eq!(counts[1], json!({"value": "AA", "count": 1}), "a country once a record");
    assert_eq!(counts[29]["value"], "BC", "equal counts by value");
}

#[tokio::test]
async fn an_answer_that_the_caller_has_is_not_sent_again() {
    let client = client();
    for address in ["/api/search?q=ivan", "/api/facets?q=ivan"] {
        let tag = client.get(address).await.header("etag").expect("a validator").to_owned();
        let request = with_body(Request::get(address).header("if-none-match", tag), Body::empty());
        let again = client.send(request).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{address}");
    }
}

#[tokio::test]
async fn names_are_found_and_ordered_as_they_are_written() {
    let names = [
        "EL TUNCO",
        "Vladimir Putin",
        "Путин Владимир",
        "SERGEY Ivanov",
        "Сергей Иванов",
        "ABDULHAI Salek",
        "ABDUL JALIL Haqqani",
        "Ábdul Rahman",
        "Al Rashid",
    ];
    let world = World::new((1..).zip(names).map(|(id, name)| person(id, name)).collect());
    let client = Client::serving(Arc::clone(&world.snapshot));
    for (text, expected) in [
        ("al", &["Al Rashid"][..]),
        ("el tunco", &["EL TUNCO"]),
        ("Путин", &["Путин Владимир"]),
        ("putin", &["Vladimir Putin"]),
        ("Sergey", &["SERGEY Ivanov"]),
        ("Sergei", &[]),
        ("сергей", &["Сергей Иванов"]),
        ("abdul", &["ABDUL JALIL Haqqani", "Ábdul Rahman", "ABDULHAI Salek"]),
        ("rahman abdul", &["Ábdul Rahman"]),
    ] {
        let parameters = [("q", text)];
        let query =
            form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        let answer = client.get(&format!("/api/search?{query}")).await.json();
        let results = answer["results"].as_array().expect("results");
        let found: Vec<_> = results.iter().map(|r| r["name"].as_str().expect("a name")).collect();
        assert_eq!(found, expected, "{text}");
    }
}
