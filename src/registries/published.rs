//! The counts in service, replaced atomically.

use std::sync::{Arc, RwLock};

use arc_swap::ArcSwapAny;

use super::RegistryCounts;

/// The counts in service; empty until the first are published.
#[derive(Debug)]
pub struct Published(ArcSwapAny<Arc<RegistryCounts>, RwLock<()>>);

impl Default for Published {
    fn default() -> Self {
        Self(ArcSwapAny::with_strategy(Arc::default(), RwLock::new(())))
    }
}

impl Published {
    /// The current counts. A request calls this once.
    #[must_use]
    pub fn take(&self) -> Arc<RegistryCounts> {
        self.0.load_full()
    }

    /// Serves these counts from the next request on.
    pub fn publish(&self, counts: RegistryCounts) {
        self.0.store(Arc::new(counts));
    }
}
