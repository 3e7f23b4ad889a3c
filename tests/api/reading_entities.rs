//! Merged entities and retired records over HTTP (docs/api.md, "Active and retired records",
//! "Merged entities", "Entity look-up").

use std::sync::Arc;

use serde_json::json;
use tamis_engine::model::{CountryCode, EntityType, Identifier};
use uuid::Uuid;

use crate::support::client::Client;
use crate::support::worlds::{self, With, World, person, record, retired};

const ENTITY: Uuid = Uuid::from_u128(0x0011_2233_4455_5677_8899_aabb_ccdd_eeff);
const ENTITY_TEXT: &str = "00112233-4455-5677-8899-aabbccddeeff";
const FORMER_TEXT: &str = "00000000-0000-0000-0000-000000000009";
/// An entity whose records are all in [`ENTITY`] now.
const MERGED_AWAY: Uuid = Uuid::from_u128(8);
const BUILT_AT: &str = "2026-10-04T08:00:00+00:00";

/// Serves a merged entity of three records, a record without one, retired records, and an entity merged
/// into another.
fn client() -> (World, Client) {
    let mut records = vec![
        person(3, "Ivan Sokolov").born("1962").of("RU").in_register(1),
        person(1, "Ivan Sokolov").born("1962-05-17").of("RU"),
        person(2, "I. P. Sokolov").alias("Vanya").of("BY"),
    ];
    records.iter_mut().for_each(|record| record.entity = Some(ENTITY));
    records.push(person(4, "Ivan Sokolov"));
    let mut input = worlds::input(records);
    let former = FORMER_TEXT.parse().ok();
    input.retired = vec![retired(10, Some(ENTITY)), retired(11, former), retired(12, None)];
    input.retired.push(retired(13, Some(MERGED_AWAY)));
    input.successors = vec![(MERGED_AWAY, ENTITY)];
    let world = World::of(input);
    let client = Client::serving(Arc::clone(&world.snapshot));
    (world, client)
}

#[tokio::test]
async fn a_merged_entity_shows_what_its_records_say_together() {
    let (_world, client) = client();
    let entity = client.get(&format!("/api/entity/{ENTITY_TEXT}")).await.json();
    for (field, expected) in [
        ("id", json!(ENTITY_TEXT)),
        ("entity_id", json!(ENTITY_TEXT)),
        ("caption", json!("Ivan Sokolov")),
        ("schema", json!("Person")),
        ("datasets", json!(["Test Peps", "Test Sanctions"])),
        ("referents", json!([1, 2, 3])),
    ] {
        assert_eq!(entity[field], expected, "{field}");
    }
    let properties = &entity["properties"];
    assert_eq!(properties["name"], json!(["I. P. Sokolov", "Ivan Sokolov"]));
    assert_eq!(properties["alias"], json!(["Vanya"]));
    assert_eq!(properties["birthDate"], json!(["1962", "1962-05-17"]));
    assert_eq!(properties["nationality"], json!(["BY", "RU"]));
    assert_eq!((&properties["imoNumber"], &properties["programme"]), (&json!([]), &json!([])));
    for part in ["records", "listings"] {
        assert_eq!(entity[part].as_array().map(Vec::len), Some(3), "{part}");
    }
}

#[tokio::test]
async fn every_form_of_an_entity_id_is_read() {
    let (_world, client) = client();
    let expected = client.get(&format!("/api/entity/{ENTITY_TEXT}")).await.json();
    for address in [
        format!("/api/entity/svc-e-{ENTITY_TEXT}"),
        format!("/api/entity?entity_id={ENTITY_TEXT}"),
        format!("/api/entity/{}", ENTITY_TEXT.to_uppercase()),
    ] {
        assert_eq!(client.get(&address).await.json(), expected, "{address}");
    }
    let alone = client.get(&format!("/api/entity/{ENTITY_TEXT}?nested=false")).await.json();
    assert!(alone.get("records").is_none() && alone.get("listings").is_none());
}

#[tokio::test]
async fn records_of_an_entity_point_at_it_and_at_each_other() {
    let (_world, client) = client();
    let record = client.get("/api/entity/1").await.json();
    assert_eq!(record["entity_id"], ENTITY_TEXT);
    assert_eq!(record["merged_entity_url"], format!("/api/entity/{ENTITY_TEXT}"));
    let related: Vec<_> = record["related"].as_array().expect("an array").iter().collect();
    assert_eq!(related.len(), 1, "records of the same register are not related");
    assert_eq!(related[0]["id"], 3);
    let ftm = client.get("/api/entity/1?format=ftm").await.json();
    assert_eq!(ftm["canonical_id"], format!("svc-e-{ENTITY_TEXT}"));
    assert_eq!(ftm["referents"], json!(["svc-2", "svc-3"]));

    let name = record["name"].as_str().expect("a name");
    let queries = json!({"queries": {"q": {"properties": {"name": [name]}}}});
    let matched = client.post_json("/api/match/default", queries.to_string()).await.json();
    let results = matched["responses"]["q"]["results"].as_array().cloned().expect("results");
    let result = results.iter().find(|result| result["id"] == 1).expect("the record");
    assert_eq!(result["merged_entity"], ENTITY_TEXT);

    let alone = client.get("/api/entity/4").await.json();
    assert!(alone["entity_id"].is_null() && alone.get("merged_entity_url").is_none());
    assert_eq!(alone["related"], json!([]));
    let ftm = client.get("/api/entity/4?format=ftm").await.json();
    assert!(ftm.get("canonical_id").is_none(), "{ftm}");
}

#[tokio::test]
async fn an_entity_is_told_in_the_follow_the_money_format() {
    let (_world, client) = client();
    let address = format!("/api/entity/{ENTITY_TEXT}?format=ftm");
    let entity = client.get(&address).await.json();
    assert_eq!(entity["id"], format!("svc-e-{ENTITY_TEXT}"));
    assert_eq!(entity["datasets"], json!(["a_sanctions", "b_peps"]));
    assert_eq!(entity["referents"], json!(["svc-1", "svc-2", "svc-3"]));
    let nested = client.get(&format!("{address}&nested=true")).await.json();
    assert_eq!(nested["properties"]["sanctions"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn retired_records_answer_by_the_state_of_their_entity() {
    let (_world, client) = client();
    for address in [
        "/api/entity/10",
        "/api/entity/svc-10",
        "/api/entity?id=10",
        "/api/entity/10?format=ftm&nested=true",
        "/api/entity/13",
    ] {
        let answer = client.get(address).await;
        let query = if address.contains("ftm") { "?format=ftm&nested=true" } else { "" };
        let location = format!("/api/entity/{ENTITY_TEXT}{query}");
        assert_eq!(answer.status, 308, "{address}");
        assert_eq!(answer.header("location"), Some(location.as_str()), "{address}");
        assert!(answer.header("etag").is_some(), "{address}");
    }
    let former = format!("/api/entity/{FORMER_TEXT}");
    for address in ["/api/entity/11", "/api/entity/12", former.as_str()] {
        let answer = client.get(address).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["status"]), (404, &json!(404)));
    }
}

#[tokio::test]
async fn a_merged_entity_that_was_merged_into_another_moves_there() {
    let (_world, client) = client();
    for address in [
        format!("/api/entity/{MERGED_AWAY}"),
        format!("/api/entity/svc-e-{MERGED_AWAY}"),
        format!("/api/entity?entity_id={MERGED_AWAY}"),
        format!("/api/entity?entity_id=svc-e-{MERGED_AWAY}&nested=false"),
    ] {
        let answer = client.get(&address).await;
        let query = if address.contains("nested") { "?nested=false" } else { "" };
        let location = format!("/api/entity/{ENTITY_TEXT}{query}");
        assert_eq!(answer.status, 308, "{address}");
        assert_eq!(answer.header("location"), Some(location.as_str()), "{address}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "records may come back");
        assert_eq!(answer.json(), json!({"status": 308, "location": location}));
    }
}

#[tokio::test]
async fn a_merged_entity_has_the_fields_of_the_description() {
    let (_world, client) = client();
    let entity = client.get(&format!("/api/entity/{ENTITY_TEXT}?nested=false")).await.json();
    let expected = json!({
        "id": ENTITY_TEXT,
        "entity_id": ENTITY_TEXT,
        "caption": "Ivan Sokolov",
        "schema": "Person",
        "properties": {
            "name": ["I. P. Sokolov", "Ivan Sokolov"],
            "alias": ["Vanya"],
            "birthDate": ["1962", "1962-05-17"],
            "nationality": ["BY", "RU"],
            "imoNumber": [],
            "programme": [],
        },
        "datasets": ["Test Peps", "Test Sanctions"],
        "topics": ["role.pep", "sanction"],
        "first_seen": BUILT_AT,
        "last_seen": BUILT_AT,
        "referents": [1, 2, 3],
    });
    assert_eq!(entity, expected);
    let nested = client.get(&format!("/api/entity/{ENTITY_TEXT}?nested=true")).await.json();
    let listing = json!({
        "record_id": 3,
        "register": "Test Peps",
        "list_type": "PEP",
        "topics": ["role.pep"],
        "programme": "",
        "programmes": [],
        "listed_on": null,
        "delisted_at": null,
        "status": null,
        "source_url": null,
        "first_seen": BUILT_AT,
        "last_seen": BUILT_AT,
    });
    assert_eq!(nested["listings"][2], listing);
    let record = client.get("/api/entity/3?nested=false").await.json();
    assert_eq!(nested["records"][2], record, "records are told alone");
}

#[tokio::test]
async fn the_flat_form_names_records_entities_and_times() {
    let (_world, client) = client();
    let entity = client.get(&format!("/api/entity/svc-e-{ENTITY_TEXT}?format=ftm")).await.json();
    let expected = json!({
        "id": format!("svc-e-{ENTITY_TEXT}"),
        "caption": "Ivan Sokolov",
        "schema": "Person",
        "properties": {
            "name": ["I. P. Sokolov", "Ivan Sokolov"],
            "alias": ["Vanya"],
            "topics": ["role.pep", "sanction"],
            "birthDate": ["1962", "1962-05-17"],
            "nationality": ["by", "ru"],
        },
        "referents": ["svc-1", "svc-2", "svc-3"],
        "datasets": ["a_sanctions", "b_peps"],
        "first_seen": BUILT_AT,
        "last_seen": BUILT_AT,
        "last_change": BUILT_AT,
        "target": true,
        "canonical_id": format!("svc-e-{ENTITY_TEXT}"),
    });
    assert_eq!(entity, expected);
    let flat = client.get(&format!("/api/entity/{ENTITY_TEXT}?format=ftm&nested=false")).await;
    assert_eq!(flat.json(), expected);
    for (query, parameter) in [("format=xml", "format"), ("nested=2", "nested")] {
        let answer = client.get(&format!("/api/entity/1?{query}")).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["parameter"]), (400, &json!(parameter)));
    }
}

#[tokio::test]
async fn values_stand_where_the_schema_has_them() {
    let company = Some(EntityType::Company);
    let mut entity = [record(1, None, "ACME").of("PA"), record(2, company, "Acme Ltd").of("DE")];
    entity.iter_mut().for_each(|record| record.entity = Some(ENTITY));
    let [unknown, company] = entity;
    let organization = record(3, Some(EntityType::Organization), "The Guild").of("FR").born("1962");
    let ship = record(4, Some(EntityType::Vessel), "STAR").of("PA").imo("9074729");
    let plane = record(5, Some(EntityType::Aircraft), "RA-1").of("RU");
    let world = World::new(vec![unknown, company, organization, ship, plane]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    for (id, schema, expected) in [
        ("1", "LegalEntity", json!({"country": ["pa"]})),
        ("2", "Company", json!({"jurisdiction": ["de"]})),
        // A record of unknown type keeps the properties that the entity's schema also has.
        (ENTITY_TEXT, "Company", json!({"country": ["pa"], "jurisdiction": ["de"]})),
        // Facts without a property of the schema are in notes.
        ("3", "Organization", json!({"jurisdiction": ["fr"], "notes": ["Birth date: 1962"]})),
        ("4", "Vessel", json!({"flag": ["pa"], "imoNumber": ["IMO9074729"]})),
        ("5", "Airplane", json!({"country": ["ru"]})),
    ] {
        let entity = client.get(&format!("/api/entity/{id}?format=ftm")).await.json();
        assert_eq!(entity["schema"], schema, "{id}");
        let mut properties = entity["properties"].as_object().expect("an object").clone();
        assert!(properties.remove("name").is_some() && properties.remove("topics").is_some());
        assert_eq!(json!(properties), expected, "{id}");
    }
}

#[tokio::test]
async fn what_the_properties_do_not_say_is_in_the_notes() {
    let mut record = person(1, "Ivan Sokolov").born("1962-05-17").born("circa 1964");
    let long = "7".repeat(65);
    let identifier = |kind: &str, value: &str, country| Identifier {
        kind: kind.to_owned(),
        value: value.to_owned(),
        country: CountryCode::parse(country),
    };
    record.record.identifiers = vec![
        identifier("Passport", "A1", "IQ"),
        identifier("SSN", "123-45-6789", ""),
        identifier("SSN", "12-3", ""),
        identifier("Licence", &long, ""),
    ];
    record.record.addresses = vec!["1 Road; Lima".to_owned(), "A ".repeat(200)];
    record.record.historical = Some("born before 1900".to_owned());
    let world = World::new(vec![record]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let entity = client.get("/api/entity/1?format=ftm").await.json();
    let expected = json!({
        "name": ["Ivan Sokolov"],
        "topics": ["sanction"],
        "birthDate": ["1962-05-17", "1964"],
        "address": ["1 Road, Lima"],
        "passportNumber": ["A1"],
        "socialSecurityNumber": ["123456789"],
        "idNumber": ["12-3"],
        "notes": [
            format!("Address: {}", "A ".repeat(200)),
            "Birth date: circa 1964",
            "Historical: born before 1900",
            format!("Licence: {long}"),
            "Passport: A1 (IQ)",
            "SSN: 12-3",
        ],
    });
    assert_eq!(entity["properties"], expected);
}

#[tokio::test]
async fn the_nested_form_has_a_sanction_for_each_listing() {
    let mut listed = person(1, "Ivan Sokolov");
    listed.record.listed_on = "2020-03-01".parse().ok();
    listed.record.listed_until = "2027-01-31".parse().ok();
    listed.record.programmes = vec!["P-1".into(), "P-2".into(), "P-1".into()];
    listed.record.status = Some("Active".into());
    listed.record.source_url = Some("https://example.org/1".into());
    let mut bare = person(2, "Ivan Sokolov").in_register(1);
    [&mut listed, &mut bare].into_iter().for_each(|record| record.entity = Some(ENTITY));
    let world = World::new(vec![listed, bare]);
    let client = Client::serving(Arc::clone(&world.snapshot));
    let full = json!({
        "id": "svc-1-sanction",
        "caption": "P-1",
        "schema": "Sanction",
        "properties": {
            "entity": ["svc-1"],
            "authority": ["Publisher"],
            "country": ["zz"],
            "program": ["P-1", "P-2"],
            "listingDate": ["2020-03-01"],
            "endDate": ["2027-01-31"],
            "status": ["Active"],
            "sourceUrl": ["https://example.org/1"],
        },
        "referents": [],
        "datasets": ["a_sanctions"],
        "first_seen": BUILT_AT,
        "last_seen": BUILT_AT,
        "last_change": BUILT_AT,
        "target": false,
    });
    let bare = json!({
        "id": "svc-2-sanction",
        "caption": "Publisher",
        "schema": "Sanction",
        "properties": {"entity": ["svc-2"], "authority": ["Publisher"], "country": ["zz"]},
        "referents": [],
        "datasets": ["b_peps"],
        "first_seen": BUILT_AT,
        "last_seen": BUILT_AT,
        "last_change": BUILT_AT,
        "target": false,
    });
    for (id, expected) in [
        ("svc-1".to_owned(), json!([full])),
        ("svc-2".to_owned(), json!([bare])),
        (format!("svc-e-{ENTITY_TEXT}"), json!([full, bare])),
    ] {
        let address = format!("/api/entity/{id}?format=ftm");
        let flat = client.get(&address).await.json();
        assert!(flat["properties"].get("sanctions").is_none(), "{id}");
        let mut nested = client.get(&format!("{address}&nested=true")).await.json();
        let properties = nested["properties"].as_object_mut().expect("an object");
        assert_eq!(properties.remove("sanctions"), Some(expected), "{id}");
        assert_eq!(nested, flat, "{id}: nothing else differs");
    }
}
