//! The thread that mirrors an object store into the folder of snapshots. It pulls the current version
//! (`--source`) and prunes old ones. The watch puts the new current version into service.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use tamis_engine::model::Timestamp;
use tamis_engine::store::{HeldStore, SnapshotStore};
use tamis_remote::limits::REQUEST_TIMEOUT_DEFAULT;
use tamis_remote::{Pulled, Remote, RemoteError};
use tokio::signal::unix::Signal;

use crate::api::http::service::{Service, SourceState};
use crate::limits;

/// The object store with the versions, and the number of versions to keep.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    /// Address of the object store.
    pub url: String,
    /// Polling interval.
    pub interval: Duration,
    /// Number of versions kept in the folder, besides the current one if it is older.
    pub keep: NonZeroUsize,
}

impl SourceSettings {
    /// Checks that the address can be one of a store, without a request.
    ///
    /// # Errors
    /// The address is invalid.
    pub fn check(&self) -> Result<(), RemoteError> {
        self.open().map(drop)
    }

    fn open(&self) -> Result<Remote, RemoteError> {
        Remote::open(&self.url, REQUEST_TIMEOUT_DEFAULT)
    }
}

/// Wakes the thread to poll at once; dropping it ends the thread after its current work.
type Wake = Sender<()>;

/// The follower of one store.
#[derive(Debug)]
struct Follower {
    remote: Remote,
    store: SnapshotStore,
    keep: NonZeroUsize,
    service: Arc<Service>,
    /// The unsound version in the store, if any.
    unsound: Option<Unsound>,
}

/// A pulled version that failed its checks. Repeated downloads would cost the operator more than they
/// are worth.
#[derive(Debug)]
struct Unsound {
    version: String,
    /// Time of the next download.
    again: Instant,
}

/// Starts to follow a store.
///
/// # Errors
/// The address is invalid.
pub(super) fn start(
    settings: &SourceSettings,
    store: SnapshotStore,
    service: Arc<Service>,
) -> Result<Wake, RemoteError> {
    let remote = settings.open()?;
    let (wake, woken) = channel();
    let (keep, interval) = (settings.keep, settings.interval);
    let follower = Follower { remote, store, keep, service, unsound: None };
    let started = thread::Builder::new()
        .name("source".to_owned())
        .spawn(move || follower.follow(interval, &woken));
    // The versions in the folder are served all the same.
    if let Err(error) = started {
        tracing::error!(%error, "the source is not followed");
    }
    Ok(wake)
}

/// Wakes the thread on every signal.
pub(super) async fn wake_on(mut signal: Signal, wake: Wake) {
    while signal.recv().await.is_some() {
        // Without the thread there is nothing to wake.
        let _ = wake.send(());
    }
}

impl Follower {
    fn follow(mut self, interval: Duration, woken: &Receiver<()>) {
        let mut state = SourceState::default();
        loop {
            self.look(&mut state);
            self.service.current.set_source(state);
            match woken.recv_timeout(interval) {
                Err(RecvTimeoutError::Timeout) => {}
                // The operator asked for another try.
                Ok(()) => self.unsound = None,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Polls the store and follows it.
    fn look(&mut self, state: &mut SourceState) {
        match self.pull() {
            Ok(None) => {}
            Ok(Some(Pulled { version, is_new, bytes })) => {
                if is_new {
                    let source = self.remote.address();
                    tracing::info!(source, version, bytes, "a version was pulled");
                }
                *state = SourceState { reached: Some(Timestamp::now()), failed: None };
                self.prune(&version);
            }
            // Another process pulls or builds the next version.
            Err(RemoteError::Busy(folder)) => {
                tracing::info!(folder, "another program is at work in the folder of snapshots");
            }
            Err(error) => {
                let source = self.remote.address();
                tracing::error!(source, %error, "the source cannot be followed; what is here stays");
                state.failed = Some(Timestamp::now());
            }
        }
    }

    /// Pulls the current version; `None` if the version in the store was unsound and is not due for
    /// another download.
    fn pull(&mut self) -> Result<Option<Pulled>, RemoteError> {
        let version = self.remote.needed_version()?;
        let waits =
            |unsound: &Unsound| unsound.version == version && Instant::now() < unsound.again;
        if self.unsound.as_ref().is_some_and(waits) {
            return Ok(None);
        }
        let pulled = self.remote.pull_version(&self.store, &version, |_, _| ());
        let before = self.unsound.take();
        if pulled.as_ref().is_err_and(RemoteError::is_unsound) {
            // The first failure may have been one of the transfer.
            let is_again = before.is_some_and(|before| before.version == version);
            let pause = if is_again { limits::SOURCE_UNSOUND_PAUSE } else { Duration::ZERO };
            self.unsound = Some(Unsound { version, again: Instant::now() + pause });
        }
        pulled.map(Some)
    }

    /// Prunes old versions once the newest is in service: if that one is refused, the previous one is
    /// needed.
    fn prune(&self, current: &str) {
        let loaded = self.service.current.take();
        let is_served = loaded.is_some_and(|loaded| loaded.snapshot.version() == current);
        let versions = self.store.versions().map_or(0, |versions| versions.len());
        if !is_served || versions <= self.keep.get() {
            return;
        }
        let pruned = HeldStore::try_hold(self.store.clone()).and_then(|held| {
            let told =
                |version: &str, bytes| tracing::info!(version, bytes, "an old version was removed");
            held.map_or(Ok(0), |held| held.prune(self.keep, &BTreeSet::new(), told))
        });
        if let Err(error) = pruned {
            tracing::warn!(%error, "old versions stay");
        }
    }
}
