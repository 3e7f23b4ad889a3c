//! The real Consolidated Screening List, held against the figures that were measured on its files.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{EntityType, Record};

use crate::reading::support::{read_files, real_lists};

/// Why a part has fewer records than the file has rows.
const FURTHER: &str = "further row of the same party";

fn read(lists: &std::path::Path, file: &str) -> Collected {
    read_files("csl_csv", &[lists.join("us_trade_csl").join(file)], &[]).expect(file)
}

/// How many records of all parts are like this.
fn count(collected: &Collected, accept: impl Fn(&Record) -> bool) -> usize {
    collected.parts.values().flat_map(|part| &part.records).filter(|record| accept(record)).count()
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn every_list_in_the_file_agrees() {
    let lists = real_lists();
    let collected = read(&lists, "2022-04/consolidated.csv.gz");
    assert_eq!(collected.report.rejected, 0, "{:?}", collected.report.rejects);
    assert_eq!(collected.report.warnings, [""; 0]);
    // Rows as measured, and those of them that continue a party of the same list: parties with
    // several addresses, notices or spellings, and one bank that is in the file twice.
    let expected = [
        ("us_bis_entity", 2_001, 55),
        ("us_bis_meu", 71, 0),
        ("us_bis_uvl", 201, 1),
        ("us_ddtc_debarred", 727, 4),
        ("us_isn_nonproliferation", 163, 5),
        ("us_trade_csl_capta", 53, 1),
        ("us_trade_csl_cmic", 68, 0),
        ("us_trade_csl_dpl", 462, 28),
        ("us_trade_csl_fse", 3, 0),
        ("us_trade_csl_mbs", 17, 0),
        ("us_trade_csl_plc", 78, 0),
        ("us_trade_csl_sdn", 10_026, 0),
        ("us_trade_csl_ssi", 290, 0),
    ];
    let found: Vec<_> = collected
        .parts
        .iter()
        .map(|(slug, part)| {
            assert_eq!(part.report.rejected, 0, "{slug}: {:?}", part.report.rejects);
            assert!(part.report.warnings.is_empty(), "{slug}");
            let further = part.report.left_out.get(FURTHER).copied().unwrap_or_default();
            (slug.as_str(), part.report.records + further, further)
        })
        .collect();
    assert_eq!(found, expected);
    assert_eq!(found.iter().map(|(_, rows, _)| rows).sum::<u64>(), 14_160);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn types_and_facts_agree() {
    let lists = real_lists();
    let all = read(&lists, "2022-04/consolidated.csv.gz");
    let of_type = |kind| count(&all, |r| r.entity_type == Some(kind));
    // Three names of the nonproliferation list say that they are those of individuals.
    assert_eq!(of_type(EntityType::Individual), 5_286 + 3);
    // The bank that is in the file twice.
    assert_eq!(of_type(EntityType::Company) + of_type(EntityType::Organization), 4_533 - 1);
    assert_eq!([of_type(EntityType::Vessel), of_type(EntityType::Aircraft)], [433, 283]);
    assert_eq!(count(&all, |r| r.entity_type.is_none()), 3_625 - 3 - 93, "less further rows");
    assert_eq!(count(&all, |r| !r.birth_dates.is_empty()), 5_149);
    let is_person = |r: &Record| r.entity_type == Some(EntityType::Individual);
    let persons = count(&all, |r| is_person(r) && !r.countries.is_empty());
    assert_eq!(persons, 3_344 + 3, "three by their names");
    let imos: Vec<_> = all.parts["us_trade_csl_sdn"].records.iter().filter_map(|r| r.imo).collect();
    // The word IMO is in 514 fields: of 430 vessels, one of which has five digits behind it, of 83
    // companies, and by chance in the tax number of a person.
    assert_eq!(imos.len(), 514 - 83 - 1 - 1);
    assert!(imos.iter().all(|imo| imo.has_valid_check_digit()));
    let company_numbers = count(&all, |r| {
        r.imo.is_none() && r.identifiers.iter().any(|number| number.value.starts_with("IMO "))
    });
    assert_eq!(company_numbers, 83 + 1, "companies, and the vessel with five digits");
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn dates_and_names_agree() {
    let lists = real_lists();
    let all = read(&lists, "2022-04/consolidated.csv.gz");
    // Less three dates in the first century and the further rows of parties.
    assert_eq!(count(&all, |r| r.listed_on.is_some()), 2_523 - 3 - 84);
    assert_eq!(count(&all, |r| r.listed_until.is_some()), 417 - 28);
    // With other names: as measured, less further rows, and parties whose names hold their own
    // behind a parent's, hold others, are spelled in two ways, or hold an acronym.
    assert_eq!(count(&all, |r| !r.aliases.is_empty()), 6_790 - 34 + 31 + 4 + 4 + 41);
    let is_beyond_latin_1 = |r: &Record| r.name.chars().any(|c| u32::from(c) > 0xff);
    // All of them are quotation marks, apostrophes and dashes; three more were repaired.
    assert_eq!(count(&all, is_beyond_latin_1), 34 + 3);
    let leftovers = ["a.k.a.", "f.k.a.", "thereof", " individual)", "[", ";"];
    for (slug, part) in &all.parts {
        for record in &part.records {
            let name = &record.name;
            assert!(!leftovers.iter().any(|text| name.contains(text)), "{slug}: {name}");
            let aliases = record.aliases.iter().map(|alias| alias.name.as_str());
            for name in aliases.chain([name.as_str()]) {
                let is_bad = name.trim().len() < name.len()
                    || name.starts_with("and ")
                    || name.chars().any(char::is_control);
                assert!(!is_bad, "{slug}: {name:?}");
            }
        }
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_file_of_2016_agrees_and_names_stay() {
    let lists = real_lists();
    let old = read(&lists, "2016-02/csl_subset.csv");
    let new = read(&lists, "2022-04/consolidated.csv.gz");
    assert_eq!(old.report.rejected, 0, "{:?}", old.report.rejects);
    // Records, and how many of them have the same reference six years later. Denied persons were
    // written with the family name in front.
    let expected = [
        ("us_bis_entity", 44, 40),
        ("us_bis_uvl", 6, 3),
        ("us_ddtc_debarred", 34, 33),
        ("us_isn_nonproliferation", 8, 7),
        ("us_trade_csl_dpl", 20, 4),
        ("us_trade_csl_plc", 5, 5),
        ("us_trade_csl_sdn", 273, 206),
        ("us_trade_csl_ssi", 9, 9),
    ];
    let found: Vec<_> = old
        .parts
        .iter()
        .map(|(slug, part)| {
            let stays = |record: &&Record| {
                new.parts[slug].records.iter().any(|other| other.reference == record.reference)
            };
            assert_eq!(part.report.rejected, 0, "{slug}");
            (slug.as_str(), part.records.len(), part.records.iter().filter(stays).count())
        })
        .collect();
    assert_eq!(found, expected);
}
