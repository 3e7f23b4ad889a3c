//! The traps of the Denied Persons List, on made-up rows.

use proptest::prelude::*;
use snapshot_builder::readers::Collected;

use super::support::{read_bytes, reject_lines, texts};

const HEADER: [&str; 12] = [
    "Name",
    "Street_Address",
    "City",
    "State",
    "Country",
    "Postal_Code",
    "Effective_Date",
    "Expiration_Date",
    "Standard_Order",
    "Last_Update",
    "Action",
    "FR_Citation",
];

fn line(fields: [&str; 12]) -> String {
    let quoted = fields.map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
    format!("{}\n", quoted.join("\t"))
}

/// A row with this name, address (street, city, state, country) and these dates.
fn row(name: &str, [street, city, state, country]: [&str; 4], [from, to]: [&str; 2]) -> String {
    let fields =
        [name, street, city, state, country, "", from, to, "Y", "3017-08-22", "NEW", "84 F.R. 1"];
    line(fields)
}

fn read(rows: &[String]) -> Collected {
    let text = line(HEADER) + &rows.concat();
    read_bytes("bis_dpl", text.as_bytes()).expect("a sound file")
}

const DATES: [&str; 2] = ["12/31/2019", "01/02/2030"];

#[test]
fn a_party_has_all_addresses_of_its_rows() {
    let collected = read(&[
        row(" ADA  SAMPLE", ["1 ROAD", "LIMA", "", "PE"], DATES),
        row("SUN LTD", ["2 ROAD", "LIMA", "", "PE"], DATES),
        row("ADA SAMPLE ", ["3 ROAD", "DUBAI", "", "AE"], DATES),
        row("ADA SAMPLE", ["3 ROAD", "DUBAI", "", "AE"], DATES),
    ]);
    let ada = &collected.records[0];
    assert_eq!(ada.name, "ADA SAMPLE");
    assert_eq!((ada.reference.as_str(), ada.is_reference_made), ("adasample", true));
    assert_eq!(ada.entity_type, None, "the list does not say who is a person");
    assert_eq!(ada.addresses, ["1 ROAD, LIMA, PE", "3 ROAD, DUBAI, AE"]);
    assert_eq!(texts(&ada.address_countries), ["PE", "AE"]);
    assert_eq!(ada.listed_on.map(|d| d.to_string()).as_deref(), Some("2019-12-31"));
    assert_eq!(ada.listed_until.map(|d| d.to_string()).as_deref(), Some("2030-01-02"));
    let notes = [
        "Standard order: Y",
        "Action: NEW",
        "Federal Register notice: 84 F.R. 1",
        "Last update: 3017-08-22",
    ];
    assert_eq!(ada.notes, notes, "an impossible year is only shown");
    assert_eq!(collected.records[1].name, "SUN LTD");
    assert_eq!(collected.report.records, 2);
    assert_eq!(collected.report.left_out["further row of the same party"], 2);
}

#[test]
fn several_orders_of_one_name_are_one_listing_from_the_first_to_the_last_day() {
    let address = ["1 ROAD", "LIMA", "", "PE"];
    let collected = read(&[
        row("ADA", address, ["06/19/2003", "06/29/2026"]),
        row("ADA", address, ["03/04/2002", "06/29/2056"]),
        row("BO", address, ["03/04/2002", ""]),
        row("BO", address, ["03/04/2002", "06/29/2056"]),
        row("CY", address, ["13/04/2002", "soon"]),
    ]);
    let listed = |at: usize| {
        let record = &collected.records[at];
        [record.listed_on, record.listed_until].map(|d| d.map(|d| d.to_string()))
    };
    assert_eq!(listed(0), [Some("2002-03-04".to_owned()), Some("2056-06-29".to_owned())]);
    let notes = &collected.records[0].notes;
    assert!(notes.contains(&"Also listed on: 2003-06-19".to_owned()), "{notes:?}");
    assert!(notes.contains(&"Also listed until: 2026-06-29".to_owned()), "{notes:?}");
    assert_eq!(listed(1), [Some("2002-03-04".to_owned()), None], "one order has no end");
    assert_eq!(listed(2), [None, None], "dates are month, day, year");
    let expected = ["Effective Date: 13/04/2002", "Expiration Date: soon"];
    assert_eq!(collected.records[2].notes[..2], expected);
}

#[test]
fn the_country_is_that_of_the_address_or_the_us_where_only_a_state_is_given() {
    for (street, state, country, expected) in [
        ("1 ROAD", "", "GB", Some("GB")),
        ("1 ROAD", "TX", "US", Some("US")),
        ("1 ROAD", "TX", "", Some("US")),
        ("1 ROAD", "", "NM", Some("US")),
        ("1 ROAD", "RS", "", None),
        ("1 ROAD", " ", "", None),
    ] {
        let collected = read(&[row("ADA", [street, "NOWHERE", state, country], DATES)]);
        let countries = texts(&collected.records[0].address_countries);
        assert_eq!(countries.first().map(String::as_str), expected, "{street} {state} {country}");
        assert!(countries.len() < 2);
        assert!(collected.records[0].addresses[0].starts_with(street));
    }
}

#[test]
fn other_names_in_a_name_are_aliases() {
    for (text, name, alias) in [
        ("ADA SAMPLE A/K/A ADA SIMPLE", "ADA SAMPLE", "ADA SIMPLE"),
        ("ADA (A.K.A. LI-AN) SAMPLE", "ADA SAMPLE", "LI-AN"),
        ("SUN AIRLINES D/B/A S9 AIRLINES", "SUN AIRLINES", "S9 AIRLINES"),
    ] {
        let collected = read(&[row(text, ["1 ROAD", "LIMA", "", "PE"], DATES)]);
        let record = &collected.records[0];
        assert_eq!((record.name.as_str(), record.aliases[0].name.as_str()), (name, alias));
    }
}

#[test]
fn bad_rows_are_rejected_with_their_line() {
    let good = row("ADA", ["1 ROAD", "LIMA", "", "PE"], DATES);
    let collected =
        read(&[row(" ", ["1 ROAD", "LIMA", "", "PE"], DATES), "\"BO\"\n".to_owned(), good]);
    let rejects = reject_lines(&collected.report);
    assert_eq!(rejects, ["line 2: Name is empty", "line 3: 1 columns where 12 are expected"]);
    assert_eq!(collected.records.len(), 1);
    let error = read_bytes("bis_dpl", b"Name,City\nADA,LIMA\n").expect_err("commas").to_string();
    assert_eq!(error, "list: no column \"Name\"; the header has Name,City");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_byte_makes_it_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let rows = row("ADA A/K/A (A.K.A. BO; CY)", ["1 ROAD", "LIMA", "TX", "PRC"], DATES);
        let mut bytes = (line(HEADER) + &rows + &rows).into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let whole = bytes.len();
        bytes.truncate(whole.min(whole / 2 + cut.index(whole)));
        if let Ok(collected) = read_bytes("bis_dpl", &bytes) {
            prop_assert!(collected.report.records + collected.report.rejected <= 6);
        }
    }
}
