//! Why a ledger cannot be read or written. Every message names the file.

use std::io;
use std::path::{Path, PathBuf};

use super::{LEDGER_FILE, LEDGER_VERSION};

/// Why a ledger cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The operating system refused.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried ("read", "write").
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a ledger at all.
    #[error("{}: not a Tamis ledger (its first bytes are not those of one)", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The ledger was written by a later program.
    #[error(
        "{}: ledger version {found}, this program reads versions 1 to {LEDGER_VERSION}; update \
         this program",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that it states.
        found: u32,
    },
    /// Something outside the blocks is damaged.
    #[error("{}: {part} damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is damaged ("header", "table of blocks").
        part: &'static str,
        /// What does not fit.
        reason: String,
    },
    /// A block is damaged or holds what it must not.
    #[error("{}: block {number} ({holds}): {reason}", path.display())]
    Block {
        /// The file.
        path: PathBuf,
        /// Which block, counted from 1.
        number: usize,
        /// What it holds ("register us_ofac_sdn").
        holds: String,
        /// What does not fit, with the line where one is meant.
        reason: String,
    },
    /// A version has none.
    #[error("{}: there is no {LEDGER_FILE}", folder.display())]
    None {
        /// The folder of the version.
        folder: PathBuf,
    },
    /// It is of another version than its folder.
    #[error("{}: this is the ledger of version {found}", path.display())]
    OtherVersion {
        /// The ledger.
        path: PathBuf,
        /// The version that it states.
        found: String,
    },
    /// More of something than the format holds.
    #[error("{}: {what} longer than {most} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What is too long.
        what: String,
        /// The limit.
        most: u64,
    },
}

impl LedgerError {
    /// Wraps an I/O error with the path and what was tried.
    pub(super) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, action, source }
    }

    pub(super) fn damaged(path: &Path, part: &'static str, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), part, reason: reason.into() }
    }
}
