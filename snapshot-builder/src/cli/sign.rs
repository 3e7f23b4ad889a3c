//! `sign`: signs an existing version.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::publish::Output;
use tamis_signing::SigningKey;

use super::verify::verify;
use super::{grouped, print};

/// Signs a version that exists, after checking all of it as verify does.
///
/// The signature is over manifest.json, which names every other file by its SHA-256, and stands beside it
/// in manifest.json.minisig. One that is there already is replaced.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Sign {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// File with the secret key (see keygen); only its owner may be able to read it.
    key: PathBuf,
    /// File with the password of the key, if it has one.
    #[arg(long, value_name = "FILE")]
    sign_password_file: Option<PathBuf>,
    /// The version, YYYYMMDDHHMMSS; by default the current one.
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
}

const HELP: &str = "Examples:
  snapshot-builder sign snapshots /etc/tamis/lists.key
  snapshot-builder sign snapshots /etc/tamis/lists.key --version 20261004080000

Exit codes:
  0  the version is signed
  1  an error, or the version is damaged; it is as it was
  2  a wrong option, or no such version";

impl Sign {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let key = SigningKey::read(&self.key, self.sign_password_file.as_deref())?;
        let output = Output::lock_existing(&self.snapshots)?;
        let version = self.version.map_or_else(|| output.current(), Ok)?;
        if !output.store().versions()?.contains(&version) {
            return Err(output.no_version(&version).into());
        }
        let (snapshot, files) = verify(output.store(), &version)?;
        output.sign(&version, &key)?;
        let records = grouped(snapshot.record_count() as u64);
        let text = format!("signed version {version}: {records} records, {files} files\n");
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
