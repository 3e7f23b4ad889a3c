//! The folder of snapshots: one builder at a time, and a version that appears complete or not at
//! all.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::{
    FileEntry, Manifest, Snapshot, SnapshotError, SnapshotInput, SnapshotStore, write_snapshot,
};

use crate::checksum::size_and_sha256;
use crate::progress::Progress;
use crate::report::{BuildReport, RegisterReport};

/// Name of the report in a version's folder.
pub const REPORT_FILE: &str = "build-report.json";
/// Name of the file that a builder at work holds locked. It stays when the builder ends; the lock
/// goes with the process, however it ends.
const LOCK_FILE: &str = ".build.lock";

/// The folder of snapshots, held by this builder alone as long as this value lives.
#[derive(Debug)]
pub struct Output {
    store: SnapshotStore,
    _lock: File,
}

/// Why a version cannot be published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// A second builder.
    #[error("{}: another snapshot-builder is at work in this folder", folder.display())]
    Locked {
        /// The folder of snapshots.
        folder: PathBuf,
    },
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The snapshot cannot be written, or what was written does not verify.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

impl PublishError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }
}

impl Output {
    /// Makes the folder where there is none, locks it, and removes what killed builders left.
    ///
    /// # Errors
    /// [`PublishError::Locked`] while another builder is at work, [`PublishError::Io`] when the
    /// folder cannot be made or written to.
    pub fn lock(folder: &Path) -> Result<Self, PublishError> {
        fs::create_dir_all(folder).map_err(PublishError::io(folder))?;
        let path = folder.join(LOCK_FILE);
        let lock = File::create(&path).map_err(PublishError::io(&path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(PublishError::Locked { folder: folder.to_owned() });
            }
            Err(TryLockError::Error(source)) => return Err(PublishError::Io { path, source }),
        }
        remove_leftovers(folder)?;
        Ok(Self { store: SnapshotStore::new(folder), _lock: lock })
    }

    /// The current snapshot, verified; `None` before the first build.
    ///
    /// # Errors
    /// `CURRENT` or the version that it names cannot be read or is damaged.
    pub fn current(&self) -> Result<Option<Snapshot>, SnapshotError> {
        let Some(version) = self.store.current_version()? else { return Ok(None) };
        Ok(Some(self.store.open(&version)?.0))
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

    /// Writes, verifies and publishes a version and makes it current.
    ///
    /// # Errors
    /// [`PublishError`]; the version that was current still is.
    pub fn publish(
        &self,
        input: SnapshotInput,
        report: &BuildReport,
        progress: &dyn Progress,
    ) -> Result<(), PublishError> {
        let staged = self.store.stage(&report.version)?;
        write_snapshot(&staged.snapshot_path(), input, &|stage| progress.stage(stage))?;
        write_report(&staged.folder().join(REPORT_FILE), report)?;
        progress.stage("verifying and publishing");
        let manifest = Manifest {
            version: report.version.clone(),
            builder: report.builder.clone(),
            files: files_of(staged.folder())?,
            inputs: report.registers.iter().flat_map(inputs_of).collect(),
        };
        staged.publish(&manifest)?;
        self.store.make_current(&report.version)?;
        Ok(())
    }
}

/// Removes temporary folders of builders that were killed; the lock says that none is at work.
fn remove_leftovers(folder: &Path) -> Result<(), PublishError> {
    for entry in fs::read_dir(folder).map_err(PublishError::io(folder))? {
        let entry = entry.map_err(PublishError::io(folder))?;
        if is_staged_version(&entry.file_name().to_string_lossy()) {
            let path = entry.path();
            fs::remove_dir_all(&path).map_err(PublishError::io(&path))?;
        }
    }
    Ok(())
}

/// Whether a folder has the name under which [`SnapshotStore::stage`] makes a version.
fn is_staged_version(name: &str) -> bool {
    let version = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
    version.is_some_and(|version| {
        version.len() == 14 && version.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn write_report(path: &Path, report: &BuildReport) -> Result<(), PublishError> {
    let text = serde_json::to_vec_pretty(report).map_err(io::Error::from);
    let written = text.and_then(|text| {
        let mut file = File::create(path)?;
        file.write_all(&text)?;
        file.write_all(b"\n")?;
        file.sync_all()
    });
    written.map_err(PublishError::io(path))
}

/// The files of a folder by name, with their checksums.
fn files_of(folder: &Path) -> Result<Vec<FileEntry>, PublishError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(PublishError::io(folder))? {
        let entry = entry.map_err(PublishError::io(folder))?;
        let path = entry.path();
        let (size, sha256) = size_and_sha256(&path).map_err(PublishError::io(&path))?;
        let path = entry.file_name().to_string_lossy().into_owned();
        files.push(FileEntry { path, size, sha256, list_date: None });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
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
        for name in [".20260101000000.tmp", "20260101000000", ".mine.tmp"] {
            fs::create_dir(folder.path().join(name)).expect("created");
        }
        Output::lock(folder.path()).expect("free");
        let left: Vec<bool> = [".20260101000000.tmp", "20260101000000", ".mine.tmp"]
            .map(|name| folder.path().join(name).exists())
            .to_vec();
        assert_eq!(left, [false, true, true]);
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
