//! The UK Sanctions List, on made-up rows in the layout of 2026.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, table, texts};

const HEADER: &str = "Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,\
    Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,\
    Non-latin script type,Non-latin script language,Regime Name,Designation Type,\
    Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,\
    Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,\
    Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B,\
    Nationality(/ies),National Identifier number,National Identifier additional information,\
    Passport number,Passport additional information,Position,Gender,Town of birth,\
    Country of birth,Type of entity,Subsidiaries,Parent company,\
    Business registration number (s),IMO number,Current owner/operator (s),\
    Previous owner/operator (s),Current believed flag of ship,Previous flags,Type of ship,\
    Tonnage of ship,Length of ship,Year Built,Hull identification number (HIN)";

type Row<'t> = &'t [(&'t str, &'t str)];

fn read(rows: &[Row<'_>]) -> Collected {
    let text = format!("Report Date: 13-Feb-2026\n{}", table(&HEADER.replace("    ", ""), rows));
    read_bytes("uk_sanctions_list_csv", text.as_bytes()).expect("sound")
}

fn identifiers(record: &Record) -> Vec<String> {
    let identifiers = record.identifiers.iter().map(|identifier| {
        let country = identifier.country.map(|c| format!(" {c}")).unwrap_or_default();
        format!("{}: {}{country}", identifier.kind, identifier.value)
    });
    identifiers.collect()
}

#[test]
fn a_person_is_read_column_by_column() {
    let all: Row<'_> = &[
        ("Unique ID", "XXA0001"),
        ("OFSI Group ID", "12345"),
        ("UN Reference Number", "XXi.001"),
        ("Designation Type", "Individual"),
        ("Regime Name", "The Peru (Sanctions) Regulations 2020"),
        ("Designation source", "UN"),
        ("Sanctions Imposed", "Asset freeze|Travel Ban"),
        ("UK Statement of Reasons", "Bad, very bad"),
        ("Date Designated", "25/01/2001"),
        ("Last Updated", "04/08/2026"),
        ("Gender", "Female"),
        ("Title", "Dr"),
        ("Position", "Chief"),
        ("Nationality(/ies)", "Peru"),
        ("Town of birth", "Lima"),
        ("Country of birth", "Peru"),
        ("Passport number", "A1234567"),
        ("Passport additional information", "Mali passport"),
        ("National Identifier number", "12345"),
        ("Email address", "a@example.org"),
    ];
    let rows: Vec<Vec<(&str, &str)>> = [
        vec![("Name 6", "LI"), ("Name 1", "Ana"), ("Name type", "ALias"), ("D.O.B", "dd/mm/1955")],
        vec![
            ("Name 6", "Vixen"),
            ("Name type", "Alias"),
            ("Alias strength", "Low quality"),
            ("D.O.B", "1956"),
        ],
        vec![
            ("Name 6", "LEE"),
            ("Name 1", "ANA"),
            ("Name 2", "MAY"),
            ("Name type", "Primary name"),
            ("Name non-latin script", "آنا لي"),
            ("D.O.B", "15/08/19yy"),
        ],
        vec![
            ("Name 6", "LEY"),
            ("Name 1", "ANA"),
            ("Name type", "Primary Name Variation"),
            ("Address Line 1", "Calle 1"),
            ("Address Postal Code", "15001"),
            ("Address Country", "Peru"),
        ],
        vec![
            ("Name non-latin script", "آنا لى"),
            ("Name type", "Alias"),
            ("Alias strength", "Good quality"),
        ],
    ]
    .into_iter()
    .map(|own| own.into_iter().chain(all.iter().copied()).collect())
    .collect();
    let rows: Vec<Row<'_>> = rows.iter().map(Vec::as_slice).collect();
    let Collected { records, report, .. } = read(&rows);
    let record = &records[0];
    assert_eq!((records.len(), report.rejected, report.warnings.len()), (1, 0, 0));
    assert_eq!(report.list_date.as_deref(), Some("2026-02-13"));
    assert_eq!((record.reference.as_str(), record.name.as_str()), ("XXA0001", "ANA MAY LEE"));
    assert_eq!(
        record.aliases,
        [
            Alias::strong("Ana LI"),
            Alias::weak("Vixen"),
            Alias::strong("آنا لي"),
            Alias::strong("ANA LEY"),
            Alias::strong("آنا لى"),
        ]
    );
    assert_eq!(texts(&record.birth_dates), ["1955", "1956"]);
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.positions, ["Dr", "Chief"]);
    assert_eq!(texts(&record.countries), ["PE"]);
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    assert_eq!(record.addresses, ["Calle 1, 15001, Peru"]);
    assert_eq!(texts(&record.address_countries), ["PE"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2001-01-25"));
    assert_eq!(record.programmes, ["The Peru (Sanctions) Regulations 2020"]);
    assert_eq!(record.un_reference.as_deref(), Some("XXi.001"));
    assert_eq!(
        identifiers(record),
        ["OFSI Group ID: 12345", "Passport: A1234567 ML", "National identification number: 12345",]
    );
    assert_eq!(
        record.notes,
        [
            "Date of birth: 15/08/19yy",
            "Last updated: 2026-08-04",
            "Designation source: UN",
            "Sanctions Imposed: Asset freeze; Travel Ban",
            "UK Statement of Reasons: Bad, very bad",
            "Email address: a@example.org",
        ]
    );
}

#[test]
fn ships_and_entities_are_read() {
    let ship: Row<'_> = &[
        ("Unique ID", "XXA0002"),
        ("Name 6", "SEA STAR"),
        ("Name type", "Primary Name"),
        ("Designation Type", "Ship"),
        ("IMO number", "IMO 9074729"),
        ("Current believed flag of ship", "Gabon"),
        ("Previous flags", "Panama|Liberia"),
        ("Type of ship", "Tanker"),
        ("Hull identification number (HIN)", "H1"),
    ];
    let company: Row<'_> = &[
        ("Unique ID", "XXA0003"),
        ("Name 6", "SUN TRADING LLC"),
        ("Designation Type", "Entity"),
        ("UN Reference Number", "XXe.001"),
        ("IMO number", "9074728"),
        ("Business registration number (s)", "(1) 12-34 (2) 56"),
        ("Parent company", "Moon PLC"),
        ("Other Information", "Also known as Sun. Owner of ships."),
    ];
    // Another regime's entry for the same party: each keeps its reference.
    let again: Row<'_> = &[
        ("Unique ID", "XXB0001"),
        ("Name 1", "Sun Trading"),
        ("Designation Type", "Entity"),
        ("UN Reference Number", "XXe.001"),
    ];
    let records = read(&[ship, company, again]).records;
    let ship = &records[0];
    assert_eq!(ship.entity_type, Some(EntityType::Vessel));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(texts(&ship.countries), ["GA"]);
    assert_eq!(identifiers(ship), ["Hull identification number: H1"]);
    assert_eq!(ship.notes, ["Previous flags: Panama; Liberia", "Type of ship: Tanker"]);
    let company = &records[1];
    assert_eq!((company.entity_type, company.imo), (Some(EntityType::Company), None));
    assert_eq!(company.aliases, [Alias::weak("Sun")]);
    assert_eq!(
        identifiers(company),
        [
            "Business registration number: 12-34",
            "Business registration number: 56",
            "IMO number: 9074728",
        ]
    );
    assert_eq!(company.notes, ["Also known as Sun. Owner of ships.", "Parent company: Moon PLC"]);
    assert_eq!(records[2].name, "Sun Trading");
    assert_eq!(records[2].un_reference.as_deref(), Some("XXe.001"));
}

#[test]
fn names_of_columns_may_differ_and_unknown_ones_are_kept() {
    let text = "Report Date: 01/10/2026\n\
        \"UNIQUE ID\",\"Name  6\",\"Individual, Entity, Ship\",\"Regime\",\"DOB\",\"Nationality\",\"Date designated\",\"Name Type\",\"Call sign\"\n\
        XXA0001,LEE,INDIVIDUAL,Peru,01/02/1970,Chile,05/06/2020,Primary name,AB1\n";
    let Collected { records, report, .. } =
        read_bytes("uk_sanctions_list_csv", text.as_bytes()).expect("sound");
    let record = &records[0];
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(texts(&record.birth_dates), ["1970-02-01"]);
    assert_eq!(texts(&record.countries), ["CL"]);
    assert_eq!(record.listed_on.map(|d| d.to_string()).as_deref(), Some("2020-06-05"));
    assert_eq!(record.notes, ["Call sign: AB1"]);
    assert_eq!((report.list_date.as_deref(), report.warnings.len()), (Some("2026-10-01"), 0));
}

#[test]
fn a_file_of_another_list_is_refused() {
    let text = "Last Updated,13/04/2018\nName 6,Group ID\nLEE,7\n";
    let error = read_bytes("uk_sanctions_list_csv", text.as_bytes()).expect_err("no Unique ID");
    assert!(error.to_string().contains("no column \"Unique ID\""), "{error}");
}
