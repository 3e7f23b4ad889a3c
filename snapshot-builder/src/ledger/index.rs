//! Makes the index of a version from its ledger. The same ledger and program give the same bytes.

use std::path::Path;

use tamis_engine::model::{Record, RegisterIndex};
use tamis_engine::snapshot::{
    ActiveRecord, Retired, SnapshotError, SnapshotInput, record_key, write_snapshot,
};

use super::entry::Entry;
use super::error::LedgerError;
use super::format::Holds;
use super::read::{BlockText, Ledger};
use crate::progress::Progress;

/// Reason for which an index cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The ledger cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The index cannot be written.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// Writes the index of a ledger to a new file.
///
/// # Errors
/// [`IndexError`]; a partial file may remain then.
pub fn write_index(
    ledger: &Ledger,
    path: &Path,
    builder: &str,
    progress: &dyn Progress,
) -> Result<(), IndexError> {
    progress.stage("reading the ledger");
    let input = input(ledger, builder)?;
    write_snapshot(path, input, &|stage| progress.stage(stage))?;
    Ok(())
}

/// Collects the input of the index writer.
fn input(ledger: &Ledger, builder: &str) -> Result<SnapshotInput, LedgerError> {
    let entries = ledger.blocks().filter(|(holds, _)| matches!(holds, Holds::Entries(_)));
    let lines: usize = entries.map(|(_, lines)| lines as usize).sum();
    // Growing step by step would briefly take three times the memory.
    let (mut records, mut retired) = (Vec::new(), Vec::new());
    // Errors are ignored: a damaged table may ask for too much, and its blocks are refused below.
    let _ = records.try_reserve_exact(lines);
    let is_entries = |holds| holds < Holds::Registers;
    for part in ledger.read(is_entries, |text| read_block(ledger, text)) {
        let (active, gone) = part?;
        records.extend(active);
        retired.extend(gone);
    }
    let successors = ledger.successors().iter().map(|line| (line.entity, line.successor));
    Ok(SnapshotInput {
        built_at: ledger.head().built_at,
        builder: builder.to_owned(),
        registers: ledger.registers().iter().map(|line| line.register.clone()).collect(),
        records,
        retired,
        successors: successors.collect(),
    })
}

/// The active records of a block, and the retired ones.
fn read_block(
    ledger: &Ledger,
    text: &BlockText<'_>,
) -> Result<(Vec<ActiveRecord>, Vec<Retired>), LedgerError> {
    let (mut active, mut gone) = (Vec::new(), Vec::new());
    let Holds::Entries(place) = text.holds() else { return Ok((active, gone)) };
    let (register, slug) = (RegisterIndex(place as u16), &ledger.head().registers[place as usize]);
    for entry in text.lines::<Entry<Record>>() {
        let entry = entry?;
        let last_change = entry.changes();
        let Entry { id, first_seen, last_seen, history, delisted_at, entity, record, .. } = entry;
        match delisted_at {
            None => {
                active.push(ActiveRecord {
                    id,
                    register,
                    first_seen,
                    last_seen,
                    last_change,
                    changes: history,
                    entity,
                    record,
                });
            }
            Some(delisted_at) => {
                let key = record_key(slug, &record.reference);
                gone.push(Retired {
                    id,
                    key,
                    register,
                    entity,
                    first_seen,
                    last_seen,
                    delisted_at,
                });
            }
        }
    }
    Ok((active, gone))
}
