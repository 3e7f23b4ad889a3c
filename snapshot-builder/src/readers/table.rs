//! Rows of a CSV file, with the damage noticed that a CSV parser passes over: a file that ends
//! inside a row or inside a quoted text.

use std::io::{self, BufRead, Chain, Read};

use csv::StringRecord;

use crate::error::LoadError;
use crate::sources::{ControlCharacters, SourceFile, SourceReader};

/// Appended to every file. Read as a row of its own it proves that no quoted text was open at the
/// end; OFAC ends its files with the same byte.
const END: &[u8] = b"\n\x1a\n";
const END_MARK: &str = "\x1a";

/// A CSV file being read.
pub(super) struct Table {
    rows: csv::Reader<Chain<UnixLineEnds, &'static [u8]>>,
    file: String,
    columns: Option<usize>,
    current: StringRecord,
    ahead: StringRecord,
    has_ahead: bool,
    /// End marks since the last row.
    marks: u32,
    /// Line of the last row, when it was too short.
    short_row: Option<u64>,
}

/// What the next row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    /// A row with all columns, at this line: see [`Table::row`].
    Data(u64),
    /// A row with another number of columns than the table.
    WrongWidth {
        /// Its line.
        line: u64,
        /// Columns it has.
        found: usize,
        /// Columns it should have.
        expected: usize,
    },
}

impl Row {
    /// Why a row of wrong width is rejected.
    pub(super) fn width_reason(found: usize, expected: usize) -> String {
        format!("{found} columns where {expected} are expected")
    }
}

impl Table {
    /// Opens a table whose rows have `columns` columns; with `None` the first row decides.
    pub(super) fn open(file: &SourceFile, columns: Option<usize>) -> Result<Self, LoadError> {
        let reader = file.open(ControlCharacters::Allowed)?;
        let input = UnixLineEnds { reader, has_return: false }.chain(END);
        let mut table = Self {
            rows: csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(input),
            file: file.name.clone(),
            columns,
            current: StringRecord::new(),
            ahead: StringRecord::new(),
            has_ahead: false,
            marks: 0,
            short_row: None,
        };
        table.read_ahead()?;
        Ok(table)
    }

    /// Goes to the next row; `None` after the last one.
    ///
    /// # Errors
    /// The file is damaged, or it ends inside a row.
    pub(super) fn advance(&mut self) -> Result<Option<Row>, LoadError> {
        while self.has_ahead {
            std::mem::swap(&mut self.current, &mut self.ahead);
            self.read_ahead()?;
            if self.current.len() == 1 && self.current.get(0) == Some(END_MARK) {
                self.marks += 1;
                continue;
            }
            let line = self.current.position().map_or(0, csv::Position::line);
            if !self.has_ahead {
                return Err(self.truncated(line, "a quoted text is not closed"));
            }
            self.marks = 0;
            let (found, expected) =
                (self.current.len(), self.columns.unwrap_or(self.current.len()));
            self.columns = Some(expected);
            self.short_row = (found < expected).then_some(line);
            return Ok(Some(match found == expected {
                true => Row::Data(line),
                false => Row::WrongWidth { line, found, expected },
            }));
        }
        match self.short_row {
            // The publisher's own mark after the row says that the file is whole.
            Some(line) if !self.ends_with_mark() => {
                Err(self.truncated(line, "the last row has too few columns"))
            }
            _ => Ok(None),
        }
    }

    /// The fields of the row last advanced to.
    pub(super) fn row(&self) -> &StringRecord {
        &self.current
    }

    /// Whether the file itself ended with the 0x1A mark; known after the last row.
    pub(super) fn ends_with_mark(&self) -> bool {
        self.marks > 1
    }

    fn read_ahead(&mut self) -> Result<(), LoadError> {
        self.has_ahead = self.rows.read_record(&mut self.ahead).map_err(|error| {
            let text = error.to_string();
            match error.into_kind() {
                csv::ErrorKind::Io(error) => LoadError::from_io(&self.file, error),
                _ => LoadError::io(&self.file, std::io::Error::other(text)),
            }
        })?;
        Ok(())
    }

    fn truncated(&self, line: u64, reason: &str) -> LoadError {
        LoadError::Truncated { file: self.file.clone(), line, reason: reason.to_owned() }
    }
}

/// Passes a file on with LF for CR LF: the parser counts a line too few where rows end with CR LF.
struct UnixLineEnds {
    reader: SourceReader,
    /// A carriage return was read and what follows it is not known yet.
    has_return: bool,
}

impl Read for UnixLineEnds {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let block = self.reader.fill_buf()?;
            if std::mem::take(&mut self.has_return) && block.first() != Some(&b'\n') {
                buffer[0] = b'\r';
                return Ok(1);
            }
            let length = block.len().min(buffer.len());
            if length == 0 {
                return Ok(0);
            }
            match block[..length].iter().position(|byte| *byte == b'\r') {
                Some(0) => {
                    self.reader.consume(1);
                    self.has_return = true;
                }
                found => {
                    let length = found.unwrap_or(length);
                    buffer[..length].copy_from_slice(&block[..length]);
                    self.reader.consume(length);
                    return Ok(length);
                }
            }
        }
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
        let mut table = Table::open(&file, Some(3)).map_err(|error| error.to_string())?;
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
    fn a_cut_file_is_an_error_at_the_line_of_its_last_row() {
        for (text, expected) in [
            ("1,a,b\n2,\"c", "a.csv: line 2: a quoted text is not closed; the file was cut"),
            ("1,a,b\n2,c,\"d\ne", "a.csv: line 2: a quoted text is not closed; the file was cut"),
            ("1,a,b\n2,c", "a.csv: line 2: the last row has too few columns; the file was cut"),
        ] {
            assert_eq!(rows(text).expect_err(expected), expected);
        }
    }

    #[test]
    fn a_short_row_before_the_publishers_mark_is_only_a_bad_row() {
        assert_eq!(rows("1,a,b\n2,c\n\x1a").expect("whole").0, ["1: 1|a|b", "2: 2 columns"]);
    }
}
