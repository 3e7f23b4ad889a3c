//! The option that says whose signature a snapshot needs.

use std::path::Path;

use clap::Args;
use tamis_engine::store::{SnapshotStore, TrustedKey};

/// Keys of which one must have signed a snapshot.
#[derive(Debug, Clone, Args)]
pub(super) struct Trust {
    /// Public key of which a snapshot must have a signature: in base64, or the file that snapshot-builder
    /// keygen wrote; may be repeated or separated by commas, one of them then suffices. By default no
    /// signature is needed.
    #[arg(long, env = "TAMIS_REQUIRE_SIGNATURE", value_name = "KEY", value_delimiter = ',')]
    require_signature: Vec<TrustedKey>,
}

impl Trust {
    /// The snapshots of a folder, of which only trusted ones open.
    pub(super) fn store(&self, snapshots: &Path) -> SnapshotStore {
        SnapshotStore::new(snapshots).trusting(self.require_signature.clone().into())
    }
}
