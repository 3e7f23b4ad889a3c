//! Follows `CURRENT`: opens and checks the named version, and puts it into service.
//!
//! A version that fails is refused. The one in service stays, and the reason is logged and shown by
//! `/api/status`. It is tried again only when something about it changes or on SIGHUP. If the system
//! was at fault, it is also tried after a pause.
//!
//! If nothing is in service, as after a start, a [fallback](super::fallback) replaces the refused
//! version.
//!
//! The version in service is opened and checked again on SIGHUP, and when its mapped file was written
//! to. No program of this project does that, so it may then be damaged.

use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::Signal;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::fallback::PassedOver;
use super::opening::{Opened, aside, open};
use super::seen::{FileState, Refused, Seen, Step};
use crate::api::http::service::{Loaded, Refusal, Service};
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::{Absence, SnapshotStore};

/// The follower of one folder of snapshots.
#[derive(Debug)]
pub(super) struct Watch {
    store: SnapshotStore,
    service: Arc<Service>,
    /// The last refusal.
    refused: Option<Refused>,
    /// Versions that failed as a fallback.
    passed_over: PassedOver,
    /// The version that replaces the refused one.
    stands_in: Option<String>,
    /// State of the file in service when it was opened.
    file: Option<FileState>,
    /// True if that file was written to since.
    rewritten: bool,
    /// True if the version in service is to be opened again.
    in_doubt: bool,
    /// Reason for the missing current version, as last reported.
    absence: Option<Absence>,
    /// Snapshots no longer in service that may still answer requests. They are dropped here: unmapping
    /// a large file takes a while, and would delay the last request that held it.
    retiring: Vec<Arc<Loaded>>,
}

impl Watch {
    /// The follower of a folder whose state the start has already reported.
    pub(super) fn new(store: SnapshotStore, service: Arc<Service>) -> Self {
        Self {
            absence: store.absence(),
            store,
            service,
            refused: None,
            passed_over: PassedOver::default(),
            stands_in: None,
            file: None,
            rewritten: false,
            in_doubt: false,
            retiring: Vec::new(),
        }
    }

    /// Reads `CURRENT` now, at every interval and on every SIGHUP, for ever. Notifies `first_look`
    /// after the first read, whatever its outcome.
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
                    tracing::info!("SIGHUP: looking for a new snapshot, and at the one in service");
                    self.in_doubt = true;
                    self.refused = None;
                    self.passed_over = PassedOver::default();
                }
            }
            // Reading files and checking a large snapshot may block.
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

    /// Reads `CURRENT` and acts on it.
    fn look(&mut self) {
        self.retiring.retain(|loaded| Arc::strong_count(loaded) > 1);
        let seen = Seen::now(&self.store);
        self.service.current.set_last_refresh(self.store.last_refresh());
        // An unreadable pin blocks builds, which report the reason. It does not affect serving.
        self.service.current.set_pinned(matches!(self.store.pin(), Ok(Some(_))));
        let loaded = self.service.current.take();
        let before = loaded.as_ref().map(|loaded| &*loaded.snapshot);
        self.report_absence(before);
        self.doubt_rewritten(before);
        let in_service = before.map(Snapshot::version).filter(|_| !self.in_doubt);
        match seen.step(in_service, self.refused.as_ref().and_then(Refused::still)) {
            Step::Wait => {}
            Step::Nothing => self.agreed(),
            Step::Refuse(error) => {
                let error = error.to_owned();
                self.refuse(seen, true, error);
            }
            Step::Open(version) => match aside(before, || open(&self.store, version, before)) {
                Ok(opened) => {
                    let is_same = before.map(Snapshot::version) == Some(version);
                    match is_same && opened.file == self.file {
                        true => self.sound_still(version),
                        false => self.publish(opened),
                    }
                    self.agreed();
                }
                Err(reason) => self.refuse(seen, reason.may_pass(), reason.to_string()),
            },
        }
        if before.is_none() || self.rewritten {
            self.fall_back();
        }
    }

    /// Reports a missing current version, once for each reason.
    fn report_absence(&mut self, in_service: Option<&Snapshot>) {
        let absence = self.store.absence();
        if let Some(why) = absence.as_ref().filter(|_| absence != self.absence) {
            let folder = self.store.root().display();
            let serving = in_service.map(Snapshot::version);
            tracing::warn!(%folder, serving, %why, "no version is current");
        }
        self.absence = absence;
    }

    /// Marks the version in service as doubtful if its file was written to since it was mapped.
    fn doubt_rewritten(&mut self, in_service: Option<&Snapshot>) {
        let Some((file, snapshot)) = self.file.as_ref().zip(in_service) else { return };
        if self.rewritten || !self.store.is_mapped() {
            return;
        }
        if FileState::of(snapshot.path()).is_some_and(|now| now.is_rewritten(file)) {
            let (version, file) = (snapshot.version(), snapshot.path().display());
            tracing::error!(version, %file, "the file of the version in service was written to");
            self.rewritten = true;
            self.in_doubt = true;
        }
    }

    /// Records that the version in service was opened again and is sound.
    fn sound_still(&mut self, version: &str) {
        tracing::info!(version, "what is in service was checked again and is whole");
        self.in_doubt = false;
    }

    fn publish(&mut self, Opened { loaded, file }: Opened) {
        let snapshot = &loaded.snapshot;
        tracing::info!(
            version = snapshot.version(),
            records = snapshot.record_count(),
            "snapshot in service"
        );
        self.service.metrics.swaps.published.inc();
        self.file = file;
        self.rewritten = false;
        self.in_doubt = false;
        self.retiring.extend(self.service.current.publish(Arc::new(loaded)));
    }

    /// Records that `CURRENT` names the version in service, or none.
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

    /// Puts a fallback into service if the named version was refused and none is in service.
    fn fall_back(&mut self) {
        let Some(mut refusal) = self.service.current.refusal() else { return };
        let found = self.passed_over.sound_other(&self.store, refusal.version.as_deref());
        let Some(opened) = found else { return };
        let served = opened.loaded.snapshot.version().to_owned();
        let (version, reason) = (&refusal.version, &refusal.error);
        tracing::error!(
            version,
            served,
            reason,
            "another version is served instead of the current one"
        );
        self.stands_in = Some(served.clone());
        refusal.stands_in = Some(served);
        // Set first, so that no answer from the fallback comes without a reason.
        self.service.current.set_refusal(Some(refusal));
        self.publish(opened);
    }
}
