//! `rollback`: an older version becomes current again.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::rollback::{RolledBack, rollback};

use super::{grouped, print};

/// Makes the version before the current one current, or the one that is named.
///
/// All of it is verified first. A server serves it at its next look. The version that was current
/// stays in its folder, and --to leads back to it.
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
        let done = rollback(&self.snapshots, self.to)?;
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&told(&done)) }
    }
}

fn told(done: &RolledBack) -> String {
    let RolledBack { from, to, records, left_behind } = done;
    let mut text = format!("version {to} is current, {} records", grouped(*records));
    // Writing to a String cannot fail.
    let _ = match from {
        Some(from) if from == to => writeln!(text, "; it already was"),
        Some(from) => writeln!(text, "; {from} was current before"),
        None => writeln!(text),
    };
    let _ = match (from, left_behind) {
        (Some(from), _) if from == to => Ok(()),
        (Some(from), Some(totals)) => writeln!(
            text,
            "compared with it, {from} had {} records added, {} removed, {} changed, {} returned",
            grouped(totals.added),
            grouped(totals.removed),
            grouped(totals.changed),
            grouped(totals.returned)
        ),
        (Some(from), None) => {
            writeln!(text, "cannot compare with {from}: its ledger cannot be read")
        }
        (None, _) => Ok(()),
    };
    text
}
