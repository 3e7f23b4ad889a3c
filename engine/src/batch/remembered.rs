//! A cache of recent answers: customers share names, and equal queries have equal answers.

use std::fmt;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// A value with a known size in memory.
pub trait Weighed {
    /// Returns its approximate size in bytes.
    fn bytes(&self) -> usize;
}

impl Weighed for Vec<u8> {
    fn bytes(&self) -> usize {
        self.len()
    }
}

/// Answers by query, the most recent and frequent ones, within a number of bytes. It belongs to one
/// run, over one snapshot with one set of parameters.
pub struct Remembered<A>(Cache<Box<str>, Arc<A>, Bytes>);

/// Size of a typical answer in bytes, by which the cache sizes its shards.
const COMMON: usize = 512;

impl<A: Weighed> Remembered<A> {
    /// Makes an empty cache, which takes memory as it fills, up to this many bytes.
    #[must_use]
    pub fn new(bytes_max: usize) -> Self {
        Self(Cache::with_weighter(bytes_max / COMMON, bytes_max as u64, Bytes))
    }

    /// Returns the cached answer to a query, or makes it and caches it.
    pub fn get_or_make(&self, asked: &str, make: impl FnOnce() -> A) -> Arc<A> {
        self.0.get(asked).unwrap_or_else(|| {
            let answer = Arc::new(make());
            self.0.insert(asked.into(), Arc::clone(&answer));
            answer
        })
    }
}

/// Shows the number of answers and no content: the keys hold names.
impl<A: Weighed> fmt::Debug for Remembered<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remembered({} answers)", self.0.len())
    }
}

#[derive(Debug, Clone)]
struct Bytes;

impl<A: Weighed> Weighter<Box<str>, Arc<A>> for Bytes {
    fn weight(&self, asked: &Box<str>, answer: &Arc<A>) -> u64 {
        /// Bytes of the cache for an entry, and of two allocations.
        const BESIDE: usize = 128;
        (asked.len() + answer.bytes() + BESIDE) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_given_once() {
        let answers = Remembered::new(1 << 20);
        assert_eq!(*answers.get_or_make("a name", || vec![1]), [1]);
        assert_eq!(*answers.get_or_make("a name", || unreachable!("it is remembered")), [1]);
        assert_eq!(*answers.get_or_make("another", || vec![2]), [2]);
        assert_eq!(format!("{answers:?}"), "Remembered(2 answers)", "no name");
    }

    #[test]
    fn it_never_holds_more_than_its_limit() {
        let answers = Remembered::new(1 << 20);
        for at in 0..5_000 {
            answers.get_or_make(&at.to_string(), || vec![0_u8; 1000]);
        }
        assert!(answers.0.weight() <= 1 << 20, "{}", answers.0.weight());
        assert!(answers.0.len() > 500, "{}", answers.0.len());
    }
}
