//! Snapshots named on the command line.

use std::path::{Path, PathBuf};

use anyhow::bail;
use snapshot_builder::error::at;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

/// Name of the snapshot file in a version's folder.
pub(super) const SNAPSHOT_FILE: &str = "snapshot.tamis";

/// A snapshot named by the user.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A snapshot file alone.
    File(PathBuf),
    /// A version in a folder of snapshots.
    Version {
        /// The folder of snapshots.
        store: PathBuf,
        /// The version's name.
        version: String,
    },
}

impl Target {
    /// Resolves a snapshot file, the folder of a version, or a folder of snapshots, which means its
    /// current version.
    pub(super) fn resolve(path: &Path) -> anyhow::Result<Self> {
        if path.is_file() {
            return Ok(Self::File(path.to_owned()));
        }
        if !path.exists() {
            bail!("{}: no such file or folder", path.display());
        }
        if path.join(SNAPSHOT_FILE).exists() {
            // Paths such as "." have no file name.
            let folder = path.canonicalize().map_err(at(path))?;
            if let (Some(store), Some(version)) = (folder.parent(), folder.file_name()) {
                let version = version.to_string_lossy().into_owned();
                return Ok(Self::Version { store: store.to_owned(), version });
            }
        }
        match SnapshotStore::new(path).current_version()? {
            Some(version) => Ok(Self::Version { store: path.to_owned(), version }),
            None => bail!(
                "{}: neither a version (no {SNAPSHOT_FILE}) nor a folder of snapshots (no CURRENT)",
                path.display()
            ),
        }
    }

    /// Opens and verifies the snapshot file.
    pub(super) fn open(&self) -> anyhow::Result<Snapshot> {
        let path = match self {
            Self::File(path) => path.clone(),
            Self::Version { store, version } => SnapshotStore::new(store).snapshot_path(version),
        };
        Ok(Snapshot::open(&path)?)
    }
}
