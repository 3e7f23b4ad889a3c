//! The rows of a spreadsheet's sheet: xlsx, xlsb, xls and ods.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use calamine::{Data, DataRef, ExcelDateTime, Reader, Sheets, open_workbook_auto};

use super::columns::shown;

/// Rows that are read ahead.
const ROWS_AHEAD: usize = 1024;

/// Endings of names of spreadsheets.
const ENDINGS: [&str; 5] = [".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"];

/// What a cell holds whose formula went wrong.
const ERRORS: [&str; 7] = ["#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#DATA!"];

/// A row with its number, from 1.
type Row = (u64, Vec<String>);
/// A row, `None` behind the last one, or why there are no more. A thread that ends without saying so was ended
/// by a fault.
type Sent = Result<Option<Row>, String>;

/// A sheet that another thread reads, so that of an xlsx only some rows are in memory beside the texts that
/// all its sheets share. Of other forms the whole sheet is.
pub(super) struct Sheet {
    rows: Receiver<Sent>,
    has_ended: bool,
    /// The sheet that is read, and the others of the file.
    pub(super) name: String,
    pub(super) others: Vec<String>,
}

impl Sheet {
    /// Opens a sheet by its name, or the first one.
    ///
    /// # Errors
    /// What is wrong with the file, or which sheets it has.
    pub(super) fn open(path: &Path, named: Option<&str>) -> Result<Self, String> {
        let book = open_workbook_auto(path).map_err(|error| error.to_string())?;
        let mut others = book.sheet_names();
        let at = match named {
            None => (!others.is_empty()).then_some(0),
            Some(named) => others.iter().position(|name| name == named),
        };
        let name = match at {
            Some(at) => others.remove(at),
            None => {
                return Err(format!(
                    "there is no sheet {:?}; the sheets are {}",
                    named.unwrap_or_default(),
                    shown(&others)
                ));
            }
        };
        let (sender, rows) = sync_channel(ROWS_AHEAD);
        let read = name.clone();
        thread::spawn(move || {
            let end = send_rows(book, &read, &sender).map(|()| None);
            // Whoever receives may have gone.
            let _ = sender.send(end);
        });
        Ok(Self { rows, has_ended: false, name, others })
    }

    /// Which sheet is read, for the caller to see.
    pub(super) fn said(&self) -> String {
        let Self { name, others, .. } = self;
        match others.is_empty() {
            true => format!("sheet {name:?}"),
            false => format!("sheet {name:?}; not read: {}", shown(others)),
        }
    }

    /// The next row that holds something; `None` behind the last.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(super) fn next_row(&mut self) -> Sent {
        if self.has_ended {
            return Ok(None);
        }
        let fault = || Err("the sheet cannot be read because of a bug in this program".to_owned());
        let sent = self.rows.recv().unwrap_or_else(|_| fault());
        self.has_ended = !matches!(sent, Ok(Some(_)));
        sent
    }
}

/// Whether a file has the name of a spreadsheet.
pub(super) fn is_named(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether a cell holds the error of a formula instead of what it should.
pub(super) fn is_error(cell: &str) -> bool {
    ERRORS.contains(&cell)
}

fn send_rows(
    book: Sheets<std::io::BufReader<std::fs::File>>,
    name: &str,
    sender: &SyncSender<Sent>,
) -> Result<(), String> {
    let mut row = RowOfCells { number: 0, cells: Vec::new(), sender };
    match book {
        Sheets::Xlsx(mut book) => {
            let cells = book.worksheet_cells_reader(name);
            let mut cells = cells.map_err(|error| error.to_string())?;
            while let Some(cell) = cells.next_cell().map_err(|error| error.to_string())? {
                let (at, column) = cell.get_position();
                if !row.take(at, column, text_of_ref(cell.get_value())) {
                    return Ok(());
                }
            }
        }
        mut book => {
            let range = book.worksheet_range(name).map_err(|error| error.to_string())?;
            let (first_row, first_column) = range.start().unwrap_or_default();
            for (at, column, value) in range.used_cells() {
                let place = (first_row + at as u32, first_column + column as u32);
                if !row.take(place.0, place.1, text_of(value)) {
                    return Ok(());
                }
            }
        }
    }
    row.send();
    Ok(())
}

/// The cells of a row as they come.
struct RowOfCells<'s> {
    /// From 1; 0 before the first.
    number: u64,
    cells: Vec<String>,
    sender: &'s SyncSender<Sent>,
}

impl RowOfCells<'_> {
    /// Takes a cell, at a place that counts from 0. False when nobody receives any more.
    fn take(&mut self, row: u32, column: u32, text: String) -> bool {
        let number = u64::from(row) + 1;
        if number != self.number && !self.send() {
            return false;
        }
        self.number = number;
        let column = column as usize;
        if !text.is_empty() {
            self.cells.resize(self.cells.len().max(column + 1), String::new());
            self.cells[column] = text;
        }
        true
    }

    fn send(&mut self) -> bool {
        let cells = std::mem::take(&mut self.cells);
        cells.is_empty() || self.sender.send(Ok(Some((self.number, cells)))).is_ok()
    }
}

fn text_of_ref(value: &DataRef<'_>) -> String {
    match value {
        DataRef::SharedString(text) => (*text).to_owned(),
        value => text_of(&Data::from(value.clone())),
    }
}

/// A cell as text: dates as ISO 8601 has them, whole numbers without a fraction.
fn text_of(value: &Data) -> String {
    match value {
        Data::DateTime(moment) => text_of_moment(moment),
        Data::Float(number) => number.to_string(),
        Data::Empty => String::new(),
        value => value.to_string(),
    }
}

fn text_of_moment(moment: &ExcelDateTime) -> String {
    if !moment.is_datetime() {
        return moment.as_f64().to_string();
    }
    let (year, month, day, ..) = moment.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}
