//! The LEIE reader over all real supplements, held against the figures that were measured on the
//! files themselves.

use std::path::{Path, PathBuf};

use snapshot_builder::readers::Collected;
use tamis_engine::model::{EntityType, Record};

use crate::reading::support::{read_files, real_lists};

/// The supplements of all folders, older ones first: exclusions and reinstatements.
fn supplements(lists: &Path) -> [Vec<PathBuf>; 2] {
    let mut paths = Vec::new();
    for year in ["2015", "2016", "2017"] {
        let folder = std::fs::read_dir(lists.join("us_hhs_leie").join(year)).expect(year);
        paths.extend(folder.map(|entry| entry.expect(year).path()));
    }
    paths.sort();
    let is_reinstatement = |path: &PathBuf| {
        path.to_string_lossy().to_lowercase().contains("rein1")
            || path.to_string_lossy().ends_with("REIN.csv")
    };
    let (reinstatements, exclusions) = paths.into_iter().partition(is_reinstatement);
    [exclusions, reinstatements]
}

fn count(collected: &Collected, accepts: impl Fn(&Record) -> bool) -> usize {
    collected.records.iter().filter(|record| accepts(record)).count()
}

fn is_person(record: &Record) -> bool {
    record.entity_type == Some(EntityType::Individual)
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn the_exclusions_of_all_supplements_agree() {
    let lists = real_lists();
    let [exclusions, _] = supplements(&lists);
    assert_eq!(exclusions.len(), 16);
    let collected = read_files("leie_csv", &exclusions, &[]).expect("readable");
    let report = &collected.report;
    // One row is twice in the file of August 2016, letter for letter.
    assert_eq!(report.left_out.len(), 1, "{:?}", report.left_out);
    assert_eq!(report.left_out["further row of the same exclusion"], 1);
    assert_eq!((report.records, report.rejected), (4_779 - 1, 0), "{:?}", report.rejects);
    let firms = count(&collected, |r| !is_person(r));
    assert_eq!((count(&collected, is_person), firms), (4_714 - 1, 65));
    // Four persons have no birth date; no firm has one.
    assert_eq!(count(&collected, |r| !r.birth_dates.is_empty()), 4_710 - 1);
    let with = |kind| count(&collected, |r| r.identifiers.iter().any(|i| i.kind == kind));
    // Of the 206 filled UPINs one is A00000, which is none.
    assert_eq!((with("NPI"), with("UPIN")), (931, 206 - 1));
    assert_eq!(count(&collected, |r| r.listed_on.is_none() || r.programmes.len() != 1), 0);
    assert_eq!(count(&collected, |r| r.addresses.len() != 1), 0);
    assert_eq!(count(&collected, |r| !r.countries.is_empty()), 0);
    let of_age = |r: &Record| {
        let (born, on) = (r.birth_dates.first(), r.listed_on);
        born.zip(on)
            .is_none_or(|(born, on)| (18..90).contains(&on.year().saturating_sub(born.year())))
    };
    // Three dates of four-figure years, one of them a year before the exclusion.
    assert_eq!(count(&collected, |r| !of_age(r)), 3);
    // Persons who were excluded twice keep both exclusions.
    let mut parties: Vec<_> = collected
        .records
        .iter()
        .map(|r| {
            (&r.name, &r.birth_dates, r.addresses.first().filter(|_| r.birth_dates.is_empty()))
        })
        .collect();
    parties.sort();
    let before = parties.len();
    parties.dedup();
    assert_eq!(before - parties.len(), 12);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn reinstatements_take_out_the_exclusions_that_they_name() {
    let lists = real_lists();
    let [exclusions, reinstatements] = supplements(&lists);
    let companions: [(&str, &[PathBuf]); 1] = [("reinstatements", &reinstatements)];
    let collected = read_files("leie_csv", &exclusions, &companions).expect("readable");
    let report = &collected.report;
    // Measured were 24 reinstatements that repeat names, birth date, date and type of an exclusion
    // letter for letter. 15 more do so once the birth date of the exclusion, `MM/DD/YY` up to
    // 2016-03, and that of the reinstatement, `YYYYMMDD` from 2016-04, are read. One more has
    // another spelling of the family name (C for G): that exclusion stays, as nothing in
    // the files says that both are the same.
    assert_eq!(report.left_out["reinstated"], 24 + 15);
    let not_in_the_files = "reinstatement of an exclusion that is not in the files";
    assert_eq!(report.left_out[not_in_the_files], 757 - 24 - 15);
    assert_eq!((report.records, report.rejected), (4_779 - 1 - 24 - 15, 0));
    // Three of those taken out were excluded again, later or for another reason.
    let reinstated_only = read_files("leie_csv", &reinstatements, &[]).expect("the same columns");
    assert_eq!(reinstated_only.report.records, 757);
    let is_back = |r: &Record| {
        reinstated_only
            .records
            .iter()
            .any(|other| is_person(r) && r.name == other.name && r.birth_dates == other.birth_dates)
    };
    let back: Vec<_> = collected.records.iter().filter(|r| is_back(r)).collect();
    assert!(
        back.iter().all(|r| reinstated_only.records.iter().all(|o| o.reference != r.reference))
    );
    assert_eq!(back.len(), 3);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn every_supplement_is_sound_by_itself() {
    let lists = real_lists();
    let [exclusions, reinstatements] = supplements(&lists);
    let mut rows = [0, 0];
    for (paths, rows) in [exclusions, reinstatements].iter().zip(&mut rows) {
        for path in paths {
            let report =
                read_files("leie_csv", std::slice::from_ref(path), &[]).expect("readable").report;
            assert_eq!(report.rejected, 0, "{}: {:?}", path.display(), report.rejects);
            *rows += report.records + report.left_out.values().sum::<u64>();
        }
    }
    assert_eq!(rows, [4_779, 757]);
}
