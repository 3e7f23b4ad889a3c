//! Both versions of the Canadian list, held against the figures that were measured on the files.

use std::collections::BTreeMap;
use std::path::Path;

use snapshot_builder::readers::Collected;
use snapshot_builder::{Description, LoadOptions, load_register};
use tamis_engine::model::{EntityType, ImoNumber, Record};

use crate::reading::support::{read_files, real_lists};

fn read(lists: &Path, version: &str) -> Collected {
    let file = lists.join(format!("ca_sema/{version}/sema-lmes.xml"));
    let list = read_files("ca_sema_xml", &[file], &[]).expect(version);
    assert_eq!(list.report.rejected, 0, "{version}: {:?}", list.report.rejects);
    list
}

fn count(records: &[Record], accept: impl Fn(&Record) -> bool) -> usize {
    records.iter().filter(|record| accept(record)).count()
}

fn has_note(record: &Record, label: &str) -> bool {
    record.notes.iter().any(|note| note.starts_with(label))
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_canadian_list_agrees_in_both_versions() {
    let lists = real_lists();
    for (version, [total, people, others, dates, aliases, ships], listed) in [
        ("2020-04-15", [1_369, 985, 384, 212, 99, 0], 0),
        ("2025-03-20", [4_759, 3_334, 1_425, 1_825, 2_877, 109], 4_759),
    ] {
        let list = read(&lists, version);
        let records = &list.records;
        let is = |kind| move |record: &Record| record.entity_type == Some(kind);
        assert_eq!(records.len(), total, "{version}");
        assert_eq!(count(records, is(EntityType::Individual)), people, "{version}");
        assert_eq!(total - people, others, "{version}");
        assert_eq!(count(records, is(EntityType::Vessel)), ships, "{version}");
        let has_number = |record: &Record| record.imo.is_some_and(ImoNumber::has_valid_check_digit);
        assert_eq!(count(records, has_number), ships, "{version}: all are numbers of ships");
        // Filled dates are birth dates, years in which ships were built, and in 2025 two notes:
        // a month with a year of two figures, and "early" in a decade.
        let built = count(records, |record| has_note(record, "Ship build date: "));
        let unread = count(records, |r| r.birth_dates.is_empty() && has_note(r, "Date of birth: "));
        assert_eq!((built, unread), (ships, if ships > 0 { 2 } else { 0 }), "{version}");
        assert_eq!(list.report.filled("birth_dates") as usize + built + unread, dates, "{version}");
        assert_eq!(count(records, |record| record.listed_on.is_some()), listed, "{version}");
        assert_eq!(
            list.report.filled("countries"),
            0,
            "{version}: the regime is not a nationality"
        );
        assert_eq!(count(records, |record| record.programmes.len() != 1), 0, "{version}");

        // Others have further names in their name only: in two languages (2020), and of 2025 some
        // behind "also known as"; 22 and 32 an acronym. Of two the aliases are a legal form and no name.
        let (added, unread) = if ships == 0 { (38 + 22, 0) } else { (36 + 32, 2) };
        let with_aliases = count(records, |record| !record.aliases.is_empty());
        assert_eq!(with_aliases, aliases + added - unread, "{version}");
        assert_eq!(count(records, |record| has_note(record, "Aliases: ")), unread, "{version}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn aliases_of_the_canadian_list_are_divided_into_names() {
    let lists = real_lists();
    // The measured figures of non-Latin text, 29 and 2,698, count curly quotation marks: in 2020
    // there is nothing else. Names without their acronyms, and acronyms, are 55 and 95 more.
    for (version, names, non_latin) in
        [("2020-04-15", 201 + 55, 0), ("2025-03-20", 3_768 + 95, 2_659)]
    {
        let list = read(&lists, version);
        let is_not_latin = |name: &str| {
            let is_latin = |c: char| matches!(c, '\0'..='\u{2FF}' | '\u{1E00}'..='\u{1EFF}');
            name.chars().any(|c| c.is_alphabetic() && !is_latin(c))
        };
        let found = count(&list.records, |r| r.aliases.iter().any(|a| is_not_latin(&a.name)));
        assert_eq!((list.report.aliases, found), (names, non_latin), "{version}");
        // What divides names is in none.
        let all: Vec<_> = list.records.iter().flat_map(|r| &r.aliases).map(|a| &a.name).collect();
        let divider =
            |name: &str| [";", " or ", " / ", "known as"].iter().any(|d| name.contains(d));
        assert!(all.iter().all(|name| !divider(name)), "{version}");
        assert!(all.iter().all(|name| !name.contains(':')), "{version}");
        assert!(list.records.iter().all(|record| !divider(&record.name)), "{version}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn names_of_ships_and_people_of_the_canadian_list_are_as_published() {
    let lists = real_lists();
    let list = read(&lists, "2025-03-20");
    // Of 172 titles 109 are types of ships, which are notes.
    let titles = count(&list.records, |record| !record.positions.is_empty());
    assert_eq!(titles, 172 - 109);
    let comma = count(&list.records, |r| {
        r.entity_type == Some(EntityType::Individual) && r.name.contains([',', ';', '/'])
    });
    assert_eq!(comma, 0);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn references_of_the_canadian_list_last_from_one_version_to_the_next() {
    let lists = real_lists();
    let (old, new) = (read(&lists, "2020-04-15"), read(&lists, "2025-03-20"));
    let by_reference: BTreeMap<&str, &Record> =
        new.records.iter().map(|record| (record.reference.as_str(), record)).collect();
    let kept: Vec<_> = old
        .records
        .iter()
        .filter_map(|record| Some((record, *by_reference.get(record.reference.as_str())?)))
        .collect();
    // Gone are 100 of Zimbabwe, 11 of Russia, of whose schedules 2 and 3 some went into Part 2,
    // and two of South Sudan, which the publisher put into another order.
    assert_eq!(old.records.len() - kept.len(), 100 + 11 + 2);
    // Two are spelt in another way.
    assert_eq!(kept.iter().filter(|(old, new)| old.name != new.name).count(), 2);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_description_of_ca_sema_finds_the_list() {
    let lists = real_lists();
    let text = include_str!("../../../registers/ca_sema.toml");
    let description = Description::parse("ca_sema.toml", text).expect("sound");
    let report = load_register(&description, &lists, &LoadOptions::default()).report;
    assert_eq!(report.folder.as_deref(), Some("ca_sema/2025-03-20"));
    assert_eq!((report.records, report.error), (4_759, None));
    assert_eq!(
        report.list_date.as_deref(),
        Some("2025-03-20"),
        "the folder's date: the list states none"
    );
}
