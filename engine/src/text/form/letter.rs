//! A letter and its groups of similar letters, which decide the cost of replacing it.

use std::sync::LazyLock;

use bytemuck::{CheckedBitPattern, NoUninit};

use super::Script;

/// A letter and its groups of look-alikes and sound-alikes, in the layout of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, CheckedBitPattern, NoUninit)]
#[repr(C)]
pub(crate) struct Letter {
    character: char,
    /// One bit per group of its script, and [`VOWEL`] or [`DIGIT`].
    traits: u32,
}

const VOWEL: u32 = 1 << 31;
const DIGIT: u32 = 1 << 30;

/// Groups of letters that are easily mistaken for each other, by ear or by eye. Compiled by hand.
const LATIN_GROUPS: &[&str] = &[
    "ae", "ei", "iy", "ou", "ij", "il", "jy", "gj", "uvw", "fv", "ckq", "gk", "gq", "cs", "sz",
    "bp", "dt",
];
const LATIN_VOWELS: &str = "aeiouy";
/// Groups of letters that differ by dots, or sound alike in some region.
const ARABIC_GROUPS: &[&str] = &[
    "بپتثن",
    "جحخچ",
    "دذ",
    "رزژ",
    "سش",
    "صض",
    "طظ",
    "عغ",
    "فق",
    "كکگ",
    "تط",
    "سصث",
    "زذظض",
    "غق",
    "قكک",
    "حه",
    "اع",
    "بيی",
    "نيی",
    "جگ",
    "وف",
];
const ARABIC_VOWELS: &str = "اويی";
const HEBREW_GROUPS: &[&str] = &["דר", "הח", "וז", "טת", "כק", "סש", "כח", "אע", "בכ", "צס", "זס"];
const HEBREW_VOWELS: &str = "אוי";

/// All ASCII characters as letters of Latin words, which most words of most lists consist of.
static LATIN: LazyLock<[Letter; 128]> = LazyLock::new(|| {
    std::array::from_fn(|code| Letter::read(char::from(code as u8), Script::Latin))
});

impl Letter {
    pub(super) fn new(character: char, script: Script) -> Self {
        let known = LATIN.get(character as usize).filter(|_| script == Script::Latin);
        known.copied().unwrap_or_else(|| Self::read(character, script))
    }

    fn read(character: char, script: Script) -> Self {
        let (groups, vowels) = match script {
            Script::Latin => (LATIN_GROUPS, LATIN_VOWELS),
            Script::Arabic => (ARABIC_GROUPS, ARABIC_VOWELS),
            Script::Hebrew => (HEBREW_GROUPS, HEBREW_VOWELS),
            _ => (&[] as &[&str], ""),
        };
        let mut traits = 0;
        for (bit, group) in groups.iter().enumerate() {
            traits |= u32::from(group.contains(character)) << bit;
        }
        if vowels.contains(character) {
            traits |= VOWEL;
        }
        if character.is_numeric() {
            traits |= DIGIT;
        }
        Self { character, traits }
    }

    /// Returns all letters that Latin words may have, digits and signs included.
    pub(crate) fn latin() -> impl Iterator<Item = Self> {
        LATIN.iter().copied()
    }

    #[inline]
    pub(crate) fn character(self) -> char {
        self.character
    }

    /// Returns its bit in a set of letters.
    #[inline]
    pub(crate) fn bit(self) -> u32 {
        Self::bit_of(self.character)
    }

    /// Returns the bit of a character in a set of letters.
    #[inline]
    pub(crate) fn bit_of(character: char) -> u32 {
        1 << (u32::from(character) & 31)
    }

    #[inline]
    pub(crate) fn is_vowel(self) -> bool {
        self.traits & VOWEL != 0
    }

    #[inline]
    pub(crate) fn is_digit(self) -> bool {
        self.traits & DIGIT != 0
    }

    /// True if the two letters are easily mistaken for each other. Both must be of one script.
    #[inline]
    pub(crate) fn is_alike(self, other: Self) -> bool {
        self.traits & other.traits & !(VOWEL | DIGIT) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_leave_room_for_the_marks() {
        for groups in [LATIN_GROUPS, ARABIC_GROUPS, HEBREW_GROUPS] {
            assert!(groups.len() <= 30);
        }
    }

    #[test]
    fn alike_is_not_transitive() {
        let [a, e, i] = ['a', 'e', 'i'].map(|letter| Letter::new(letter, Script::Latin));
        assert!(a.is_alike(e) && e.is_alike(i) && !a.is_alike(i));
        assert!(a.is_vowel() && !Letter::new('7', Script::Latin).is_vowel());
    }
}
