//! `verify`: checks that a snapshot is sound.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::Args;
use snapshot_builder::Refused;
use snapshot_builder::ledger::{Counts, LEDGER_FILE, Ledger, LedgerError, Survey};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::{SnapshotStore, TrustedKey, TrustedKeys};

use super::target::Target;
use super::{grouped, print};

/// Checks a snapshot: checksums, consistency, its ledger, and all files against the manifest.
///
/// SNAPSHOT is a snapshot file, a ledger, the folder of a version, or a folder of snapshots, meaning
/// its current version. A single file is checked without a manifest.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Verify {
    /// Snapshot, ledger or folder to check.
    snapshot: PathBuf,
    /// Public key of which the version must have a signature, in base64 or as a file; may be repeated.
    #[arg(long, value_name = "KEY")]
    require_signature: Vec<TrustedKey>,
}

const HELP: &str = "Examples:
  snapshot-builder verify snapshots
  snapshot-builder verify snapshots/20261004080000
  snapshot-builder verify snapshots/20261004080000/snapshot.tamis
  snapshot-builder verify snapshots --require-signature tamis.key.pub

Exit codes:
  0  sound
  1  damaged, unreadable or not signed as required; the error says where
  2  a wrong option";

impl Verify {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let keys = TrustedKeys::from(self.require_signature);
        let sound = match Target::resolve(&self.snapshot)? {
            Target::File(path) if keys.are_required() => bail!(Refused::Option(format!(
                "{}: a single file has no signature; give the folder of its version",
                path.display()
            ))),
            Target::File(path) if path.ends_with(LEDGER_FILE) => {
                let (version, counts) = verify_ledger(&path)?;
                let (active, retired) = (grouped(counts.active), grouped(counts.retired));
                format!("ledger of version {version}, {active} records, {retired} retired")
            }
            Target::File(path) => {
                let snapshot = Snapshot::open(&path)?;
                snapshot.verify()?;
                shown(&snapshot)
            }
            Target::Version { store, version } => {
                let store = SnapshotStore::new(store).trusting(keys.clone());
                let (snapshot, files) = verify(&store, &version)?;
                let signed = if keys.are_required() { ", signed by a trusted key" } else { "" };
                format!(
                    "{}; {files} files as the manifest describes them{signed}",
                    shown(&snapshot)
                )
            }
        };
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&format!("sound: {sound}\n")) }
    }
}

fn shown(snapshot: &Snapshot) -> String {
    format!("version {}, {} records", snapshot.version(), grouped(snapshot.record_count() as u64))
}

/// Reads all files of a version and checks that its snapshot and ledger, if there is one, agree.
/// Returns the snapshot and the number of files in the manifest.
pub(super) fn verify(store: &SnapshotStore, version: &str) -> anyhow::Result<(Snapshot, usize)> {
    let folder = store.folder(version);
    let ledger = folder.join(LEDGER_FILE);
    let counts = if ledger.exists() { Some(verify_ledger(&ledger)?.1) } else { None };
    let (snapshot, manifest) = store.open(version)?;
    if let Some(counts) = counts {
        agree(&snapshot, counts)?;
    }
    manifest.check_files(&folder)?;
    store.check_other_files(version, &manifest)?;
    snapshot.verify()?;
    Ok((snapshot, manifest.files.len()))
}

/// Reads a whole ledger; returns its version and the numbers of its records.
fn verify_ledger(path: &Path) -> Result<(String, Counts), LedgerError> {
    let ledger = Ledger::open(path)?;
    let counts = Survey::of(&ledger, |_, _| true)?.total();
    Ok((ledger.head().version.clone(), counts))
}

/// Checks that an index has as many records as its ledger.
fn agree(snapshot: &Snapshot, ledger: Counts) -> anyhow::Result<()> {
    let records = snapshot.record_count() as u64;
    let retired = snapshot.all_retired().count() as u64;
    ensure!(
        [records, retired] == [ledger.active, ledger.retired],
        "{}: {records} records and {retired} retired, the ledger beside it has {} and {}",
        snapshot.path().display(),
        ledger.active,
        ledger.retired
    );
    Ok(())
}
