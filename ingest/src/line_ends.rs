//! Converts line ends to one kind, for a parser that counts lines.

use std::io::{self, BufRead, Read};

use crate::text::TextReader;

/// Replaces CR LF by LF: the parser would miscount lines by one in rows that end with CR LF.
pub(crate) struct UnixLineEnds<'r> {
    pub(crate) reader: TextReader<'r>,
    /// True if a carriage return was read and the next byte is not known yet.
    pub(crate) has_return: bool,
}

impl Read for UnixLineEnds<'_> {
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
