//! The members of the House of Commons in the version at hand, held against the figures that were
//! measured on the file itself.

use std::collections::BTreeSet;

use snapshot_builder::Description;
use tamis_engine::model::{AliasQuality, ListType, Record};

use crate::reading::support::{load, real_lists, records};

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_members_of_2014_agree() {
    let lists = real_lists();
    let text = include_str!("../../../registers/gb_parliament_mps.toml");
    let description = Description::parse("gb_parliament_mps.toml", text).expect("sound");
    assert_eq!(description.list_type, ListType::Pep);
    let loaded = load(&description, &lists);
    let (records, report) = (records(&loaded), &loaded.report);
    assert_eq!(report.folder.as_deref(), Some("gb_parliament_mps/2014-11-11"));
    assert_eq!((report.records, report.rejected), (644, 0));
    assert_eq!(report.by_type["INDIVIDUAL"], 644);
    assert_eq!((report.filled("birth_dates"), report.filled("countries")), (644, 644));
    let count = |accept: &dyn Fn(&Record) -> bool| records.iter().filter(|r| accept(r)).count();
    assert_eq!(count(&|r| r.birth_dates.iter().all(|born| born.date.day().is_some())), 644);
    // 175 Mr, 33 Sir, 15 Mrs, 14 Dr, 7 Ms, 5 Dame, a Miss and a Lady.
    assert_eq!(count(&|r| r.positions.len() == 2), 251);
    assert_eq!(count(&|r| r.positions.len() == 1), 644 - 251);
    let offices: BTreeSet<_> = records.iter().filter_map(|r| r.positions.last()).collect();
    assert_eq!(offices.len(), 644, "one per constituency");
    assert!(offices.iter().all(|office| office.starts_with("Member of Parliament for ")));
    let titles = ["Mr ", "Sir ", "Mrs ", "Dr ", "Ms ", "Dame ", "Miss ", "Lady "];
    let has_title = |name: &str| titles.iter().any(|title| name.starts_with(title));
    assert_eq!(count(&|r| has_title(&r.name) || !r.name.contains(' ')), 0);
    // Only the lady is known by title and family name.
    let weak = records.iter().flat_map(|r| &r.aliases).filter(|a| a.quality == AliasQuality::Weak);
    assert_eq!((weak.count(), report.weak_aliases), (1, 1));
    let url = records[0].source_url.as_deref();
    assert_eq!(url, Some("https://members.parliament.uk/member/177"));
}
