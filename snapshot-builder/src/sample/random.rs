//! Random numbers that are the same on every machine: integers, and floating point only with operations
//! fixed by the standard (the four basic ones and the square root).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// One random stream. Each record has its own, so that no number depends on another record.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    /// The stream of `(seed, purpose, index)`.
    pub(crate) fn new(seed: u64, purpose: &str, index: u64) -> Self {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&fnv1a(purpose).to_le_bytes());
        key[16..24].copy_from_slice(&index.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // Multiply-shift: the bias of bound / 2^32 does not matter for sample data.
        let draw = u128::from(self.0.next_u64());
        ((draw * bound as u128) >> 64) as usize
    }

    /// A number of the inclusive range.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True in `percent` of 100 draws.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random item, all equally likely; the default of `T` if there is none.
    pub(crate) fn pick<T: Copy + Default>(&mut self, items: &[T]) -> T {
        items.get(self.below(items.len())).copied().unwrap_or_default()
    }

    /// A rank below `count`, the first ones most likely (product of two random numbers: the density
    /// falls logarithmically, much like Zipf's law over a list of frequent names).
    pub(crate) fn ranked(&mut self, count: usize) -> usize {
        let first = self.below(count);
        self.below(first + 1)
    }

    /// A rank in an unbounded vocabulary. The probability of rank r falls as r^(-5/3), so the number of
    /// distinct ranks among n draws grows as n^0.6: Heaps' law, with the usual exponent for names.
    pub(crate) fn endless_rank(&mut self) -> u64 {
        let unit = ((self.0.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        (FREQUENT_RANKS * (1.0 / (unit * unit.sqrt()) - 1.0)) as u64
    }
}

/// A good third of the draws of [`Random::endless_rank`] fall below this rank: 1 - 2^(-2/3).
const FREQUENT_RANKS: f64 = 150.0;

fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_stream_depends_on_seed_purpose_and_index_alone() {
        let draw = |seed, purpose, index| Random::new(seed, purpose, index).below(1 << 30);
        assert_eq!(draw(1, "a", 1), draw(1, "a", 1));
        for other in [draw(2, "a", 1), draw(1, "b", 1), draw(1, "a", 2)] {
            assert_ne!(draw(1, "a", 1), other);
        }
    }

    #[test]
    fn first_ranks_are_drawn_most() {
        let mut random = Random::new(1, "ranks", 0);
        let mut counts = [0u32; 100];
        (0..100_000).for_each(|_| counts[random.ranked(100)] += 1);
        assert!(counts[0] > 4 * counts[30] && counts[30] > counts[90], "{counts:?}");
    }
}
