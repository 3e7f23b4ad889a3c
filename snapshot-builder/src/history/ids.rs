//! Published ids of records that never had one.

use ahash::AHashSet;
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::record_key;

/// Hands out ids that no record, active or retired, has had.
///
/// An id is made of the register's slug and the publisher's reference, so a rebuild without a
/// previous snapshot gives the same ids. Where two meet (one pair in some ninety builds of five
/// million records), the later one by slug and reference takes the next free number; the caller
/// asks in that order.
pub(super) struct Ids {
    taken: AHashSet<u64>,
}

impl Ids {
    /// `known` are the ids of all records of the previous snapshot.
    pub(super) fn new(known: impl Iterator<Item = RecordId>) -> Self {
        Self { taken: known.map(|id| id.0).collect() }
    }

    /// A new id for this entry, from 1 to 2^[`RecordId::BITS`] - 1.
    pub(super) fn assign(&mut self, slug: &str, reference: &str) -> RecordId {
        self.assign_from(record_key(slug, reference))
    }

    fn assign_from(&mut self, key: u64) -> RecordId {
        const MASK: u64 = (1 << RecordId::BITS) - 1;
        let mut id = (key & MASK).max(1);
        while !self.taken.insert(id) {
            id = ((id + 1) & MASK).max(1);
        }
        RecordId(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_depends_on_slug_and_reference_alone() {
        let mut ids = Ids::new(std::iter::empty());
        let first = ids.assign("aa_list", "17");
        ids.assign("aa_list", "18");
        assert_eq!(Ids::new(std::iter::empty()).assign("aa_list", "17"), first);
        assert_ne!(Ids::new(std::iter::empty()).assign("bb_list", "17"), first);
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
            let mut ids = Ids::new(known.iter().copied().map(RecordId));
            assert_eq!(ids.assign_from(key).0, expected, "{known:?} and key {key}");
        }
    }
}
