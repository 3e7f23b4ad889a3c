//! `rollback`: an older version becomes current again.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use snapshot_builder::diff::{Totals, diff};
use snapshot_builder::ledger::{LEDGER_FILE, Ledger};
use snapshot_builder::publish::Output;
use tamis_engine::snapshot::SnapshotStore;

use super::verify::verify;
use super::{grouped, print};

/// Makes the version before the current one current again, or the one that --to names.
///
/// It is verified first, all of it. A server picks it up at its next look. The version that was
/// current stays in its folder, and --to leads back to it.
///
/// A later build continues the ledger of the version that is current then. So of the records that
/// were added after it, those that are still on their lists are added again: with the same IDs,
/// which are made of register and reference (where two records would have one ID, the first comes
/// first, which may be another one now: one pair in some ninety builds of five million records), but
/// first seen by that build. Those that have left their lists by then are unknown, instead of
/// retired. What was removed after it is removed again, and its date is that of the later build.
/// The next delta.json is relative to the version that is current then.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Rollback {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// The version, YYYYMMDDHHMMSS; by default the newest one before the current one.
    #[arg(long, value_name = "VERSION")]
    to: Option<String>,
}

const HELP: &str = "Examples:
  snapshot-builder rollback snapshots
  snapshot-builder rollback snapshots --to 20261004080000

Exit codes:
  0  done; what is current now is printed
  1  an error; what was current still is
  2  a wrong option, or no such version";

impl Rollback {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let output = Output::lock_existing(&self.snapshots)?;
        let store = output.store();
        let versions = store.versions()?;
        // What was current may be the very thing that is broken.
        let from = output.current().ok();
        let to = match self.to {
            Some(to) => to,
            None => {
                let current = output.current().map_err(|error| {
                    anyhow!(
                        "{error}; --to VERSION makes a version current all the same, \
                         `snapshot-builder versions --snapshots {}` lists them",
                        self.snapshots.display()
                    )
                })?;
                let before = versions.iter().rfind(|version| **version < current).cloned();
                before.ok_or_else(|| {
                    let out = self.snapshots.display();
                    anyhow!("{out}: there is no version before {current}, the current one")
                })?
            }
        };
        if !versions.contains(&to) {
            return Err(output.no_version(&to).into());
        }
        let records = grouped(verify(store, &to)?.0.record_count() as u64);
        let was_current = match from {
            None => String::new(),
            Some(from) if from == to => "; it already was".to_owned(),
            Some(from) => {
                format!("; {from} was current before\n{}", left_behind(store, &to, &from))
            }
        };
        store.make_current(&to)?;
        let text = format!("version {to} is current, {records} records{was_current}\n");
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}

/// What the version that was current has that the older one, which is now, has not.
fn left_behind(store: &SnapshotStore, older: &str, newer: &str) -> String {
    let ledger = |version: &str| Ledger::open(&store.folder(version).join(LEDGER_FILE)).ok();
    let compared = || diff(&ledger(older)?, &ledger(newer)?, None, |_| Ok(())).ok();
    let Some(Totals { added, removed, changed, returned, .. }) = compared() else {
        return format!("cannot compare with {newer}: its ledger cannot be read");
    };
    let [added, removed, changed, returned] = [added, removed, changed, returned].map(grouped);
    format!(
        "compared with it, {newer} had {added} records added, {removed} removed, {changed} changed, \
         {returned} returned"
    )
}
