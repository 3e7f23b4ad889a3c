//! Versions of a folder, each opened once.

use std::collections::BTreeMap;
use std::sync::Arc;

use tamis_engine::snapshot::{Snapshot, SnapshotError};
use tamis_engine::store::SnapshotStore;
use tamis_engine::store::checksum::sha256_of;

/// An opened version.
#[derive(Debug)]
pub(super) struct Version {
    pub(super) snapshot: Snapshot,
    /// SHA-256 of the snapshot, as the manifest says it.
    pub(super) sha256: String,
    /// SHA-256 of its manifest.
    pub(super) manifest: String,
}

/// The versions that receipts named so far.
#[derive(Debug)]
pub(super) struct Versions<'s> {
    store: &'s SnapshotStore,
    /// Each version, or the reason why it does not open.
    opened: BTreeMap<String, Result<Arc<Version>, String>>,
}

impl<'s> Versions<'s> {
    pub(super) fn new(store: &'s SnapshotStore) -> Self {
        Self { store, opened: BTreeMap::new() }
    }

    /// Opens a version, or returns the opened one.
    pub(super) fn of(&mut self, version: &str) -> Result<Arc<Version>, String> {
        if let Some(known) = self.opened.get(version) {
            return known.clone();
        }
        let opened = open(self.store, version).map(Arc::new).map_err(|error| error.to_string());
        self.opened.insert(version.to_owned(), opened.clone());
        opened
    }
}

fn open(store: &SnapshotStore, version: &str) -> Result<Version, SnapshotError> {
    let file = store.manifest_file(version)?;
    let sha256 = file.manifest.snapshot_sha256().unwrap_or_default().to_owned();
    Ok(Version { snapshot: store.open(version)?.0, sha256, manifest: sha256_of(&file.bytes) })
}
