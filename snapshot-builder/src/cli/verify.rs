//! `verify`: is a snapshot sound?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use snapshot_builder::checksum::size_and_sha256;
use snapshot_builder::ledger::{Counts, LEDGER_FILE, Ledger, Survey};
use tamis_engine::snapshot::{FileEntry, Snapshot, SnapshotStore};

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
        let (snapshot, checked) = match Target::resolve(&self.snapshot)? {
            Target::File(path) if path.ends_with(LEDGER_FILE) => {
                let (version, counts) = check_ledger(&path)?;
                let (active, retired) = (grouped(counts.active), grouped(counts.retired));
                let text = format!(
                    "sound: ledger of version {version}, {active} records, {retired} retired\n"
                );
                return if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) };
            }
            Target::File(path) => (Snapshot::open(&path)?, None),
            Target::Version { store, version } => {
                let store = SnapshotStore::new(store);
                let folder = store.root().join(&version);
                let ledger = folder.join(LEDGER_FILE);
                let counts = if ledger.exists() { Some(check_ledger(&ledger)?.1) } else { None };
                let (snapshot, manifest) = store.open(&version)?;
                if let Some(counts) = counts {
                    agree(&snapshot, counts)?;
                }
                for file in &manifest.files {
                    check(&folder.join(&file.path), file)?;
                }
                (snapshot, Some(manifest.files.len()))
            }
        };
        snapshot.verify()?;
        if quiet {
            return Ok(ExitCode::SUCCESS);
        }
        let files = checked.map_or(String::new(), |files| {
            format!("; {files} files as the manifest describes them")
        });
        print(&format!(
            "sound: version {}, {} records{files}\n",
            snapshot.version(),
            grouped(snapshot.record_count() as u64)
        ))
    }
}

/// Reads the whole ledger; gives its version and how many records it holds.
fn check_ledger(path: &Path) -> anyhow::Result<(String, Counts)> {
    let ledger = Ledger::open(path)?;
    let counts = Survey::of(&ledger, |_, _| true)?.total();
    Ok((ledger.head().version.clone(), counts))
}

/// An index holds the records of its ledger.
fn agree(snapshot: &Snapshot, ledger: Counts) -> anyhow::Result<()> {
    let retired = snapshot.all_retired().count() as u64;
    let index = [snapshot.record_count() as u64, retired];
    if index != [ledger.active, ledger.retired] {
        bail!(
            "{}: {} records and {} retired, the ledger beside it has {} and {}",
            snapshot.path().display(),
            index[0],
            index[1],
            ledger.active,
            ledger.retired
        );
    }
    Ok(())
}

fn check(path: &Path, expected: &FileEntry) -> anyhow::Result<()> {
    let shown = path.display();
    let (size, sha256) = size_and_sha256(path).with_context(|| shown.to_string())?;
    if size != expected.size {
        bail!("{shown}: {size} bytes long, the manifest says {}", expected.size);
    }
    if sha256 != expected.sha256 {
        bail!("{shown}: SHA-256 {sha256}, the manifest says {}", expected.sha256);
    }
    Ok(())
}
