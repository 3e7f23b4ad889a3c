//! Errors of reading and writing ledgers. Every message names the file.

use std::io;
use std::path::{Path, PathBuf};

use super::{LEDGER_FILE, LEDGER_VERSION};

/// Reason for which a ledger cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        path: PathBuf,
        /// Attempted action ("read", "write").
        action: &'static str,
        source: io::Error,
    },
    #[error("{}: not a Tamis ledger (its first bytes are not those of one)", path.display())]
    Foreign { path: PathBuf },
    #[error(
        "{}: ledger version {found}, this program reads versions 1 to {LEDGER_VERSION}; update \
         this program",
        path.display()
    )]
    Version { path: PathBuf, found: u32 },
    #[error("{}: {part} damaged: {reason}", path.display())]
    Damaged {
        path: PathBuf,
        /// Damaged part ("header", "table of blocks").
        part: &'static str,
        reason: String,
    },
    #[error("{}: block {number} ({holds}): {reason}", path.display())]
    Block {
        path: PathBuf,
        /// Number of the block, counted from 1.
        number: usize,
        /// Content of the block ("register us_ofac_sdn").
        holds: String,
        /// Fault, with the line if one is affected.
        reason: String,
    },
    #[error("{}: there is no {LEDGER_FILE}", folder.display())]
    None { folder: PathBuf },
    #[error("{}: this is the ledger of version {found}", path.display())]
    OtherVersion { path: PathBuf, found: String },
    #[error("{}: {what} longer than {most} bytes", path.display())]
    TooLarge { path: PathBuf, what: String, most: u64 },
}

impl LedgerError {
    /// Wraps an I/O error with the path and the attempted action.
    pub(super) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, action, source }
    }

    pub(super) fn damaged(path: &Path, part: &'static str, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), part, reason: reason.into() }
    }
}
