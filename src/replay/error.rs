//! Errors of a replay.

use std::io;
use std::path::{Path, PathBuf};

/// Reason why a replay ended early.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("{path}: {source}", path = path.display())]
    Read { path: PathBuf, source: io::Error },
    /// The line is not what the file holds.
    #[error("{path}: line {line}: {reason}", path = path.display())]
    Line { path: PathBuf, line: u64, reason: String },
}

impl ReplayError {
    pub(super) fn read(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Read { path: path.clone(), source }
    }
}
