//! `POST /api/screen` (docs/api.md, "Screen"): deprecated, with the same matcher.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::support::client::{Answer, Client, with_body};
use crate::support::tiny_snapshot;

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

fn assert_deprecated(answer: &Answer) {
    assert_eq!(answer.header("deprecation"), Some("@1791072000"), "{answer:?}");
    let link = "</api/match/default>; rel=\"successor-version\"";
    assert_eq!(answer.header("link"), Some(link));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn a_name_is_answered_as_the_match_endpoint_answers_it() {
    let client = client();
    for body in [
        json!({"name": "Ivan Petrovich Sokolov"}),
        json!({"name": " Ivan Sokolov ", "nationality": "ru"}),
        json!({"name": "Golden Harvest", "nationality": null}),
        json!({"name": "Nobody At All", "nationality": ""}),
    ] {
        let answer = client.post_json("/api/screen", body.to_string()).await;
        assert_eq!(answer.status, 200);
        assert_deprecated(&answer);
        let matched = client.post_json("/api/match/default", body.to_string()).await.json();
        let matched = &matched["responses"]["q1"];
        let nationality = matched["query"]["nationality"].get(0).unwrap_or(&Value::Null);
        let expected = json!({
            "deprecated": true,
            "use": "/api/match/default",
            "query": {"name": matched["query"]["name"][0], "nationality": nationality},
            "total": matched["total"],
            "matches": matched["results"],
        });
        assert_eq!(answer.json(), expected, "{body}");
    }
}

#[tokio::test]
async fn fields_that_match_knows_and_this_look_up_does_not_are_ignored() {
    let client = client();
    let plain = client.post_json("/api/screen", r#"{"name":"Ocean Star"}"#).await.json();
    let nowhere = r#"{"name":"Ocean Star","nationality":"ZZ"}"#;
    let mut nowhere = client.post_json("/api/screen", nowhere).await.json();
    let ignored = nowhere.as_object_mut().expect("an object").remove("ignored");
    assert_eq!(ignored, Some(json!([r#"nationality "ZZ" names no country; it has no effect."#])));
    assert_eq!(nowhere, plain, "it is screened all the same");
    let more = r#"{"name":"Ocean Star","imo":"1","schema":"Ship","queries":[],"limit":1,
        "dob":"1962","birthDate":"1963","country":"ru","nationalty":"ru","town":"","firstName":"A"}"#;
    let mut more = client.post_json("/api/screen?treshold=1", more).await.json();
    let ignored = more.as_object_mut().expect("an object").remove("ignored");
    let expected = json!([
        r#""treshold" is not a parameter of this endpoint."#,
        r#""imo" is not read by this endpoint; /api/match/default reads it as imoNumber."#,
        r#""schema" is not read by this endpoint."#,
        r#""limit" is not read by this endpoint."#,
        r#""dob" is not read by this endpoint; /api/match/default reads it as birthDate."#,
        r#""birthDate" is not read by this endpoint; /api/match/default reads it as birthDate."#,
        r#""country" is not read by this endpoint; did you mean nationality?"#,
        r#""nationalty" is not read by this endpoint; did you mean nationality?"#,
        r#""firstName" is not read by this endpoint."#,
    ]);
    assert_eq!(ignored, Some(expected));
    assert_eq!(more, plain);
}

#[tokio::test]
async fn faults_are_named_and_tell_of_the_deprecation_too() {
    let client = client();
    let long = json!({"name": "x".repeat(513)}).to_string();
    for (body, part) in [
        ("", "not valid JSON"),
        ("[]", "must be an object"),
        ("{}", "name is missing"),
        (r#"{"nationality":"RU"}"#, "name is missing"),
        (r#"{"name":null}"#, "name is missing"),
        (r#"{"name":"  "}"#, "name is missing"),
        (r#"{"name":["Ivan"]}"#, "name must be a string, not an array"),
        (r#"{"name":"Ivan","nationality":7}"#, "nationality must be a string, not a number"),
        (&long, "at most 512 characters"),
    ] {
        let answer = client.post_json("/api/screen", body.to_owned()).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["status"]),
            (400, &json!(400)),
            "{body}"
        );
        let error = answer.json()["error"].as_str().expect("a sentence").to_owned();
        assert!(error.contains(part), "{body}: {error}");
        assert_deprecated(&answer);
    }
    let form = Request::post("/api/screen").header("content-type", "text/plain");
    assert_eq!(client.send(with_body(form, Body::empty())).await.status, 415);
    let get = client.get("/api/screen").await;
    assert_eq!((get.status.as_u16(), get.header("allow")), (405, Some("POST")));
    let without = Client::empty().post_json("/api/screen", r#"{"name":"Ivan"}"#).await;
    assert_eq!(without.status, 503);
}
