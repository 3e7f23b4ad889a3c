//! Encodings of the words of a name in postings: a word by its ordinal, an initial by its letter.
//! Postings hold them hashed to 16 bits.

use bytemuck::{Pod, Zeroable};

use crate::lexicon::rows::WordRow;

use super::rows::RunWord;
use super::runs::{CompoundRun, CompoundWord};
use crate::limits::NAME_WORDS_MAX;
use crate::model::WordMask;
use crate::text::WordClass;

/// Up to `N` words hashed to 16 bits, distinct and ascending, or a mark for more words than fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub struct OtherWords<const N: usize>([u16; N]);

/// Number of values of a word hashed to 16 bits.
pub const FOLDED_WORDS: usize = 1 << 16;
/// Fills the unused places behind the last word.
const NONE: u16 = u16::MAX;
/// Marks more words than fit.
const MANY: u16 = u16::MAX - 1;
/// The first of the 16-bit values of initials, one per Latin letter and one for all others. They are
/// apart because an initial can match any word that begins with it.
const INITIALS: u16 = u16::MAX - 32;
/// The first of the values of initials among word ordinals, which have 24 bits.
const INITIAL_WORDS: u32 = u32::MAX - 32;

/// A word of a name as postings encode it: its ordinal, or the value of an initial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EncodedWord(pub u32);

/// The encoded single words of a name, in order.
pub(super) struct EncodedWords {
    words: [EncodedWord; NAME_WORDS_MAX],
    len: usize,
}

impl EncodedWords {
    /// Encodes the words of a run; `rows` are the dictionary rows.
    pub(super) fn of(run: &[u32], rows: &[WordRow]) -> Self {
        let mut words = [EncodedWord(0); NAME_WORDS_MAX];
        let told = run.iter().map(|&word| EncodedWord::of(RunWord(word), rows));
        words.iter_mut().zip(told).for_each(|(slot, word)| *slot = word);
        Self { words, len: run.len() }
    }
}

impl std::ops::Deref for EncodedWords {
    type Target = [EncodedWord];

    fn deref(&self) -> &[EncodedWord] {
        &self.words[..self.len]
    }
}

impl EncodedWord {
    /// Encodes a word of a name; `rows` are the dictionary rows.
    #[inline]
    #[must_use]
    pub fn of(word: RunWord, rows: &[WordRow]) -> Self {
        match word.class() {
            WordClass::Initial => Self::initial(rows[word.word() as usize].initial),
            _ => Self(word.word()),
        }
    }

    /// Encodes an initial: a Latin letter, or 0 for any other.
    #[inline]
    #[must_use]
    pub fn initial(letter: u8) -> Self {
        let latin = letter.is_ascii_lowercase();
        Self(INITIAL_WORDS + if latin { u32::from(letter - b'a') + 1 } else { 0 })
    }

    /// True if the word is an initial.
    #[inline]
    #[must_use]
    pub fn is_initial(self) -> bool {
        self.0 >= INITIAL_WORDS
    }

    /// Hashes the word to 16 bits. Different words may share a value; initials share theirs with no
    /// other word.
    #[inline]
    #[must_use]
    pub fn folded(self) -> u16 {
        if self.is_initial() {
            INITIALS + (self.0 - INITIAL_WORDS) as u16
        } else {
            (self.0 % u32::from(INITIALS)) as u16
        }
    }

    /// True if a hashed word is an initial.
    #[inline]
    #[must_use]
    pub fn folds_initial(folded: u16) -> bool {
        (INITIALS..MANY).contains(&folded)
    }
}

impl<const N: usize> OtherWords<N> {
    /// Stands for more words than fit, or for words that cannot be encoded.
    const MANY: Self = {
        let mut others = [NONE; N];
        others[0] = MANY;
        Self(others)
    };

    /// Encodes the other words of a name. `words` are all words of the name, `own` the terms of the
    /// posting list. A word that occurs more often in the name than in `own` is among the other words
    /// as well.
    #[must_use]
    pub fn of(words: &[EncodedWord], own: &[EncodedWord]) -> Self {
        let count = |of: &[EncodedWord], word: EncodedWord| {
            of.iter().filter(|&&other| other == word).count()
        };
        let others = words.iter().filter(|&&word| count(words, word) > count(own, word));
        Self::folding(others.copied())
    }

    /// Encodes the other words for the posting list of a compound, with the other compounds that do not
    /// overlap it. A compound that occurs twice in the name gives [`Self::MANY`], as either occurrence
    /// may be matched.
    #[must_use]
    pub(super) fn beside_compound(
        words: &[EncodedWord],
        compound: CompoundRun<'_>,
        own: CompoundWord,
    ) -> Self {
        if compound.iter().filter(|other| other.word == own.word).count() > 1 {
            return Self::MANY;
        }
        let single =
            words.iter().enumerate().filter(|&(at, _)| !own.words().intersects(WordMask::word(at)));
        let beside = compound.iter().filter(|other| !other.words().intersects(own.words()));
        let beside = beside.map(|other| EncodedWord(other.word.0));
        Self::folding(single.map(|(_, &word)| word).chain(beside))
    }

    fn folding(words: impl Iterator<Item = EncodedWord>) -> Self {
        let (mut others, mut len) = ([NONE; N], 0);
        for word in words.map(EncodedWord::folded) {
            if !others[..len].contains(&word) {
                let Some(slot) = others.get_mut(len) else { return Self::MANY };
                *slot = word;
                len += 1;
            }
        }
        others[..len].sort_unstable();
        Self(others)
    }

    /// Returns the hashed words; `None` when they did not fit.
    #[inline]
    #[must_use]
    pub fn folded(&self) -> Option<&[u16]> {
        let words = self.0.iter().position(|&word| word == NONE).unwrap_or(N);
        (self.0[0] != MANY).then_some(&self.0[..words])
    }

    /// True if one of the words may be in a set. Called for most postings of a traversal and nearly
    /// always false, so it has no branch.
    #[inline]
    #[must_use]
    pub fn may_hold(&self, set: &FoldedSet) -> bool {
        self.0.iter().fold(0, |all, &word| all | set.bit(word)) != 0
    }
}

/// A set of hashed words, which always contains the mark for more words than fit. At 8 KB it stays in
/// the first-level cache.
#[derive(Debug)]
pub struct FoldedSet(Box<[u64; FOLDED_WORDS / 64]>);

impl Default for FoldedSet {
    fn default() -> Self {
        let mut set = Self(Box::new([0; FOLDED_WORDS / 64]));
        set.insert(MANY);
        set
    }
}

impl FoldedSet {
    pub fn insert(&mut self, folded: u16) {
        self.0[usize::from(folded) / 64] |= 1 << (folded % 64);
    }

    pub fn remove(&mut self, folded: u16) {
        self.0[usize::from(folded) / 64] &= !(1 << (folded % 64));
    }

    /// True if the set contains a word.
    #[inline]
    #[must_use]
    pub fn contains(&self, folded: u16) -> bool {
        self.bit(folded) != 0
    }

    #[inline]
    fn bit(&self, folded: u16) -> u64 {
        self.0[usize::from(folded) / 64] >> (folded % 64) & 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::WordOrdinal;

    fn folded(words: &[u32], own: &[u32]) -> [u16; 5] {
        let told = |words: &[u32]| words.iter().map(|&word| EncodedWord(word)).collect::<Vec<_>>();
        OtherWords::of(&told(words), &told(own)).0
    }

    #[test]
    fn the_lists_own_word_is_left_out_once() {
        assert_eq!(folded(&[9, 3, 5], &[3]), [5, 9, NONE, NONE, NONE]);
        assert_eq!(folded(&[3, 3, 5], &[3]), [3, 5, NONE, NONE, NONE], "it stands twice");
        assert_eq!(folded(&[1, 2, 3], &[1, 2]), [3, NONE, NONE, NONE, NONE]);
    }

    #[test]
    fn more_words_than_fit_say_that_any_may_meet() {
        let of = |words: &[u32]| {
            let words: Vec<EncodedWord> = words.iter().map(|&word| EncodedWord(word)).collect();
            OtherWords::<5>::of(&words, &[EncodedWord(1)]).folded().is_none()
        };
        assert!(of(&[1, 2, 3, 4, 5, 6, 7]));
        assert!(!of(&[1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn beside_joined_words_neighbours_are_told_that_lie_apart_from_them() {
        let words: Vec<EncodedWord> = [1, 2, 3, 4].into_iter().map(EncodedWord).collect();
        // Words 20 to 22 are compounds of two neighbours each.
        let pairs = |compound: [u32; 3]| -> Vec<u32> {
            let pack =
                |(start, word)| CompoundWord { word: WordOrdinal(word), start, len: 2 }.pack();
            (0..).zip(compound).flat_map(pack).collect()
        };
        let beside = |pairs: &[u32], own: usize| {
            let compound = CompoundRun::of(pairs);
            let own = compound.iter().nth(own).expect("it has three");
            OtherWords::<5>::beside_compound(&words, compound, own)
        };
        let apart = pairs([20, 21, 22]);
        assert_eq!(beside(&apart, 0).folded(), Some(&[3, 4, 22][..]));
        assert_eq!(beside(&apart, 1).folded(), Some(&[1, 4][..]));
        let twice = pairs([20, 21, 20]);
        assert_eq!(beside(&twice, 0).folded(), None, "either may be met");
    }

    #[test]
    fn initials_share_their_values_with_no_word() {
        let letters = (b'a'..=b'z').chain([0, b'?']).map(EncodedWord::initial);
        let values: std::collections::BTreeSet<u16> = letters.map(EncodedWord::folded).collect();
        assert_eq!(values.len(), 27, "whatever is not a Latin letter shares one");
        assert!(values.iter().all(|&value| EncodedWord::folds_initial(value)));
        let ordinals = [0, u32::from(INITIALS), (1 << 24) - 1].map(EncodedWord);
        let folds_initial =
            |word: &EncodedWord| word.is_initial() || EncodedWord::folds_initial(word.folded());
        assert!(!ordinals.iter().any(folds_initial));
    }
}
