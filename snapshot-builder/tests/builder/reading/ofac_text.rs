//! The traps of the printed list, on made-up entries.

use snapshot_builder::readers::Collected;
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{read_bytes, reject_lines, texts};

const HEAD: &str =
    "ALPHABETICAL LISTING OF PARTIES\n(\"THE LIST\"):\n\nThis publication is\na sample.\n\n\n";

fn read_list(entries: &str) -> Collected {
    read_bytes("ofac_text", format!("{HEAD}{entries}").as_bytes()).expect("a list")
}

/// The records of these entries, none of them rejected.
fn records_of(entries: &str) -> Vec<Record> {
    let Collected { records, report, .. } = read_list(entries);
    assert_eq!((report.rejected, &report.warnings), (0, &vec![]), "{:?}", report.rejects);
    records
}

#[test]
fn a_person_is_read_from_its_broken_lines() {
    let records = records_of(
        "SAMPLE, Ada (a.k.a. AL-\nSECOND, Ada; f.k.a. \"THE FOX\"), c/o SUN BANK, S.A., Lima,\n\
         Peru; 1 High Street, Lima, Peru; Korea, North; DOB 10 Dec 1948;\nalt. DOB circa 1955; POB Lima,\n\
         Peru; nationality Peru; alt. nationality Chile; Gender Male;\nPassport A1 (Iran) expires 2020; \
         Additional Information -\nSubject to Care; Minister of Tides (individual) [SDGT]\n[UKRAINE-\nEO13660] \
         (Linked To: SUN (U.K.) LTD; Linked To: MOON, Ada).\n",
    );
    let record = &records[0];
    assert_eq!((record.name.as_str(), record.is_reference_made), ("SAMPLE, Ada", true));
    assert_eq!(record.reference, "SAMPLE, Ada | 1948-12-10");
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    let former = Alias::weak("THE FOX").formerly(true);
    assert_eq!(record.aliases, [Alias::strong("AL-SECOND, Ada"), former]);
    let addresses = ["c/o SUN BANK, S.A., Lima, Peru", "1 High Street, Lima, Peru", "Korea, North"];
    assert_eq!(record.addresses, addresses);
    assert_eq!(texts(&record.birth_dates), ["1948-12-10", "circa 1955"]);
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    assert_eq!(texts(&record.countries), ["PE", "CL"]);
    assert_eq!(record.gender.as_deref(), Some("male"));
    assert_eq!(record.identifiers[0].value, "A1");
    assert_eq!(record.programmes, ["SDGT", "UKRAINE-EO13660"]);
    let notes = [
        "Passport A1 (Iran) expires 2020",
        "Additional Information - Subject to Care",
        "Minister of Tides",
        "Linked To: SUN (U.K.) LTD",
        "Linked To: MOON, Ada",
    ];
    assert_eq!(record.notes, notes);
}

#[test]
fn names_without_aliases_are_divided_from_the_address() {
    for (entry, name, address) in [
        ("LEE, Ana, Lima, Peru (individual) [CUBA].", "LEE, Ana", Some("Lima, Peru")),
        ("LEE, Ana, Jr.; DOB 1950 (individual) [CUBA].", "LEE, Ana, Jr.", None),
        (
            "SUN CO., LTD., 1 High Street, Lima, Peru [CUBA].",
            "SUN CO., LTD.",
            Some("1 High Street, Lima, Peru"),
        ),
        ("SUN BANK; Website sun.example [CUBA].", "SUN BANK", None),
        ("SUN BANK [CUBA].", "SUN BANK", None),
        ("P4-ABC; Aircraft Model X-1 (aircraft) [SDGT].", "P4-ABC", None),
    ] {
        let record = &records_of(entry)[0];
        assert_eq!(record.name, name);
        assert_eq!(record.addresses.first().map(String::as_str), address, "{entry}");
    }
}

#[test]
fn a_party_is_one_record_whatever_name_an_entry_stands_under() {
    let Collected { records, report, .. } = read_list(
        "ALPHA CO. (a.k.a. BETA CO.; f.k.a. GAMMA CO.; a.k.a. \"ABC\"), Lima, Peru [CUBA].\n\n\
         BETA CO. (a.k.a. ALPHA CO.; f.k.a. GAMMA CO.; a.k.a. \"ABC\"), Lima,\nPeru [CUBA].\n\n\
         BETA CO. (a.k.a. DELTA CO.), Lima, Peru [CUBA].\n\n\
         DELTA CO. (a.k.a. BETA CO.), Lima, Peru [CUBA].\n\n\
         GAMMA CO. (a.k.a. ALPHA CO.; a.k.a. BETA CO.; a.k.a. \"ABC\"), Lima, Peru [CUBA].\n",
    );
    let names: Vec<_> = records.iter().map(|record| record.name.as_str()).collect();
    assert_eq!(names, ["ALPHA CO.", "BETA CO."], "equal names of other parties stay apart");
    let former = Alias::strong("GAMMA CO.").formerly(true);
    let aliases = [Alias::strong("BETA CO."), former, Alias::weak("ABC")];
    assert_eq!(records[0].aliases, aliases);
    assert_eq!(report.left_out["further name of a party, printed as an entry"], 3);
}

#[test]
fn a_former_name_is_not_the_primary_one() {
    let records = records_of(
        "ALPHA BANK (a.k.a. BETA LTD.; a.k.a. \"AB\") [CUBA].\n\n\
         BETA LTD. (f.k.a. ALPHA BANK; a.k.a. \"AB\") [CUBA].\n",
    );
    assert_eq!((records.len(), records[0].name.as_str()), (1, "BETA LTD."));
    assert_eq!(records[0].entity_type, Some(EntityType::Company), "by the primary name");
    let former = Alias::strong("ALPHA BANK").formerly(true);
    assert_eq!(records[0].aliases, [former, Alias::weak("AB")]);
}

#[test]
fn parties_that_share_a_name_have_references_of_their_own() {
    let records = records_of(
        "SUN, Lima, Peru [CUBA].\n\nSUN, Lima, Peru [IRAN].\n\nSUN, Quito, Ecuador [IRAN].\n\n\
         SUN (a.k.a. MOON), Quito, Ecuador [IRAN].\n\nSUN (a.k.a. MOON), Quito, Ecuador; Website x [IRAN].\n\n\
         SUN, Ra; DOB 1950 (individual) [IRAN].\n\nSUN, Ra; DOB 1951 (individual) [IRAN].\n",
    );
    let references: Vec<_> = records.iter().map(|record| record.reference.as_str()).collect();
    let expected = [
        "SUN | CUBA",
        "SUN | IRAN | Lima, Peru",
        "SUN | IRAN | Quito, Ecuador",
        "SUN | IRAN | Quito, Ecuador | MOON",
        "SUN | IRAN | Quito, Ecuador | MOON | 2",
        "SUN, Ra | 1950",
        "SUN, Ra | 1951",
    ];
    assert_eq!(references, expected);
}

#[test]
fn vessels_have_a_description_without_commas() {
    let records = records_of(
        "SUN BANK [CUBA].\n\n_________\n\n~(vessels):~\n\n\
         SEA STAR (f.k.a. MOON STAR) (ABCD7) Crude Oil Tanker 99,144DWT\n56,068GRT Panama flag (SUN \
         SHIPPING); Former Vessel Flag Malta;\nVessel Registration Identification IMO 9074729; MMSI\n\
         372000001 (vessel) [IRAN] (Linked To: SUN BANK).\n\n\
         SEA SUN General Cargo Cuba flag (vessel) [CUBA].\n",
    );
    let ship = &records[1];
    assert_eq!((ship.name.as_str(), ship.entity_type), ("SEA STAR", Some(EntityType::Vessel)));
    assert_eq!(ship.aliases, [Alias::strong("MOON STAR").formerly(true)]);
    assert_eq!(texts(&ship.countries), ["PA"]);
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    let numbers: Vec<_> =
        ship.identifiers.iter().map(|i| (i.kind.as_str(), i.value.as_str())).collect();
    assert_eq!(numbers, [("Call sign", "ABCD7"), ("MMSI", "372000001")]);
    let notes = [
        "Vessel type: Crude Oil Tanker",
        "Tonnage: 99144",
        "Gross registered tonnage: 56068",
        "Vessel owner: SUN SHIPPING",
        "Former Vessel Flag Malta",
        "Linked To: SUN BANK",
    ];
    assert_eq!(ship.notes, notes);
    assert_eq!(
        (records[2].name.as_str(), texts(&records[2].countries)),
        ("SEA SUN", vec!["CU".to_owned()])
    );
}

#[test]
fn bad_entries_are_rejected_and_a_cut_end_fails_the_file() {
    let good = "SUN BANK [CUBA].\n\n";
    let bad = "MOON BANK (a.k.a. DAY [CUBA].\n\nDAY BANK, Lima.\n\n";
    let Collected { records, report, .. } = read_list(&format!("{good}{bad}SKY BANK [CUBA].\n"));
    assert_eq!(records.len(), 2);
    let rejects = reject_lines(&report);
    let expected = [
        "line 10: the parentheses around the aliases are not closed",
        "line 12: no programme in brackets",
    ];
    assert_eq!(rejects, expected);
    let cut = format!("{HEAD}{good}MOON BANK, Lima, Peru; c/o SUN S.A.\n");
    let error = read_bytes("ofac_text", cut.as_bytes()).expect_err("cut").to_string();
    assert_eq!(error, "list: line 10: no programme in brackets; the file is truncated");
}

#[test]
fn a_section_without_entries_is_named() {
    let report = read_list("SUN BANK [CUBA].\n\n________\n\n~(vessels):~\n").report;
    assert_eq!(
        report.warnings,
        ["list: the section \"vessels\" has no entries; the file may be cut"]
    );
}
