//! Rows of a CSV file, with the damage noticed that a CSV parser passes over: a file that ends
//! inside a row or inside a quoted text.

use std::fmt;
use std::io::{self, BufRead, Chain, Read};

use csv::StringRecord;

use super::wording::squeeze;
use crate::error::LoadError;
use crate::readers::collector::Collector;
use crate::report::Position;
use crate::sources::{Allowance, ControlCharacters, Encoding, SourceFile, SourceReader};

/// Appended to every file. Read as a row of its own it proves that no quoted text was open at the
/// end; OFAC ends its files with the same byte.
const END: &[u8] = b"\n\x1a\n";
const END_MARK: &str = "\x1a";

/// How the rows of a file are written.
#[derive(Debug, Clone, Copy)]
pub(in crate::readers) struct Dialect {
    /// What stands between two fields.
    pub(in crate::readers) delimiter: u8,
    /// Fields of a row; with `None` the first row decides.
    pub(in crate::readers) columns: Option<usize>,
    /// Its characters.
    pub(in crate::readers) encoding: Encoding,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', columns: None, encoding: Encoding::Utf8 }
    }
}

/// A CSV file being read.
pub(in crate::readers) struct Table {
    rows: csv::Reader<Chain<UnixLineEnds, &'static [u8]>>,
    file: String,
    allowance: Allowance,
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
pub(in crate::readers) enum Row {
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
    pub(in crate::readers) fn width_reason(found: usize, expected: usize) -> String {
        format!("{found} columns where {expected} are expected")
    }
}

impl Table {
    /// Opens a table.
    pub(in crate::readers) fn open(file: &SourceFile, dialect: Dialect) -> Result<Self, LoadError> {
        let reader = file.open_as(ControlCharacters::Allowed, dialect.encoding)?;
        let allowance = reader.get_ref().allowance();
        let input = UnixLineEnds { reader, has_return: false }.chain(END);
        let mut builder = csv::ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(dialect.delimiter);
        let mut table = Self {
            rows: builder.from_reader(input),
            file: file.name.clone(),
            allowance,
            columns: dialect.columns,
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
    pub(in crate::readers) fn advance(&mut self) -> Result<Option<Row>, LoadError> {
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

    /// Passes over the rows that end before this line, whatever their width.
    ///
    /// # Errors
    /// The file is damaged.
    pub(in crate::readers) fn skip_to(&mut self, line: u64) -> Result<(), LoadError> {
        // The parser takes empty lines for a part of the row behind them, so only its end counts.
        while self.has_ahead && self.rows.position().line() <= line {
            self.read_ahead()?;
        }
        Ok(())
    }

    /// Columns of the row that is next.
    pub(in crate::readers) fn next_width(&self) -> usize {
        if self.has_ahead { self.ahead.len() } else { 0 }
    }

    /// Reads the first row as names of columns.
    ///
    /// # Errors
    /// As [`Self::advance`], or there is no row.
    pub(in crate::readers) fn read_header(&mut self) -> Result<Header, LoadError> {
        match self.advance()? {
            Some(_) => Ok(Header::of(self.row(), &self.file)),
            None => Err(LoadError::Empty { file: self.file.clone() }),
        }
    }

    /// Reads the names of columns, which may stand below a title of another width ("Last
    /// Updated,13/04/2018"); `is_header` says which of the first two rows they are. Gives the
    /// title, where there is one.
    ///
    /// # Errors
    /// As [`Self::read_header`].
    pub(in crate::readers) fn read_titled_header(
        &mut self,
        is_header: impl Fn(&Header) -> bool,
    ) -> Result<(Option<String>, Header), LoadError> {
        let first = self.read_header()?;
        if is_header(&first) {
            return Ok((None, first));
        }
        self.columns = None;
        Ok((Some(first.to_string()), self.read_header()?))
    }

    /// Calls `on_row` for each further row of the right width and rejects the others, with the
    /// reference in the column `reference_at`, where they have one.
    ///
    /// # Errors
    /// As [`Self::advance`].
    pub(in crate::readers) fn for_each(
        &mut self,
        reference_at: Option<usize>,
        collector: &mut Collector<'_>,
        mut on_row: impl FnMut(&StringRecord, Position, &mut Collector<'_>),
    ) -> Result<(), LoadError> {
        while let Some(row) = self.advance()? {
            match row {
                Row::Data(line) => on_row(&self.current, Position::Line(line), collector),
                Row::WrongWidth { line, found, expected } => {
                    let reference = reference_at
                        .and_then(|at| self.current.get(at))
                        .map(|text| text.trim().to_owned())
                        .filter(|text| !text.is_empty());
                    let reason = Row::width_reason(found, expected);
                    collector.reject(&self.file, Position::Line(line), reason, reference);
                }
            }
        }
        Ok(())
    }

    /// The fields of the row last advanced to.
    pub(in crate::readers) fn row(&self) -> &StringRecord {
        &self.current
    }

    /// Whether the file itself ended with the 0x1A mark; known after the last row.
    pub(in crate::readers) fn ends_with_mark(&self) -> bool {
        self.marks > 1
    }

    fn read_ahead(&mut self) -> Result<(), LoadError> {
        self.allowance.renew();
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

/// The names of a table's columns.
#[derive(Debug)]
pub(in crate::readers) struct Header {
    names: Vec<String>,
    file: String,
}

impl Header {
    fn of(row: &StringRecord, file: &str) -> Self {
        Self { names: row.iter().map(squeeze).collect(), file: file.to_owned() }
    }

    /// All names in their order, without superfluous blanks.
    pub(in crate::readers) fn names(&self) -> &[String] {
        &self.names
    }

    /// Position of the column of this name; superfluous blanks do not count.
    pub(in crate::readers) fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found == name)
    }

    /// As [`Self::find`], for a column that the format always has.
    ///
    /// # Errors
    /// There is no such column.
    pub(in crate::readers) fn require(&self, name: &str) -> Result<usize, LoadError> {
        self.find(name).ok_or_else(|| LoadError::NoColumn {
            file: self.file.clone(),
            column: name.to_owned(),
            header: self.to_string(),
        })
    }
}

/// The names, as error messages list them.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(", "))
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
