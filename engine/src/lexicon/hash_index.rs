//! Hash index from blocking keys to terms, for the deletion index and the skeleton index.
//!
//! Buckets of entries without keys: an entry is a term ordinal (24 bits) and a tag (8 bits). The tag is
//! compared before the term is read. Chance hits are harmless, because callers compare the words
//! themselves.

use rayon::prelude::*;

use super::buckets::{BucketParts, Buckets};

/// Number of terms that an entry can address.
pub(crate) const WORDS_MAX: u64 = 1 << 24;

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

/// The buckets of an index as stored.
pub(crate) type HashIndexParts = BucketParts<u32>;

impl HashIndexParts {
    /// Sorts hashed entries into about one bucket per entry.
    pub(crate) fn of(hashed: Vec<(u32, Entry)>) -> Self {
        let buckets = hashed.len().max(2);
        let packed = hashed.into_par_iter().map(|(hash, entry)| (hash, entry.pack()));
        Self::build(packed.collect(), buckets)
    }

    pub(crate) fn index(&self) -> HashIndex<'_> {
        HashIndex(self.view())
    }
}

/// A borrowed index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HashIndex<'s>(pub(crate) Buckets<'s, u32>);

impl<'s> HashIndex<'s> {
    /// Returns the entries in the bucket of this hash.
    pub(crate) fn bucket(self, hash: u32) -> impl Iterator<Item = Entry> + 's {
        self.0.bucket(hash).iter().map(|&entry| Entry::unpack(entry))
    }

    /// Number of entries in the bucket of this hash.
    pub(crate) fn bucket_len(self, hash: u32) -> usize {
        self.0.bucket(hash).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::buckets::may_have;

    #[test]
    fn every_entry_is_in_the_bucket_of_its_hash() {
        let hash = |word: u32| word.wrapping_mul(0x9e37_79b1);
        let entry = |word: u32| Entry { word, tag: hash(word) as u8 };
        let hashed: Vec<_> = (0..1000).map(|word| (hash(word), entry(word))).collect();
        let mut reversed = hashed.clone();
        reversed.reverse();
        let parts = HashIndexParts::of(hashed);
        let again = HashIndexParts::of(reversed);
        assert_eq!((&parts.starts, &parts.entries), (&again.starts, &again.entries));
        assert!(may_have(parts.starts.len() - 1));
        for word in 0..1000 {
            assert!(parts.index().bucket(hash(word)).any(|found| found == entry(word)));
            let len = parts.index().bucket(hash(word)).count();
            assert_eq!(parts.index().bucket_len(hash(word)), len);
        }
    }

    #[test]
    fn an_empty_index_answers() {
        let parts = HashIndexParts::of(Vec::new());
        assert_eq!(parts.index().bucket(u32::MAX).count(), 0);
        assert_eq!(
            HashIndex(Buckets::new(&[0, 1], &[7])).bucket(u32::MAX).count(),
            1,
            "a single bucket"
        );
    }
}
