//! The full lists of members of Congress as main files, in YAML and in JSON, on invented people.

use std::fs;

use tamis_engine::model::{Alias, Record};

use super::support::{read_bytes, read_files, texts};

const YAML: &str = "- id:
    bioguide: S000001
    thomas: '00172'
    govtrack: 400001
    bioguide_previous:
    - S000099
  name:
    first: Ana
    middle: B.
    last: Sample
    suffix: II
    nickname: Annie
    official_full: Ana B. \"Nan\" Sample II
  other_names:
  - last: Minta
    end: '2007-12-17'
  bio:
    birthday: '1960-05-17'
    gender: F
    died: '2020-02-29'
  terms:
  - type: rep
    start: '1999-01-06'
    end: '2001-01-03'
    state: VI
    district: 0
    party: Green
  - type: rep
    start: '2001-01-03'
    end: '2003-01-03'
    state: VI
    district: 0
    party: Green
    fax:
- id:
    wikidata: Q7
  name:
    first: Bo
    last: Muster
  bio:
    gender: M
";
const JSON: &str = r#"[{"id": {"bioguide": "S000001", "thomas": "00172", "govtrack": 400001, "bioguide_previous": ["S000099"]},
 "name": {"first": "Ana", "middle": "B.", "last": "Sample", "suffix": "II", "nickname": "Annie", "official_full": "Ana B. \"Nan\" Sample II"},
 "other_names": [{"last": "Minta", "end": "2007-12-17"}],
 "bio": {"birthday": "1960-05-17", "gender": "F", "died": "2020-02-29"},
 "terms": [{"type": "rep", "start": "1999-01-06", "end": "2001-01-03", "state": "VI", "district": 0, "party": "Green"},
 {"type": "rep", "start": "2001-01-03", "end": "2003-01-03", "state": "VI", "district": 0, "party": "Green", "fax": null}]},
 {"id": {"wikidata": "Q7"}, "name": {"first": "Bo", "last": "Muster"}, "bio": {"gender": "M"}}]"#;

fn check(record: &Record) {
    assert_eq!((record.reference.as_str(), record.name.as_str()), ("S000001", "Ana B. Sample II"));
    let expected = ["Ana B. Minta II", "Annie Sample", "Nan Sample"].map(Alias::strong);
    assert_eq!(record.aliases, expected, "the full name is the primary one with a nickname");
    let expected = "US Representative, Virgin Islands, at large (Green), 1999-01-06 to 2003-01-03";
    assert_eq!(record.positions, [expected]);
    assert_eq!(texts(record.listed_on.as_slice()), ["1999-01-06"]);
    assert_eq!(record.notes, ["Died: 2020-02-29"]);
    let ids: Vec<_> = record.identifiers.iter().map(|id| id.value.as_str()).collect();
    assert_eq!(ids, ["S000001", "400001", "S000099"]);
    assert_eq!(
        texts(&record.identifiers.iter().filter_map(|id| id.country).collect::<Vec<_>>()),
        ["US"; 3]
    );
}

#[test]
fn both_forms_give_the_same_records() {
    let yaml = read_bytes("congress_yaml", YAML.as_bytes()).expect("sound");
    let json = read_bytes("congress_yaml", JSON.as_bytes()).expect("sound");
    assert_eq!(yaml.records, json.records);
    check(&yaml.records[0]);
    assert_eq!(yaml.records[0].listed_until, None, "of a current member");
    let record = &yaml.records[1];
    assert_eq!((record.reference.as_str(), record.is_reference_made), ("Wikidata ID | Q7", true));
    assert!(record.identifiers[0].country.is_none());
}

#[test]
fn the_name_of_a_main_file_says_that_its_members_are_former() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let current = folder.path().join("legislators-current.yaml");
    let former = folder.path().join("legislators-historical.yaml");
    fs::write(&current, "- id: {bioguide: C000001}\n  name: {first: Cem, last: Ornek}\n")
        .expect("written");
    fs::write(&former, YAML).expect("written");
    let collected =
        read_files("congress_yaml", &[former.clone(), current.clone()], &[]).expect("sound");
    let companions: [(&str, &[_]); 1] = [("historical", &[former])];
    let as_companion = read_files("congress_yaml", &[current], &companions).expect("sound");
    assert_eq!(collected.records, as_companion.records);
    let states: Vec<_> = collected.records.iter().filter_map(|r| r.status.as_deref()).collect();
    assert_eq!(states, ["current", "former", "former"]);
    check(&collected.records[1]);
    assert_eq!(texts(collected.records[1].listed_until.as_slice()), ["2003-01-03"]);
}

#[test]
fn items_without_a_name_are_rejected_and_other_documents_refused() {
    let text =
        "- id:\n    bioguide: A000001\n- 7\n- id: {bioguide: B000001}\n  name: {last: Sol}\n";
    let collected = read_bytes("congress_yaml", text.as_bytes()).expect("sound");
    let reasons: Vec<_> = collected.report.rejects.iter().map(|r| r.reason.as_str()).collect();
    assert_eq!(reasons, ["name is empty", "ref is empty"]);
    assert_eq!(collected.records[0].name, "Sol");
    for (text, expected) in [
        ("id: 1\n", "list: line 1: a line that does not belong to an item of a list"),
        ("- a: 1\n- b: [\n", "list: line "),
        ("{\"id\": 1}\n", "list: line 1: "),
        ("<html>", "this is an HTML page"),
        ("", "the file is empty"),
    ] {
        let error = read_bytes("congress_yaml", text.as_bytes()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
