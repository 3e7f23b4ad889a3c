//! The lists that a command screens against: the current snapshot of a folder, or those of a server.

use std::error::Error;
use std::path::Path;

use tamis::screen::{Against, Server};
use tamis_engine::store::SnapshotStore;
use tamis_engine::store::checksum::sha256_of;

use super::trust::Trust;

/// Options that say where the lists are.
pub(super) struct Lists<'o> {
    pub(super) snapshots: &'o Path,
    pub(super) trust: &'o Trust,
    /// Address of a server; it takes precedence over a folder.
    pub(super) server: Option<&'o str>,
    pub(super) api_key_file: Option<&'o Path>,
    /// Threads that search in this process; `None` for one per core.
    pub(super) threads: Option<u32>,
}

impl Lists<'_> {
    /// Opens the lists and runs a command against them.
    ///
    /// # Errors
    /// The lists cannot be opened.
    pub(super) fn with<T>(&self, run: impl FnOnce(Against<'_>) -> T) -> Result<T, Box<dyn Error>> {
        if let Some(address) = self.server {
            let key = self.api_key_file.map(read_key).transpose()?;
            let server = Server::at(address, key.as_deref())?;
            return Ok(run(Against::Server(&server)));
        }
        let store = self.trust.store(self.snapshots);
        let version = current_version(&store)?;
        let file = sha256_of(&store.manifest_file(&version)?.bytes);
        let (snapshot, manifest) = store.open(&version)?;
        let sha256 = manifest.snapshot_sha256().unwrap_or_default();
        let threads = self.threads.map_or(0, |threads| threads as usize);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(run(Against::Snapshot { snapshot: &snapshot, sha256, manifest: &file, pool: &pool }))
    }
}

/// The current version of a folder, which must have one.
pub(super) fn current_version(store: &SnapshotStore) -> Result<String, Box<dyn Error>> {
    store.current_version()?.ok_or_else(|| {
        let folder = store.root().display();
        format!(
            "{folder} holds no snapshot; snapshot-builder makes one, --snapshots names another folder, \
             --server a server"
        )
        .into()
    })
}

/// Reads the key in a file, without surrounding blanks.
fn read_key(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.trim().to_owned())
}
