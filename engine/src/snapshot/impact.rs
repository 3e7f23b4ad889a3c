//! An entry of an impact list: a name under one of its words, with what else it holds in brief.
//!
//! Lists are long and are walked in order; what an entry says of its name's other words decides
//! most often that the name itself need not be looked at.

use bytemuck::{Pod, Zeroable};

use crate::model::{NameOrdinal, WordMask};

/// A name in the list of one of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Impact {
    /// Weight of the name's informative words other than the list's own: what stays unmatched
    /// when nothing else meets. Lists are sorted by it, then by name.
    pub rest: u16,
    /// The name's other single words, folded to 16 bits.
    pub others: OtherWords,
    /// The name.
    pub name: NameOrdinal,
}

impl Impact {
    /// What lists are sorted by.
    #[must_use]
    pub fn order(&self) -> (u16, NameOrdinal) {
        (self.rest, self.name)
    }
}

/// Up to five words folded to 16 bits, distinct and rising, or a mark that there are more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct OtherWords([u16; 5]);

/// Values a folded word can have.
pub const FOLDED_WORDS: usize = 1 << 16;

impl OtherWords {
    /// Stands where there are no more words.
    const NONE: u16 = u16::MAX;
    /// Stands for more words than fit.
    const MANY: u16 = u16::MAX - 1;

    /// The folded value of a word ordinal. Different words may share one.
    #[inline]
    #[must_use]
    pub fn fold(word: u32) -> u16 {
        (word % u32::from(Self::MANY)) as u16
    }

    /// The other words of a name: `words` are those of the whole name, `own` those that the
    /// list's own word covers. A word that stands more often in the name than its list covers is
    /// another word, too.
    #[must_use]
    pub fn of(words: &[u32], own: &[u32]) -> Self {
        let count = |of: &[u32], word: u32| of.iter().filter(|&&other| other == word).count();
        let mut folded = [Self::NONE; crate::limits::NAME_WORDS_MAX];
        let mut len = 0;
        for &word in words.iter().filter(|&&word| count(words, word) > count(own, word)) {
            let word = Self::fold(word);
            if !folded[..len].contains(&word) {
                folded[len] = word;
                len += 1;
            }
        }
        let mut others = [Self::NONE; 5];
        if len > others.len() {
            others[0] = Self::MANY;
        } else {
            folded[..len].sort_unstable();
            others[..len].copy_from_slice(&folded[..len]);
        }
        Self(others)
    }

    /// What `masks`, by folded word, says of all of them together; `many` when they did not fit.
    #[inline]
    #[must_use]
    pub fn masks(self, masks: &[WordMask; FOLDED_WORDS], many: WordMask) -> WordMask {
        if self.0[0] == Self::MANY {
            return many;
        }
        self.0.iter().fold(WordMask::NONE, |all, &word| all | masks[usize::from(word)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(words: &[u32], own: &[u32]) -> Vec<u16> {
        OtherWords::of(words, own).0.to_vec()
    }

    const NONE: u16 = OtherWords::NONE;

    fn no_masks() -> Box<[WordMask; FOLDED_WORDS]> {
        vec![WordMask::NONE; FOLDED_WORDS].try_into().expect("made with this length")
    }

    #[test]
    fn the_lists_own_word_is_left_out_once() {
        assert_eq!(folded(&[9, 3, 5], &[3]), [5, 9, NONE, NONE, NONE]);
        assert_eq!(folded(&[3, 3, 5], &[3]), [3, 5, NONE, NONE, NONE], "it stands twice");
        assert_eq!(folded(&[1, 2, 3], &[1, 2]), [3, NONE, NONE, NONE, NONE]);
    }

    #[test]
    fn more_than_five_words_say_that_any_may_meet() {
        let (masks, all) = (no_masks(), WordMask::all_of(3));
        let many = OtherWords::of(&[1, 2, 3, 4, 5, 6, 7], &[1]);
        assert_eq!(many.masks(&masks, all), all);
        let five = OtherWords::of(&[1, 2, 3, 4, 5, 6], &[1]);
        assert_eq!(five.masks(&masks, all), WordMask::NONE);
    }

    #[test]
    fn every_word_that_folds_alike_shares_its_mask() {
        let mut masks = no_masks();
        let (word, twin) = (7, 7 + u32::from(OtherWords::MANY));
        masks[usize::from(OtherWords::fold(twin))] = WordMask::word(2);
        let met = OtherWords::of(&[1, word], &[1]).masks(&masks, WordMask::NONE);
        assert_eq!(met, WordMask::word(2));
        assert!(OtherWords::fold(u32::MAX) < OtherWords::MANY);
    }
}
