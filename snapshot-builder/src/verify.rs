//! The use case: is a version sound?

use std::path::Path;

use anyhow::{bail, ensure};
use tamis_engine::snapshot::{FileEntry, Snapshot, SnapshotStore};

use crate::checksum::size_and_sha256;
use crate::error::at;
use crate::ledger::{Counts, LEDGER_FILE, Ledger, LedgerError, Survey};

/// What a sound version holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub version: String,
    /// Active records.
    pub records: u64,
    /// Files of the version, the manifest aside.
    pub files: usize,
}

/// Reads all of a version: its snapshot, its ledger where it has one, that both agree, and every file
/// of the manifest.
///
/// # Errors
/// Says what is wrong, and where.
pub fn verify(store: &SnapshotStore, version: &str) -> anyhow::Result<Verified> {
    let folder = store.folder(version);
    let ledger = folder.join(LEDGER_FILE);
    let counts = if ledger.exists() { Some(verify_ledger(&ledger)?.1) } else { None };
    let (snapshot, manifest) = store.open(version)?;
    if let Some(counts) = counts {
        agree(&snapshot, counts)?;
    }
    for file in &manifest.files {
        verify_file(&folder.join(&file.path), file)?;
    }
    snapshot.verify()?;
    let (version, records) = (snapshot.version().to_owned(), snapshot.record_count() as u64);
    Ok(Verified { version, records, files: manifest.files.len() })
}

/// Reads a whole ledger; gives its version and how many records it holds.
///
/// # Errors
/// When it is damaged or out of order.
pub fn verify_ledger(path: &Path) -> Result<(String, Counts), LedgerError> {
    let ledger = Ledger::open(path)?;
    let counts = Survey::of(&ledger, |_, _| true)?.total();
    Ok((ledger.head().version.clone(), counts))
}

/// An index holds the records of its ledger.
fn agree(snapshot: &Snapshot, ledger: Counts) -> anyhow::Result<()> {
    let records = snapshot.record_count() as u64;
    let retired = snapshot.all_retired().count() as u64;
    ensure!(
        [records, retired] == [ledger.active, ledger.retired],
        "{}: {records} records and {retired} retired, the ledger beside it has {} and {}",
        snapshot.path().display(),
        ledger.active,
        ledger.retired
    );
    Ok(())
}

fn verify_file(path: &Path, expected: &FileEntry) -> anyhow::Result<()> {
    let (size, sha256) = size_and_sha256(path).map_err(at(path))?;
    let (path, FileEntry { size: expected, sha256: expected_sum, .. }) = (path.display(), expected);
    if size != *expected {
        bail!("{path}: {size} bytes long, the manifest says {expected}");
    }
    if sha256 != *expected_sum {
        bail!("{path}: SHA-256 {sha256}, the manifest says {expected_sum}");
    }
    Ok(())
}
