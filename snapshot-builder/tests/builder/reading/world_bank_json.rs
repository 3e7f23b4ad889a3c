//! The traps of the World Bank's list, on made-up parties.

use serde_json::{Value, json};
use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, reject_lines, texts};

fn read(parties: &[Value]) -> Collected {
    let document = json!({"response": {"ZPROCSUPP": parties}});
    read_bytes("world_bank_json", document.to_string().as_bytes()).expect("sound")
}

/// A firm with these fields set otherwise.
fn party(fields: &[(&str, &str)]) -> Value {
    let mut party = json!({
        "SUPP_ID": 4711, "SUPP_NAME": "SUN TRADERS LTD.", "SUPP_TYPE_CODE": "F",
        "SUPP_PRE_ACRN": null, "SUPP_POST_ACRN": null, "ADD_SUPP_INFO": null,
        "LAND1": "PE", "COUNTRY_NAME": "Peru", "SUPP_ADDR": null, "SUPP_CITY": null,
        "DEBAR_FROM_DATE": "2020-03-04", "DEBAR_TO_DATE": "2999-12-31",
        "DEBAR_REASON": "Guidelines, 1.16(a)(ii)", "ELIG_STAT": "DEBARRED",
        "INELIGIBLY_STATUS": "Ongoing", "UPD_TIME": "1900-01-01T10:42:24.000Z",
        "REGISTER_ID": null,
    });
    for (key, value) in fields {
        party[*key] = json!(value);
    }
    party
}

fn one(fields: &[(&str, &str)]) -> Record {
    let mut collected = read(&[party(fields)]);
    assert_eq!((collected.records.len(), collected.report.rejected), (1, 0), "{fields:?}");
    collected.records.remove(0)
}

#[test]
fn a_firm_is_read_field_by_field() {
    let record = one(&[
        ("SUPP_NAME", "M/S SUN TRADERS (NIGERIA) LTD. (FORMERLY MOON LTD.)"),
        ("SUPP_POST_ACRN", "LTD"),
        ("SUPP_ADDR", "1 HIGH STREET"),
        ("SUPP_CITY", "LIMA"),
        ("REGISTER_ID", "7"),
        ("SUPP_STATE_CODE", "VA"),
        ("SUPP_ZIP_CODE", "22102"),
        ("DEBAR_TO_DATE", "2030-05-06"),
        ("DEBAR_REASON", "Cross-Debarment:  ADB"),
        ("ELIG_STAT", "X-DEBARRED"),
        ("INELIGIBLY_STATUS", ""),
        ("ADD_SUPP_INFO", "(太阳贸易有限公司)(Reg. No.: 91A1)*512"),
    ]);
    assert_eq!((record.reference.as_str(), record.is_reference_made), ("4711", false));
    assert_eq!(record.name, "SUN TRADERS (NIGERIA) LTD.");
    assert_eq!(record.aliases, [Alias::strong("MOON LTD."), Alias::weak("太阳贸易有限公司")]);
    assert_eq!(record.entity_type, Some(EntityType::Company));
    assert_eq!(texts(&record.countries), ["PE"]);
    assert_eq!(record.addresses, ["1 HIGH STREET, LIMA, VA 22102, Peru"]);
    assert_eq!(record.programmes, ["Cross Debarment: ADB"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2020-03-04"));
    assert_eq!(record.listed_until.map(|d| d.to_string()).as_deref(), Some("2030-05-06"));
    assert_eq!(record.status.as_deref(), Some("X-DEBARRED"));
    assert!(record.identifiers.is_empty(), "the number may be another record's");
    let expected = [
        "Title: M/S",
        "Legal form: LTD",
        "Registration number (unreliable): 7",
        "Additional information: (太阳贸易有限公司)(Reg. No.: 91A1)",
    ];
    assert_eq!(record.notes, expected);
}

#[test]
fn a_persons_title_is_a_position() {
    let record =
        one(&[("SUPP_NAME", "MR. ANA LEE *48"), ("SUPP_TYPE_CODE", "I"), ("SUPP_PRE_ACRN", "DR")]);
    assert_eq!(record.name, "ANA LEE");
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.positions, ["MR.", "DR"]);
    assert_eq!(record.status.as_deref(), Some("DEBARRED, Ongoing"));
    assert!(record.addresses.is_empty(), "a country alone is not an address");
    assert!(record.notes.is_empty());
}

#[test]
fn the_type_is_the_publishers_unless_a_title_says_otherwise() {
    for (kind, name, expected) in [
        ("F", "SUN TRADERS LTD.", Some(EntityType::Company)),
        ("F", "SUN FOUNDATION", Some(EntityType::Organization)),
        ("F", "MR. ANA LEE", Some(EntityType::Individual)),
        ("I", "ANA LEE", Some(EntityType::Individual)),
        ("U", "SUN TRADERS LTD.", Some(EntityType::Company)),
        ("U", "MR. ANA LEE", Some(EntityType::Individual)),
        ("U", "ANA LEE", None),
        ("", "ANA LEE", None),
    ] {
        let record = one(&[("SUPP_NAME", name), ("SUPP_TYPE_CODE", kind)]);
        assert_eq!(record.entity_type, expected, "{kind} {name}");
        let is_other = kind == "U";
        assert_eq!(record.notes.contains(&"Type: U".to_owned()), is_other, "{kind} {name}");
    }
}

#[test]
fn countries_are_known_by_code_former_code_or_name() {
    for (code, name, expected) in [
        ("VN", "Vietnam", Some("VN")),
        ("ZR", "Congo, Democratic Republic of", Some("CD")),
        ("RY", "Yemen, Republic of", Some("YE")),
        ("1W", "Peru", Some("PE")),
        ("", "Peru", Some("PE")),
        ("", "", None),
    ] {
        let record = one(&[("LAND1", code), ("COUNTRY_NAME", name)]);
        let countries = texts(&record.countries);
        assert_eq!(countries.first().map(String::as_str), expected, "{code} {name}");
    }
    let collected = read(&[party(&[("LAND1", "1W"), ("COUNTRY_NAME", "Atlantis")])]);
    assert_eq!(collected.records[0].notes, ["Country: Atlantis, 1W"]);
    assert_eq!(collected.report.unknown_countries["Atlantis"], 1);
}

#[test]
fn the_year_2999_has_no_end_and_what_is_no_date_is_a_note() {
    for to in ["2999-12-31", "2999-07-31", ""] {
        assert_eq!(one(&[("DEBAR_TO_DATE", to)]).listed_until, None, "{to}");
    }
    let record = one(&[("DEBAR_TO_DATE", "for ever"), ("DEBAR_FROM_DATE", "")]);
    assert_eq!((record.listed_on, record.listed_until), (None, None));
    assert_eq!(record.notes, ["Debarred until: for ever"]);
}

#[test]
fn bookkeeping_and_footnotes_do_not_change_a_record() {
    let before = one(&[("ADD_SUPP_INFO", "*192 (AKA MOON LTD.)"), ("SUPP_NAME", "SUN LTD. *40")]);
    let after = one(&[
        ("ADD_SUPP_INFO", "*208 and 209 (AKA MOON LTD.)"),
        ("SUPP_NAME", "SUN LTD. *41"),
        ("UPD_TIME", "2026-01-01T00:00:00.000Z"),
        ("CREATE_TIME", "1900-01-01T11:08:12.000Z"),
    ]);
    assert_eq!(before, after);
    assert_eq!(before.aliases, [Alias::weak("MOON LTD.")]);
}

#[test]
fn parties_that_cannot_be_used_are_named() {
    let nothing = json!({});
    let collected =
        read(&[party(&[]), party(&[]), party(&[("SUPP_NAME", "*12")]), nothing, json!(5)]);
    let rejects = reject_lines(&collected.report);
    let expected = [
        "ZPROCSUPP 2: ref \"4711\" occurs a second time",
        "ZPROCSUPP 3: name is empty",
        "ZPROCSUPP 4: ref is empty",
        "ZPROCSUPP 5: ref is empty",
    ];
    assert_eq!(rejects, expected);
    let error = read_bytes("world_bank_json", b"{\"response\": {}}").expect_err("no list");
    assert!(error.to_string().contains("response.ZPROCSUPP"), "{error}");
}
