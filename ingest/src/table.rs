//! A table in a CSV file: rows of one width below the names of their columns.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::mem;

pub use csv::StringRecord;

use crate::entities::decoded;
use crate::error::FileError;
use crate::file::SourceFile;
use crate::rows::{RowForm, Rows};
use crate::text::{ControlCharacters, Encoding, squeeze};

/// Syntax of the rows of a file.
#[derive(Debug, Clone, Copy)]
pub struct Dialect {
    /// Separator of fields.
    pub delimiter: u8,
    /// Fields of a row; with `None` the first row determines the number.
    pub columns: Option<usize>,
    pub encoding: Encoding,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', columns: None, encoding: Encoding::Utf8 }
    }
}

/// A table being read.
pub struct Table {
    rows: Rows<'static>,
    columns: Option<usize>,
    current: StringRecord,
    /// Line of the last row, if it was too short.
    short_row: Option<u64>,
}

/// Result of reading the next row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// A row with all columns, beginning at this line: see [`Table::row`].
    Data(u64),
    /// A row whose number of columns differs from the table's.
    WrongWidth {
        line: u64,
        /// Columns of the row.
        found: usize,
        /// Columns of the table.
        expected: usize,
    },
}

impl Row {
    /// Reason for rejecting a row of the wrong width.
    pub fn width_reason(found: usize, expected: usize) -> String {
        format!("{found} columns where {expected} are expected")
    }
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// Same as [`SourceFile::open_as`].
    pub fn open(file: &SourceFile, dialect: Dialect) -> Result<Self, FileError> {
        let reader = file.open_as(ControlCharacters::Allowed, dialect.encoding)?;
        let form = RowForm { delimiter: dialect.delimiter, has_quotes: true, lines_before: 0 };
        let rows = Rows::of(reader, form)?;
        Ok(Self { rows, columns: dialect.columns, current: StringRecord::new(), short_row: None })
    }

    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        self.rows.file()
    }

    /// Advances to the next row; `None` after the last one.
    ///
    /// # Errors
    /// The file is damaged, or it ends inside a row.
    pub fn advance(&mut self) -> Result<Option<Row>, FileError> {
        let Some(line) = self.rows.advance()? else {
            return match self.short_row {
                // The publisher's own mark after the row shows that the file is complete.
                Some(line) if !self.rows.ends_with_mark() => {
                    Err(self.rows.truncated(line, "the last row has too few columns"))
                }
                _ => Ok(None),
            };
        };
        // Taken out and put back at the next row, so that rows share their memory.
        let spent = mem::take(&mut self.current).into_byte_record();
        let bytes = mem::replace(self.rows.row_mut(), spent);
        self.current = StringRecord::from_byte_record(bytes)
            .map_err(|error| FileError::io(self.file(), io::Error::other(error.to_string())))?;
        if self.current.iter().any(|cell| matches!(decoded(cell), Cow::Owned(_))) {
            self.current = self.current.iter().map(decoded).collect();
        }
        let (found, expected) = (self.current.len(), self.columns.unwrap_or(self.current.len()));
        self.columns = Some(expected);
        self.short_row = (found < expected).then_some(line);
        Ok(Some(match found == expected {
            true => Row::Data(line),
            false => Row::WrongWidth { line, found, expected },
        }))
    }

    /// Skips the rows that end before this line, whatever their width.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn skip_to(&mut self, line: u64) -> Result<(), FileError> {
        self.rows.skip_to(line)
    }

    /// Number of columns of the next row.
    #[must_use]
    pub fn next_width(&self) -> usize {
        self.rows.next_width()
    }

    /// Reads the first row as names of columns.
    ///
    /// # Errors
    /// Same as [`Self::advance`], or there is no row.
    pub fn read_header(&mut self) -> Result<Header, FileError> {
        match self.advance()? {
            Some(_) => Ok(Header::of(self.row(), self.file())),
            None => Err(FileError::Empty { file: self.file().to_owned() }),
        }
    }

    /// Reads the names of columns, which may follow a title of another width ("Last
    /// Updated,13/04/2018"). `is_header` recognises them in one of the first two rows. Returns the
    /// title, if there is one.
    ///
    /// # Errors
    /// Same as [`Self::read_header`].
    pub fn read_titled_header(
        &mut self,
        is_header: impl Fn(&Header) -> bool,
    ) -> Result<(Option<String>, Header), FileError> {
        let first = self.read_header()?;
        if is_header(&first) {
            return Ok((None, first));
        }
        self.columns = None;
        Ok((Some(first.to_string()), self.read_header()?))
    }

    /// Fields of the current row.
    #[must_use]
    pub fn row(&self) -> &StringRecord {
        &self.current
    }

    /// True if the file itself ended with the 0x1A mark; known after the last row.
    #[must_use]
    pub fn ends_with_mark(&self) -> bool {
        self.rows.ends_with_mark()
    }
}

/// The names of a table's columns.
#[derive(Debug)]
pub struct Header {
    names: Vec<String>,
    file: String,
}

impl Header {
    fn of(row: &StringRecord, file: &str) -> Self {
        Self { names: row.iter().map(squeeze).collect(), file: file.to_owned() }
    }

    /// All names in order, without superfluous blanks.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Position of the column of this name, ignoring superfluous blanks.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found == name)
    }

    /// Same as [`Self::find`], for a mandatory column of the format.
    ///
    /// # Errors
    /// There is no such column.
    pub fn require(&self, name: &str) -> Result<usize, FileError> {
        self.find(name).ok_or_else(|| FileError::NoColumn {
            file: self.file.clone(),
            column: name.to_owned(),
            header: self.to_string(),
        })
    }
}

/// Lists the names for error messages.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text as a table of three columns: its good rows, joined by `|`, or the error.
    fn rows(text: &str) -> Result<(Vec<String>, bool), String> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("a.csv");
        std::fs::write(&path, text).expect("written");
        let file = SourceFile { path, name: "a.csv".to_owned() };
        let mut table = Table::open(&file, Dialect { columns: Some(3), ..Dialect::default() })
            .map_err(|error| error.to_string())?;
        let mut rows = Vec::new();
        while let Some(row) = table.advance().map_err(|error| error.to_string())? {
            rows.push(match row {
                Row::Data(line) => {
                    format!("{line}: {}", table.row().iter().collect::<Vec<_>>().join("|"))
                }
                Row::WrongWidth { line, found, .. } => format!("{line}: {found} columns"),
            });
        }
        Ok((rows, table.ends_with_mark()))
    }

    #[test]
    fn whole_files_with_and_without_the_end_mark_are_read() {
        for (text, has_mark) in [
            ("1,\"a\nb\",-0- \r\n2,x,y\r\n\x1a", true),
            ("1,\"a\r\nb\",-0- \r\n2,x,y\r", false),
            ("1,\"a\nb\",-0- \n2,x,y\n", false),
            ("1,\"a\nb\",-0- \n2,x,y", false),
            ("1,\"a\nb\",-0- \n2,x,\"y\"\n\n", false),
        ] {
            let (rows, mark) = rows(text).expect("whole");
            assert_eq!(rows, ["1: 1|a\nb|-0- ", "3: 2|x|y"], "{text:?}");
            assert_eq!(mark, has_mark, "{text:?}");
        }
    }

    #[test]
    fn rows_of_other_widths_are_named() {
        let (rows, _) = rows("1,a\n2,b,c,d\n3,e,f\n").expect("whole");
        assert_eq!(rows, ["1: 2 columns", "2: 4 columns", "3: 3|e|f"]);
    }

    #[test]
    fn entities_in_cells_are_decoded() {
        let (rows, _) = rows("1,a &amp; b,c &amp;amp; d\n").expect("whole");
        assert_eq!(rows, ["1: 1|a & b|c & d"]);
    }

    #[test]
    fn a_cut_file_is_an_error_at_the_line_of_its_last_row() {
        for (text, expected) in [
            ("1,a,b\n2,\"c", "a.csv: line 2: a quoted text is not closed; the file is truncated"),
            (
                "1,a,b\n2,c,\"d\ne",
                "a.csv: line 2: a quoted text is not closed; the file is truncated",
            ),
            (
                "1,a,b\n2,c",
                "a.csv: line 2: the last row has too few columns; the file is truncated",
            ),
        ] {
            assert_eq!(rows(text).expect_err(expected), expected);
        }
    }

    #[test]
    fn a_short_row_before_the_publishers_mark_is_only_a_bad_row() {
        assert_eq!(rows("1,a,b\n2,c\n\x1a").expect("whole").0, ["1: 1|a|b", "2: 2 columns"]);
    }
}
