//! The limit per client address (docs/api.md, "Rate limit"), and compressed answers.

use std::num::NonZeroU32;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::request::Builder;
use serde_json::json;
use tamis::api;
use tamis::api::http::limit::{PeerAddress, RateLimitSettings};
use tamis::api::http::service::ServiceSettings;
use tower::ServiceExt;

use crate::support::client::{Answer, Client, with_body};
use crate::support::tiny_snapshot;

/// Allows a burst of two requests, then one per hour: no test waits so long.
fn limited() -> Client {
    let rate_limit = RateLimitSettings {
        rate: "1/h".parse().expect("a rate"),
        burst: NonZeroU32::new(2).expect("above zero"),
    };
    let settings = ServiceSettings {
        threads: 1,
        rate_limit: Some(rate_limit),
        trusted_proxies: vec!["10.0.0.0/8".parse().expect("a range")],
        ..ServiceSettings::default()
    };
    Client::with_settings(settings).publishing(tiny_snapshot())
}

fn from(peer: &str, path: &str) -> Builder {
    Request::get(path).extension(PeerAddress(peer.parse().expect("an address")))
}

async fn get(client: &Client, request: Builder) -> Answer {
    client.send(with_body(request, Body::empty())).await
}

#[tokio::test]
async fn an_address_over_its_limit_is_told_when_to_come_back() {
    let client = limited();
    for _ in 0..2 {
        assert_eq!(get(&client, from("192.0.2.1", "/api/status")).await.status, 200);
    }
    let refused = get(&client, from("192.0.2.1", "/api/status")).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.header("retry-after"), Some("3600"));
    assert_eq!(refused.header("cache-control"), Some("no-store"));
    assert!(refused.header("x-snapshot-version").is_some());
    let expected = json!({
        "status": 429,
        "error": "too many requests from your address; try again in 3600 s",
        "retry_after": 3600,
    });
    assert_eq!(refused.json(), expected);
    for path in ["/api/entity/101", "/nowhere", "/"] {
        let refused = get(&client, from("192.0.2.1", path)).await;
        assert_eq!(refused.status, 429, "{path}: every path counts");
    }
    assert_eq!(get(&client, from("192.0.2.2", "/api/status")).await.status, 200);
}

#[tokio::test]
async fn probes_are_never_refused_and_never_counted() {
    let client = limited();
    for _ in 0..5 {
        for path in ["/livez", "/readyz"] {
            assert_eq!(get(&client, from("192.0.2.1", path)).await.status, 200);
        }
    }
    assert_eq!(get(&client, from("192.0.2.1", "/api/status")).await.status, 200);
}

#[tokio::test]
async fn clients_behind_a_trusted_proxy_are_told_apart() {
    let client = limited();
    let forwarded =
        |peer: &str, list: &str| from(peer, "/api/status").header("x-forwarded-for", list);
    for (peer, list, expected) in [
        ("10.0.0.1", "198.51.100.1", [200, 200, 429]),
        ("10.0.0.2", "198.51.100.1", [429, 429, 429]),
        ("10.0.0.1", "198.51.100.2", [200, 200, 429]),
        ("10.0.0.1", "203.0.113.5, 198.51.100.2", [429, 429, 429]),
        // A client that is no proxy has only its own address.
        ("192.0.2.1", "198.51.100.3", [200, 200, 429]),
        ("192.0.2.1", "198.51.100.4", [429, 429, 429]),
    ] {
        let mut statuses = [0; 3];
        for status in &mut statuses {
            *status = get(&client, forwarded(peer, list)).await.status.as_u16();
        }
        assert_eq!(statuses, expected, "{peer} for {list}");
    }
}

#[tokio::test]
async fn one_ipv6_network_is_one_client() {
    let client = limited();
    for (peer, expected) in [
        ("2001:db8:0:1::1", 200),
        ("2001:db8:0:1::2", 200),
        ("2001:db8:0:1:ffff::3", 429),
        ("2001:db8:0:2::1", 200),
    ] {
        assert_eq!(get(&client, from(peer, "/api/status")).await.status, expected, "{peer}");
    }
}

#[tokio::test]
async fn without_a_rate_nobody_is_refused() {
    let client = Client::serving(tiny_snapshot());
    for _ in 0..300 {
        assert_eq!(get(&client, from("192.0.2.1", "/api/status")).await.status, 200);
    }
}

async fn encoded(client: &Client, path: &str, accept: &str) -> (u16, [Option<String>; 3], Vec<u8>) {
    let request = with_body(Request::get(path).header("accept-encoding", accept), Body::empty());
    let router = api::router(client.service.clone());
    let response = router.oneshot(request).await.expect("an answer");
    let names = ["content-encoding", "vary", "etag"];
    let headers = names.map(|name| {
        response.headers().get(name).map(|value| value.to_str().expect("text").to_owned())
    });
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
    (status, headers, body.to_vec())
}

#[tokio::test]
async fn long_answers_are_compressed_for_those_who_accept_it() {
    let client = Client::serving(tiny_snapshot());
    let plain = client.get("/api/algorithms").await.text;
    let vary = Some("accept-encoding".to_owned());
    for (accept, compressed) in [
        ("gzip", true),
        ("gzip, deflate, br", true),
        ("br;q=1, gzip;q=0.5", true),
        ("*", true),
        ("identity", false),
        ("br", false),
        ("", false),
        ("gzip;q=0", false),
    ] {
        let (status, [encoding, varies, tag], body) =
            encoded(&client, "/api/algorithms", accept).await;
        assert_eq!((status, &varies), (200, &vary), "{accept}");
        assert_eq!(encoding.as_deref(), compressed.then_some("gzip"), "{accept}");
        assert!(tag.is_some_and(|tag| tag.starts_with("W/")), "one weak validator for both");
        match compressed {
            true => assert_eq!(unpacked_length(&body), Some(plain.len()), "{accept}"),
            false => assert_eq!(body, plain.as_bytes()),
        }
    }
    let (_, [short, ..], _) = encoded(&client, "/livez", "gzip").await;
    assert_eq!(short, None, "a packet is a packet");
    let register = "/api/export?source=Test+Sanctions+List&format=jsonl";
    let (_, [streamed, ..], body) = encoded(&client, register, "gzip").await;
    assert_eq!(streamed.as_deref(), Some("gzip"));
    let plain = client.get(register).await.text;
    assert_eq!(unpacked_length(&body), Some(plain.len()));
}

/// Reads the uncompressed length that a gzip file states (RFC 1952).
fn unpacked_length(file: &[u8]) -> Option<usize> {
    let (rest, length) = file.split_last_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    (rest.starts_with(&[0x1f, 0x8b]) && file.len() < length).then_some(length)
}

#[tokio::test]
async fn who_accepts_no_form_of_an_answer_is_told_so() {
    let client = Client::serving(tiny_snapshot());
    let (status, _, body) = encoded(&client, "/api/algorithms", "identity;q=0, br").await;
    let body: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!((status, &body["status"]), (406, &json!(406)));
}
