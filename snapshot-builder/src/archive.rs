//! The archive: of each version what makes it again, kept as long as receipts name it.
//!
//! ```text
//! archive/20261004080000/
//!     manifest.json, manifest.json.minisig    as they were
//!     ledger.tamis                            the ledger, as it was
//! ```
//!
//! The index is made from the ledger again. The manifest has its SHA-256, so nothing else passes for it.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use tamis_engine::files::open_regular;
use tamis_engine::snapshot::format::FORMAT_VERSION;
use tamis_engine::store::checksum::{sha256_of, size_and_sha256};
use tamis_engine::store::{
    CURRENT, FileEntry, MANIFEST, Manifest, ManifestFile, SnapshotStore, bytes_below,
};

use crate::build::BUILDER;
use crate::error::{Refused, at};
use crate::ledger::{LEDGER_FILE, Ledger, write_index};
use crate::progress::Progress;
use crate::publish::Output;
use crate::receipts::NamedVersion;

/// A version in the folder in which it was wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// False if it was there already.
    pub is_new: bool,
    /// Bytes of its files there.
    pub bytes: u64,
}

/// Locks a folder for archived or restored versions, which is created if needed.
///
/// # Errors
/// The errors of [`Output::lock`]; [`Refused::Option`] if the folder has a current version, since a
/// server may follow it.
pub fn lock(folder: &Path) -> anyhow::Result<Output> {
    if fs::symlink_metadata(folder.join(CURRENT)).is_ok() {
        let reason = "it has a CURRENT, so it may be served; give a folder of its own";
        return Err(Refused::Option(format!("{}: {reason}", folder.display())).into());
    }
    Output::lock(folder)
}

/// Copies a version's manifest and ledger into an archive. One that is there already stays as it is.
///
/// # Errors
/// The version is in neither folder, is another one than the receipts name, or its ledger is damaged; a
/// file cannot be read or written. The archive is unchanged then.
pub fn retain(
    store: &SnapshotStore,
    named: &NamedVersion,
    archive: &Output,
) -> anyhow::Result<Kept> {
    let (archive, version) = (archive.store(), named.version.as_str());
    let (folder, archived) = (store.folder(version), archive.folder(version));
    if archived.exists() {
        check_named(&archive.manifest_file(version)?, named, &archived)?;
        fs::metadata(archived.join(LEDGER_FILE)).map_err(at(&archived.join(LEDGER_FILE)))?;
        return kept(false, &archived);
    }
    ensure!(
        folder.exists(),
        "version {version} is neither in {} nor in {}",
        store.root().display(),
        archive.root().display()
    );
    let file = store.manifest_file(version)?;
    check_named(&file, named, &folder)?;
    let ledger = ledger_of(&file.manifest, &folder)?;
    let staged = archive.stage(version)?;
    copy_ledger(ledger, &folder, staged.folder())?;
    staged.publish_unopened(&file)?;
    kept(true, &archived)
}

/// Makes an archived version again: manifest and signature as they were, ledger and index. One that is
/// there already stays as it is.
///
/// # Errors
/// [`Refused::Option`] if the archive has no such version. A file is damaged or cannot be read or
/// written, or another program is needed to make the index. The folder is unchanged then.
pub fn restore(
    archive: &SnapshotStore,
    version: &str,
    to: &Output,
    progress: &dyn Progress,
) -> anyhow::Result<Kept> {
    let (archived, restored) = (archive.folder(version), to.store().folder(version));
    if !archive.versions()?.iter().any(|held| held == version) {
        let archive = archive.root().display();
        return Err(Refused::Option(format!("{archive}: no version {version}")).into());
    }
    let file = archive.manifest_file(version)?;
    let ledger = ledger_of(&file.manifest, &archived)?;
    if restored.exists() {
        let is_same = to.store().manifest_file(version)?.bytes == file.bytes;
        ensure!(is_same, "{}: this is another version", restored.display());
        ledger.check(&restored)?;
        file.manifest.check_snapshot(&restored)?;
        return kept(false, &restored);
    }
    let staged = to.store().stage(version)?;
    copy_ledger(ledger, &archived, staged.folder())?;
    make_index(
        &Ledger::open(&staged.folder().join(LEDGER_FILE))?,
        &file.manifest,
        &staged.snapshot_path(),
        progress,
    )?;
    staged.publish(file)?;
    kept(true, &restored)
}

/// Writes the index that a manifest lists.
fn make_index(
    ledger: &Ledger,
    manifest: &Manifest,
    path: &Path,
    progress: &dyn Progress,
) -> anyhow::Result<()> {
    // An index names the program that made it: that of the build, or that of a later reindex.
    let mut builders = vec![manifest.builder.as_str(), BUILDER];
    builders.dedup();
    for builder in builders {
        write_index(ledger, path, builder, progress)?;
        let (_, sha256) = size_and_sha256(path).map_err(at(path))?;
        if manifest.snapshot_sha256() == Some(&sha256) {
            return Ok(());
        }
        fs::remove_file(path).map_err(at(path))?;
    }
    bail!(
        "version {}: {}, which made it, makes another index than this program, {BUILDER} with \
         snapshot format {FORMAT_VERSION}; restore the version by the program that made it",
        manifest.version,
        manifest.builder
    )
}

/// Checks that a manifest is the one that receipts name. `folder` is that of the version, for messages.
fn check_named(file: &ManifestFile, named: &NamedVersion, folder: &Path) -> anyhow::Result<()> {
    let (sha256, path) = (sha256_of(&file.bytes), folder.join(MANIFEST));
    let is_named = sha256 == named.manifest;
    ensure!(is_named, "{}: SHA-256 {sha256}, receipts name {}", path.display(), named.manifest);
    Ok(())
}

/// The entry of the ledger in a manifest. `folder` is that of the version, for messages.
fn ledger_of<'m>(manifest: &'m Manifest, folder: &Path) -> anyhow::Result<&'m FileEntry> {
    let path = folder.join(MANIFEST);
    manifest.file(LEDGER_FILE).with_context(|| format!("{}: no {LEDGER_FILE}", path.display()))
}

/// Copies the ledger of a manifest between two folders, checked before and after.
fn copy_ledger(ledger: &FileEntry, from: &Path, to: &Path) -> anyhow::Result<()> {
    ledger.check(from)?;
    let (source, copy) = (from.join(LEDGER_FILE), to.join(LEDGER_FILE));
    let copied = open_regular(&source).map_err(at(&source)).and_then(|mut source| {
        let mut file = File::create_new(&copy).map_err(at(&copy))?;
        io::copy(&mut source, &mut file).and_then(|_| file.sync_all()).map_err(at(&copy))
    });
    copied?;
    Ok(ledger.check(to)?)
}

fn kept(is_new: bool, folder: &Path) -> anyhow::Result<Kept> {
    Ok(Kept { is_new, bytes: bytes_below(folder).map_err(at(folder))? })
}
