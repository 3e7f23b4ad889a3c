//! The use case: versions that nobody needs any more are removed.

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::anyhow;

use crate::publish::Output;

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

/// Removes all versions but so many of the newest ones and the current one, the oldest first.
/// `on_removed` is told of each.
///
/// Whoever has a file of a removed version open, as a server has that of the version it serves,
/// keeps it until it closes it.
///
/// # Errors
/// What `on_removed` was told of is removed then, and nothing else.
pub fn prune(
    out: &Path,
    keep: NonZeroUsize,
    mut on_removed: impl FnMut(&Removed),
) -> anyhow::Result<Kept> {
    let output = Output::lock_existing(out)?;
    let (store, current) = (output.store(), output.current()?);
    store.open(&current).map_err(|error| {
        anyhow!("the current version does not open, so all others are kept: {error}")
    })?;
    let mut versions = store.versions()?;
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
