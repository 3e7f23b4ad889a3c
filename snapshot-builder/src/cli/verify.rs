//! `verify`: is a snapshot sound?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::ledger::LEDGER_FILE;
use snapshot_builder::verify::{Verified, verify, verify_ledger};
use tamis_engine::snapshot::{Snapshot, SnapshotStore};

use super::target::Target;
use super::{grouped, print};

/// Checks a snapshot: checksums, that all of it agrees, its ledger, and all files against the
/// manifest.
///
/// SNAPSHOT is a snapshot file, a ledger, the folder of a version, or a folder of snapshots, which
/// stands for its current version. A file alone is checked without a manifest.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Verify {
    /// What to check.
    snapshot: PathBuf,
}

const HELP: &str = "Examples:
  snapshot-builder verify snapshots
  snapshot-builder verify snapshots/20261004080000
  snapshot-builder verify snapshots/20261004080000/snapshot.tamis

Exit codes:
  0  sound
  1  damaged or unreadable; the error says where";

impl Verify {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let (version, records, files) = match Target::resolve(&self.snapshot)? {
            Target::File(path) if path.ends_with(LEDGER_FILE) => {
                let (version, counts) = verify_ledger(&path)?;
                let (active, retired) = (grouped(counts.active), grouped(counts.retired));
                let text = format!(
                    "sound: ledger of version {version}, {active} records, {retired} retired\n"
                );
                return if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) };
            }
            Target::File(path) => {
                let snapshot = Snapshot::open(&path)?;
                snapshot.verify()?;
                let records = snapshot.record_count() as u64;
                (snapshot.version().to_owned(), records, String::new())
            }
            Target::Version { store, version } => {
                let Verified { version, records, files } =
                    verify(&SnapshotStore::new(store), &version)?;
                let files = format!("; {files} files as the manifest describes them");
                (version, records, files)
            }
        };
        let text = format!("sound: version {version}, {} records{files}\n", grouped(records));
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
