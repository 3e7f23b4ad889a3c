//! The decisions that a server heeds.

use std::sync::{Arc, PoisonError, RwLock};

use tamis_engine::model::Timestamp;

use super::decision::Clearances;

/// The decisions in service, and the fault of the last file if it was refused.
#[derive(Debug, Default)]
pub struct InService(RwLock<State>);

/// The decisions in service at a moment.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// `None` if the server heeds none at all.
    pub heeded: Option<Arc<Clearances>>,
    /// Time at which they were put into service.
    pub since: Option<Timestamp>,
    /// Reason why the file as it is now was refused; the decisions of before stay.
    pub refused: Option<String>,
}

impl InService {
    /// The decisions in service. A request calls this once.
    pub(crate) fn take(&self) -> Option<Arc<Clearances>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).heeded.clone()
    }

    /// The decisions in service with what is said of them.
    pub(crate) fn state(&self) -> State {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Heeds these decisions from the next request on.
    pub fn publish(&self, clearances: Clearances) {
        let since = Some(Timestamp::now());
        let state = State { heeded: Some(Arc::new(clearances)), since, refused: None };
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Records that the file was refused. Without any in service, no decision counts.
    pub(crate) fn refuse(&self, reason: String) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        state.heeded.get_or_insert_default();
        state.refused = Some(reason);
    }
}
