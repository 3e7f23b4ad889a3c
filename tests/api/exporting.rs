//! `GET /api/export` (docs/api.md, "Export"): one register as CSV or JSON lines.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::Request;
use serde_json::{Value, json};
use tamis::api;
use tamis::api::http::service::Loaded;
use tamis_engine::model::{EntityType, Offer};
use tower::ServiceExt;
use uuid::Uuid;

use crate::support::client::{Client, with_body};
use crate::support::worlds::{self, With, World, person, record};

const HEADER: &str = "id,register,name,alt_names,program,list_type,entity_type,dob,dob_precision,\
                      nationality,imo,entity_id,source_ref,source_url,first_seen,loaded_at,topics,\
                      weak_aliases,former_names,birth_dates,born_before,countries,address_countries,\
                      listed_on,listed_until,status,historical,un_reference,remarks,isin,ticker,gender,\
                      birth_places,positions,addresses,identifiers";
const BUILT_AT: &str = "2026-10-04T08:00:00+00:00";

/// Three records of the first register, one of the second, none of the third; the second is available
/// for payment and the third is not offered.
fn client() -> (World, Client) {
    let mut jane = person(1, "DOE, \"Jane\"").alias("J. Doe").alias("Яна").born("1962-05").of("PE");
    jane.record.programmes = vec!["P-1".into(), "P-2".into()];
    jane.record.source_url = Some("https://example.org/1".into());
    jane.record.positions = vec!["Clerk".into(), "Mayor".into()];
    jane.entity = Some(Uuid::from_u128(7));
    let ship = record(2, Some(EntityType::Vessel), "=OCEAN STAR").imo("9074729");
    let plain = record(3, None, "Two\nLines");
    let other = person(4, "Not Exported").in_register(1);
    let mut input = worlds::input(vec![jane, ship, plain, other]);
    input.registers[1].offer = Offer::Sale;
    input.registers[2].offer = Offer::None;
    let world = World::of(input);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

/// Returns the lines of a text after its first one, sorted, because an export is in the order of names.
fn sorted(lines: impl Iterator<Item = impl Into<String>>) -> Vec<String> {
    let mut lines: Vec<String> = lines.map(Into::into).collect();
    lines.sort();
    lines
}

#[tokio::test]
async fn a_register_is_a_csv_file_of_the_fields_of_its_records() {
    let (_world, client) = client();
    let answer = client.get("/api/export?source=Test+Sanctions").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    let file = "attachment; filename=\"a_sanctions-20261004080000.csv\"";
    assert_eq!(answer.header("content-disposition"), Some(file));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let (header, rows) = answer.text.split_once('\n').expect("a header");
    assert_eq!(header, HEADER);
    let seen = format!("{BUILT_AT},{BUILT_AT},sanction");
    let entity = Uuid::from_u128(7);
    let further = ",".repeat(19);
    let expected = [
        format!(
            "1,Test Sanctions,\"DOE, \"\"Jane\"\"\",J. Doe; Яна,P-1; P-2,SANCTION,INDIVIDUAL,\
             1962-05,month,PE,,{entity},R1,https://example.org/1,{seen},\
             ,,1962-05,,PE,,,,,,,,,,,,Clerk; Mayor,,\n"
        ),
        format!("2,Test Sanctions,=OCEAN STAR,,,SANCTION,VESSEL,,,,9074729,,R2,,{seen}{further}\n"),
        format!("3,Test Sanctions,\"Two\nLines\",,,SANCTION,,,,,,,R3,,{seen}{further}\n"),
    ];
    let mut rows = rows.to_owned();
    for row in expected {
        let without = rows.replacen(&row, "", 1);
        assert!(without.len() < rows.len(), "{row} is not in {rows}");
        rows = without;
    }
    assert_eq!(rows, "", "nothing else");
}

#[tokio::test]
async fn cells_that_a_spreadsheet_would_run_are_disarmed_on_request() {
    let (_world, client) = client();
    let address = "/api/export?source=Test+Sanctions&format=csv";
    for (safe, expected) in [
        ("", ",=OCEAN STAR,"),
        ("&safe=0", ",=OCEAN STAR,"),
        ("&safe=", ",=OCEAN STAR,"),
        ("&safe=1", ",'=OCEAN STAR,"),
        ("&safe=true", ",'=OCEAN STAR,"),
    ] {
        let text = client.get(&format!("{address}{safe}")).await.text;
        assert!(text.contains(expected), "{safe}: {text}");
    }
    assert_eq!(client.get(&format!("{address}&safe=maybe")).await.status, 400);
    let json = client.get("/api/export?source=Test+Sanctions&format=jsonl&safe=1").await.text;
    assert!(json.contains("\"name\":\"=OCEAN STAR\""), "{json}");
}

#[tokio::test]
async fn json_lines_are_the_records_of_the_look_up_alone() {
    let (_world, client) = client();
    let answer = client.get("/api/export?source=Test+Sanctions&format=jsonl").await;
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let file = "attachment; filename=\"a_sanctions-20261004080000.jsonl\"";
    assert_eq!(answer.header("content-disposition"), Some(file));
    assert!(answer.text.ends_with('\n'));
    let mut expected = Vec::new();
    for id in [1, 2, 3] {
        expected.push(client.get(&format!("/api/entity/{id}?nested=false")).await.text);
    }
    assert_eq!(sorted(answer.text.lines()), sorted(expected.into_iter()));
}

#[tokio::test]
async fn only_registers_that_are_cleared_are_exported() {
    let (_world, client) = client();
    for (query, status, part) in [
        ("", 400, "source is missing"),
        ("source=", 400, "source is missing"),
        ("format=csv", 400, "source is missing"),
        ("source=Test+Sanctions&format=xml", 400, "it must be one of csv, jsonl"),
        ("source=Test+Sanctions&source=Test+Peps", 400, "more than once"),
        ("source=A_sanctions", 404, "no register \"A_sanctions\""),
        ("source=test+sanctions", 404, "no register"),
        ("source=Test+Peps", 403, "licence offer is \"sale\""),
        ("source=b_peps", 403, "licence offer is \"sale\""),
        ("source=Test+Debarments&format=jsonl", 403, "licence offer is \"none\""),
    ] {
        let answer = client.get(&format!("/api/export?{query}")).await;
        let body = answer.json();
        assert_eq!((answer.status.as_u16(), &body["status"]), (status, &json!(status)), "{query}");
        assert!(body["error"].as_str().is_some_and(|error| error.contains(part)), "{body}");
        let parameter = part.starts_with("source").then_some("source");
        assert_eq!(body["parameter"].as_str().filter(|_| parameter.is_some()), parameter);
    }
    let empty = Client::empty();
    assert_eq!(empty.get("/api/export").await.status, 400, "faults first");
    assert_eq!(empty.get("/api/export?source=Test+Sanctions").await.status, 503);
}

#[tokio::test]
async fn a_register_without_records_is_a_file_without_rows() {
    let world = World::new(vec![person(1, "Someone Else")]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    assert_eq!(client.get("/api/export?source=Test+Peps").await.text, format!("{HEADER}\n"));
    assert_eq!(client.get("/api/export?source=Test+Peps&format=jsonl").await.text, "");
}

/// Makes a register so large that its export has several pieces.
fn large() -> World {
    World::new((1..=2_000).map(|id| person(id, &format!("Jane Doe {id}"))).collect())
}

/// Returns the next piece of a body, without its pauses.
async fn piece(body: &mut Body) -> Option<Vec<u8>> {
    let frame = std::future::poll_fn(|context| std::pin::Pin::new(&mut *body).poll_frame(context));
    let data = frame.await?.expect("no failure").into_data().expect("no trailers");
    Some(data.to_vec())
}

#[tokio::test(start_paused = true)]
async fn a_download_outlives_the_request_timeout_and_a_swap() {
    let world = large();
    let client = Client::serving(Arc::clone(&world.snapshot));
    let expected = client.get("/api/export?source=Test+Sanctions&format=jsonl").await.text;
    let request = Request::get("/api/export?source=Test+Sanctions&format=jsonl");
    let router = api::router(Arc::clone(&client.service));
    let response = router.oneshot(with_body(request, Body::empty())).await.expect("an answer");
    assert_eq!(response.status(), 200);
    let mut body = response.into_body();
    let mut text = piece(&mut body).await.expect("a first piece");

    let other = World::new(vec![person(9, "Another")]);
    let loaded = Arc::new(Loaded::new(Arc::clone(&other.snapshot), "0".repeat(64)));
    drop(client.service.current.publish(loaded));
    tokio::time::advance(Duration::from_secs(3_600)).await;
    assert!(Arc::strong_count(&world.snapshot) > 1, "the body still holds its snapshot");

    let mut pieces = 1;
    while let Some(next) = piece(&mut body).await {
        assert!(next.len() < 70_000, "a piece is small: {}", next.len());
        text.extend(next);
        pieces += 1;
    }
    assert!(pieces > 3, "{pieces} pieces");
    assert_eq!(String::from_utf8(text).expect("UTF-8"), expected);
    drop(body);
    assert_eq!(Arc::strong_count(&world.snapshot), 1, "it lets its snapshot go at the end");
}

#[tokio::test]
async fn the_whole_register_is_exported_once_each() {
    let world = large();
    let client = Client::serving(Arc::clone(&world.snapshot));
    let text = client.get("/api/export?source=Test+Sanctions").await.text;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut ids: Vec<u64> =
        reader.records().map(|row| row.expect("a row")[0].parse().expect("an id")).collect();
    ids.sort_unstable();
    assert_eq!(ids, (1..=2_000).collect::<Vec<u64>>());
    let json = client.get("/api/export?source=Test+Sanctions&format=jsonl").await.text;
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    assert_eq!(
        json.lines().map(read).filter(|record| record["list_type"] == "SANCTION").count(),
        2_000
    );
}

#[tokio::test]
async fn the_head_alone_and_a_known_answer_have_no_body() {
    let (_world, client) = client();
    let address = "/api/export?source=Test+Sanctions";
    let tag = client.get(address).await.header("etag").expect("a validator").to_owned();
    let head = client.send(with_body(Request::head(address), Body::empty())).await;
    assert_eq!((head.status.as_u16(), head.text.as_str()), (200, ""));
    assert!(head.header("content-disposition").is_some());
    let again = Request::get(address).header("if-none-match", tag);
    let again = client.send(with_body(again, Body::empty())).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
}
