//! The World Bank reader over every version of the real list, held against the figures that were
//! measured on the files themselves.

use std::collections::BTreeMap;
use std::path::Path;

use snapshot_builder::readers::Collected;
use snapshot_builder::{BuildOptions, Changes, LoadOptions, build};
use tamis_engine::model::{AliasQuality, EntityType, Record};

use crate::reading::support::{one_version, read_files, real_lists};

const REMARK: &str = "Additional information: ";
const NUMBER: &str = "Registration number (unreliable): ";

fn read(lists: &Path, version: &str) -> Collected {
    let path = lists.join("worldbank_debarred").join(version).join("wb-data.json");
    read_files("world_bank_json", &[path], &[]).expect(version)
}

fn by_reference(collected: Collected) -> BTreeMap<String, Record> {
    collected.records.into_iter().map(|record| (record.reference.clone(), record)).collect()
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn every_version_agrees() {
    let lists = real_lists();
    // Records, firms, individuals, DEBARRED, X-DEBARRED, ending in 2999. Not measured are the
    // versions of 2025.
    for (version, total, [firms, individuals], [debarred, cross], without_end) in [
        ("2021-01-28", 1_261, [953, 299], [961, 300], 420),
        ("2024-06-01", 1_152, [859, 284], [760, 392], 620),
        ("2025-10-24", 1_318, [1_042, 267], [794, 524], 664),
        ("2025-10-25", 1_316, [1_040, 267], [791, 525], 664),
        ("2026-02-21", 1_370, [1_093, 268], [805, 565], 684),
        ("2026-02-22", 1_370, [1_093, 268], [805, 565], 684),
    ] {
        let collected = read(&lists, version);
        let report = &collected.report;
        assert_eq!((report.records, report.rejected), (total, 0), "{version}");
        assert!(report.unknown_countries.is_empty(), "{version}: {:?}", report.unknown_countries);
        // That of a person is where the person lives.
        let with_country =
            collected.records.iter().filter(|r| r.countries.len() + r.address_countries.len() == 1);
        assert_eq!(with_country.count() as u64, total, "{version}");
        let count = |accepts: &dyn Fn(&Record) -> bool| {
            collected.records.iter().filter(|record| accepts(record)).count()
        };
        let is_person = |r: &Record| r.entity_type == Some(EntityType::Individual);
        let is_other = |r: &Record| r.notes.iter().any(|note| note.starts_with("Type: "));
        assert_eq!(count(&is_other), 9, "{version}");
        assert_eq!(count(&|r| r.entity_type.is_none()), 6, "{version}: names alone do not tell");
        // Some entries of type F are persons by their title (`MR.`).
        let titled = if version < "2024" { 1 } else { 2 };
        let persons = count(&|r| is_person(r) && !is_other(r));
        assert_eq!(persons, individuals + titled, "{version}");
        let entities = count(&|r| !is_person(r) && !is_other(r) && r.entity_type.is_some());
        assert_eq!(entities, firms - titled, "{version}");
        let has_status = |start: &str| {
            count(&|r| r.status.as_deref().is_some_and(|status| status.starts_with(start)))
        };
        assert_eq!([has_status("DEBARRED"), has_status("X-DEBARRED")], [debarred, cross]);
        assert_eq!(count(&|r| r.listed_until.is_none()), without_end, "{version}");
        assert_eq!(count(&|r| r.listed_on.is_none() || r.programmes.is_empty()), 0, "{version}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn parties_come_and_go_as_measured() {
    let lists = real_lists();
    for (before, after, added, removed) in [
        ("2021-01-28", "2024-06-01", 506, 615),
        ("2024-06-01", "2025-10-24", 363, 197),
        ("2025-10-24", "2025-10-25", 1, 3),
        ("2025-10-25", "2026-02-21", 76, 22),
        ("2026-02-21", "2026-02-22", 0, 0),
    ] {
        let [before, after] = [before, after].map(|version| by_reference(read(&lists, version)));
        let came = after.keys().filter(|reference| !before.contains_key(*reference)).count();
        let went = before.keys().filter(|reference| !after.contains_key(*reference)).count();
        assert_eq!((came, went), (added, removed));
    }
}

/// The record without what the remark gave it and without its number, and the remark.
fn without_remark(mut record: Record) -> (Record, Option<String>) {
    let remark = record.notes.iter().find(|note| note.starts_with(REMARK)).cloned();
    record.notes.retain(|note| !note.starts_with(REMARK) && !note.starts_with(NUMBER));
    record.aliases.retain(|alias| alias.quality == AliasQuality::Strong);
    (record, remark)
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn between_two_days_only_remarks_move_to_other_records() {
    let lists = real_lists();
    let [before, after] =
        ["2026-02-21", "2026-02-22"].map(|version| by_reference(read(&lists, version)));
    // Of the 294 records with another text 38 have only other footnotes. In the other 256 the
    // text is that of another record: in long runs of the file, that of the neighbour.
    let remark = |record: &Record| without_remark(record.clone()).1;
    let differ = before.iter().filter(|(key, record)| remark(&after[*key]) != remark(record));
    assert_eq!(differ.count(), 294 - 38);
    let (mut texts_before, mut texts_after) = (Vec::new(), Vec::new());
    for (reference, record) in &before {
        let (record, remark) = without_remark(record.clone());
        let (other, other_remark) = without_remark(after[reference].clone());
        assert_eq!(record, other, "nothing else changes");
        texts_before.extend(remark);
        texts_after.extend(other_remark);
    }
    texts_before.sort();
    texts_after.sort();
    assert_eq!(texts_before, texts_after, "the same texts, at other records");
}

/// What moves between the rows of the publisher is published with another record, which is a change of
/// both.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn between_two_days_records_are_changed_by_the_remarks_that_move() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let changes = ["2026-02-21", "2026-02-22"].map(|version| {
        let list = one_version(&real_lists(), "worldbank_debarred", version);
        let (sources, out) = (list.path().to_owned(), out.path().to_owned());
        let load = LoadOptions::default();
        let report = build(&BuildOptions { load, ..BuildOptions::new(sources, out) });
        report.expect("the list builds").registers[0].changes
    });
    let expected = [
        Changes { added: 1_370, ..Changes::default() },
        Changes { changed: 264, unchanged: 1_106, ..Changes::default() },
    ];
    assert_eq!(changes, expected);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn names_hold_no_titles_marks_or_footnotes() {
    let lists = real_lists();
    for version in
        ["2021-01-28", "2024-06-01", "2025-10-24", "2025-10-25", "2026-02-21", "2026-02-22"]
    {
        for record in read(&lists, version).records {
            let aliases = record.aliases.iter().map(|alias| &alias.name);
            for name in std::iter::once(&record.name).chain(aliases) {
                let words: Vec<&str> = name.split_whitespace().collect();
                for mark in ["MR.", "MS.", "M/S", "AKA", "A.K.A.", "D/B/A", "FORMERLY", "KNOWN"] {
                    assert!(!words.contains(&mark), "{version} {}: {name}", record.reference);
                }
                let is_foot = |word: &str| word.contains('*') || word.contains("Reg.");
                assert!(!words.iter().any(|word| is_foot(word)), "{version}: {name}");
                let opened = name.matches(['(', '（']).count();
                assert_eq!(opened, name.matches([')', '）']).count(), "{version}: {name}");
            }
        }
    }
}
