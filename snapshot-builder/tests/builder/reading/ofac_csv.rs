//! The traps of the OFAC CSV files, on made-up rows.

use snapshot_builder::{Loaded, RegisterReport};
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{load, records, reject_lines, shipped, sources, texts};

/// A row of the main file with these fields, all others missing.
fn row(reference: &str, name: &str, kind: &str, programme: &str, remarks: &str) -> String {
    let quoted = |text: &str| match text {
        "" => "-0- ".to_owned(),
        text => format!("\"{}\"", text.replace('"', "\"\"")),
    };
    let [name, kind, programme, remarks] = [name, kind, programme, remarks].map(quoted);
    format!(
        "{reference},{name},{kind},{programme},-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,{remarks}\r\n"
    )
}

/// Loads a set of four files, each closed by the publisher's mark.
fn load_set(main: &str, aliases: &str, addresses: &str, comments: &str) -> Loaded {
    let marked = [main, aliases, addresses, comments].map(|text| format!("{text}\r\n\x1a"));
    let names = ["sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"];
    let paths = names.map(|name| format!("us_ofac_sdn/2024-01-01/{name}"));
    let files: Vec<(&str, &[u8])> =
        paths.iter().zip(&marked).map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    load(&shipped("us_ofac_sdn"), sources(&files).path())
}

const NO_ALIASES: &str = "999,1,\"aka\",\"NOBODY\",-0- ";
const NO_ADDRESSES: &str = "999,1,-0- ,-0- ,-0- ,-0- ";
const NO_COMMENTS: &str = "999,\"nothing\"";

fn load_main(main: &str) -> (Vec<Record>, RegisterReport) {
    let loaded = load_set(main, NO_ALIASES, NO_ADDRESSES, NO_COMMENTS);
    (records(&loaded).to_vec(), loaded.report)
}

#[test]
fn a_set_of_files_becomes_one_record_a_party() {
    let main = "7,\"SAMPLE, Ada Beth\",\"individual\",\"SDGT] [IRGC] [IFSR\",\"Chief; Treasurer\",\
                -0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"DOB 10 Dec 1948; POB Lima, Peru; citizen Peru; \
                a.k.a. 'ABS'; Linked To: SUN BANK.\"";
    let aliases = "7,2,\"aka\",\"SECOND, Ada\",-0- \r\n7,1,\"fka\",\"FIRST, Ada\",-0- ";
    let addresses =
        "7,1,\"1 High Street\",\"Lima 15001\",\"Peru\",-0- \r\n7,2,-0- ,-0- ,\"Chile\",-0- ";
    let loaded = load_set(main, aliases, addresses, NO_COMMENTS);
    let record = &records(&loaded)[0];
    assert_eq!(record.reference, "7");
    assert_eq!(record.name, "SAMPLE, Ada Beth", "the name stays as published");
    assert_eq!(record.entity_type, Some(EntityType::Individual));
    assert_eq!(record.programmes, ["SDGT", "IRGC", "IFSR"]);
    assert_eq!(record.positions, ["Chief", "Treasurer"]);
    let former = Alias::strong("FIRST, Ada").formerly(true);
    let expected = [Alias::strong("SECOND, Ada"), former, Alias::weak("ABS")];
    assert_eq!(record.aliases, expected, "in the publisher's order, weak ones after");
    assert_eq!(record.addresses, ["1 High Street, Lima 15001, Peru", "Chile"]);
    assert_eq!(texts(&record.address_countries), ["PE", "CL"]);
    assert_eq!(texts(&record.birth_dates), ["1948-12-10"]);
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    assert_eq!(texts(&record.countries), ["PE"]);
    assert_eq!(record.notes, ["Linked To: SUN BANK"]);
    let url = record.source_url.as_deref().expect("the description has a template");
    assert!(url.ends_with("Details.aspx?id=7"), "{url}");
    assert_eq!(loaded.report.list_date.as_deref(), Some("2024-01-01"));
    assert_eq!(loaded.report.files.len(), 4);
}

#[test]
fn a_missing_type_is_an_entity_and_its_legal_form_decides() {
    let main = row("1", "NORTH SEA TRADING CO., LTD.", "", "CUBA", "")
        + &row("2", "FRONT OF THE NORTH", "", "CUBA", "")
        + &row(
            "3",
            "EP-XYZ",
            "aircraft",
            "IFSR",
            "Aircraft Model A300; Aircraft Operator NOBODY AIR.",
        );
    let (records, report) = load_main(&main);
    let types: Vec<_> = records.iter().map(|r| r.entity_type).collect();
    let expected = [EntityType::Company, EntityType::Organization, EntityType::Aircraft];
    assert_eq!(types, expected.map(Some));
    assert_eq!(records[0].name, "NORTH SEA TRADING CO., LTD.");
    assert_eq!(records[2].notes, ["Aircraft Model A300", "Aircraft Operator NOBODY AIR"]);
    assert_eq!(report.by_type["COMPANY"], 1);
}

#[test]
fn a_vessel_has_flag_imo_number_and_its_own_columns() {
    let main = "5,\"SEA STAR\",\"vessel\",\"SYRIA\",-0- ,\"ABCD7\",\"Crude Oil Tanker\",\"105000\",\
                \"56000\",\"Panama\",\"NOBODY SHIPPING\",\"Former Vessel Flag Malta; Vessel \
                Registration Identification IMO 9074729; MMSI 372000001.\"";
    let (records, report) = load_main(main);
    let ship = &records[0];
    assert_eq!(texts(&ship.countries), ["PA"], "a former flag is only a note");
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    let numbers: Vec<_> =
        ship.identifiers.iter().map(|i| (i.kind.as_str(), i.value.as_str())).collect();
    assert_eq!(numbers, [("Call sign", "ABCD7"), ("MMSI", "372000001")]);
    let expected = [
        "Vessel type: Crude Oil Tanker",
        "Tonnage: 105000",
        "Gross registered tonnage: 56000",
        "Vessel owner: NOBODY SHIPPING",
        "Former Vessel Flag Malta",
    ];
    assert_eq!(ship.notes, expected);
    assert_eq!((report.filled("imo"), report.filled("countries")), (1, 1));
}

#[test]
fn remarks_and_their_continuation_are_joined_without_trimming() {
    // The first cut falls into a word, the second just before a blank, the third just after one.
    let main = row("1", "ONE", "individual", "CUBA", "DOB 1950; a.k.a. 'BRO")
        + &row("2", "TWO", "individual", "CUBA", "DOB 1950; citizen")
        + &row("3", "THREE", "individual", "CUBA", "DOB 1950; citizen ");
    let comments = "1,\"KEN NAME'; citizen Peru.\"\r\n2,\" Peru.\"\r\n3,\"Peru.\"\r\n4,\"orphan\"";
    let loaded = load_set(&main, NO_ALIASES, NO_ADDRESSES, comments);
    let records = records(&loaded);
    assert_eq!(records[0].aliases, [Alias::weak("BROKEN NAME")]);
    for record in records {
        assert_eq!(texts(&record.countries), ["PE"], "{}", record.name);
    }
    let warnings = loaded.report.warnings.join("\n");
    assert!(warnings.contains("1 rows of the comments file belong to no record"), "{warnings}");
}

#[test]
fn cut_remarks_without_their_rest_give_a_warning_and_no_wrong_fact() {
    let filler = format!("DOB 1950; {}; Passport 12", "x".repeat(977));
    assert_eq!(filler.len(), 1_000);
    let (records, report) = load_main(&row("1", "ONE", "individual", "CUBA", &filler));
    assert_eq!(texts(&records[0].birth_dates), ["1950"]);
    assert_eq!(records[0].identifiers, [], "the number may go on after the cut");
    assert!(report.warnings.iter().any(|w| w.starts_with("1 remarks are cut at 1000")));
}

#[test]
fn equal_names_stay_apart_and_equal_references_do_not() {
    let main = row("1", "TWIN", "individual", "CUBA", "")
        + &row("2", "TWIN", "individual", "CUBA", "")
        + &row("2", "OTHER", "individual", "CUBA", "")
        + &row("", "NO REFERENCE", "individual", "CUBA", "")
        + &row("4", "", "individual", "CUBA", "")
        + &row("5", "ODD", "robot", "CUBA", "")
        + "6,\"SHORT\",\"individual\"\r\n"
        + &row("7", "LAST", "individual", "CUBA", "");
    let (records, report) = load_main(&main);
    let references: Vec<_> = records.iter().map(|r| r.reference.as_str()).collect();
    assert_eq!(references, ["1", "2", "7"]);
    let rejects = reject_lines(&report);
    assert_eq!(
        rejects,
        [
            "line 3: ref \"2\" occurs a second time",
            "line 4: ref is empty",
            "line 5: name is empty",
            "line 6: type is \"robot\"; accepted: individual, vessel, aircraft, -0-",
            "line 7: 3 columns where 12 are expected",
        ]
    );
    assert_eq!(report.rejected, 5);
    assert_eq!(report.rejects[4].file, "us_ofac_sdn/2024-01-01/sdn.csv");
    assert_eq!(report.rejects[4].reference.as_deref(), Some("6"));
}

#[test]
fn the_end_mark_is_no_row_and_its_absence_a_warning() {
    let main = row("1", "ONE", "individual", "CUBA", "");
    for (end, warned) in [("\x1a", false), ("", true)] {
        let text = format!("{main}{end}");
        let folder = sources(&[("us_ofac_sdn/sdn.csv", text.as_bytes())]);
        let loaded = load(&shipped("us_ofac_sdn"), folder.path());
        assert_eq!(records(&loaded).len(), 1);
        let has_warning = loaded.report.warnings.iter().any(|w| w.contains("0x1A"));
        assert_eq!(has_warning, warned, "{:?}", loaded.report.warnings);
        assert_eq!(loaded.report.list_date, None, "neither file nor folder state a date");
    }
}
