//! What can go wrong between here and a store. Every message names the object or the file.

use std::io;
use std::path::{Path, PathBuf};

use tamis_engine::snapshot::SnapshotError;

/// Why a version was not published, pulled or removed.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    #[error("{address}: {reason}")]
    Address { address: String, reason: String },
    /// The store did not do what it was asked; it may at another time.
    #[error("{object}: {reason}")]
    Store { object: String, reason: String },
    /// What the store holds is not what it should be.
    #[error("{object}: {reason}")]
    Content { object: String, reason: String },
    #[error("{address}: there is no version (no CURRENT); snapshot-builder publish puts one there")]
    Empty { address: String },
    /// What was asked for would do harm as things are.
    #[error("{0}")]
    Refused(String),
    #[error("{path}: cannot {action}: {source}", path = path.display())]
    File { path: PathBuf, action: &'static str, source: io::Error },
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("{0}: another program is at work in this folder")]
    Busy(String),
}

impl RemoteError {
    /// Whether all came, and was not what it should be: to fetch it again at once would not help.
    #[must_use]
    pub fn is_unsound(&self) -> bool {
        match self {
            Self::Content { .. } => true,
            Self::Snapshot(error) => !matches!(error, SnapshotError::Io { .. }),
            _ => false,
        }
    }

    /// Wraps an error of a file with its path and what was tried.
    pub(crate) fn file(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, action, source }
    }
}
