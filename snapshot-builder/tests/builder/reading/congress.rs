//! The traps of the tables of members of Congress and their companions, on invented people.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, Record};

use super::support::{read_files, reject_lines, texts};

const HEADER: &str = "last_name,first_name,middle_name,suffix,nickname,full_name,birthday,gender,type,state,\
district,party,url,address,phone,bioguide_id,fec_ids,govtrack_id,wikipedia_id";
const CURRENT: &str = "Sample,Ana,Beth,,Annie,Ana B. Sample,1960-05-17,F,sen,OH,,Blue,https://a.example,1 Hill Street,555-0100,S000001,\"S1OH1,H2OH2\",400001,Ana Sample\n\
Minta,Carl (Cal),,Jr.,,,,M,rep,AK,0,Green,,,,M000002,,400002,\n";
const FORMER: &str = "Kaynak,Dede,,,,,1790-02-30,M,rep,NY,-1,,,,,K000003,,400003,\n\
Ejemplo,Eva,,,,,1950-01-02,F,rep,GU,0,Blue,,,,E000004,,400004,\n\
Sample,Ana,Beth,,,,1960-05-17,F,rep,OH,3,Blue,,,,S000001,,400001,\n";
const EXECUTIVE: &str = r#"[
 {"id": {"bioguide": "E000004", "govtrack": 400004, "wikidata": "Q4"},
  "name": {"first": "Eva", "middle": "Fe", "last": "Ejemplo", "nickname": "Evita"},
  "bio": {"birthday": "1950-01-02", "gender": "F"},
  "terms": [{"type": "viceprez", "start": "2009-01-20", "end": "2013-01-20", "party": "Blue", "how": "election"},
            {"type": "viceprez", "start": "2013-01-20", "end": "2017-01-20", "party": "Blue", "how": "election"}]},
 {"id": {"govtrack": 400005, "icpsr_prez": 9, "fec": ["P1"]}, "name": {"first": "Fritz", "last": "Muster"},
  "bio": {"birthday": "1946-06-14", "gender": "M"},
  "terms": [{"type": "prez", "start": "2017-01-20", "end": "2021-01-20", "party": "Green"},
            {"type": "prez", "start": "2025-01-20", "end": "2029-01-20", "party": "Green"}]},
 {"id": {"bioguide": "V000006"}, "name": {"first": "Gert", "last": "Voorbeeld"}, "bio": {"gender": "M"},
  "terms": [{"type": "prez", "start": "1801-03-04", "end": "1809-03-04", "party": "no party"}]}
]"#;
const TERMS: &str = "- id:\n    bioguide: S000001\n    wikidata: Q1\n    fec:\n    - S1OH1\n  name:\n    first: Ana\n    middle: Beth\n    last: Sample\n    official_full: Ana Sample
  bio:\n    birthday: '1960-05-17'\n    gender: F\n  leadership_roles:\n  - title: Senate Whip\n    chamber: senate\n    start: '2021-01-03'\n    end: '2023-01-03'
  - title: Senate Whip\n    start: '2023-01-03'\n  terms:\n  - type: rep\n    start: '1999-01-06'\n    end: '2001-01-03'\n    state: OH\n    district: 3\n    party: Green
  - type: sen\n    start: '2001-01-03'\n    end: '2031-01-03'\n    state: OH\n    class: 1\n    party: Blue\n    url: https://a.example\n    address: 1 Hill Street\n    phone: 555-0100
  family:\n  - name: Bo Sample\n    relation: daughter\n- id:\n    bioguide: X000009\n  name:\n    first: Nobody\n    last: Here\n";

/// Reads a set of files of these roles; the main file is the one without a role.
fn read(files: &[(&str, &str)]) -> Result<Collected, String> {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut main = Vec::new();
    let mut companions = Vec::new();
    for (role, text) in files {
        let table =
            matches!(*role, "" | "historical").then(|| format!("{HEADER}\n")).unwrap_or_default();
        let path = folder.path().join(if role.is_empty() { "current" } else { role });
        std::fs::write(&path, format!("{table}{text}")).expect("written");
        match *role {
            "" => main.push(path),
            role => companions.push((role, vec![path])),
        }
    }
    let companions: Vec<_> =
        companions.iter().map(|(role, paths)| (*role, paths.as_slice())).collect();
    read_files("congress", &main, &companions).map_err(|error| error.to_string())
}

fn whole_set() -> Collected {
    let files = [("", CURRENT), ("historical", FORMER), ("executive", EXECUTIVE), ("terms", TERMS)];
    read(&files).expect("sound")
}

fn by_name<'r>(records: &'r [Record], name: &str) -> &'r Record {
    records.iter().find(|record| record.name == name).expect(name)
}

#[test]
fn a_member_has_one_record_from_all_files() {
    let collected = whole_set();
    let record = by_name(&collected.records, "Ana Beth Sample");
    assert_eq!(record.reference, "S000001");
    assert!(!record.is_reference_made);
    assert_eq!(record.status.as_deref(), Some("current"));
    let expected = ["Ana B. Sample", "Annie Sample", "Ana Sample"].map(Alias::strong);
    assert_eq!(record.aliases, expected, "no nickname by itself");
    assert_eq!(texts(&record.birth_dates), ["1960-05-17"]);
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(texts(&record.countries), ["US"]);
    let expected = [
        "US Representative, Ohio, district 3 (Green), 1999-01-06 to 2001-01-03",
        "US Senator, Ohio (Blue), 2001-01-03 to 2031-01-03",
        "Senate Whip, from 2021-01-03",
    ];
    assert_eq!(record.positions, expected, "terms take the place of the office in the table");
    assert_eq!(texts(record.listed_on.as_slice()), ["1999-01-06"]);
    assert_eq!(record.listed_until, None, "still in office");
    assert_eq!(record.addresses, ["1 Hill Street"]);
    let ids: Vec<_> =
        record.identifiers.iter().map(|id| format!("{} {}", id.kind, id.value)).collect();
    let expected = [
        "Bioguide ID S000001",
        "GovTrack ID 400001",
        "FEC ID S1OH1",
        "FEC ID H2OH2",
        "Wikidata ID Q1",
    ];
    assert_eq!(ids, expected);
    let expected =
        ["Website: https://a.example", "Telephone: 555-0100", "Family: Bo Sample (daughter)"];
    assert_eq!(record.notes, expected);
}

#[test]
fn tables_alone_tell_the_last_office_and_no_dates() {
    let collected = read(&[("", CURRENT)]).expect("sound");
    let records = &collected.records;
    assert_eq!(records[0].positions, ["US Senator, Ohio (Blue)"]);
    assert_eq!((records[0].listed_on, records[0].listed_until), (None, None));
    let minta = by_name(records, "Carl Minta Jr.");
    assert_eq!(minta.aliases, [Alias::strong("Cal Minta")], "a nickname in parentheses");
    assert_eq!(minta.positions, ["US Representative, Alaska, at large (Green)"]);
    assert!(minta.birth_dates.is_empty() && minta.notes.is_empty());
    assert_eq!(collected.report.rejected, 0);
}

#[test]
fn former_members_are_former_and_current_ones_are_not_read_twice() {
    let collected = whole_set();
    let record = by_name(&collected.records, "Dede Kaynak");
    assert_eq!(record.status.as_deref(), Some("former"));
    assert_eq!(record.positions, ["US Representative, New York"], "-1 is an unknown district");
    assert_eq!(record.notes, ["Date of birth: 1790-02-30"], "no day of the calendar");
    let left_out = &collected.report.left_out;
    assert_eq!(left_out["former member who is a current one as well"], 1);
    assert_eq!((collected.report.records, collected.report.rejected), (6, 0));
    assert_eq!(collected.report.warnings, ["persons with terms who are in no table of members: 1"]);
}

/// The tables have no dates of terms.
#[test]
fn members_of_a_party_of_the_past_were_born_before_it_ended() {
    let row = |id: &str, party: &str| format!("Ornek,{id},,,,,,M,rep,SC,-1,{party},,,,{id},,,\n");
    let parties = [("A000001", "Nullifier"), ("B000002", "Nullifiers"), ("C000003", "")];
    let table: String = parties.iter().map(|(id, party)| row(id, party)).collect();
    let collected = read(&[("", CURRENT), ("historical", &table)]).expect("sound");
    for (id, party) in parties {
        let record = by_name(&collected.records, &format!("{id} Ornek"));
        let before = record.born_before.map(|date| date.to_string());
        let expected = (party == "Nullifier").then_some("1900");
        assert_eq!(before.as_deref(), expected, "{party}");
    }
}

#[test]
fn who_was_member_and_vice_president_is_one_record() {
    let collected = whole_set();
    let record = by_name(&collected.records, "Eva Ejemplo");
    assert_eq!(record.reference, "E000004");
    assert_eq!(record.status.as_deref(), Some("former"));
    assert_eq!(record.aliases, ["Eva Fe Ejemplo", "Evita Ejemplo"].map(Alias::strong));
    let expected = [
        "US Representative, Guam, at large (Blue)",
        "Vice President of the United States (Blue), 2009-01-20 to 2017-01-20",
    ];
    assert_eq!(record.positions, expected);
    let dates = (record.listed_on, record.listed_until);
    assert_eq!(dates, (None, None), "the table does not say when the first office was held");
}

#[test]
fn presidents_who_never_sat_in_congress_have_records_of_their_own() {
    let collected = whole_set();
    let record = by_name(&collected.records, "Fritz Muster");
    assert!(record.is_reference_made, "without a bioguide identifier");
    assert_eq!(record.reference, "GovTrack ID | 400005");
    assert_eq!(record.status.as_deref(), Some("current"), "the term ends with the last one of all");
    assert_eq!(texts(record.listed_on.as_slice()), ["2017-01-20"]);
    assert_eq!((record.listed_until, record.source_url.as_deref()), (None, None));
    assert_eq!(record.positions.len(), 2, "the terms are apart");
    let record = by_name(&collected.records, "Gert Voorbeeld");
    assert_eq!((record.reference.as_str(), record.is_reference_made), ("V000006", false));
    assert_eq!(record.status.as_deref(), Some("former"));
    assert_eq!(texts(record.listed_until.as_slice()), ["1809-03-04"]);
}

#[test]
fn rows_without_key_or_name_are_rejected() {
    let main = "Sample,Ana,,,,,,F,sen,OH,,,,,,,,,\n,Ana,,,,,,F,sen,OH,,,,,,A000001,,,\nMinta,Bo,,,,,,M,sen,OH,,,,,,B000001,,,\n";
    let collected = read(&[("", main)]).expect("sound");
    let rejects = reject_lines(&collected.report);
    assert_eq!(rejects, ["line 2: bioguide_id is empty", "line 3: name is empty"]);
    assert_eq!(collected.records[0].name, "Bo Minta");
}

#[test]
fn another_table_or_a_damaged_companion_is_an_error() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("list");
    std::fs::write(&path, "last_name,first_name\nSample,Ana\n").expect("written");
    let error = read_files("congress", &[path], &[]).expect_err("no key").to_string();
    assert!(error.contains("no column \"bioguide_id\""), "{error}");
    for (role, text, expected) in [
        ("executive", "[{\"id\": {}", "EOF while parsing"),
        ("terms", "- id:\n    bioguide: S000001", "the file is truncated"),
        ("terms", "- id: &a\n    bioguide: *a\n", "an alias"),
    ] {
        let error = read(&[("", CURRENT), (role, text)]).expect_err(expected);
        assert!(error.contains(expected), "{error}");
    }
}
