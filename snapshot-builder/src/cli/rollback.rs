//! `rollback`: makes an older version current again, and pins it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use snapshot_builder::diff::{Totals, diff};
use snapshot_builder::ledger::{LEDGER_FILE, Ledger};
use snapshot_builder::publish::Output;
use tamis_engine::store::{Pin, SnapshotStore};

use super::verify::verify;
use super::{grouped, print};

/// Makes the version before the current one current again, or the one that --to names.
///
/// It is fully verified first. A server picks it up at its next look. The version that was current
/// stays in its folder; --to returns to it.
///
/// Unless it is the newest version, it is pinned: later builds and refreshes make versions, but none
/// becomes current until `release`, or until --to names the newest one. They continue the newest
/// version, not the pinned one, so that no ID, date or retirement is lost. To leave a version out of
/// the history, move its folder away before the next build, which then continues the newest of the
/// remaining ones.
///
/// A folder that pulls its versions from an object store follows the CURRENT of that store, pinned or
/// not. Roll back where versions are built, and publish the version with --older.
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
        // The version that was current may be the broken one.
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
                format!("; {from} was current before\n{}", differences(store, &to, &from))
            }
        };
        store.make_current_and_pin(&to)?;
        let pinned = store.pin()?.map_or_else(String::new, |pin| pinned(&pin) + "\n");
        let text = format!("version {to} is current, {records} records{was_current}\n{pinned}");
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}

/// Tells in words that a version is pinned.
pub(super) fn pinned(pin: &Pin) -> String {
    format!("version {} is pinned: it stays current until `snapshot-builder release`", pin.version)
}

/// Numbers of records that a version has added, removed, changed and returned since an older one.
pub(super) fn differences(store: &SnapshotStore, older: &str, newer: &str) -> String {
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
