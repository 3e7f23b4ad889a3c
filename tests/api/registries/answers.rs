//! `/api/registries` and `/api/registries/countries` over two made-up registries.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis_engine::model::Timestamp;

use crate::support::client::{Client, with_body};
use crate::support::registries::{Registries, count, world_and_house};
use crate::support::tiny_snapshot;

/// Serves the two registries.
fn client() -> (Client, Registries) {
    let registries = world_and_house();
    let client = Client::serving(tiny_snapshot());
    client.service.registries.publish(count(&mut registries.load()).counts);
    (client, registries)
}

#[tokio::test]
async fn a_row_of_each_registry_and_kind_is_shown() {
    let (client, _registries) = client();
    let answer = client.get("/api/registries").await;
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let body = answer.json();
    let at = body["counts_at"].as_str().expect("a time");
    let version = Timestamp::parse_iso(at).expect("a time").to_version();
    let house = |kind: &str, records: u64| {
        json!({
            "name": "Swiss House", "slug": "house", "kind": kind,
            "publisher": "Publisher of house", "jurisdiction": "CH",
            "source_url": "https://example.org/house", "licence_url": null,
            "clearance": "commercial", "records": records, "records_exact": true,
            "jurisdictions": 1,
            "top_jurisdictions": [{"code": "CH", "name": "Switzerland", "records": records}],
            "last_processed": at, "version": version, "counts_at": at, "problem": null,
        })
    };
    assert_eq!(body["results"][0], house("company", 1));
    assert_eq!(body["results"][1], house("person", 2));
    let world = &body["results"][2];
    assert_eq!((&world["jurisdiction"], &world["records"]), (&Value::Null, &json!(175)));
    assert_eq!(world["licence_url"], "https://example.org/licence");
    assert_eq!(world["jurisdictions"], 12, "none given is not a jurisdiction");
    let top = world["top_jurisdictions"].as_array().expect("an array");
    assert_eq!((top.len(), &top[9]["code"]), (10, &json!("JP")));
    assert_eq!((&body["total"], &body["counts_exact"]), (&json!(3), &json!(true)));
    let keys: Vec<&String> = body.as_object().expect("an object").keys().collect();
    assert_eq!(keys.len(), 4);

    let totals = client.service.registry_totals();
    assert_eq!((totals.company, totals.person, totals.underlying()), (176, 2, 178));
    assert!(totals.counts_exact && totals.counts_at.is_some_and(|time| time.to_string() == at));
    assert_eq!(client.get("/downloads/meta/registries.json").await.text, answer.text);
}

#[tokio::test]
async fn rows_are_filtered() {
    let (client, _registries) = client();
    for (query, expected) in [
        ("", "house company, house person, world company"),
        ("?kind=&name=&q=&jurisdiction=", "house company, house person, world company"),
        ("?kind=company", "house company, world company"),
        ("?kind=vessel", ""),
        ("?name=Swiss+House", "house company, house person"),
        ("?name=house", "house company, house person"),
        ("?name=Swiss+House&kind=person", "house person"),
        ("?name=Swiss+House&kind=vessel", ""),
        ("?q=WORLD", "world company"),
        ("?q=house+publisher", "house company, house person"),
        ("?q=switz", "house company, house person"),
        ("?q=ch", "house company, house person"),
        ("?q=nothing", ""),
        ("?jurisdiction=ch", "house company, house person, world company"),
        ("?jurisdiction=JP", "world company"),
        ("?jurisdiction=KE", ""),
        ("?jurisdiction=XX", "world company"),
        ("?unknown=1&limit=1", "house company, house person, world company"),
    ] {
        let body = client.get(&format!("/api/registries{query}")).await.json();
        let rows = body["results"].as_array().expect("an array").iter();
        let text = |row: &Value, key: &str| row[key].as_str().expect("a text").to_owned();
        let rows: Vec<String> =
            rows.map(|row| format!("{} {}", text(row, "slug"), text(row, "kind"))).collect();
        assert_eq!(rows.join(", "), expected, "{query}");
        assert_eq!(body["total"], rows.len(), "{query}");
    }
}

#[tokio::test]
async fn values_outside_their_rule_are_errors() {
    let (client, _registries) = client();
    for (address, status, error) in [
        (
            "/api/registries?kind=ship",
            400,
            "kind is \"ship\"; it must be one of company, person, beneficial_owner, security, \
             vessel, employment_disclosure",
        ),
        (
            "/api/registries?jurisdiction=DEU",
            400,
            "jurisdiction is \"DEU\"; it must be a country code of two letters",
        ),
        (
            "/api/registries?kind=person&kind=vessel",
            400,
            "kind is given more than once; it takes one value",
        ),
        ("/api/registries?name=Nobody", 404, "there is no registry \"Nobody\""),
        (
            "/api/registries/countries?kind=ship",
            400,
            "kind is \"ship\"; it must be one of company, person, beneficial_owner, security, \
             vessel, employment_disclosure",
        ),
    ] {
        let answer = client.get(address).await;
        assert_eq!(answer.status.as_u16(), status, "{address}");
        assert_eq!(answer.json()["error"], error, "{address}");
    }
    for address in ["/api/registries", "/api/registries/countries"] {
        assert_eq!(Client::empty().get(address).await.status, 503, "{address}");
        assert_eq!(client.post_json(address, "{}").await.status, 405, "{address}");
    }
}

#[tokio::test]
async fn jurisdictions_are_counted_over_all_registries_or_some() {
    let (client, _registries) = client();
    let body = client.get("/api/registries/countries").await.json();
    assert_eq!((&body["total"], body["counts_at"].is_string()), (&json!(13), true));
    let first = json!({
        "code": "CH", "name": "Switzerland", "records": 21, "registers": 2,
        "by_kind": {"company": 19, "person": 2},
    });
    assert_eq!(body["results"][0], first);
    let last = json!({
        "code": "XX", "name": "No jurisdiction given", "records": 1, "registers": 1,
        "by_kind": {"company": 1},
    });
    assert_eq!(body["results"][12], last);
    for (query, total, expected) in [
        ("?kind=company", 13, "AT 20"),
        ("?kind=person", 1, "CH 2"),
        ("?kind=vessel", 0, ""),
        ("?register=Swiss+House", 1, "CH 3"),
        ("?register=Swiss+House&kind=company", 1, "CH 1"),
        ("?register=World+Companies", 13, "AT 20"),
        ("?register=house", 1, "CH 3"),
        ("?register=Nobody", 0, ""),
        ("?register=&kind=", 13, "CH 21"),
    ] {
        let body = client.get(&format!("/api/registries/countries{query}")).await.json();
        assert_eq!(body["total"], total, "{query}");
        let first = body["results"].get(0);
        let first = first
            .map(|row| format!("{} {}", row["code"].as_str().expect("a code"), row["records"]));
        assert_eq!(first.unwrap_or_default(), expected, "{query}");
    }
}

#[tokio::test]
async fn without_registries_the_answers_are_empty() {
    let client = Client::serving(tiny_snapshot());
    let body = client.get("/api/registries").await.json();
    let expected = json!({"total": 0, "results": [], "counts_exact": false, "counts_at": null});
    assert_eq!(body, expected);
    let body = client.get("/api/registries/countries").await.json();
    assert_eq!(body, json!({"total": 0, "results": [], "counts_at": null}));
    assert_eq!(client.service.registry_totals().underlying(), 0);
}

#[tokio::test]
async fn a_new_count_is_a_new_answer_while_the_snapshot_stays() {
    let (client, registries) = client();
    let tag = client.get("/api/registries").await.header("etag").expect("a validator").to_owned();
    let again = |tag: &str| {
        with_body(Request::get("/api/registries").header("if-none-match", tag), Body::empty())
    };
    assert_eq!(client.send(again(&tag)).await.status, 304);
    registries.write("house.csv", b"t\nC\n");
    client.service.registries.publish(count(&mut registries.load()).counts);
    assert_eq!(client.send(again(&tag)).await.status, 200);
}
