//! Why a file cannot be read.

use std::io;

/// A file that cannot be read to its end.
///
/// `file` is its name as messages show it; `line` counts from 1, `byte` from 0, both in the
/// unpacked file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system refused.
    #[error("{file}: {source}")]
    Io {
        /// Which file or folder.
        file: String,
        /// What it said.
        source: io::Error,
    },
    /// Compressed data that does not unpack.
    #[error("{file}: damaged compressed data after {byte} unpacked bytes: {reason}")]
    Compression {
        /// Which file.
        file: String,
        /// Unpacked bytes before the damage.
        byte: u64,
        /// What the decompressor said.
        reason: String,
    },
    /// Unpacks to more than [`crate::limits::FILE_BYTES_MAX`].
    #[error("{file}: unpacks to more than {limit} bytes")]
    TooLarge {
        /// Which file.
        file: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// One row, element or object has more than [`crate::limits::RECORD_BYTES_MAX`] bytes.
    #[error("{file}: line {line}: one record has more than {limit} bytes")]
    RecordTooLarge {
        /// Which file.
        file: String,
        /// Line at which the reader gave up.
        line: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Nothing in it.
    #[error("{file}: the file is empty")]
    Empty {
        /// Which file.
        file: String,
    },
    /// A web page, usually an error page saved under the name of the list.
    #[error("{file}: this is an HTML page, not the list")]
    HtmlPage {
        /// Which file.
        file: String,
    },
    /// Another encoding than UTF-8.
    #[error(
        "{file}: line {line}, byte {byte}: {value} is not UTF-8; the file has another encoding or is damaged"
    )]
    NotUtf8 {
        /// Which file.
        file: String,
        /// Line of the first bad byte.
        line: u64,
        /// Its offset.
        byte: u64,
        /// Its value, as `0xE9`.
        value: String,
    },
    /// A control character that XML does not allow.
    #[error(
        "{file}: line {line}, byte {byte}: control character {value}, which XML does not allow"
    )]
    ControlCharacter {
        /// Which file.
        file: String,
        /// Its line.
        line: u64,
        /// Its offset.
        byte: u64,
        /// Its value, as `0x13`.
        value: String,
    },
    /// XML that is not well-formed, or another document than expected.
    #[error("{file}: line {line}, byte {byte}: {reason}")]
    BadXml {
        /// Which file.
        file: String,
        /// Line of the fault.
        line: u64,
        /// Its offset.
        byte: u64,
        /// What is wrong.
        reason: String,
    },
    /// JSON that does not parse, or another document than expected.
    #[error("{file}: line {line}, column {column}: {reason}")]
    BadJson {
        /// Which file.
        file: String,
        /// Line of the fault.
        line: u64,
        /// Column of the fault, from 1.
        column: u64,
        /// What is wrong.
        reason: String,
    },
    /// The file ends in the middle of a row.
    #[error("{file}: line {line}: {reason}; the file is truncated")]
    Truncated {
        /// Which file.
        file: String,
        /// Line of the last row.
        line: u64,
        /// What is missing.
        reason: String,
    },
    /// A header without a column that the format has.
    #[error("{file}: no column {column:?}; the header has {header}")]
    NoColumn {
        /// Which file.
        file: String,
        /// The column.
        column: String,
        /// Columns that are there.
        header: String,
    },
    /// Another encoding than is read.
    #[error("{file}: it is UTF-16; only UTF-8 is read")]
    Utf16 {
        /// Which file.
        file: String,
    },
    /// A zip archive without the member that is to be read, or no such archive.
    #[error("{file}: {reason}")]
    NoMember {
        /// Which file.
        file: String,
        /// What is there instead.
        reason: String,
    },
}

impl FileError {
    /// Wraps an error of the operating system with the file it happened on.
    #[must_use]
    pub fn io(file: impl Into<String>, source: io::Error) -> Self {
        Self::Io { file: file.into(), source }
    }

    /// Takes back an error that travelled through a parser as an I/O error.
    #[must_use]
    pub fn from_io(file: &str, error: io::Error) -> Self {
        error.downcast::<Self>().unwrap_or_else(|source| Self::io(file, source))
    }
}
