//! Variants learnt from the lists: words that replace each other in names of one party.
//!
//! If a primary name and an alias share a word, their other words may be spellings or translations of
//! each other: "Igor" and "Ihar", "zavod" and "plant". Evidence is the number of contexts in which two
//! words do so. A context is the rarest word that the two names share; counting records would count a
//! party as often as it is listed. Counted against it are the contexts in which either word occurs
//! without the other: Mohammed and Ahmed share many contexts, and do not in far more.

use rayon::prelude::*;

use super::names::Names;
use crate::text::{Kinds, NameKind, WordClass};

/// Least number of contexts that a pair must share.
const CONTEXTS_MIN: u32 = 2;
/// Least share, in hundredths, of the contexts of both words that they have in common: twice the common
/// ones by the sum of both words' contexts.
const SHARE_MIN: u64 = 50;
/// The least share, in hundredths, of pairs with [`CONTEXTS_MANY`] common contexts.
const SHARE_MIN_OF_MANY: u64 = 30;
const CONTEXTS_MANY: u32 = 4;
/// Most words that only one of two names has: with more, it is unclear which replace each other.
const ALONE_MAX: usize = 3;
/// Most aliases of a record that are compared.
const ALIASES_MAX: usize = 32;
/// Most variants learnt for one word: those with the largest share.
const OF_WORD_MAX: usize = 8;

/// Two words that are variants of each other, by their provisional numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Learnt {
    pub(super) words: [u32; 2],
    /// The kinds of names that they were learnt from.
    pub(super) kinds: Kinds,
}

/// Two words and a context that they share, by provisional number; the lesser word first.
type Occurrences = [u32; 3];

/// Learns variants from the names of all records, sorted by words. `frequency` is the number of records
/// that contain a word.
pub(super) fn learn(
    names: &Names,
    kinds: &[NameKind],
    frequency: &(impl Fn(u32) -> u32 + Sync),
) -> Vec<Learnt> {
    let mut learnt = Vec::new();
    for kind in NameKind::ALL {
        let of_kind = |record: &usize| kinds[*record] == kind;
        let records = (0..kinds.len()).into_par_iter().filter(of_kind);
        let mut met: Vec<Occurrences> =
            records.flat_map_iter(|record| occurrences_in(names, record, frequency)).collect();
        met.par_sort_unstable();
        met.dedup();
        learnt.extend(
            pairs(&met).into_iter().map(|words| Learnt { words, kinds: Kinds::only(kind) }),
        );
    }
    learnt
}

/// Returns every pair of words that the primary name of a record and one of its aliases do not share,
/// with its context.
fn occurrences_in(
    names: &Names,
    record: usize,
    frequency: &impl Fn(u32) -> u32,
) -> Vec<Occurrences> {
    let (first, end) = (names.starts[record] as usize, names.starts[record + 1] as usize);
    let mut met = Vec::new();
    let primary = names.informative(first);
    for alias in (first + 1..end).take(ALIASES_MAX) {
        let alias = names.informative(alias);
        let alone = |of: &[u32], other: &[u32]| -> Vec<u32> {
            of.iter().filter(|word| !other.contains(word)).copied().collect()
        };
        let (ours, theirs) = (alone(&primary, &alias), alone(&alias, &primary));
        let shared = primary.iter().filter(|word| alias.contains(word));
        let Some(&context) = shared.min_by_key(|&&word| (frequency(word), word)) else { continue };
        let may_tell = |alone: &[u32]| (1..=ALONE_MAX).contains(&alone.len());
        if may_tell(&ours) && may_tell(&theirs) {
            met.extend(
                ours.iter()
                    .flat_map(|&a| theirs.iter().map(move |&b| [a.min(b), a.max(b), context])),
            );
        }
    }
    met
}

impl Names {
    /// Returns the numbers of a name's ordinary and generic words.
    fn informative(&self, name: usize) -> Vec<u32> {
        let (words, classes) = self.words_and_classes(name);
        let is_word = |class: WordClass| matches!(class, WordClass::Word | WordClass::Generic);
        let words = words.iter().zip(classes).filter(|(_, class)| is_word(**class));
        words.map(|(word, _)| *word).collect()
    }
}

/// Returns the pairs that are variants, sorted by words.
fn pairs(met: &[Occurrences]) -> Vec<[u32; 2]> {
    let contexts = contexts_of_words(met);
    let of_word = |word: u32| -> u64 {
        contexts.binary_search_by_key(&word, |of| of.0).map_or(0, |at| contexts[at].1.into())
    };
    let mut found: Vec<(u64, u32, [u32; 2])> = Vec::new();
    for of_pair in met.chunk_by(|a, b| a[..2] == b[..2]) {
        let [a, b, _] = of_pair[0];
        let together = of_pair.len() as u32;
        let share = 200 * u64::from(together) / (of_word(a) + of_word(b));
        let least = if together >= CONTEXTS_MANY { SHARE_MIN_OF_MANY } else { SHARE_MIN };
        if together >= CONTEXTS_MIN && share >= least {
            found.push((share, together, [a, b]));
        }
    }
    found.sort_unstable_by_key(|&(share, together, words)| {
        (std::cmp::Reverse((share, together)), words)
    });
    let mut learnt_by = ahash::AHashMap::<u32, usize>::new();
    found.retain(|(_, _, words)| {
        let has_room =
            words.iter().all(|word| learnt_by.get(word).is_none_or(|&known| known < OF_WORD_MAX));
        if has_room {
            words.iter().for_each(|word| *learnt_by.entry(*word).or_default() += 1);
        }
        has_room
    });
    let mut pairs: Vec<[u32; 2]> = found.into_iter().map(|(_, _, words)| words).collect();
    pairs.sort_unstable();
    pairs
}

/// Counts the contexts in which each word is in one of the two names only.
fn contexts_of_words(met: &[Occurrences]) -> Vec<(u32, u32)> {
    let mut alone: Vec<[u32; 2]> =
        met.par_iter().flat_map_iter(|&[a, b, context]| [[a, context], [b, context]]).collect();
    alone.par_sort_unstable();
    alone.dedup();
    let words = alone.chunk_by(|a, b| a[0] == b[0]);
    words.map(|of_word| (of_word[0][0], of_word.len() as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(pairs: &[(u32, u32, u32)]) -> Vec<Occurrences> {
        let mut met: Vec<Occurrences> =
            pairs.iter().map(|&(a, b, context)| [a, b, context]).collect();
        met.sort_unstable();
        met
    }

    #[test]
    fn words_that_stand_for_each_other_in_two_contexts_are_variants() {
        assert_eq!(pairs(&met(&[(1, 2, 10), (1, 2, 11)])), [[1, 2]]);
        assert!(pairs(&met(&[(1, 2, 10)])).is_empty(), "one context may be chance");
    }

    #[test]
    fn words_that_stand_for_many_others_are_not() {
        let others = (0..8).map(|other| (1, 20 + other, 30 + other));
        let all: Vec<_> = [(1, 2, 10), (1, 2, 11)].into_iter().chain(others).collect();
        assert!(pairs(&met(&all)).is_empty(), "2 of 10 contexts");
    }

    #[test]
    fn a_word_learns_so_many_at_most() {
        let of_one =
            (0..12).flat_map(|other| (0..20).map(move |context| (1, 100 + other, context)));
        let learnt = pairs(&met(&of_one.collect::<Vec<_>>()));
        assert_eq!(learnt.len(), OF_WORD_MAX);
    }
}
