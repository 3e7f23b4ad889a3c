//! Why nothing could be measured.

use std::io;
use std::path::PathBuf;

use tamis_engine::snapshot::SnapshotError;

use crate::build::BuildError;

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum EvaluateError {
    /// A file or folder cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// What was read.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A row of a labelled file is not as its header says.
    #[error("{path}: {source}")]
    Csv {
        /// The file.
        path: PathBuf,
        /// Line and field.
        source: csv::Error,
    },
    /// A line of word pairs does not have its three fields.
    #[error(
        "{path}, line {line}: a line is a Latin word, a word in the script and a count, separated by tabs"
    )]
    WordPair {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// There is no temporary folder for a snapshot.
    #[error("no temporary folder: {0}")]
    Temporary(io::Error),
    /// The lists do not build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A snapshot cannot be written or opened.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// No version was published.
    #[error("no version could be built from the lists in {path}")]
    NothingBuilt {
        /// Folder of the lists.
        path: PathBuf,
    },
}

impl EvaluateError {
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
