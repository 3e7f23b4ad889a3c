//! The use case: versions that nobody needs any more are removed.

use std::num::NonZeroUsize;
use std::path::Path;

use tamis_engine::snapshot::SnapshotError;

use crate::publish::{Output, PublishError};

/// A version that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    pub version: String,
    /// Bytes of its files.
    pub bytes: u64,
}

/// What stayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The current version.
    pub current: String,
    /// All versions that are left, the oldest first.
    pub versions: Vec<String>,
}

/// Why no further version was removed.
#[derive(Debug, thiserror::Error)]
pub enum PruneError {
    #[error("the current version does not open, so all others are kept: {0}")]
    CurrentBroken(SnapshotError),
    /// The folder cannot be used, or a version cannot be removed.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

/// Removes all versions but so many of the newest ones and the current one, the oldest first.
/// `on_removed` is told of each.
///
/// Whoever has a file of a removed version open, as a server has that of the version it serves,
/// keeps it until it closes it.
///
/// # Errors
/// [`PruneError`]; what `on_removed` was told of is removed then, and nothing else.
pub fn prune(
    out: &Path,
    keep: NonZeroUsize,
    mut on_removed: impl FnMut(&Removed),
) -> Result<Kept, PruneError> {
    let output = Output::lock_existing(out)?;
    let (store, current) = (output.store(), output.current()?);
    store.open(&current).map_err(PruneError::CurrentBroken)?;
    let mut versions = store.versions().map_err(PublishError::from)?;
    let newest = versions.split_off(versions.len().saturating_sub(keep.get()));
    let mut kept = Vec::new();
    for version in versions {
        if version == current {
            kept.push(version);
            continue;
        }
        let bytes = output.remove(&version)?;
        on_removed(&Removed { version, bytes });
    }
    kept.extend(newest);
    Ok(Kept { current, versions: kept })
}
