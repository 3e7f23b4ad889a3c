//! Reads the rows of a table one by one, with cells by column name; rows of another width are rejected.

use tamis_ingest::FileError;
use tamis_ingest::table::{Dialect, Header, Row, StringRecord, Table};

use super::facts::filled;
use crate::error::LoadError;
use crate::readers::collector::Collector;
use crate::report::Position;
use crate::sources::SourceFile;

/// A row whose cells are found by the names in the header. Publishers add, remove and move columns.
#[derive(Clone, Copy)]
pub(in crate::readers) struct NamedRow<'r> {
    pub(in crate::readers) header: &'r Header,
    pub(in crate::readers) cells: &'r StringRecord,
}

impl<'r> NamedRow<'r> {
    /// A cell without blanks around it; empty if the column does not exist.
    pub(in crate::readers) fn text(self, column: &str) -> &'r str {
        let at = self.header.find(column);
        at.and_then(|at| self.cells.get(at)).unwrap_or_default().trim()
    }

    /// A cell without superfluous blanks; `None` if it is empty.
    pub(in crate::readers) fn value(self, column: &str) -> Option<String> {
        filled(self.text(column))
    }
}

/// Opens a table with a header and checks for the columns that records require.
///
/// # Errors
/// The file cannot be read, or lacks one of these columns.
pub(in crate::readers) fn open(
    file: &SourceFile,
    dialect: Dialect,
    required: &[&str],
) -> Result<(Table, Header), LoadError> {
    let mut table = Table::open(file, dialect)?;
    let header = table.read_header()?;
    for column in required {
        header.require(column)?;
    }
    Ok((table, header))
}

/// Calls `on_row` for each further row of the right width. Others are rejected, with the reference in
/// the column `reference_at`, if they have one.
///
/// # Errors
/// Same as [`Table::advance`].
pub(in crate::readers) fn for_each_row(
    table: &mut Table,
    reference_at: Option<usize>,
    collector: &mut Collector<'_>,
    mut on_row: impl FnMut(&StringRecord, Position, &mut Collector<'_>),
) -> Result<(), FileError> {
    while let Some(row) = table.advance()? {
        match row {
            Row::Data(line) => on_row(table.row(), Position::Line(line), collector),
            Row::WrongWidth { line, found, expected } => {
                let reference = reference_at
                    .and_then(|at| table.row().get(at))
                    .map(|text| text.trim().to_owned())
                    .filter(|text| !text.is_empty());
                let reason = Row::width_reason(found, expected);
                collector.reject(table.file(), Position::Line(line), reason, reference);
            }
        }
    }
    Ok(())
}

/// Calls `on_row` for each row of a table with a header, with cells by column name; otherwise as
/// [`for_each_row`].
///
/// # Errors
/// Same as [`open`] and [`Table::advance`].
pub(in crate::readers) fn for_each_named_row(
    file: &SourceFile,
    dialect: Dialect,
    required: &[&str],
    reference: Option<&str>,
    collector: &mut Collector<'_>,
    mut on_row: impl FnMut(NamedRow<'_>, Position, &mut Collector<'_>),
) -> Result<(), LoadError> {
    let (mut table, header) = open(file, dialect, required)?;
    let reference_at = reference.and_then(|column| header.find(column));
    for_each_row(&mut table, reference_at, collector, |cells, position, collector| {
        on_row(NamedRow { header: &header, cells }, position, collector);
    })?;
    Ok(())
}
