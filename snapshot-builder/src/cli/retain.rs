//! `retain`: archives the versions that receipts name into an archive.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;
use snapshot_builder::archive::{lock, retain};
use snapshot_builder::error::at;
use snapshot_builder::receipts::named_versions;
use tamis_engine::store::{SnapshotStore, bytes_below};

use super::{grouped, print, print_error, say};

/// Exit code when not every version was retained or restored.
const EXIT_INCOMPLETE: u8 = 3;

/// Keeps what makes the versions that receipts name again in an archive, from which restore makes them again.
///
/// Of each version ARCHIVE gets the manifest with its signature and the ledger, checked before and after
/// they are copied: the index is made from the ledger, and bulk files are not needed to replay receipts.
/// Versions that are in ARCHIVE already stay as they are, so this can be run every day, before prune.
/// Nothing is removed from SNAPSHOTS.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Retain {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// Receipts, as tamis screen --receipts writes them: a file, or a folder of files *.ndjson, of which
    /// *.queries.ndjson are left out; may be repeated.
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    receipts: Vec<PathBuf>,
    /// Folder of the archive; created if it is missing.
    #[arg(long, value_name = "ARCHIVE")]
    to: PathBuf,
}

const HELP: &str = "Examples:
  snapshot-builder retain snapshots --receipts receipts --to archive
  snapshot-builder retain snapshots --receipts 2026-11.ndjson 2026-12.ndjson --to archive

Exit codes:
  0  every version that the receipts name is in the archive
  1  an error; nothing was archived
  2  a wrong option, or a line that is no receipt; nothing was archived
  3  done, but a version is missing, damaged or another one; each is named, with the reason";

impl Retain {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let Self { snapshots, receipts, to } = self;
        ensure!(snapshots.is_dir(), "{}: no such folder", snapshots.display());
        let named = named_versions(&receipts)?;
        let (store, archive) = (SnapshotStore::new(&snapshots), lock(&to)?);
        let (mut new, mut known) = (0, 0);
        for version in &named {
            let retained = match retain(&store, version, &archive) {
                Ok(retained) => retained,
                Err(error) => {
                    print_error(&error);
                    continue;
                }
            };
            let archived = grouped(retained.bytes);
            let text = if retained.is_new {
                new += 1;
                let folder = store.folder(&version.version);
                let bytes = grouped(bytes_below(&folder).map_err(at(&folder))?);
                format!(
                    "retained version {}: {bytes} bytes, in the archive {archived}\n",
                    version.version
                )
            } else {
                known += 1;
                format!("version {} is in the archive: {archived} bytes\n", version.version)
            };
            say(&text, quiet);
        }
        let failed = named.len() - new - known;
        let text = format!(
            "{} versions named: {new} retained, {known} in the archive before, {failed} not retained\n",
            named.len()
        );
        finish(&text, failed, quiet)
    }
}

/// Prints what was done, unless quiet; the exit code says if versions failed.
pub(super) fn finish(text: &str, failed: usize, quiet: bool) -> anyhow::Result<ExitCode> {
    if !quiet {
        print(text)?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { EXIT_INCOMPLETE.into() })
}
