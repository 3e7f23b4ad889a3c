//! Hash index from blocking keys to terms, for the deletion index and the skeleton index.
//!
//! Buckets of entries without keys: an entry is a term ordinal (24 bits) and a tag (8 bits). The tag is
//! compared before the term is read. Chance hits are harmless, because callers compare the words
//! themselves.

use std::ops::Range;

use rayon::prelude::*;

/// Number of terms that an entry can address.
pub(crate) const WORDS_MAX: u64 = 1 << 24;
/// Most bits of a hash that choose a bucket.
const BUCKET_BITS_MAX: u32 = 24;

/// One entry of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) word: u32,
    pub(crate) tag: u8,
}

impl Entry {
    fn pack(self) -> u32 {
        self.word << 8 | u32::from(self.tag)
    }

    #[inline]
    pub(crate) fn unpack(packed: u32) -> Self {
        Self { word: packed >> 8, tag: packed as u8 }
    }
}

/// Buckets as stored: starts (one more than there are buckets) and packed entries.
#[derive(Debug, Default)]
pub(crate) struct HashIndexParts {
    pub(crate) starts: Vec<u32>,
    pub(crate) entries: Vec<u32>,
}

impl HashIndexParts {
    /// Sorts hashed entries into about one bucket per entry. The result does not depend on the order of
    /// the entries.
    pub(crate) fn build(hashed: Vec<(u32, Entry)>) -> Self {
        let bits =
            (hashed.len().max(2) as u64).next_power_of_two().trailing_zeros().min(BUCKET_BITS_MAX);
        let mut pairs: Vec<(u32, u32)> = hashed
            .into_par_iter()
            .map(|(hash, entry)| (hash >> (32 - bits), entry.pack()))
            .collect();
        pairs.par_sort_unstable();
        pairs.dedup();
        let mut starts = vec![0u32; (1 << bits) + 1];
        for (bucket, _) in &pairs {
            starts[*bucket as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { starts, entries: pairs.into_iter().map(|(_, entry)| entry).collect() }
    }

    pub(crate) fn view(&self) -> HashIndex<'_> {
        HashIndex { starts: &self.starts, entries: &self.entries }
    }
}

/// A borrowed index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HashIndex<'s> {
    starts: &'s [u32],
    entries: &'s [u32],
}

impl<'s> HashIndex<'s> {
    /// Returns an index over checked parts.
    pub(crate) fn new(starts: &'s [u32], entries: &'s [u32]) -> Self {
        Self { starts, entries }
    }

    /// True if an index may have this many buckets: a power of two, not too large, as bits of a hash
    /// choose one.
    pub(crate) fn may_have(buckets: usize) -> bool {
        buckets.is_power_of_two() && buckets <= 1 << BUCKET_BITS_MAX
    }

    /// Returns the entries in the bucket of this hash.
    pub(crate) fn bucket(self, hash: u32) -> impl Iterator<Item = Entry> + 's {
        self.entries[self.range(hash)].iter().map(|&entry| Entry::unpack(entry))
    }

    /// Number of entries in the bucket of this hash.
    pub(crate) fn bucket_len(self, hash: u32) -> usize {
        self.range(hash).len()
    }

    fn range(self, hash: u32) -> Range<usize> {
        let bits = (self.starts.len() - 1).trailing_zeros();
        let bucket = (u64::from(hash) >> (32 - bits)) as usize;
        self.starts[bucket] as usize..self.starts[bucket + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_in_the_bucket_of_its_hash() {
        let hash = |word: u32| word.wrapping_mul(0x9e37_79b1);
        let entry = |word: u32| Entry { word, tag: hash(word) as u8 };
        let hashed: Vec<_> = (0..1000).map(|word| (hash(word), entry(word))).collect();
        let mut reversed = hashed.clone();
        reversed.reverse();
        let parts = HashIndexParts::build(hashed);
        let again = HashIndexParts::build(reversed);
        assert_eq!((&parts.starts, &parts.entries), (&again.starts, &again.entries));
        assert!(HashIndex::may_have(parts.starts.len() - 1));
        for word in 0..1000 {
            assert!(parts.view().bucket(hash(word)).any(|found| found == entry(word)));
            let len = parts.view().bucket(hash(word)).count();
            assert_eq!(parts.view().bucket_len(hash(word)), len);
        }
    }

    #[test]
    fn an_empty_index_answers() {
        let parts = HashIndexParts::build(Vec::new());
        assert_eq!(parts.view().bucket(u32::MAX).count(), 0);
        assert_eq!(HashIndex::new(&[0, 1], &[7]).bucket(u32::MAX).count(), 1, "a single bucket");
    }
}
