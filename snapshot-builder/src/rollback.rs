//! The use case: an older version becomes the current one again.

use std::path::Path;

use anyhow::anyhow;
use tamis_engine::snapshot::SnapshotStore;

use crate::diff::{Totals, diff};
use crate::ledger::{LEDGER_FILE, Ledger};
use crate::publish::Output;
use crate::verify::verify;

/// What is current now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RolledBack {
    /// The version that was current, where `CURRENT` named one.
    pub from: Option<String>,
    /// The version that is.
    pub to: String,
    /// Its active records.
    pub records: u64,
    /// What became of records between the version that is current and the one that was; `None` where
    /// one of both has no ledger that can be read.
    pub left_behind: Option<Totals>,
}

/// Makes a version current after all of it was verified: by default the one before the current one.
///
/// A later build continues the ledger of the version that is current then. Records that were added
/// since get the same ids again, for ids are made of register and reference, but they count as first
/// seen by that build; those that have left their lists by then were never there.
///
/// # Errors
/// What was current still is.
pub fn rollback(out: &Path, to: Option<String>) -> anyhow::Result<RolledBack> {
    let output = Output::lock_existing(out)?;
    let store = output.store();
    let versions = store.versions()?;
    // What was current may be the very thing that is broken.
    let from = output.current().ok();
    let to = match to {
        Some(to) => to,
        None => {
            let current = output.current()?;
            let before = versions.iter().rfind(|version| **version < current).cloned();
            before.ok_or_else(|| {
                let out = out.display();
                anyhow!("{out}: there is no version before {current}, the current one")
            })?
        }
    };
    if !versions.contains(&to) {
        return Err(output.no_version(&to).into());
    }
    let records = verify(store, &to)?.records;
    let left_behind = from.as_deref().and_then(|from| between(store, &to, from));
    store.make_current(&to)?;
    Ok(RolledBack { from, to, records, left_behind })
}

/// What a version has that an older one has not.
fn between(store: &SnapshotStore, older: &str, newer: &str) -> Option<Totals> {
    let ledger = |version: &str| Ledger::open(&store.folder(version).join(LEDGER_FILE)).ok();
    diff(&ledger(older)?, &ledger(newer)?, None, |_| Ok(())).ok()
}
