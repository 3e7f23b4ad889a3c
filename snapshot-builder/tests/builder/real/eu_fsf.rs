//! The EU list of 2016, held against the figures that were measured on the file itself.

use std::collections::BTreeSet;

use snapshot_builder::{Description, LoadOptions, load_register};
use tamis_engine::model::{EntityType, Record};

use crate::reading::support::{read_files, real_lists};

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_eu_list_of_2016_agrees() {
    let lists = real_lists();
    let file = lists.join("eu_fsf/2016-02-11/global.xml");
    let list = read_files("eu_xml", &[file], &[]).expect("readable");
    let (records, report) = (&list.records, &list.report);
    let count =
        |accept: &dyn Fn(&Record) -> bool| records.iter().filter(|record| accept(record)).count();
    assert_eq!(records.len(), 595);
    assert_eq!(report.rejected, 0, "{:?}", report.rejects);
    assert_eq!(report.list_date.as_deref(), Some("2016-02-11"));
    assert_eq!(report.by_type["INDIVIDUAL"], 319);
    assert_eq!(report.by_type["COMPANY"] + report.by_type["ORGANIZATION"], 276);
    // With 7 acronyms, one of them twice, and two primary names without theirs.
    assert_eq!(report.aliases + report.repeated_aliases + report.records, 2_993 + 9, "names");
    assert_eq!(report.repeated_aliases, 296 + 1, "stated by more than one legal act");

    assert_eq!(report.filled("birth_dates"), 295);
    // The measured 88 count an element without a date as another date: 72 have several, one of
    // them the same year twice, once as approximate. 10 have a range and nothing else.
    assert_eq!(count(&|record| record.birth_dates.len() > 1), 72 + 10);
    // 300 persons and one entity, whether or not the table knows the three letters.
    let is_citizen = |text: &String| text.starts_with("Citizenship: ");
    assert_eq!(count(&|r| !r.countries.is_empty() || r.notes.iter().any(is_citizen)), 301);

    // The measured 58 count curly quotation marks: 16 have no other letter that is not Latin.
    let is_not_latin = |name: &str| {
        name.chars()
            .any(|c| c.is_alphabetic() && !matches!(c, '\0'..='\u{2FF}' | '\u{1E00}'..='\u{1EFF}'))
    };
    assert_eq!(count(&|r| r.aliases.iter().any(|alias| is_not_latin(&alias.name))), 42);
    assert_eq!(count(&|r| is_not_latin(&r.name)), 0, "each has a name in Latin letters");

    let mut programmes: Vec<_> = records.iter().flat_map(|record| &record.programmes).collect();
    programmes.sort();
    programmes.dedup();
    assert_eq!(programmes, ["AFG", "COD", "IRQ", "TAQA", "TERR", "ZWE"]);
    assert_eq!(count(&|record| record.programmes.len() > 1), 108, "listed by two regimes");
    // 137 elements: one is "UNKNOWN", and 12 repeat a number for another legal act.
    let numbers = |record: &Record| {
        let numbers = record.identifiers.iter().map(|i| (i.kind.clone(), i.value.clone()));
        numbers.collect::<BTreeSet<_>>().len()
    };
    assert_eq!(records.iter().map(numbers).sum::<usize>(), 137 - 1 - 12);
    assert_eq!(count(&|record| record.listed_on.is_none() || record.source_url.is_none()), 0);
    assert_eq!(count(&|r| r.gender.is_some() && r.entity_type != Some(EntityType::Individual)), 0);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_description_of_eu_fsf_finds_the_list() {
    let lists = real_lists();
    let text = include_str!("../../../registers/eu_fsf.toml");
    let description = Description::parse("eu_fsf.toml", text).expect("sound");
    let report = load_register(&description, &lists, &LoadOptions::default()).report;
    assert_eq!(report.folder.as_deref(), Some("eu_fsf/2016-02-11"));
    assert_eq!((report.records, report.error), (595, None));
    assert_eq!(report.list_date.as_deref(), Some("2016-02-11"), "stated in the file");
}
