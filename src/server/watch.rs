//! Following `CURRENT`: opening and checking what it names, and putting it into service.
//!
//! A version that fails is refused: the one in service stays, the reason is logged and shown by
//! `/api/status`, and it is tried again only when something about it changes, on SIGHUP, or after a
//! pause where the reason was the system's and may pass.
//!
//! Where nothing is in service, as after a start, another version [stands in](super::fallback) for
//! the one that is refused.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::Signal;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::fallback::PassedOver;
use super::opening::{aside, open};
use super::seen::{Refused, Seen, Step};
use crate::api::http::service::{Loaded, Refusal, Service};
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::{Snapshot, SnapshotStore};

/// The follower of one folder of snapshots.
#[derive(Debug)]
pub(super) struct Watch {
    store: SnapshotStore,
    service: Arc<Service>,
    /// What was refused last.
    refused: Option<Refused>,
    /// What was not fit to stand in for it.
    passed_over: PassedOver,
    /// The version that stands in for the one that is refused.
    stands_in: Option<String>,
    /// Snapshots that were in service and may still answer requests. They are let go here: to
    /// unmap a large file takes a while, and would take it from the last request that held it.
    retiring: Vec<Arc<Loaded>>,
}

impl Watch {
    pub(super) fn new(root: PathBuf, service: Arc<Service>) -> Self {
        Self {
            store: SnapshotStore::new(root),
            service,
            refused: None,
            passed_over: PassedOver::default(),
            stands_in: None,
            retiring: Vec::new(),
        }
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
                    self.passed_over = PassedOver::default();
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
            Step::Nothing => self.agreed(),
            Step::Refuse(error) => {
                let error = error.to_owned();
                self.refuse(seen, true, error);
            }
            Step::Open(version) => match aside(before, || open(&self.store, version, before)) {
                Ok(loaded) => {
                    self.publish(loaded);
                    self.agreed();
                }
                Err(reason) => self.refuse(seen, reason.may_pass(), reason.to_string()),
            },
        }
        if in_service.is_none() {
            self.fall_back();
        }
    }

    fn publish(&mut self, loaded: Loaded) {
        let snapshot = &loaded.snapshot;
        tracing::info!(
            version = snapshot.version(),
            records = snapshot.record_count(),
            "snapshot in service"
        );
        self.service.metrics.swaps.published.inc();
        self.retiring.extend(self.service.current.publish(Arc::new(loaded)));
    }

    /// `CURRENT` names what is in service, or nothing.
    fn agreed(&mut self) {
        self.service.current.set_refusal(None);
        self.refused = None;
        self.stands_in = None;
        self.passed_over = PassedOver::default();
    }

    fn refuse(&mut self, seen: Seen, may_pass: bool, error: String) {
        let (version, stands_in) = (seen.named().map(str::to_owned), self.stands_in.clone());
        tracing::error!(version, error, "snapshot refused; the one in service stays");
        self.service.metrics.swaps.refused.inc();
        let refusal = Refusal { version, error, at: Timestamp::now(), stands_in };
        self.service.current.set_refusal(Some(refusal));
        self.refused = Some(Refused::new(seen, may_pass, self.refused.as_ref()));
    }

    /// Puts another version into service where the one that is named was refused and nothing is.
    fn fall_back(&mut self) {
        let Some(mut refusal) = self.service.current.refusal() else { return };
        let found = self.passed_over.sound_other(&self.store, refusal.version.as_deref());
        let Some(loaded) = found else { return };
        let served = loaded.snapshot.version().to_owned();
        let (version, reason) = (&refusal.version, &refusal.error);
        tracing::error!(
            version,
            served,
            reason,
            "another version is served instead of the current one"
        );
        self.stands_in = Some(served.clone());
        refusal.stands_in = Some(served);
        // First, so that nobody is answered from it who could not learn why.
        self.service.current.set_refusal(Some(refusal));
        self.publish(loaded);
    }
}
