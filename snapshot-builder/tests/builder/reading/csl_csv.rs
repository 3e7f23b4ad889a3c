//! The traps of the Consolidated Screening List, on made-up rows.

use proptest::prelude::*;
use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, texts};

const SDN: &str = "Specially Designated Nationals (SDN) - Treasury Department";
const ENTITY: &str = "Entity List (EL) - Bureau of Industry and Security";

/// A file with one row for each list of pairs of column and value. All columns of all rows are
/// there, and some that no reader knows.
fn file(rows: &[&[(&str, &str)]]) -> String {
    let mut columns = vec!["_id", "new_column"];
    for (column, _) in rows.iter().copied().flatten() {
        if !columns.contains(column) {
            columns.push(column);
        }
    }
    let mut text = format!("{}\r\n", columns.join(","));
    for row in rows {
        let value = |column: &&str| row.iter().find(|(name, _)| name == column).map_or("", |v| v.1);
        let quoted = |column| format!("\"{}\"", value(column).replace('"', "\"\""));
        text += &columns.iter().map(quoted).collect::<Vec<_>>().join(",");
        text += "\r\n";
    }
    text
}

fn read(rows: &[&[(&str, &str)]]) -> Collected {
    read_bytes("csl_csv", file(rows).as_bytes()).expect("a sound file")
}

/// The only record of a file with one row.
fn only(row: &[(&str, &str)]) -> Record {
    let collected = read(&[row]);
    let mut parts = collected.parts.into_values();
    let mut records = parts.next().expect("a part").records;
    assert_eq!((records.len(), parts.count()), (1, 0));
    records.remove(0)
}

fn names(aliases: &[Alias]) -> Vec<&str> {
    aliases.iter().map(|alias| alias.name.as_str()).collect()
}

#[test]
fn each_row_goes_to_the_register_of_its_list_by_its_old_or_new_name() {
    let collected = read(&[
        &[("source", SDN), ("entity_number", "1"), ("name", "ONE")],
        &[("source", "SDN"), ("entity_number", "2"), ("name", "TWO")],
        &[("source", ENTITY), ("name", "THREE")],
        &[("source", "DTC"), ("name", "THREE")],
        &[("source", "Atlantis List (AL)"), ("entity_number", "9"), ("name", "FOUR")],
        &[("source", ""), ("name", "FIVE")],
        &[("source", "DTC"), ("name", " ")],
    ]);
    let parts: Vec<_> =
        collected.parts.iter().map(|(slug, part)| (slug.as_str(), part.report.records)).collect();
    let expected = [("us_bis_entity", 1), ("us_ddtc_debarred", 1), ("us_trade_csl_sdn", 2)];
    assert_eq!(parts, expected);
    assert_eq!(collected.records, [], "the file has no records of its own");
    let rejects: Vec<_> = collected
        .report
        .rejects
        .iter()
        .map(|r| format!("{} {}: {}", r.file, r.line_or_element, r.reason))
        .collect();
    let expected = [
        "list line 6: source is \"Atlantis List (AL)\", which is not a known list",
        "list line 7: source is \"\", which is not a known list",
    ];
    assert_eq!(rejects, expected);
    assert_eq!(collected.report.rejects[0].reference.as_deref(), Some("9"));
    let debarred = &collected.parts["us_ddtc_debarred"].report;
    assert_eq!(debarred.rejects[0].reason, "name is empty");
    assert_eq!(collected.report.warnings, ["columns that are not read: new_column"]);
}

#[test]
fn a_person_of_the_treasury_has_all_facts() {
    let person = only(&[
        ("source", SDN),
        ("entity_number", "77"),
        ("type", "Individual"),
        ("programs", "SDGT; IFSR"),
        ("name", "SAMPLE,  Ada; Beth"),
        ("title", "Chief; Treasurer"),
        ("addresses", "1 High Street, Lima, PE; PE"),
        ("remarks", "Member of SUN; (Linked To: SUN (HK); Linked To: MOON)"),
        ("alt_names", "SECOND, Ada; FIRST, Ada (Old); a.k.a. HOUSE"),
        ("citizenships", "PE; CL"),
        ("nationalities", "PE"),
        ("dates_of_birth", "1948-12-10; 1972; circa 1955; 1960 to 1962; soon"),
        ("places_of_birth", "Lima, Peru; Santiago, Chile"),
        ("source_list_url", "http://example.org/list"),
        ("source_information_url", "http://example.org/about"),
        ("ids", "PE, 2030-01-01, 2020-01-01, A1, Passport; Female, Gender"),
    ]);
    assert_eq!((person.reference.as_str(), person.is_reference_made), ("77", false));
    assert_eq!(person.name, "SAMPLE, Ada; Beth", "a semicolon belongs to the name");
    assert_eq!(person.entity_type, Some(EntityType::Individual));
    assert_eq!(person.programmes, ["SDGT", "IFSR"]);
    assert_eq!(person.positions, ["Chief", "Treasurer"]);
    assert_eq!(person.addresses, ["1 High Street, Lima, PE", "PE"]);
    assert_eq!(texts(&person.address_countries), ["PE"]);
    let aliases = ["SECOND, Ada", "FIRST, Ada (Old)", "a.k.a. HOUSE"];
    assert_eq!(names(&person.aliases), aliases, "the Treasury's names are clean");
    assert_eq!(texts(&person.countries), ["PE", "CL"]);
    let dates = ["1948-12-10", "1972", "circa 1955", "circa 1960", "circa 1961", "circa 1962"];
    assert_eq!(texts(&person.birth_dates), dates);
    assert_eq!(person.birth_places, ["Lima, Peru", "Santiago, Chile"]);
    assert_eq!(person.source_url.as_deref(), Some("http://example.org/about"));
    assert_eq!(person.gender.as_deref(), Some("female"));
    assert_eq!(person.identifiers.len(), 1);
    let notes = [
        "Member of SUN",
        "Linked To: SUN (HK)",
        "Linked To: MOON",
        "Date of birth: soon",
        "Passport A1: issued 2020-01-01, expires 2030-01-01",
    ];
    assert_eq!(person.notes, notes);
}

#[test]
fn a_vessel_has_its_own_columns() {
    let ship = only(&[
        ("source", SDN),
        ("entity_number", "5"),
        ("type", "Vessel"),
        ("name", "SEA STAR"),
        ("call_sign", "ABCD7"),
        ("vessel_type", "Tanker"),
        ("gross_tonnage", "105000"),
        ("gross_registered_tonnage", "56000"),
        ("vessel_flag", "Panama"),
        ("vessel_owner", "NOBODY SHIPPING"),
        ("ids", "IMO 9074729, Vessel Registration Identification; 372000001, MMSI"),
    ]);
    assert_eq!(ship.entity_type, Some(EntityType::Vessel));
    assert_eq!(texts(&ship.countries), ["PA"]);
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    let kinds: Vec<_> = ship.identifiers.iter().map(|i| i.kind.as_str()).collect();
    assert_eq!(kinds, ["Call sign", "MMSI"]);
    let notes = [
        "Vessel type: Tanker",
        "Gross tonnage: 105000",
        "Gross registered tonnage: 56000",
        "Vessel owner: NOBODY SHIPPING",
    ];
    assert_eq!(ship.notes, notes);
}

#[test]
fn only_the_treasury_says_what_a_party_is() {
    let typed = |number: &str, kind: &str, name: &str| {
        let row = [("source", "SDN"), ("entity_number", number), ("type", kind), ("name", name)];
        only(&row)
    };
    assert_eq!(typed("1", "Entity", "SUN TRADING LLC").entity_type, Some(EntityType::Company));
    assert_eq!(typed("1", "Entity", "SUN FRONT").entity_type, Some(EntityType::Organization));
    assert_eq!(typed("1", "Aircraft", "EP-XYZ").entity_type, Some(EntityType::Aircraft));
    let odd = typed("1", "Robot", "R2");
    assert_eq!((odd.entity_type, odd.notes), (None, vec!["Type: Robot".to_owned()]));
    let company = only(&[("source", "EL"), ("name", "Sun Trading LLC")]);
    assert_eq!((company.entity_type, company.notes.len()), (None, 0));
}

#[test]
fn rows_of_one_name_are_one_party_where_the_list_has_no_numbers() {
    let row = |name, address, notice, date| {
        [
            ("source", ENTITY),
            ("name", name),
            ("addresses", address),
            ("federal_register_notice", notice),
            ("start_date", date),
            ("license_policy", "Presumption of denial."),
            ("alt_names", "Sun (Old); and Sun Works;"),
        ]
    };
    let collected = read(&[
        &row(
            "Sun Co., Ltd. ",
            "1 Road, Shenzhen, CN; and 2 Road, Istanbul, Turkey",
            "84 FR 1",
            "2019-05-21",
        ),
        &row("Moon", "1 Road, Shenzhen, CN", "84 FR 1", "0017-05-26"),
        &row("Sun Co. Ltd", "3 Road, Dubai, AE", "84  FR 1", "2019-05-22"),
    ]);
    let part = &collected.parts["us_bis_entity"];
    assert_eq!((part.report.records, part.report.rejected), (2, 0));
    assert_eq!(part.report.left_out["further row of the same party"], 1);
    let sun = &part.records[0];
    assert_eq!((sun.name.as_str(), sun.is_reference_made), ("Sun Co., Ltd.", true));
    assert_eq!(sun.reference, "suncoltd", "neither notice, date nor address is in it");
    assert_eq!(names(&sun.aliases), ["Sun (Old)", "Sun Works", "Sun Co. Ltd"]);
    assert_eq!(
        sun.addresses,
        ["1 Road, Shenzhen, CN", "2 Road, Istanbul, Turkey", "3 Road, Dubai, AE"]
    );
    assert_eq!(texts(&sun.address_countries), ["CN", "TR", "AE"]);
    assert_eq!(sun.listed_on.map(|d| d.to_string()).as_deref(), Some("2019-05-21"));
    let notes = [
        "Federal Register notice: 84 FR 1",
        "License policy: Presumption of denial.",
        "Also listed on: 2019-05-22",
    ];
    assert_eq!(sun.notes, notes);
    let moon = &part.records[1];
    assert_eq!(moon.listed_on, None, "no list is that old");
    assert_eq!(moon.notes[0], "Start date: 0017-05-26");
}

#[test]
fn names_lose_what_is_no_name() {
    let record = only(&[
        ("source", "ISN"),
        ("name", "Sun LLC (a.k.a. Moon; Star) and any successor, sub-unit, or subsidiary thereof"),
        ("programs", "INKSNA"),
    ]);
    assert_eq!(record.name, "Sun LLC");
    assert_eq!(names(&record.aliases), ["Moon", "Star"]);
    assert_eq!(record.reference, "sunllc");
    assert!(
        record.notes[0].starts_with("Name as published: Sun LLC (a.k.a."),
        "{:?}",
        record.notes
    );
}

#[test]
fn a_denied_person_has_the_dates_of_the_order() {
    let person = only(&[
        ("source", "DPL"),
        ("name", "SAMPLE, ADA"),
        ("addresses", "1 ROAD, SLIDELL, LA, 70460; 2 ROAD, LIMA, PE"),
        ("start_date", "2014-03-19"),
        ("end_date", "2018-09-13"),
        ("standard_order", "Y"),
        ("remarks", "FR NOTICE ADDED; TDO RENEWAL"),
    ]);
    assert_eq!(person.listed_until.map(|d| d.to_string()).as_deref(), Some("2018-09-13"));
    assert_eq!(texts(&person.address_countries), ["US", "PE"]);
    assert_eq!(person.notes, ["Remarks: FR NOTICE ADDED; TDO RENEWAL", "Standard order: Y"]);
}

#[test]
fn a_number_that_comes_twice_is_the_same_party_again() {
    let row = |name, url| {
        [
            ("source", "CAP"),
            ("entity_number", "8"),
            ("type", "Entity"),
            ("name", name),
            ("source_information_url", url),
        ]
    };
    let collected =
        read(&[&row("SUN BANK", ""), &row("SUN BANK", "http://example.org"), &row("MOON", "")]);
    let part = &collected.parts["us_trade_csl_capta"];
    assert_eq!(part.records.len(), 1);
    assert_eq!(part.records[0].source_url.as_deref(), Some("http://example.org"));
    assert_eq!(part.report.rejects[0].reason, "ref \"8\" occurs a second time");
}

#[test]
fn a_file_needs_source_and_name_and_nothing_else() {
    let error = read_bytes("csl_csv", b"source,names\nSDN,ONE\n").expect_err("no name").to_string();
    assert_eq!(error, "list: no column \"name\"; the header has source, names");
    let collected =
        read_bytes("csl_csv", b"name,source\nONE,UVL\nTWO\nTHREE,UVL\n").expect("sound");
    assert_eq!(collected.parts["us_bis_uvl"].report.records, 2);
    assert_eq!(collected.report.rejects[0].reason, "1 columns where 2 are expected");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_content_of_a_field_makes_it_panic(
        values in prop::collection::vec("[ -~é\u{85}\u{92}ё]{0,40}|(a\\.k\\.a\\.|and|[(\\[\\]);,] ?|IMO 1|Sun|19[0-9]{2}-01| to |circa ){0,12}", 28),
        is_numbered in any::<bool>(),
    ) {
        let columns = [
            "type", "programs", "name", "title", "addresses", "federal_register_notice",
            "start_date", "end_date", "remarks", "alt_names", "citizenships", "dates_of_birth",
            "places_of_birth", "vessel_flag", "ids",
        ];
        let mut row: Vec<(&str, &str)> =
            columns.iter().zip(&values).map(|(column, value)| (*column, value.as_str())).collect();
        row.push(("source", "SDN"));
        row.push(("entity_number", if is_numbered { "1" } else { "" }));
        let collected = read_bytes("csl_csv", file(&[&row]).as_bytes()).expect("a sound file");
        let part = &collected.parts["us_trade_csl_sdn"].report;
        prop_assert_eq!(part.records + part.rejected, 1);
    }
}
