//! Versions in an object store, brought to this machine.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use tamis_engine::store::{HeldStore, MANIFEST, SnapshotStore};
use tamis_remote::limits::REQUEST_TIMEOUT_DEFAULT;
use tamis_remote::{Remote, RemoteError};

use crate::snapshot::{SnapshotError, read_keys};

/// How often a signal is looked for, and whether another process has pulled what is wanted here.
const TURN: Duration = Duration::from_millis(50);
/// Versions that stay where they are pulled to: that one, and one that another job may be about to open.
const KEEP: NonZeroUsize = NonZeroUsize::new(2).expect("not zero");

/// The version that is current in an object store.
#[pyfunction]
pub(crate) fn current_version(py: Python<'_>, address: String) -> PyResult<String> {
    let asked = py.detach(|| Remote::open(&address, REQUEST_TIMEOUT_DEFAULT)?.needed_version());
    asked.map_err(|error| SnapshotError::new_err(error.to_string()))
}

/// Brings a version of an object store into a folder, unless it is there; gives the folder of the version.
/// Of several processes that want it, one fetches.
#[pyfunction]
pub(crate) fn pull(
    py: Python<'_>,
    address: String,
    folder: PathBuf,
    version: String,
    require_signature: Vec<String>,
) -> PyResult<PathBuf> {
    let store = SnapshotStore::new(&folder).trusting(read_keys(&require_signature)?);
    let place = folder.join(&version);
    let (done, mut ended) = channel();
    // Where it is interrupted, the thread goes on, and what it fetches is there the next time.
    thread::spawn(move || done.send(pull_or_wait(&address, store, &version)));
    loop {
        let waits = &mut ended;
        match py.detach(move || waits.recv_timeout(TURN)) {
            Ok(pulled) => {
                return pulled
                    .map(|()| place)
                    .map_err(|error| SnapshotError::new_err(error.to_string()));
            }
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(SnapshotError::new_err("the thread that fetches ended by a fault"));
            }
        }
    }
}

fn pull_or_wait(address: &str, store: SnapshotStore, version: &str) -> Result<(), RemoteError> {
    // It appears whole or not at all.
    let is_here = || store.folder(version).join(MANIFEST).exists();
    let remote = Remote::open(address, REQUEST_TIMEOUT_DEFAULT)?;
    while !is_here() {
        match remote.pull_version(&store, version, |_, _| ()) {
            Err(RemoteError::Busy(_)) => thread::sleep(TURN),
            Err(error) => return Err(error),
            Ok(_) => {
                if let Some(held) = HeldStore::try_hold(store.clone())? {
                    held.prune(KEEP, &BTreeSet::new(), |_, _| ())?;
                }
            }
        }
    }
    Ok(())
}
