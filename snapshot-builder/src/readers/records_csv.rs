//! `records.csv`: a CSV file with a header row, whose columns the description maps to fields
//! (decisions D11).

use csv::StringRecord;
use tamis::model::Record;

use super::Input;
use super::collector::Collector;
use super::own_fields::{self, ColumnMap, ColumnSource, OwnField, REQUIRED_FIELDS};
use super::table::{Dialect, Row, Table};
use crate::error::LoadError;
use crate::report::Position;

/// Reads the files row by row.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        let mut table = Table::open(file, Dialect::default())?;
        let Some(_) = table.advance()? else {
            return Err(LoadError::Empty { file: file.name.clone() });
        };
        let columns = find_columns(table.row(), input.columns, &file.name)?;
        while let Some(row) = table.advance()? {
            let (line, read) = match row {
                Row::Data(line) => (line, read_row(table.row(), &columns, collector)),
                Row::WrongWidth { line, found, expected } => {
                    (line, Err(Row::width_reason(found, expected)))
                }
            };
            let position = Position::Line(line);
            match read {
                Ok(mut record) => {
                    own_fields::complete(&mut record, |reference| input.url_of(reference));
                    collector.accept(record, &file.name, position);
                }
                Err(reason) => {
                    let reference = reference_of(table.row(), &columns);
                    collector.reject(&file.name, position, reason, reference);
                }
            }
        }
    }
    Ok(())
}

/// A field and the position of its column.
struct Column<'m> {
    field: OwnField,
    at: usize,
    separator: Option<&'m str>,
}

fn find_columns<'m>(
    header: &StringRecord,
    map: &'m ColumnMap,
    file: &str,
) -> Result<Vec<Column<'m>>, LoadError> {
    map.iter()
        .map(|(field, ColumnSource { header: name, separator })| {
            let at = header.iter().position(|found| found.trim() == name);
            let separator = separator.as_deref();
            at.map(|at| Column { field: *field, at, separator }).ok_or_else(|| {
                LoadError::MissingColumn {
                    file: file.to_owned(),
                    column: name.clone(),
                    field: field.name(),
                    header: header.iter().collect::<Vec<_>>().join(", "),
                }
            })
        })
        .collect()
}

fn read_row(
    row: &StringRecord,
    columns: &[Column<'_>],
    collector: &mut Collector<'_>,
) -> Result<Record, String> {
    let mut record = Record::default();
    for Column { field, at, separator } in columns {
        let cell = row.get(*at).unwrap_or_default();
        match separator {
            Some(separator) => {
                for value in cell.split(separator) {
                    field.set(&mut record, value, collector)?;
                }
            }
            None => field.set(&mut record, cell, collector)?,
        }
    }
    let is_empty = |field: &OwnField| match field {
        OwnField::Reference => record.reference.is_empty(),
        _ => record.name.is_empty(),
    };
    match REQUIRED_FIELDS.iter().find(|field| is_empty(field)) {
        Some(missing) => Err(format!("{} is missing", missing.name())),
        None => Ok(record),
    }
}

fn reference_of(row: &StringRecord, columns: &[Column<'_>]) -> Option<String> {
    let column = columns.iter().find(|column| column.field == OwnField::Reference)?;
    row.get(column.at).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
