//! Why nothing could be measured.

use std::io;
use std::path::PathBuf;

use tamis_engine::snapshot::SnapshotError;

use crate::build::BuildError;

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum EvaluateError {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    #[error("{path}: {source}")]
    Csv { path: PathBuf, source: csv::Error },
    #[error(
        "{path}, line {line}: a line is a Latin word, a word in the script and a count, separated by tabs"
    )]
    WordPair {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    #[error("no temporary folder: {0}")]
    Temporary(io::Error),
    /// The lists do not build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A snapshot cannot be written or opened.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("no version could be built from the lists in {path}")]
    NothingBuilt { path: PathBuf },
}

impl EvaluateError {
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
