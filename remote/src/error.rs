//! Errors of publishing and pulling. Every message names the object or the file.

use std::io;
use std::path::{Path, PathBuf};

use tamis_engine::snapshot::SnapshotError;

/// Reason for which a version was not published, pulled or removed.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    #[error("{address}: {reason}")]
    Address { address: String, reason: String },
    /// A request to the store failed; a later one may succeed.
    #[error("{object}: {reason}")]
    Store { object: String, reason: String },
    /// An object in the store has invalid content.
    #[error("{object}: {reason}")]
    Content { object: String, reason: String },
    #[error("{address}: there is no version (no CURRENT); snapshot-builder publish puts one there")]
    Empty { address: String },
    /// The request would do harm in the present state.
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
    /// True if everything arrived but was invalid: fetching it again at once would not help.
    #[must_use]
    pub fn is_unsound(&self) -> bool {
        match self {
            Self::Content { .. } => true,
            Self::Snapshot(error) => !matches!(error, SnapshotError::Io { .. }),
            _ => false,
        }
    }

    /// Wraps a file error with its path and the attempted action.
    pub(crate) fn file(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, action, source }
    }
}
