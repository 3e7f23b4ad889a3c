//! The records to arrange, and the order of counts over them.

use std::cmp::Reverse;

use crate::model::{EntityType, Register};
use crate::snapshot::file::Retired;
use crate::snapshot::rows::RecordRow;
use crate::snapshot::write::input::ActiveRecord;

/// The records with their rows, by ordinal.
#[derive(Clone, Copy)]
pub(in crate::snapshot::write) struct Table<'a> {
    /// The record rows without the sentinel.
    pub(in crate::snapshot::write) rows: &'a [RecordRow],
    /// Country codes of all records; the rows hold the start of each record's range, the last one ends
    /// with the slice.
    pub(in crate::snapshot::write) countries: &'a [u16],
    pub(in crate::snapshot::write) births: &'a [u32],
    pub(in crate::snapshot::write) records: &'a [ActiveRecord],
    pub(in crate::snapshot::write) registers: &'a [Register],
    pub(in crate::snapshot::write) retired: &'a [Retired],
}

impl<'a> Table<'a> {
    /// Returns the countries of a record, as codes.
    pub(super) fn countries_of(self, record: u32) -> &'a [u16] {
        let end = self.rows.get(record as usize + 1).map(|row| row.countries as usize);
        let start = self.rows[record as usize].countries as usize;
        &self.countries[start..end.unwrap_or(self.countries.len())]
    }

    /// Returns the birth dates of a record, as codes.
    pub(super) fn births_of(self, record: u32) -> &'a [u32] {
        let end = self.rows.get(record as usize + 1).map(|row| row.births as usize);
        let start = self.rows[record as usize].births as usize;
        &self.births[start..end.unwrap_or(self.births.len())]
    }
}

/// Returns each value once: a record counts once for a country, however often its list gives it.
pub(super) fn distinct<T: PartialEq + Copy>(values: &[T]) -> impl Iterator<Item = T> {
    let is_first = |at: usize| !values[..at].contains(&values[at]);
    (0..values.len()).filter(move |at| is_first(*at)).map(|at| values[at])
}

/// Returns the place of an entity type, given by its code in a row, in a
/// [`crate::snapshot::totals::ByType`].
pub(super) fn kind_place(code: u8) -> usize {
    EntityType::from_code(code).map_or(EntityType::ALL.len(), |kind| kind as usize)
}

/// Sorts by falling count, then by key.
pub(super) fn by_falling_count<K: Ord + Copy>(counts: &mut [(K, u64)]) {
    counts.sort_unstable_by_key(|(key, count)| (Reverse(*count), *key));
}

/// Keeps the entries of the highest counts, by falling count, then by key.
pub(super) fn most<K: Ord + Copy>(counts: &mut Vec<(K, u64)>, keep: usize) {
    by_falling_count(counts);
    counts.truncate(keep);
}
