//! The counts that answers are made from, replaced in one step.

use std::sync::{Arc, RwLock};

use arc_swap::ArcSwapAny;

use super::RegistryCounts;

/// The counts in service; none of any registry until the first are published.
#[derive(Debug)]
pub struct Published(ArcSwapAny<Arc<RegistryCounts>, RwLock<()>>);

impl Default for Published {
    fn default() -> Self {
        Self(ArcSwapAny::with_strategy(Arc::default(), RwLock::new(())))
    }
}

impl Published {
    /// The counts of this moment. A request calls this once.
    #[must_use]
    pub fn take(&self) -> Arc<RegistryCounts> {
        self.0.load_full()
    }

    /// Shows these counts from the next request on.
    pub fn publish(&self, counts: RegistryCounts) {
        self.0.store(Arc::new(counts));
    }
}
