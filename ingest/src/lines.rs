//! Lines of a text file.

use std::io::BufRead;

use crate::error::FileError;
use crate::file::SourceFile;
use crate::limits::LINE_BYTES_MAX;
use crate::text::{Allowance, ControlCharacters, TextReader};

/// Lines of a file, none of them held in memory beyond the limit.
pub struct Lines<'r> {
    reader: TextReader<'r>,
    allowance: Allowance,
    bytes_max: usize,
    buffer: Vec<u8>,
    number: u64,
    /// Last byte that was read.
    last: Option<u8>,
}

/// A line without its end.
pub enum Line<'b> {
    /// Its bytes.
    Text(&'b [u8]),
    /// Longer than may be.
    TooLong,
}

impl Line<'_> {
    /// Why a line longer than [`LINE_BYTES_MAX`] is rejected.
    #[must_use]
    pub fn too_long_reason() -> String {
        format!("the line is longer than {LINE_BYTES_MAX} bytes")
    }
}

impl Lines<'static> {
    /// Opens a file of lines up to [`LINE_BYTES_MAX`].
    ///
    /// # Errors
    /// As [`SourceFile::open`].
    pub fn open(file: &SourceFile) -> Result<Self, FileError> {
        Ok(Self::of(file.open(ControlCharacters::Allowed)?, LINE_BYTES_MAX))
    }
}

impl<'r> Lines<'r> {
    /// The lines of a text, none of which is held beyond this many bytes.
    #[must_use]
    pub fn of(reader: TextReader<'r>, bytes_max: usize) -> Self {
        let allowance = reader.get_ref().allowance();
        Self { reader, allowance, bytes_max, buffer: Vec::new(), number: 0, last: None }
    }

    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        self.reader.get_ref().file()
    }

    /// The next line with its number, counted from 1.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn next_line(&mut self) -> Result<Option<(u64, Line<'_>)>, FileError> {
        self.buffer.clear();
        self.number += 1;
        let (mut read, mut is_too_long) = (0, false);
        loop {
            // Nothing is held beyond the limit of a line, so no record is too long.
            self.allowance.renew();
            let block = match self.reader.fill_buf() {
                Ok(block) => block,
                Err(error) => return Err(FileError::from_io(self.file(), error)),
            };
            if block.is_empty() {
                break;
            }
            let end = block.iter().position(|byte| *byte == b'\n');
            let used = end.unwrap_or(block.len());
            if self.buffer.len() + used <= self.bytes_max {
                self.buffer.extend_from_slice(&block[..used]);
            } else {
                is_too_long = true;
            }
            let taken = used + usize::from(end.is_some());
            self.last = block.get(..taken).and_then(<[u8]>::last).copied().or(self.last);
            read += taken;
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        Ok(match (read, is_too_long) {
            (0, _) => None,
            (_, true) => Some((self.number, Line::TooLong)),
            _ => Some((self.number, Line::Text(&self.buffer))),
        })
    }

    /// Refuses a file of objects, all of it read, that ends within one.
    ///
    /// # Errors
    /// It ends so.
    pub fn check_last_object(&self) -> Result<(), FileError> {
        if self.last.is_none_or(|byte| byte == b'}' || byte.is_ascii_whitespace()) {
            return Ok(());
        }
        let (file, line) = (self.file().to_owned(), self.number.saturating_sub(1));
        let reason = "the last line is not a whole object".to_owned();
        Err(FileError::Truncated { file, line, reason })
    }
}
