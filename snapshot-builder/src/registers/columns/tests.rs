//! Tests of the tables of a description, and their errors.

use super::super::Description;
use super::entry::cells;
use super::*;
use crate::readers::{DateForm, Origin};
use tamis_engine::model::Fact;

/// A description with these tables, `[columns]` from line 13 on.
fn parse(tables: &str) -> Result<Description, String> {
    let head = "name = 'x'\nshort_name = 'x'\nslug = 'xx'\npublisher = 'x'\ncountry = 'ZZ'\n\
                list_type = 'PEP'\ncadence_hours = 1\nformat = 'records_csv'\n\
                source_url = 'https://example.org'\nlicence = 'x'\noffer = 'none'\n";
    Description::parse("a.toml", &format!("{head}\n{tables}")).map_err(|e| e.to_string())
}

fn with(column: &str) -> Result<Description, String> {
    parse(&format!("[columns]\nref = 'ID'\nname = 'Name'\n{column}\n"))
}

#[test]
fn what_the_tables_say_is_read() {
    let map = parse(
        "[csv]\ndelimiter = \"\\t\"\nencoding = 'utf-8 or windows-1252'\nheader_row = 2\n\
         missing = ['NA ']\nmerge_rows = true\n\
         [columns]\nref = { made_of = ['A', 'B'] }\nname = ['N', { headers = ['F', ' L'] }]\n\
         [columns.birth_dates]\nheader = 'Born'\ndate = 'DD/MM/YYYY'\nseparator = ' or '\n",
    );
    let map = map.expect("sound").columns;
    let csv = CsvForm {
        delimiter: b'\t',
        encoding: Encoding::Utf8OrWindows1252,
        header_row: 2,
        missing: vec!["NA".to_owned()],
        merge_rows: true,
    };
    assert_eq!(map.csv, csv);
    let strings = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let reference = &map.fields[&OwnField::REFERENCE][0];
    assert_eq!(reference.origin, Origin::Made(strings(&["A", "B"])));
    let [first, second] = &map.fields[&OwnField::NAME][..] else { panic!("two sources") };
    assert_eq!(first.origin, cells(strings(&["N"]), " "));
    assert_eq!(second.origin, cells(strings(&["F", "L"]), " "));
    let born = &map.fields[&OwnField::Fact(Fact::BirthDates)][0];
    assert_eq!(born.style.date, DateForm::DayMonthYear);
    assert_eq!(born.separator.as_deref(), Some(" or "));
}

#[test]
fn what_is_wrong_in_a_column_is_named_with_what_is_accepted() {
    for (column, expected) in [
        ("names = 'x'", "columns is \"names\"; accepted: ref, name, aliases,"),
        ("type = ''", "columns.type is \"\"; accepted: a header name, a table"),
        ("type = 3", "columns.type is \"3\"; accepted: a header name, a table"),
        ("type = []", "columns.type is a value of type array; accepted: a header"),
        ("type = {}", "columns.type: its source is missing; accepted: one of header,"),
        (
            "type = { header = 'a', value = 'VESSEL' }",
            "columns.type: its source is \"header and value\"; accepted: one of header,",
        ),
        ("type = { value = 'ship' }", "columns.type.value is \"ship\"; accepted: INDIVIDUAL,"),
        (
            "type = { header = 'a', values = { S = 'ship' } }",
            "columns.type.values.S is \"ship\"; accepted: INDIVIDUAL,",
        ),
        (
            "type = { header = 'a', values = { S = 3 } }",
            "columns.type.values is \"3\"; accepted: a table from values",
        ),
        (
            "type = { header = 'a', values = {} }",
            "columns.type.values is a value of type table; accepted: a table from",
        ),
        (
            "type = { header = 'a', separator = ';' }",
            "columns.type.separator is \";\"; accepted: no such key: columns.type takes \
             header, headers, value, values, unreadable",
        ),
        ("type = { header = 'a', map = 'b' }", "columns.type.map is \"b\"; accepted: no such key"),
        ("type = { made_of = ['a'] }", "columns.type.made_of is a value of type array"),
        (
            "aliases = { header = 'a', separator = '' }",
            "columns.aliases.separator is \"\"; accepted: a text that is not empty",
        ),
        (
            "aliases = { headers = 'a' }",
            "columns.aliases.headers is \"a\"; accepted: a list of header names",
        ),
        (
            "aliases = { headers = ['a', 3] }",
            "columns.aliases.headers is a value of type array; accepted: a list of",
        ),
        (
            "aliases = { header = 'a', joiner = ', ' }",
            "columns.aliases.joiner is \", \"; accepted: no such key: columns.aliases takes",
        ),
        (
            "listed_on = { header = 'a', date = 'DD.MM.YY' }",
            "columns.listed_on.date is \"DD.MM.YY\"; accepted: YYYY-MM-DD, YYYY/MM/DD,",
        ),
        (
            "imo = { header = 'a', unreadable = 'skip' }",
            "columns.imo.unreadable is \"skip\"; accepted: reject, note",
        ),
        (
            "notes = { header = 'a', numbered = 1 }",
            "columns.notes.numbered is \"1\"; accepted: true, false",
        ),
        (
            "notes = { header = 'a', numbered = true, separator = ';' }",
            "columns.notes.numbered is \"true\"; accepted: no such key",
        ),
        (
            "countries = { value = 'Atlantis' }",
            "columns.countries.value is \"Atlantis\"; accepted: a country's two-letter code",
        ),
    ] {
        let error = with(column).expect_err(column);
        assert!(error.starts_with(&format!("a.toml: line 16: {expected}")), "{error}");
    }
}

#[test]
fn what_is_wrong_elsewhere_is_named_too() {
    let required = "[columns]\nref = 'ID'\nname = 'Name'\n";
    for (tables, expected) in [
        ("".to_owned(), "line 8: columns is missing; accepted: a table that maps ref,"),
        ("[columns]\nref = 'ID'\n".to_owned(), "columns.name is missing; accepted: a"),
        (
            "[columns]\nref = { value = '1' }\nname = 'Name'\n".to_owned(),
            "line 14: columns.ref.value is \"1\"; accepted: no such key: columns.ref takes \
             header, headers, made_of",
        ),
        (
            format!("[csv]\ndelimiter = ', '\n{required}"),
            "line 14: csv.delimiter is \", \"; accepted: one ASCII character",
        ),
        (format!("[csv]\ndelimiter = '\"'\n{required}"), "line 14: csv.delimiter is \"\\\"\""),
        (format!("[csv]\ndelimiter = '¦'\n{required}"), "line 14: csv.delimiter is \"¦\""),
        (
            format!("[csv]\nencoding = 'latin1'\n{required}"),
            "line 14: csv.encoding is \"latin1\"; accepted: utf-8, utf-8 or windows-1252",
        ),
        (format!("[csv]\nquote = 'x'\n{required}"), "line 14: unknown field `quote`, expected"),
        (format!("[csv]\nheader_row = -1\n{required}"), "line 14: invalid value: integer `-1`"),
    ] {
        let error = parse(&tables).expect_err(expected);
        assert!(error.contains(expected), "{error}");
    }
    let jsonl = "[csv]\n".to_owned();
    let text = format!("[columns]\n{}", "ref = 'a'\n");
    for (table, name) in [(jsonl, "csv"), (text, "columns")] {
        let head = "name = 'x'\nshort_name = 'x'\nslug = 'xx'\npublisher = 'x'\n\
                    country = 'ZZ'\nlist_type = 'PEP'\ncadence_hours = 1\n\
                    format = 'records_jsonl'\nsource_url = 'https://example.org'\n\
                    licence = 'x'\noffer = 'none'\n";
        let error = Description::parse("a.toml", &format!("{head}{table}"));
        let error = error.expect_err(name).to_string();
        let expected = format!("{name} is a table; accepted: nothing: records_jsonl");
        assert!(error.contains(&expected), "{error}");
    }
}
