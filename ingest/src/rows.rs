//! Rows of cells, in CSV or with other delimiters. Detects a file that ends inside a quoted text, which
//! a CSV parser ignores.

use std::io::{self, BufRead, Chain, Read};
use std::mem;

pub use csv::ByteRecord;

use crate::error::FileError;
use crate::line_ends::UnixLineEnds;
use crate::text::{Allowance, TextReader};

/// Appended to every file. If it is read as a row of its own, no quoted text was open at the end; OFAC
/// ends its files with the same byte.
const END: &[u8] = b"\n\x1a\n";
const END_MARK: &[u8] = b"\x1a";

/// Syntax of rows.
#[derive(Debug, Clone, Copy)]
pub struct RowForm {
    /// Separator of cells.
    pub delimiter: u8,
    /// True if cells may be in quotation marks.
    pub has_quotes: bool,
    /// Lines before the first row.
    pub lines_before: u32,
}

/// Rows being read.
pub struct Rows<'r> {
    rows: csv::Reader<Chain<UnixLineEnds<'r>, &'static [u8]>>,
    file: String,
    allowance: Allowance,
    lines_before: u64,
    current: ByteRecord,
    ahead: ByteRecord,
    has_ahead: bool,
    /// End marks since the last row.
    marks: u32,
}

impl<'r> Rows<'r> {
    /// The rows of a text.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn of(mut reader: TextReader<'r>, form: RowForm) -> Result<Self, FileError> {
        let file = reader.get_ref().file().to_owned();
        let allowance = reader.get_ref().allowance();
        for _ in 0..form.lines_before {
            skip_line(&mut reader).map_err(|error| FileError::from_io(&file, error))?;
        }
        let input = UnixLineEnds { reader, has_return: false }.chain(END);
        let mut builder = csv::ReaderBuilder::new();
        builder.has_headers(false).flexible(true);
        builder.delimiter(form.delimiter).quoting(form.has_quotes);
        let mut rows = Self {
            rows: builder.from_reader(input),
            file,
            allowance,
            lines_before: u64::from(form.lines_before),
            current: ByteRecord::new(),
            ahead: ByteRecord::new(),
            has_ahead: false,
            marks: 0,
        };
        rows.read_ahead()?;
        Ok(rows)
    }

    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Advances to the next row; returns the line at which it begins, `None` after the last one.
    ///
    /// # Errors
    /// The file is damaged, or it ends inside a quoted text.
    pub fn advance(&mut self) -> Result<Option<u64>, FileError> {
        while self.has_ahead {
            mem::swap(&mut self.current, &mut self.ahead);
            self.read_ahead()?;
            if self.current.len() == 1 && self.current.get(0) == Some(END_MARK) {
                self.marks += 1;
                continue;
            }
            let line = self.current.position().map_or(0, csv::Position::line);
            let line = line + self.lines_before;
            if !self.has_ahead {
                return Err(self.truncated(line, "a quoted text is not closed"));
            }
            self.marks = 0;
            return Ok(Some(line));
        }
        Ok(None)
    }

    /// Skips the rows that end before this line, whatever their width.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn skip_to(&mut self, line: u64) -> Result<(), FileError> {
        // The parser adds empty lines to the following row, so only the end of a row counts.
        while self.has_ahead && self.rows.position().line() + self.lines_before <= line {
            self.read_ahead()?;
        }
        Ok(())
    }

    /// The current row.
    #[must_use]
    pub fn row(&self) -> &ByteRecord {
        &self.current
    }

    /// The current row, for callers that take it out and put it back.
    pub(crate) fn row_mut(&mut self) -> &mut ByteRecord {
        &mut self.current
    }

    /// Number of cells of the next row.
    #[must_use]
    pub fn next_width(&self) -> usize {
        if self.has_ahead { self.ahead.len() } else { 0 }
    }

    /// True if the file itself ended with the 0x1A mark; known after the last row.
    #[must_use]
    pub fn ends_with_mark(&self) -> bool {
        self.marks > 1
    }

    fn read_ahead(&mut self) -> Result<(), FileError> {
        self.allowance.renew();
        self.has_ahead = self.rows.read_byte_record(&mut self.ahead).map_err(|error| {
            let text = error.to_string();
            match error.into_kind() {
                csv::ErrorKind::Io(error) => FileError::from_io(&self.file, error),
                _ => FileError::io(&self.file, io::Error::other(text)),
            }
        })?;
        Ok(())
    }

    pub(crate) fn truncated(&self, line: u64, reason: &str) -> FileError {
        FileError::Truncated { file: self.file.clone(), line, reason: reason.to_owned() }
    }
}

/// Skips a line without holding it in memory.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let block = input.fill_buf()?;
        let found = block.iter().position(|byte| *byte == b'\n');
        let length = found.map_or(block.len(), |at| at + 1);
        input.consume(length);
        if found.is_some() || length == 0 {
            return Ok(());
        }
    }
}
