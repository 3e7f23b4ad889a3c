//! `publish`: copies a version to an object store.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::publish::Output;
use tamis_engine::store::TrustedKey;
use tamis_remote::Remote;
use tamis_remote::limits::REQUEST_TIMEOUT_DEFAULT;

use super::prune::at_least_one;
use super::{grouped, print, progress};

/// Copies a version to an object store and makes it current there, for a fleet of servers to pull.
///
/// The store holds the same files as the folder, under the same names. Files that already exist, for
/// example after an interruption, are not sent again. CURRENT is written last and in one step, so that
/// servers pulling meanwhile get the previous version. A published version never changes.
#[derive(Debug, Args)]
#[command(after_help = HELP, disable_version_flag = true)]
pub(super) struct Publish {
    /// Folder of snapshots.
    snapshots: PathBuf,
    /// Destination: s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, az://CONTAINER/FOLDER or file:///FOLDER.
    url: String,
    /// The version, YYYYMMDDHHMMSS; by default the current one.
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    /// Let the version replace a newer current one, for example after a rollback.
    #[arg(long)]
    older: bool,
    /// Remove old versions from the store afterwards: number of newest versions to keep, in addition to
    /// the current one; at least 1. Keep two or more, for servers that are still pulling the previous
    /// one.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    keep: Option<NonZeroUsize>,
    /// Publish only a version that one of these public keys signed: in base64 or as a file; may be
    /// repeated.
    #[arg(long, value_name = "KEY")]
    require_signature: Vec<TrustedKey>,
}

const HELP: &str = "How the store is reached besides, the environment says: AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT (with AWS_ALLOW_HTTP=true where it is not https),
GOOGLE_SERVICE_ACCOUNT, AZURE_STORAGE_ACCOUNT_NAME, AZURE_STORAGE_ACCOUNT_KEY and the like.

Examples:
  snapshot-builder publish snapshots s3://lists/tamis --keep 3
  snapshot-builder publish snapshots s3://lists/tamis --version 20261004080000 --older

Exit codes:
  0  the version is current in the store
  1  an error; what was current there still is, unless the error is about removing old versions
  2  a wrong option, or no such version";

impl Publish {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let remote = Remote::open(&self.url, REQUEST_TIMEOUT_DEFAULT)?;
        let output = Output::lock_existing(&self.snapshots)?;
        let version = self.version.map_or_else(|| output.current(), Ok)?;
        if !output.store().versions()?.contains(&version) {
            return Err(output.no_version(&version).into());
        }
        let progress = progress::choose(quiet);
        let store = output.store().clone().trusting(self.require_signature.into());
        let done = remote.publish(&store, &version, self.older, |file, bytes| {
            progress.bytes_sent(file, bytes);
        })?;
        drop(progress);
        let mut text = format!(
            "published version {version} at {}: {} files sent, {} bytes, {} were there",
            remote.address(),
            grouped(done.files as u64),
            grouped(done.bytes),
            grouped(done.were_there as u64),
        );
        match done.before {
            Some(before) if before == version => text += "; it was current before\n",
            Some(before) => text += &format!("; {before} was current before\n"),
            None => text += "; it is the first one\n",
        }
        if let Some(keep) = self.keep {
            for removed in remote.prune(keep)? {
                text += &format!("removed version {removed} from {}\n", remote.address());
            }
        }
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
