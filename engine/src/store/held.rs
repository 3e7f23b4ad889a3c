//! The locked folder of versions of one program. Versions appear complete or not at all, old ones are
//! removed, and the remains of killed programs are cleaned up.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use super::lock::Lock;
use super::pin::PINNED;
use super::versions::{
    ARRIVING, CURRENT, STAGED, SnapshotStore, old_versions, sync_folder, unfinished_name,
};
use crate::model::is_version;
use crate::snapshot::SnapshotError;

/// Name of the file that a working program locks. The file stays when the program ends; the lock ends
/// with the process in any case.
const LOCK_FILE: &str = ".build.lock";
/// Ending of the name of a version's folder while the version is being removed.
const REMOVED: &str = ".removed";

/// A folder of versions, locked for this program as long as this value lives.
#[derive(Debug)]
pub struct HeldStore {
    store: SnapshotStore,
    _lock: Lock,
}

impl HeldStore {
    /// Locks the folder, which must exist, and removes or completes what killed programs left. `None`
    /// while another program holds the lock.
    ///
    /// # Errors
    /// The folder cannot be read or written to.
    pub fn try_hold(store: SnapshotStore) -> Result<Option<Self>, SnapshotError> {
        let path = store.root().join(LOCK_FILE);
        let lock = Lock::try_new(&path).map_err(SnapshotError::io(&path, "lock"))?;
        let Some(lock) = lock else { return Ok(None) };
        let held = Self { store, _lock: lock };
        held.clean_up()?;
        held.store.remove_void_pin()?;
        Ok(Some(held))
    }

    #[must_use]
    pub fn store(&self) -> &SnapshotStore {
        &self.store
    }

    /// Removes a version and returns the bytes of its files. The folder is renamed before the first
    /// file is removed, so a half-removed version is never visible. An interrupted removal is completed
    /// by the next holder of the folder.
    ///
    /// # Errors
    /// Unless the error names a file in it, the version is unchanged.
    pub fn remove(&self, version: &str) -> Result<u64, SnapshotError> {
        let (root, folder) = (self.store.root(), self.store.folder(version));
        let bytes = bytes_below(&folder).map_err(SnapshotError::io(&folder, "read"))?;
        let going = root.join(format!(".{version}{REMOVED}"));
        fs::rename(&folder, &going).map_err(SnapshotError::io(&folder, "remove"))?;
        // The rename must be durable before the files are removed.
        sync_folder(root)?;
        remove_folder(&going)?;
        Ok(bytes)
    }

    /// Removes all but the newest `keep` versions, the current one, which is kept even if it is older, and
    /// those that are `named` elsewhere. Removes the oldest first, so that the newest remain if it is interrupted. Calls `removed`
    /// with each version and its bytes; returns the number of versions left.
    ///
    /// # Errors
    /// There is no current version or it does not open: then an older one may be needed, and all are
    /// kept. A version cannot be removed.
    pub fn prune(
        &self,
        keep: NonZeroUsize,
        named: &BTreeSet<String>,
        mut removed: impl FnMut(&str, u64),
    ) -> Result<usize, SnapshotError> {
        let doubt = |reason| SnapshotError::Store { path: self.store.root().to_owned(), reason };
        let current = self.store.current_version()?;
        let current =
            current.ok_or_else(|| doubt("no version is current, so all are kept".to_owned()))?;
        self.store.open(&current).map_err(|error| {
            doubt(format!("the current version does not open, so all others are kept: {error}"))
        })?;
        let versions = self.store.versions()?;
        let count = versions.len();
        let mut old = old_versions(versions, keep, &current);
        old.retain(|version| !named.contains(version));
        for version in &old {
            let bytes = self.remove(version)?;
            removed(version, bytes);
        }
        Ok(count - old.len())
    }

    /// Removes the partly received folders of all versions but this one.
    ///
    /// # Errors
    /// A folder cannot be removed.
    pub fn forget_arriving(&self, but: &str) -> Result<(), SnapshotError> {
        self.each(|name, path| match is_of_version(name, ARRIVING) && !name.contains(but) {
            true => remove_folder(path),
            false => Ok(()),
        })
    }

    /// Removes or completes what killed programs left; the lock guarantees that none is at work.
    fn clean_up(&self) -> Result<(), SnapshotError> {
        self.each(|name, path| {
            if is_of_version(name, STAGED) || is_of_version(name, REMOVED) {
                return remove_folder(path);
            }
            // Only the holder of the folder writes it.
            if [CURRENT, PINNED].map(unfinished_name).iter().any(|unfinished| unfinished == name) {
                return fs::remove_file(path).map_err(SnapshotError::io(path, "remove"));
            }
            match is_version(name) && path.is_dir() {
                true => self.store.finish_replacement(name),
                false => Ok(()),
            }
        })
    }

    fn each(
        &self,
        act: impl Fn(&str, &Path) -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        let root = self.store.root();
        for entry in fs::read_dir(root).map_err(SnapshotError::io(root, "read"))? {
            let entry = entry.map_err(SnapshotError::io(root, "read"))?;
            act(&entry.file_name().to_string_lossy(), &entry.path())?;
        }
        Ok(())
    }
}

/// True if a folder's name is that of a version with this ending.
fn is_of_version(name: &str, ending: &str) -> bool {
    name.strip_prefix('.').and_then(|name| name.strip_suffix(ending)).is_some_and(is_version)
}

fn remove_folder(path: &Path) -> Result<(), SnapshotError> {
    fs::remove_dir_all(path).map_err(SnapshotError::io(path, "remove"))
}

/// Returns the bytes of all files in a folder and its subfolders.
///
/// # Errors
/// A folder in it cannot be read.
pub fn bytes_below(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += if metadata.is_dir() { bytes_below(&entry.path())? } else { metadata.len() };
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(folder: &Path) -> Option<HeldStore> {
        HeldStore::try_hold(SnapshotStore::new(folder)).expect("readable")
    }

    #[test]
    fn a_second_program_waits_until_the_first_ends() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let first = hold(folder.path()).expect("free");
        assert!(hold(folder.path()).is_none());
        drop(first);
        hold(folder.path()).expect("free again");
    }

    #[test]
    fn what_a_killed_program_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let names = [
            (".20260101000000.tmp", false),
            (".20260102000000.removed", false),
            (".20260103000000.arriving", true),
            ("20260101000000", true),
            (".mine.tmp", true),
            (".mine.removed", true),
        ];
        for (name, _) in names {
            fs::create_dir(folder.path().join(name)).expect("created");
        }
        let files = [(".CURRENT.tmp", false), (".PINNED.tmp", false), (".refresh.json.tmp", true)];
        for (name, _) in files {
            fs::write(folder.path().join(name), "2026").expect("written");
        }
        let held = hold(folder.path()).expect("free");
        for (name, is_left) in names.into_iter().chain(files) {
            assert_eq!(folder.path().join(name).exists(), is_left, "{name}");
        }
        let arriving = folder.path().join(".20260103000000.arriving");
        held.forget_arriving("20260103000000").expect("done");
        assert!(arriving.exists());
        held.forget_arriving("20260104000000").expect("done");
        assert!(!arriving.exists());
    }

    #[test]
    fn a_version_is_removed_with_all_its_files_which_are_counted() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let held = hold(folder.path()).expect("free");
        let within = folder.path().join("20260101000000/collections/peps");
        fs::create_dir_all(&within).expect("created");
        fs::write(within.join("names.txt"), "12345").expect("written");
        fs::write(folder.path().join("20260101000000/manifest.json"), "{}").expect("written");
        assert_eq!(held.remove("20260101000000").expect("removed"), 7);
        assert!(held.remove("20260101000000").is_err());
        let left: Vec<_> = fs::read_dir(folder.path()).expect("there").collect();
        assert_eq!(left.len(), 1, "the lock alone: {left:?}");
    }
}
