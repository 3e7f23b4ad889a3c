//! `restore`: makes versions of an archive again.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::archive::{lock, restore};
use tamis_engine::store::{SnapshotStore, TrustedKey};

use super::retain::finish;
use super::{grouped, print_error, progress, say};

/// Makes versions of an archive again, so that tamis replay can ask them.
///
/// Manifest, signature and ledger are as they were when retain archived them. The index is made from the
/// ledger, and must be the one of the manifest: for a version that a program with another snapshot format
/// made, use that program. Bulk files are not made. Versions that FOLDER has already stay as they are.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Restore {
    /// Folder of the archive.
    archive: PathBuf,
    /// Folder for the versions, which must not be one that is served; created if it is missing.
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// The version, YYYYMMDDHHMMSS; by default all of the archive; may be repeated.
    #[arg(long = "version", value_name = "VERSION", num_args = 1..)]
    versions: Vec<String>,
    /// Restore only versions that one of these public keys signed: in base64 or as a file; may be
    /// repeated.
    #[arg(long, value_name = "KEY")]
    require_signature: Vec<TrustedKey>,
}

const HELP: &str = "Examples:
  snapshot-builder restore archive --to restored
  snapshot-builder restore archive --to restored --version 20261004080000
  tamis replay receipts.ndjson --snapshots restored

Exit codes:
  0  every version is restored
  1  an error; nothing was restored
  2  a wrong option
  3  done, but a version is missing, damaged or of another program; each is named, with the reason";

impl Restore {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let archive = SnapshotStore::new(&self.archive).trusting(self.require_signature.into());
        let held = archive.versions()?;
        let versions = if self.versions.is_empty() { held } else { self.versions };
        let to = lock(&self.to)?;
        let (mut new, mut known) = (0, 0);
        for version in &versions {
            let progress = progress::choose(quiet);
            let restored = restore(&archive, version, &to, progress.as_ref());
            // The progress line must be gone before anything else is printed.
            drop(progress);
            let text = match restored {
                Ok(restored) if restored.is_new => {
                    new += 1;
                    format!("restored version {version}: {} bytes\n", grouped(restored.bytes))
                }
                Ok(_) => {
                    known += 1;
                    format!("version {version} is restored already\n")
                }
                Err(error) => {
                    print_error(&error);
                    continue;
                }
            };
            say(&text, quiet);
        }
        let failed = versions.len() - new - known;
        let text = format!(
            "{} versions: {new} restored, {known} restored before, {failed} not restored\n",
            versions.len()
        );
        finish(&text, failed, quiet)
    }
}
