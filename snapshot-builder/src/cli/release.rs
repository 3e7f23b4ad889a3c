//! `release`: ends a pin and makes the newest version current.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use snapshot_builder::publish::Output;

use super::rollback::differences;
use super::verify::verify;
use super::{grouped, print};

/// Ends a pin: makes the newest version current, and lets later builds publish again.
///
/// A rollback pins its version: builds and refreshes continue to make versions, but none becomes
/// current. The newest one is fully verified first; if it is not sound the pin stays. If no version was
/// built since the rollback, the newest one is the version that was rolled back; then nothing is
/// released.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Release {
    /// Folder of snapshots.
    snapshots: PathBuf,
}

const HELP: &str = "Examples:
  snapshot-builder release snapshots

To choose another version than the newest: snapshot-builder rollback snapshots --to VERSION

Exit codes:
  0  the newest version is current, or no version was pinned
  1  an error, or no version was built since the rollback; what was current still is, and is still pinned
  2  a wrong option";

impl Release {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let output = Output::lock_existing(&self.snapshots)?;
        let (store, current) = (output.store(), output.current()?);
        let newest = store.versions()?.pop().unwrap_or_else(|| current.clone());
        let text = match store.pin()? {
            None => format!("no version is pinned; {current} is current\n"),
            Some(pin) if newest > current && newest <= pin.newest_then => bail!(
                "{}: no version was built since the rollback to {current}, which stays current; \
                 refresh or build makes one, and rollback --to {newest} makes the one current that \
                 was rolled back from",
                self.snapshots.display()
            ),
            Some(_) => {
                let records = grouped(verify(store, &newest)?.0.record_count() as u64);
                let compared = differences(store, &current, &newest);
                store.make_current_and_pin(&newest)?;
                format!(
                    "version {newest} is current, {records} records; {current} was pinned before\n\
                     {compared}\n"
                )
            }
        };
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
