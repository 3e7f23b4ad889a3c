//! The thread that counts the reference registries, at start and every six hours, in the background
//! (docs/api.md, "Reference registries").

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use super::settings::RegistrySettings;
use crate::api::http::service::Service;
use crate::limits;
use crate::registries::{Counter, Round, Stop};
use tamis_ingest::descriptions::DescriptionError;

/// The counting thread; dropping this ends it at once, even within a file.
#[derive(Debug)]
pub(super) struct Counting {
    stop: Stop,
    /// Wakes the thread when dropped.
    _asleep: Sender<()>,
}

impl Counting {
    /// Publishes the known counts of the registries described in a folder, and starts to count.
    ///
    /// # Errors
    /// The folder is unreadable, or a file in it is not a description.
    pub(super) fn start(
        RegistrySettings { folder, kept }: &RegistrySettings,
        service: Arc<Service>,
    ) -> Result<Self, DescriptionError> {
        let mut counter = Counter::load(folder, kept.as_deref())?;
        service.registries.publish(counter.counts());
        let stop = Stop::default();
        let (sender, receiver) = mpsc::channel();
        let told = stop.clone();
        let rounds = move || {
            loop {
                // A file that panics its reader must not end the counting for good.
                let counted = catch_unwind(AssertUnwindSafe(|| counter.count_now(&told)));
                match counted {
                    Ok(Some(round)) => {
                        report(&round);
                        service.registries.publish(round.counts);
                    }
                    Ok(None) => break,
                    Err(_) => tracing::error!("counting the registries failed; the counts stay"),
                }
                let wait = receiver.recv_timeout(limits::REGISTRY_COUNT_INTERVAL);
                if wait != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
        };
        // Without the thread the counts stay estimates, and are shown as such.
        if let Err(error) = thread::Builder::new().name("registries".to_owned()).spawn(rounds) {
            tracing::error!(%error, "the registries are not counted");
        }
        Ok(Self { stop, _asleep: sender })
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.stop.set();
    }
}

fn report(round: &Round) {
    for row in round.counts.rows() {
        if let Some(problem) = &row.problem {
            let (slug, kind) = (row.slug.as_str(), row.kind.as_str());
            tracing::warn!(slug, kind, problem, "a registry keeps its last count");
        }
    }
    if let Some(error) = &round.not_reread {
        tracing::warn!(%error, "the descriptions of registries are those read before");
    }
    if let Some(error) = &round.not_saved {
        tracing::warn!(%error, "the counts of registries are not kept for the next start");
    }
    tracing::info!(rows = round.counts.rows().len(), "registries counted");
}
