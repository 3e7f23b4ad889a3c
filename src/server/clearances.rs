//! Follows the file of clearances: reads it whenever it changes, and puts its decisions into service.
//!
//! A file that cannot be read is refused: the decisions in service stay, the reason is logged and shown by
//! `/api/status`, and it is tried again at every look. After a start none are in service then, so that every
//! hit is shown.

use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::Signal;
use tokio::time::MissedTickBehavior;

use super::seen::FileState;
use crate::api::http::service::Service;
use crate::clearances::{Clearances, ClearancesFile};

/// The follower of one file.
#[derive(Debug)]
pub(super) struct Followed {
    source: ClearancesFile,
    service: Arc<Service>,
    /// State of the file in service when it was read.
    file: Option<FileState>,
}

impl Followed {
    /// A follower that has read the file once.
    pub(super) fn start(source: ClearancesFile, service: Arc<Service>) -> Self {
        let mut followed = Self { source, service, file: None };
        if followed.source.path.exists() {
            followed.look();
        } else {
            let path = followed.source.path.display();
            tracing::warn!(%path, "the file of clearances does not exist yet: no decision counts");
            followed.service.clearances.publish(Clearances::default());
        }
        followed
    }

    /// Looks at the file at every interval and on every SIGHUP, for ever.
    pub(super) async fn run(mut self, interval: Duration, mut hangup: Signal) {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                _ = hangup.recv() => self.file = None,
            }
            // Reading a large file may block.
            let look = tokio::task::spawn_blocking(move || {
                self.look();
                self
            });
            match look.await {
                Ok(followed) => self = followed,
                Err(error) => return tracing::error!(%error, "clearances are no longer followed"),
            }
        }
    }

    /// Reads the file if it has changed.
    fn look(&mut self) {
        let now = FileState::of(&self.source.path);
        let state = self.service.clearances.state();
        let is_as_it_was = now == self.file && state.refused.is_none();
        if is_as_it_was {
            return;
        }
        let path = self.source.path.display();
        let read = match now {
            Some(_) => self.source.read().map_err(|error| error.to_string()),
            None => Err(format!("{path}: the file does not exist any more")),
        };
        match read {
            Ok(clearances) => {
                let (decisions, sha256) = (clearances.count(), &clearances.sha256);
                tracing::info!(%path, decisions, %sha256, "clearances in service");
                self.service.clearances.publish(clearances);
                self.file = now;
            }
            Err(reason) => {
                if state.refused.as_ref() != Some(&reason) {
                    tracing::error!(reason, "clearances refused; those in service stay");
                }
                self.service.clearances.refuse(reason);
            }
        }
    }
}
