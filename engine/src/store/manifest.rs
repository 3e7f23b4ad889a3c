//! `manifest.json`: the files of a version, and the source files that it was built from.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::checksum::size_and_sha256;
use super::signature::{SIGNATURE, TrustedKeys, read_signature};
use crate::files::{json_fault, read_short};
use crate::limits;
use crate::snapshot::SnapshotError;

/// Name of the snapshot in a version's folder.
pub(super) const SNAPSHOT: &str = "snapshot.tamis";
/// Name of the manifest in a version's folder.
pub const MANIFEST: &str = "manifest.json";

/// The contents of a version's folder, and the files that it was built from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub version: String,
    /// Name and version of the building program.
    pub builder: String,
    /// Every file of the version except the manifest and its signature.
    pub files: Vec<FileEntry>,
    /// Every source file that the build read.
    pub inputs: Vec<FileEntry>,
}

/// A file with its size and checksum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path relative to the version's folder, or to the folder of sources.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// Date of the list, for a source file whose list says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_date: Option<String>,
}

impl Manifest {
    /// Entry of the file at this path, relative to the version's folder.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&FileEntry> {
        self.files.iter().find(|file| file.path == path)
    }

    /// SHA-256 of the snapshot file in hexadecimal.
    #[must_use]
    pub fn snapshot_sha256(&self) -> Option<&str> {
        self.file(SNAPSHOT).map(|file| file.sha256.as_str())
    }

    /// Reads all files in a version's folder, and compares their sizes and checksums.
    ///
    /// # Errors
    /// The first file that cannot be read or is another one.
    pub fn check_files(&self, folder: &Path) -> Result<(), SnapshotError> {
        self.files.iter().try_for_each(|file| file.check(folder))
    }

    /// The same for the snapshot, which must be listed.
    ///
    /// # Errors
    /// It is not listed, cannot be read or is another one.
    pub fn check_snapshot(&self, folder: &Path) -> Result<(), SnapshotError> {
        self.file(SNAPSHOT)
            .map_or_else(|| Err(unlisted(folder.join(SNAPSHOT))), |file| file.check(folder))
    }

    /// The same for all others; nothing else may be in the folder.
    pub(super) fn check_other_files(&self, folder: &Path) -> Result<(), SnapshotError> {
        let listed: BTreeSet<_> = self.files.iter().map(|file| folder.join(&file.path)).collect();
        let own = [MANIFEST, SIGNATURE].map(|name| folder.join(name));
        for path in files_below(folder)? {
            if !listed.contains(&path) && !own.contains(&path) {
                return Err(unlisted(path));
            }
        }
        let mut others = self.files.iter().filter(|file| file.path != SNAPSHOT);
        others.try_for_each(|file| file.check(folder))
    }
}

fn unlisted(path: PathBuf) -> SnapshotError {
    SnapshotError::Store { path, reason: "the signed manifest does not list this file".to_owned() }
}

/// Everything but folders in a folder and its subfolders.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, SnapshotError> {
    let failed = |error| SnapshotError::io(folder, "read")(error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        match entry.file_type().map_err(failed)?.is_dir() {
            true => files.extend(files_below(&entry.path())?),
            false => files.push(entry.path()),
        }
    }
    Ok(files)
}

impl FileEntry {
    /// Compares size and checksum of the file in a version's folder.
    ///
    /// # Errors
    /// It cannot be read or is another one.
    pub fn check(&self, folder: &Path) -> Result<(), SnapshotError> {
        let path = folder.join(&self.path);
        let (size, sha256) = size_and_sha256(&path).map_err(SnapshotError::io(&path, "read"))?;
        let reason = match (size == self.size, sha256 == self.sha256) {
            (true, true) => return Ok(()),
            (true, false) => format!("SHA-256 {sha256}, the manifest says {}", self.sha256),
            (false, _) => format!("{size} bytes long, the manifest says {}", self.size),
        };
        Err(SnapshotError::Store { path, reason })
    }
}

/// A manifest byte for byte as in its file, which is what is signed, and the signature beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestFile {
    pub manifest: Manifest,
    /// The bytes of `manifest.json`.
    pub bytes: Vec<u8>,
    /// The text of `manifest.json.minisig`, if the version is signed.
    pub signature: Option<String>,
}

impl ManifestFile {
    /// Reads a manifest and its signature in a version's folder.
    pub(super) fn read(folder: &Path) -> Result<Self, SnapshotError> {
        let path = folder.join(MANIFEST);
        let bytes = read_short(&path, limits::MANIFEST_BYTES_MAX);
        let bytes = bytes.map_err(SnapshotError::io(&path, "read"))?;
        let signature = read_signature(&folder.join(SIGNATURE))?;
        Self::parse(bytes, signature)
            .map_err(|error| SnapshotError::Store { path, reason: json_fault(&error) })
    }

    /// Checks that a trusted key signed it, if signatures are required. `folder` is that of the version,
    /// for messages.
    ///
    /// # Errors
    /// It has no signature, or none by these keys.
    pub fn check(&self, keys: &TrustedKeys, folder: &Path) -> Result<(), SnapshotError> {
        keys.check(&self.bytes, self.signature.as_deref(), folder)
    }

    /// A manifest that was received.
    ///
    /// # Errors
    /// The bytes are no manifest.
    pub fn parse(bytes: Vec<u8>, signature: Option<String>) -> serde_json::Result<Self> {
        Ok(Self { manifest: serde_json::from_slice(&bytes)?, bytes, signature })
    }
}

impl From<&Manifest> for ManifestFile {
    /// A manifest that is not signed.
    fn from(manifest: &Manifest) -> Self {
        let bytes = serde_json::to_vec_pretty(manifest).expect("texts and numbers are JSON");
        Self { manifest: manifest.clone(), bytes, signature: None }
    }
}
