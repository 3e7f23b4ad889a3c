//! `POST /api/match/{collection}/stream` (docs/api.md, "Match stream").

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::request::Builder;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tamis::api::http::service::{Loaded, Service, ServiceSettings};
use tamis::limits::{QUERY_LINE_BYTES_MAX, STREAMS_MAX, ZSTD_WINDOW_LOG_MAX};
use tokio::sync::mpsc;
use tower::ServiceExt;

use crate::support::client::{Answer, Client, with_body};
use crate::support::documented;
use crate::support::packed::{gzip, zstd};
use crate::support::tiny_snapshot;
use crate::support::worlds::{World, person};

const NDJSON: &str = "application/x-ndjson";

fn post(address: &str) -> Builder {
    Request::post(format!("/api/match/{address}")).header("content-type", NDJSON)
}

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

async fn ask(address: &str, body: impl Into<Body>) -> Answer {
    client().send(with_body(post(address), body)).await
}

fn lines_of(answer: &Answer) -> Vec<Value> {
    let lines = answer.text.lines();
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// Queries over the documented world, some of them with errors.
fn queries() -> Vec<Value> {
    let names = ["Ivan Petrovich Sokolov", "Golden Harvest Trading", "Nobody Atall", "Ann", "Иван"];
    let schemas = ["Person", "Company", "LegalEntity", "Vessel", "Ship"];
    let mistyped = json!({"schema": "Vessel", "properties": {"imoNumber": ["9074728"]}});
    let mut queries = vec![mistyped];
    for name in names {
        for schema in schemas {
            queries.push(json!({"schema": schema, "properties": {"name": [name, name]}}));
            let facts = json!({"name": [name], "birthDate": ["1962-05-17"], "nationality": ["ru", "Narnia"]});
            queries.push(json!({"schema": schema, "properties": facts}));
            queries.push(json!({"schema": schema, "properties": {"birthDate": ["1962"]}}));
        }
    }
    queries
}

/// Formats a query as a line with an id.
fn line(id: &str, query: &Value) -> String {
    let mut query = query.clone();
    query["id"] = id.into();
    format!("{query}\n")
}

#[tokio::test]
async fn every_line_is_answered_as_match_answers_it() {
    let world = documented::world();
    let client = Client::serving(world.snapshot.clone());
    for parameters in
        ["", "limit=1", "group=entity&threshold=0.9", "cutoff=0.5", "include_dataset=nope"]
    {
        // Some queries twice, far apart: equal queries are answered once.
        let queries: Vec<Value> = queries().iter().cycle().take(150).cloned().collect();
        let text: String =
            queries.iter().enumerate().map(|(at, query)| line(&format!("K{at}"), query)).collect();
        let streamed =
            client.send(with_body(post(&format!("default/stream?{parameters}")), text)).await;
        assert_eq!(streamed.status, 200, "{streamed:?}");
        assert_eq!(streamed.header("content-type"), Some(NDJSON));
        assert_eq!(streamed.header("cache-control"), Some("no-store"));
        let lines = lines_of(&streamed);
        assert_eq!(lines.len(), queries.len());
        for (at, (query, line)) in queries.iter().zip(lines).enumerate() {
            let key = format!("K{at}");
            let body = json!({"queries": {&key: query}}).to_string();
            let alone =
                client.post_json(&format!("/api/match/default?{parameters}"), body).await.json();
            let entry = &alone["responses"][&key];
            let mut expected = entry.clone();
            if entry["status"] == 400 {
                expected = json!({"line": at + 1, "status": 400, "error": entry["error"]});
                for field in ["parameter", "accepted"] {
                    if let Some(value) = entry.get(field) {
                        expected[field] = value.clone();
                    }
                }
            } else if let Some(ignored) = alone.get("ignored") {
                expected["ignored"] = ignored.clone();
            }
            expected["id"] = key.into();
            // Messages about the address come first in a stream, and last in an answer.
            let sorted = |mut line: Value| {
                if let Some(ignored) = line.get_mut("ignored").and_then(Value::as_array_mut) {
                    ignored.sort_by_key(Value::to_string);
                }
                line
            };
            assert_eq!(sorted(line), sorted(expected), "{parameters}: {query}");
        }
    }
}

#[tokio::test]
async fn fields_stand_in_the_order_of_the_description() {
    let answer = ask(
        "default/stream?limit=1",
        "{\"name\":\"Ivan Petrovich Sokolov\",\"id\":7}\n{\"name\":\"x\"}",
    )
    .await;
    let mut lines = answer.text.lines();
    let first = lines.next().expect("a line");
    assert!(
        first.starts_with(r#"{"id":7,"status":200,"query":{"schema":"LegalEntity","#),
        "{first}"
    );
    let second = lines.next().expect("the last line needs no end");
    assert!(second.starts_with(r#"{"id":null,"line":2,"status":200,"query":"#), "{second}");
    assert!(answer.text.ends_with("}\n"));
}

#[tokio::test]
async fn hits_only_leaves_out_what_matches_nothing() {
    let sokolov = json!({"name": "Ivan Petrovich Sokolov"});
    let text = line("a", &json!({"name": "Nobody Atall"}))
        + &line("b", &sokolov)
        + "{]\n"
        + &line("d", &json!({"name": "Nobody Atall"}));
    let answer = ask("default/stream?hits_only=true", text).await;
    let lines = lines_of(&answer);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!((&lines[0]["id"], &lines[1]["line"]), (&json!("b"), &json!(3)));
    let results = lines[0]["results"].as_array().expect("results");
    assert!(!results.is_empty() && results.iter().all(|result| result["match"] == true));
    let all = lines_of(&ask("default/stream", line("b", &sokolov)).await);
    let matches: Vec<&Value> = all[0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .filter(|result| result["match"] == true)
        .collect();
    assert_eq!(results.iter().collect::<Vec<_>>(), matches);
    assert_eq!(lines[0]["total"], all[0]["total"]);
}

#[tokio::test]
async fn a_bad_line_is_answered_and_the_next_one_read() {
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(QUERY_LINE_BYTES_MAX));
    let named_too_long = json!({"id": "n", "name": "x".repeat(513)}).to_string();
    let mut body = Vec::new();
    for line in ["not JSON", &long, "[]", "", r#"{"id": {}, "name": "A"}"#, &named_too_long] {
        body.extend_from_slice(line.as_bytes());
        body.push(b'\n');
    }
    body.extend_from_slice(b"{\"name\": \"\xff\"}\n{\"id\": \"last\", \"name\": \"Ann\"}");
    let lines = lines_of(&ask("default/stream", body).await);
    let told: Vec<(u64, &str)> = lines[..lines.len() - 1]
        .iter()
        .map(|line| {
            assert_eq!(line["status"], 400);
            (line["line"].as_u64().expect("a number"), line["error"].as_str().expect("a text"))
        })
        .collect();
    let numbers: Vec<u64> = told.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 2, 3, 5, 6, 7]);
    for ((_, error), expected) in told.iter().zip([
        "the line is not valid JSON: expected ident at column 2",
        "the line is longer than 65536 bytes",
        "the line is an array; it must be an object",
        "id must be a string or a whole number, not an object",
        "name is \"xxxx",
        "the line is not valid JSON: invalid unicode code point at column",
    ]) {
        assert!(error.starts_with(expected), "{error}");
    }
    assert_eq!(lines[4]["id"], "n");
    let last = lines.last().expect("a line");
    assert_eq!((&last["id"], &last["status"]), (&json!("last"), &json!(200)));
}

async fn packed(coding: &str, body: Vec<u8>) -> Answer {
    let request = post("default/stream").header("content-encoding", coding);
    client().send(with_body(request, body)).await
}

#[tokio::test]
async fn packed_bodies_are_read_and_damaged_ones_end_the_answer_with_what_is_wrong() {
    let text: String =
        (0..2000).map(|at| line(&at.to_string(), &json!({"name": format!("Ann {at}")}))).collect();
    let plain = packed("identity", text.clone().into_bytes()).await;
    assert_eq!(plain.text.lines().count(), 2000);
    let gzipped = gzip(text.as_bytes());
    let (first, second) = text.split_at(text.find("{\"id\":\"1000\"").expect("a line"));
    let members = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    let window = ZSTD_WINDOW_LOG_MAX;
    for (coding, body) in
        [("gzip", gzipped.clone()), ("gzip", members), ("zstd", zstd(text.as_bytes(), window))]
    {
        assert!(packed(coding, body).await.text == plain.text, "{coding}");
    }
    let zstd_cut = zstd(text.as_bytes(), window);
    let mut flipped = gzipped.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x55;
    for (coding, body, is_cut) in [
        ("gzip", gzipped[..gzipped.len() * 2 / 3].to_vec(), true),
        ("zstd", zstd_cut[..zstd_cut.len() - 20].to_vec(), true),
        ("gzip", flipped, false),
        ("gzip", b"plain".to_vec(), true),
        ("zstd", b"plain".to_vec(), true),
        ("zstd", zstd(text.as_bytes(), window + 1), true),
    ] {
        let answer = packed(coding, body).await;
        let lines = lines_of(&answer);
        let last = lines.last().expect("a line");
        let line = last["line"].as_u64().expect("a number");
        let expected = format!("the stream ended after line {}: ", line - 1);
        let error = last["error"].as_str().expect("a text");
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(last["status"], 400);
        if is_cut {
            let before = answer.text.rsplit_once("{\"line\"").expect("the last line").0;
            assert!(plain.text.starts_with(before) && before.lines().count() as u64 == line - 1);
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_the_request_is_said_at_once() {
    let body = "{\"name\": \"Ann\"}\n";
    for (request, status, said) in [
        (post("default/stream?limit=0"), 400, "limit"),
        (post("default/stream?hits_only=yes"), 400, "hits_only"),
        (post("ofac/stream"), 404, "there is no collection"),
        (post("default/stream").header("content-encoding", "br"), 415, "gzip, zstd or identity"),
        (
            Request::post("/api/match/default/stream").header("content-type", "text/csv"),
            415,
            "it must be application/x-ndjson",
        ),
    ] {
        let answer = client().send(with_body(request, body)).await;
        assert_eq!(answer.status, status, "{answer:?}");
        assert!(
            answer.json()["error"].as_str().is_some_and(|error| error.contains(said)),
            "{answer:?}"
        );
    }
    let post_to = || Request::post("/api/match/default/stream");
    for (request, answered_as) in [
        (post_to(), NDJSON),
        (post_to().header("content-type", "application/json"), NDJSON),
        (post_to().header("content-type", "application/jsonl; charset=utf-8"), NDJSON),
        (post_to().header("content-type", "application/octet-stream"), "application/octet-stream"),
    ] {
        let answer = client().send(with_body(request, body)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some(answered_as));
    }
    assert_eq!(Client::empty().send(with_body(post("default/stream"), body)).await.status, 503);
    assert_eq!(ask("default/stream", "\n \n").await.text, "");
}

/// Makes a body of the pieces that a channel receives.
fn body_of(pieces: mpsc::Receiver<String>) -> Body {
    let pieces = stream::unfold(pieces, |mut pieces| async {
        pieces.recv().await.map(|piece| (Ok::<_, Infallible>(Bytes::from(piece)), pieces))
    });
    Body::from_stream(pieces)
}

/// Returns the head and the pieces of an answer.
async fn begun(
    service: &Arc<Service>,
    request: Request<Body>,
) -> (axum::http::HeaderMap, axum::body::BodyDataStream) {
    let router = tamis::api::router(Arc::clone(service));
    let (head, body) = router.oneshot(request).await.expect("an answer").into_parts();
    assert_eq!(head.status, 200);
    (head.headers, body.into_data_stream())
}

#[tokio::test]
async fn a_line_is_answered_while_the_body_is_still_sent_and_all_from_one_snapshot() {
    let worlds = ["Anna Schmidt", "Olga Kurz"].map(|name| World::new(vec![person(1, name)]));
    let client = Client::serving(worlds[0].snapshot.clone());
    let (sender, receiver) = mpsc::channel(1);
    let request = with_body(post("default/stream?limit=1"), body_of(receiver));
    sender.send(line("1", &json!({"name": "Olga Kurz"}))).await.expect("it is read");
    let (headers, mut answer) = begun(&client.service, request).await;
    let mut next = async || -> Value {
        let piece = answer.next().await.expect("a piece").expect("no fault");
        serde_json::from_slice(&piece).expect("a line")
    };
    assert_ne!(next().await["results"][0]["score"], 1.0, "she is not listed yet");
    let loaded = Loaded::new(worlds[1].snapshot.clone(), "0".repeat(64));
    client.service.current.publish(Arc::new(loaded));
    sender.send(line("2", &json!({"name": "Olga Kurz"}))).await.expect("it is read");
    assert_ne!(next().await["results"][0]["score"], 1.0, "another snapshot");
    sender.send(line("3", &json!({"name": "Anna Schmidt"}))).await.expect("it is read");
    assert_eq!(next().await["results"][0]["score"], 1.0);
    let version = headers["x-snapshot-version"].to_str().expect("text");
    assert_eq!(version, worlds[0].snapshot.version());
    drop(sender);
    assert!(answer.next().await.is_none());
}

#[tokio::test]
async fn an_answer_is_packed_for_whoever_accepts_it() {
    use std::io::Read;
    let client = client();
    let text: String = (0..200).map(|at| line(&at.to_string(), &json!({"name": "Ann"}))).collect();
    for body in [String::new(), text] {
        let plain = client.send(with_body(post("default/stream"), body.clone())).await.text;
        let request = post("default/stream").header("accept-encoding", "gzip");
        let (headers, mut answer) = begun(&client.service, with_body(request, body)).await;
        assert_eq!(headers["content-encoding"], "gzip");
        let mut packed = Vec::new();
        while let Some(piece) = answer.next().await {
            packed.extend(piece.expect("no fault"));
        }
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut unpacked).expect("gzip");
        assert!(unpacked == plain, "{unpacked}");
    }
}

/// Makes an endless body, which counts the lines read from it.
fn endless(taken: Arc<AtomicUsize>) -> Body {
    Body::from_stream(stream::unfold((), move |()| {
        let at = taken.fetch_add(1, Ordering::SeqCst);
        let piece = line(&at.to_string(), &json!({"name": format!("Ivan Petrovich Sokolov {at}")}));
        async move { Some((Ok::<_, Infallible>(Bytes::from(piece)), ())) }
    }))
}

/// Waits until a number has not changed for a while.
async fn at_rest(number: &AtomicUsize) -> usize {
    loop {
        let before = number.load(Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(200)).await;
        if number.load(Ordering::SeqCst) == before {
            return before;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_not_read_and_one_that_goes_away_ends_the_work() {
    let (client, taken) = (client(), Arc::new(AtomicUsize::new(0)));
    let request = with_body(post("default/stream"), endless(Arc::clone(&taken)));
    let (_, answer) = begun(&client.service, request).await;
    let unread = at_rest(&taken).await;
    // Some hundred lines of some 3 KiB each fill the buffers.
    assert!((1..20_000).contains(&unread), "{unread} lines");
    drop(answer);
    let ended = at_rest(&taken).await;
    assert!((unread..20_000).contains(&ended), "{ended} lines");
    // The place is free again.
    let mut streams = Vec::new();
    // A client may hold as many places as are free.
    for _ in 0..STREAMS_MAX / 2 {
        let request = with_body(post("default/stream"), endless(Arc::clone(&taken)));
        streams.push(begun(&client.service, request).await);
    }
    let refused = client.send(with_body(post("default/stream"), "")).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after").is_some()), (503, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_away_ends_work_that_has_nothing_to_say() {
    let (client, taken) = (client(), Arc::new(AtomicUsize::new(0)));
    // Nothing reaches the threshold, so nothing is ever sent.
    let address = "default/stream?hits_only=true&threshold=1&include_dataset=nobodys";
    let request = with_body(post(address), endless(Arc::clone(&taken)));
    let (_, answer) = begun(&client.service, request).await;
    while taken.load(Ordering::SeqCst) < 1_000 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    drop(answer);
    let ended = tokio::time::timeout(Duration::from_secs(60), at_rest(&taken)).await;
    assert!(ended.is_ok(), "lines are still read");
}

#[tokio::test]
async fn a_stream_is_not_given_up_for_its_length() {
    let settings = ServiceSettings {
        threads: 1,
        request_timeout: Duration::from_millis(1),
        body_bytes_max: 100,
        ..ServiceSettings::default()
    };
    let client = Client::with_settings(settings).publishing(tiny_snapshot());
    let text: String =
        (0..3000).map(|at| line(&at.to_string(), &json!({"name": format!("Ann {at}")}))).collect();
    let answer = client.send(with_body(post("default/stream"), text)).await;
    let ids = lines_of(&answer).into_iter().map(|line| line["id"].clone());
    assert!(ids.eq((0..3000).map(|at| json!(at.to_string()))), "in their order, none left out");
}
