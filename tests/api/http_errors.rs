//! Every error of every layer is JSON of one shape (docs/api.md, "Errors"), also while no snapshot is
//! loaded.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use tamis::api::http::service::ServiceSettings;

use crate::support::client::{Answer, Client, Pieces, with_body};
use crate::support::packed::{gzip, zstd};

const QUERY: &str = r#"{"queries":{"a":{"schema":"Person","properties":{"name":["Jane Doe"]}}}}"#;

/// Checks the shape of docs/api.md, "Errors": JSON with the status and one sentence.
fn assert_error(answer: &Answer, status: u16, part: &str) {
    assert_eq!(answer.status.as_u16(), status, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let body = answer.json();
    assert_eq!(body["status"], status, "{answer:?}");
    let error = body["error"].as_str().expect("a sentence");
    assert!(error.contains(part), "{error} has no {part:?}");
    let retry_after = body["retry_after"].as_u64().map(|seconds| seconds.to_string());
    assert_eq!(answer.header("retry-after"), retry_after.as_deref());
    assert_eq!(retry_after.is_some(), status == 503);
}

#[tokio::test]
async fn addresses_that_lead_nowhere() {
    let client = Client::empty();
    for path in ["/estate/", "/api", "/api/", "/api/match", "/api/status/", "/API/status", "/x%00y"]
    {
        assert_error(&client.get(path).await, 404, "there is no path");
    }
    let collections = json!(["default", "sanctions", "peps", "crime", "maritime"]);
    let answer = client.post_json("/api/match/ofac", QUERY).await;
    assert_error(&answer, 404, "there is no collection \"ofac\"");
    assert_eq!(answer.json()["collections"], collections);
    for path in ["/api/match", "/api/match/", "/api/reconcile", "/downloads/collections"] {
        let answer = client.get(path).await;
        let part = "name a collection behind it: default, sanctions, peps, crime, maritime";
        assert_error(&answer, 404, part);
        assert_eq!(answer.json()["collections"], collections);
    }
    for path in ["/api/match/default/", "/api/status/", "/api/entity/1//", "/api/reconcile/peps/"] {
        let part = format!("leave out the slash at its end: {:?}", path.trim_end_matches('/'));
        assert_error(&client.get(path).await, 404, &part);
    }
    for path in ["//", "/api/none/", "/api/sources//x", "/api/match/default/stream/x"] {
        let answer = client.get(path).await;
        assert_error(&answer, 404, &format!("there is no path {path:?}"));
        assert!(!answer.text.contains(';'), "{answer:?}");
    }
    assert_error(&client.post_json("/api/match/%ff", QUERY).await, 404, "no collection");
}

#[tokio::test]
async fn methods_that_a_path_does_not_take() {
    let client = Client::empty();
    for (method, path, allow) in [
        ("GET", "/api/match/default", "POST"),
        ("OPTIONS", "/api/match/default", "POST"),
        ("PUT", "/api/reconcile/default", "GET,HEAD,POST"),
        ("PUT", "/estate/search.html", "GET,HEAD,POST"),
        ("PUT", "/estate/screen.html", "GET,HEAD,POST"),
        ("PUT", "/", "GET,HEAD"),
        ("POST", "/api/status", "GET,HEAD"),
        ("DELETE", "/api/entity/1", "GET,HEAD"),
        ("BREW", "/livez", "GET,HEAD"),
    ] {
        let request = with_body(Request::builder().method(method).uri(path), Body::empty());
        let answer = client.send(request).await;
        let takes = format!("{method:?}; it takes {}", allow.replace(',', ", "));
        assert_error(&answer, 405, &takes);
        assert_eq!(answer.header("allow"), Some(allow), "{method} {path}");
    }
}

#[tokio::test]
async fn parameters_outside_their_rules() {
    let client = Client::empty();
    for (parameters, parameter) in [
        ("limit=51", "limit"),
        ("threshold=2", "threshold"),
        ("algorithm=worst", "algorithm"),
        ("topics=crime", "topics"),
        ("changed_since=soon", "changed_since"),
    ] {
        let answer = client.post_json(&format!("/api/match/default?{parameters}"), QUERY).await;
        assert_error(&answer, 400, parameter);
        assert_eq!(answer.json()["parameter"], parameter);
    }
    let answer = client.post_json("/api/match/default?topics=crime", QUERY).await;
    let topics = json!(["sanction", "role.pep", "debarment", "reg.action"]);
    assert_eq!(answer.json()["accepted"], topics);
    for path in ["/api/entity/x", "/api/entity/%ff", "/api/entity/1?nested=x", "/api/entity"] {
        assert_eq!(client.get(path).await.status, 400, "{path}");
    }
}

#[tokio::test]
async fn bodies_that_cannot_be_read() {
    let client = Client::empty();
    for (body, part) in [
        ("", "not valid JSON"),
        ("{\"queries\":", "not valid JSON"),
        ("[]", "must be an object"),
        ("{}", "neither \"queries\""),
        ("{\"queries\":[]}", "\"queries\""),
    ] {
        assert_error(&client.post_json("/api/match/default", body).await, 400, part);
    }
}

#[tokio::test]
async fn content_types_other_than_json() {
    let client = Client::empty();
    let post = || Request::post("/api/match/default");
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        let request = post().header("content-type", content_type);
        let answer = client.send(with_body(request, QUERY)).await;
        assert_error(&answer, 415, "application/json");
    }
    let without = client.send(with_body(post(), QUERY)).await;
    assert_error(&without, 503, "no snapshot is loaded");
}

#[tokio::test]
async fn bodies_and_addresses_over_their_limits() {
    let settings = ServiceSettings { body_bytes_max: 100, threads: 1, ..Default::default() };
    let client = Client::with_settings(settings);
    let declared = client.post_json("/api/match/default", "x".repeat(101)).await;
    assert_error(&declared, 413, "100 bytes");

    let stream = Body::new(Pieces { left: 2, then_ends: true });
    let undeclared = client.send(with_body(Request::post("/api/match/default"), stream)).await;
    assert_error(&undeclared, 413, "100 bytes");

    let answer = client.get(&format!("/api/entity/1?x={}", "y".repeat(8 << 10))).await;
    assert_error(&answer, 414, "8192 bytes");
    assert_error(&client.get(&"/x".repeat(5_000)).await, 414, "8192 bytes");
}

#[tokio::test]
async fn packed_bodies_are_read_as_far_as_the_limit_of_what_they_hold() {
    let settings = ServiceSettings { body_bytes_max: 4096, threads: 1, ..Default::default() };
    let client = Client::with_settings(settings);
    let full = format!("{QUERY}{}", " ".repeat(4096 - QUERY.len()));
    let bomb = vec![b' '; 100 << 20];
    for path in ["/api/match/default", "/api/screen", "/api/reconcile/default"] {
        let send = async |coding: &str, body: Vec<u8>| {
            let request = Request::post(path).header("content-encoding", coding);
            client.send(with_body(request, body)).await
        };
        for (coding, pack) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("zstd", |b| zstd(b, 20))] {
            // The decompressed body is treated like a plain one.
            let (packed, plain) = (
                send(coding, pack(full.as_bytes())).await,
                client.post_json(path, full.clone()).await,
            );
            assert_eq!((packed.status, packed.text), (plain.status, plain.text), "{path} {coding}");
            let beyond = format!("{full} ");
            assert_error(&send(coding, pack(beyond.as_bytes())).await, 413, "unpacked, is larger");
            let mut bomb = pack(&bomb);
            bomb.truncate(4096);
            assert_error(&send(coding, bomb).await, 413, "unpacked");
            let broken_off = pack(full.as_bytes()).split_last().expect("bytes").1.to_vec();
            assert_error(&send(coding, broken_off).await, 400, "content encoding");
            assert_error(&send(coding, b"plain".to_vec()).await, 400, "content encoding");
        }
        assert_error(&send("br", b"x".to_vec()).await, 415, "gzip, zstd or identity");
    }
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let settings = ServiceSettings {
        request_timeout: Duration::from_millis(1),
        threads: 1,
        ..Default::default()
    };
    let client = Client::with_settings(settings);
    let never = Body::new(Pieces { left: 0, then_ends: false });
    let answer = client.send(with_body(Request::post("/api/match/default"), never)).await;
    assert_error(&answer, 408, "did not come to its end within 1ms");
}

#[tokio::test]
async fn without_a_snapshot_every_answer_says_to_come_back() {
    let client = Client::empty();
    assert_error(&client.post_json("/api/match/default", QUERY).await, 503, "no snapshot");
    assert_error(&client.get("/api/entity/1").await, 503, "no snapshot");
    assert_error(&client.get("/api/entity?id=1").await, 503, "no snapshot");
    assert_error(&client.get("/readyz").await, 503, "no snapshot");
    let status = client.get("/api/status").await;
    assert_eq!((status.status.as_u16(), status.header("retry-after")), (503, Some("5")));
    let body = status.json();
    assert_eq!((&body["status"], &body["retry_after"]), (&json!("no_snapshot"), &json!(5)));
    assert_eq!(status.header("x-snapshot-version"), None);
    let live = client.get("/livez").await;
    assert_eq!((live.status.as_u16(), live.json()), (200, json!({"status": "ok"})));
}
