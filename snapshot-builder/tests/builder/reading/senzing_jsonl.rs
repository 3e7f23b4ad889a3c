//! Senzing records in every form of the specification, on made-up ones.

use serde_json::{Value, json};
use snapshot_builder::LoadError;
use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Identifier, ListType, Record};
use tamis_ingest::FileError;

use super::support::{read_bytes, texts};

fn read(lines: &[Value]) -> Collected {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    read_bytes("senzing_jsonl", lines.join("\n").as_bytes()).expect("a sound list")
}

/// The record of a line, whose keys are added.
fn record_of(mut line: Value) -> Record {
    line["DATA_SOURCE"] = json!("TEST");
    line["RECORD_ID"] = json!("1");
    let mut collected = read(&[line]);
    assert_eq!(collected.report.rejected, 0, "{:?}", collected.report.rejects);
    collected.records.remove(0)
}

fn identifiers(record: &Record) -> Vec<String> {
    let shown = |identifier: &Identifier| {
        let country = identifier.country.map(|c| format!(" ({c})")).unwrap_or_default();
        format!("{}: {}{country}", identifier.kind, identifier.value)
    };
    record.identifiers.iter().map(shown).collect()
}

/// One person in the three forms of the specification.
fn forms() -> [Value; 3] {
    [
        json!({"FEATURES": [
            {"RECORD_TYPE": "PERSON"},
            {"NAME_TYPE": "AKA", "NAME_FULL": "Annie Lee"},
            {"NAME_TYPE": "PRIMARY", "NAME_PREFIX": "Dr", "NAME_FIRST": "Ana", "NAME_MIDDLE": "May",
             "NAME_LAST": "Lee", "NAME_SUFFIX": "Jr."},
            {"DATE_OF_BIRTH": "1962-05-17"}, {"GENDER": "F"}, {"PLACE_OF_BIRTH": "Lima"},
            {"NATIONALITY": "pe"}, {"CITIZENSHIP": "Chile"},
            {"ADDR_TYPE": "HOME", "ADDR_LINE1": "1 High St", "ADDR_CITY": "Leeds",
             "ADDR_POSTAL_CODE": "LS1", "ADDR_COUNTRY": "GB"},
            {"PASSPORT_NUMBER": "A1", "PASSPORT_COUNTRY": "PE", "PASSPORT_EXPIRE_DT": "2030"},
            {"PHONE_TYPE": "MOBILE", "PHONE_NUMBER": "123"}, {"WEBSITE_ADDRESS": "example.org"},
        ], "STATUS": "active", "CATEGORY": "X"}),
        json!({
            "RECORD_TYPE": "PERSON",
            "NAMES": [
                {"NAME_TYPE": "AKA", "NAME_FULL": "Annie Lee"},
                {"NAME_TYPE": "PRIMARY", "NAME_PREFIX": "Dr", "NAME_FIRST": "Ana",
                 "NAME_MIDDLE": "May", "NAME_LAST": "Lee", "NAME_SUFFIX": "Jr."},
            ],
            "DATES": [{"DATE_OF_BIRTH": "1962-05-17"}], "GENDER": "Female",
            "COUNTRIES": [{"CITIZENSHIP": "CL"}, {"NATIONALITY": "PE"}],
            "ADDRESSES": [{"PLACE_OF_BIRTH": "Lima"}, {"ADDR_TYPE": "HOME", "ADDR_LINE1": "1 High St",
                "ADDR_CITY": "Leeds", "ADDR_POSTAL_CODE": "LS1", "ADDR_COUNTRY": "GB"}],
            "IDENTIFIERS": [{"PASSPORT_NUMBER": "A1", "PASSPORT_COUNTRY": "PE",
                "PASSPORT_EXPIRE_DT": "2030"}],
            "CONTACTS": [{"PHONE_TYPE": "MOBILE", "PHONE_NUMBER": "123"},
                {"WEBSITE_ADDRESS": "example.org"}],
            "STATUS": "active", "CATEGORY": "X",
        }),
        json!({
            "RECORD_TYPE": "PERSON", "AKA_NAME_FULL": "Annie Lee", "PRIMARY_NAME_PREFIX": "Dr",
            "PRIMARY_NAME_FIRST": "Ana", "PRIMARY_NAME_MIDDLE": "May", "PRIMARY_NAME_LAST": "Lee",
            "PRIMARY_NAME_SUFFIX": "Jr.", "DATE_OF_BIRTH": "5/17/1962", "GENDER": "f",
            "NATIONALITY": "PE", "CITIZENSHIP": "CL", "PLACE_OF_BIRTH": "Lima",
            "HOME_ADDR_LINE1": "1 High St", "HOME_ADDR_CITY": "Leeds",
            "HOME_ADDR_POSTAL_CODE": "LS1", "HOME_ADDR_COUNTRY": "GB", "PASSPORT_NUMBER": "A1",
            "PASSPORT_COUNTRY": "PE", "PASSPORT_EXPIRE_DT": "2030", "MOBILE_PHONE_NUMBER": "123",
            "WEBSITE_ADDRESS": "example.org", "STATUS": "active", "CATEGORY": "X",
        }),
    ]
}

#[test]
fn every_form_tells_the_same() {
    for form in forms() {
        let record = record_of(form.clone());
        assert_eq!((record.reference.as_str(), record.is_reference_made), ("1", false));
        assert_eq!(record.name, "Ana May Lee Jr.");
        assert_eq!(record.aliases, [Alias::strong("Annie Lee")], "{form}");
        assert_eq!(record.entity_type, Some(EntityType::Individual));
        assert_eq!(texts(&record.birth_dates), ["1962-05-17"], "{form}");
        assert_eq!(record.gender.as_deref(), Some("female"));
        assert_eq!(texts(&record.countries), ["PE", "CL"], "nationality first");
        assert_eq!(record.birth_places, ["Lima"]);
        assert_eq!(record.addresses, ["1 High St, Leeds, LS1, GB (home)"]);
        assert_eq!(identifiers(&record), ["Passport: A1 (PE)"]);
        assert_eq!(record.positions, ["Dr"]);
        assert_eq!(record.status.as_deref(), Some("active"));
        let mut notes = record.notes.clone();
        notes.retain(|note| !note.starts_with("Phone number: 123 ("));
        let expected = ["Passport A1: expires 2030", "Website address: example.org", "Category: X"];
        assert_eq!(notes, expected, "{form}");
        assert_eq!(record.notes.len(), 4);
    }
}

#[test]
fn the_primary_name_is_marked_or_the_first_without_a_mark() {
    for (names, expected) in [
        (
            json!([{"NAME_FULL": "A", "NAME_TYPE": "AKA"}, {"NAME_FULL": "B", "NAME_TYPE": "PRIMARY"}]),
            "B",
        ),
        (json!([{"NAME_FULL": "A", "NAME_TYPE": "AKA"}, {"NAME_FULL": "B"}]), "B"),
        (
            json!([{"NAME_FULL": "A", "NAME_TYPE": "AKA"}, {"NAME_FULL": "B", "NAME_TYPE": "AKA"}]),
            "A",
        ),
        (json!([{"NAME_FULL": "A B", "NAME_LAST": "B"}]), "A B"),
        (json!([{"NAME_ORG": "Sun  Ltd"}]), "Sun Ltd"),
        (json!([{"NAME_FIRST": "A", "NAME_LAST": "B", "NAME_SUFFIX": "PhD"}]), "A B"),
    ] {
        assert_eq!(record_of(json!({"NAMES": names})).name, expected, "{names}");
    }
    let weak = record_of(
        json!({"NAMES": [{"NAME_FULL": "A"}, {"NAME_FULL": "B", "NAME_TYPE": "WEAK_AKA"}]}),
    );
    assert_eq!(weak.aliases, [Alias::weak("B")]);
}

#[test]
fn the_type_is_stated_or_told_by_the_names() {
    for (line, expected) in [
        (
            json!({"RECORD_TYPE": "ORGANIZATION", "NAME_ORG": "Sunrise Ltd"}),
            Some(EntityType::Company),
        ),
        (
            json!({"RECORD_TYPE": "organization", "NAME_ORG": "Army of the Sun"}),
            Some(EntityType::Organization),
        ),
        (json!({"RECORD_TYPE": "VESSEL", "NAME_ORG": "SEA STAR"}), Some(EntityType::Vessel)),
        (json!({"RECORD_TYPE": "AIRCRAFT", "NAME_ORG": "EP-ABC"}), Some(EntityType::Aircraft)),
        (json!({"RECORD_TYPE": "VEHICLE", "NAME_ORG": "Truck"}), None),
        (json!({"RECORD_TYPE": null, "NAME_ORG": "Sunrise Ltd"}), Some(EntityType::Company)),
        (json!({"NAME_FIRST": "Ana", "NAME_LAST": "Lee"}), Some(EntityType::Individual)),
        (json!({"NAME_FULL": "Ana Lee"}), None),
    ] {
        assert_eq!(record_of(line.clone()).entity_type, expected, "{line}");
    }
}

#[test]
fn dates_in_figures_are_read_in_any_order() {
    for (date, expected, is_noted) in [
        ("1962-05", &["1962-05"][..], false),
        ("3/31/1954", &["1954-03-31"], false),
        ("20/12/1965", &["1965-12-20"], false),
        ("05/05/1970", &["1970-05-05"], false),
        ("05/06/1970", &["1970-05-06", "1970-06-05"], true),
        ("17 May 1962", &["1962-05-17"], false),
        ("circa 1962", &["circa 1962"], false),
        ("19620517", &["1962-05-17"], false),
        ("spring", &[], true),
    ] {
        let record = record_of(json!({"NAME_FULL": "Ana", "DATE_OF_BIRTH": date}));
        assert_eq!(texts(&record.birth_dates), expected, "{date}");
        let note = format!("Date of birth: {date}");
        assert_eq!(record.notes.contains(&note), is_noted, "{date}");
    }
}

#[test]
fn numbers_keep_their_kind_and_country() {
    let ship = record_of(json!({
        "RECORD_TYPE": "VESSEL", "NAME_ORG": "SEA STAR",
        "IDENTIFIERS": [
            {"IMO_NUMBER": "9074729"}, {"MMSI_NUMBER": "123456789"}, {"CALL_SIGN": "AB1"},
            {"OTHER_ID_TYPE": "IMO", "OTHER_ID_NUMBER": "1234567"}, {"OFAC_ID": "77"},
        ],
    }));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(identifiers(&ship), ["IMO: 1234567", "MMSI: 123456789", "Call sign: AB1"]);
    assert_eq!(ship.notes, ["Ofac id: 77"]);
    let company = record_of(json!({
        "RECORD_TYPE": "ORGANIZATION", "NAME_ORG": "Sunrise Ltd",
        "IDENTIFIERS": [
            {"NATIONAL_ID_NUMBER": "1", "NATIONAL_ID_TYPE": "ogrnCode", "NATIONAL_ID_COUNTRY": "RU"},
            {"TAX_ID_NUMBER": "2", "TAX_ID_COUNTRY": "Russia"}, {"LEI_NUMBER": "L"},
            {"IMO_NUMBER": "5342883"}, {"ISIN_NUMBER": "XS1"}, {"DUNS_NUMBER": "3"},
            {"ACCOUNT_NUMBER": "4", "ACCOUNT_DOMAIN": "BANK"}, {"PASSPORT_COUNTRY": "PE"},
        ],
    }));
    assert_eq!((company.imo, company.isin.as_deref()), (None, Some("XS1")));
    let expected = [
        "IMO number: 5342883",
        "ogrnCode: 1 (RU)",
        "Tax ID: 2 (RU)",
        "LEI: L",
        "DUNS: 3",
        "BANK: 4",
    ];
    assert_eq!(identifiers(&company), expected);
    assert_eq!(company.notes, ["Passport: PASSPORT_COUNTRY PE"]);
    let beside = record_of(
        json!({"NAME_FULL": "Ana", "OLD_PASSPORT_NUMBER": "A1", "PASSPORT_NUMBER": "A2"}),
    );
    assert_eq!(identifiers(&beside), ["Passport (old): A1", "Passport: A2"]);
}

#[test]
fn payload_topics_and_relationships_have_their_places() {
    let line = json!({
        "DATA_SOURCE": "TEST", "RECORD_ID": "1", "NAME_FULL": "Ana", "URL": "https://example.org/1",
        "RISKS": [{"TOPIC": "role.pep"}, {"TOPIC": "gov.head"}], "PROGRAMS": ["P1", "P2"],
        "SOURCE_LINKS": [{"SOURCE_URL": "https://example.org/s"}], "LISTED_ON": "2020-02-03",
        "RELATIONSHIPS": [{"REL_ANCHOR_DOMAIN": "T", "REL_ANCHOR_KEY": "1"},
            {"REL_POINTER_DOMAIN": "T", "REL_POINTER_KEY": "2", "REL_POINTER_ROLE": "owner"}],
        "COUNTRIES": [{"REGISTRATION_COUNTRY": "suhh"}, {"COUNTRY_OF_ASSOCIATION": "eu"}],
        "ACTIVE": true, "EXTRA": {"DEEP": {"A": 1}}, "DSRC_ACTION": "A",
    });
    let collected = read(&[line]);
    assert_eq!(collected.list_type, Some(ListType::Pep));
    assert_eq!(collected.report.left_out.get("relationship"), Some(&1));
    let record = &collected.records[0];
    assert_eq!(record.source_url.as_deref(), Some("https://example.org/s"));
    assert_eq!(record.programmes, ["P1", "P2"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2020-02-03"));
    assert_eq!(texts(&record.countries), ["SU"]);
    let expected = [
        "Country of association: eu",
        "Topics: role.pep; gov.head",
        "Source URL: https://example.org/1",
        "Active: true",
        "Deep: {\"A\":1}",
    ];
    assert_eq!(record.notes, expected);
}

#[test]
fn a_record_id_stands_for_one_record_of_one_data_source() {
    let line = |source: &str, id: &str| json!({"DATA_SOURCE": source, "RECORD_ID": id, "NAME_FULL": "Ana"});
    let collected = read(&[
        json!([]),
        line("ONE", "1"),
        line("TWO", "2"),
        line("TWO", "1"),
        line("ONE", "2"),
        line("TWO", "2"),
        line("ONE", "1"),
        line("ONE", " "),
        json!({"DATA_SOURCE": "ONE", "RECORD_ID": 3, "NAME_TYPE": "PRIMARY"}),
    ]);
    assert_eq!(collected.records.len(), 2);
    assert_eq!(collected.records[1].notes, ["Data source: TWO"]);
    let rejects: Vec<_> = collected.report.rejects.iter().map(|r| r.reason.as_str()).collect();
    let expected = [
        "not a JSON object: invalid type: sequence, expected a map at column 0",
        "RECORD_ID \"1\" occurs under DATA_SOURCE \"ONE\" and \"TWO\"",
        "RECORD_ID \"2\" occurs under DATA_SOURCE \"TWO\" and \"ONE\"",
        "ref \"2\" occurs a second time",
        "ref \"1\" occurs a second time",
        "RECORD_ID is missing",
        "no name: NAME_FULL, NAME_ORG, NAME_FIRST and NAME_LAST are missing",
    ];
    assert_eq!(rejects, expected);
    assert_eq!(collected.report.rejects[1].line_or_element.to_string(), "line 4");
}

#[test]
fn a_list_that_ends_within_a_record_was_cut() {
    let whole = r#"{"RECORD_ID": "1", "NAME_FULL": "Ana"}"#;
    for format in ["senzing_jsonl", "ftm_entities"] {
        let cut = format!("{whole}\n{}", &whole[..20]);
        let error = read_bytes(format, cut.as_bytes()).expect_err("cut");
        assert!(matches!(error, LoadError::File(FileError::Truncated { line: 2, .. })), "{error}");
        for end in ["", "\n", "\r\n \n"] {
            assert!(read_bytes(format, format!("{whole}{end}").as_bytes()).is_ok());
        }
    }
}
