//! Delimited rows: CSV and similar formats with other delimiters.

use tamis_ingest::FileError;
use tamis_ingest::rows::{ByteRecord, RowForm, Rows};
use tamis_ingest::text::TextReader;

use super::super::description::Delimited;
use super::super::tally::Sink;
use super::error::FormError;

/// Reads rows. Every row that is not skipped counts, whatever its number of cells.
pub(super) fn read(
    rules: &Delimited,
    text: TextReader<'_>,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    let form = RowForm {
        delimiter: rules.delimiter,
        has_quotes: rules.quotes,
        lines_before: rules.header_row.saturating_sub(1),
    };
    let mut rows = Rows::of(text, form)?;
    let file = rows.file().to_owned();
    if rules.header_row > 0 && rows.advance()?.is_none() {
        let (line, reason) = (u64::from(rules.header_row), "the row of column names is missing");
        return Err(FileError::Truncated { file, line, reason: reason.to_owned() }.into());
    }
    let header = (rules.header_row > 0).then(|| rows.row());
    let columns = columns(header, sink.fields, &file)?;
    while rows.advance()?.is_some() {
        let row = rows.row();
        let first = row.get(0).unwrap_or_default();
        if rules.skip.iter().any(|start| first.starts_with(start.as_bytes())) {
            continue;
        }
        for (field, column) in columns.iter().enumerate() {
            sink.set(field, row.get(*column).unwrap_or_default());
        }
        let ended = sink.end_record();
        ended.map_err(|reason| FormError::TooMany { file: file.clone(), reason })?;
    }
    Ok(())
}

/// Indices of the columns with these names; `#3` is the third column.
fn columns(
    header: Option<&ByteRecord>,
    fields: &[String],
    file: &str,
) -> Result<Vec<usize>, FileError> {
    let place = |field: &String| {
        let number = field.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        let named = || header?.iter().position(|name| name.trim_ascii() == field.as_bytes());
        let place = number.and_then(|number| number.checked_sub(1)).or_else(named);
        place.ok_or_else(|| FileError::NoColumn {
            file: file.to_owned(),
            column: field.clone(),
            header: shown(header),
        })
    };
    fields.iter().map(place).collect()
}

/// The names of columns for error messages.
fn shown(header: Option<&ByteRecord>) -> String {
    let names = header.into_iter().flatten().map(String::from_utf8_lossy);
    names.collect::<Vec<_>>().join(", ")
}
