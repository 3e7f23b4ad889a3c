//! The first sheet of a spreadsheet as delimited text, a line for each row.

use std::io::{self, Read};
use std::path::Path;

use super::sheet::Sheet;
use tamis_engine::csv::{Formulas, Table};

/// Name of a sheet of a workbook of hits by its number, from 1: rows that do not fit into the first go on
/// in further ones.
pub(crate) fn name_of_sheet(number: u32) -> String {
    if number == 1 { "Hits".to_owned() } else { format!("Hits {number}") }
}

/// The text of a sheet, made as it is read.
pub(crate) struct SheetText {
    sheet: Sheet,
    /// Number of the last row that was made a line.
    row: u64,
    /// Cells of the first row. Others leave out empty cells at their end.
    width: usize,
    line: io::Cursor<Vec<u8>>,
}

impl SheetText {
    /// Opens the first sheet of a file.
    ///
    /// # Errors
    /// A fault of the file, or rows of hits that go on in a further sheet.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let sheet = Sheet::open(path, None)?;
        let further = name_of_sheet(2);
        if sheet.names.others().contains(&further) {
            return Err(format!("its rows go on in the sheet {further:?}; give them as CSV"));
        }
        Ok(Self { sheet, row: 0, width: 0, line: io::Cursor::default() })
    }

    fn make_line(&mut self) -> Result<bool, String> {
        let Some((number, mut cells)) = self.sheet.next_row()? else { return Ok(false) };
        self.width = if self.row == 0 { cells.len() } else { self.width };
        cells.resize(cells.len().max(self.width), String::new());
        // Rows without a cell are empty lines, so that lines count as rows do.
        let empty = number.saturating_sub(self.row + 1);
        let mut table = Table::after(vec![b'\n'; empty as usize], Formulas::Disarmed);
        cells.iter().fold(table.line(), |line, cell| line.cell(cell)).end();
        (self.row, self.line) = (number, io::Cursor::new(table.into_text()));
        Ok(true)
    }
}

impl Read for SheetText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.line.read(buffer)?;
            if read > 0 || buffer.is_empty() || !self.make_line().map_err(io::Error::other)? {
                return Ok(read);
            }
        }
    }
}
