//! Opening a source file: decompression, limits and the encoding check, in one stream.
//!
//! Every reader gets its bytes from here, so that a damaged file is noticed in one place and
//! reported with its line.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use encoding_rs_io::DecodeReaderBytesBuilder;

use crate::checksum::size_and_sha256;
use crate::error::LoadError;
use crate::limits::{FILE_BYTES_MAX, RECORD_BYTES_MAX};
use crate::report::FileReport;

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];
/// Stream buffer; also what is looked at to recognise a web page.
const BUFFER_BYTES: usize = 64 << 10;

/// A file of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its name relative to the folder of sources, as reports show it.
    pub name: String,
}

/// Which control characters a format forbids beyond being UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlCharacters {
    /// Any are read (CSV lists end with 0x1A).
    Allowed,
    /// Only tab and line ends, as XML 1.0 has it.
    Forbidden,
}

/// How the characters of a file are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8; anything else is damage.
    #[default]
    Utf8,
    /// UTF-8 where the whole file is, else Windows-1252, in which every byte is a character:
    /// for publishers that moved from the one to the other.
    Utf8OrWindows1252,
}

/// The checked stream of a source file.
pub type SourceReader = BufReader<CheckedText<Box<dyn Read>>>;

impl SourceFile {
    /// Opens the file as checked UTF-8 text without byte order mark; gzip and zstd are
    /// recognised by their first bytes, whatever the name says.
    ///
    /// # Errors
    /// The file cannot be opened, is empty or is a web page. Damage further on comes out of the
    /// stream as an [`io::Error`] that holds the [`LoadError`].
    pub fn open(&self, controls: ControlCharacters) -> Result<SourceReader, LoadError> {
        self.open_as(controls, Encoding::Utf8)
    }

    /// As [`Self::open`], of another encoding; what comes out is UTF-8.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_as(
        &self,
        controls: ControlCharacters,
        encoding: Encoding,
    ) -> Result<SourceReader, LoadError> {
        let named = |error| LoadError::io(&self.name, error);
        let mut unpacked = unpack(&self.path).map_err(named)?;
        if encoding == Encoding::Utf8OrWindows1252 && !self.is_utf8()? {
            let windows_1252 = Some(encoding_rs::WINDOWS_1252);
            let decoder = DecodeReaderBytesBuilder::new().encoding(windows_1252).build(unpacked);
            unpacked = Box::new(decoder);
        }
        let checked = CheckedText::new(unpacked, self.name.clone(), controls);
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, checked);
        let start = reader.fill_buf().map_err(|error| LoadError::from_io(&self.name, error))?;
        let mark = if start.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        match start[mark..].trim_ascii_start() {
            [] | [0x1a, ..] => return Err(LoadError::Empty { file: self.name.clone() }),
            text if is_html(text) => return Err(LoadError::HtmlPage { file: self.name.clone() }),
            _ => {}
        }
        reader.consume(mark);
        Ok(reader)
    }

    /// Whether the whole file is UTF-8. Reads it once; other damage is an error as in a stream.
    fn is_utf8(&self) -> Result<bool, LoadError> {
        let unpacked = unpack(&self.path).map_err(|error| LoadError::io(&self.name, error))?;
        let checked = CheckedText::new(unpacked, self.name.clone(), ControlCharacters::Allowed);
        let allowance = checked.allowance();
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, checked);
        loop {
            allowance.renew();
            match reader.fill_buf().map_err(|error| LoadError::from_io(&self.name, error)) {
                Ok([]) => return Ok(true),
                Ok(block) => {
                    let read = block.len();
                    reader.consume(read);
                }
                Err(LoadError::NotUtf8 { .. }) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
    }

    /// Size and SHA-256 of the file as stored.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn describe(&self) -> Result<FileReport, LoadError> {
        let described = size_and_sha256(&self.path);
        let (size, sha256) = described.map_err(|error| LoadError::io(&self.name, error))?;
        Ok(FileReport { path: self.name.clone(), size, sha256 })
    }

    /// The line, from 1, in which a byte of the unpacked file lies. Reads the file again: for
    /// error messages only.
    #[must_use]
    pub(crate) fn line_of(&self, byte: u64) -> u64 {
        let Ok(unpacked) = unpack(&self.path) else { return 1 };
        let mut before = BufReader::new(unpacked.take(byte));
        let mut line = 1;
        while let Ok(bytes) = before.fill_buf() {
            if bytes.is_empty() {
                break;
            }
            line += count_line_ends(bytes);
            let read = bytes.len();
            before.consume(read);
        }
        line
    }
}

fn unpack(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut file = BufReader::with_capacity(BUFFER_BYTES, File::open(path)?);
    let start = file.fill_buf()?;
    Ok(if start.starts_with(GZIP_MAGIC) {
        Box::new(flate2::bufread::MultiGzDecoder::new(file))
    } else if start.starts_with(ZSTD_MAGIC) {
        Box::new(zstd::stream::read::Decoder::with_buffer(file)?)
    } else {
        Box::new(file)
    })
}

fn is_html(text: &[u8]) -> bool {
    ["<!doctype html", "<html"].iter().any(|start| {
        text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start.as_bytes()))
    })
}

fn count_line_ends(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// How many bytes a stream may still pass on before its reader says that a new record begins.
/// Parsers hold a record in memory, so without it a file that never ends one would fill it.
#[derive(Debug, Clone)]
pub struct Allowance(Rc<Cell<u64>>);

impl Allowance {
    fn new() -> Self {
        Self(Rc::new(Cell::new(RECORD_BYTES_MAX)))
    }

    /// Says that a new record begins.
    pub fn renew(&self) {
        self.0.set(RECORD_BYTES_MAX);
    }

    /// Uses up some bytes; false when there are not as many.
    fn take(&self, bytes: usize) -> bool {
        let left = self.0.get().checked_sub(bytes as u64);
        self.0.set(left.unwrap_or_default());
        left.is_some()
    }
}

/// Passes bytes on as long as they are UTF-8, the file is not larger than allowed, and no record
/// in it is.
pub struct CheckedText<R> {
    inner: R,
    file: String,
    controls: ControlCharacters,
    /// Bytes passed on or held in `pending`.
    bytes: u64,
    /// Line ends among them.
    line_ends: u64,
    /// The start of a character whose end is in the next block; at most three bytes.
    pending: Vec<u8>,
    limit: u64,
    allowance: Allowance,
}

impl<R: Read> CheckedText<R> {
    fn new(inner: R, file: String, controls: ControlCharacters) -> Self {
        Self {
            inner,
            file,
            controls,
            bytes: 0,
            line_ends: 0,
            pending: Vec::new(),
            limit: FILE_BYTES_MAX,
            allowance: Allowance::new(),
        }
    }

    /// The handle by which a reader says that a new record begins. Buffers read ahead, so a
    /// record may be larger than [`RECORD_BYTES_MAX`] by as much as they hold.
    pub fn allowance(&self) -> Allowance {
        self.allowance.clone()
    }

    /// Checks a block; gives how many of its bytes are whole characters.
    fn check(&self, block: &[u8]) -> Result<usize, LoadError> {
        let (whole, bad) = match std::str::from_utf8(block) {
            Ok(_) => (block.len(), None),
            Err(error) if error.error_len().is_none() => (error.valid_up_to(), None),
            Err(error) => (error.valid_up_to(), Some(error.valid_up_to())),
        };
        if self.controls == ControlCharacters::Forbidden
            && let Some(at) = block[..whole].iter().position(is_forbidden_control)
        {
            let (line, byte, value) = self.place(block, at);
            return Err(LoadError::ControlCharacter { file: self.file.clone(), line, byte, value });
        }
        match bad {
            Some(at) => Err(self.not_utf8(block, at)),
            None => Ok(whole),
        }
    }

    /// Names the file in an error from below: decompressors report damage with these kinds.
    fn unreadable(&self, error: io::Error) -> io::Error {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        match error.kind() {
            InvalidData | InvalidInput | Other | UnexpectedEof => {
                let (file, byte, reason) = (self.file.clone(), self.bytes, error.to_string());
                io::Error::other(LoadError::Compression { file, byte, reason })
            }
            _ => error,
        }
    }

    fn not_utf8(&self, block: &[u8], at: usize) -> LoadError {
        let (line, byte, value) = self.place(block, at);
        LoadError::NotUtf8 { file: self.file.clone(), line, byte, value }
    }

    fn place(&self, block: &[u8], at: usize) -> (u64, u64, String) {
        let line = 1 + self.line_ends + count_line_ends(&block[..at]);
        (line, self.bytes + at as u64, format!("0x{:02X}", block[at]))
    }
}

fn is_forbidden_control(byte: &u8) -> bool {
    *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')
}

impl<R: Read> Read for CheckedText<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A character has up to four bytes; the caller's buffer is always the BufReader's own.
        if buffer.len() < 8 {
            return Err(io::Error::other("the buffer is too small for a character"));
        }
        loop {
            let held = self.pending.len();
            buffer[..held].copy_from_slice(&self.pending);
            let read =
                self.inner.read(&mut buffer[held..]).map_err(|error| self.unreadable(error))?;
            let block = &buffer[..held + read];
            let whole = self.check(block).map_err(io::Error::other)?;
            if read == 0 {
                // A character that the end of the file cuts.
                return if held == 0 {
                    Ok(0)
                } else {
                    Err(io::Error::other(self.not_utf8(block, 0)))
                };
            }
            self.pending = block[whole..].to_vec();
            self.bytes += whole as u64;
            self.line_ends += count_line_ends(&block[..whole]);
            if self.bytes > self.limit {
                let (file, limit) = (self.file.clone(), self.limit);
                return Err(io::Error::other(LoadError::TooLarge { file, limit }));
            }
            if !self.allowance.take(whole) {
                let (file, line) = (self.file.clone(), 1 + self.line_ends);
                let limit = RECORD_BYTES_MAX;
                return Err(io::Error::other(LoadError::RecordTooLarge { file, line, limit }));
            }
            if whole > 0 {
                return Ok(whole);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Writes the bytes to a file and reads them back through the checks.
    fn read(bytes: &[u8], controls: ControlCharacters) -> Result<String, LoadError> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("list");
        std::fs::write(&path, bytes).expect("written");
        let file = SourceFile { path, name: "xx/list".to_owned() };
        let mut text = String::new();
        let result = file.open(controls)?.read_to_string(&mut text);
        result.map(|_| text).map_err(|error| LoadError::from_io("xx/list", error))
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).expect("in memory");
        encoder.finish().expect("in memory")
    }

    #[test]
    fn plain_gzip_and_zstd_are_told_apart_by_their_first_bytes() {
        let text = "1,\"Ünal\"\r\n".repeat(20_000);
        let zstd = zstd::encode_all(text.as_bytes(), 1).expect("in memory");
        for bytes in [text.as_bytes().to_vec(), gzip(text.as_bytes()), zstd] {
            assert!(read(&bytes, ControlCharacters::Allowed).expect("readable") == text);
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        let text = read(b"\xef\xbb\xbfid,name\n", ControlCharacters::Allowed).expect("readable");
        assert_eq!(text, "id,name\n");
    }

    #[test]
    fn damage_is_named_with_its_place() {
        let cut_gzip = gzip(&b"line\n".repeat(10_000));
        let late_bad_byte = [&b"good line\n".repeat(30_000)[..], b"caf\xe9\n"].concat();
        let table: [(&[u8], ControlCharacters, &str); 9] = [
            (b"", ControlCharacters::Allowed, "xx/list: the file is empty"),
            (b" \r\n\x1a", ControlCharacters::Allowed, "xx/list: the file is empty"),
            (b"\n<!DOCTYPE HTML><p>", ControlCharacters::Allowed, "xx/list: this is an HTML page"),
            (b"<html>", ControlCharacters::Forbidden, "xx/list: this is an HTML page"),
            (b"a\nb\xe9\n", ControlCharacters::Allowed, "line 2, byte 3: 0xE9 is not UTF-8"),
            (b"a\nb\xc3", ControlCharacters::Allowed, "line 2, byte 3: 0xC3 is not UTF-8"),
            (&late_bad_byte, ControlCharacters::Allowed, "line 30001, byte 300003: 0xE9"),
            (b"a\nb\x13", ControlCharacters::Forbidden, "line 2, byte 3: control character 0x13"),
            (
                &cut_gzip[..cut_gzip.len() / 2],
                ControlCharacters::Allowed,
                "damaged compressed data",
            ),
        ];
        for (bytes, controls, expected) in table {
            let error = read(bytes, controls).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error:?} should hold {expected:?}");
        }
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let mut checked =
            CheckedText::new(io::repeat(b'a'), "bomb".to_owned(), ControlCharacters::Allowed);
        checked.limit = 100_000;
        assert!(checked.limit < RECORD_BYTES_MAX);
        let error = io::copy(&mut BufReader::new(checked), &mut io::sink()).expect_err("too large");
        assert!(error.to_string().contains("more than 100000 bytes"), "{error}");
    }

    #[test]
    fn a_record_without_an_end_stops_at_the_limit_and_a_new_one_may_be_as_long() {
        let endless =
            || CheckedText::new(io::repeat(b'a'), "endless".to_owned(), ControlCharacters::Allowed);
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

    #[test]
    fn windows_1252_is_read_where_the_file_is_no_utf_8() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("list");
        let file = SourceFile { path: path.clone(), name: "list".to_owned() };
        let far = "x\n".repeat(100_000);
        for (bytes, expected) in
            [(&b"caf\xe9 \x8a\n"[..], "café Š\n"), ("café\n".as_bytes(), "café\n")]
        {
            std::fs::write(&path, [far.as_bytes(), bytes].concat()).expect("written");
            let encoding = Encoding::Utf8OrWindows1252;
            let mut text = String::new();
            let mut reader = file.open_as(ControlCharacters::Allowed, encoding).expect("readable");
            reader.read_to_string(&mut text).expect("readable");
            assert_eq!(text, format!("{far}{expected}"));
        }
    }

    #[test]
    fn size_and_hash_are_those_of_the_stored_bytes() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("list");
        std::fs::write(&path, b"abc").expect("written");
        let report = SourceFile { path, name: "list".to_owned() }.describe().expect("readable");
        assert_eq!(report.size, 3);
        // The example of FIPS 180-4.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(report.sha256, expected);
    }
}
