//! `reindex`: rebuilds the index of a version from its ledger.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::build::BUILDER;
use snapshot_builder::error::at;
use snapshot_builder::ledger::{Survey, write_index};
use snapshot_builder::publish::Output;
use snapshot_builder::signing::SigningOptions;
use tamis_engine::store::is_version;

use super::target::SNAPSHOT_FILE;
use super::{grouped, print, progress};

/// Rebuilds the index of a version from its ledger, without any source file.
///
/// A version has two files: ledger.tamis holds the records and their history, and snapshot.tamis is the
/// index that the server maps. The index can be rebuilt at any time: after an upgrade to a server that
/// reads another index format, or when the file is damaged. The ledger, CURRENT and all other files
/// stay unchanged; a signed version must be signed again. A running server continues with the old index, and opens the new one when it next
/// looks for a new version.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Reindex {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// The version, YYYYMMDDHHMMSS; by default the current one.
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    #[command(flatten)]
    signing: SigningOptions,
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
        let key = self.signing.key()?;
        let output = Output::lock_existing(&self.snapshots)?;
        let store = output.store();
        let version = self.version.map_or_else(|| output.current(), Ok)?;
        if !is_version(&version) || !store.folder(&version).is_dir() {
            return Err(output.no_version(&version).into());
        }
        progress.stage("verifying the ledger");
        let ledger = output.ledger(&version)?;
        let counts = Survey::of(&ledger, |_, _| true)?.total();
        let index = store.replacement(&version, SNAPSHOT_FILE);
        write_index(&ledger, &index, BUILDER, progress.as_ref())?;
        progress.stage("verifying and replacing");
        let bytes = fs::metadata(&index).map_err(at(&index))?.len();
        let was_signed = store.manifest_file(&version).is_ok_and(|file| file.signature.is_some());
        output.replace(&version, &[SNAPSHOT_FILE], key.as_ref())?;
        // The progress line must be gone before anything else is printed.
        drop(progress);
        let [records, retired, bytes] = [counts.active, counts.retired, bytes].map(grouped);
        let signed = match (key, was_signed) {
            (Some(_), _) => "it is signed\n",
            (None, true) => {
                "its signature no longer holds and was removed; snapshot-builder sign signs it again\n"
            }
            (None, false) => "",
        };
        let text = format!(
            "made a new index of version {version}: {records} records, {retired} retired, {bytes} \
             bytes\n{signed}"
        );
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
