//! The `[csv]` and `[columns]` tables of a description: the mapping of a CSV file to records.

mod entry;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use tamis_ingest::descriptions::{DescriptionError, Source};
use toml::{Spanned, Value};

use crate::readers::{
    ColumnMap, ColumnSource, CsvForm, FIELD_NAMES, Format, OwnField, REQUIRED_FIELDS,
};
use crate::sources::Encoding;

/// `[columns]` in TOML: the source or sources of each field.
pub(super) type RawColumns = Spanned<BTreeMap<Spanned<String>, Spanned<Value>>>;

/// `[csv]` in TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCsv {
    delimiter: Option<Spanned<String>>,
    encoding: Option<Spanned<String>>,
    header_row: Option<u32>,
    #[serde(default)]
    missing: Vec<String>,
    #[serde(default)]
    merge_rows: bool,
}

/// Reads both tables; a format with fixed fields must have neither. `at` is the position of the
/// format's name in the description.
pub(super) fn read(
    source: &Source<'_>,
    csv: Option<&Spanned<RawCsv>>,
    columns: Option<&RawColumns>,
    format: &Format,
    at: &Range<usize>,
) -> Result<ColumnMap, DescriptionError> {
    let refuse_table = |table, span: Range<usize>| {
        let accepted = format!("nothing: {} knows its fields", format.name);
        Err(source.refuse(table, &span, "a table", accepted))
    };
    match (csv, columns) {
        (Some(csv), _) if !format.takes_columns => refuse_table("csv", csv.span()),
        (_, Some(columns)) if !format.takes_columns => refuse_table("columns", columns.span()),
        (_, None) if format.takes_columns => {
            let accepted = "a table that maps ref, name and other fields to header names";
            Err(source.refuse("columns", at, "missing", accepted))
        }
        (_, None) => Ok(ColumnMap::new()),
        (csv, Some(columns)) => {
            let csv = csv.map(|csv| read_csv(source, csv.get_ref())).transpose()?;
            let fields = read_columns(source, columns)?;
            Ok(ColumnMap { csv: csv.unwrap_or_default(), fields })
        }
    }
}

fn read_csv(source: &Source<'_>, raw: &RawCsv) -> Result<CsvForm, DescriptionError> {
    let mut form = CsvForm {
        missing: raw.missing.iter().map(|text| text.trim().to_owned()).collect(),
        merge_rows: raw.merge_rows,
        ..CsvForm::default()
    };
    if let Some(row) = raw.header_row {
        form.header_row = u64::from(row);
    }
    if let Some(text) = &raw.delimiter {
        form.delimiter = source.checked("csv.delimiter", text, read_delimiter, || {
            "one ASCII character, such as \",\", \";\", \"|\" or \"\\t\"".to_owned()
        })?;
    }
    if let Some(name) = &raw.encoding {
        form.encoding = source.checked("csv.encoding", name, read_encoding, || {
            ENCODINGS.map(|(name, _)| name).join(", ")
        })?;
    }
    Ok(form)
}

fn read_delimiter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [b'"' | b'\r' | b'\n'] => None,
        [byte] if byte.is_ascii() => Some(*byte),
        _ => None,
    }
}

const ENCODINGS: [(&str, Encoding); 2] =
    [("utf-8", Encoding::Utf8), ("utf-8 or windows-1252", Encoding::Utf8OrWindows1252)];

fn read_encoding(name: &str) -> Option<Encoding> {
    ENCODINGS.iter().find(|(known, _)| *known == name).map(|(_, encoding)| *encoding)
}

fn read_columns(
    source: &Source<'_>,
    columns: &RawColumns,
) -> Result<BTreeMap<OwnField, Vec<ColumnSource>>, DescriptionError> {
    let mut fields = BTreeMap::new();
    for (name, value) in columns.get_ref() {
        let field =
            source.checked("columns", name, OwnField::from_name, || FIELD_NAMES.join(", "))?;
        let span = name.span();
        let sources = match value.get_ref() {
            Value::Array(values) if !values.is_empty() => values.iter().collect(),
            value => vec![value],
        };
        let path = format!("columns.{}", field.name());
        let read = |value| entry::read(source, field, &path, &span, value);
        fields.insert(field, sources.into_iter().map(read).collect::<Result<_, _>>()?);
    }
    match REQUIRED_FIELDS.iter().find(|field| !fields.contains_key(field)) {
        Some(missing) => {
            let key = format!("columns.{}", missing.name());
            Err(source.refuse(key, &columns.span(), "missing", "a header name"))
        }
        None => Ok(fields),
    }
}

#[cfg(test)]
mod tests;
