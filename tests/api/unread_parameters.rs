//! Parameters of the address that an endpoint does not read (docs/api.md, "What was ignored").

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use tamis::api;
use tamis::limits::IGNORED_HEADER_BYTES_MAX;

use crate::support::client::{Answer, Client, with_body};
use crate::support::tiny_snapshot;

const NAMED: &str = r#""treshold" is not a parameter of this endpoint; did you mean threshold?"#;

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

async fn matched(address: &str) -> Answer {
    let address = format!("/api/match/default{address}");
    client().post_json(&address, r#"{"name": "Ivan Sokolov"}"#).await
}

#[tokio::test]
async fn match_names_them_in_its_answer_and_in_a_header() {
    let answer = matched("?treshold=0.9&limit=1&xyz=1&treshold=0.8").await;
    let other = r#""xyz" is not a parameter of this endpoint."#;
    assert_eq!(answer.json()["ignored"], json!([NAMED, other]));
    assert_eq!(answer.header("x-ignored"), Some(format!("{NAMED} {other}").as_str()));
    assert_eq!(answer.json()["threshold"], 0.75, "it has no effect");

    for address in ["", "?limit=1", "?treshold=&threshold=0.9"] {
        let answer = matched(address).await;
        assert_eq!((answer.header("x-ignored"), answer.json().get("ignored")), (None, None));
    }
}

#[tokio::test]
async fn every_endpoint_names_them_in_the_header() {
    let document: Value = serde_json::from_str(&api::openapi::document()).expect("JSON");
    let client = client();
    let expected = r#""zzz" is not a parameter of this endpoint."#;
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        if !path.starts_with("/api/") {
            continue;
        }
        for method in operations.as_object().expect("operations").keys() {
            let path = path.replace("{collection}", "default").replace("{id}", "1");
            let request = Request::builder().method(method.to_uppercase().as_str());
            let request =
                request.uri(format!("{path}?zzz=1")).header("content-type", "application/json");
            let answer = client.send(with_body(request, Body::from("{}"))).await;
            assert_eq!(answer.header("x-ignored"), Some(expected), "{method} {path}: {answer:?}");
            asked += 1;
        }
    }
    assert!(asked > 30, "{asked}");
}

#[tokio::test]
async fn every_declared_parameter_is_read() {
    let document: Value = serde_json::from_str(&api::openapi::document()).expect("JSON");
    let client = client();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let names = parameters.iter().filter(|parameter| parameter["in"] == "query");
            let names = names.filter_map(|parameter| parameter["name"].as_str());
            let query: Vec<String> = names.map(|name| format!("{name}=1")).collect();
            let path = path.replace("{collection}", "default").replace("{id}", "1");
            let address = format!("{path}?{}", query.join("&"));
            let request = Request::builder().method(method.to_uppercase().as_str()).uri(address);
            let answer = client.send(with_body(request, Body::from("{}"))).await;
            assert_eq!(answer.header("x-ignored"), None, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn answers_with_a_place_for_it_say_it_there_too() {
    let client = client();
    let id = &client.get("/api/search?q=ivan").await.json()["results"][0]["id"];
    let statements = format!("/api/statements?id={id}&properties=name");
    for (address, said) in [
        (
            "/api/search?q=ivan&country=ru",
            r#""country" is not a parameter of this endpoint; did you mean nationality?"#,
        ),
        (
            "/api/search/default?q=ivan&birthDate=1962",
            r#""birthDate" is not a parameter of this endpoint; did you mean dob?"#,
        ),
        (
            "/api/facets?q=ivan&natonality=ru",
            r#""natonality" is not a parameter of this endpoint; did you mean nationality?"#,
        ),
        (&statements, r#""properties" is not a parameter of this endpoint; did you mean prop?"#),
    ] {
        let answer = client.get(address).await;
        assert_eq!(answer.json()["ignored"], json!([said]), "{address}");
        assert_eq!(answer.header("x-ignored"), Some(said), "{address}");
    }
    let answer = client.get("/api/sources?lmit=3").await;
    let said = r#""lmit" is not a parameter of this endpoint; did you mean limit?"#;
    assert_eq!((answer.status.as_u16(), answer.header("x-ignored")), (200, Some(said)));
    let stream = Request::post("/api/match/default/stream?hit_only=1");
    let answer = client.send(with_body(stream, "{\"name\": \"Ivan\"}\n")).await;
    let said = r#""hit_only" is not a parameter of this endpoint; did you mean hits_only?"#;
    assert_eq!(answer.header("x-ignored"), Some(said));
    let refused = client.get("/api/source?nam=x").await;
    assert_eq!(refused.status, 400);
    let said = r#""nam" is not a parameter of this endpoint; did you mean name?"#;
    assert_eq!(refused.header("x-ignored"), Some(said), "an error says it too");
}

#[tokio::test]
async fn the_header_is_short_and_of_plain_letters() {
    let answer = matched("?%C3%A9t%C3%A9=1&a%0D%0Ab=1").await;
    let said = answer.header("x-ignored").expect("plain letters");
    assert!(said.contains(r#""?t?" is not a"#) && said.contains(r#""a\r\nb" is not a"#), "{said}");
    let many: Vec<String> = (0..500).map(|at| format!("zz{at}=1")).collect();
    let answer = matched(&format!("?{}", many.join("&"))).await;
    let said = answer.header("x-ignored").expect("plain letters");
    assert!(said.len() < IGNORED_HEADER_BYTES_MAX + 30 && said.ends_with(" more."), "{said}");
}

#[tokio::test]
async fn a_list_without_a_value_is_refused() {
    let client = client();
    for (address, parameter) in [
        ("/api/search?q=ivan&topics=,", "topics"),
        ("/api/search?q=ivan&include_dataset=,", "include_dataset"),
        ("/api/search?q=ivan&exclude_dataset=%20,,", "exclude_dataset"),
        ("/api/facets?q=ivan&topics=,", "topics"),
        ("/api/statements?id=1&prop=,", "prop"),
    ] {
        let answer = client.get(address).await;
        assert_eq!(answer.status, 400, "{address}: {answer:?}");
        assert_eq!(answer.json()["parameter"], parameter, "{address}");
    }
    assert_eq!(matched("?topics=,").await.status, 400);
    assert_eq!(matched("?topics=").await.status, 200, "the empty field of a form");
}
