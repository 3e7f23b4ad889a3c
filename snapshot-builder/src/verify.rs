//! The use case: is a version sound?

use std::io;
use std::path::{Path, PathBuf};

use tamis_engine::snapshot::{FileEntry, Snapshot, SnapshotError, SnapshotStore};

use crate::checksum::size_and_sha256;
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

/// Why a version is not sound.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The snapshot or the manifest.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(
        "{}: {} records and {} retired, the ledger beside it has {} and {}",
        path.display(), index[0], index[1], ledger[0], ledger[1]
    )]
    Disagree { path: PathBuf, index: [u64; 2], ledger: [u64; 2] },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {size} bytes long, the manifest says {expected}", path.display())]
    Size { path: PathBuf, size: u64, expected: u64 },
    #[error("{}: SHA-256 {sha256}, the manifest says {expected}", path.display())]
    Checksum {
        path: PathBuf,
        /// Its SHA-256.
        sha256: String,
        expected: String,
    },
}

/// Reads all of a version: its snapshot, its ledger where it has one, that both agree, and every file
/// of the manifest.
///
/// # Errors
/// [`VerifyError`] says what is wrong, and where.
pub fn verify(store: &SnapshotStore, version: &str) -> Result<Verified, VerifyError> {
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
fn agree(snapshot: &Snapshot, ledger: Counts) -> Result<(), VerifyError> {
    let index = [snapshot.record_count() as u64, snapshot.all_retired().count() as u64];
    let ledger = [ledger.active, ledger.retired];
    let path = || snapshot.path().to_owned();
    if index == ledger {
        Ok(())
    } else {
        Err(VerifyError::Disagree { path: path(), index, ledger })
    }
}

fn verify_file(path: &Path, expected: &FileEntry) -> Result<(), VerifyError> {
    let at = || path.to_owned();
    let read = size_and_sha256(path).map_err(|source| VerifyError::Io { path: at(), source });
    let (size, sha256) = read?;
    if size != expected.size {
        return Err(VerifyError::Size { path: at(), size, expected: expected.size });
    }
    if sha256 != expected.sha256 {
        let expected = expected.sha256.clone();
        return Err(VerifyError::Checksum { path: at(), sha256, expected });
    }
    Ok(())
}
