//! The folder of snapshots: one builder at a time, and a version that appears complete or not at
//! all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::{FileEntry, Manifest, SnapshotStore, StagedVersion, is_version};

use crate::checksum::size_and_sha256;
use crate::error::{Refused, at, make_folder};
use crate::ledger::{Ledger, LedgerError};
use crate::lock::Lock;
use crate::report::{BuildReport, RegisterReport};

/// Name of the report in a version's folder.
pub const REPORT_FILE: &str = "build-report.json";
/// Name of the file that a builder at work holds locked. It stays when the builder ends; the lock
/// goes with the process, however it ends.
const LOCK_FILE: &str = ".build.lock";

/// What the name of a version's folder ends with while the version is removed.
const REMOVED: &str = ".removed";

/// The folder of snapshots, held by this builder alone as long as this value lives.
#[derive(Debug)]
pub struct Output {
    store: SnapshotStore,
    _lock: Lock,
}

impl Output {
    /// Makes the folder where there is none, locks it, and removes what killed builders left.
    ///
    /// # Errors
    /// [`Refused::Locked`] while another builder is at work; the folder cannot be made or written to.
    pub fn lock(folder: &Path) -> anyhow::Result<Self> {
        make_folder(folder)?;
        let path = folder.join(LOCK_FILE);
        let lock = Lock::try_new(&path).map_err(at(&path))?;
        let lock = lock.ok_or_else(|| {
            let folder = folder.display();
            Refused::Locked(format!("{folder}: another snapshot-builder is at work in this folder"))
        })?;
        let store = SnapshotStore::new(folder);
        clean_up(&store)?;
        Ok(Self { store, _lock: lock })
    }

    /// Locks a folder that is there.
    ///
    /// # Errors
    /// As [`Self::lock`], or there is no folder.
    pub fn lock_existing(folder: &Path) -> anyhow::Result<Self> {
        match folder.is_dir() {
            true => Self::lock(folder),
            false => Err(no_current(folder)),
        }
    }

    /// The current version.
    ///
    /// # Errors
    /// There is none.
    pub fn current(&self) -> anyhow::Result<String> {
        self.store.current_version()?.ok_or_else(|| no_current(self.store.root()))
    }

    /// The error that there is no such version.
    #[must_use]
    pub fn no_version(&self, version: &str) -> Refused {
        Refused::Option(format!("{}: no version {version}", self.store.root().display()))
    }

    /// The folder.
    #[must_use]
    pub fn store(&self) -> &SnapshotStore {
        &self.store
    }

    /// The ledger of a version.
    ///
    /// # Errors
    /// [`LedgerError`].
    pub fn ledger(&self, version: &str) -> Result<Ledger, LedgerError> {
        Ledger::of_version(&self.store.folder(version))
    }

    /// The first second from `wanted` on of which there is no version.
    #[must_use]
    pub fn free_time(&self, wanted: Timestamp) -> Timestamp {
        let mut time = wanted;
        while self.store.root().join(time.to_version()).exists() {
            time.0 += 1;
        }
        time
    }

    /// Verifies and publishes a version whose ledger and index are written, and makes it current.
    /// `in_folders` are its files in folders of their own, which know their checksums.
    ///
    /// # Errors
    /// The version that was current still is.
    pub fn publish(
        &self,
        staged: StagedVersion,
        in_folders: Vec<FileEntry>,
        report: &BuildReport,
    ) -> anyhow::Result<()> {
        write_report(&staged.folder().join(REPORT_FILE), report)?;
        let mut files = files_of(staged.folder())?;
        files.extend(in_folders);
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let manifest = Manifest {
            version: report.version.clone(),
            builder: report.builder.clone(),
            files,
            inputs: report.registers.iter().flat_map(inputs_of).collect(),
        };
        staged.publish(&manifest)?;
        self.store.make_current(&report.version)?;
        Ok(())
    }

    /// Removes a version. It has another name before the first of its files goes, so nobody ever
    /// sees half of it; where the work is interrupted, the next builder ends it. Gives the bytes of
    /// its files.
    ///
    /// # Errors
    /// Unless the error names a file in it, the version is as it was.
    pub fn remove(&self, version: &str) -> anyhow::Result<u64> {
        let (root, folder) = (self.store.root(), self.store.folder(version));
        let bytes = bytes_below(&folder).map_err(at(&folder))?;
        let going = root.join(format!(".{version}{REMOVED}"));
        fs::rename(&folder, &going).map_err(at(&folder))?;
        // The new name must last before the files go.
        File::open(root).and_then(|root| root.sync_all()).map_err(at(root))?;
        fs::remove_dir_all(&going).map_err(at(&going))?;
        Ok(bytes)
    }

    /// Lets the files with these names that are written at [`SnapshotStore::replacement`] take the
    /// place of those of a version, or join them.
    ///
    /// # Errors
    /// The version is as it was then.
    pub fn replace(&self, version: &str, names: &[&str]) -> anyhow::Result<()> {
        let mut manifest = self.store.manifest(version)?;
        for name in names {
            let entry = file_entry(&self.store.replacement(version, name), (*name).to_owned())?;
            manifest.files.retain(|file| file.path != *name);
            manifest.files.push(entry);
        }
        manifest.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(self.store.replace(version, &manifest)?)
    }
}

fn no_current(folder: &Path) -> anyhow::Error {
    anyhow!("{}: not a folder of snapshots (no CURRENT)", folder.display())
}

/// Removes or ends what builders that were killed left; the lock says that none is at work.
fn clean_up(store: &SnapshotStore) -> anyhow::Result<()> {
    let folder = store.root();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if is_half_version(&name) {
            fs::remove_dir_all(&path).map_err(at(&path))?;
        } else if is_version(&name) && path.is_dir() {
            store.finish_replacement(&name)?;
        }
    }
    Ok(())
}

/// Whether a folder has the name under which [`SnapshotStore::stage`] makes a version, or the one
/// under which [`Output::remove`] removes it.
fn is_half_version(name: &str) -> bool {
    let version = |name: &str, ending| {
        name.strip_prefix('.').and_then(|name| name.strip_suffix(ending)).is_some_and(is_version)
    };
    version(name, ".tmp") || version(name, REMOVED)
}

/// Bytes of all files in a folder and those in it.
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

fn write_report(path: &Path, report: &BuildReport) -> anyhow::Result<()> {
    let text = serde_json::to_vec_pretty(report).map_err(io::Error::from);
    let written = text.and_then(|text| {
        let mut file = File::create(path)?;
        file.write_all(&text)?;
        file.write_all(b"\n")?;
        file.sync_all()
    });
    written.map_err(at(path))
}

/// The files of a folder itself by name, with their checksums.
fn files_of(folder: &Path) -> anyhow::Result<Vec<FileEntry>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.path().is_dir() {
            files.push(file_entry(&entry.path(), name)?);
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// A file under the name that the manifest gives it.
fn file_entry(file: &Path, path: String) -> anyhow::Result<FileEntry> {
    let (size, sha256) = size_and_sha256(file).map_err(at(file))?;
    Ok(FileEntry { path, size, sha256, list_date: None })
}

/// The source files of a register.
fn inputs_of(report: &RegisterReport) -> impl Iterator<Item = FileEntry> + '_ {
    report.files.iter().map(|file| FileEntry {
        path: file.path.clone(),
        size: file.size,
        sha256: file.sha256.clone(),
        list_date: report.list_date.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_builder_is_refused_until_the_first_ends() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let first = Output::lock(folder.path()).expect("free");
        let error = Output::lock(folder.path()).expect_err("taken").to_string();
        assert!(error.ends_with("another snapshot-builder is at work in this folder"), "{error}");
        drop(first);
        Output::lock(folder.path()).expect("free again");
    }

    #[test]
    fn what_a_killed_build_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let names = [
            (".20260101000000.tmp", false),
            (".20260102000000.removed", false),
            ("20260101000000", true),
            (".mine.tmp", true),
            (".mine.removed", true),
        ];
        for (name, _) in names {
            fs::create_dir(folder.path().join(name)).expect("created");
        }
        Output::lock(folder.path()).expect("free");
        for (name, is_left) in names {
            assert_eq!(folder.path().join(name).exists(), is_left, "{name}");
        }
    }

    #[test]
    fn a_version_is_removed_with_all_its_files_which_are_counted() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let output = Output::lock(folder.path()).expect("free");
        let within = folder.path().join("20260101000000/collections/peps");
        fs::create_dir_all(&within).expect("created");
        fs::write(within.join("names.txt"), "12345").expect("written");
        fs::write(folder.path().join("20260101000000/manifest.json"), "{}").expect("written");
        assert_eq!(output.remove("20260101000000").expect("removed"), 7);
        assert!(output.remove("20260101000000").is_err());
        let left: Vec<_> = fs::read_dir(folder.path()).expect("there").collect();
        assert_eq!(left.len(), 1, "the lock alone: {left:?}");
    }

    #[test]
    fn a_second_that_has_a_version_is_passed_over() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let output = Output::lock(folder.path()).expect("free");
        let time = Timestamp(1_791_100_800);
        assert_eq!(output.free_time(time), time);
        for second in 0..2 {
            let version = Timestamp(time.0 + second).to_version();
            fs::create_dir(folder.path().join(version)).expect("created");
        }
        assert_eq!(output.free_time(time), Timestamp(time.0 + 2));
    }
}
