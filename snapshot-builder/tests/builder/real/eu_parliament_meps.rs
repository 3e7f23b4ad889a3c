//! The members of the European Parliament from Wikidata in the version at hand, held against the
//! figures that were measured on the file itself.

use snapshot_builder::{Description, Loaded};
use tamis_engine::model::{ListType, Record};

use crate::reading::support::{load, real_lists, records};

fn load_list(lists: &std::path::Path) -> Loaded {
    let text = include_str!("../../../registers/eu_parliament_meps.toml");
    let description = Description::parse("eu_parliament_meps.toml", text).expect("sound");
    assert_eq!(description.list_type, ListType::Pep);
    load(&description, lists)
}

fn count(records: &[Record], accept: impl Fn(&Record) -> bool) -> usize {
    records.iter().filter(|record| accept(record)).count()
}

/// Items without a name in any property (48 have none in the properties for names, many nothing but
/// a number and a birth date; of four the name was found elsewhere), and with a given name alone.
const NAMELESS: usize = 44;
const GIVEN_NAME_ALONE: usize = 26;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_items_of_2024_agree() {
    let lists = real_lists();
    let loaded = load_list(&lists);
    let (records, report) = (records(&loaded), &loaded.report);
    assert_eq!(report.folder.as_deref(), Some("eu_parliament_meps/2024-10-15"));
    let reasons = report.rejects.iter().map(|reject| reject.reason.as_str());
    let nameless = reasons.clone().filter(|reason| *reason == "no property holds a name").count();
    let given = "no property holds more than the given name ";
    let given = reasons.clone().filter(|reason| reason.starts_with(given)).count();
    assert_eq!([nameless, given], [NAMELESS, GIVEN_NAME_ALONE]);
    assert_eq!(report.rejected as usize, NAMELESS + GIVEN_NAME_ALONE);
    assert_eq!(records.len(), 1_107 - NAMELESS - GIVEN_NAME_ALONE);
    assert_eq!(report.by_type["INDIVIDUAL"] as usize, records.len());
    // Of 1,107 items 17 have no birth date, and one an unknown one. 16 of the 18 are among those
    // without a name.
    assert_eq!(report.filled("birth_dates") as usize, records.len() - 2);
    // Of 20 items with several birth dates, one is among those without a name, and 18 have a day
    // and the first of January of the same year, which stands for the year.
    assert_eq!(count(records, |record| record.birth_dates.len() > 1), 1);
    // Nine items have no gender, all of them without a name. Of one person two are published.
    assert_eq!(count(records, |record| record.gender.is_none()), 1);
    assert!(records.iter().all(|r| r.positions.iter().any(|p| p.ends_with("European Parliament"))));
    assert!(records.iter().all(|record| record.identifiers.len() == 1), "the directory number");
    let first = records[0].source_url.as_deref();
    assert_eq!(first, Some("https://www.wikidata.org/wiki/Q98158"));
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn names_come_from_the_properties_that_hold_them() {
    let lists = real_lists();
    let loaded = load_list(&lists);
    let records = records(&loaded);
    let is_latin = |name: &str| {
        name.chars()
            .all(|c| !c.is_alphabetic() || c < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&c))
    };
    // 35 names in the native language are not Latin. Of two persons only the birth name is.
    let other = |record: &Record| {
        !is_latin(&record.name) || record.aliases.iter().any(|alias| !is_latin(&alias.name))
    };
    assert_eq!(count(records, other), 35 + 2);
    // They are the primary name where there is no other.
    assert_eq!(count(records, |record| !is_latin(&record.name)), 7);
    // Found in pictures, identifiers, sites and user names.
    let found =
        |record: &Record| record.notes.iter().any(|note| note.starts_with("Name taken from "));
    assert_eq!(count(records, found), 29);
    assert_eq!(count(records, |record| record.name.contains(['(', ')', ',', '_'])), 0);
    let has_figure = |name: &str| name.contains(|c: char| c.is_ascii_digit());
    assert_eq!(
        count(records, |r| has_figure(&r.name) || r.aliases.iter().any(|a| has_figure(&a.name))),
        0
    );
    // One word only: three family names (one in Greek letters).
    assert_eq!(count(records, |record| !record.name.contains(' ')), 3);
}
