//! A folder of versions: `<version>/snapshot.tamis`, `<version>/manifest.json`, and `CURRENT`, which
//! names the version to serve; `PINNED`, written by a rollback (`pin.rs`); `refresh.json`, the outcome
//! of the last refresh.
//!
//! Other files of a version (its ledger, the builder's report) are named by the manifest alone.
//!
//! A version is made in a temporary folder next to the others and appears by rename, as does a new
//! `CURRENT`. A program killed at any point leaves the old version current.

use std::fs::{self, File};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::last_refresh::{LAST_REFRESH, LastRefresh};
use super::manifest::{MANIFEST, Manifest, ManifestFile, SNAPSHOT};
use super::signature::{SIGNATURE, TrustedKeys};
use crate::files::{read_short, read_short_text};
use crate::limits;
use crate::model::is_version;
use crate::snapshot::Loading;
use crate::snapshot::Snapshot;
use crate::snapshot::SnapshotError;

/// Name of the file that names the current version.
pub const CURRENT: &str = "CURRENT";
/// Ending of the name of the temporary folder of a version that is built here.
pub(super) const STAGED: &str = ".tmp";
/// Ending of the name of the temporary folder of a version that is received piece by piece.
pub(super) const ARRIVING: &str = ".arriving";
/// Ending of the name of a file that will replace one of a version.
const NEW: &str = ".new";

/// Reason why a folder of snapshots has no current version, with the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Absence {
    #[error("there is no such folder; snapshot-builder refresh, build or pull makes it")]
    NoFolder,
    #[error("this is not a folder")]
    NotAFolder,
    #[error("{0}")]
    Unreadable(String),
    #[error("this is the folder of one version; give the folder that it is in")]
    FolderOfAVersion,
    #[error("the folder holds no snapshot yet; snapshot-builder refresh, build or pull makes one")]
    NoVersions,
    #[error("no version is current; snapshot-builder rollback --to VERSION makes one current")]
    NoneCurrent,
}

/// Parses the version in the text of a `CURRENT`.
///
/// # Errors
/// The text names no version. The message repeats nothing of the text: if `CURRENT` is a link, the text
/// is that of another file.
pub fn read_current(text: &str) -> Result<&str, String> {
    let version = text.trim();
    if is_version(version) {
        return Ok(version);
    }
    Err("its text is not a version: fourteen digits, YYYYMMDDHHMMSS".to_owned())
}

/// Returns the versions to remove, oldest first. The newest `keep` are kept, and the current one, which
/// may be older.
#[must_use]
pub fn old_versions(mut versions: Vec<String>, keep: NonZeroUsize, current: &str) -> Vec<String> {
    versions.sort_unstable();
    versions.truncate(versions.len().saturating_sub(keep.get()));
    versions.retain(|version| version != current);
    versions
}

/// A folder of versions.
#[derive(Debug, Clone)]
pub struct SnapshotStore {
    root: PathBuf,
    loading: Loading,
    keys: TrustedKeys,
}

impl SnapshotStore {
    /// Returns a store in this folder, which need not exist yet.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), loading: Loading::default(), keys: TrustedKeys::default() }
    }

    /// Returns the same store, which loads snapshots in this way.
    #[must_use]
    pub fn loading(self, loading: Loading) -> Self {
        Self { loading, ..self }
    }

    /// Returns the same store, which opens and publishes only versions that one of these keys signed; with
    /// no keys, any version.
    #[must_use]
    pub fn trusting(self, keys: TrustedKeys) -> Self {
        Self { keys, ..self }
    }

    /// The keys of which one must have signed a version.
    #[must_use]
    pub fn keys(&self) -> &TrustedKeys {
        &self.keys
    }

    /// True if the store maps the snapshots that it opens.
    #[must_use]
    pub fn is_mapped(&self) -> bool {
        self.loading == Loading::Map
    }

    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    #[must_use]
    pub fn folder(&self, version: &str) -> PathBuf {
        self.root.join(version)
    }

    /// Path of the snapshot file of a version.
    #[must_use]
    pub fn snapshot_path(&self, version: &str) -> PathBuf {
        self.folder(version).join(SNAPSHOT)
    }

    /// Files that decide the result of opening the current version, if it is this one.
    #[must_use]
    pub fn deciding_files(&self, version: Option<&str>) -> Vec<PathBuf> {
        let of_version = version.into_iter().flat_map(|version| self.version_files(version));
        [self.root.join(CURRENT)].into_iter().chain(of_version).collect()
    }

    /// Files that decide the result of opening a version.
    #[must_use]
    pub fn version_files(&self, version: &str) -> [PathBuf; 3] {
        [SNAPSHOT, MANIFEST, SIGNATURE].map(|name| self.folder(version).join(name))
    }

    /// Returns every version that has a folder, oldest first.
    ///
    /// # Errors
    /// When the folder of versions cannot be read.
    pub fn versions(&self) -> Result<Vec<String>, SnapshotError> {
        let mut versions = Vec::new();
        for entry in fs::read_dir(&self.root).map_err(SnapshotError::io(&self.root, "read"))? {
            let entry = entry.map_err(SnapshotError::io(&self.root, "read"))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_version(&name) && entry.path().is_dir() {
                versions.push(name);
            }
        }
        versions.sort_unstable();
        Ok(versions)
    }

    /// Returns the version that `CURRENT` names; `None` while there is no `CURRENT`.
    ///
    /// # Errors
    /// When `CURRENT` cannot be read or names no version (fourteen digits).
    pub fn current_version(&self) -> Result<Option<String>, SnapshotError> {
        let path = self.root.join(CURRENT);
        let text = match read_short_text(&path, limits::CURRENT_BYTES_MAX) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(SnapshotError::io(&path, "read")(error)),
        };
        match read_current(&text) {
            Ok(version) => Ok(Some(version.to_owned())),
            Err(reason) => Err(SnapshotError::Store { path, reason }),
        }
    }

    /// Explains a missing `CURRENT`; `None` when there is one.
    #[must_use]
    pub fn absence(&self) -> Option<Absence> {
        let is_version = || self.root.join(SNAPSHOT).is_file();
        if self.root.join(CURRENT).exists() {
            return None;
        }
        match self.versions() {
            _ if !self.root.exists() => Some(Absence::NoFolder),
            _ if !self.root.is_dir() => Some(Absence::NotAFolder),
            Err(error) => Some(Absence::Unreadable(error.to_string())),
            Ok(versions) if !versions.is_empty() => Some(Absence::NoneCurrent),
            Ok(_) if is_version() => Some(Absence::FolderOfAVersion),
            Ok(_) => Some(Absence::NoVersions),
        }
    }

    /// Opens a version.
    ///
    /// # Errors
    /// When its manifest or snapshot cannot be read, is damaged, or is of another version. If signatures
    /// are required: when no trusted key signed the manifest, or the snapshot is not the signed file.
    pub fn open(&self, version: &str) -> Result<(Snapshot, Manifest), SnapshotError> {
        self.open_by(version, |path| Snapshot::open_as(path, self.loading))
    }

    /// Opens a version whose snapshot was verified before, by [`Snapshot::open_verified`].
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_verified(&self, version: &str) -> Result<(Snapshot, Manifest), SnapshotError> {
        self.open_by(version, Snapshot::open_verified)
    }

    fn open_by(
        &self,
        version: &str,
        open: impl FnOnce(&Path) -> Result<Snapshot, SnapshotError>,
    ) -> Result<(Snapshot, Manifest), SnapshotError> {
        let manifest = self.manifest(version)?;
        let snapshot = open(&self.snapshot_path(version))?;
        agree(version, &snapshot, &manifest, self.root.join(version).join(MANIFEST))?;
        // A forged snapshot can have sound checksums of its own.
        if self.keys.are_required() {
            manifest.check_snapshot(&self.folder(version))?;
        }
        Ok((snapshot, manifest))
    }

    /// Checks all other files of a version that was opened, such as its bulk files, if signatures are
    /// required. Without that requirement nothing is read.
    ///
    /// # Errors
    /// When a file is not the signed one, cannot be read, or is not listed.
    pub fn check_other_files(
        &self,
        version: &str,
        manifest: &Manifest,
    ) -> Result<(), SnapshotError> {
        match self.keys.are_required() {
            true => manifest.check_other_files(&self.folder(version)),
            false => Ok(()),
        }
    }

    /// Reads the manifest of a version.
    ///
    /// # Errors
    /// As [`Self::manifest_file`].
    pub fn manifest(&self, version: &str) -> Result<Manifest, SnapshotError> {
        self.manifest_file(version).map(|file| file.manifest)
    }

    /// Reads the manifest of a version with its signature.
    ///
    /// # Errors
    /// When it cannot be read, is longer than [`limits::MANIFEST_BYTES_MAX`], or is no manifest; when a
    /// signature is required and it has none by a trusted key.
    pub fn manifest_file(&self, version: &str) -> Result<ManifestFile, SnapshotError> {
        let file = ManifestFile::read(&self.folder(version))?;
        file.check(&self.keys, &self.folder(version))?;
        Ok(file)
    }

    /// Adds a signature to a version, or replaces the one that it has.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_signature(&self, version: &str, signature: &str) -> Result<(), SnapshotError> {
        let (new, folder) = (self.replacement(version, SIGNATURE), self.folder(version));
        let path = folder.join(SIGNATURE);
        // Under a name that an interrupted replacement would also have, so that it is removed.
        write_durably(&new, signature.as_bytes())?;
        fs::rename(&new, &path).map_err(SnapshotError::io(&path, "write"))?;
        sync_folder(&folder)
    }

    /// Begins a version in a temporary folder.
    ///
    /// # Errors
    /// When the version exists already or the folder cannot be made.
    pub fn stage(&self, version: &str) -> Result<StagedVersion, SnapshotError> {
        let folder = self.root.join(format!(".{version}{STAGED}"));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(SnapshotError::io(&folder, "remove"))?;
        }
        self.stage_in(folder, version, false)
    }

    /// Begins or continues a version that is received from elsewhere. Its temporary folder stays, with
    /// its contents, until it is published or [`HeldStore`](super::HeldStore) removes it.
    ///
    /// # Errors
    /// As [`Self::stage`].
    pub fn stage_arriving(&self, version: &str) -> Result<StagedVersion, SnapshotError> {
        self.stage_in(self.root.join(format!(".{version}{ARRIVING}")), version, true)
    }

    fn stage_in(
        &self,
        folder: PathBuf,
        version: &str,
        stays: bool,
    ) -> Result<StagedVersion, SnapshotError> {
        let target = self.root.join(version);
        if target.exists() {
            let reason = "this version exists already".to_owned();
            return Err(SnapshotError::Store { path: target, reason });
        }
        fs::create_dir_all(&folder).map_err(SnapshotError::io(&folder, "create"))?;
        let (root, keys) = (self.root.clone(), self.keys.clone());
        Ok(StagedVersion { root, keys, version: version.to_owned(), folder, stays })
    }

    /// Path at which to write a file that will replace one of a version; see [`Self::replace`].
    #[must_use]
    pub fn replacement(&self, version: &str, name: &str) -> PathBuf {
        self.root.join(version).join(format!("{name}{NEW}"))
    }

    /// Replaces files of a version, including its snapshot, by those at [`Self::replacement`].
    /// `manifest` describes the version with the new files; unless it is signed, the version loses its
    /// signature. Programs that have an old file open keep it.
    ///
    /// Each file is replaced atomically, but not all at the same moment: in between, opening the
    /// version reports that snapshot and manifest differ. An interrupted replacement is completed by
    /// [`Self::finish_replacement`].
    ///
    /// # Errors
    /// When the new snapshot does not verify, it or the manifest is of another version, or a file
    /// cannot be written; the version is then unchanged.
    pub fn replace(
        &self,
        version: &str,
        manifest: impl Into<ManifestFile>,
    ) -> Result<(), SnapshotError> {
        let file = manifest.into();
        let snapshot = verified(&self.replacement(version, SNAPSHOT))?;
        let path = self.replacement(version, MANIFEST);
        agree(version, &snapshot, &file.manifest, path.clone())?;
        // An empty file counts as no signature, and takes the place of one that no longer holds.
        if file.signature.is_some() || self.folder(version).join(SIGNATURE).exists() {
            let signature = file.signature.unwrap_or_default();
            write_durably(&self.replacement(version, SIGNATURE), signature.as_bytes())?;
        }
        let unfinished = self.replacement(version, "unfinished");
        write_durably(&unfinished, &file.bytes)?;
        sync_folder(&self.root.join(version))?;
        // From here on the replacement will be completed, by any program.
        fs::rename(&unfinished, &path).map_err(SnapshotError::io(&path, "write"))?;
        self.finish_replacement(version)
    }

    /// Resolves an interrupted replacement: completes it if all files were ready, and otherwise undoes
    /// it. Does nothing if there is none.
    ///
    /// # Errors
    /// When a file cannot be replaced or removed.
    pub fn finish_replacement(&self, version: &str) -> Result<(), SnapshotError> {
        let folder = self.root.join(version);
        let is_ready = self.replacement(version, MANIFEST).exists();
        let mut new = Vec::new();
        for entry in fs::read_dir(&folder).map_err(SnapshotError::io(&folder, "read"))? {
            let name = entry.map_err(SnapshotError::io(&folder, "read"))?.file_name();
            let name = name.to_string_lossy().strip_suffix(NEW).map(str::to_owned);
            new.extend(name);
        }
        if new.is_empty() {
            return Ok(());
        }
        // The new manifest marks that everything is ready, so it is moved last.
        new.sort_by_key(|name| name == MANIFEST);
        for name in new {
            let (from, to) = (self.replacement(version, &name), folder.join(&name));
            let done = if is_ready { fs::rename(&from, &to) } else { fs::remove_file(&from) };
            done.map_err(SnapshotError::io(&to, "replace"))?;
        }
        sync_folder(&folder)
    }

    /// Makes a version current. The version is opened first; it was verified when it was published.
    ///
    /// # Errors
    /// When the version does not open, or `CURRENT` cannot be replaced.
    pub fn make_current(&self, version: &str) -> Result<(), SnapshotError> {
        self.open(version)?;
        self.replace_beside(CURRENT, format!("{version}\n").as_bytes())
    }

    /// Reads the outcome of the last refresh; `None` before the first one, or if it cannot be read.
    #[must_use]
    pub fn last_refresh(&self) -> Option<LastRefresh> {
        let text = read_short(&self.root.join(LAST_REFRESH), limits::REFRESH_BYTES_MAX).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes the outcome of a refresh.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_refresh(&self, refresh: &LastRefresh) -> Result<(), SnapshotError> {
        let fault = |source: serde_json::Error| SnapshotError::Store {
            path: self.root.join(LAST_REFRESH),
            reason: source.to_string(),
        };
        self.replace_beside(LAST_REFRESH, &serde_json::to_vec_pretty(refresh).map_err(fault)?)
    }

    /// Replaces a file of the folder in one step.
    pub(super) fn replace_beside(&self, name: &str, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (path, temporary) = (self.root.join(name), self.root.join(unfinished_name(name)));
        write_durably(&temporary, bytes)?;
        fs::rename(&temporary, &path).map_err(SnapshotError::io(&path, "replace"))?;
        sync_folder(&self.root)
    }
}

/// A version that is being made. Dropped without [`StagedVersion::publish`], it is removed, unless it
/// is [being received](SnapshotStore::stage_arriving).
#[derive(Debug)]
pub struct StagedVersion {
    root: PathBuf,
    keys: TrustedKeys,
    version: String,
    folder: PathBuf,
    stays: bool,
}

impl StagedVersion {
    /// Path at which to write the snapshot.
    #[must_use]
    pub fn snapshot_path(&self) -> PathBuf {
        self.folder.join(SNAPSHOT)
    }

    /// The temporary folder, for further files of the version.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the manifest, verifies the snapshot, and renames the folder to the version.
    ///
    /// # Errors
    /// When the snapshot does not verify, it or the manifest is of another version, a required signature
    /// is missing or wrong, or a file or folder cannot be written.
    pub fn publish(self, manifest: impl Into<ManifestFile>) -> Result<(), SnapshotError> {
        let file = manifest.into();
        file.check(&self.keys, &self.folder)?;
        let snapshot = verified(&self.snapshot_path())?;
        let path = self.folder.join(MANIFEST);
        agree(&self.version, &snapshot, &file.manifest, path)?;
        self.publish_unopened(&file)
    }

    /// The same for a version without a snapshot, as in an archive. The caller has checked its files.
    ///
    /// # Errors
    /// When a file or folder cannot be written.
    pub fn publish_unopened(self, file: &ManifestFile) -> Result<(), SnapshotError> {
        write_durably(&self.folder.join(MANIFEST), &file.bytes)?;
        if let Some(signature) = &file.signature {
            write_durably(&self.folder.join(SIGNATURE), signature.as_bytes())?;
        }
        sync_folder(&self.folder)?;
        let target = self.root.join(&self.version);
        fs::rename(&self.folder, &target).map_err(SnapshotError::io(&target, "publish"))?;
        sync_folder(&self.root)
    }
}

impl Drop for StagedVersion {
    fn drop(&mut self) {
        if !self.stays {
            // After `publish` the folder has another name and there is nothing to remove.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Opens and verifies a snapshot that was just written; no later opening verifies all of it.
fn verified(path: &Path) -> Result<Snapshot, SnapshotError> {
    let snapshot = Snapshot::open(path)?;
    snapshot.verify()?;
    Ok(snapshot)
}

/// Checks that folder, snapshot and manifest are of one version, and that the snapshot has the length
/// in the manifest. Opening has its own checksums; the manifest's SHA-256 is for transfers.
fn agree(
    version: &str,
    snapshot: &Snapshot,
    manifest: &Manifest,
    path: PathBuf,
) -> Result<(), SnapshotError> {
    let versions = [snapshot.version(), &manifest.version];
    if versions != [version; 2] {
        let [held, said] = versions.map(|held| if is_version(held) { held } else { "of none" });
        let reason = format!("folder {version} holds snapshot {held} and manifest {said}");
        return Err(SnapshotError::Store { path, reason });
    }
    match manifest.file(SNAPSHOT).filter(|file| file.size != snapshot.file_len()) {
        None => Ok(()),
        Some(file) => {
            let reason = format!("{SNAPSHOT} has {} bytes, not {}", snapshot.file_len(), file.size);
            Err(SnapshotError::Store { path, reason })
        }
    }
}

/// Name of the file that will replace a file of the folder.
pub(super) fn unfinished_name(name: &str) -> String {
    format!(".{name}{STAGED}")
}

fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), SnapshotError> {
    let written = File::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(SnapshotError::io(path, "write"))
}

pub(super) fn sync_folder(path: &Path) -> Result<(), SnapshotError> {
    File::open(path).and_then(|folder| folder.sync_all()).map_err(SnapshotError::io(path, "sync"))
}
