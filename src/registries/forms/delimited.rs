//! Rows of cells: CSV and its relatives with other delimiters.

use std::io::{self, BufRead, Read};

use csv::ByteRecord;

use super::super::description::Delimited;
use super::super::tally::Sink;
use super::FormError;

/// Appended to every file. Read as a row of its own it proves that no quoted text was open at the
/// end; some publishers end their files with the same byte.
const END: &[u8] = b"\n\x1a\n";
const END_MARK: &[u8] = b"\x1a";

/// Reads rows; all that are not skipped count, whatever their width.
pub(super) fn read(
    rules: &Delimited,
    input: &mut dyn BufRead,
    sink: &mut Sink<'_, '_>,
) -> Result<(), FormError> {
    for _ in 1..rules.header_row {
        skip_line(input)?;
    }
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(rules.delimiter).quoting(rules.quotes);
    let mut rows = builder.from_reader(input.chain(END));
    let mut row = ByteRecord::new();
    let mut next = |row: &mut ByteRecord| rows.read_byte_record(row).map_err(of_csv);
    let mut columns = columns(None, sink.fields);
    if rules.header_row > 0 {
        if !next(&mut row)? || is_end(&row) {
            return Err(FormError::damaged("there is no row with the names of the columns"));
        }
        columns = self::columns(Some(&row), sink.fields);
    }
    let columns = columns?;
    let mut at_end = false;
    while next(&mut row)? {
        at_end = is_end(&row);
        let first = row.get(0).unwrap_or_default();
        if at_end || rules.skip.iter().any(|start| first.starts_with(start.as_bytes())) {
            sink.pass_over();
            continue;
        }
        for (field, column) in columns.iter().enumerate() {
            sink.set(field, row.get(*column).unwrap_or_default());
        }
        sink.end_record()?;
    }
    match at_end {
        true => Ok(()),
        false => Err(FormError::damaged("a quoted text is not closed; the file was cut")),
    }
}

fn is_end(row: &ByteRecord) -> bool {
    row.len() == 1 && row.get(0) == Some(END_MARK)
}

/// The places of the columns of these names; `#3` is the third one.
fn columns(header: Option<&ByteRecord>, fields: &[String]) -> Result<Vec<usize>, FormError> {
    let place = |field: &String| {
        let number = field.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        let named = || header?.iter().position(|name| name.trim_ascii() == field.as_bytes());
        let place = number.and_then(|number| number.checked_sub(1)).or_else(named);
        place.ok_or_else(|| FormError::Damaged(format!("there is no column {field:?}")))
    };
    fields.iter().map(place).collect()
}

fn of_csv(error: csv::Error) -> FormError {
    let text = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => FormError::Io(error),
        _ => FormError::Damaged(text),
    }
}

/// Passes over a line without holding it.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let block = input.fill_buf()?;
        let found = block.iter().position(|byte| *byte == b'\n');
        let length = found.map_or(block.len(), |at| at + 1);
        input.consume(length);
        if found.is_some() || length == 0 {
            return Ok(());
        }
    }
}
