//! The ledger of a version: the one beside its index, or one made of an index from before there were
//! ledgers.

use std::path::PathBuf;

use tamis_engine::snapshot::SnapshotStore;
use tempfile::TempPath;

use super::LEDGER_FILE;
use super::error::LedgerError;
use super::format_2::{self, CarriedOver, CarryOverError};
use super::read::Ledger;

/// The ledger of a version.
#[derive(Debug)]
pub struct Lineage {
    /// The ledger.
    pub ledger: Ledger,
    /// The temporary file that it is, where it was made of an old index, and what became of that.
    made: Option<(TempPath, CarriedOver)>,
}

/// Why a version has no ledger that can be continued.
#[derive(Debug, thiserror::Error)]
pub enum LineageError {
    /// The ledger cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The old index cannot be carried over.
    #[error(transparent)]
    CarryOver(#[from] CarryOverError),
    /// There is neither a ledger nor an index that can be carried over.
    #[error(
        "{}: there is no {LEDGER_FILE}, and no snapshot.tamis of format 2, of which one could be \
         made",
        folder.display()
    )]
    None {
        /// The folder of the version.
        folder: PathBuf,
    },
    /// The ledger is of another version than the folder.
    #[error("{}: it is the ledger of version {found}", path.display())]
    OtherVersion {
        /// The ledger.
        path: PathBuf,
        /// The version that it states.
        found: String,
    },
}

impl Lineage {
    /// Opens the ledger of a version. Where there is none, one is made at `temporary` of an index of
    /// format 2, and removed with this value.
    ///
    /// # Errors
    /// [`LineageError`].
    pub fn of_version(
        store: &SnapshotStore,
        version: &str,
        temporary: PathBuf,
    ) -> Result<Self, LineageError> {
        let folder = store.root().join(version);
        let path = folder.join(LEDGER_FILE);
        let index = store.snapshot_path(version);
        let mut made = None;
        let ledger = if path.exists() {
            Ledger::open(&path)?
        } else if format_2::is_format_2(&index).unwrap_or(false) {
            let path = TempPath::try_from_path(temporary)
                .map_err(LedgerError::io(&index, "carry over"))?;
            let carried_over = format_2::carry_over(&index, &path)?;
            let ledger = Ledger::open(&path)?;
            made = Some((path, carried_over));
            ledger
        } else {
            return Err(LineageError::None { folder });
        };
        if ledger.head().version != version {
            let (path, found) = (ledger.path().to_owned(), ledger.head().version.clone());
            return Err(LineageError::OtherVersion { path, found });
        }
        Ok(Self { ledger, made })
    }

    /// What was taken over from an old index and what was not, in words.
    #[must_use]
    pub fn carried_over_index(&self) -> Option<String> {
        self.made.as_ref().map(|(_, carried_over)| carried_over.to_string())
    }
}
