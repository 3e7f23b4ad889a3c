//! `reindex`: a new index from the ledger of a version.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::{ReindexReport, reindex};

use super::{grouped, print, progress};

/// Rebuilds the index of a version from its ledger, without any source file.
///
/// A version has two files: ledger.tamis holds what must never be lost, and snapshot.tamis is the
/// index that the server maps. The index can be rebuilt at any time: after an upgrade to a server
/// that reads another format of index, or when the file is damaged. The ledger, CURRENT and
/// all other files stay as they are. A server that has the old index open goes on with it and takes
/// the new one when it looks for a new version.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Reindex {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// The version, YYYYMMDDHHMMSS; by default the current one.
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
}

const HELP: &str = "Examples:
  snapshot-builder reindex snapshots
  snapshot-builder reindex snapshots --version 20261004080000

Exit codes:
  0  the version has a new index
  1  an error; the version is as it was
  2  a wrong option, or no such version";

impl Reindex {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let progress = progress::choose(quiet);
        let made = reindex(&self.snapshots, self.version, progress.as_ref());
        // The progress line must be gone before anything else is printed.
        drop(progress);
        let ReindexReport { version, records, retired, bytes } = made?;
        let [records, retired, bytes] = [records, retired, bytes].map(grouped);
        let text = format!(
            "made a new index of version {version}: {records} records, {retired} retired, {bytes} \
             bytes\n"
        );
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
