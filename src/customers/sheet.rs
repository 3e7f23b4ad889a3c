//! The rows of a spreadsheet's sheet: xlsx, xlsb, xls and ods.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::vec;

use axum::body::Bytes;
use calamine::{Data, DataRef, ExcelDateTime, Reader, Sheets, Xls, Xlsb, Xlsx};
use serde::Serialize;
use zip::ZipArchive;

use super::columns::shown;
use super::ods;
use super::sheet_rows::{Row, RowsOfCells, Sent};
use crate::limits::{SHEET_ROWS_UNPACKED_MAX, SHEET_SHARED_UNPACKED_MAX};

/// Number of chunks of rows read ahead.
const CHUNKS_AHEAD: usize = 4;

/// File name extensions of spreadsheets.
const ENDINGS: [&str; 5] = [".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"];

/// Values of cells whose formula failed.
const ERRORS: [&str; 7] = ["#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#DATA!"];

/// Start of a zip archive, the container of xlsx, xlsb and ods.
const ZIP_MAGIC: &[u8] = b"PK\x03\x04";
/// Start of a compound file, the container of xls (MS-CFB, 2.2).
const COMPOUND_MAGIC: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// The folder of an xlsx with its sheets, which are read row by row.
const SHEETS: &str = "xl/worksheets/";

/// A sheet read by another thread. Some of its rows are in memory, with the texts shared by all sheets;
/// of an xls all sheets are.
pub(crate) struct Sheet {
    chunks: Receiver<Sent>,
    rows: vec::IntoIter<Row>,
    has_ended: bool,
    pub(crate) names: SheetNames,
}

/// The sheet that is read, and the others of the file.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SheetNames {
    name: String,
    others: Vec<String>,
}

impl SheetNames {
    /// The names of the sheets that are not read.
    pub(crate) fn others(&self) -> &[String] {
        &self.others
    }
}

/// Description for the user who screens the file.
impl fmt::Display for SheetNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sheet {:?}", self.name)?;
        match &*self.others {
            [] => Ok(()),
            others => write!(f, "; not read: {}", shown(others)),
        }
    }
}

impl Sheet {
    /// Opens a sheet of a file by its name, or the first one.
    ///
    /// # Errors
    /// A fault of the file, or the names of its sheets.
    pub(crate) fn open(path: &Path, named: Option<&str>) -> Result<Self, String> {
        let file = || File::open(path).map(BufReader::new).map_err(|error| error.to_string());
        let wrong = |error: calamine::Error| error.to_string();
        let book = match Kind::of(file()?)? {
            Kind::Xlsx => Sheets::Xlsx(Xlsx::new(file()?).map_err(|e| wrong(e.into()))?),
            Kind::Xlsb => Sheets::Xlsb(Xlsb::new(file()?).map_err(|e| wrong(e.into()))?),
            Kind::Xls => Sheets::Xls(Xls::new(file()?).map_err(|e| wrong(e.into()))?),
            Kind::Ods => return Self::of(Book::open_document(file()?)?, named),
        };
        Self::of(Book::Other(Box::new(book)), named)
    }

    /// Opens a sheet of a file sent in a request, like [`Self::open`]. Of the formats whose sheets are
    /// read row by row, those that people send; another could fill the memory by a few kilobytes.
    ///
    /// # Errors
    /// Those of [`Self::open`], another format, and a file that decompresses to more than a request may.
    pub(crate) fn received(bytes: Bytes, named: Option<&str>) -> Result<Self, String> {
        let file = || Cursor::new(bytes.clone());
        let kind = Kind::of(file())?;
        if let Some(name) = kind.name_if_refused() {
            return Err(format!(
                "a spreadsheet of the form {name} is not read from a request; save it as xlsx or CSV, or \
                 use tamis screen"
            ));
        }
        check_size(&bytes)?;
        match kind {
            Kind::Ods => Self::of(Book::open_document(file())?, named),
            _ => {
                let book = Xlsx::new(file()).map_err(|error| error.to_string())?;
                Self::of(Book::Other(Box::new(Sheets::Xlsx(book))), named)
            }
        }
    }

    fn of<R: Read + Seek + Send + 'static>(
        mut book: Book<R>,
        named: Option<&str>,
    ) -> Result<Self, String> {
        let mut others = book.sheet_names()?;
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
        let (sender, chunks) = sync_channel(CHUNKS_AHEAD);
        let read = name.clone();
        thread::spawn(move || {
            let mut rows = RowsOfCells::new(&sender);
            let end = book.read_rows(&read, &mut rows).map(|()| Vec::new());
            // The receiver may be gone.
            let _ = rows.send() && sender.send(end).is_ok();
        });
        let names = SheetNames { name, others };
        Ok(Self { chunks, rows: Vec::new().into_iter(), has_ended: false, names })
    }

    /// Returns the next non-empty row; `None` at the end.
    ///
    /// # Errors
    /// A fault of the file.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, String> {
        if self.rows.len() == 0 && !self.has_ended {
            let fault =
                |_| Err("the sheet cannot be read because of a bug in this program".to_owned());
            let sent = self.chunks.recv().unwrap_or_else(fault);
            self.has_ended = sent.as_ref().map_or(true, Vec::is_empty);
            self.rows = sent?.into_iter();
        }
        Ok(self.rows.next())
    }
}

/// True if a file has the name of a spreadsheet.
pub(crate) fn is_named(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// True if a cell holds the error of a formula.
pub(crate) fn is_error(cell: &str) -> bool {
    ERRORS.contains(&cell)
}

/// True if bytes begin like a spreadsheet.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    [ZIP_MAGIC, COMPOUND_MAGIC].iter().any(|magic| bytes.starts_with(magic))
}

/// True if a file begins like a spreadsheet, whatever its name.
pub(crate) fn is_one(path: &Path) -> bool {
    let mut start = [0; COMPOUND_MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && begins(&start)
}

/// Formats of spreadsheets.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Xlsx,
    Xlsb,
    Ods,
    Xls,
}

impl Kind {
    /// Detects the format of a file from its content.
    fn of(mut file: impl Read + Seek) -> Result<Self, String> {
        let mut start = [0; COMPOUND_MAGIC.len()];
        file.read_exact(&mut start).map_err(|error| error.to_string())?;
        if start == COMPOUND_MAGIC {
            return Ok(Self::Xls);
        }
        file.rewind().map_err(|error| error.to_string())?;
        let archive = ZipArchive::new(file).map_err(|error| error.to_string())?;
        let members =
            [("xl/workbook.bin", Self::Xlsb), ("content.xml", Self::Ods), ("xl/", Self::Xlsx)];
        let has =
            |member: &str| archive.file_names_raw().any(|name| name.starts_with(member.as_bytes()));
        let own = members.iter().find(|(member, _)| has(member));
        own.map(|(_, kind)| *kind).ok_or_else(|| {
            "it is a zip archive and no spreadsheet; unpack it, and give the files in it".to_owned()
        })
    }

    /// The name of a format that is not read from a request.
    fn name_if_refused(self) -> Option<&'static str> {
        match self {
            Self::Xlsx | Self::Ods => None,
            Self::Xlsb => Some("xlsb"),
            Self::Xls => Some("xls (or one with a password)"),
        }
    }
}

/// Refuses a file that decompresses to more than a request may.
fn check_size(bytes: &[u8]) -> Result<(), String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let (mut shared, mut rows) = (SHEET_SHARED_UNPACKED_MAX, SHEET_ROWS_UNPACKED_MAX);
    for at in 0..archive.len() {
        let mut member = archive.by_index(at).map_err(|error| error.to_string())?;
        let name = String::from_utf8_lossy(member.name_raw()).into_owned();
        let (left, most) = match name.starts_with(SHEETS) || name == ods::CONTENT {
            true => (&mut rows, SHEET_ROWS_UNPACKED_MAX),
            false => (&mut shared, SHEET_SHARED_UNPACKED_MAX),
        };
        // The sizes stated in the archive are not trustworthy.
        let unpacked = io::copy(&mut member.by_ref().take(*left + 1), &mut io::sink());
        let unpacked = unpacked.map_err(|error| error.to_string())?;
        *left = left.checked_sub(unpacked).ok_or_else(|| {
            format!(
                "{name} unpacks to more than {} MiB with what is like it; send CSV, or use tamis screen",
                most >> 20
            )
        })?;
    }
    Ok(())
}

/// A spreadsheet.
enum Book<R> {
    OpenDocument(ZipArchive<R>),
    Other(Box<Sheets<R>>),
}

impl<R: Read + Seek> Book<R> {
    fn open_document(file: R) -> Result<Self, String> {
        Ok(Self::OpenDocument(ZipArchive::new(file).map_err(|error| error.to_string())?))
    }

    fn sheet_names(&mut self) -> Result<Vec<String>, String> {
        match self {
            Self::OpenDocument(archive) => ods::sheet_names(archive),
            Self::Other(book) => Ok(book.sheet_names()),
        }
    }

    /// Sends the rows of a sheet as they are read; the last ones stay in `rows`.
    fn read_rows(self, name: &str, rows: &mut RowsOfCells<'_>) -> Result<(), String> {
        /// Takes the cells of a sheet until there are no more, or the receiver of rows is gone.
        macro_rules! take_cells {
            ($book:expr) => {{
                let cells = $book.worksheet_cells_reader(name);
                let mut cells = cells.map_err(|error| error.to_string())?;
                while let Some(cell) = cells.next_cell().map_err(|error| error.to_string())? {
                    let (at, column) = cell.get_position();
                    if !rows.take(at, column, text_of_ref(cell.get_value()))? {
                        return Ok(());
                    }
                }
            }};
        }
        let book = match self {
            Self::OpenDocument(mut archive) => return ods::read_rows(&mut archive, name, rows),
            Self::Other(book) => *book,
        };
        match book {
            Sheets::Xlsx(mut book) => take_cells!(book),
            Sheets::Xlsb(mut book) => take_cells!(book),
            mut book => {
                let range = book.worksheet_range(name).map_err(|error| error.to_string())?;
                let (first_row, first_column) = range.start().unwrap_or_default();
                for (at, column, value) in range.used_cells() {
                    let place = (first_row + at as u32, first_column + column as u32);
                    if !rows.take(place.0, place.1, text_of(value))? {
                        return Ok(());
                    }
                }
            }
        }
        rows.end_row();
        Ok(())
    }
}

fn text_of_ref(value: &DataRef<'_>) -> String {
    match value {
        DataRef::SharedString(text) => (*text).to_owned(),
        value => text_of(&Data::from(value.clone())),
    }
}

/// A cell as text: dates in ISO 8601, whole numbers without a fraction.
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
