//! Following `CURRENT`: opening and checking what it names, and putting it into service.
//!
//! A version that fails is refused: the one in service stays, the reason is logged and shown by
//! `/api/status`, and it is tried again only when something about it changes, on SIGHUP, or after a
//! pause where the reason was the system's and may pass.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use tokio::signal::unix::Signal;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::self_check::{SelfCheckError, self_check};
use crate::api::http::service::{Loaded, Refusal, Service};
use crate::bulk::BulkFiles;
use crate::limits;
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::{Snapshot, SnapshotError, SnapshotStore};

/// The follower of one folder of snapshots.
#[derive(Debug)]
pub(super) struct Watch {
    store: SnapshotStore,
    service: Arc<Service>,
    /// What was refused last.
    refused: Option<Refused>,
    /// Snapshots that were in service and may still answer requests. They are let go here: to
    /// unmap a large file takes a while, and would take it from the last request that held it.
    retiring: Vec<Arc<Loaded>>,
}

/// What a look at `CURRENT` found, with all that could make a second try end otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    /// The version named, or why none could be read.
    current: Result<Option<String>, String>,
    /// `CURRENT`, the snapshot file and its manifest themselves.
    files: Vec<Option<FileState>>,
}

/// What was refused. Trying it again unchanged would only fail again, unless the system failed.
#[derive(Debug)]
struct Refused {
    seen: Seen,
    /// When to try again unchanged, where that makes sense.
    again: Option<Instant>,
    /// How long that is after the refusal.
    pause: Duration,
}

/// What tells one file from another under the same name. Times alone do not: their steps are
/// coarse, and a file may be replaced by one of the same length within a step.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileState {
    inode: u64,
    length: u64,
    modified: SystemTime,
}

/// What to do about it.
#[derive(Debug, PartialEq, Eq)]
enum Step<'a> {
    /// What is named is in service, or nothing is named.
    Nothing,
    /// Open this version and serve it.
    Open(&'a str),
    /// `CURRENT` cannot be read.
    Refuse(&'a str),
    /// This was refused before and has not changed.
    Wait,
}

/// Why a version was not put into service.
#[derive(Debug, thiserror::Error)]
enum RefusalReason {
    #[error(transparent)]
    Open(#[from] SnapshotError),
    #[error(transparent)]
    SelfCheck(#[from] SelfCheckError),
    #[error("checking it failed unexpectedly; the log of the server's errors says where")]
    Panicked,
}

impl RefusalReason {
    /// Whether the system failed, not the version: too many open files, a file not there yet.
    fn may_pass(&self) -> bool {
        matches!(self, Self::Open(SnapshotError::Io { .. }))
    }
}

impl Refused {
    /// Each refusal of the same waits twice as long.
    fn new(seen: Seen, may_pass: bool, before: Option<&Self>) -> Self {
        let pause = match before {
            Some(before) if before.seen == seen => before.pause * 2,
            _ => limits::REOPEN_PAUSE_MIN,
        };
        let pause = pause.min(limits::REOPEN_PAUSE_MAX);
        Self { seen, again: may_pass.then(|| Instant::now() + pause), pause }
    }

    /// What is not worth another try now.
    fn still(&self) -> Option<&Seen> {
        self.again.is_none_or(|again| Instant::now() < again).then_some(&self.seen)
    }
}

impl Watch {
    pub(super) fn new(root: PathBuf, service: Arc<Service>) -> Self {
        Self { store: SnapshotStore::new(root), service, refused: None, retiring: Vec::new() }
    }

    /// Looks at `CURRENT` now, at every interval and on every SIGHUP, for ever. Notifies
    /// `first_look` when the first look is done, whatever it found.
    pub(super) async fn run(
        mut self,
        interval: Duration,
        mut hangup: Signal,
        first_look: Arc<Notify>,
    ) {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = hangup.recv() => {
                    tracing::info!("SIGHUP: looking for a new snapshot");
                    self.refused = None;
                }
            }
            // Reading files may block, and so may checking a large snapshot.
            let look = tokio::task::spawn_blocking(move || {
                self.look();
                self
            });
            match look.await {
                Ok(watch) => self = watch,
                Err(error) => return tracing::error!(%error, "snapshots are no longer followed"),
            }
            first_look.notify_one();
        }
    }

    /// Looks at `CURRENT` and acts on what it names.
    fn look(&mut self) {
        self.retiring.retain(|loaded| Arc::strong_count(loaded) > 1);
        let seen = Seen::now(&self.store);
        let loaded = self.service.current.take();
        let before = loaded.as_ref().map(|loaded| &*loaded.snapshot);
        let in_service = before.map(Snapshot::version);
        match seen.step(in_service, self.refused.as_ref().and_then(Refused::still)) {
            Step::Wait => {}
            Step::Nothing => {
                self.service.current.set_refusal(None);
                self.refused = None;
            }
            Step::Refuse(error) => {
                let error = error.to_owned();
                self.refuse(seen, true, None, error);
            }
            Step::Open(version) => match aside(before, || open(&self.store, version, before)) {
                Ok(loaded) => self.publish(loaded),
                Err(reason) => {
                    let version = version.to_owned();
                    self.refuse(seen, reason.may_pass(), Some(version), reason.to_string());
                }
            },
        }
    }

    fn publish(&mut self, loaded: Loaded) {
        let snapshot = &loaded.snapshot;
        tracing::info!(
            version = snapshot.version(),
            records = snapshot.record_count(),
            "snapshot in service"
        );
        self.retiring.extend(self.service.current.publish(Arc::new(loaded)));
        self.refused = None;
    }

    fn refuse(&mut self, seen: Seen, may_pass: bool, version: Option<String>, error: String) {
        tracing::error!(version, error, "snapshot refused; the one in service stays");
        let refusal = Refusal { version, error, at: Timestamp::now() };
        self.service.current.set_refusal(Some(refusal));
        self.refused = Some(Refused::new(seen, may_pass, self.refused.as_ref()));
    }
}

/// Works on one thread, and with what requests leave of its core, where a snapshot is in service:
/// who is answered from it should not notice.
fn aside<T: Send>(in_service: Option<&Snapshot>, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).start_handler(|_| yield_to_others());
    match in_service.and_then(|_| pool.build().ok()) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Gives the thread the lowest priority. Elsewhere than on Linux that would be the process's.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(limits::OPENING_NICE) {
        tracing::warn!(%error, "opening snapshots cannot yield to requests");
    }
}

/// Opens a version, which reads and checks every byte of it, and lets it find itself.
fn open(
    store: &SnapshotStore,
    version: &str,
    before: Option<&Snapshot>,
) -> Result<Loaded, RefusalReason> {
    let checked = std::panic::catch_unwind(|| -> Result<Loaded, RefusalReason> {
        let (snapshot, manifest) = store.open(version)?;
        self_check(&snapshot)?;
        if let Some(before) = before {
            snapshot.remember_words_of(before, limits::WARM_TIME_MAX);
        }
        let sha256 = manifest.snapshot_sha256().unwrap_or_default().to_owned();
        let bulk = BulkFiles::read(&store.folder(version), version);
        Ok(Loaded::new(Arc::new(snapshot), sha256).with_bulk(bulk))
    });
    checked.unwrap_or(Err(RefusalReason::Panicked))
}

impl Seen {
    fn now(store: &SnapshotStore) -> Self {
        let current = store.current_version().map_err(|error| error.to_string());
        let version = current.as_ref().ok().and_then(Option::as_deref);
        let files = store.deciding_files(version).iter().map(|path| state_of(path)).collect();
        Self { current, files }
    }

    fn step(&self, in_service: Option<&str>, refused: Option<&Self>) -> Step<'_> {
        let step = match &self.current {
            Ok(None) => Step::Nothing,
            Ok(Some(version)) if Some(version.as_str()) == in_service => Step::Nothing,
            Ok(Some(version)) => Step::Open(version),
            Err(error) => Step::Refuse(error),
        };
        let tried = refused == Some(self);
        if tried && step != Step::Nothing { Step::Wait } else { step }
    }
}

fn state_of(path: &Path) -> Option<FileState> {
    let metadata = std::fs::metadata(path).ok()?;
    let (inode, length) = (metadata.ino(), metadata.len());
    Some(FileState { inode, length, modified: metadata.modified().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(current: Result<Option<&str>, &str>, length: u64) -> Seen {
        Seen {
            current: current.map(|c| c.map(str::to_owned)).map_err(str::to_owned),
            files: vec![Some(FileState { inode: 1, length, modified: SystemTime::UNIX_EPOCH })],
        }
    }

    #[test]
    fn a_new_version_is_opened_and_a_refused_one_waits_for_a_change() {
        let named = seen(Ok(Some("2")), 10);
        let broken = seen(Err("CURRENT: permission denied"), 10);
        for (case, current, in_service, refused, expected) in [
            ("nothing is named", &seen(Ok(None), 0), None, None, Step::Nothing),
            ("the first version", &named, None, None, Step::Open("2")),
            ("a newer version", &named, Some("1"), None, Step::Open("2")),
            ("the same version", &named, Some("2"), None, Step::Nothing),
            ("refused before", &named, Some("1"), Some(&named), Step::Wait),
            (
                "its file changed",
                &seen(Ok(Some("2")), 11),
                Some("1"),
                Some(&named),
                Step::Open("2"),
            ),
            (
                "another one is named",
                &seen(Ok(Some("3")), 10),
                Some("1"),
                Some(&named),
                Step::Open("3"),
            ),
            ("rolled back", &seen(Ok(Some("1")), 10), Some("1"), Some(&named), Step::Nothing),
            ("unreadable", &broken, Some("1"), None, Step::Refuse("CURRENT: permission denied")),
            ("unreadable still", &broken, Some("1"), Some(&broken), Step::Wait),
        ] {
            assert_eq!(current.step(in_service, refused), expected, "{case}");
        }
    }

    #[test]
    fn what_may_pass_is_tried_again_after_ever_longer_pauses() {
        let named = || seen(Ok(Some("2")), 10);
        let broken = Refused::new(named(), false, None);
        assert_eq!((broken.again, broken.still()), (None, Some(&named())));
        let mut refused = Refused::new(named(), true, None);
        assert_eq!(refused.pause, limits::REOPEN_PAUSE_MIN);
        assert_eq!(refused.still(), Some(&named()));
        for _ in 0..10 {
            refused = Refused::new(named(), true, Some(&refused));
        }
        assert_eq!(refused.pause, limits::REOPEN_PAUSE_MAX);
        refused.again = Some(Instant::now());
        assert_eq!(refused.still(), None);
        let other = Refused::new(seen(Ok(Some("3")), 10), true, Some(&refused));
        assert_eq!(other.pause, limits::REOPEN_PAUSE_MIN);
    }
}
