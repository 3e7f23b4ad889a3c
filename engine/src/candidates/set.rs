//! A set of ordinals that is cheap to clear.

/// Ordinals below a capacity. Clearing costs the number of members, not the capacity.
#[derive(Debug)]
pub struct OrdinalSet<O> {
    bits: Vec<u64>,
    members: Vec<O>,
}

impl<O> Default for OrdinalSet<O> {
    fn default() -> Self {
        Self { bits: Vec::new(), members: Vec::new() }
    }
}

impl<O: Copy + Into<usize>> OrdinalSet<O> {
    /// Empties the set and makes room for members below `capacity`.
    pub fn reset(&mut self, capacity: usize) {
        for &member in &self.members {
            self.bits[member.into() / 64] = 0;
        }
        self.members.clear();
        self.bits.resize(capacity.div_ceil(64), 0);
    }

    /// Inserts a member; returns false if it was present.
    #[inline]
    pub fn insert(&mut self, member: O) -> bool {
        let (word, bit) = Self::place(member);
        let new = self.bits[word] & bit == 0;
        if new {
            self.bits[word] |= bit;
            self.members.push(member);
        }
        new
    }

    /// Inserts members at the speed of memory: no branch depends on whether one is new.
    #[inline]
    pub fn insert_all(&mut self, members: impl Iterator<Item = O>) {
        let known = self.members.len();
        self.members.extend(members);
        let mut kept = known;
        for at in known..self.members.len() {
            let member = self.members[at];
            let (word, bit) = Self::place(member);
            self.members[kept] = member;
            kept += usize::from(self.bits[word] & bit == 0);
            self.bits[word] |= bit;
        }
        self.members.truncate(kept);
    }

    /// True if this is a member.
    #[inline]
    #[must_use]
    pub fn contains(&self, member: O) -> bool {
        let (word, bit) = Self::place(member);
        self.bits[word] & bit != 0
    }

    /// The members in the order in which they were inserted.
    #[must_use]
    pub fn members(&self) -> &[O] {
        &self.members
    }

    #[inline]
    fn place(member: O) -> (usize, u64) {
        let at: usize = member.into();
        (at / 64, 1 << (at % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::OrdinalSet;
    use crate::model::RecordOrdinal;

    #[test]
    fn a_reset_set_is_empty_whatever_its_new_size() {
        let mut set = OrdinalSet::default();
        set.reset(1000);
        let [first, last] = [0, 999].map(RecordOrdinal);
        assert!(set.insert(last) && set.insert(first) && !set.insert(last));
        assert_eq!(set.members(), [last, first]);
        set.insert_all([last, RecordOrdinal(7), RecordOrdinal(7), first].into_iter());
        assert_eq!(set.members(), [last, first, RecordOrdinal(7)]);
        set.reset(64);
        assert!(!set.contains(first));
        set.reset(1000);
        assert!(!set.contains(last));
    }
}
