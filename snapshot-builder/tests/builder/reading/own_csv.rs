//! CSV files of any publisher, read by the mapping of their description alone.

use std::fs;
use std::path::Path;

use snapshot_builder::{Description, LoadError, Loaded};
use tamis_engine::model::{Alias, EntityType, Record};
use tamis_ingest::FileError;

use super::own_formats::{description, numbers};
use super::support::{load, records, reject_lines, sources, texts};

/// Loads a file by these tables of its description.
fn load_csv(tables: &str, file: impl AsRef<[u8]>) -> Loaded {
    let folder = sources(&[("xx_debtors/records.csv", file.as_ref())]);
    load(&description("records_csv", tables), folder.path())
}

/// Loads a file with the columns `ID` and `Name` and these further ones.
fn load_with(columns: &str, file: &str) -> Loaded {
    load_csv(&format!("[columns]\nref = \"ID\"\nname = \"Name\"\n{columns}\n"), file)
}

fn names(loaded: &Loaded) -> Vec<&str> {
    records(loaded).iter().map(|record| record.name.as_str()).collect()
}

fn first(loaded: &Loaded) -> &Record {
    records(loaded).first().expect("a record")
}

fn aliases(record: &Record) -> Vec<&str> {
    record.aliases.iter().map(|alias| alias.name.as_str()).collect()
}

#[test]
fn the_example_of_the_document_is_read_as_it_says() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/formats.md");
    let document = fs::read_to_string(document).expect("readable");
    let block = |start: &str, holds: &str| {
        let mut blocks = document.split(start).filter_map(|rest| rest.split("\n```").next());
        blocks.find(|block| block.contains(holds)).expect(holds).to_owned()
    };
    let description = block("```toml\n", "slug = \"nordhaven_port\"");
    let description = Description::parse("register.toml", &description).expect("sound");
    let file = block("```csv\n", "Port of Nordhaven");
    let folder = sources(&[("nordhaven_port/2026-03-02/barred.csv", file.as_bytes())]);
    let loaded = load(&description, folder.path());
    assert_eq!(loaded.report.rejected, 0, "{:?}", loaded.report.rejects);
    let [ana, firm, ship, friends] = records(&loaded) else { panic!("four records") };
    assert_eq!((ana.name.as_str(), ana.reference.as_str()), ("Ana Maria LEE", "N-1"));
    assert_eq!(aliases(ana), ["Annie Lee", "LI Anna", "Foxy", "Anita Lee"]);
    assert_eq!(ana.aliases[2], Alias::weak("Foxy"));
    assert_eq!(texts(&ana.birth_dates), ["1962-05-31", "1963"]);
    assert_eq!(texts(&ana.countries), ["PE", "CL"]);
    assert_eq!(numbers(ana), ["Passport: A1234567 PE", "Passport: B7654321 CL"]);
    assert_eq!(ana.addresses, ["1 Dock Rd, Lima", "2 Quay St, Arica"]);
    assert_eq!(ana.notes, ["Reason: Smuggling", "Reason: Forged papers"]);
    assert_eq!(ana.programmes, ["Port ban"]);
    assert_eq!(ana.listed_on.map(|date| date.to_string()).as_deref(), Some("2026-03-01"));
    let types = [ana, firm, ship, friends].map(|record| record.entity_type);
    use EntityType::{Company, Individual, Organization, Vessel};
    assert_eq!(types, [Individual, Company, Vessel, Organization].map(Some));
    assert_eq!(ship.imo.map(|imo| imo.to_string()).as_deref(), Some("9074729"));
    assert_eq!((friends.countries.len(), friends.listed_on), (0, None));
    assert_eq!(loaded.report.left_out["further row of a party"], 1);
}

#[test]
fn any_delimiter_encoding_and_header_row_is_read() {
    let columns = "[columns]\nref = \"ID\"\nname = \"Full name\"\n";
    for (csv, file) in [
        ("", &b"ID,Full name\n1,\"Lee, Ana\"\n"[..]),
        ("delimiter = \";\"", b"ID;Full name\r\n1;Lee, Ana\r\n"),
        ("delimiter = \"\\t\"", b"ID\tFull name\n1\tLee, Ana\n"),
        ("delimiter = \"|\"\nheader_row = 3", b"Issued today\n\nID|Full  name\n1|Lee, Ana\n"),
        ("header_row = 5", b"Title\n\"a\nID,Full name\n1,x\",b\nID,Full name\n1,\"Lee, Ana\"\n"),
    ] {
        let loaded = load_csv(&format!("[csv]\n{csv}\n{columns}"), file);
        assert_eq!(names(&loaded), ["Lee, Ana"], "{csv}");
    }
    let windows = "[csv]\nencoding = \"utf-8 or windows-1252\"\n";
    let latin = b"ID,Full name\n1,Ren\xe9\n";
    assert_eq!(names(&load_csv(&format!("{windows}{columns}"), latin)), ["René"]);
    let error = load_csv(columns, latin).outcome.expect_err("not UTF-8");
    assert!(matches!(error, LoadError::File(FileError::NotUtf8 { line: 2, .. })), "{error}");
}

#[test]
fn columns_without_names_and_of_equal_names_are_named_by_number() {
    let numbered = "[csv]\nheader_row = 0\n[columns]\nref = \"#1\"\nname = \"#3\"\n";
    assert_eq!(names(&load_csv(numbered, "1,x,Ana\n2,y,Bo\n")), ["Ana", "Bo"]);
    let loaded = load_csv("[columns]\nref = \"#1\"\nname = \"#3\"\n", "ID,Name,Name\n1,x,Ana\n");
    assert_eq!(names(&loaded), ["Ana"]);
    for (tables, file, expected) in [
        (
            numbered,
            "1,Ana\n",
            "no column \"#3\" for field `name`; the header has no names, only #1 to #2",
        ),
        (
            "[columns]\nref = \"ID\"\nname = \"Name\"\n",
            "ID,Name,Name\n1,x,y\n",
            "two columns \"Name\" for field `name`; name one by its number, #2 or #3",
        ),
        (
            "[columns]\nref = \"ID\"\nname = \"#4\"\n",
            "ID,Name,Name\n1,x,y\n",
            "no column \"#4\" for field `name`; the header has ID, Name, Name",
        ),
        (
            "[csv]\nheader_row = 9\n[columns]\nref = \"ID\"\nname = \"Name\"\n",
            "ID,Name\n1,x\n",
            "line 9: the row of column names is missing; the file is truncated",
        ),
    ] {
        let error = load_csv(tables, file).outcome.expect_err(expected).to_string();
        assert!(error.ends_with(expected), "{error}");
    }
}

#[test]
fn cells_are_joined_repeated_and_taken_in_turn() {
    let loaded = load_csv(
        "[csv]\nmissing = [\"NA\", \"-0-\"]\n[columns]\nref = [\"ID\", \"Old ID\"]\n\
         name = [\"Firm\", { headers = [\"First\", \"Middle\", \"Last\"] }]\n\
         type = [{ header = \"Firm\", values = { \"*\" = \"entity\" } }, { value = \"INDIVIDUAL\" }]\n\
         aliases = [\"AKA 1\", { header = \"AKA 2\", separator = \";\" }]\n\
         addresses = { headers = [\"Street\", \"Town\"], joiner = \", \" }\n\
         countries = { value = \"pe\" }\n",
        "ID,Old ID,Firm,First,Middle,Last,AKA 1,AKA 2,Street,Town\n\
         1,9,NA,Ana,-0- ,LEE,Annie,NA;Fox; Vix,1 Dock Rd,NA\n\
         ,2,Harbour Ltd,NA,,,,,NA,NA\n",
    );
    let [ana, firm] = records(&loaded) else { panic!("two records") };
    assert_eq!((ana.name.as_str(), firm.name.as_str()), ("Ana LEE", "Harbour Ltd"));
    assert_eq!((ana.reference.as_str(), firm.reference.as_str()), ("1", "2"));
    assert_eq!(ana.entity_type, Some(EntityType::Individual));
    assert_eq!(firm.entity_type, Some(EntityType::Company));
    assert_eq!(aliases(ana), ["Annie", "Fox", "Vix"]);
    assert_eq!((&ana.addresses[..], firm.addresses.len()), (&["1 Dock Rd".to_owned()][..], 0));
    assert_eq!(texts(&ana.countries), ["PE"]);
}

#[test]
fn values_mean_what_the_description_says() {
    let loaded = load_with(
        "type = { header = \"Kind\", values = { P = \"INDIVIDUAL\", \"?\" = \"\", \"\" = \"VESSEL\" } }\n\
         countries = { header = \"From\", separator = \"/\", values = { UAR = \"EG\", \"*\" = \"*\" } }\n\
         gender = { header = \"Sex\", values = { W = \"female\", \"*\" = \"\" } }",
        "ID,Name,Kind,From,Sex\n1,a,P,UAR/Peru,W\n2,b,?,,D\n3,c,,,\n4,d,X,,\n",
    );
    let shown: Vec<_> = records(&loaded)
        .iter()
        .map(|r| (r.entity_type, texts(&r.countries).join(" "), r.gender.clone()))
        .collect();
    let expected = [
        (Some(EntityType::Individual), "EG PE".to_owned(), Some("female".to_owned())),
        (None, String::new(), None),
        (Some(EntityType::Vessel), String::new(), None),
    ];
    assert_eq!(shown, expected);
    assert_eq!(reject_lines(&loaded.report), ["line 5: type is \"X\"; accepted: , ?, P"]);
    assert_eq!(loaded.report.rejects[0].reference.as_deref(), Some("4"));
}

#[test]
fn numbered_values_are_read_apart() {
    let loaded = load_with(
        "countries = { header = \"From\", numbered = true }\nnotes = { header = \"From\" }",
        "ID,Name,From\n1,a,1) Peru 2) Chile\n2,b,Peru\n3,c,\n",
    );
    let shown: Vec<_> = records(&loaded).iter().map(|r| texts(&r.countries).join(" ")).collect();
    assert_eq!(shown, ["PE CL", "PE", ""]);
    assert_eq!(first(&loaded).notes, ["1) Peru 2) Chile"]);
}

#[test]
fn dates_are_read_in_the_form_of_the_list() {
    for (form, cell, expected) in [
        ("", "1962-05", "1962-05"),
        ("", "circa 1962", "circa 1962"),
        ("", "1962-05-31 00:00:00", "1962-05-31"),
        (", date = \"DD/MM/YYYY\"", "31.05.1962", "1962-05-31"),
        (", date = \"MM/DD/YYYY\"", "05/31/1962", "1962-05-31"),
        (", date = \"YYYYMMDD\"", "19620500", "1962-05"),
        (", date = \"DD Mon YYYY\"", "31-May-1962", "1962-05-31"),
        (", date = \"DD Mon YYYY\"", "1962 to 1963", "circa 1962 circa 1963"),
        (", date = \"DD/MM/YYYY\", separator = \"or\"", "1962 or 01/02/1963", "1962 1963-02-01"),
    ] {
        let columns = format!("birth_dates = {{ header = \"Born\"{form} }}");
        let loaded = load_with(&columns, &format!("ID,Name,Born\n1,x,{cell}\n"));
        assert_eq!(texts(&first(&loaded).birth_dates).join(" "), expected, "{form} {cell}");
    }
    let columns = "birth_dates = { header = \"Born\", date = \"DD Mon YYYY\" }";
    let loaded = load_with(columns, "ID,Name,Born\n1,x,circa 1955\n");
    assert_eq!(texts(&first(&loaded).birth_dates), ["circa 1955"]);
    assert_eq!(first(&loaded).notes, [""; 0]);
}

#[test]
fn what_a_field_does_not_accept_rejects_the_row_or_becomes_a_note() {
    let file = "ID,Name,Born,IMO\n1,x,31/02/1962,12\n2,y,,\n";
    let strict = load_with("birth_dates = { header = \"Born\", date = \"DD/MM/YYYY\" }", file);
    let reason =
        "line 2: birth_dates is \"31/02/1962\"; accepted: a date of the form DD/MM/YYYY or YYYY";
    assert_eq!(reject_lines(&strict.report), [reason]);
    let noted = load_with(
        "birth_dates = { header = \"Born\", date = \"DD/MM/YYYY\", unreadable = \"note\" }\n\
         imo = { header = \"IMO\", unreadable = \"note\" }",
        file,
    );
    assert_eq!(names(&noted), ["x", "y"]);
    assert_eq!(first(&noted).notes, ["Birth date: 31/02/1962", "IMO number: 12"]);
}

#[test]
fn a_reference_is_made_where_the_list_has_none() {
    let tables = "[columns]\nref = { made_of = [\"Name\", \"Born\"] }\nname = \"Name\"\n";
    let file = "Name,Born\n\" Ana  LEE\",1962\nAna LEE,1963\nBo,\nBo,\n,\n";
    let loaded = load_csv(tables, file);
    let references: Vec<_> = records(&loaded).iter().map(|r| r.reference.as_str()).collect();
    assert_eq!(references, ["Ana LEE | 1962", "Ana LEE | 1963", "Bo"]);
    assert!(records(&loaded).iter().all(|r| r.is_reference_made && r.source_url.is_none()));
    let reasons = ["line 5: ref \"Bo\" occurs a second time", "line 6: ref is missing"];
    assert_eq!(reject_lines(&loaded.report), reasons);
    assert_eq!(loaded.report.rejects[0].reference.as_deref(), Some("Bo"));
}

#[test]
fn rows_of_one_party_are_one_record_only_when_the_description_says_so() {
    let columns = "[columns]\nref = \"ID\"\nname = \"Name\"\ntype = \"Kind\"\nstatus = \"Status\"\n\
                   countries = \"From\"\naddresses = \"Address\"\n";
    let file = "ID,Name,Kind,Status,From,Address\n\
                7,Ana,INDIVIDUAL,listed,Peru,1 Dock Rd\n\
                8,Bo,entity,,,\n\
                7,Anita,INDIVIDUAL,amended,Chile,1 Dock Rd\n\
                7,Ana,ROBOT,,,\n\
                7,Ana,entity,listed,Peru,2 Quay St\n";
    let apart = load_csv(columns, file);
    assert_eq!(names(&apart), ["Ana", "Bo"]);
    assert_eq!(apart.report.rejected, 3);
    let united = load_csv(&format!("[csv]\nmerge_rows = true\n{columns}"), file);
    let [ana, bo] = records(&united) else { panic!("two records") };
    assert_eq!((ana.name.as_str(), aliases(ana)), ("Ana", vec!["Anita"]));
    assert_eq!(ana.entity_type, Some(EntityType::Individual));
    assert_eq!(texts(&ana.countries), ["PE", "CL"]);
    assert_eq!(ana.addresses, ["1 Dock Rd", "2 Quay St"]);
    assert_eq!(ana.status.as_deref(), Some("listed"));
    assert_eq!(ana.notes, ["Status: amended", "Type: entity"]);
    assert_eq!(bo.entity_type, Some(EntityType::Organization));
    assert_eq!(united.report.left_out["further row of a party"], 2);
    assert_eq!(united.report.rejects[0].line_or_element.to_string(), "line 5");
}

#[test]
fn many_rows_of_one_party_keep_every_value_once() {
    let tables =
        "[csv]\nmerge_rows = true\n[columns]\nref = \"ID\"\nname = \"Name\"\nnotes = \"Note\"\n";
    let rows: String = (0..1000).map(|row| format!("1,Ana,note {}\n", row % 300)).collect();
    let loaded = load_csv(tables, format!("ID,Name,Note\n{rows}"));
    assert_eq!((first(&loaded).notes.len(), loaded.report.records), (300, 1));
}

#[test]
fn an_identifier_has_its_kind_and_issuer_from_the_description_or_from_its_cell() {
    let loaded = load_with(
        "identifiers = [\n  { header = \"Passport\", label = \"Passport\", country = \"By\" },\n\
         { header = \"Numbers\", separator = \";\" },\n]\nun_reference = \"UN\"",
        "ID,Name,Passport,By,Numbers,UN\n1,x,A1 (old),Peru,Tax ID: 12 (LY); Seal: 3,XXe.1\n\
         2,y,B2,Atlantis,,\n",
    );
    let [x, y] = records(&loaded) else { panic!("two records") };
    assert_eq!(numbers(x), ["Passport: A1 (old) PE", "Tax ID: 12 LY", "Seal: 3 -"]);
    assert_eq!(x.un_reference.as_deref(), Some("XXe.1"));
    assert_eq!(numbers(y), ["Passport: B2 -"]);
    assert_eq!(y.notes, ["Passport B2 issued by: Atlantis"]);
    assert_eq!(loaded.report.unknown_countries["Atlantis"], 1);
}
