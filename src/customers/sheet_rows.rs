//! Rows of a sheet, assembled from its cells and sent to the reader of the sheet.

use std::mem;
use std::sync::mpsc::SyncSender;

use crate::limits::{SHEET_COLUMNS_MAX, SHEET_ROW_BYTES_MAX};

/// Bytes of a chunk of rows.
const CHUNK_BYTES: usize = 64 << 10;

/// A row with its number, from 1.
pub(super) type Row = (u64, Vec<String>);
/// Some rows, or the error that ended them. An empty chunk marks the regular end; a thread that ends
/// without one has failed.
pub(super) type Sent = Result<Vec<Row>, String>;

/// Assembles the rows of a sheet from its cells.
pub(super) struct RowsOfCells<'s> {
    /// Number of the current row, from 1; 0 before the first.
    number: u64,
    cells: Vec<String>,
    /// Length of the texts in bytes.
    row_bytes: usize,
    chunk: Vec<Row>,
    /// Approximate memory in bytes.
    bytes: usize,
    sender: &'s SyncSender<Sent>,
}

impl<'s> RowsOfCells<'s> {
    pub(super) fn new(sender: &'s SyncSender<Sent>) -> Self {
        Self { number: 0, cells: Vec::new(), row_bytes: 0, chunk: Vec::new(), bytes: 0, sender }
    }

    /// Adds a cell at a place that counts from 0. Returns false if the receiver is gone.
    ///
    /// # Errors
    /// The cell is beyond the limits of a sheet.
    pub(super) fn take(&mut self, row: u32, column: u32, text: String) -> Result<bool, String> {
        let number = u64::from(row) + 1;
        if number != self.number {
            self.end_row();
            if self.bytes >= CHUNK_BYTES && !self.send() {
                return Ok(false);
            }
        }
        self.number = number;
        if text.is_empty() {
            return Ok(true);
        }
        let column = column as usize;
        if column >= SHEET_COLUMNS_MAX {
            return Err(format!("row {number} has a cell beyond column {SHEET_COLUMNS_MAX}"));
        }
        self.row_bytes += text.len();
        if self.row_bytes > SHEET_ROW_BYTES_MAX {
            return Err(format!("row {number} has more than {SHEET_ROW_BYTES_MAX} bytes"));
        }
        self.cells.resize(self.cells.len().max(column + 1), String::new());
        self.cells[column] = text;
        Ok(true)
    }

    /// Ends the current row.
    pub(super) fn end_row(&mut self) {
        let cells = mem::take(&mut self.cells);
        if !cells.is_empty() {
            self.bytes += mem::take(&mut self.row_bytes) + size_of_val(&*cells);
            self.chunk.push((self.number, cells));
        }
    }

    /// Sends the collected rows. Returns false if the receiver is gone.
    pub(super) fn send(&mut self) -> bool {
        self.bytes = 0;
        self.chunk.is_empty() || self.sender.send(Ok(mem::take(&mut self.chunk))).is_ok()
    }
}
