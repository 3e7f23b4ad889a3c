//! Why a snapshot cannot be opened or written. Every message names the file.

use std::io;
use std::path::{Path, PathBuf};

/// Why a snapshot cannot be opened, written or published.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// A file or folder could not be read or written.
    #[error("{path}: cannot {action}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried ("open", "write").
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a snapshot at all.
    #[error("{path}: not a Tamis snapshot (its first bytes are not the magic number)")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is a snapshot of a format this program does not read.
    #[error("{path}: snapshot format {found}, this program reads format {expected}; {advice}")]
    Version {
        /// The file.
        path: PathBuf,
        /// Format version in the file.
        found: u32,
        /// Format version of this program.
        expected: u32,
        /// What to do about it.
        advice: &'static str,
    },
    /// The file ends too early or has bytes behind its end.
    #[error("{path}: {actual} bytes long, its header says {expected}")]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes the header (or its fixed size) asks for.
        expected: u64,
        /// Bytes there are.
        actual: u64,
    },
    /// The header or the section table is damaged.
    #[error("{path}: header or section table damaged: {reason}")]
    Header {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// A section's bytes do not have the checksum that the table states.
    #[error("{path}: section {section} damaged: checksum {found:016x}, expected {expected:016x}")]
    Checksum {
        /// The file.
        path: PathBuf,
        /// The section.
        section: &'static str,
        /// XXH3 in the table.
        expected: u64,
        /// XXH3 of the bytes.
        found: u64,
    },
    /// A section has the right checksum and contradicts itself or another one.
    #[error("{path}: section {section} inconsistent: {reason}")]
    Inconsistent {
        /// The file.
        path: PathBuf,
        /// The section.
        section: &'static str,
        /// What does not fit.
        reason: String,
    },
    /// The input has more of something than the format can hold.
    #[error("{path}: {count} {what}, the format holds at most {most}")]
    TooLarge {
        /// The file that was to be written.
        path: PathBuf,
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many fit.
        most: u64,
    },
    /// A file beside the snapshot (`CURRENT`, `manifest.json`) is not what it should be.
    #[error("{path}: {reason}")]
    Store {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl SnapshotError {
    /// Wraps an I/O error with the path and what was tried.
    pub(crate) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, action, source }
    }
}
