//! Words that are written without their vowels: "Vldmr". A first vowel stays.

use super::Similarity;
use crate::text::form::WordForm;

/// Similarity of a word to its form without vowels.
const ALIKE: Similarity = Similarity(230);
/// Fewest letters of a word without vowels: too many shorter ones are acronyms.
const LETTERS_LEAST: usize = 4;
/// Fewest vowels left out: a single one is a slip, which the edit distance covers.
const LEFT_OUT_LEAST: usize = 2;

const VOWELS: [u8; 5] = *b"aeiou";
/// [`VOWELS`] as bits of a letter set.
const VOWEL_SET: u32 = {
    let (mut set, mut at) = (0, 0);
    while at < VOWELS.len() {
        set |= 1 << (VOWELS[at] & 31);
        at += 1;
    }
    set
};

/// Returns the similarity of two Latin words, one of which may be the other without vowels.
pub(super) fn similarity(a: &WordForm, b: &WordForm) -> Similarity {
    let [a, b] = [(a.letter_set(), a.text()), (b.letter_set(), b.text())];
    let (vowelless, full) = if a.1.len() < b.1.len() { (a, b) } else { (b, a) };
    let may_be = may_be_alike((vowelless.0, vowelless.1.len()), (full.0, full.1.len()));
    let is_alike =
        || is_without_vowels(vowelless.1) && without_vowels(full.1).eq(vowelless.1.bytes());
    if may_be && is_alike() { ALIKE } else { Similarity::NONE }
}

/// False only for words that are not alike by this measure, each given by its letter set and length.
#[inline]
pub(super) fn may_be_alike(a: (u32, usize), b: (u32, usize)) -> bool {
    let (vowelless, full) = if a.1 < b.1 { (a, b) } else { (b, a) };
    vowelless.1 >= LETTERS_LEAST
        && vowelless.1 + LEFT_OUT_LEAST <= full.1
        && (vowelless.0 & VOWEL_SET).count_ones() <= 1
        && vowelless.0 & !VOWEL_SET == full.0 & !VOWEL_SET
}

fn is_without_vowels(text: &str) -> bool {
    text.bytes().skip(1).all(|byte| !VOWELS.contains(&byte))
}

fn without_vowels(text: &str) -> impl Iterator<Item = u8> {
    text.bytes()
        .enumerate()
        .filter(|(at, byte)| *at == 0 || !VOWELS.contains(byte))
        .map(|(_, byte)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_their_vowels_are_alike_to_the_full_ones() {
        let alike = |a, b| similarity(&WordForm::new(a), &WordForm::new(b)) == ALIKE;
        for (vowelless, full) in
            [("vldmr", "vladimir"), ("abdllh", "abdullah"), ("brns", "briones")]
        {
            assert!(alike(vowelless, full) && alike(full, vowelless), "{vowelless}");
        }
        for (vowelless, full) in [
            ("vldm", "vladimir"),
            ("ptn", "putin"),
            ("vldmir", "vladimir"),
            ("bdllh", "abdullah"),
            ("vldmr", "vldmr"),
        ] {
            assert!(!alike(vowelless, full), "{vowelless}");
        }
    }
}
