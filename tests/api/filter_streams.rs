//! `POST /api/filter/{collection}/stream` (docs/api.md, "Filter stream").

use axum::http::Request;
use serde_json::{Value, json};
use tamis::limits::FILTER_LINE_BYTES_MAX;

use crate::support::client::{Answer, Client, with_body};
use crate::support::packed::gzip;
use crate::support::tiny_snapshot;

const NDJSON: &str = "application/x-ndjson";

fn transfer(creditor: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
         <CdtTrfTxInf><Cdtr><Nm>{creditor}</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>"
    )
}

fn client() -> Client {
    Client::serving(tiny_snapshot())
}

async fn stream(parameters: &str, body: impl Into<axum::body::Body>) -> Answer {
    let address = format!("/api/filter/sanctions/stream{parameters}");
    client().send(with_body(Request::post(address).header("content-type", NDJSON), body)).await
}

fn lines_of(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn without_time(mut answer: Value) -> Value {
    answer["checked_at"].take();
    answer
}

#[tokio::test]
async fn a_line_is_answered_as_a_request_of_its_own() {
    let messages = ["Ivan Petrovich Sokolov", "Anna Beispiel", "???"].map(transfer);
    for parameters in ["", "?report=full&limit=1&include_dataset=NOPE", "?threshold=0.99"] {
        let numbered = messages.iter().cycle().take(60).enumerate();
        let body: String = numbered
            .map(|(at, text)| format!("{}\n", json!({"id": at, "message": text})))
            .collect();
        let lines = lines_of(&stream(parameters, body).await);
        assert_eq!(lines.len(), 60);
        for (at, line) in lines.into_iter().enumerate() {
            let address = format!("/api/filter/sanctions{parameters}");
            let alone = with_body(Request::post(address), messages[at % 3].clone());
            let mut alone = client().send(alone).await.json();
            (alone["id"], alone["status"]) = (json!(at), json!(200));
            assert_eq!(without_time(line), without_time(alone), "{parameters}");
        }
    }
}

#[tokio::test]
async fn a_line_that_cannot_be_read_is_an_error_and_the_next_one_is_read() {
    let good = transfer("Anna Beispiel");
    let line = |id: Value, message: &str| json!({"id": id, "message": message}).to_string();
    let cut = line(json!("c"), &good[..60]);
    let lines = [
        "{\"message\":".to_owned(),
        "[]".to_owned(),
        json!({"id": "a"}).to_string(),
        json!({"id": "b", "message": 5}).to_string(),
        cut,
        String::new(),
        json!({"id": {}, "message": good}).to_string(),
        json!({"message": good, "sender": "X"}).to_string(),
    ];
    let answers = lines_of(&stream("", lines.join("\n")).await);
    let expected = [
        (json!(null), json!(1), "the line is not valid JSON: EOF while parsing a value"),
        (json!(null), json!(2), "the line is an array; it must be an object"),
        (json!("a"), json!(3), "message is missing; it must be a string with a file of"),
        (json!("b"), json!(4), "message must be a string with a file of payment messages, not a"),
        (json!("c"), json!(5), "the message cannot be read: line 1, column "),
        (json!(null), json!(7), "id must be a string or a whole number, not an object"),
    ];
    for (answer, (id, line, error)) in answers.iter().zip(&expected) {
        assert_eq!((&answer["id"], &answer["line"], &answer["status"]), (id, line, &json!(400)));
        let text = answer["error"].as_str().expect("a sentence");
        assert!(text.starts_with(error), "{text}");
        assert_eq!(answer.get("verdict"), None);
    }
    let last = &answers[6..];
    assert_eq!(last.len(), 1);
    let shown = [&last[0]["id"], &last[0]["line"], &last[0]["verdict"], &last[0]["ignored"]];
    let ignored = json!(["\"sender\" is not read by this endpoint"]);
    assert_eq!(shown, [&json!(null), &json!(8), &json!("pass"), &ignored]);
}

#[tokio::test]
async fn a_longer_line_than_the_limit_is_said_and_passed_over() {
    let line = |length: usize| {
        let around = json!({"id": 1, "message": transfer("")}).to_string().len();
        json!({"id": 1, "message": transfer(&" ".repeat(length - around))}).to_string()
    };
    let body = format!("{}\n{}\n", line(FILTER_LINE_BYTES_MAX), line(FILTER_LINE_BYTES_MAX + 1));
    let answers = lines_of(&stream("", body).await);
    assert_eq!(answers[0]["status"], 200);
    let error = format!("the line is longer than {FILTER_LINE_BYTES_MAX} bytes");
    assert_eq!((&answers[1]["line"], &answers[1]["error"]), (&json!(2), &json!(error)));
}

#[tokio::test]
async fn a_packed_body_is_read_and_a_damaged_one_ends_with_an_error() {
    let body =
        format!("{}\n", json!({"id": "x", "message": transfer("Anna Beispiel")})).repeat(200);
    let packed = gzip(body.as_bytes());
    let send = async |bytes: Vec<u8>| {
        let request = Request::post("/api/filter/sanctions/stream").header("content-type", NDJSON);
        lines_of(&client().send(with_body(request.header("content-encoding", "gzip"), bytes)).await)
    };
    assert!(send(packed.clone()).await.iter().all(|line| line["verdict"] == "pass"));
    let cut = send(packed[..packed.len() - 12].to_vec()).await;
    let last = cut.last().expect("an error");
    assert_eq!(last["status"], 400);
    assert!(
        last["error"].as_str().is_some_and(|text| text.contains("the stream ended after line"))
    );
}

#[tokio::test]
async fn faults_of_the_request_are_answered_before_its_body_is_read() {
    for (address, kind, status) in [
        ("/api/filter/sanctions/stream?report=long", NDJSON, 400),
        ("/api/filter/nothing/stream", NDJSON, 404),
        ("/api/filter/sanctions/stream", "application/xml", 415),
    ] {
        let request = Request::post(address).header("content-type", kind);
        assert_eq!(client().send(with_body(request, "{}\n")).await.status, status, "{address}");
    }
}
