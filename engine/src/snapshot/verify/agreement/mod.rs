//! Checks that sections agree with each other and are complete. The snapshot is open, so everything can
//! be indexed.
//!
//! | module | what it checks |
//! |---|---|
//! | `records` | records, their details, look-ups and merged entities |
//! | `browse` | the sections that browsing reads |
//! | `totals` | totals, against the lists of records |
//! | `words` | terms, their dictionary, forms, neighbours and postings |
//! | `named` | names with their records and words, for the checks below |
//! | `names` | names, their order and their impact-ordered posting lists |
//! | `name_parts` | the partition index |
//! | `pairs` | term-pair postings |
//! | `fuzzy_postings` | fuzzy postings |

mod browse;
mod fuzzy_postings;
mod name_parts;
mod named;
mod names;
mod pairs;
mod records;
mod totals;
mod words;

use rayon::prelude::*;

use super::{Check, require, require_buckets};
use crate::snapshot::details::Meta;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::file::Snapshot;

impl Snapshot {
    /// Checks that the sections of the file agree and are complete. Run once by the program that wrote
    /// the file; it takes many times as long as [`Self::open`].
    ///
    /// # Errors
    /// [`SnapshotError`] names the section and its fault.
    pub fn verify(&self) -> Result<(), SnapshotError> {
        check(self, &self.meta)
    }
}

/// Checks all sections against each other, in parallel. Reports the first fault in the order of this
/// list.
fn check(snapshot: &Snapshot, meta: &Meta) -> Check {
    let checks: [&(dyn Fn() -> Check + Sync); 17] = [
        &|| records::check(snapshot, meta),
        &|| records::check_look_ups(snapshot),
        &|| records::check_entities(snapshot),
        &|| records::check_changes(snapshot),
        &|| records::check_details(snapshot),
        &|| records::check_identifiers(snapshot),
        &|| browse::check(snapshot),
        &|| browse::check_programmes(snapshot),
        &|| browse::check_names_by_word(snapshot),
        &|| totals::check(snapshot),
        &|| words::check(snapshot),
        &|| words::check_lists(snapshot),
        &|| names::check(snapshot),
        &|| names::check_impacts(snapshot),
        &|| name_parts::check(snapshot),
        &|| pairs::check(snapshot),
        &|| fuzzy_postings::check(snapshot),
    ];
    let checked: Vec<Check> = checks.par_iter().map(|check| check()).collect();
    checked.into_iter().collect()
}
