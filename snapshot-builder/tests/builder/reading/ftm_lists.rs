//! Follow-the-money lists as wholes: any order of their lines, several files, what is damaged, and
//! what this service publishes itself.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use snapshot_builder::readers::Collected;
use snapshot_builder::{BuildOptions, LoadError, LoadOptions, build};
use tamis_engine::ftm::FtmEntity;
use tamis_engine::model::{Record, RecordOrdinal};
use tamis_engine::store::SnapshotStore;

use super::support::{read_bytes, read_files, sources, texts};

/// A list with 2,000 parties and all that belongs to them, some of it twice or to nobody.
fn made_up_list() -> Vec<String> {
    let mut lines: Vec<Value> = Vec::new();
    for n in 0..2_000 {
        let schema = ["Person", "Company", "Vessel", "LegalEntity"][n % 4];
        let mut properties = json!({
            "name": [format!("Party {n}"), format!("Other {n}")], "topics": ["sanction"],
            "addressEntity": [format!("a-{}", n % 700), format!("a-{}", (n * 7) % 900)],
        });
        if schema == "Person" {
            properties["birthDate"] = json!([format!("19{:02}", n % 100)]);
        }
        let datasets = if n % 3 == 0 { json!(["one", "two"]) } else { json!(["one"]) };
        lines.push(json!({"id": format!("p-{n}"), "caption": format!("Party {n}"),
                          "schema": schema, "properties": properties, "datasets": datasets}));
    }
    for n in 0..1_500 {
        let (party, post) = (format!("p-{}", (n * 13) % 2_100), format!("q-{}", n % 60));
        lines.push(json!({"id": format!("s-{n}"), "schema": "Sanction", "datasets": ["two"],
            "properties": {"entity": [party], "program": [format!("Act {}", n % 9)],
                           "startDate": [format!("20{:02}-01-02", n % 26)]}}));
        if n % 5 == 0 {
            lines.push(json!({"id": format!("o-{n}"), "schema": "Occupancy",
                "properties": {"holder": [party], "post": [post], "startDate": [(2000 + n % 20).to_string()]}}));
            lines.push(json!({"id": format!("d-{n}"), "schema": "Passport",
                "properties": {"holder": [party], "number": [format!("A{n}")], "country": ["pe"]}}));
        }
    }
    for n in 0..900 {
        let full = format!("{n} High St");
        lines.push(
            json!({"id": format!("a-{n}"), "schema": "Address", "properties": {"full": [full]}}),
        );
    }
    for n in 0..50 {
        let name = format!("Minister {n}");
        lines.push(
            json!({"id": format!("q-{n}"), "schema": "Position", "properties": {"name": [name]}}),
        );
        lines.push(json!({"id": format!("w-{n}"), "schema": "Ownership", "properties": {"owner": ["p-1"]}}));
    }
    lines.iter().map(ToString::to_string).collect()
}

/// The lines in another order, which is the same every time.
fn shuffled(lines: &[String], seed: u64) -> Vec<String> {
    let mut state = seed;
    let mut keyed: Vec<(u64, &String)> = Vec::new();
    for line in lines {
        // Knuth's linear congruential generator; its upper bits are random enough here.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        keyed.push((state >> 16, line));
    }
    keyed.sort();
    keyed.into_iter().map(|(_, line)| line.clone()).collect()
}

fn read(lines: &[String]) -> Collected {
    read_bytes("ftm_entities", lines.join("\n").as_bytes()).expect("a sound list")
}

#[test]
fn the_order_of_the_lines_does_not_matter() {
    let lines = made_up_list();
    assert!(lines.len() > 5_000);
    let in_order = read(&lines);
    let (one, two) = (&in_order.parts["one"], &in_order.parts["two"]);
    assert_eq!((one.report.records, two.report.records), (2_000, 667));
    let joined = |record: &&Record| record.addresses.len() == 2 && !record.programmes.is_empty();
    assert!(two.records.iter().filter(joined).count() > 200, "facts are joined");
    assert!(one.records.iter().any(|r| !r.positions.is_empty() && !r.identifiers.is_empty()));
    for seed in 1..=3 {
        let other = read(&shuffled(&lines, seed));
        assert_eq!(other.report.left_out, in_order.report.left_out);
        assert_eq!(other.report.rejected, 0);
        for (slug, part) in &in_order.parts {
            assert!(other.parts[slug].records == part.records, "{slug} differs with seed {seed}");
            assert_eq!(other.parts[slug].list_type, part.list_type);
        }
    }
}

#[test]
fn several_files_are_one_list() {
    let lines = made_up_list();
    let whole = read(&lines);
    let (first, second) = lines.split_at(1_000);
    let packed = zstd::encode_all(second.join("\n").as_bytes(), 1).expect("in memory");
    let folder = sources(&[("a.json", first.join("\n").as_bytes()), ("b.json.zst", &packed)]);
    let files = ["a.json", "b.json.zst"].map(|name| folder.path().join(name));
    let parts = read_files("ftm_entities", &files, &[]).expect("sound").parts;
    assert!(parts["one"].records == whole.parts["one"].records);
}

#[test]
fn bad_lines_are_rejected_with_their_place() {
    let long = format!("{{\"id\": \"long\", \"schema\": \"{}\"}}", "x".repeat(1 << 20));
    let party = |id: &str, more: &str| {
        format!(
            "{{\"id\": \"{id}\", \"schema\": \"Person\", \"properties\": {{\"name\": [\"Ana\"]{more}}}}}"
        )
    };
    let sanction = |id: &str| {
        format!(
            "{{\"id\": \"{id}\", \"schema\": \"Sanction\", \"properties\": {{\"entity\": [\"1\"]}}}}"
        )
    };
    let address = "{\"id\": \"a\", \"schema\": \"Address\", \"properties\": {\"full\": [\"x\"]}}";
    let lines = [
        party("1", ", \"addressEntity\": [\"a\"]"),
        "{\"id\": ".to_owned(),
        String::new(),
        party("1", ", \"alias\": [\"Second\"], \"addressEntity\": [\"b\"]"),
        long,
        sanction("s"),
        sanction("s"),
        address.to_owned(),
        address.to_owned(),
        party("2", ", \"sanctions\": [{\"id\": \"s\"}]"),
        "{\"schema\": \"Person\"}".to_owned(),
        party("3", "").replace("}}", &format!("}}, \"datasets\": [\"{}\"]}}", "d".repeat(101))),
        address.replace("\"a\"", "\"b\"").replace("\"x\"", "\"y\""),
    ];
    let collected = read(&lines);
    assert_eq!(collected.records.len(), 1);
    let first = &collected.records[0];
    assert_eq!((first.aliases.len(), &first.addresses[..]), (0, &["x".to_owned()][..]));
    let mut rejects: Vec<_> = collected
        .report
        .rejects
        .iter()
        .map(|r| (r.line_or_element.to_string(), r.reason.as_str(), r.reference.as_deref()))
        .collect();
    rejects.sort_by_key(|(line, _, _)| line.trim_start_matches("line ").parse::<u64>().ok());
    let rejects: Vec<_> =
        rejects.iter().map(|(l, reason, id)| (l.as_str(), *reason, *id)).collect();
    let expected = [
        ("line 2", "not a JSON object: EOF while parsing a value at column 7", None),
        ("line 4", "id \"1\" occurs a second time", Some("1")),
        ("line 5", "the line is longer than 1048576 bytes", None),
        ("line 7", "id \"s\" occurs a second time", Some("s")),
        ("line 9", "id \"a\" occurs a second time", Some("a")),
        (
            "line 10",
            "properties.sanctions holds an entity, as in the nested form; expected a list of texts",
            Some("2"),
        ),
        ("line 11", "id is missing", None),
        ("line 12", "datasets holds a name of 101 characters; at most 100 are accepted", Some("3")),
    ];
    assert_eq!(rejects, expected);
    assert_eq!(collected.report.rejected, 8);
}

#[test]
fn a_list_of_too_many_data_sets_is_refused() {
    let line = |n: usize| {
        json!({"id": n.to_string(), "schema": "Person", "datasets": [format!("d{n}")],
               "properties": {"name": ["Ana"]}})
    };
    let lines: Vec<String> = (0..=2_000).map(|n| line(n).to_string()).collect();
    let error = read_bytes("ftm_entities", lines.join("\n").as_bytes()).expect_err("too many");
    assert!(matches!(error, LoadError::TooManyDatasets { limit: 2_000, .. }), "{error}");
    assert_eq!(read(&lines[1..]).parts.len(), 2_000);
}

const DESCRIPTION: &str = "name = 'A'\nshort_name = 'A'\nslug = 'xx_list'\npublisher = 'Ministry'\n\
    country = 'FR'\nlist_type = 'DEBARMENT'\ncadence_hours = 24\nformat = 'records_jsonl'\n\
    source_url = 'https://example.org'\nlicence = 'none'\noffer = 'none'\n";
const OWN_RECORDS: &str = r#"{"ref": "1", "name": "Ana Lee", "aliases": ["A. Lee"], "type": "INDIVIDUAL", "birth_dates": ["1962-05-01"], "countries": ["PE", "SU"], "programmes": ["TAX"], "listed_on": "2020-02-29", "status": "open", "notes": ["owes"], "source_url": "https://example.org/1"}
{"ref": "2", "name": "SEA STAR", "type": "VESSEL", "imo": "9074729", "countries": ["PA"]}
{"ref": "3", "name": "Sunrise Ltd", "type": "COMPANY", "countries": ["XK"]}
{"ref": "4", "name": "Somebody"}
{"ref": "5", "name": "EP-ABC", "type": "AIRCRAFT", "countries": ["IR"]}"#;

/// The lines of the bulk file: each record, and its listing as an entity of its own.
fn own_lines(store: &SnapshotStore) -> Vec<String> {
    let version = store.current_version().expect("readable").expect("published");
    let (snapshot, _) = store.open(&version).expect("sound");
    let mut lines = Vec::new();
    for ordinal in 0..snapshot.record_count() {
        let record = snapshot.record(RecordOrdinal(ordinal as u32));
        let entity = FtmEntity::of_record(&snapshot, record).with_sanctions();
        let mut entity = serde_json::to_value(&entity).expect("JSON");
        let properties = entity["properties"].as_object_mut().expect("an object");
        let listings = properties.remove("sanctions").expect("one each");
        lines.extend(listings.as_array().expect("a list").iter().map(ToString::to_string));
        lines.push(entity.to_string());
    }
    lines
}

#[test]
fn what_this_service_publishes_can_be_read_back() {
    let folder = sources(&[
        ("in/xx_list/register.toml", DESCRIPTION.as_bytes()),
        ("in/xx_list/records.jsonl", OWN_RECORDS.as_bytes()),
    ]);
    let (sources, out) = (folder.path().join("in"), folder.path().join("out"));
    let load = LoadOptions::default();
    build(&BuildOptions { load, ..BuildOptions::new(sources, out.clone()) }).expect("built");
    let collected = read(&own_lines(&SnapshotStore::new(out)));
    assert_eq!(collected.report.rejected, 0, "{:?}", collected.report.rejects);
    assert!(collected.report.left_out.is_empty(), "{:?}", collected.report.left_out);
    let part = &collected.parts["xx_list"];
    let types: BTreeMap<_, _> = part.report.by_type.iter().map(|(k, n)| (k.as_str(), *n)).collect();
    let expected = ["AIRCRAFT", "COMPANY", "INDIVIDUAL", "UNKNOWN", "VESSEL"].map(|t| (t, 1));
    assert_eq!(types, BTreeMap::from(expected));
    assert_eq!(part.list_type.map(|t| t.as_str()), Some("DEBARMENT"));
    let named = |name: &str| part.records.iter().find(|r| r.name == name).expect(name);
    let ana = named("Ana Lee");
    assert!(ana.reference.starts_with("svc-"), "{}", ana.reference);
    assert_eq!(ana.aliases[0].name, "A. Lee");
    assert_eq!(
        (texts(&ana.birth_dates), texts(&ana.countries)),
        (vec!["1962-05-01".to_owned()], vec!["PE".to_owned(), "SU".to_owned()])
    );
    assert_eq!(ana.programmes, ["TAX"]);
    assert_eq!(ana.listed_on.map(|d| d.to_string()).as_deref(), Some("2020-02-29"));
    assert_eq!(ana.status.as_deref(), Some("open"));
    assert_eq!(ana.source_url.as_deref(), Some("https://example.org/1"));
    assert_eq!(ana.notes, ["owes", "Topics: debarment", "Authority: Ministry (FR)"]);
    assert_eq!(named("SEA STAR").imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(texts(&named("Sunrise Ltd").countries), ["XK"]);
    assert_eq!(named("Somebody").entity_type, None);
}
