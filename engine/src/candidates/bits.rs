//! A set of small numbers that is cheap to clear: records or names of one snapshot.

/// Members of `0..capacity`. Clearing costs what was inserted, not the capacity.
#[derive(Debug, Default)]
pub struct RecordSet {
    bits: Vec<u64>,
    members: Vec<u32>,
}

impl RecordSet {
    /// Empties the set and makes room for members below `capacity`.
    pub fn reset(&mut self, capacity: usize) {
        for &member in &self.members {
            self.bits[member as usize / 64] = 0;
        }
        self.members.clear();
        self.bits.resize(capacity.div_ceil(64), 0);
    }

    /// Inserts a member; false when it was there already.
    #[inline]
    pub fn insert(&mut self, member: u32) -> bool {
        let (word, bit) = (member as usize / 64, 1 << (member % 64));
        let new = self.bits[word] & bit == 0;
        if new {
            self.bits[word] |= bit;
            self.members.push(member);
        }
        new
    }

    /// Whether this is a member.
    #[inline]
    #[must_use]
    pub fn contains(&self, member: u32) -> bool {
        self.bits[member as usize / 64] & (1 << (member % 64)) != 0
    }

    /// The members in the order in which they were inserted.
    #[must_use]
    pub fn members(&self) -> &[u32] {
        &self.members
    }
}

#[cfg(test)]
mod tests {
    use super::RecordSet;

    #[test]
    fn a_reset_set_is_empty_whatever_its_new_size() {
        let mut set = RecordSet::default();
        set.reset(1000);
        assert!(set.insert(999) && set.insert(0) && !set.insert(999));
        assert_eq!(set.members(), [999, 0]);
        set.reset(64);
        assert!(!set.contains(0));
        set.reset(1000);
        assert!(!set.contains(999));
    }
}
