//! The non-SDN list in its XML form, every version at hand, held against the measured figures and
//! against the CSV form of the same day.

use std::path::Path;

use snapshot_builder::readers::Collected;

use super::ofac_forms::{
    Fact, addresses, aliases, birth_dates, birth_places, countries, differing, entity_type, gender,
    identifiers, imo, in_both, name, notes, positions, programmes, securities,
};
use crate::reading::support::{load, one_version, read_files, real_lists, records, shipped};

fn read_xml(lists: &Path, version: &str) -> Collected {
    let path = lists.join("us_ofac_cons").join(version).join("consolidated.xml");
    read_files("ofac_xml", &[path], &[]).expect("a sound list")
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_xml_list_agrees_in_every_version() {
    let lists = real_lists();
    for (version, [total, individuals, entities, vessels, with_birth_date], [aliases, weak]) in [
        // One of the 46 weak aliases is published as a strong one of the same party as well.
        ("2018-04-06", [639, 94, 471, 74, 87], [1_255, 46 - 1]),
        ("2024-05-06", [443, 79, 364, 0, 74], [1_126, 66]),
        ("2025-03-28", [443, 80, 363, 0, 75], [1_136, 70]),
    ] {
        let report = read_xml(&lists, version).report;
        let of_type = |name: &str| report.by_type.get(name).copied().unwrap_or_default();
        let found = [
            report.records,
            of_type("INDIVIDUAL"),
            of_type("COMPANY") + of_type("ORGANIZATION"),
            of_type("VESSEL"),
            report.filled("birth_dates"),
        ];
        assert_eq!(found, [total, individuals, entities, vessels, with_birth_date], "{version}");
        assert_eq!(report.filled("imo"), vessels, "{version}");
        let published = report.aliases + report.repeated_aliases;
        assert_eq!([published, report.weak_aliases], [aliases, weak], "{version}");
        assert_eq!(report.list_date.as_deref(), Some(version), "stated in the file");
        assert_eq!(report.rejected, 0, "{version}: {:?}", report.rejects);
        assert_eq!(report.warnings, [""; 0], "{version}: it states how many entries it has");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn numbers_and_securities_of_the_xml_list_agree() {
    let lists = real_lists();
    let list = read_xml(&lists, "2025-03-28").records;
    // 165 ISINs, two of them twice for the same party, and 69 tickers; the first of a party has a
    // field.
    let further = list.iter().flat_map(|r| &r.identifiers).filter(|i| i.kind == "ISIN").count();
    let first = list.iter().filter(|record| record.isin.is_some()).count();
    assert_eq!(first + further, 165 - 2);
    let tickers = list.iter().filter(|record| record.ticker.is_some()).count();
    let notes = list.iter().flat_map(|record| &record.notes);
    assert_eq!(tickers + notes.filter(|note| note.starts_with("Equity Ticker")).count(), 69);
    assert_eq!(list.iter().filter(|record| record.gender.is_some()).count(), 3);
    let has = |kind: &str| {
        list.iter().flat_map(|r| &r.identifiers).any(|identifier| identifier.kind == kind)
    };
    for (kind, expected) in [
        ("Passport", true),
        ("Tax ID No.", true),
        ("Unified Social Credit Code (USCC)", true),
        ("Gender", false),
        ("Secondary sanctions risk:", false),
        ("Website", false),
        ("Target Type", false),
    ] {
        assert_eq!(has(kind), expected, "{kind}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_xml_and_the_csv_list_of_a_day_give_the_same_records() {
    let lists = real_lists();
    let sources = one_version(&lists, "us_ofac_cons", "2018-04-06");
    let csv = load(&shipped("us_ofac_cons"), sources.path());
    let xml = read_xml(&lists, "2018-04-06").records;
    assert_eq!((in_both(&xml, records(&csv)), records(&csv).len()), (639, 639));
    let table: [(&str, Fact, &[&str]); 15] = [
        ("name", name, &[]),
        ("type", entity_type, &[]),
        ("birth dates", birth_dates, &[]),
        ("places of birth", birth_places, &[]),
        ("countries", countries, &[]),
        ("programmes", programmes, &[]),
        ("IMO", imo, &[]),
        ("identifiers", identifiers, &[]),
        ("securities", securities, &[]),
        ("positions", positions, &[]),
        ("gender", gender, &[]),
        // The CSV files write ' for ".
        ("aliases", aliases, &["22391"]),
        ("addresses", addresses, &["11625"]),
        ("notes", notes, &[]),
        ("reference", |record| vec![record.reference.clone()], &[]),
    ];
    for (what, fact, expected) in table {
        assert_eq!(differing(&xml, records(&csv), fact), expected, "{what}");
    }
}
