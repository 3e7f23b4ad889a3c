//! Progress of a run, kept next to its output. The same command resumes a run that was interrupted by a
//! signal, a full disk or a power cut.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::ScreenError;
use super::output::failed;
use tamis_engine::files::{self, with_ending};

/// Suffix of the output's name.
const PROGRESS: &str = ".progress.json";

/// A position in a run: everything before it is written, and nothing after it counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress<C> {
    /// Fingerprint of the job.
    pub(crate) job: String,
    /// The snapshots that customers were screened against, the current one last.
    pub(crate) snapshots: Vec<String>,
    /// Number of completed files.
    pub(crate) files: usize,
    /// Line of the last completed row in the next file.
    pub(crate) line: u64,
    /// Length of the hits in bytes.
    pub(crate) hits: u64,
    /// Length of the rejects in bytes, if there are any.
    pub(crate) rejects: Option<u64>,
    /// Lengths of further outputs in bytes.
    #[serde(default)]
    pub(crate) further: Vec<u64>,
    pub(crate) counts: C,
}

/// The file that holds the progress.
#[derive(Debug, Clone)]
pub(super) struct Place {
    path: PathBuf,
}

impl Place {
    pub(super) fn beside(output: &Path) -> Self {
        Self { path: with_ending(output, PROGRESS) }
    }

    /// Reads the progress. An unreadable file counts as none.
    pub(super) fn read<C: DeserializeOwned>(&self) -> Option<Progress<C>> {
        serde_json::from_slice(&fs::read(&self.path).ok()?).ok()
    }

    /// Saves the progress atomically.
    pub(super) fn keep<C: Serialize>(&self, progress: &Progress<C>) -> Result<(), ScreenError> {
        let text = serde_json::to_vec_pretty(progress);
        let text = text.expect("our shapes have string keys and no failing parts");
        files::replace(&self.path, &text).map_err(|error| failed(Some(&self.path), error))
    }

    /// Removes the file.
    pub(super) fn remove(&self) {
        // A leftover file does no harm: the output already has its final name.
        let _ = fs::remove_file(&self.path);
    }
}
