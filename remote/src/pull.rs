//! Pulls the current version of a store into a folder: verified before it appears, and resumed after an
//! interrupted attempt.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::ObjectStoreExt;
use tamis_engine::store::checksum::size_and_sha256;
use tamis_engine::store::{
    FileEntry, HeldStore, MANIFEST, Manifest, ManifestFile, SnapshotStore, StagedVersion,
};

use crate::error::RemoteError;
use crate::limits::{CHUNK_BYTES, PARTS_AT_ONCE};
use crate::remote::Remote;

/// Result of a pull.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulled {
    /// The version that is current in the store and in the folder.
    pub version: String,
    /// True if another version was current in the folder before.
    pub is_new: bool,
    /// Bytes that were fetched.
    pub bytes: u64,
}

impl Remote {
    /// Makes the store's current version current in the folder, which is created if needed. Fetches its
    /// files, verifies all of them, and lets the version appear in one step. Files fetched by a failed
    /// or interrupted attempt are not fetched again.
    ///
    /// `fetched` receives each file during its download, with the number of bytes that have arrived.
    ///
    /// # Errors
    /// The store cannot be read or its content is invalid; the folder requires a signature, and a trusted
    /// one is missing; a file cannot be written; another program is at work in the folder. The folder's
    /// current version stays.
    pub fn pull(
        &self,
        into: &SnapshotStore,
        fetched: impl FnMut(&str, u64),
    ) -> Result<Pulled, RemoteError> {
        self.pull_version(into, &self.needed_version()?, fetched)
    }

    /// Same as [`Self::pull`], for a given version, so that several programs can agree on one.
    ///
    /// # Errors
    /// Same as [`Self::pull`].
    pub fn pull_version(
        &self,
        into: &SnapshotStore,
        version: &str,
        fetched: impl FnMut(&str, u64),
    ) -> Result<Pulled, RemoteError> {
        // A damaged `CURRENT` of the folder counts as missing and is written anew.
        let here = into.current_version().ok().flatten();
        let is_new = here.as_deref() != Some(version);
        let mut pulled = Pulled { is_new, version: version.to_owned(), bytes: 0 };
        if !pulled.is_new && has_all_files(into, &pulled.version) {
            return Ok(pulled);
        }
        let root = into.root();
        fs::create_dir_all(root).map_err(RemoteError::file(root, "make"))?;
        let busy = || RemoteError::Busy(root.display().to_string());
        let held = HeldStore::try_hold(into.clone())?.ok_or_else(busy)?;
        held.forget_arriving(&pulled.version)?;
        // It exists after a rollback, or if another program pulled it meanwhile.
        if !has_all_files(into, &pulled.version) {
            // What is here stays unless what is there is trusted.
            let manifest = self.wait(self.trusted_manifest(into, version))?;
            if into.folder(version).exists() {
                held.remove(version)?;
            }
            pulled.bytes = self.wait(self.fetch(into, manifest, fetched))?;
        }
        into.make_current(&pulled.version)?;
        Ok(pulled)
    }

    /// Manifest of a version that must exist, signed by a key that the folder trusts if it requires that.
    async fn trusted_manifest(
        &self,
        into: &SnapshotStore,
        version: &str,
    ) -> Result<ManifestFile, RemoteError> {
        let file = self.manifest(version).await?;
        let name = format!("{version}/{MANIFEST}");
        let file = file.ok_or_else(|| self.wrong(&name, "there is no such version"))?;
        file.check(into.keys(), Path::new(&self.shown(version)))?;
        Ok(file)
    }

    /// Fetches a version that is missing in the folder. Returns the number of bytes.
    async fn fetch(
        &self,
        into: &SnapshotStore,
        manifest: ManifestFile,
        mut fetched: impl FnMut(&str, u64),
    ) -> Result<u64, RemoteError> {
        let Manifest { version, files, .. } = &manifest.manifest;
        let staged = into.stage_arriving(version)?;
        let mut bytes = 0;
        for file in files {
            bytes += self.fetch_file(&staged, version, file, &mut fetched).await?;
        }
        staged.publish(manifest)?;
        Ok(bytes)
    }

    /// Fetches the missing bytes of a file, and verifies all of it.
    async fn fetch_file(
        &self,
        staged: &StagedVersion,
        version: &str,
        file: &FileEntry,
        fetched: &mut impl FnMut(&str, u64),
    ) -> Result<u64, RemoteError> {
        let name = format!("{version}/{}", file.path);
        let object = self.object(&name);
        let path = staged.folder().join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(RemoteError::file(folder, "make"))?;
        }
        let opened = OpenOptions::new().create(true).append(true).open(&path);
        let mut here = opened.map_err(RemoteError::file(&path, "open"))?;
        let length = here.metadata().map_err(RemoteError::file(&path, "read"))?.len();
        let from = length.min(file.size);
        if length > from {
            here.set_len(from).map_err(RemoteError::file(&path, "write"))?;
        }
        let starts = (from..file.size).step_by(CHUNK_BYTES);
        let ranges = starts.map(|start| start..file.size.min(start + CHUNK_BYTES as u64));
        let asked = ranges.map(|range| self.store().get_range(&object, range));
        let mut chunks = stream::iter(asked).buffered(PARTS_AT_ONCE);
        let mut length = from;
        while let Some(chunk) = chunks.try_next().await.map_err(self.failed(&name))? {
            here.write_all(&chunk).map_err(RemoteError::file(&path, "write"))?;
            length += chunk.len() as u64;
            fetched(&file.path, length);
        }
        here.sync_all().map_err(RemoteError::file(&path, "write"))?;
        let (size, sha256) = size_and_sha256(&path).map_err(RemoteError::file(&path, "read"))?;
        if (size, &sha256) == (file.size, &file.sha256) {
            return Ok(length - from);
        }
        // The wrong part is not known, so the next attempt begins anew.
        fs::remove_file(&path).map_err(RemoteError::file(&path, "remove"))?;
        let FileEntry { size: said, sha256: expected, .. } = file;
        Err(self.wrong(
            &name,
            match size == *said {
                true => format!("SHA-256 {sha256}, the manifest says {expected}"),
                false => format!("{size} bytes came, the manifest says {said}"),
            },
        ))
    }
}

/// True if the folder has all files of a version in their full length. Their content was verified when
/// they arrived.
fn has_all_files(store: &SnapshotStore, version: &str) -> bool {
    store.manifest(version).is_ok_and(|manifest| {
        manifest.files.iter().all(|file| {
            let found = fs::metadata(store.folder(version).join(&file.path));
            found.is_ok_and(|found| found.len() == file.size)
        })
    })
}
