//! OFSI's consolidated list in both versions at hand, held against the figures that were measured
//! on the files themselves.

use std::path::Path;

use snapshot_builder::readers::Collected;
use tamis_engine::model::{AliasQuality, DatePrecision, EntityType, Record};

use crate::reading::support::{read_files, real_lists};

const FILES: [(&str, &str); 2] = [("2016-02-12", "ConList.csv"), ("2018-04-13", "ConList.csv.gz")];

fn read(lists: &Path, version: &str, file: &str) -> Collected {
    let path = lists.join("gb_ofsi_conlist").join(version).join(file);
    read_files("uk_ofsi_csv", &[path], &[]).expect(version)
}

fn count(records: &[Record], accept: impl Fn(&Record) -> bool) -> usize {
    records.iter().filter(|record| accept(record)).count()
}

fn sum(records: &[Record], of: impl Fn(&Record) -> usize) -> usize {
    records.iter().map(of).sum()
}

fn is(record: &Record, kind: EntityType) -> bool {
    record.entity_type == Some(kind)
}

fn is_entity(record: &Record) -> bool {
    is(record, EntityType::Company) || is(record, EntityType::Organization)
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofsi_parties_agree_in_both_versions() {
    let lists = real_lists();
    // Groups, individuals, entities (the publisher's type; ships are among them until 2022), groups
    // with a birth date, with a nationality, further rows of a group.
    for ((version, file), [groups, individuals, entities, with_date, with_nationality, rows]) in
        FILES
            .into_iter()
            .zip([[463, 323, 140, 266, 188, 800], [2_106, 1_426, 680, 1_119, 677, 9_487]])
    {
        let Collected { records, report, .. } = read(&lists, version, file);
        assert_eq!((report.rejected, report.warnings.len()), (0, 0), "{version}");
        assert_eq!(report.list_date.as_deref(), Some(version));
        assert_eq!(records.len(), groups, "{version}");
        assert_eq!(count(&records, |r| is(r, EntityType::Individual)), individuals, "{version}");
        let vessels = count(&records, |r| is(r, EntityType::Vessel));
        assert_eq!(count(&records, is_entity) + vessels, entities, "{version}");
        assert_eq!(count(&records, |r| !r.birth_dates.is_empty()), with_date, "{version}");
        // Every nationality is a country or, where the table of countries does not know it, a note.
        let is_stated = |note: &String| note.starts_with("Nationality: ");
        let stated = count(&records, |r| {
            is(r, EntityType::Individual)
                && (!r.countries.is_empty() || r.notes.iter().any(is_stated))
        });
        assert_eq!(stated, with_nationality, "{version}");
        let left_out = report.left_out.values().sum::<u64>();
        assert_eq!(left_out, (rows - groups) as u64, "{version}: further rows of the groups");
        assert_eq!(count(&records, |r| r.listed_on.is_none() || r.programmes.is_empty()), 0);
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofsi_names_and_dates_agree() {
    let lists = real_lists();
    // Counted in the files by group, each name, date and address once: names beside the primary
    // one, birth dates, those with the year only, groups with several dates, addresses. Primary
    // names without their acronyms, and long acronyms, are 17 and 94 names more.
    for ((version, file), [names, dates, years, several, addresses]) in
        FILES.into_iter().zip([[245 + 17, 341, 143, 39, 310], [3_442 + 94, 1_478, 645, 191, 1_159]])
    {
        let Collected { records, report, .. } = read(&lists, version, file);
        let strong = (report.aliases - report.weak_aliases) as usize;
        assert_eq!(strong, names, "{version}");
        assert_eq!(sum(&records, |r| r.birth_dates.len()), dates, "{version}");
        let is_year = |record: &Record| {
            record.birth_dates.iter().filter(|d| d.precision() == DatePrecision::Year).count()
        };
        assert_eq!(sum(&records, is_year), years, "{version}");
        assert_eq!(count(&records, |r| r.birth_dates.len() > 1), several, "{version}");
        assert_eq!(sum(&records, |r| r.addresses.len()), addresses, "{version}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofsi_nicknames_are_weak_and_look_like_names() {
    let lists = real_lists();
    for ((version, file), expected) in FILES.into_iter().zip([188 + 12, 360 + 88]) {
        let Collected { records, .. } = read(&lists, version, file);
        let aliases = records.iter().flat_map(|r| &r.aliases);
        let weak: Vec<_> = aliases.filter(|a| a.quality == AliasQuality::Weak).collect();
        // Names that the remarks of the list give, and short acronyms, 12 and 88: not measured by
        // other means, but looked at.
        assert_eq!(weak.len(), expected, "{version}");
        let is_name = |name: &str| name.len() < 40 && !name.contains(['.', ',', ';', '(']);
        assert!(weak.iter().all(|a| is_name(&a.name) || a.name == "MAVT CO."), "{version}");
        let names = records.iter().flat_map(|r| r.aliases.iter().map(|a| &a.name).chain([&r.name]));
        assert!(
            names.clone().all(|name| !name.contains("\"\"") && !name.contains("  ")),
            "{version}"
        );
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofsi_ships_and_imo_numbers_agree() {
    let lists = real_lists();
    // Of the 27 numbers of 2018, 25 are those of ships and two those of companies that own ships.
    // The reduced file of 2016 has none.
    for ((version, file), [ships, companies]) in FILES.into_iter().zip([[0, 0], [25, 2]]) {
        let Collected { records, report, .. } = read(&lists, version, file);
        assert_eq!(count(&records, |r| is(r, EntityType::Vessel)), ships, "{version}");
        assert_eq!(report.filled("imo") as usize, ships, "{version}");
        let has_imo = |r: &Record| r.identifiers.iter().any(|i| i.kind == "IMO number");
        assert_eq!(count(&records, |r| is_entity(r) && has_imo(r)), companies, "{version}");
        assert_eq!(count(&records, has_imo), companies, "{version}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofsi_references_and_regimes_agree() {
    let lists = real_lists();
    // "UN Ref" stands in 192 and 633 groups in this spelling, in 203 and 680 in any. Without a
    // reference that can be read are 1 of 2016 (QI.Z,168.04) and 6 of 2018 (five without letters,
    // .077, and QI.Z,168.04). Wrong ones are notes: those of organisations on persons (QE.A.137.14
    // in both versions, in 2018 QDe.004 and on two persons QDe.002), those of persons on two
    // organisations (I.AC.50.20.12.12), KPe.023 on six organisations and KPi.056 on two persons.
    for ((version, file), [mentioned, unread, wrong, regimes]) in
        FILES.into_iter().zip([[203, 1, 1, 2], [680, 6, 14, 6]])
    {
        let Collected { records, .. } = read(&lists, version, file);
        let has_reference = |r: &Record| r.un_reference.is_some();
        let has_note = |r: &Record| r.notes.iter().any(|n| n.starts_with("UN reference number: "));
        assert_eq!(count(&records, has_note), wrong, "{version}");
        assert_eq!(count(&records, has_reference), mentioned - unread - wrong, "{version}");
        assert_eq!(count(&records, |r| r.programmes.len() > 1), regimes, "{version}");
        let mut all: Vec<_> = records.iter().filter_map(|r| r.un_reference.as_ref()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "{version}: no reference has two records");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofsi_groups_keep_their_reference() {
    let lists = real_lists();
    let [old, new] = FILES.map(|(version, file)| read(&lists, version, file).records);
    let (mut common, mut same) = (0, 0);
    for record in &old {
        let Some(later) = new.iter().find(|r| r.reference == record.reference) else { continue };
        let names = |r: &Record| -> Vec<String> {
            r.aliases.iter().map(|a| a.name.clone()).chain([r.name.clone()]).collect()
        };
        let later = names(later);
        common += 1;
        same += usize::from(names(record).iter().any(|name| later.contains(name)));
    }
    // The other 11 are the same parties, respelt (family and given names changed places, entities took their long names).
    assert_eq!((common, same), (431, 420));
}
