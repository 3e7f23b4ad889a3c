//! Errors of opening and writing a snapshot. Every message names the file.

use std::io;
use std::path::{Path, PathBuf};

/// An error of opening, writing or publishing a snapshot.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    #[error("{path}: cannot {action}: {source}")]
    Io {
        path: PathBuf,
        /// The operation that failed ("open", "write").
        action: &'static str,
        source: io::Error,
    },
    #[error("{path}: not a Tamis snapshot (its first bytes are not the magic number)")]
    Foreign { path: PathBuf },
    #[error("{path}: snapshot format {found}, this program reads format {expected}; {advice}")]
    Version { path: PathBuf, found: u32, expected: u32, advice: &'static str },
    #[error("{path}: {actual} bytes long, its header says {expected}")]
    Length {
        path: PathBuf,
        /// Bytes that the header, or its fixed size, requires.
        expected: u64,
        actual: u64,
    },
    #[error("{path}: header or section table damaged: {reason}")]
    Header { path: PathBuf, reason: String },
    #[error("{path}: section {section} damaged: checksum {found:016x}, expected {expected:016x}")]
    Checksum {
        path: PathBuf,
        section: &'static str,
        /// XXH3 in the section table.
        expected: u64,
        /// XXH3 of the bytes.
        found: u64,
    },
    #[error("{path}: section {section} inconsistent: {reason}")]
    Inconsistent { path: PathBuf, section: &'static str, reason: String },
    #[error("{path}: {count} {what}, the format holds at most {most}")]
    TooLarge { path: PathBuf, what: &'static str, count: u64, most: u64 },
    #[error("{path}: {reason}")]
    Store { path: PathBuf, reason: String },
}

impl SnapshotError {
    /// Wraps an I/O error with the path and the operation.
    pub(crate) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, action, source }
    }
}
