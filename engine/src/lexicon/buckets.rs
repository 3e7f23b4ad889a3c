//! Buckets of entries by a hash, without keys: a look-up may give entries of another hash too.

use bytemuck::Pod;
use rayon::prelude::*;

/// Most bits of a hash that choose a bucket.
const BUCKET_BITS_MAX: u32 = 24;

/// Buckets as stored: starts (one more than there are buckets) and entries, ascending in each.
#[derive(Debug)]
pub(crate) struct BucketParts<E> {
    pub(crate) starts: Vec<u32>,
    pub(crate) entries: Vec<E>,
}

impl<E: Pod + Ord + Send + Sync> BucketParts<E> {
    /// Sorts hashed entries into so many buckets, rounded up to a power of two. The result does not depend
    /// on the order of the entries.
    pub(crate) fn build(mut hashed: Vec<(u32, E)>, buckets: usize) -> Self {
        let bits = buckets.next_power_of_two().trailing_zeros().min(BUCKET_BITS_MAX);
        hashed.par_iter_mut().for_each(|(hash, _)| *hash = bucket(*hash, bits) as u32);
        hashed.par_sort_unstable();
        hashed.dedup();
        let mut starts = vec![0u32; (1 << bits) + 1];
        for (bucket, _) in &hashed {
            starts[*bucket as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self { starts, entries: hashed.into_iter().map(|(_, entry)| entry).collect() }
    }

    pub(crate) fn view(&self) -> Buckets<'_, E> {
        Buckets { starts: &self.starts, entries: &self.entries }
    }
}

/// Bucket of a hash, one of 2 to the power of `bits`.
#[inline]
fn bucket(hash: u32, bits: u32) -> usize {
    (u64::from(hash) >> (u32::BITS - bits)) as usize
}

/// Borrowed buckets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Buckets<'s, E> {
    starts: &'s [u32],
    entries: &'s [E],
}

impl<'s, E> Buckets<'s, E> {
    /// Borrows checked parts.
    pub(crate) fn new(starts: &'s [u32], entries: &'s [E]) -> Self {
        Self { starts, entries }
    }

    /// Entries in the bucket of this hash.
    #[inline]
    pub(crate) fn bucket(self, hash: u32) -> &'s [E] {
        let at = bucket(hash, (self.starts.len() - 1).trailing_zeros());
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// True if there may be this many buckets: a power of two, not too large, as bits of a hash choose one.
pub(crate) fn may_have(buckets: usize) -> bool {
    buckets.is_power_of_two() && buckets <= 1 << BUCKET_BITS_MAX
}
