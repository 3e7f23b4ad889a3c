//! Opens files. Gzip, zstd and zip are recognised by their first bytes, whatever the name.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::PathBuf;

use encoding_rs_io::DecodeReaderBytesBuilder;
use zip::ZipArchive;

use crate::characters::{Characters, Survey};
use crate::error::FileError;
use crate::text::{self, BUFFER_BYTES, ControlCharacters, Encoding, TextReader, TextRules};
use crate::watch::{Metered, Size, Unwatched, Watch};

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const ZIP_MAGIC: &[u8] = b"PK\x03\x04";

/// A file from a publisher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    pub path: PathBuf,
    /// Name relative to its folder, for messages.
    pub name: String,
}

/// A stored file, read from its start.
type Stored<'w> = Metered<'w, BufReader<File>>;

impl SourceFile {
    /// Opens the file as checked UTF-8 text without byte order mark; gzip and zstd are unpacked.
    ///
    /// # Errors
    /// The file cannot be opened, is empty or is a web page. Later damage appears in the stream as an
    /// [`io::Error`] that holds the [`FileError`].
    pub fn open(&self, controls: ControlCharacters) -> Result<TextReader<'static>, FileError> {
        self.open_as(controls, Encoding::Utf8)
    }

    /// Same as [`Self::open`], for another encoding; the stream is UTF-8.
    ///
    /// # Errors
    /// Same as [`Self::open`].
    pub fn open_as(
        &self,
        controls: ControlCharacters,
        encoding: Encoding,
    ) -> Result<TextReader<'static>, FileError> {
        let rules = TextRules { controls, encoding, ..TextRules::default() };
        let mut unpacked = self.unpack()?;
        // If only few lines are not UTF-8, the first of them is damage.
        if encoding == Encoding::Utf8OrWindows1252 && !survey(self.unpack()?, &self.name)?.is_utf8()
        {
            unpacked = decoded(unpacked, encoding_rs::WINDOWS_1252);
        }
        text::open(unpacked, &self.name, rules, &Unwatched)
    }

    /// Detects the encoding of the file: by a mark at its start, else by its characters. Reads the file
    /// once.
    ///
    /// # Errors
    /// Same as [`Self::open`]; [`FileError::MixedEncodings`] and [`FileError::UnsureEncoding`].
    pub fn characters(&self) -> Result<Characters, FileError> {
        characters_of_unpacked(self.unpack()?, &self.name)
    }

    /// Same as [`Self::open`], for the given encoding; the stream is UTF-8.
    ///
    /// # Errors
    /// Same as [`Self::open`].
    pub fn open_with(
        &self,
        controls: ControlCharacters,
        characters: Characters,
    ) -> Result<TextReader<'static>, FileError> {
        if characters.are_utf_8() {
            return self.open(controls);
        }
        let rules = TextRules { controls, ..TextRules::default() };
        let unpacked = decoded(self.unpack()?, characters.encoding);
        text::open(unpacked, &self.name, rules, &Unwatched)
    }

    /// Calls `read` with the unpacked content: once, or for each wanted member of a zip archive. In
    /// `member`, one `*` stands for any run of characters; `None` means the only member.
    ///
    /// # Errors
    /// The file cannot be opened or unpacked, has no such member, or `read` fails.
    pub fn read_each<E: From<FileError>>(
        &self,
        member: Option<&str>,
        rules: TextRules,
        watch: &dyn Watch,
        read: &mut dyn FnMut(TextReader<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let named = |error| FileError::io(&self.name, error);
        let mut stored = self.stored(watch).map_err(named)?;
        if stored.fill_buf().map_err(named)?.starts_with(ZIP_MAGIC) {
            stored.rewind().map_err(named)?;
            return self.read_members(stored, member, rules, watch, read);
        }
        if member.is_some() {
            let reason = "it is not a zip archive, so it has no member".to_owned();
            return Err(FileError::NoMember { file: self.name.clone(), reason }.into());
        }
        let unpacked = unpack(stored).map_err(named)?;
        read(text::open(unpacked, &self.name, rules, watch)?)
    }

    fn read_members<E: From<FileError>>(
        &self,
        stored: Stored<'_>,
        member: Option<&str>,
        rules: TextRules,
        watch: &dyn Watch,
        read: &mut dyn FnMut(TextReader<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let named = |error| FileError::io(&self.name, io::Error::other(error));
        let mut archive = ZipArchive::new(stored).map_err(named)?;
        let names = archive.file_names_raw().map(String::from_utf8_lossy);
        let names: Vec<String> = names.map(|name| name.into_owned()).collect();
        let is_wanted =
            |name: &str| !name.ends_with('/') && member.is_none_or(|m| is_match(m, name));
        let wanted: Vec<usize> = (0..names.len()).filter(|at| is_wanted(&names[*at])).collect();
        if wanted.is_empty() || (member.is_none() && wanted.len() > 1) {
            let reason =
                format!("member must say which of its files are read: {}", names.join(", "));
            return Err(FileError::NoMember { file: self.name.clone(), reason }.into());
        }
        let mut whole = 0_u64;
        for at in &wanted {
            whole = whole.saturating_add(archive.by_index_raw(*at).map_err(named)?.size());
        }
        watch.begins(Size::Unpacked(whole));
        for at in wanted {
            let unpacked = archive.by_index(at).map_err(named)?;
            read(text::open(Box::new(unpacked), &self.name, rules, watch)?)?;
        }
        Ok(())
    }

    fn stored<'w>(&self, watch: &'w dyn Watch) -> io::Result<Stored<'w>> {
        let file = File::open(&self.path)?;
        watch.begins(Size::Stored(file.metadata()?.len()));
        Ok(Metered { inner: BufReader::with_capacity(BUFFER_BYTES, file), watch })
    }

    fn unpack(&self) -> Result<Box<dyn Read>, FileError> {
        let unpacked = self.stored(&Unwatched).and_then(unpack);
        unpacked.map_err(|error| FileError::io(&self.name, error))
    }
}

/// Detects the encoding of a stream by reading it to its end; as [`SourceFile::characters`].
///
/// # Errors
/// Same as [`SourceFile::characters`].
pub fn characters_of(input: impl Read + 'static, name: &str) -> Result<Characters, FileError> {
    let unpacked = unpack(BufReader::with_capacity(BUFFER_BYTES, input));
    characters_of_unpacked(unpacked.map_err(|error| FileError::io(name, error))?, name)
}

fn characters_of_unpacked(text: Box<dyn Read>, name: &str) -> Result<Characters, FileError> {
    let mut text = BufReader::new(text);
    let start = text.fill_buf().map_err(|error| FileError::io(name, error))?;
    match encoding_rs::Encoding::for_bom(start) {
        Some((encoding, _)) if encoding != encoding_rs::UTF_8 => {
            Ok(Characters { encoding, is_decoded: true })
        }
        _ => survey(Box::new(text), name)?.characters(name),
    }
}

/// Reads a text to its end; any damage except of its characters is an error, as in a stream.
fn survey(text: Box<dyn Read>, name: &str) -> Result<Survey, FileError> {
    let rules = TextRules { encoding: Encoding::Unchecked, ..TextRules::default() };
    Survey::of(text::open(text, name, rules, &Unwatched)?)
}

/// The text as UTF-8, with U+FFFD for invalid bytes.
fn decoded(text: Box<dyn Read>, encoding: &'static encoding_rs::Encoding) -> Box<dyn Read> {
    Box::new(DecodeReaderBytesBuilder::new().encoding(Some(encoding)).build(text))
}

/// Opens a pipe as [`SourceFile::open`] does a file, also for another encoding. Control characters
/// except tab and line ends are damage.
///
/// # Errors
/// Same as [`SourceFile::open`].
pub fn open_stream(
    input: impl Read + 'static,
    name: &str,
    characters: Characters,
) -> Result<TextReader<'static>, FileError> {
    let stored = BufReader::with_capacity(BUFFER_BYTES, input);
    let mut unpacked = unpack(stored).map_err(|error| FileError::io(name, error))?;
    if !characters.are_utf_8() {
        unpacked = decoded(unpacked, characters.encoding);
    }
    let rules = TextRules { controls: ControlCharacters::Forbidden, ..TextRules::default() };
    text::open(unpacked, name, rules, &Unwatched)
}

/// Opens a text in UTF-8 that is not packed, such as a member of an archive.
///
/// # Errors
/// Same as [`SourceFile::open`].
pub fn open_plain<'r>(input: impl Read + 'r, name: &str) -> Result<TextReader<'r>, FileError> {
    text::open(Box::new(input), name, TextRules::default(), &Unwatched)
}

/// True if bytes begin like a gzip or zstd file.
#[must_use]
pub fn is_packed(start: &[u8]) -> bool {
    start.starts_with(GZIP_MAGIC) || start.starts_with(ZSTD_MAGIC)
}

/// Unpacks a gzip or zstd stream, recognised by its first bytes; others are read as they are.
///
/// # Errors
/// The first bytes cannot be read.
pub fn unpack<'w>(mut stored: impl BufRead + 'w) -> io::Result<Box<dyn Read + 'w>> {
    let start = stored.fill_buf()?;
    Ok(if start.starts_with(GZIP_MAGIC) {
        Box::new(flate2::bufread::MultiGzDecoder::new(stored))
    } else if start.starts_with(ZSTD_MAGIC) {
        Box::new(zstd::stream::read::Decoder::with_buffer(stored)?)
    } else {
        Box::new(stored)
    })
}

/// True if a name matches this pattern, in which one `*` stands for any run of characters.
#[must_use]
pub fn is_match(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Write;

    use super::*;

    /// Writes the bytes to a file and reads them back through the checks.
    fn read(bytes: &[u8], controls: ControlCharacters) -> Result<String, FileError> {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("list");
        std::fs::write(&path, bytes).expect("written");
        let file = SourceFile { path, name: "xx/list".to_owned() };
        let mut text = String::new();
        let result = file.open(controls)?.read_to_string(&mut text);
        result.map(|_| text).map_err(|error| FileError::from_io("xx/list", error))
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

    /// A watch that allows only one block.
    #[derive(Default)]
    struct OneBlock {
        unpacked: Cell<u64>,
        stored: Cell<u64>,
    }

    impl Watch for OneBlock {
        fn used(&self, stored: u64) {
            self.stored.set(self.stored.get() + stored);
        }

        fn before_block(&self) -> io::Result<()> {
            match self.unpacked.get() {
                0 => Ok(()),
                _ => Err(io::Error::other("cancelled")),
            }
        }

        fn after_block(&self, unpacked: u64) {
            self.unpacked.set(self.unpacked.get() + unpacked);
        }
    }

    #[test]
    fn whoever_watches_knows_how_far_the_reading_is_and_ends_it() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = SourceFile { path: folder.path().join("list"), name: "list".to_owned() };
        std::fs::write(&file.path, "a line\n".repeat(100_000)).expect("written");
        let watch = OneBlock::default();
        let read = file.read_each(None, TextRules::default(), &watch, &mut |mut text| {
            let read = text.read_to_string(&mut String::new());
            read.map(|_| ()).map_err(|error| FileError::from_io("list", error))
        });
        let error = read.expect_err("ended").to_string();
        assert_eq!(error, "list: cancelled");
        assert_eq!((watch.unpacked.get(), watch.stored.get()), (65_536, 65_536));
    }

    #[test]
    fn a_star_stands_for_any_run() {
        for (pattern, name, expected) in [
            ("a.csv", "a.csv", true),
            ("a.csv", "a.csv.gz", false),
            ("a*.csv", "a.csv", true),
            ("a*.csv", "a-1.csv", true),
            ("ab*ba", "aba", false),
            ("*", "anything", true),
        ] {
            assert_eq!(is_match(pattern, name), expected, "{pattern} {name}");
        }
    }
}
