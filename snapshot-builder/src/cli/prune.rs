//! `prune`: old versions are removed.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::prune;

use super::{grouped, print};

/// Removes old versions from a folder of snapshots.
///
/// The newest N versions stay, and so does the current one, also where it is older than they are.
/// A server keeps the files that it has open until it serves another version; only bulk files of a
/// removed version can no longer be downloaded. Nothing is removed while the current version does
/// not open, since an older one may be needed then.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Prune {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// How many of the newest versions stay; at least 1.
    #[arg(long, value_name = "N")]
    keep: NonZeroUsize,
}

const HELP: &str = "Examples:
  snapshot-builder prune snapshots --keep 7

Exit codes:
  0  done; what was removed is printed
  1  an error; what is printed was removed, and nothing else
  2  a wrong option";

impl Prune {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let (mut count, mut bytes) = (0_u64, 0);
        let kept = prune(&self.snapshots, self.keep, |removed| {
            count += 1;
            bytes += removed.bytes;
            let line =
                format!("removed version {}: {} bytes\n", removed.version, grouped(removed.bytes));
            if !quiet {
                // Who does not listen any more does not stop the work.
                let _ = print(&line);
            }
        })?;
        let text = format!(
            "removed {} versions, {} bytes; {} are left, {} is current\n",
            grouped(count),
            grouped(bytes),
            grouped(kept.versions.len() as u64),
            kept.current
        );
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
