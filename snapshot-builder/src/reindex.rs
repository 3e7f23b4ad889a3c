//! The use case: the ledger of a version to a new index of it, without any source file.

use std::fs;
use std::path::Path;

use tamis_engine::snapshot::is_version;

use crate::build::BUILDER;
use crate::error::at;
use crate::ledger::{Survey, write_index};
use crate::progress::Progress;
use crate::publish::Output;

/// Name of the index in a version's folder.
const INDEX_FILE: &str = "snapshot.tamis";

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReindexReport {
    pub version: String,
    /// Active records.
    pub records: u64,
    /// Records that are no longer active.
    pub retired: u64,
    /// Bytes of the new index.
    pub bytes: u64,
}

/// Makes the index of a version, by default the current one, anew from its ledger and puts it in the
/// place of the old one, which need not be there or readable.
///
/// # Errors
/// The version is as it was then.
pub fn reindex(
    out: &Path,
    version: Option<String>,
    progress: &dyn Progress,
) -> anyhow::Result<ReindexReport> {
    let output = Output::lock_existing(out)?;
    let store = output.store();
    let version = version.map_or_else(|| output.current(), Ok)?;
    if !is_version(&version) || !store.root().join(&version).is_dir() {
        return Err(output.no_version(&version).into());
    }
    progress.stage("verifying the ledger");
    let ledger = output.ledger(&version)?;
    let counts = Survey::of(&ledger, |_, _| true)?.total();
    let index = store.replacement(&version, INDEX_FILE);
    write_index(&ledger, &index, BUILDER, progress)?;
    progress.stage("verifying and replacing");
    let bytes = fs::metadata(&index).map_err(at(&index))?.len();
    output.replace(&version, &[INDEX_FILE])?;
    Ok(ReindexReport { version, records: counts.active, retired: counts.retired, bytes })
}
