//! Result of loading a register, and the order of its records.

use rayon::prelude::*;
use tamis_engine::model::Record;

use crate::error::LoadError;
use crate::registers::Description;
use crate::report::RegisterReport;

/// A register that this build tried to load.
#[derive(Debug)]
pub struct Attempt {
    /// Description of the register.
    pub description: Description,
    /// Report of the load.
    pub report: RegisterReport,
    /// Its records in the publisher's order, or the reason for which they could not be loaded.
    pub outcome: Result<Vec<Record>, LoadError>,
}

/// Positions of loaded records, sorted by reference like the ledger.
pub(super) struct ByReference(pub(super) Vec<u32>);

/// A loaded register with the order of its records.
pub(super) fn with_order(attempt: Attempt) -> (Attempt, ByReference) {
    let records = attempt.outcome.as_deref().unwrap_or_default();
    let mut order: Vec<u32> = (0..records.len() as u32).collect();
    order.par_sort_unstable_by_key(|&at| &records[at as usize].reference);
    (attempt, ByReference(order))
}

impl ByReference {
    /// True if one of the records has this reference.
    pub(super) fn holds(&self, attempt: &Attempt, reference: &str) -> bool {
        let records = attempt.outcome.as_deref().unwrap_or_default();
        let found = |at: &u32| records[*at as usize].reference.as_str().cmp(reference);
        self.0.binary_search_by(found).is_ok()
    }
}
