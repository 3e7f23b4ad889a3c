//! Opening a source file: decompression, limits and the encoding check, in one stream.
//!
//! Every reader gets its bytes from here, so that a damaged file is noticed in one place and
//! reported with its line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::checksum::size_and_sha256;
use crate::error::LoadError;
use crate::limits::FILE_BYTES_MAX;
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
        let unpacked = unpack(&self.path).map_err(|error| LoadError::io(&self.name, error))?;
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

/// Passes bytes on as long as they are UTF-8 and the file is not larger than allowed.
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
}

impl<R: Read> CheckedText<R> {
    fn new(inner: R, file: String, controls: ControlCharacters) -> Self {
        let limit = FILE_BYTES_MAX;
        Self { inner, file, controls, bytes: 0, line_ends: 0, pending: Vec::new(), limit }
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
        let error = io::copy(&mut BufReader::new(checked), &mut io::sink()).expect_err("too large");
        assert!(error.to_string().contains("more than 100000 bytes"), "{error}");
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
