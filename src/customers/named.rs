//! A delimited table whose cells are asked for by the names of their columns, such as a table of hits.

use std::io::Cursor;
use std::path::Path;

use axum::body::Bytes;

use super::sheet;
use super::sheet_text::SheetText;
use super::source::{cells_of, table_rows};
use tamis_ingest::characters::Characters;
use tamis_ingest::file::{characters_of, open_stream};
use tamis_ingest::rows::Rows;
use tamis_ingest::text::{ControlCharacters, Encoding, TextReader};
use tamis_ingest::{FileError, SourceFile};

/// Opens a delimited table, or the first sheet of a spreadsheet as one.
///
/// # Errors
/// It cannot be read.
pub(crate) fn open_table(path: &Path, file: &str) -> Result<TextReader<'static>, FileError> {
    if sheet::is_one(path) {
        let text = SheetText::open(path);
        let text = text.map_err(|reason| FileError::Content { file: file.to_owned(), reason })?;
        return open_stream(text, file, Characters::UTF_8);
    }
    let source = SourceFile { path: path.to_owned(), name: file.to_owned() };
    source.open_as(ControlCharacters::Allowed, Encoding::Utf8OrWindows1252)
}

/// A table during reading.
pub(crate) struct NamedTable {
    rows: Rows<'static>,
    columns: Vec<String>,
}

impl NamedTable {
    /// Opens a table that has these columns, and perhaps others. `meant` says what is to be given, for
    /// the error.
    ///
    /// # Errors
    /// It cannot be read, or lacks a column.
    pub(crate) fn open(path: &Path, needed: &[&str], meant: &str) -> Result<Self, FileError> {
        let file = path.display().to_string();
        Self::of(open_table(path, &file)?, file, needed, meant)
    }

    /// Opens a table that was read from a file.
    ///
    /// # Errors
    /// Those of [`Self::open`].
    pub(crate) fn of_bytes(
        bytes: Vec<u8>,
        file: String,
        needed: &[&str],
        meant: &str,
    ) -> Result<Self, FileError> {
        let bytes = Bytes::from(bytes);
        let characters = characters_of(Cursor::new(bytes.clone()), &file)?;
        Self::of(open_stream(Cursor::new(bytes), &file, characters)?, file, needed, meant)
    }

    fn of(
        reader: TextReader<'static>,
        file: String,
        needed: &[&str],
        meant: &str,
    ) -> Result<Self, FileError> {
        let (rows, _) = table_rows(reader, &file)?;
        let columns = cells_of(&rows);
        match needed.iter().find(|name| !columns.iter().any(|own| own == *name)) {
            None => Ok(Self { rows, columns }),
            Some(name) => {
                let reason = format!("no column {name:?}; give {meant}");
                Err(FileError::Content { file, reason })
            }
        }
    }

    /// Moves to the next row; returns its line, or `None` at the end.
    pub(crate) fn advance(&mut self) -> Result<Option<u64>, FileError> {
        self.rows.advance()
    }

    /// The cell of the row in a column, without surrounding blanks; empty if there is no such column.
    pub(crate) fn cell(&self, column: &str) -> String {
        let place = self.columns.iter().position(|own| own == column);
        let cell = place.and_then(|place| self.rows.row().get(place)).unwrap_or_default();
        String::from_utf8_lossy(cell).trim().to_owned()
    }
}
