//! The traps of the LEIE files, on made-up rows.

use std::path::PathBuf;

use snapshot_builder::LoadError;
use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};
use tamis_ingest::FileError;

use super::support::{read_bytes, read_files, texts};

const HEADER: &str = "LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,\
                      CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE\n";

/// The columns of a person that most tests leave as they are: what is before the names' end is
/// names, then birth date, type and date of exclusion.
fn person(names: &str, birth_date: &str, kind: &str, excluded_on: &str) -> String {
    format!(
        "{names},,CLINIC,DENTIST,,0000000000,{birth_date},1 HIGH ST,LIMA,OH,45801,{kind},\
         {excluded_on},00000000,00000000,\n"
    )
}

/// A firm at an address.
fn firm(name: &str, npi: &str, street: &str) -> String {
    format!(
        ",, ,\"{name}\",OTHER BUSINESS,PHARMACY,,{npi},,{street},LIMA,OH,45801,1128b8,20160120,\
         00000000,00000000,\n"
    )
}

fn read(rows: &str) -> Collected {
    read_bytes("leie_csv", format!("{HEADER}{rows}").as_bytes()).expect("sound")
}

/// Reads main files and reinstatements of these rows, each as a file of its own.
fn read_all(main: &[&str], reinstatements: &[&str]) -> Collected {
    let folder = tempfile::tempdir().expect("temporary folder");
    let write = |role: &str, all: &[&str]| -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for (number, rows) in all.iter().enumerate() {
            let path = folder.path().join(format!("{role}{number}.csv"));
            std::fs::write(&path, format!("{HEADER}{rows}")).expect("written");
            paths.push(path);
        }
        paths
    };
    let (main, reinstatements) = (write("excl", main), write("rein", reinstatements));
    read_files("leie_csv", &main, &[("reinstatements", &reinstatements)]).expect("sound")
}

fn references(collected: &Collected) -> Vec<&str> {
    collected.records.iter().map(|record| record.reference.as_str()).collect()
}

fn one(rows: &str) -> Record {
    let mut collected = read(rows);
    assert_eq!((collected.records.len(), collected.report.rejected), (1, 0), "{rows}");
    collected.records.remove(0)
}

#[test]
fn a_person_is_read_column_by_column() {
    let row = "\"SAMPLE\",\"ADA\",\"BETH \",,\"IND- LIC HC SERV PRO\",\"DENTIST\",\"U12345\",\
               \"1234567893\",\"12/27/54\",\"1 HIGH ST, APT 2\",\"LIMA\",\"OH\",\"45801\",\
               \"1128a1   \",\"20160120\",\"00000000\",\"20170102\",\"PR\"\n";
    let record = one(row);
    assert_eq!(record.name, "ADA BETH SAMPLE");
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(texts(&record.birth_dates), ["1954-12-27"]);
    assert_eq!(record.programmes, ["1128a1"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2016-01-20"));
    assert_eq!(record.listed_until, None);
    assert_eq!(record.positions, ["IND- LIC HC SERV PRO", "DENTIST"]);
    assert_eq!(record.addresses, ["1 HIGH ST, APT 2, LIMA, OH 45801, US"]);
    let numbers: Vec<_> = record
        .identifiers
        .iter()
        .map(|i| format!("{} {} {}", i.kind, i.value, i.country.expect("stated")))
        .collect();
    assert_eq!(numbers, ["NPI 1234567893 US", "UPIN U12345 US"]);
    assert_eq!(record.notes, ["Waiver: 2017-01-02, PR"]);
    assert!(record.countries.is_empty(), "an address is not a nationality");
    assert!(record.is_reference_made);
    assert_eq!(record.reference, "SAMPLE | ADA | BETH | 1954-12-27 | 2016-01-20 | 1128a1");
}

#[test]
fn zeros_mean_that_there_is_nothing() {
    let row = "DOE,JO, ,,CLINIC,DENTIST,A00000,0000000000,00000000,44 HONG COURT,\"WINDSOR, ONTARIO\",\
               XX,00000,1128a1,20160620,00000000,00000000,\n";
    let record = one(row);
    assert!(record.identifiers.is_empty());
    assert!(record.birth_dates.is_empty());
    assert!(record.notes.is_empty());
    assert_eq!(record.addresses, ["44 HONG COURT, WINDSOR, ONTARIO"], "XX is abroad");
}

#[test]
fn a_firm_has_no_positions_and_a_name_that_may_be_cut() {
    let record = one(&firm("NORTHERN TRANSPORT SERVICES, I", "1234567893", "1 HIGH ST"));
    assert_eq!(record.name, "NORTHERN TRANSPORT SERVICES, I");
    assert_eq!(record.entity_type, Some(EntityType::Organization));
    assert!(record.positions.is_empty() && record.birth_dates.is_empty());
    let expected = [
        "Business name: may be cut, the field holds 30 characters",
        "Line of business: OTHER BUSINESS",
        "Line of business: PHARMACY",
    ];
    assert_eq!(record.notes, expected);
    let record = one(&firm("NORTHERN CARE, INC", "0000000000", "1 HIGH ST"));
    assert_eq!(record.entity_type, Some(EntityType::Company));
    assert_eq!(record.notes.len(), 2);
    assert_eq!(record.reference, "NORTHERN CARE, INC | 2016-01-20 | 1128b8");
}

#[test]
fn a_person_with_a_firm_is_found_by_both_names() {
    let row = person("DOE,JO,P", "19710715", "1128a1", "20160120")
        .replace(",,CLINIC", ",DOE DENTAL,CLINIC");
    let record = one(&row);
    assert_eq!(
        (record.name.as_str(), record.entity_type),
        ("JO P DOE", Some(EntityType::Individual))
    );
    assert_eq!(record.aliases, [Alias::strong("DOE DENTAL")]);
}

#[test]
fn what_is_no_date_is_kept_as_a_note() {
    let record = one(&person("DOE,JO,", "13/45/71", "1128a1", "2016012")
        .replace("00000000,00000000,", "20180101,x9,"));
    assert!(record.birth_dates.is_empty() && record.listed_on.is_none());
    assert_eq!(record.listed_until.map(|d| d.to_string()).as_deref(), Some("2018-01-01"));
    assert_eq!(record.notes, ["Excluded on: 2016012", "Date of birth: 13/45/71", "Waiver: x9"]);
    assert_eq!(record.reference, "DOE | JO | 13/45/71 | 2016012 | 1128a1");
}

#[test]
fn the_reference_is_the_same_in_every_form_of_the_file() {
    let supplement =
        person("\"DOE\",\"JO\",\"P \"", "\"05/06/71\"", "\"1128a1   \"", "\"20160120\"");
    let complete = person("DOE,JO,P", "19710506", "1128a1", "20160120");
    assert_eq!(one(&supplement).reference, one(&complete).reference);
    let both = read_all(&[&supplement, &complete.replace("1 HIGH ST", "2 LOW ST")], &[]);
    assert_eq!(both.records.len(), 1, "what two files say of one exclusion is one record");
    assert_eq!(both.report.left_out["further row of the same exclusion"], 1);
    let expected = ["1 HIGH ST, LIMA, OH 45801, US", "2 LOW ST, LIMA, OH 45801, US"];
    assert_eq!(both.records[0].addresses, expected);
}

#[test]
fn an_exclusion_is_taken_out_by_its_own_reinstatement_alone() {
    let first = person("DOE,JO,P", "05/06/71", "1128a1", "20160120");
    let later = person("DOE,JO,P", "19710506", "1128a1", "20170320");
    let of_another_type = person("DOE,JO,P", "19710506", "1128b4", "20160120");
    let namesake = person("DOE,JO,P", "19800506", "1128a1", "20160120");
    // Published later, so with the birth date in the other form, and from another address.
    let reinstatement = person("DOE,JO,P", "19710506", "1128a1", "20160120")
        .replace("1 HIGH ST", "9 LOW ST")
        .replace("20160120,00000000", "20160120,20160301");
    let unknown = person("ROE,AL,", "19710506", "1128a1", "20011020");
    let main = [first + &of_another_type, later + &namesake];
    let collected =
        read_all(&[&main[0], &main[1]], &[&(reinstatement.clone() + &unknown), &reinstatement]);
    let expected = [
        "DOE | JO | P | 1971-05-06 | 2016-01-20 | 1128b4",
        "DOE | JO | P | 1971-05-06 | 2017-03-20 | 1128a1",
        "DOE | JO | P | 1980-05-06 | 2016-01-20 | 1128a1",
    ];
    assert_eq!(references(&collected), expected);
    assert_eq!(collected.report.left_out["reinstated"], 1);
    let not_in_the_files = "reinstatement of an exclusion that is not in the files";
    assert_eq!(collected.report.left_out[not_in_the_files], 2, "one unknown, one said twice");
    assert_eq!(collected.report.rejected, 0);
}

#[test]
fn firms_of_one_name_are_told_apart_by_address_or_number() {
    let rows = [
        firm("SUN PHARMACY", "1234567893", "1 HIGH ST"),
        firm("SUN PHARMACY", "0000000000", "2 LOW ST"),
        firm("SUN PHARMACY", "0000000000", "2 LOW ST"),
        firm("SUN PHARMACY", "1234567893", "3 NEW ST"),
    ];
    let expected = [
        "SUN PHARMACY | 2016-01-20 | 1128b8 | 1 HIGH ST, LIMA, OH 45801, US",
        "SUN PHARMACY | 2016-01-20 | 1128b8 | 2 LOW ST, LIMA, OH 45801, US",
    ];
    let collected = read(&rows.concat());
    assert_eq!(references(&collected), expected);
    assert_eq!(collected.report.left_out["further row of the same exclusion"], 2);
    assert_eq!(collected.records[0].addresses.len(), 2, "the same number, so the same firm");
    let one_back = read_all(&[&rows.concat()], &[&rows[1]]);
    assert_eq!(references(&one_back), expected[..1]);
    let elsewhere = read_all(&[&rows.concat()], &[&firm("SUN PHARMACY", "0000000000", "4 FAR ST")]);
    assert_eq!(references(&elsewhere), expected, "it may be either");
}

#[test]
fn rows_and_files_that_cannot_be_used_are_named() {
    let collected = read(&format!("DOE,JO\n,,,{}", &person("", "", "1128a1", "20160120")[1..]));
    let reasons: Vec<_> = collected.report.rejects.iter().map(|r| r.reason.as_str()).collect();
    assert_eq!(reasons, ["2 columns where 18 are expected", "name is empty"]);
    let header = HEADER.replace(",DOB", ",BORN");
    let error = read_bytes("leie_csv", header.as_bytes()).expect_err("a column is missing");
    assert!(
        matches!(error, LoadError::File(FileError::NoColumn { column, .. }) if column == "DOB")
    );
}
