//! Lines of a text file.

use std::io::BufRead;

use crate::error::LoadError;
use crate::limits::LINE_BYTES_MAX;
use crate::sources::{Allowance, ControlCharacters, SourceFile, SourceReader};

/// Lines of a file, none of them held in memory beyond the limit.
pub(in crate::readers) struct Lines<'f> {
    reader: SourceReader,
    allowance: Allowance,
    file: &'f SourceFile,
    buffer: Vec<u8>,
    number: u64,
    /// Last byte that was read.
    last: Option<u8>,
}

/// A line without its end.
pub(in crate::readers) enum Line<'b> {
    /// Its bytes, which are UTF-8.
    Text(&'b [u8]),
    /// Longer than [`LINE_BYTES_MAX`].
    TooLong,
}

impl Line<'_> {
    /// Why a line that is too long is rejected.
    pub(in crate::readers) fn too_long_reason() -> String {
        format!("the line is longer than {LINE_BYTES_MAX} bytes")
    }
}

impl<'f> Lines<'f> {
    /// Opens a file.
    pub(in crate::readers) fn open(file: &'f SourceFile) -> Result<Self, LoadError> {
        let reader = file.open(ControlCharacters::Allowed)?;
        let allowance = reader.get_ref().allowance();
        Ok(Self { reader, allowance, file, buffer: Vec::new(), number: 0, last: None })
    }

    /// The next line with its number, counted from 1.
    pub(in crate::readers) fn next(&mut self) -> Result<Option<(u64, Line<'_>)>, LoadError> {
        self.buffer.clear();
        self.number += 1;
        let (mut read, mut is_too_long) = (0, false);
        loop {
            // Nothing is held beyond the limit of a line, so no record is too long.
            self.allowance.renew();
            let block = self
                .reader
                .fill_buf()
                .map_err(|error| LoadError::from_io(&self.file.name, error))?;
            if block.is_empty() {
                break;
            }
            let end = block.iter().position(|byte| *byte == b'\n');
            let used = end.unwrap_or(block.len());
            if self.buffer.len() + used <= LINE_BYTES_MAX {
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
    pub(in crate::readers) fn check_last_object(&self) -> Result<(), LoadError> {
        if self.last.is_none_or(|byte| byte == b'}' || byte.is_ascii_whitespace()) {
            return Ok(());
        }
        let (file, line) = (self.file.name.clone(), self.number.saturating_sub(1));
        let reason = "the last line is not a whole object".to_owned();
        Err(LoadError::Truncated { file, line, reason })
    }
}
