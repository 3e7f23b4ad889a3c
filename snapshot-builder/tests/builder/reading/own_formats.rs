//! The builder's own input formats (docs/formats.md, "records.jsonl"), by which a user brings any
//! list.

use snapshot_builder::{Description, LoadError, LoadOptions, Loaded, load_register, plan};
use tamis_engine::model::{Alias, EntityType, Record};

use super::support::{load, records, reject_lines, sources, texts};

const DESCRIPTION: &str = r#"
name = "Register of Made-up Debtors"
short_name = "Debtors"
slug = "xx_debtors"
publisher = "Nobody"
country = "ZZ"
list_type = "TAX_WARRANT"
cadence_hours = 168
format = "FORMAT"
source_url = "https://example.org/debtors"
licence = "None"
offer = "none"
"#;

pub(crate) fn description(format: &str, tables: &str) -> Description {
    let text = DESCRIPTION.replace("FORMAT", format) + tables;
    Description::parse("register.toml", &text).expect("sound description")
}

fn load_jsonl(text: &str) -> Loaded {
    let folder = sources(&[("xx_debtors/records.jsonl", text.as_bytes())]);
    load(&description("records_jsonl", ""), folder.path())
}

#[test]
fn a_line_may_have_every_field() {
    let loaded = load_jsonl(
        r#"{"ref": "17", "name": "Ana Lee", "aliases": ["Annie", "A. Lee"], "type": "INDIVIDUAL", "birth_dates": ["1962", "1963-05"], "countries": ["pe", "Chile", "NA"], "imo": "IMO 9074729", "programmes": ["TAX"], "listed_on": "2020-02-29", "status": "open", "notes": ["owes"], "source_url": "https://example.org/17", "isin": "XX1", "ticker": "ANA"}

{"ref": "18", "name": "Nobody"}"#,
    );
    let [full, bare] = records(&loaded) else { panic!("two records") };
    assert_eq!(full.entity_type, Some(EntityType::Individual));
    assert_eq!(texts(&full.birth_dates), ["1962", "1963-05"]);
    assert_eq!(texts(&full.countries), ["PE", "CL", "NA"]);
    assert_eq!(full.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!(full.listed_on.map(|date| date.to_string()).as_deref(), Some("2020-02-29"));
    assert_eq!(full.aliases.len(), 2);
    assert_eq!((full.isin.as_deref(), full.ticker.as_deref()), (Some("XX1"), Some("ANA")));
    assert_eq!(bare.entity_type, None);
    assert_eq!(loaded.report.by_type["UNKNOWN"], 1);
}

#[test]
fn a_line_may_have_the_rarer_facts() {
    let loaded = load_jsonl(
        r#"{"ref": "1", "name": "Harbour Ltd", "type": "entity", "weak_aliases": ["Fox"], "former_names": ["Quay Ltd"], "gender": "F", "birth_places": ["Lima, Peru"], "positions": ["Owner"], "addresses": ["1 Dock Rd, Lima", "2 Quay St"], "identifiers": ["Passport: A1 (PE)", "Tax ID: 12"], "listed_until": "2030", "un_reference": "XXi.001"}"#,
    );
    let [record] = records(&loaded) else { panic!("one record") };
    assert_eq!(record.entity_type, Some(EntityType::Company));
    let former = Alias::strong("Quay Ltd").formerly(true);
    assert_eq!(record.aliases, [former, Alias::weak("Fox")]);
    assert_eq!(record.gender.as_deref(), Some("female"));
    assert_eq!(record.birth_places, ["Lima, Peru"]);
    assert_eq!(record.positions, ["Owner"]);
    assert_eq!(record.addresses, ["1 Dock Rd, Lima", "2 Quay St"]);
    assert_eq!(numbers(record), ["Passport: A1 PE", "Tax ID: 12 -"]);
    assert_eq!(record.un_reference.as_deref(), Some("XXi.001"));
    assert_eq!(record.listed_until.map(|date| date.to_string()).as_deref(), Some("2030"));
}

/// Kind, value and country of each identifier.
pub(crate) fn numbers(record: &Record) -> Vec<String> {
    let numbers = record.identifiers.iter();
    let shown = numbers.map(|number| {
        let country = number.country.map_or("-".to_owned(), |country| country.to_string());
        format!("{}: {} {country}", number.kind, number.value)
    });
    shown.collect()
}

#[test]
fn a_wrong_line_is_rejected_with_its_number_and_field() {
    let long = format!(r#"{{"ref": "9", "name": "{}"}}"#, "x".repeat(1 << 20));
    let table = [
        (r#"{"ref": "1"}"#, "name is missing"),
        (r#"{"name": "x"}"#, "ref is missing"),
        (r#"{"ref": "", "name": "x"}"#, "ref is empty"),
        (r#"{"ref": 1, "name": "x"}"#, "ref must be a string, not a number"),
        (r#"{"ref": "1", "name": null}"#, "name must be a string, not null"),
        (
            r#"{"ref": "1", "name": "x", "aliases": "y"}"#,
            "aliases must be an array of strings, not a string",
        ),
        (
            r#"{"ref": "1", "name": "x", "notes": [1]}"#,
            "notes must be an array of strings, not a number",
        ),
        (
            r#"{"ref": "1", "name": "x", "dob": "1962"}"#,
            "unknown key \"dob\"; accepted: ref, name, aliases,",
        ),
        (
            r#"{"ref": "1", "name": "x", "type": "PERSON"}"#,
            "type is \"PERSON\"; accepted: INDIVIDUAL,",
        ),
        (
            r#"{"ref": "1", "name": "x", "birth_dates": ["1962-13"]}"#,
            "birth_dates is \"1962-13\"; accepted: a date",
        ),
        (r#"{"ref": "1", "name": "x", "imo": "12"}"#, "imo is \"12\"; accepted: seven digits"),
        (
            r#"{"ref": "1", "name": "x", "gender": "woman"}"#,
            "gender is \"woman\"; accepted: male, female",
        ),
        (
            r#"{"ref": "1", "name": "x", "identifiers": ["A1"]}"#,
            "identifiers is \"A1\"; accepted: a text of the form `Kind: value`",
        ),
        (
            r#"{"ref": "1", "name": "x", "identifiers": [{"kind": "Passport"}]}"#,
            "identifiers must be an array of strings, not an object",
        ),
        (
            r#"{"ref": "1", "name": "x", "birth_dates": ["31/05/1962"]}"#,
            "birth_dates is \"31/05/1962\"; accepted: a date of the form YYYY,",
        ),
        (
            r#"{"ref": "1", "name": "x", "listed_until": "19620531"}"#,
            "listed_until is \"19620531\"; accepted: a date of the form YYYY,",
        ),
        (r#"["ref"]"#, "not a JSON object: invalid type: sequence, expected a map"),
        (r#"{"ref": "1", "#, "not a JSON object: EOF while parsing"),
        (long.as_str(), "the line is longer than 1048576 bytes"),
    ];
    for (line, expected) in table {
        let loaded = load_jsonl(&format!("{{\"ref\": \"0\", \"name\": \"Good\"}}\n{line}\n"));
        assert_eq!(records(&loaded).len(), 1, "{line}");
        let reasons = reject_lines(&loaded.report);
        assert!(
            reasons[0].starts_with(&format!("line 2: {expected}")),
            "{reasons:?}, {expected:?}"
        );
    }
}

#[test]
fn columns_of_a_csv_file_are_mapped_to_fields() {
    let columns = "[columns]\nref = \"ID\"\nname = \"Full name\"\ntype = \"Kind\"\n\
        aliases = { header = \"Also\", separator = \"|\" }\n\
        birth_dates = { header = \"Born\", separator = \" or \" }\n";
    let text = "\u{feff}Kind,ID,Full name,Also,Born,Unused\r\n\
        INDIVIDUAL,1,\"Lee, Ana\",Annie | A. Lee|,1962 or 1963,x\r\n\
        ,2,Nobody,,,\r\n\
        ROBOT,3,Tin Man,,,\r\n\
        ,4,Short\r\n\
        ,,No reference,,,\r\n\
        ,6,\"Two\nlines\",,,\r\n";
    let folder = sources(&[("xx_debtors/2024-05/records.csv", text.as_bytes())]);
    let loaded = load(&description("records_csv", columns), folder.path());
    let names: Vec<_> = records(&loaded).iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["Lee, Ana", "Nobody", "Two lines"]);
    let ana = &records(&loaded)[0];
    let aliases: Vec<_> = ana.aliases.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(aliases, ["Annie", "A. Lee"]);
    assert_eq!(texts(&ana.birth_dates), ["1962", "1963"]);
    let reasons = reject_lines(&loaded.report);
    assert!(
        reasons[0].starts_with("line 4: type is \"ROBOT\"; accepted: INDIVIDUAL"),
        "{reasons:?}"
    );
    assert_eq!(reasons[1..], ["line 5: 3 columns where 6 are expected", "line 6: ref is missing"]);
    assert_eq!(loaded.report.rejects[0].reference.as_deref(), Some("3"));
    assert_eq!(loaded.report.list_date.as_deref(), Some("2024-05"));
}

#[test]
fn a_header_without_a_mapped_column_fails_the_register() {
    let columns = "[columns]\nref = \"ID\"\nname = \"Full name\"\n";
    let folder = sources(&[("xx_debtors/records.csv", b"ID,Name\n1,x\n")]);
    let loaded = load(&description("records_csv", columns), folder.path());
    let error = loaded.outcome.expect_err("no such column");
    assert!(matches!(error, LoadError::MissingColumn { field: "name", .. }), "{error}");
    assert!(error.to_string().contains("the header has ID, Name"), "{error}");
}

#[test]
fn a_described_folder_is_planned_and_loaded_from_its_parts() {
    let text =
        DESCRIPTION.replace("FORMAT", "records_jsonl") + "[files]\nmain = \"part-*.jsonl\"\n";
    let part =
        |reference: u8| format!("{{\"ref\": \"{reference}\", \"name\": \"Party {reference}\"}}");
    let second = zstd::encode_all(part(2).as_bytes(), 1).expect("in memory");
    let folder = sources(&[
        ("xx_debtors/register.toml", text.as_bytes()),
        ("xx_debtors/2024-05-01/part-1.jsonl", part(1).as_bytes()),
        ("xx_debtors/2024-05-01/part-2.jsonl.zst", &second),
        ("xx_unknown/records.jsonl", b"{}"),
    ]);
    let options = LoadOptions::default();
    let plan = plan(folder.path(), &options).expect("a plan");
    assert_eq!(plan.ignored, ["xx_unknown"]);
    let loaded = load_register(&plan.registers[0], folder.path(), &options);
    let references: Vec<_> = records(&loaded).iter().map(|r| r.reference.as_str()).collect();
    assert_eq!(references, ["1", "2"]);
    assert_eq!(loaded.report.files.len(), 2);
}
