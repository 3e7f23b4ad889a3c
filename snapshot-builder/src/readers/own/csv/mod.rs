//! `records.csv`: a CSV file with columns mapped to fields by the description (docs/formats.md,
//! "records.jsonl").

mod cells;
mod headings;
mod merged;

use tamis_ingest::table::StringRecord;

use cells::{Columns, read_row, reference_of};
use headings::Headings;
use merged::Parties;

use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::own::record::Draft;
use crate::report::Position;
use crate::sources::SourceFile;
use tamis_ingest::FileError;
use tamis_ingest::table::{Dialect, Row, Table};

/// Reads the files row by row.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let mut parties = input.columns.csv.merge_rows.then(Parties::default);
    for (at, file) in input.main.iter().enumerate() {
        read_file(input, file, collector, |draft, row, line, collector| match &mut parties {
            Some(parties) => parties.add(draft, row, (at, file, line), collector),
            None => {
                let record = draft.finish(|reference| input.url_of(reference));
                collector.accept(record, &file.name, Position::Line(line));
            }
        })?;
    }
    for (at, line, draft) in parties.into_iter().flat_map(Parties::into_drafts) {
        let file = input.main.get(at).map_or("", |file| file.name.as_str());
        let record = draft.finish(|reference| input.url_of(reference));
        collector.accept(record, file, Position::Line(line));
    }
    Ok(())
}

/// Calls `on_draft` with the draft of each valid row, its cells and its line.
fn read_file(
    input: &Input<'_>,
    file: &SourceFile,
    collector: &mut Collector<'_>,
    mut on_draft: impl FnMut(Draft, &StringRecord, u64, &mut Collector<'_>),
) -> Result<(), LoadError> {
    let csv = &input.columns.csv;
    let dialect = Dialect { delimiter: csv.delimiter, columns: None, encoding: csv.encoding };
    let mut table = Table::open(file, dialect)?;
    let headings = read_headings(&mut table, csv.header_row, file)?;
    let columns = Columns::find(input.columns, &headings)?;
    while let Some(row) = table.advance()? {
        let (line, read) = match row {
            Row::Data(line) => (line, read_row(table.row(), &columns, collector)),
            Row::WrongWidth { line, found, expected } => {
                let reference = reference_of(table.row(), &columns);
                (line, Err((Row::width_reason(found, expected), reference)))
            }
        };
        match read {
            Ok(draft) => on_draft(draft, table.row(), line, collector),
            Err((reason, reference)) => {
                collector.reject(&file.name, Position::Line(line), reason, reference);
            }
        }
    }
    Ok(())
}

/// Names of the columns, from the row given by the description; without one they have only numbers.
fn read_headings<'f>(
    table: &mut Table,
    header_row: u64,
    file: &'f SourceFile,
) -> Result<Headings<'f>, LoadError> {
    if header_row == 0 {
        return Ok(Headings::numbered(table.next_width(), &file.name));
    }
    table.skip_to(header_row)?;
    match table.advance()? {
        Some(_) => Ok(Headings::of(table.row(), &file.name)),
        None if header_row == 1 => Err(FileError::Empty { file: file.name.clone() }.into()),
        None => Err(FileError::Truncated {
            file: file.name.clone(),
            line: header_row,
            reason: "the row of column names is missing".to_owned(),
        }
        .into()),
    }
}
