//! Sets of words of one name.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use crate::limits::NAME_WORDS_MAX;

/// A set of words of one name, of a query or of a record, by their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordMask(u32);

const _: () = assert!(NAME_WORDS_MAX <= u32::BITS as usize, "every word of a name has a bit");

impl WordMask {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set of the word at a position.
    #[inline]
    #[must_use]
    pub fn word(at: usize) -> Self {
        Self(1 << at)
    }

    /// Returns the set of `len` neighbouring words from `start` on.
    #[inline]
    #[must_use]
    pub fn span(start: u8, len: u8) -> Self {
        let ones = if len >= 32 { u32::MAX } else { (1 << len) - 1 };
        Self(ones << start)
    }

    /// Returns the set of all words of a name with `words` words.
    #[inline]
    #[must_use]
    pub fn all_of(words: usize) -> Self {
        Self::span(0, words as u8)
    }

    /// True if the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns its index among all sets of words.
    #[inline]
    #[must_use]
    pub fn place(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of words.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if some word is in both sets.
    #[inline]
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the words that are not in the other set.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the words for which `keep` holds.
    #[inline]
    #[must_use]
    pub fn filter(self, keep: impl Fn(usize) -> bool) -> Self {
        self.iter().filter(|&at| keep(at)).fold(Self::NONE, |kept, at| kept | Self::word(at))
    }

    /// Returns the position of the first word; 32 when there is none.
    #[inline]
    #[must_use]
    pub fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Returns the position of the only word; `None` for none or several.
    #[inline]
    #[must_use]
    pub fn only(self) -> Option<usize> {
        self.0.is_power_of_two().then(|| self.first())
    }

    /// Returns the positions, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut mask = self.0;
        std::iter::from_fn(move || {
            let at = mask.trailing_zeros();
            mask &= mask.wrapping_sub(1);
            (at < 32).then_some(at as usize)
        })
    }
}

impl BitOr for WordMask {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for WordMask {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for WordMask {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(mask: WordMask) -> Vec<usize> {
        mask.iter().collect()
    }

    #[test]
    fn positions_come_back_in_order() {
        assert_eq!(places(WordMask::word(31) | WordMask::word(0)), [0, 31]);
        assert_eq!(places(WordMask::span(2, 3)), [2, 3, 4]);
        assert_eq!(places(WordMask::NONE), [0; 0]);
        assert_eq!(WordMask::all_of(NAME_WORDS_MAX).len() as usize, NAME_WORDS_MAX);
        assert!(WordMask::all_of(0).is_empty());
    }

    #[test]
    fn sets_are_compared() {
        let (low, high) = (WordMask::span(0, 2), WordMask::span(1, 2));
        assert!(low.intersects(high) && !low.intersects(WordMask::word(2)));
        assert_eq!(places(low & high), [1]);
        assert_eq!(places(low.without(high)), [0]);
        assert_eq!(places(high.filter(|at| at > 1)), [2]);
    }

    #[test]
    fn one_word_is_told_from_several() {
        assert_eq!(WordMask::word(7).only(), Some(7));
        assert_eq!(WordMask::span(7, 2).only(), None);
        assert_eq!(WordMask::NONE.only(), None);
        assert_eq!(WordMask::span(7, 2).first(), 7);
    }
}
