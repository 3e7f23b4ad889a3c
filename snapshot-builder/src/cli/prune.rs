//! `prune`: removes old versions.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::publish::Output;
use snapshot_builder::receipts::named_versions;

use super::{grouped, print, say};

/// Removes old versions from a folder of snapshots.
///
/// The newest N versions stay, and so does the current one, pinned or not, even if it is older, and those
/// that --receipts name. A
/// server keeps its open files until it serves another version; only bulk files of a removed version
/// can no longer be downloaded. Nothing is removed if the current version cannot be opened, since an
/// older one may be needed then.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Prune {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// Number of newest versions to keep; at least 1.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    keep: NonZeroUsize,
    /// Keep the versions that these receipts name, too, so that they can be replayed: a file, or a folder
    /// of files *.ndjson; may be repeated.
    #[arg(long, value_name = "PATH")]
    receipts: Vec<PathBuf>,
}

/// Parses a number of versions, at least 1.
pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "give a whole number of 1 or more".to_owned())
}

const HELP: &str = "Examples:
  snapshot-builder prune snapshots --keep 7
  snapshot-builder prune snapshots --keep 7 --receipts receipts

Exit codes:
  0  done; what was removed is printed
  1  an error; what is printed was removed, and nothing else
  2  a wrong option";

impl Prune {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let named =
            named_versions(&self.receipts)?.into_iter().map(|named| named.version).collect();
        print_removed(&self.snapshots, self.keep, &named, quiet)
    }
}

/// Removes old versions from a folder of snapshots and, unless quiet, prints their names.
pub(super) fn print_removed(
    snapshots: &Path,
    keep: NonZeroUsize,
    named: &BTreeSet<String>,
    quiet: bool,
) -> anyhow::Result<ExitCode> {
    let output = Output::lock_existing(snapshots)?;
    let current = output.current()?;
    let (mut count, mut total) = (0, 0);
    let left = output.held().prune(keep, named, |version, bytes| {
        count += 1;
        total += bytes;
        say(&format!("removed version {version}: {} bytes\n", grouped(bytes)), quiet);
    })?;
    let text = format!(
        "removed {} versions, {} bytes; {} are left, {current} is current\n",
        grouped(count),
        grouped(total),
        grouped(left as u64)
    );
    if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
}
