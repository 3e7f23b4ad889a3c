//! The SDN list in its enhanced XML form and as printed, held against the CSV files of other days.

use std::collections::BTreeMap;
use std::path::Path;

use snapshot_builder::readers::Collected;
use tamis_engine::model::{EntityType, Record};

use super::ofac_forms::{
    Fact, addresses, all_names, birth_dates, birth_places, countries, differing, entity_type,
    gender, identifiers, imo, in_both, latin_aliases, name, positions, programmes,
    weak_latin_aliases,
};
use crate::reading::support::{load, one_version, read_files, real_lists, records, shipped};

fn read_enhanced(lists: &Path, file: &str) -> Collected {
    let path = lists.join("us_ofac_sdn/2024-enhanced-xml").join(file);
    read_files("ofac_enhanced_xml", &[path], &[]).expect("a sound list")
}

fn read_printed(lists: &Path) -> Collected {
    let path = lists.join("us_ofac_sdn/2016-02-text/sdnlist.txt");
    read_files("ofac_text", &[path], &[]).expect("a sound list")
}

fn read_csv(lists: &Path, version: &str) -> Vec<Record> {
    let sources = one_version(lists, "us_ofac_sdn", version);
    records(&load(&shipped("us_ofac_sdn"), sources.path())).to_vec()
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_enhanced_exports_agree() {
    let lists = real_lists();
    // Aliases: names but the primary ones, and names in further scripts. Of the weak ones beside
    // those called of low quality, one is its Cyrillic spelling.
    for (file, date, types, [names, scripts], weak) in [
        ("IRGC_sanctions.xml", "2024-08-28", [165, 84, 44], [541, 96], 45 + 1),
        ("yemen_sanctions.xml", "2024-05-24", [10, 0, 0], [43, 3], 6),
    ] {
        let Collected { records, report, .. } = read_enhanced(&lists, file);
        let of_type = |name: &str| report.by_type.get(name).copied().unwrap_or_default();
        let entities = of_type("COMPANY") + of_type("ORGANIZATION");
        assert_eq!([of_type("INDIVIDUAL"), entities, of_type("AIRCRAFT")], types, "{file}");
        assert_eq!(report.list_date.as_deref(), Some(date), "{file}");
        assert_eq!(report.aliases + report.repeated_aliases, names + scripts, "{file}");
        assert_eq!(report.weak_aliases, weak, "{file}");
        assert_eq!(report.rejected, 0, "{file}");
        assert!(records.iter().all(|record| record.listed_on.is_some()), "{file}");
        let is_filtered = |warning: &String| warning.contains("filtered by sanctionsPrograms");
        assert!(report.warnings.iter().any(is_filtered), "{file}: {:?}", report.warnings);
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_enhanced_exports_give_the_records_of_the_csv_files() {
    let lists = real_lists();
    let enhanced = ["IRGC_sanctions.xml", "yemen_sanctions.xml"].map(|f| read_enhanced(&lists, f));
    let enhanced: Vec<Record> = enhanced.into_iter().flat_map(|list| list.records).collect();
    // Of May 2024 there is only the main file, without strong aliases and addresses.
    let may = read_csv(&lists, "2024-05-03");
    assert_eq!((in_both(&enhanced, &may), enhanced.len()), (303, 303), "the id is the ent_num");
    let table: [(&str, Fact, &[&str]); 10] = [
        ("name", name, &[]),
        ("type", entity_type, &[]),
        ("weak aliases", weak_latin_aliases, &[]),
        ("birth dates", birth_dates, &[]),
        ("places of birth", birth_places, &[]),
        ("countries", countries, &[]),
        ("identifiers", identifiers, &[]),
        ("positions", positions, &[]),
        ("gender", gender, &[]),
        // CAATSA - IRAN was added to them by the end of August.
        ("programmes", programmes, &["40602", "40601", "28924"]),
    ];
    for (what, fact, expected) in table {
        assert_eq!(differing(&enhanced, &may, fact), expected, "{what}");
    }
    // Of December 2023 the files are complete, and 34 parties were not listed yet.
    let december = read_csv(&lists, "2023-12-28");
    assert_eq!(in_both(&enhanced, &december), 303 - 34);
    let table: [(&str, Fact, &[&str]); 6] = [
        ("birth dates", birth_dates, &[]),
        // Further names were published in 2024, and the former name of the first is one of them.
        ("aliases", latin_aliases, &["23475", "13109"]),
        ("name", name, &["23475"]),
        // Numbers and an address were added in 2024.
        ("identifiers", identifiers, &["13109"]),
        ("addresses", addresses, &["13109"]),
        ("programmes", programmes, &["26391", "13109", "40602", "40601", "28924"]),
    ];
    for (what, fact, expected) in table {
        assert_eq!(differing(&enhanced, &december, fact), expected, "{what}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn names_in_their_own_script_are_aliases() {
    let lists = real_lists();
    let list = read_enhanced(&lists, "IRGC_sanctions.xml").records;
    let names = list.iter().flat_map(|record| &record.aliases).map(|alias| alias.name.as_str());
    let count = |range: std::ops::RangeInclusive<char>| {
        names.clone().filter(|name| name.contains(|c| range.contains(&c))).count()
    };
    // One Arabic spelling is that of two names of a party.
    let found = [
        count('\u{600}'..='\u{6ff}'),
        count('\u{400}'..='\u{4ff}'),
        count('\u{4e00}'..='\u{9fff}'),
    ];
    assert_eq!(found, [92 - 1, 3, 1]);
    assert_eq!(count('\u{200e}'..='\u{202e}'), 0, "marks of direction are not part of names");
}

/// Figures counted on the file itself, by other means: entries, and what differs among them.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_printed_list_agrees() {
    let lists = real_lists();
    let Collected { records, report, .. } = read_printed(&lists);
    // 3,062 entries, 838 parties with aliases in 2,628 of them.
    assert_eq!((report.records, 2_628 + 434), (838 + 434, 3_062));
    let further = "further name of a party, printed as an entry";
    assert_eq!(report.left_out, BTreeMap::from([(further.to_owned(), 2_628 - 838)]));
    assert_eq!(report.by_type["INDIVIDUAL"], 772);
    assert_eq!((report.filled("birth_dates"), report.filled("countries")), (720, 426));
    assert_eq!((report.aliases, report.weak_aliases), (4_260, 601));
    assert_eq!(report.rejected, 0, "{:?}", report.rejects);
    assert!(records.iter().all(|record| record.is_reference_made));
    // Its copier cut it behind the heading of the vessels.
    let warnings = report.warnings.join("\n");
    assert!(warnings.contains("the section \"vessels\" has no entries"), "{warnings}");
}

/// The list of three years later has its names and facts apart from each other.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_printed_list_is_divided_like_the_csv_files() {
    let lists = real_lists();
    let mut csv: BTreeMap<Vec<String>, Vec<Record>> = BTreeMap::new();
    for record in read_csv(&lists, "2019-01-04") {
        csv.entry(all_names(&record)).or_default().push(record);
    }
    let mut printed = Vec::new();
    let mut later = Vec::new();
    for record in read_printed(&lists).records {
        // Which name is the primary one, and so what kind of entity it is, is not printed.
        if let Some([other]) = csv.get(&all_names(&record)).map(Vec::as_slice) {
            let is_person = |r: &Record| r.entity_type == Some(EntityType::Individual);
            assert_eq!(is_person(&record), is_person(other), "{}", record.name);
            later.push(Record { reference: record.reference.clone(), ..other.clone() });
            printed.push(record);
        }
    }
    // Further 26 parties have one name more or less, and 98 were delisted or renamed.
    assert_eq!(printed.len(), 1_149, "parties with exactly the same names");
    let count = |fact: Fact| differing(&printed, &later, fact).len();
    for (what, fact, expected) in [
        ("birth dates", birth_dates as Fact, 0),
        ("places of birth", birth_places, 0),
        ("countries", countries, 0),
        ("IMO", imo, 0),
        // Added for one person in 2017.
        ("gender", gender, 1),
        // One code is written with blanks in print.
        ("identifiers", identifiers, 1),
        // Two were changed by 2019, one has ' for " and one a comma more in the CSV files, and one
        // holds a semicolon, at which print divides.
        ("addresses", addresses, 5),
        // All of them have one more in 2019.
        ("programmes", programmes, 8),
    ] {
        assert_eq!(count(fact), expected, "{what}");
    }
}
