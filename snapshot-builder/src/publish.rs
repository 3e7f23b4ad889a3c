//! The folder of snapshots: one builder at a time, and versions that appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use tamis_engine::model::Timestamp;
use tamis_engine::store::{
    FileEntry, HeldStore, Manifest, ManifestFile, SnapshotStore, StagedVersion,
};

use crate::error::{Refused, at, make_folder};
use crate::ledger::{Ledger, LedgerError};
use crate::report::{BuildReport, RegisterReport};
use crate::signing::signature;
use tamis_engine::store::checksum::size_and_sha256;
use tamis_signing::SigningKey;

/// Name of the report in a version's folder.
pub const REPORT_FILE: &str = "build-report.json";

/// The folder of snapshots, locked for this builder while this value lives.
#[derive(Debug)]
pub struct Output(HeldStore);

impl Output {
    /// Creates the folder if needed, locks it, and removes the remains of killed builders.
    ///
    /// # Errors
    /// [`Refused::Locked`] if another builder is at work, or the folder cannot be created or written
    /// to.
    pub fn lock(folder: &Path) -> anyhow::Result<Self> {
        make_folder(folder)?;
        let held = HeldStore::try_hold(SnapshotStore::new(folder))?.ok_or_else(|| {
            let folder = folder.display();
            Refused::Locked(format!("{folder}: another snapshot-builder is at work in this folder"))
        })?;
        Ok(Self(held))
    }

    /// Locks an existing folder.
    ///
    /// # Errors
    /// Same as [`Self::lock`], or the folder does not exist.
    pub fn lock_existing(folder: &Path) -> anyhow::Result<Self> {
        match folder.is_dir() {
            true => Self::lock(folder),
            false => Err(no_current(folder)),
        }
    }

    /// The current version.
    ///
    /// # Errors
    /// There is no current version.
    pub fn current(&self) -> anyhow::Result<String> {
        self.store().current_version()?.ok_or_else(|| no_current(self.store().root()))
    }

    /// Error for a version that does not exist.
    #[must_use]
    pub fn no_version(&self, version: &str) -> Refused {
        Refused::Option(format!("{}: no version {version}", self.store().root().display()))
    }

    /// The folder as a store of versions.
    #[must_use]
    pub fn store(&self) -> &SnapshotStore {
        self.0.store()
    }

    /// The locked folder, from which versions can be removed.
    #[must_use]
    pub fn held(&self) -> &HeldStore {
        &self.0
    }

    /// Opens the ledger of a version.
    ///
    /// # Errors
    /// The [`LedgerError`] of the first fault.
    pub fn ledger(&self, version: &str) -> Result<Ledger, LedgerError> {
        Ledger::of_version(&self.store().folder(version))
    }

    /// Returns the first second from `wanted` on without a version.
    #[must_use]
    pub fn free_time(&self, wanted: Timestamp) -> Timestamp {
        let mut time = wanted;
        while self.store().root().join(time.to_version()).exists() {
            time.0 += 1;
        }
        time
    }

    /// Verifies and publishes a version whose ledger and index are written, and makes it current unless
    /// another one is pinned. `in_folders` are its files in subfolders, with known checksums; `key` signs
    /// it.
    ///
    /// # Errors
    /// Any failure; the previously current version stays current then.
    pub fn publish(
        &self,
        staged: StagedVersion,
        in_folders: Vec<FileEntry>,
        report: &BuildReport,
        key: Option<&SigningKey>,
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
        staged.publish(manifest_file(&manifest, key)?)?;
        if report.pin.is_none() {
            self.store().make_current(&report.version)?;
        }
        Ok(())
    }

    /// Replaces files of a version, or adds to them, with the files of these names written at
    /// [`SnapshotStore::replacement`]. The version is signed by `key`, and loses its signature without.
    ///
    /// # Errors
    /// Any failure; the version is unchanged then.
    pub fn replace(
        &self,
        version: &str,
        names: &[&str],
        key: Option<&SigningKey>,
    ) -> anyhow::Result<()> {
        let mut manifest = self.store().manifest(version)?;
        for name in names {
            let entry = file_entry(&self.store().replacement(version, name), (*name).to_owned())?;
            manifest.files.retain(|file| file.path != *name);
            manifest.files.push(entry);
        }
        manifest.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(self.store().replace(version, manifest_file(&manifest, key)?)?)
    }

    /// Signs a version as it is; the caller has verified it.
    ///
    /// # Errors
    /// There is no such manifest, or the signature cannot be written.
    pub fn sign(&self, version: &str, key: &SigningKey) -> anyhow::Result<()> {
        let file = self.store().manifest_file(version)?;
        Ok(self.store().write_signature(version, &signature(&file, key)?)?)
    }
}

fn manifest_file(manifest: &Manifest, key: Option<&SigningKey>) -> anyhow::Result<ManifestFile> {
    let mut file = ManifestFile::from(manifest);
    file.signature = key.map(|key| signature(&file, key)).transpose()?;
    Ok(file)
}

fn no_current(folder: &Path) -> anyhow::Error {
    anyhow!("{}: not a folder of snapshots (no CURRENT)", folder.display())
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

/// Files directly in a folder, by name, with their checksums.
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

/// Manifest entry of a file, under the given name.
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
