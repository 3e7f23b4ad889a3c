//! `verify`: is a snapshot sound?

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use snapshot_builder::checksum::size_and_sha256;
use tamis_engine::snapshot::{FileEntry, Snapshot, SnapshotStore};

use super::target::Target;
use super::{grouped, print};

/// Checks a snapshot: checksums, structure, and the files beside it against the manifest.
///
/// SNAPSHOT is a snapshot file, the folder of a version, or a folder of snapshots, which stands
/// for its current version. A file alone is checked without a manifest.
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
            Target::File(path) => (Snapshot::open(&path)?, None),
            Target::Version { store, version } => {
                let store = SnapshotStore::new(store);
                let (snapshot, manifest) = store.open(&version)?;
                let folder = store.root().join(&version);
                for file in &manifest.files {
                    check(&folder.join(&file.path), file)?;
                }
                (snapshot, Some(manifest.files.len()))
            }
        };
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

fn check(path: &std::path::Path, expected: &FileEntry) -> anyhow::Result<()> {
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
