//! Opens a version for serving: every byte is read and checked, against its signature if one is
//! required, and the snapshot must find its own records.

use std::sync::Arc;

use super::seen::FileState;
use super::self_check::{SelfCheckError, self_check, warm};
use crate::api::http::service::Loaded;
use crate::api::http::work::give_way;
use crate::bulk::BulkFiles;
use crate::limits;
use tamis_engine::snapshot::{Snapshot, SnapshotError};
use tamis_engine::store::SnapshotStore;
use tamis_engine::store::checksum::sha256_of;

/// Reason for refusing a version.
#[derive(Debug, thiserror::Error)]
pub(super) enum RefusalReason {
    #[error(transparent)]
    Open(#[from] SnapshotError),
    #[error(transparent)]
    SelfCheck(#[from] SelfCheckError),
    #[error("checking it failed unexpectedly; the log of the server's errors says where")]
    Panicked,
}

impl RefusalReason {
    /// True if the system failed and not the version: too many open files, or a file not there yet.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Open(SnapshotError::Io { .. }))
    }
}

/// Runs work on one thread and with low priority while a snapshot is in service, so that its requests
/// are not slowed down.
pub(super) fn aside<T: Send>(in_service: Option<&Snapshot>, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .start_handler(|_| give_way(limits::OPENING_NICE));
    match in_service.and_then(|_| pool.build().ok()) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// A version ready for serving.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) loaded: Loaded,
    /// State of its snapshot file when it was opened.
    pub(super) file: Option<FileState>,
}

/// Opens a version: reads and checks every byte, and runs the self-check.
pub(super) fn open(
    store: &SnapshotStore,
    version: &str,
    before: Option<&Snapshot>,
) -> Result<Opened, RefusalReason> {
    let checked = std::panic::catch_unwind(|| -> Result<Opened, RefusalReason> {
        let file = FileState::of(&store.snapshot_path(version));
        let (snapshot, manifest) = store.open(version)?;
        store.check_other_files(version, &manifest)?;
        self_check(&snapshot)?;
        warm(&snapshot);
        if let Some(before) = before {
            snapshot.remember_words_of(before, limits::WARM_TIME_MAX);
        }
        let sha256 = manifest.snapshot_sha256().unwrap_or_default().to_owned();
        let bulk = BulkFiles::read(&store.folder(version), version);
        let file_of_manifest = sha256_of(&store.manifest_file(version)?.bytes);
        let loaded = Loaded::new(Arc::new(snapshot), sha256).with_bulk(bulk);
        Ok(Opened { loaded: loaded.with_manifest(file_of_manifest), file })
    });
    checked.unwrap_or(Err(RefusalReason::Panicked))
}
