//! Similarity of spellings within one alphabet: a weighted edit distance.

use super::Similarity;
use super::align::{EditCosts, cheapest};
use super::costs::at_start;
use crate::text::form::{Letter, WordForm};

/// Costs of edits, in 1/100 of a letter.
pub(crate) mod edits {
    pub(crate) const LETTER: u32 = 100;
    pub(crate) const VOWEL: u32 = 70;
    pub(crate) const DOUBLED: u32 = 30;
    pub(crate) const SWAPPED: u32 = 50;
    /// Letters of one sound.
    pub(crate) const ALIKE: u32 = 45;
    /// An edited digit, beyond every budget: "m7" is not "m8".
    pub(crate) const DIGIT: u32 = 300;
}
use edits::{ALIKE, DIGIT, DOUBLED, LETTER, SWAPPED, VOWEL};

/// Greatest difference in length of two similar words.
const LENGTH_DIFFERENCE_MAX: usize = 3;

/// Returns the allowed cost by the length of the shorter word.
#[inline]
fn budget(letters: usize) -> u32 {
    match letters {
        0..=3 => 60,
        4 => 100,
        5..=6 => 170,
        7..=9 => 210,
        _ => 240,
    }
}

/// Returns the similarity of two spellings in the same script. It may be none where it would not exceed
/// `known`, the similarity by another measure.
pub(super) fn similarity(a: &WordForm, b: &WordForm, known: Similarity) -> Similarity {
    let (left, right) = (a.letters(), b.letters());
    let Some(budget) = budget_of(left.len(), right.len(), known) else { return Similarity::NONE };
    if letters_missing(a, b) * ALIKE > budget {
        return Similarity::NONE;
    }
    let cost = cheapest(&Edits { left, right }, budget);
    let longer = left.len().max(right.len());
    cost.map_or(Similarity::NONE, |cost| Similarity::falling(100, 800, cost, longer))
}

/// Returns the allowed cost of an alignment of words of these lengths, so that their similarity exceeds
/// `known`; `None` when the lengths alone rule that out.
#[inline]
pub(super) fn budget_of(a: usize, b: usize, known: Similarity) -> Option<u32> {
    let (shorter, longer) = (a.min(b), a.max(b));
    // Cost at which the similarity falls to `known`.
    let room = u32::from(Similarity::EQUAL.0 - known.0) * 10_000 / 255 * longer as u32 / 80;
    (longer - shorter <= LENGTH_DIFFERENCE_MAX).then(|| budget(shorter).min(room))
}

/// Returns a lower bound of the cost of a Latin letter that the other word, of these letters, lacks.
pub(super) fn least_cost(letter: Letter, others: &[Letter]) -> u32 {
    if others.iter().any(|other| letter.is_alike(*other)) {
        ALIKE
    } else if letter.is_vowel() {
        VOWEL
    } else {
        LETTER
    }
}

/// Returns a lower bound of the letters of one word that do not occur in the other. Each of them costs
/// an edit.
#[inline]
fn letters_missing(a: &WordForm, b: &WordForm) -> u32 {
    let missing = |a: u32, b: u32| (a & !b).count_ones();
    missing(a.letter_set(), b.letter_set()).max(missing(b.letter_set(), a.letter_set()))
}

struct Edits<'a> {
    left: &'a [Letter],
    right: &'a [Letter],
}

impl EditCosts for Edits<'_> {
    #[inline]
    fn lengths(&self) -> (usize, usize) {
        (self.left.len(), self.right.len())
    }

    #[inline]
    fn replace(&self, left: usize, right: usize) -> u32 {
        let (a, b) = (self.left[left], self.right[right]);
        if a == b {
            return 0;
        }
        let cost = if a.is_digit() || b.is_digit() {
            DIGIT
        } else if a.is_alike(b) {
            ALIKE
        } else if !(a.is_vowel() && b.is_vowel())
            || (is_ending(self.left, left) && is_ending(self.right, right))
        {
            LETTER
        } else {
            VOWEL
        };
        at_start(cost, left == 0 || right == 0)
    }

    #[inline]
    fn drop_left(&self, left: usize) -> u32 {
        drop_of(self.left, left)
    }

    #[inline]
    fn drop_right(&self, right: usize) -> u32 {
        drop_of(self.right, right)
    }

    #[inline]
    fn swap(&self, left: usize, right: usize) -> Option<u32> {
        let crosswise = self.left[left] == self.right[right - 1]
            && self.left[left - 1] == self.right[right]
            && !self.left[left].is_digit()
            && !self.left[left - 1].is_digit();
        crosswise.then(|| at_start(SWAPPED, left == 1 || right == 1))
    }
}

#[inline]
fn drop_of(word: &[Letter], at: usize) -> u32 {
    let letter = word[at];
    let cost = if letter.is_digit() {
        DIGIT
    } else if at > 0 && word[at - 1] == letter {
        DOUBLED
    } else if letter.is_vowel() && !is_ending(word, at) {
        VOWEL
    } else {
        LETTER
    };
    at_start(cost, at == 0)
}

/// True for a last a or o, which separates female from male names in many languages: Mario is not
/// Maria.
#[inline]
fn is_ending(word: &[Letter], at: usize) -> bool {
    at > 0 && at + 1 == word.len() && matches!(word[at].character(), 'a' | 'o')
}
