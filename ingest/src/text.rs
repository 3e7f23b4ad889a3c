//! Unpacked bytes as text: limits and the encoding check, in one stream.
//!
//! Every reader gets its bytes from here, so that a damaged file is noticed in one place and
//! reported with its line.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use crate::error::FileError;
use crate::limits::{FILE_BYTES_MAX, RECORD_BYTES_MAX};
use crate::watch::Watch;

/// Size of the stream buffer; also the number of bytes examined to recognise a web page.
pub(crate) const BUFFER_BYTES: usize = 64 << 10;
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];
const UTF_16_MARKS: [&[u8]; 2] = [&[0xff, 0xfe], &[0xfe, 0xff]];

/// Control characters that a format forbids, in addition to invalid UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlCharacters {
    /// All are allowed (CSV lists end with 0x1A).
    Allowed,
    /// Only tab and line ends are allowed, as in XML 1.0.
    Forbidden,
}

/// Expected encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8; anything else is damage.
    #[default]
    Utf8,
    /// UTF-8, or Windows-1252 if hardly any line is valid UTF-8: for publishers that moved from one to
    /// the other. Every byte is a character in Windows-1252. In a file that mixes both, the minority of
    /// lines is damage.
    Utf8OrWindows1252,
    /// Any superset of ASCII; the bytes are passed on unchanged.
    Unchecked,
}

/// Checks made while a file is read.
#[derive(Debug, Clone, Copy)]
pub struct TextRules {
    /// Forbidden control characters.
    pub controls: ControlCharacters,
    /// Expected encoding.
    pub encoding: Encoding,
    /// Greatest number of unpacked bytes.
    pub bytes_max: u64,
    /// True if the file may hold only blanks or an end mark.
    pub may_be_blank: bool,
}

impl Default for TextRules {
    fn default() -> Self {
        Self {
            controls: ControlCharacters::Allowed,
            encoding: Encoding::Utf8,
            bytes_max: FILE_BYTES_MAX,
            may_be_blank: false,
        }
    }
}

/// The checked stream of a file.
pub type TextReader<'r> = BufReader<CheckedText<'r, Box<dyn Read + 'r>>>;

/// Passes the text on without its byte order mark.
pub(crate) fn open<'r>(
    unpacked: Box<dyn Read + 'r>,
    name: &str,
    rules: TextRules,
    watch: &'r dyn Watch,
) -> Result<TextReader<'r>, FileError> {
    let unpacked = Box::new(WholeLineFirst { inner: unpacked, has_begun: false });
    let checked = CheckedText::new(unpacked as Box<dyn Read + 'r>, name, rules, watch);
    let mut reader = BufReader::with_capacity(BUFFER_BYTES, checked);
    let start = reader.fill_buf().map_err(|error| FileError::from_io(name, error))?;
    let mark = if start.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let file = || name.to_owned();
    match start[mark..].trim_ascii_start() {
        [] | [0x1a, ..] if start.is_empty() || !rules.may_be_blank => {
            return Err(FileError::Empty { file: file() });
        }
        text if is_html(text) => return Err(FileError::HtmlPage { file: file() }),
        text if UTF_16_MARKS.iter().any(|mark| text.starts_with(mark)) => {
            return Err(FileError::Utf16 { file: file() });
        }
        _ => {}
    }
    reader.consume(mark);
    Ok(reader)
}

/// Returns the whole first line in one read, as far as it fits. The first check of the content then
/// does not depend on the block sizes of a pipe or a decoder.
struct WholeLineFirst<R> {
    inner: R,
    has_begun: bool,
}

impl<R: Read> Read for WholeLineFirst<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut read = self.inner.read(buffer)?;
        if !std::mem::replace(&mut self.has_begun, true) {
            while read < buffer.len() && !buffer[..read].contains(&b'\n') {
                match self.inner.read(&mut buffer[read..])? {
                    0 => break,
                    more => read += more,
                }
            }
        }
        Ok(read)
    }
}

fn is_html(text: &[u8]) -> bool {
    ["<!doctype html", "<html"].iter().any(|start| {
        text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start.as_bytes()))
    })
}

/// Trims a text and reduces runs of blanks to single ones.
#[must_use]
pub fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

pub(crate) fn count_line_ends(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Bytes that a stream may still pass on before its reader announces a new record. Parsers hold a
/// record in memory, so a file that never ends one would otherwise fill it.
#[derive(Debug, Clone)]
pub struct Allowance(Rc<Cell<u64>>);

impl Allowance {
    fn new() -> Self {
        Self(Rc::new(Cell::new(RECORD_BYTES_MAX)))
    }

    /// Announces a new record.
    pub fn renew(&self) {
        self.0.set(RECORD_BYTES_MAX);
    }

    /// Uses up some bytes; false if fewer are left.
    fn take(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes as u64);
        self.0.set(left.unwrap_or_default());
        left.is_some()
    }
}

/// Passes bytes on while they are valid UTF-8 and neither the file nor a record exceeds its limit.
pub struct CheckedText<'w, R> {
    inner: R,
    file: String,
    rules: TextRules,
    watch: &'w dyn Watch,
    /// Bytes passed on or held in `pending`.
    bytes: u64,
    /// Line ends among them.
    line_ends: u64,
    /// Beginning of a character whose end is in the next block; at most three bytes.
    pending: Vec<u8>,
    allowance: Allowance,
}

impl<'w, R: Read> CheckedText<'w, R> {
    fn new(inner: R, file: &str, rules: TextRules, watch: &'w dyn Watch) -> Self {
        Self {
            inner,
            file: file.to_owned(),
            rules,
            watch,
            bytes: 0,
            line_ends: 0,
            pending: Vec::new(),
            allowance: Allowance::new(),
        }
    }

    /// Handle by which a reader announces new records. Buffers read ahead, so a record may exceed
    /// [`RECORD_BYTES_MAX`] by their size.
    pub fn allowance(&self) -> Allowance {
        self.allowance.clone()
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Checks a block; returns the number of its bytes that form whole characters.
    fn check(&self, block: &[u8]) -> Result<usize, FileError> {
        if self.rules.encoding == Encoding::Unchecked {
            return Ok(block.len());
        }
        let (whole, bad) = match std::str::from_utf8(block) {
            Ok(_) => (block.len(), None),
            Err(error) if error.error_len().is_none() => (error.valid_up_to(), None),
            Err(error) => (error.valid_up_to(), Some(error.valid_up_to())),
        };
        if self.rules.controls == ControlCharacters::Forbidden
            && let Some(at) = block[..whole].iter().position(is_forbidden_control)
        {
            let (line, byte, value) = self.place(block, at);
            return Err(FileError::ControlCharacter { file: self.file.clone(), line, byte, value });
        }
        match bad {
            Some(at) => Err(self.not_utf8(block, at)),
            None => Ok(whole),
        }
    }

    /// Adds the file name to an error of the underlying stream: decompressors report damage with these
    /// kinds.
    fn unreadable(&self, error: io::Error) -> io::Error {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        match error.kind() {
            InvalidData | InvalidInput | Other | UnexpectedEof => {
                let (file, byte, reason) = (self.file.clone(), self.bytes, error.to_string());
                io::Error::other(FileError::Compression { file, byte, reason })
            }
            _ => error,
        }
    }

    fn not_utf8(&self, block: &[u8], at: usize) -> FileError {
        let (line, byte, value) = self.place(block, at);
        FileError::NotUtf8 { file: self.file.clone(), line, byte, value }
    }

    fn place(&self, block: &[u8], at: usize) -> (u64, u64, String) {
        let line = 1 + self.line_ends + count_line_ends(&block[..at]);
        (line, self.bytes + at as u64, format!("0x{:02X}", block[at]))
    }
}

fn is_forbidden_control(byte: &u8) -> bool {
    *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')
}

impl<R: Read> Read for CheckedText<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A character has up to four bytes; the caller's buffer is always the BufReader's own.
        if buffer.len() < 8 {
            return Err(io::Error::other("the buffer is too small for a character"));
        }
        loop {
            self.watch.before_block()?;
            let held = self.pending.len();
            buffer[..held].copy_from_slice(&self.pending);
            let read =
                self.inner.read(&mut buffer[held..]).map_err(|error| self.unreadable(error))?;
            self.watch.after_block(read as u64);
            let block = &buffer[..held + read];
            let whole = self.check(block).map_err(io::Error::other)?;
            if read == 0 {
                // A character truncated by the end of the file.
                return if held == 0 {
                    Ok(0)
                } else {
                    Err(io::Error::other(self.not_utf8(block, 0)))
                };
            }
            self.pending = block[whole..].to_vec();
            self.bytes += whole as u64;
            self.line_ends += count_line_ends(&block[..whole]);
            if self.bytes > self.rules.bytes_max {
                let (file, limit) = (self.file.clone(), self.rules.bytes_max);
                return Err(io::Error::other(FileError::TooLarge { file, limit }));
            }
            if !self.allowance.take(whole) {
                let (file, line) = (self.file.clone(), 1 + self.line_ends);
                let limit = RECORD_BYTES_MAX;
                return Err(io::Error::other(FileError::RecordTooLarge { file, line, limit }));
            }
            if whole > 0 {
                return Ok(whole);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let rules = TextRules { bytes_max: 100_000, ..TextRules::default() };
        assert!(rules.bytes_max < RECORD_BYTES_MAX);
        let checked = CheckedText::new(io::repeat(b'a'), "bomb", rules, &Unwatched);
        let error = io::copy(&mut BufReader::new(checked), &mut io::sink()).expect_err("too large");
        assert!(error.to_string().contains("more than 100000 bytes"), "{error}");
    }

    #[test]
    fn a_record_without_an_end_stops_at_the_limit_and_a_new_one_may_be_as_long() {
        let endless =
            || CheckedText::new(io::repeat(b'a'), "endless", TextRules::default(), &Unwatched);
        let read =
            |checked, bytes| io::copy(&mut BufReader::new(checked).take(bytes), &mut io::sink());
        assert_eq!(read(endless(), RECORD_BYTES_MAX).ok(), Some(RECORD_BYTES_MAX));
        let error = read(endless(), RECORD_BYTES_MAX + 1).expect_err("too large").to_string();
        assert_eq!(error, "endless: line 1: one record has more than 16777216 bytes");
        let renewed = endless();
        let (allowance, mut reader) = (renewed.allowance(), BufReader::new(renewed));
        for _ in 0..3 {
            allowance.renew();
            let record = io::copy(&mut reader.by_ref().take(RECORD_BYTES_MAX / 2), &mut io::sink());
            assert!(record.is_ok());
        }
    }
}
