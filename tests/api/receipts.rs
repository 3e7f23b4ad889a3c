//! `receipt=true` (docs/api.md, "Receipts"): what is hashed is what the caller gets.

use axum::http::Request;
use serde_json::{Value, json};
use tamis_engine::store::checksum::sha256_of;

use crate::support::client::{Client, with_body};
use crate::support::tiny_snapshot;

/// SHA-256 of the salt of the first query of some receipts, and an entry.
fn salted(receipts: &Value, entry: &str) -> String {
    let query: Value = line_of(&receipts["queries"][0]);
    let salt = query["salt"].as_str().expect("a salt");
    let salt = (0..salt.len() / 2).map(|at| &salt[2 * at..2 * at + 2]);
    let salt: Vec<u8> = salt.map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect();
    sha256_of(&[salt.as_slice(), entry.as_bytes()].concat())
}

fn line_of(line: &Value) -> Value {
    serde_json::from_str(line.as_str().expect("a line")).expect("JSON")
}

#[tokio::test]
async fn the_hash_of_a_receipt_is_that_of_the_bytes_of_the_answer() {
    let client = Client::serving(tiny_snapshot());
    let query = json!({"id": "K-1", "schema": "Person", "name": "Ivan Petrovich \"Sokolov\""});
    let plain = client.post_json("/api/match/default", query.to_string()).await;
    let answer = client.post_json("/api/match/default?receipt=true", query.to_string()).await;
    assert!(answer.status == 200 && plain.status == 200, "{answer:?}");
    let entry = answer.json()["responses"]["q1"].clone();
    let (found, expected) = (&entry["results"][0], &plain.json()["responses"]["q1"]["results"][0]);
    assert!(found["caption"] == "Ivan Petrovich Sokolov" && found["features"].is_array());
    assert_eq!(
        (&found["id"], found["score"].as_f64()),
        (&expected["id"], expected["score"].as_f64())
    );
    let receipts = answer.json()["receipts"].clone();
    let (_, rest) = answer.text.split_once(r#""responses":{"q1":"#).expect("an entry");
    let (text, _) = rest.split_once(r#"},"checked_at""#).expect("the end of the entries");
    let receipt = line_of(&receipts["lines"][1]);
    assert_eq!(receipt["answer"], salted(&receipts, text), "{text}");

    let address = "/api/match/default/stream?receipt=true";
    let request = Request::post(address).header("content-type", "application/x-ndjson");
    let streamed = client.send(with_body(request, query.to_string())).await.text;
    let lines: Vec<&str> = streamed.lines().collect();
    let [line, receipts] = lines[..] else { panic!("a line and its receipt: {streamed}") };
    let fields = line.strip_prefix(r#"{"id":"K-1","#).expect("the id first");
    let receipts = serde_json::from_str::<Value>(receipts).expect("JSON")["receipts"].clone();
    let receipt = line_of(&receipts["lines"][1]);
    assert_eq!(receipt["answer"], salted(&receipts, &format!("{{{fields}")), "{line}");
}
