//! The members of Congress, presidents and vice presidents in every version at hand, held against
//! the figures that were measured on the files themselves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use snapshot_builder::Description;
use snapshot_builder::readers::Collected;
use tamis_engine::model::{AliasQuality, EntityType, ListType, Record};

use crate::reading::support::{load, read_files, real_lists, records};

fn description() -> Description {
    let text = include_str!("../../../registers/us_congress.toml");
    Description::parse("us_congress.toml", text).expect("sound")
}

fn version(lists: &Path, version: &str) -> PathBuf {
    lists.join("us_congress").join(version)
}

/// The newest version, all files of it.
fn newest(lists: &Path) -> Collected {
    let file = |name: &str| vec![version(lists, "2026-06-15").join(name)];
    let companions = [
        ("historical", file("legislators-historical.csv")),
        ("executive", file("executive.json")),
        ("terms", file("legislators-current.yaml")),
    ];
    let companions: Vec<_> = companions.iter().map(|(role, paths)| (*role, &paths[..])).collect();
    read_files("congress", &file("legislators-current.csv"), &companions).expect("sound")
}

fn references(records: &[Record]) -> BTreeSet<&str> {
    records.iter().map(|record| record.reference.as_str()).collect()
}

fn count(records: &[Record], accept: impl Fn(&Record) -> bool) -> usize {
    records.iter().filter(|record| accept(record)).count()
}

fn is_current(record: &Record) -> bool {
    record.status.as_deref() == Some("current")
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_table_of_2025_agrees() {
    let lists = real_lists();
    let main = version(&lists, "2025-03-14").join("legislators-current.csv");
    let collected = read_files("congress", &[main], &[]).expect("sound");
    let report = &collected.report;
    assert_eq!((report.records, report.rejected), (537, 0));
    assert_eq!(report.filled("birth_dates"), 537 - 1, "one has none");
    assert_eq!(report.by_type["INDIVIDUAL"], 537);
    assert_eq!(count(&collected.records, is_current), 537);
    assert_eq!(count(&collected.records, |record| record.positions.len() != 1), 0);
    let senators = |record: &Record| record.positions[0].starts_with("US Senator, ");
    assert_eq!(count(&collected.records, senators), 100);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_files_of_2026_agree() {
    let lists = real_lists();
    let Collected { records, report, .. } = newest(&lists);
    // Of the 80 presidents and vice presidents 53 are among the former members. Of the other 27,
    // 14 have a bioguide identifier, though they never sat in Congress.
    assert_eq!((report.records, report.rejected), (537 + 12_230 + 27, 0), "{:?}", report.rejects);
    assert_eq!(count(&records, |record| record.is_reference_made), 13);
    assert_eq!(report.filled("birth_dates"), report.records - 542, "all of them former members");
    assert_eq!(count(&records, |record| record.birth_dates.len() > 1), 0, "the files agree");
    assert_eq!(report.filled("countries"), report.records);
    assert_eq!((report.unknown_countries.len(), report.left_out.len()), (0, 0));
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    assert_eq!(report.weak_aliases, 0);
    let of_executive = |record: &Record| {
        record.positions.iter().any(|position| position.contains("resident of the United States"))
    };
    assert_eq!(count(&records, of_executive), 80);
    // In office are the members, the president and the vice president.
    assert_eq!(count(&records, is_current), 537 + 2);
    assert_eq!(count(&records, |record| is_current(record) && of_executive(record)), 2);
    // Dates are known of current members and of presidents who never sat in Congress. Of a former
    // member who became vice president, as the one of today, only the later office has dates.
    assert_eq!(count(&records, |record| record.listed_on.is_some()), 537 + 27);
    assert_eq!(count(&records, |record| record.listed_until.is_some()), 27 - 1);
    assert!(records.iter().all(|record| record.entity_type == Some(EntityType::Individual)));
}

/// The party tells it of 224 members without a birth date; where there is one, it agrees.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn nobody_of_their_parties_was_born_after_1825() {
    fn parties(record: &Record) -> impl Iterator<Item = &str> {
        record.positions.iter().filter_map(|position| position.split_once('(').map(|(_, of)| of))
    }
    let Collected { records, .. } = newest(&real_lists());
    let told: Vec<&Record> = records.iter().filter(|record| record.born_before.is_some()).collect();
    assert_eq!(told.len(), 224);
    assert!(told.iter().all(|record| record.birth_dates.is_empty()));
    let of_the_past: BTreeSet<&str> = told.iter().flat_map(|record| parties(record)).collect();
    let theirs = records.iter().filter(|record| parties(record).any(|of| of_the_past.contains(of)));
    let born = theirs.flat_map(|record| &record.birth_dates).map(|born| born.year());
    assert_eq!(born.max(), Some(1825));
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ten_members_went_and_ten_came() {
    let lists = real_lists();
    let main = version(&lists, "2025-03-14").join("legislators-current.csv");
    let before = read_files("congress", &[main], &[]).expect("sound").records;
    let after = newest(&lists).records;
    let current: Vec<_> =
        after.iter().filter(|r| is_current(r) && r.listed_on.is_some()).cloned().collect();
    let (before, current, all) = (references(&before), references(&current), references(&after));
    let gone: Vec<_> = before.difference(&current).collect();
    // The president is among those with dates.
    let came = current.difference(&before).count() - 1;
    assert_eq!((gone.len(), came), (10, 10));
    assert!(gone.iter().all(|reference| all.contains(*reference)), "as former members");
    assert!(all.is_superset(&before), "nobody is retired");
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_full_list_says_the_same_as_the_table() {
    let lists = real_lists();
    let main = version(&lists, "2026-06-15").join("legislators-current.yaml");
    let full = read_files("congress_yaml", &[main], &[]).expect("sound");
    assert_eq!((full.report.records, full.report.rejected), (537, 0));
    let from_tables = newest(&lists).records;
    for record in &full.records {
        let other = from_tables.iter().find(|other| other.reference == record.reference);
        let other = other.expect(&record.reference);
        assert_eq!((&record.name, &record.birth_dates), (&other.name, &other.birth_dates));
        assert_eq!((&record.positions, record.listed_on), (&other.positions, other.listed_on));
        assert_eq!((&record.notes, &record.addresses), (&other.notes, &other.addresses));
        let mut aliases = [&record.aliases, &other.aliases].map(|aliases| {
            aliases.iter().map(|alias| alias.name.as_str()).collect::<BTreeSet<_>>()
        });
        aliases.sort();
        assert_eq!(aliases[0], aliases[1], "{}", record.name);
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn no_name_holds_a_nickname_or_a_comma() {
    let lists = real_lists();
    let records = newest(&lists).records;
    for record in &records {
        assert!(!record.name.contains(['"', '(', ')', ',']), "{}", record.name);
        for alias in &record.aliases {
            assert!(!alias.name.contains(['"', '(', ')']), "{}", alias.name);
            assert!(alias.name.contains(' ') && alias.quality == AliasQuality::Strong);
        }
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_description_chooses_the_newest_folder_with_its_companions() {
    let lists = real_lists();
    let description = description();
    assert_eq!(description.list_type, ListType::Pep);
    let loaded = load(&description, &lists);
    assert_eq!(loaded.report.folder.as_deref(), Some("us_congress/2026-06-15"));
    assert_eq!((loaded.report.records, loaded.report.files.len()), (12_794, 4));
    let urls = records(&loaded).iter().filter_map(|record| record.source_url.as_deref());
    let urls: Vec<_> = urls.collect();
    assert_eq!(urls.len(), 12_794 - 13, "those with an identifier of their own");
    assert!(urls.contains(&"https://bioguide.congress.gov/search/bio/C000127"));
}
