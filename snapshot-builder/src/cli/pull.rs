//! `pull`: copies the current version of an object store into a folder.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::publish::Output;
use tamis_engine::store::{SnapshotStore, TrustedKey};
use tamis_remote::Remote;
use tamis_remote::limits::REQUEST_TIMEOUT_DEFAULT;

use super::prune::at_least_one;
use super::{grouped, print, progress};

/// Makes the current version of an object store current in a folder of snapshots.
///
/// Its files are fetched, verified against their checksums, and appear in one step. Files fetched by a
/// failed or interrupted attempt are not fetched again. A server can also pull on its own: `tamis serve
/// --source URL`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Pull {
    /// Source: s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, az://CONTAINER/FOLDER, https://HOST/FOLDER,
    /// http://HOST/FOLDER or file:///FOLDER.
    url: String,
    /// Folder of snapshots; created if it is missing.
    snapshots: PathBuf,
    /// Remove old versions from the folder afterwards: number of newest versions to keep, in addition
    /// to the current one; at least 1.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    keep: Option<NonZeroUsize>,
    /// Pull only a version that one of these public keys signed: in base64 or as a file; may be repeated.
    #[arg(long, value_name = "KEY")]
    require_signature: Vec<TrustedKey>,
}

const HELP: &str = "How the store is reached besides, the environment says; see publish --help.

Examples:
  snapshot-builder pull s3://lists/tamis snapshots --keep 2
  snapshot-builder pull https://lists.example.org/tamis snapshots

Exit codes:
  0  the version that is current in the store is current in the folder
  1  an error; what was current in the folder still is, unless the error is about removing old versions
  2  a wrong option";

impl Pull {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let remote = Remote::open(&self.url, REQUEST_TIMEOUT_DEFAULT)?;
        let store = SnapshotStore::new(&self.snapshots).trusting(self.require_signature.into());
        let folder = self.snapshots.display();
        let progress = progress::choose(quiet);
        let pulled = remote.pull(&store, |file, bytes| progress.bytes_fetched(file, bytes))?;
        drop(progress);
        let mut text = match pulled.is_new || pulled.bytes > 0 {
            false => format!("version {} is current in {folder} already\n", pulled.version),
            true => format!(
                "pulled version {} from {}: {} bytes fetched; it is current in {folder}\n",
                pulled.version,
                remote.address(),
                grouped(pulled.bytes)
            ),
        };
        if let Some(keep) = self.keep {
            let output = Output::lock_existing(&self.snapshots)?;
            output.held().prune(keep, &BTreeSet::new(), |version, bytes| {
                text += &format!("removed version {version}: {} bytes\n", grouped(bytes));
            })?;
        }
        if quiet { Ok(ExitCode::SUCCESS) } else { print(&text) }
    }
}
