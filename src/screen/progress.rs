//! How far a run came, kept beside its output, so that the same command goes on where it was
//! interrupted: by a signal, a full disk, a power cut.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::error::ScreenError;
use super::output::{failed, with_ending};

/// What is behind the name of the output.
const PROGRESS: &str = ".progress.json";
const PROGRESS_BEGUN: &str = ".progress.json.new";

/// A place in a run: what is before it is written, and nothing behind it counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Tells this job from others.
    pub(super) job: String,
    /// The snapshots that customers were screened against, the present one last.
    pub(super) snapshots: Vec<String>,
    /// Files that are done.
    pub(super) files: usize,
    /// In the file behind them: the line of the last row that is done.
    pub(super) line: u64,
    /// Bytes of the hits.
    pub(super) hits: u64,
    /// Bytes of the rejects, where there are any.
    pub(super) rejects: Option<u64>,
    pub(super) counts: Counts,
}

/// The file that holds it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    path: PathBuf,
    begun: PathBuf,
}

impl Place {
    pub(super) fn beside(output: &Path) -> Self {
        Self { path: with_ending(output, PROGRESS), begun: with_ending(output, PROGRESS_BEGUN) }
    }

    /// What is kept there. What cannot be read is as good as nothing.
    pub(super) fn read(&self) -> Option<Progress> {
        serde_json::from_slice(&fs::read(&self.path).ok()?).ok()
    }

    /// Keeps it: all of it, or what was there before.
    pub(super) fn keep(&self, progress: &Progress) -> Result<(), ScreenError> {
        let text = serde_json::to_vec_pretty(progress);
        let text = text.expect("our shapes have string keys and no failing parts");
        let write = || -> io::Result<()> {
            let mut file = File::create(&self.begun)?;
            file.write_all(&text)?;
            file.sync_data()?;
            fs::rename(&self.begun, &self.path)
        };
        write().map_err(|error| failed(Some(&self.path), error))
    }

    /// Forgets it.
    pub(super) fn remove(&self) {
        // One that stays says nothing: its output has its name.
        let _ = fs::remove_file(&self.path);
    }
}
