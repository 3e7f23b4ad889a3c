//! Bulk files of builds, one after the other: what is written, what changed, what is left of a version
//! before that is damaged.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tamis_engine::store::checksum::size_and_sha256;

use super::support::{Place, run, text};

const COLLECTIONS: [&str; 5] = ["default", "sanctions", "peps", "crime", "maritime"];
const FILES: [&str; 7] = [
    "targets.simple.csv",
    "targets.nested.json",
    "entities.ftm.json",
    "senzing.json",
    "statements.csv",
    "names.txt",
    "delta.json",
];
const FIRST: &str = "2026-10-04T08:00:00Z";
const SECOND: &str = "2026-10-05T08:00:00Z";

/// A person, a ship, a company and a party of which little is known.
const LIST: [&str; 4] = [
    r#"{"ref": "1", "name": "DOE, Jane", "type": "INDIVIDUAL", "aliases": ["J. Doe"], "weak_aliases": ["The; \"Fox\""], "birth_dates": ["1962-05", "1963"], "countries": ["PE", "RU"], "programmes": ["P-TWO", "P-ONE"], "listed_on": "2020-03-01", "addresses": ["1 Road; Lima"], "identifiers": ["Passport: A1 (PE)"]}"#,
    r#"{"ref": "2", "name": "OCEAN STAR", "type": "VESSEL", "imo": "9074729", "countries": ["PA"]}"#,
    r#"{"ref": "3", "name": "Golden Harvest LLC", "type": "COMPANY", "aliases": ["OCEAN  STAR"], "address_countries": ["AE"]}"#,
    r#"{"ref": "4", "name": "Al Noor", "notes": ["=1+1, in \"two\"\nlines"]}"#,
];

/// The list without an entry, with one that differs, and with a new one.
fn next_list() -> Vec<String> {
    let differs = LIST[2].replace("AE", "OM");
    let new = r#"{"ref": "5", "name": "Ann Example", "type": "INDIVIDUAL"}"#;
    [LIST[0], &differs, LIST[3], new].map(str::to_owned).to_vec()
}

fn publish(place: &Place, lines: &[impl AsRef<str>], options: &[&str]) {
    let text: String = lines.iter().map(|line| format!("{}\n", line.as_ref())).collect();
    place.file("aa_list", &text);
    let ran = place.build(options);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

fn folder(place: &Place, collection: &str) -> PathBuf {
    place.current_file("collections").join(collection)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn lines(path: &Path) -> Vec<Value> {
    read(path).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn parsed(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

/// What the report says of `default`.
fn reported(place: &Place) -> Value {
    place.report()["collections"][0].clone()
}

#[test]
fn every_collection_has_its_files_and_the_manifest_and_index_measure_them() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST]);
    let manifest = parsed(&place.current_file("manifest.json"));
    let listed: BTreeMap<&str, &Value> = manifest["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| (file["path"].as_str().expect("a path"), file))
        .collect();
    assert_eq!(listed.len(), 4 + COLLECTIONS.len() * (FILES.len() + 1) * 3);
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0, "all are as the manifest says");
    for (collection, records) in COLLECTIONS.into_iter().zip([4, 4, 0, 0, 1]) {
        let folder = folder(&place, collection);
        let index = parsed(&folder.join("index.json"));
        assert_eq!(index["name"], collection);
        assert_eq!(index["version"], "20261004080000");
        assert_eq!(index["previous_version"], Value::Null);
        assert_eq!(index["updated_at"], "2026-10-04T08:00:00+00:00");
        assert_eq!(index["target_count"], records, "{collection}");
        assert_eq!(index["entity_count"], records * 2, "{collection}");
        let resources = index["resources"].as_array().expect("files");
        let names: Vec<&str> = resources.iter().flat_map(|file| file["name"].as_str()).collect();
        assert_eq!(names, FILES);
        for resource in resources {
            let name = resource["name"].as_str().expect("a name");
            let (size, sha256) = size_and_sha256(&folder.join(name)).expect("there");
            assert_eq!((&resource["size"], &resource["checksum"]), (&size.into(), &sha256.into()));
            assert_eq!((&resource["url"], &resource["path"]), (&Value::Null, &name.into()));
        }
        for name in FILES.iter().chain(&["index.json"]) {
            let plain = fs::read(folder.join(name)).expect("there");
            let packed =
                |ending: &str| fs::read(folder.join(format!("{name}{ending}"))).expect("there");
            let mut unpacked = Vec::new();
            let gzip = packed(".gz");
            flate2::read::GzDecoder::new(&*gzip).read_to_end(&mut unpacked).expect("gzip");
            assert!(unpacked == plain, "{name}.gz");
            assert!(zstd::decode_all(&*packed(".zst")).expect("zstd") == plain, "{name}.zst");
        }
    }
}

#[test]
fn the_rows_of_the_tables_say_what_the_records_say() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST]);
    let folder = folder(&place, "default");
    let rows = |name: &str| -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(folder.join(name)).expect("there");
        reader.deserialize().collect::<Result<_, _>>().expect("rows")
    };
    let simple = rows("targets.simple.csv");
    let jane = simple.iter().find(|row| row["name"] == "DOE, Jane").expect("there");
    for (column, expected) in [
        ("schema", "Person"),
        ("aliases", "J. Doe;\"The; \"\"Fox\"\"\""),
        ("birth_date", "1962-05;1963"),
        ("countries", "pe;ru"),
        ("addresses", "1 Road, Lima"),
        ("identifiers", "A1"),
        ("sanctions", "Publisher - P-ONE - 2020-03-01;Publisher - P-TWO - 2020-03-01"),
        ("phones", ""),
        ("emails", ""),
        ("program_ids", "P-ONE;P-TWO"),
        ("dataset", "aa_list"),
        ("first_seen", "2026-10-04T08:00:00+00:00"),
        ("last_seen", "2026-10-04T08:00:00+00:00"),
        ("last_change", "2026-10-04T08:00:00+00:00"),
    ] {
        assert_eq!(jane[column], expected, "{column}");
    }
    assert_eq!(simple.len(), 4);
    let statements = rows("statements.csv");
    let of = |entity: String| {
        let own = statements.iter().filter(move |row| row["entity_id"] == entity);
        own.map(|row| (row["prop"].as_str(), row["value"].as_str())).collect::<Vec<_>>()
    };
    assert_eq!(of(jane["id"].clone())[..2], [("name", "DOE, Jane"), ("alias", "J. Doe")]);
    let listing = of(format!("{}-sanction", jane["id"]));
    assert_eq!(listing[..2], [("entity", jane["id"].as_str()), ("authority", "Publisher")]);
    let noor = simple.iter().find(|row| row["name"] == "Al Noor").expect("there");
    let notes = of(noor["id"].clone()).into_iter().find(|(prop, _)| *prop == "notes");
    assert_eq!(notes, Some(("notes", "=1+1, in \"two\"\nlines")), "kept as published");
    let names = read(&folder.join("names.txt"));
    assert_eq!(names, "Al Noor\nDOE, Jane\nGolden Harvest LLC\nJ. Doe\nOCEAN STAR\nThe; \"Fox\"\n");
}

#[test]
fn entities_stand_in_the_order_of_ids_each_before_its_listing() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST]);
    let folder = folder(&place, "default");
    let entities = lines(&folder.join("entities.ftm.json"));
    let nested = lines(&folder.join("targets.nested.json"));
    let senzing = lines(&folder.join("senzing.json"));
    let id =
        |line: &Value| line["id"].as_str().expect("an id")[4..].parse::<u64>().expect("digits");
    assert!(nested.is_sorted_by_key(id) && nested.len() == 4);
    for (at, with_listing) in nested.iter().enumerate() {
        let (record, listing) = (&entities[2 * at], &entities[2 * at + 1]);
        assert_eq!(with_listing["properties"]["sanctions"][0], *listing);
        assert_eq!(listing["properties"]["entity"][0], record["id"]);
        let mut flat = with_listing.clone();
        flat["properties"].as_object_mut().expect("properties").remove("sanctions");
        assert_eq!(flat, *record);
        assert_eq!((&record["target"], &listing["target"]), (&true.into(), &false.into()));
        assert_eq!(senzing[at]["RECORD_ID"], record["id"]);
        assert_eq!(senzing[at]["DATA_SOURCE"], "AA_LIST");
    }
    let jane = senzing.iter().find(|line| line.to_string().contains("DOE, Jane")).expect("there");
    let features: Vec<String> =
        jane["FEATURES"].as_array().expect("features").iter().map(Value::to_string).collect();
    assert_eq!(
        features,
        [
            r#"{"RECORD_TYPE":"PERSON"}"#,
            r#"{"NAME_FULL":"DOE, Jane","NAME_TYPE":"PRIMARY"}"#,
            r#"{"NAME_FULL":"J. Doe","NAME_TYPE":"ALIAS"}"#,
            r#"{"NAME_FULL":"The; \"Fox\"","NAME_TYPE":"WEAK"}"#,
            r#"{"DATE_OF_BIRTH":"1962-05"}"#,
            r#"{"DATE_OF_BIRTH":"1963"}"#,
            r#"{"NATIONALITY":"PE"}"#,
            r#"{"NATIONALITY":"RU"}"#,
            r#"{"ADDR_FULL":"1 Road; Lima"}"#,
            r#"{"PASSPORT_COUNTRY":"PE","PASSPORT_NUMBER":"A1"}"#,
        ]
    );
}

/// An entity without what may differ where `delta.json` does not name it.
fn lasting(entity: &Value) -> Value {
    let mut lasting = entity.clone();
    lasting.as_object_mut().expect("an entity").remove("last_seen");
    lasting
}

fn by_id(entities: Vec<Value>) -> BTreeMap<String, Value> {
    let id = |entity: &Value| entity["id"].as_str().expect("an id").to_owned();
    entities.into_iter().map(|entity| (id(&entity), entity)).collect()
}

#[test]
fn the_changes_turn_the_entities_before_into_the_new_ones() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST]);
    let old = COLLECTIONS.map(|name| by_id(lines(&folder(&place, name).join("entities.ftm.json"))));
    publish(&place, &next_list(), &["--built-at", SECOND]);
    for (name, mut entities) in COLLECTIONS.into_iter().zip(old) {
        let folder = folder(&place, name);
        let new = by_id(lines(&folder.join("entities.ftm.json")));
        for line in lines(&folder.join("delta.json")) {
            let (operation, entity) =
                (line["op"].as_str().expect("a name"), line["entity"].clone());
            let id = entity["id"].as_str().expect("an id").to_owned();
            let was_there = match operation {
                "DEL" => entities.remove(&id),
                _ => entities.insert(id.clone(), entity.clone()),
            };
            assert_eq!(was_there.is_none(), operation == "ADD", "{name}: {line}");
            if operation != "DEL" {
                assert_eq!(new[&id], entity, "{name}: {id} as it is now");
            }
        }
        assert_eq!(entities.keys().collect::<Vec<_>>(), new.keys().collect::<Vec<_>>());
        for (id, entity) in &entities {
            assert_eq!(lasting(entity), lasting(&new[id]), "{name}");
        }
    }
    let default = reported(&place);
    let delta = serde_json::json!(
        {"since": "20261004080000", "added": 2, "modified": 1, "deleted": 2}
    );
    assert_eq!(default["delta"], delta, "with Sanctions");
    assert_eq!(
        parsed(&folder(&place, "peps").join("index.json"))["previous_version"],
        "20261004080000"
    );

    publish(&place, &next_list(), &["--built-at", "2026-10-06T08:00:00Z"]);
    assert_eq!(read(&folder(&place, "default").join("delta.json")), "", "nothing changed");
    let entities = lines(&folder(&place, "default").join("entities.ftm.json"));
    assert!(entities.iter().all(|entity| entity["last_seen"] == "2026-10-06T08:00:00+00:00"));
}

#[test]
fn a_version_before_that_is_damaged_is_not_compared_with() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST]);
    let path = folder(&place, "default").join("entities.ftm.json");
    let damaged = read(&path).replace("OCEAN STAR", "OCEAN STIR");
    fs::write(&path, damaged).expect("written");
    place.file("aa_list", &(next_list().join("\n") + "\n"));
    let ran = place.build(&["--built-at", SECOND]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let reason = "does not have the checksum that its index.json says";
    assert!(ran.stdout.contains(reason), "{}", ran.stdout);
    let default = reported(&place);
    assert!(default["delta"]["warning"].as_str().is_some_and(|said| said.contains(reason)));
    assert_eq!((&default["delta"]["since"], &default["delta"]["added"]), (&Value::Null, &8.into()));
    let operations = lines(&folder(&place, "default").join("delta.json"));
    assert!(operations.len() == 8 && operations.iter().all(|line| line["op"] == "ADD"));
    let sanctions = &place.report()["collections"][1]["delta"];
    assert_eq!(sanctions["since"], "20261004080000", "the others are sound");
}

#[test]
fn without_bulk_files_there_are_none_and_the_next_ones_are_a_first_build() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST, "--no-bulk"]);
    assert!(!place.current_file("collections").exists());
    assert_eq!(place.report()["collections"], Value::Null);
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
    publish(&place, &LIST, &["--built-at", SECOND]);
    let default = reported(&place);
    assert_eq!(
        (&default["delta"]["added"], &default["delta"]["warning"]),
        (&8.into(), &Value::Null)
    );
}

#[test]
fn records_that_may_not_be_handed_on_are_in_no_file_and_counted() {
    let place = Place::new();
    let kept = r#"{"ref": "9", "name": "Kept Ship", "type": "VESSEL"}"#;
    place.file("bb_list", &format!("{kept}\n"));
    place.offer("bb_list", "none");
    publish(&place, &LIST, &["--built-at", FIRST]);
    for (collection, left_out) in [("default", 1), ("sanctions", 1), ("peps", 0), ("maritime", 1)] {
        let folder = folder(&place, collection);
        for file in FILES {
            assert!(!read(&folder.join(file)).contains("Kept"), "{collection}/{file}");
        }
        let index = parsed(&folder.join("index.json"));
        let expected: Vec<Value> = (0..left_out)
            .map(|_| {
                json!({"dataset": "bb_list", "name": "Test list", "offer": "none", "records": 1})
            })
            .collect();
        assert_eq!(index["left_out"], json!(expected), "{collection}");
    }
    assert_eq!(parsed(&folder(&place, "default").join("index.json"))["target_count"], 4);
    // What may be handed on from the next build on is new there.
    place.offer("bb_list", "download");
    publish(&place, &LIST, &["--built-at", SECOND]);
    assert_eq!(reported(&place)["delta"]["added"], 2);
    assert_eq!(parsed(&folder(&place, "default").join("index.json"))["left_out"], json!([]));
}

#[test]
fn an_index_made_anew_leaves_them_alone() {
    let place = Place::new();
    publish(&place, &LIST, &["--built-at", FIRST]);
    assert_eq!(run(&["reindex", &text(&place.out()), "--quiet"]).code, 0);
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
    let path = folder(&place, "crime").join("senzing.json.gz");
    fs::write(&path, "damaged").expect("written");
    let ran = run(&["verify", &text(&place.out())]);
    assert!(ran.code == 1 && ran.stderr.contains("senzing.json.gz"), "{}", ran.stderr);
}
