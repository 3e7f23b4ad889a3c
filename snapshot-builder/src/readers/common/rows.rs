//! The rows of a table one by one, those of another width rejected.

use tamis_ingest::FileError;
use tamis_ingest::table::{Row, StringRecord, Table};

use crate::readers::collector::Collector;
use crate::report::Position;

/// Calls `on_row` for each further row of the right width and rejects the others, with the
/// reference in the column `reference_at`, where they have one.
///
/// # Errors
/// As [`Table::advance`].
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
