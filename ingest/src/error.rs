//! Errors of reading files.

use std::io;

/// Reason for which a file cannot be read to its end.
///
/// `file` is its name as messages show it; `line` counts from 1, `byte` from 0, both in the unpacked
/// file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{file}: {source}")]
    Io { file: String, source: io::Error },
    #[error("{file}: damaged compressed data after {byte} unpacked bytes: {reason}")]
    Compression { file: String, byte: u64, reason: String },
    /// The unpacked file exceeds [`crate::limits::FILE_BYTES_MAX`].
    #[error("{file}: unpacks to more than {limit} bytes")]
    TooLarge { file: String, limit: u64 },
    /// One row, element or object exceeds [`crate::limits::RECORD_BYTES_MAX`] bytes.
    #[error("{file}: line {line}: one record has more than {limit} bytes")]
    RecordTooLarge { file: String, line: u64, limit: u64 },
    #[error("{file}: the file is empty")]
    Empty { file: String },
    #[error("{file}: this is an HTML page, not the list")]
    HtmlPage { file: String },
    #[error(
        "{file}: line {line}, byte {byte}: {value} is not UTF-8; the file has another encoding or is damaged"
    )]
    NotUtf8 {
        file: String,
        line: u64,
        byte: u64,
        /// Value of the byte, as `0xE9`.
        value: String,
    },
    #[error("{file}: line {line}, byte {byte}: control character {value}; no text has one")]
    ControlCharacter {
        file: String,
        line: u64,
        byte: u64,
        /// Value of the control character, as `0x13`.
        value: String,
    },
    #[error("{file}: line {line}, byte {byte}: {reason}")]
    BadXml { file: String, line: u64, byte: u64, reason: String },
    #[error("{file}: line {line}, column {column}: {reason}")]
    BadJson {
        file: String,
        line: u64,
        /// Column of the fault, from 1.
        column: u64,
        reason: String,
    },
    #[error("{file}: line {line}: {reason}; the file is truncated")]
    Truncated { file: String, line: u64, reason: String },
    #[error("{file}: no column {column:?}; the header has {header}")]
    NoColumn { file: String, column: String, header: String },
    /// Some lines are UTF-8, and at least as many are not.
    #[error(
        "{file}: {sound} lines are UTF-8 and {broken} are not, the first of them line {line}; set \
         `encoding` to that of the file"
    )]
    MixedEncodings { file: String, sound: u64, broken: u64, line: u64 },
    /// The file has too few characters to detect its encoding.
    #[error(
        "{file}: line {line} is not UTF-8, and the encoding of the file is not certain; set \
         `encoding` to what it is ({likeliest} is likeliest)"
    )]
    UnsureEncoding { file: String, line: u64, likeliest: String },
    /// The reader cannot interpret a part of the file.
    #[error("{file}: {reason}")]
    Content { file: String, reason: String },
    #[error("{file}: it is UTF-16; only UTF-8 is read")]
    Utf16 { file: String },
    #[error("{file}: {reason}")]
    NoMember { file: String, reason: String },
}

impl FileError {
    /// The same error with advice added.
    #[must_use]
    pub fn with_advice(self, advice: &str) -> Self {
        match self {
            Self::Content { file, reason } => {
                Self::Content { file, reason: format!("{reason}; {advice}") }
            }
            other => other,
        }
    }

    /// Wraps an error of the operating system with the affected file.
    #[must_use]
    pub fn io(file: impl Into<String>, source: io::Error) -> Self {
        Self::Io { file: file.into(), source }
    }

    /// Recovers an error that passed through a parser as an I/O error.
    #[must_use]
    pub fn from_io(file: &str, error: io::Error) -> Self {
        error.downcast::<Self>().unwrap_or_else(|source| Self::io(file, source))
    }
}
