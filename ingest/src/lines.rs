//! Lines of a text file.

use std::io::{self, BufRead};

use serde::de::IgnoredAny;

use crate::error::FileError;
use crate::file::SourceFile;
use crate::limits::LINE_BYTES_MAX;
use crate::text::{Allowance, ControlCharacters, TextReader};

/// Lines of a file; longer ones than the limit are not held in memory.
pub struct Lines<'r> {
    reader: TextReader<'r>,
    allowance: Allowance,
    bytes_max: usize,
    buffer: Vec<u8>,
    number: u64,
    /// True if the file ended inside an object on the last line.
    is_cut: bool,
}

/// A line without its line feed.
pub enum Line<'b> {
    Text(&'b [u8]),
    /// The line is longer than the limit.
    TooLong,
}

impl Line<'_> {
    /// Reason for rejecting a line longer than [`LINE_BYTES_MAX`].
    #[must_use]
    pub fn too_long_reason() -> String {
        format!("the line is longer than {LINE_BYTES_MAX} bytes")
    }
}

impl Lines<'static> {
    /// Opens a file of lines up to [`LINE_BYTES_MAX`].
    ///
    /// # Errors
    /// Same as [`SourceFile::open`].
    pub fn open(file: &SourceFile) -> Result<Self, FileError> {
        Ok(Self::of(file.open(ControlCharacters::Allowed)?, LINE_BYTES_MAX))
    }
}

impl<'r> Lines<'r> {
    /// Lines of a text, held in memory up to this many bytes each.
    #[must_use]
    pub fn of(reader: TextReader<'r>, bytes_max: usize) -> Self {
        let allowance = reader.get_ref().allowance();
        Self { reader, allowance, bytes_max, buffer: Vec::new(), number: 0, is_cut: false }
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
        self.number += 1;
        // Nothing is held beyond the limit of a line, so no record is too long.
        let renew = || self.allowance.renew();
        let read = read_line(&mut self.reader, self.bytes_max, &mut self.buffer, renew);
        let read = read.map_err(|error| FileError::from_io(self.file(), error))?;
        if read.last.is_some_and(|last| last != b'\n') {
            // Only the last line can lack a line feed. It is parsed once more, only as JSON.
            self.is_cut = read.is_too_long || is_part_of_object(&self.buffer);
        }
        Ok(match (read.last, read.is_too_long) {
            (None, _) => None,
            (_, true) => Some((self.number, Line::TooLong)),
            _ => Some((self.number, Line::Text(&self.buffer))),
        })
    }

    /// Checks a file of objects, after all of it was read, for an end inside an object. An end after a
    /// complete object is accepted: nothing in the file shows if others are missing.
    ///
    /// # Errors
    /// The file ends inside an object.
    pub fn check_last_object(&self) -> Result<(), FileError> {
        if !self.is_cut {
            return Ok(());
        }
        let (file, line) = (self.file().to_owned(), self.number.saturating_sub(1));
        let reason = "the last line is not a whole object".to_owned();
        Err(FileError::Truncated { file, line, reason })
    }
}

/// True if a line without a line feed is not valid JSON, so that the rest of it is missing.
fn is_part_of_object(line: &[u8]) -> bool {
    !line.trim_ascii().is_empty() && serde_json::from_slice::<IgnoredAny>(line).is_err()
}

/// Outcome of [`read_line`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRead {
    /// The last byte: a line feed, unless the text ended without one. `None` at the end of the text.
    pub last: Option<u8>,
    /// True if the line is longer than the limit.
    pub is_too_long: bool,
}

/// Reads a line without its line feed into the buffer. Of a line longer than the limit, the beginning
/// is kept and the rest skipped. Calls `at_block` before it reads each block.
///
/// # Errors
/// Errors of the reader.
pub fn read_line(
    reader: &mut impl BufRead,
    bytes_max: usize,
    buffer: &mut Vec<u8>,
    at_block: impl Fn(),
) -> io::Result<LineRead> {
    buffer.clear();
    let mut read = LineRead { last: None, is_too_long: false };
    loop {
        at_block();
        let block = reader.fill_buf()?;
        let end = block.iter().position(|byte| *byte == b'\n');
        let used = end.unwrap_or(block.len());
        if buffer.len() + used <= bytes_max {
            buffer.extend_from_slice(&block[..used]);
        } else {
            read.is_too_long = true;
        }
        let taken = used + usize::from(end.is_some());
        read.last = block[..taken].last().copied().or(read.last);
        let is_end = block.is_empty() || end.is_some();
        reader.consume(taken);
        if is_end {
            return Ok(read);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_line_feed_or_the_text_and_long_ones_are_passed_over() {
        let mut reader =
            io::BufReader::with_capacity(3, &b"one\n\nlonger than ten\nten bytes!\nlast"[..]);
        let mut buffer = Vec::new();
        let mut next = || {
            let read = read_line(&mut reader, 10, &mut buffer, || {}).expect("in memory");
            read.last
                .map(|_| (!read.is_too_long).then(|| String::from_utf8_lossy(&buffer).into_owned()))
        };
        for expected in [Some("one"), Some(""), None, Some("ten bytes!"), Some("last")] {
            assert_eq!(next(), Some(expected.map(str::to_owned)));
        }
        assert_eq!((next(), next()), (None, None));
    }
}
