//! Published ids of new records.

use ahash::AHashSet;
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::record_key;

/// Assigns ids that no record, active or retired, has ever had.
///
/// An id is made from the register's slug and the publisher's reference, so that a rebuild without a
/// previous ledger gives the same ids. If two collide (one pair in some ninety builds of five million
/// records), the later one by slug and reference takes the next free number. The caller must request
/// ids in that order.
///
/// Ids in use are kept as sorted numbers, eight bytes each: for millions of records a hash set would
/// take several times as much.
pub(super) struct Ids {
    known: Vec<RecordId>,
    new: AHashSet<RecordId>,
}

impl Ids {
    /// Creates the state from `known`: the ids of all records in the previous ledger, ascending.
    pub(super) fn new(known: Vec<RecordId>) -> Self {
        Self { known, new: AHashSet::new() }
    }

    /// A new id for this entry, from 1 to 2^[`RecordId::BITS`] - 1.
    pub(super) fn assign(&mut self, slug: &str, reference: &str) -> RecordId {
        self.assign_from(record_key(slug, reference))
    }

    fn assign_from(&mut self, key: u64) -> RecordId {
        const MASK: u64 = (1 << RecordId::BITS) - 1;
        let mut id = RecordId((key & MASK).max(1));
        while self.known.binary_search(&id).is_ok() || !self.new.insert(id) {
            id = RecordId(((id.0 + 1) & MASK).max(1));
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_depends_on_slug_and_reference_alone() {
        let mut ids = Ids::new(Vec::new());
        let first = ids.assign("aa_list", "17");
        ids.assign("aa_list", "18");
        assert_eq!(Ids::new(Vec::new()).assign("aa_list", "17"), first);
        assert_ne!(Ids::new(Vec::new()).assign("bb_list", "17"), first);
        assert!(first.0 > 0 && first.0 < 1 << RecordId::BITS);
    }

    #[test]
    fn taken_ids_and_zero_are_passed_over() {
        let last = (1 << RecordId::BITS) - 1;
        for (known, key, expected) in [
            (vec![], 0, 1),
            (vec![], last + 1, 1),
            (vec![], u64::MAX, last),
            (vec![7], 7, 8),
            (vec![7, 8, 9], 7, 10),
            (vec![last], last, 1),
            (vec![last, 1], last, 2),
        ] {
            let mut sorted: Vec<RecordId> = known.iter().copied().map(RecordId).collect();
            sorted.sort_unstable();
            let mut ids = Ids::new(sorted);
            assert_eq!(ids.assign_from(key).0, expected, "{known:?} and key {key}");
        }
    }
}
