//! `GET /api/statements` (docs/api.md, "Statements").

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use tamis_engine::model::{EntityType, RecordId, RegisterIndex, Timestamp};
use tamis_engine::snapshot::{ActiveRecord, Retired};
use uuid::Uuid;

use crate::support::client::Client;
use crate::support::worlds::{self, With, World, person, record};

const ENTITY: Uuid = Uuid::from_u128(0x0011_2233_4455_5677_8899_aabb_ccdd_eeff);
const FORMER: Uuid = Uuid::from_u128(9);
const HEADER: &str = "id,entity_id,canonical_id,prop,prop_type,schema,value,dataset,lang,\
                      original_value,first_seen,last_seen";
const BUILT_AT: &str = "2026-10-04T08:00:00+00:00";

/// Serves a merged entity of a person on two lists and a record of unknown type, a ship, and a retired
/// record and a retired entity that the merged one replaces.
fn client() -> (World, Client) {
    let mut ivan = person(1, "Ivan Sokolov").alias("Vanya").born("1962-05-17").of("RU").of("SU");
    ivan.record.notes = vec!["Said to be \"tall\", or not".into()];
    let mut merged =
        vec![ivan, person(2, "I. Sokolov").born("1962").of("RU").in_register(1), unknown()];
    merged.iter_mut().for_each(|record| record.entity = Some(ENTITY));
    merged.push(record(4, Some(EntityType::Vessel), "OCEAN STAR").of("PA").imo("9074729"));
    let mut input = worlds::input(merged);
    let retired = |id, entity| Retired {
        id: RecordId(id),
        key: id,
        register: RegisterIndex(0),
        entity,
        first_seen: Timestamp(1),
        last_seen: Timestamp(2),
        delisted_at: Timestamp(3),
    };
    input.retired = vec![retired(10, Some(FORMER)), retired(11, None)];
    input.successors = vec![(FORMER, ENTITY)];
    let world = World::of(input);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

fn unknown() -> ActiveRecord {
    record(3, None, "SOKOLOV").of("BY").in_register(2)
}

async fn rows(client: &Client, query: &str) -> Vec<Value> {
    let answer = client.get(&format!("/api/statements?{query}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["results"].as_array().expect("rows").clone()
}

#[tokio::test]
async fn a_record_is_told_value_by_value() {
    let (_world, client) = client();
    let answer = client.get("/api/statements?id=4").await;
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let row = |id, prop, prop_type, value| {
        json!({
            "id": id, "entity_id": "svc-4", "canonical_id": "svc-4", "prop": prop,
            "prop_type": prop_type, "schema": "Vessel", "value": value, "dataset": "a_sanctions",
            "lang": null, "original_value": null, "first_seen": BUILT_AT, "last_seen": BUILT_AT,
        })
    };
    // Each id is `printf a_sanctions.svc-4.name.'OCEAN STAR' | sha1sum`.
    let expected = json!({
        "total": 4,
        "limit": 1000,
        "results": [
            row("608f6e575c1dd96be1a4f107a8919e66979af41c", "name", "name", "OCEAN STAR"),
            row("6d2ae818d3f55c0c39e8fbd19c0320ec226a828e", "topics", "topic", "sanction"),
            row("fdf9d9e4438cadd3c32ca894e3c3ec7699139059", "flag", "country", "pa"),
            row("3325b31349bf8fa40e58cd32ff09d38bca32df56", "imoNumber", "identifier", "IMO9074729"),
        ],
    });
    assert_eq!(answer.json(), expected);
}

#[tokio::test]
async fn csv_has_the_columns_of_the_bulk_file() {
    let (_world, client) = client();
    let answer = client.get("/api/statements?id=svc-1&format=csv").await;
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    let file = "attachment; filename=\"statements-svc-1.csv\"";
    assert_eq!(answer.header("content-disposition"), Some(file));
    assert_eq!(answer.text.lines().next(), Some(HEADER));
    assert!(answer.text.contains(",notes,text,Person,\"Said to be \"\"tall\"\", or not\",a_sanc"));
    let rows = rows(&client, "id=svc-1").await;
    let mut reader = csv::Reader::from_reader(answer.text.as_bytes());
    let columns: Vec<_> = HEADER.split(',').collect();
    let read: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
        .collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of_json: Vec<Vec<String>> =
        rows.iter().map(|row| columns.iter().map(|column| text(&row[*column])).collect()).collect();
    assert_eq!(read, of_json, "both forms say the same");
}

#[tokio::test]
async fn a_merged_entity_is_told_by_all_its_records() {
    let (_world, client) = client();
    let rows = rows(&client, &format!("canonical_id=svc-e-{ENTITY}")).await;
    let said = |prop: &str| -> Vec<(String, String, String)> {
        let of_prop = rows.iter().filter(|row| row["prop"] == prop);
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        of_prop
            .map(|row| (text(&row["entity_id"]), text(&row["schema"]), text(&row["value"])))
            .collect()
    };
    let row = |id: &str, schema: &str, value: &str| (id.into(), schema.into(), value.into());
    assert_eq!(
        said("nationality"),
        [
            row("svc-1", "Person", "ru"),
            row("svc-1", "Person", "suhh"),
            row("svc-2", "Person", "ru")
        ],
        "each source is told"
    );
    assert_eq!(said("country"), [row("svc-3", "LegalEntity", "by")], "under its own schema");
    assert_eq!(said("birthDate").len(), 2);
    let canonical = format!("svc-e-{ENTITY}");
    assert!(rows.iter().all(|row| row["canonical_id"] == canonical.as_str()));
    let ids: BTreeSet<_> = rows.iter().map(|row| row["id"].as_str()).collect();
    assert_eq!(ids.len(), rows.len(), "ids are unique");
    for query in [format!("entity_id={ENTITY}"), format!("entity_id=svc-e-{ENTITY}")] {
        assert_eq!(self::rows(&client, &query).await, rows, "{query}");
    }
}

#[tokio::test]
async fn statements_and_follow_the_money_entities_agree() {
    let (_world, client) = client();
    for (query, address) in [
        ("id=1".to_owned(), "/api/entity/1".to_owned()),
        ("id=3".to_owned(), "/api/entity/3".to_owned()),
        ("id=4".to_owned(), "/api/entity/4".to_owned()),
        (format!("entity_id={ENTITY}"), format!("/api/entity/{ENTITY}")),
    ] {
        let mut grouped: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows(&client, &query).await {
            let text = |name: &str| row[name].as_str().expect("a text").to_owned();
            grouped.entry(text("prop")).or_default().insert(text("value"));
        }
        let entity = client.get(&format!("{address}?format=ftm")).await.json();
        let properties: BTreeMap<String, BTreeSet<String>> =
            serde_json::from_value(entity["properties"].clone()).expect("arrays of texts");
        assert_eq!(grouped, properties, "{query}");
    }
}

#[tokio::test]
async fn rows_are_chosen_by_register_property_and_limit() {
    let (_world, client) = client();
    let entity = format!("entity_id={ENTITY}");
    for (query, expected) in [
        ("dataset=b_peps", vec!["name", "topics", "birthDate", "nationality"]),
        ("dataset=Test+Peps&prop=name", vec!["name"]),
        ("dataset=unknown", vec![]),
        ("dataset=a_sanctions&prop=alias,birthDate", vec!["alias", "birthDate"]),
        ("dataset=a_sanctions&prop=alias&prop=topics", vec!["alias", "topics"]),
        ("prop=unknown", vec![]),
        ("dataset=&prop=&limit=&format=&id=&dataset=", vec!["name", "alias"]),
    ] {
        let props = rows(&client, &format!("{entity}&{query}")).await;
        let props: Vec<_> = props.iter().map(|row| row["prop"].as_str().expect("text")).collect();
        assert!(props.starts_with(&expected), "{query}: {props:?}");
        assert!(
            props.len() == expected.len() || query.starts_with("dataset=&"),
            "{query}: {props:?}"
        );
    }
    let cut = client.get(&format!("/api/statements?{entity}&limit=2")).await.json();
    assert_eq!((&cut["limit"], &cut["results"].as_array().map(Vec::len)), (&json!(2), &Some(2)));
    let total = rows(&client, &entity).await.len();
    assert_eq!(cut["total"], total, "of all rows");
    let csv = client.get(&format!("/api/statements?{entity}&limit=2&format=csv")).await.text;
    assert_eq!(csv.lines().count(), 3);
}

#[tokio::test]
async fn parties_are_looked_up_as_entities_are() {
    let (_world, client) = client();
    let now = format!("/api/statements?entity_id={ENTITY}");
    for (query, location) in [
        ("id=10&prop=name&format=csv".to_owned(), format!("{now}&prop=name&format=csv")),
        (format!("entity_id={FORMER}"), now.clone()),
        (format!("canonical_id=svc-e-{FORMER}&limit=3"), format!("{now}&limit=3")),
    ] {
        let answer = client.get(&format!("/api/statements?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (308, Some(&*location)));
        assert_eq!(client.get(&location).await.status, 200);
    }
    for query in ["id=11", "id=99", "canonical_id=svc-99", &format!("entity_id={}", Uuid::nil())] {
        let answer = client.get(&format!("/api/statements?{query}")).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["status"]),
            (404, &json!(404)),
            "{query}"
        );
    }
}

#[tokio::test]
async fn requests_outside_their_rules_are_refused() {
    let (_world, client) = client();
    for (query, part) in [
        ("", "exactly one of canonical_id, entity_id, id"),
        ("dataset=a_sanctions", "exactly one of"),
        ("id=1&canonical_id=svc-1", "exactly one of"),
        ("id=one", "id is \"one\""),
        ("entity_id=1", "entity_id is \"1\""),
        ("canonical_id=x", "canonical_id is \"x\""),
        ("id=1&limit=0", "limit is \"0\""),
        ("id=1&limit=5001", "limit is \"5001\""),
        ("id=1&format=xml", "it must be one of json, csv"),
        ("id=1&id=2", "more than once"),
    ] {
        let answer = client.get(&format!("/api/statements?{query}")).await;
        assert_eq!(answer.status, 400, "{query}");
        let error = answer.json()["error"].as_str().expect("a sentence").to_owned();
        assert!(error.contains(part), "{query}: {error}");
    }
    assert_eq!(Client::empty().get("/api/statements?id=1").await.status, 503);
}

#[tokio::test]
async fn a_name_in_another_form_than_the_model_has_keeps_its_original() {
    let quoted = "\"Ivan  Sokolov\"";
    let world = World::new(vec![person(1, quoted).alias("Ivan Sokolov").alias("'Vanya'")]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let rows = rows(&client, "id=1&prop=name,alias").await;
    let said =
        |row: &Value| [&row["prop"], &row["value"], &row["original_value"]].map(Value::clone);
    let expected = [
        [json!("name"), json!("Ivan Sokolov"), json!(quoted)],
        [json!("alias"), json!("Ivan Sokolov"), Value::Null],
        [json!("alias"), json!("Vanya"), json!("'Vanya'")],
    ];
    assert_eq!(rows.iter().map(said).collect::<Vec<_>>(), expected);
    let entity = client.get("/api/entity/1?format=ftm").await.json();
    assert_eq!(
        (&entity["caption"], &entity["properties"]["name"][0]),
        (&expected[0][1], &expected[0][1])
    );
    let record = client.get("/api/entity/1").await.json();
    assert_eq!(record["name"], quoted, "our own form is as published");
}

#[tokio::test]
async fn a_large_entity_is_told_to_the_limit() {
    let mut records: Vec<_> = (1..=300).map(|id| person(id, &format!("Jane {id}"))).collect();
    records.iter_mut().for_each(|record| record.entity = Some(ENTITY));
    let world = World::new(records);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let body = client.get(&format!("/api/statements?entity_id={ENTITY}&limit=500")).await.json();
    assert_eq!(
        (&body["total"], body["results"].as_array().map(Vec::len)),
        (&json!(600), Some(500))
    );
    assert_eq!(body["results"][0]["entity_id"], "svc-1", "by rising id");
}
