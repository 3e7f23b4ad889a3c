//! The letters of a name without blanks.

use crate::model::WordMask;
use crate::text::classify::number::LETTERS_AROUND_DIGIT_MIN;
use crate::text::fold::FoldedLetters;
use crate::text::{Name, Script, Word, WordClass};

use super::LETTERS_MIN;
use crate::limits::WHOLE_NAME_LETTERS_MAX;

/// Usual most letters and tokens of a name.
const LETTERS_USUAL: usize = 32;
const TOKENS_USUAL: usize = 8;

/// A name as one string, with the tokens that its letters are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompactName {
    letters: Vec<char>,
    /// By letter: the position of its token.
    tokens: Vec<u8>,
    /// By token: the number of its letters.
    lengths: Vec<u8>,
    /// Tokens that no edit may touch.
    fixed: WordMask,
    /// Tokens of little information: generic words, legal forms, titles, articles, particles.
    low_information: WordMask,
    informative: usize,
}

impl CompactName {
    /// Makes the string of a raw name from the tokens of its reading. `None` for names that are not
    /// compared as one string: of fewer letters than [`LETTERS_MIN`] or more than
    /// [`WHOLE_NAME_LETTERS_MAX`], or in Han or Hangul, where a syllable is a word.
    ///
    /// Letters are those of the raw text: a legal form as it is written, not its code.
    #[must_use]
    pub fn new(raw: &str, name: &Name) -> Option<Self> {
        let (words, folded) = (name.words.as_slice(), FoldedLetters::new(raw));
        let tokens = words.iter().map(|word| (word.text.as_str(), word.class));
        Self::of(tokens, |letters, at| push_letters(letters, &folded, words, at))
    }

    /// Makes the string of tokens that are written as they are folded.
    #[must_use]
    pub fn of_folded<'t>(
        tokens: impl Iterator<Item = (&'t str, WordClass)> + Clone,
    ) -> Option<Self> {
        let mut texts = tokens.clone().map(|(text, _)| text);
        Self::of(tokens, |letters, _| letters.extend(texts.next().unwrap_or_default().chars()))
    }

    /// Makes the string of tokens; `push` adds the letters of the token at a position.
    fn of<'t>(
        tokens: impl Iterator<Item = (&'t str, WordClass)>,
        mut push: impl FnMut(&mut Vec<char>, usize),
    ) -> Option<Self> {
        let mut name = Self {
            letters: Vec::with_capacity(LETTERS_USUAL),
            tokens: Vec::with_capacity(LETTERS_USUAL),
            lengths: Vec::with_capacity(TOKENS_USUAL),
            fixed: WordMask::NONE,
            low_information: WordMask::NONE,
            informative: 0,
        };
        // Informative letters since the last ordinary word.
        let (mut has_ordinary, mut since) = (false, 0);
        for (at, (text, class)) in tokens.enumerate() {
            if Script::of(text).is_syllabic() {
                return None;
            }
            let start = name.letters.len();
            push(&mut name.letters, at);
            name.tokens.resize(name.letters.len(), at as u8);
            let length = name.letters.len() - start;
            name.lengths.push(length.min(u8::MAX.into()) as u8);
            has_ordinary |= class == WordClass::Word;
            since += if class.is_informative() && has_ordinary { length } else { 0 };
            if class == WordClass::Word {
                name.informative += std::mem::take(&mut since);
            }
            if class == WordClass::Number && is_number(text) {
                name.fixed |= WordMask::word(at);
            }
            if class == WordClass::Generic || !class.is_informative() {
                name.low_information |= WordMask::word(at);
            }
        }
        (LETTERS_MIN..=WHOLE_NAME_LETTERS_MAX).contains(&name.letters.len()).then_some(name)
    }

    /// Fixes further tokens: no edit may touch them.
    #[must_use]
    pub fn with_fixed(mut self, tokens: WordMask) -> Self {
        self.fixed |= tokens;
        self
    }

    /// The same name with its first token at the end.
    #[must_use]
    pub fn turned(&self) -> Self {
        let first = self.lengths.first().map_or(0, |letters| usize::from(*letters));
        let mut turned = self.clone();
        turned.letters.rotate_left(first);
        turned.tokens.rotate_left(first);
        turned
    }

    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Number of tokens.
    #[must_use]
    pub fn token_count(&self) -> usize {
        self.lengths.len()
    }

    /// Number of letters in informative tokens, those of generic words at the ends aside.
    #[must_use]
    pub fn informative_letters(&self) -> usize {
        self.informative
    }

    /// Position of the token of a letter.
    pub(super) fn token(&self, letter: usize) -> usize {
        self.tokens[letter].into()
    }

    /// True if the letters at these positions are of one token.
    pub(super) fn are_of_one_token(&self, one: usize, other: usize) -> bool {
        self.tokens[one] == self.tokens[other]
    }

    /// Number of blanks that only one of two names of equal letters has.
    pub(super) fn differing_blanks(&self, other: &Self) -> u8 {
        let differ =
            |at: &usize| self.are_of_one_token(at - 1, *at) != other.are_of_one_token(at - 1, *at);
        (1..self.letters.len()).filter(differ).count() as u8
    }

    /// True if no edit may touch this token.
    pub(super) fn is_fixed(&self, token: usize) -> bool {
        self.fixed.intersects(WordMask::word(token))
    }

    /// True if the token is of little information.
    pub(super) fn is_low_information(&self, token: usize) -> bool {
        self.low_information.intersects(WordMask::word(token))
    }

    /// Most edits in a token: one for each four of its letters, at least one. So CON is not PRO, and Mosuli
    /// is not Qaduli.
    pub(super) fn edits_max(&self, token: usize) -> u8 {
        (self.lengths[token] / 4).max(1)
    }
}

/// True for a number, and for a code such as "an124"; false for a word with a digit in it.
fn is_number(text: &str) -> bool {
    text.chars().filter(|c| !c.is_ascii_digit()).count() < LETTERS_AROUND_DIGIT_MIN
}

/// Adds the letters of a token: those of the raw text, unless the text shares them with another token.
fn push_letters(letters: &mut Vec<char>, folded: &FoldedLetters<'_>, words: &[Word], at: usize) {
    let word = &words[at];
    let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let is_shared =
        beside.filter_map(|at| words.get(at)).any(|other| other.span.intersects(word.span));
    if is_shared && !word.is_legal_form() {
        return letters.extend(word.text.chars());
    }
    folded.push(&word.text, word.span, letters);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{NameKind, tokenize};

    fn letters(raw: &str, kind: NameKind) -> Option<String> {
        let compact = CompactName::new(raw, &tokenize(raw, kind))?;
        Some(compact.letters().iter().collect())
    }

    #[test]
    fn a_name_keeps_the_letters_that_are_written() {
        use NameKind::{Person, Thing};
        for (raw, kind, expected) in [
            ("ZARQANDI, Omid", Person, "omidzarqandi"),
            ("Abd al-Rahman Zarqandi", Person, "abdalrahmanzarqandi"),
            ("Abdulrahman Zarqandi", Person, "abdulrahmanzarqandi"),
            ("Zargün Straße", Person, "zargunstrasse"),
            ("Заргун Омидов", Person, "zargunomidov"),
            ("Oleander Trading Co., Ltd.", Thing, "oleandertradingcoltd"),
            ("Oleander GmbH & Co. KG", Thing, "oleandergmbhandcokg"),
            ("Oleander Fund VIII", Thing, "oleanderfundviii"),
            ("OLEANDERCO.LTD", Thing, "oleandercoltd"),
            ("O.L.E. S.A. de C.V.", Thing, "olesadecv"),
            ("الظواهري احمد", Person, "الظواهرياحمد"),
        ] {
            assert_eq!(letters(raw, kind).as_deref(), Some(expected), "{raw}");
        }
    }

    #[test]
    fn short_long_and_syllabic_names_are_no_strings() {
        let name = |letters: usize| "abcdefgh ".repeat(13).replace(' ', "")[..letters].to_owned();
        let spaced = |letters: usize| {
            let letters: Vec<char> = name(letters).chars().collect();
            letters.chunks(8).map(String::from_iter).collect::<Vec<String>>().join(" ")
        };
        for (letters_of_name, is_string) in [
            (LETTERS_MIN - 1, false),
            (LETTERS_MIN, true),
            (WHOLE_NAME_LETTERS_MAX, true),
            (WHOLE_NAME_LETTERS_MAX + 1, false),
        ] {
            let raw = spaced(letters_of_name);
            assert_eq!(letters(&raw, NameKind::Thing).is_some(), is_string, "{raw}");
        }
        assert_eq!(letters("习近平习近平习近平", NameKind::Person), None);
    }

    #[test]
    fn generic_words_at_the_ends_are_not_informative() {
        for (raw, expected) in [
            ("International Trading Company", 0),
            ("Oleander Trading Co Ltd", 8),
            ("Oleander Trading Zarq", 19),
        ] {
            let compact = CompactName::new(raw, &tokenize(raw, NameKind::Thing)).expect("a string");
            assert_eq!(compact.informative_letters(), expected, "{raw}");
        }
    }

    #[test]
    fn a_turned_name_ends_with_its_first_token() {
        let raw = "Omid bin Zarqandi";
        let compact = CompactName::new(raw, &tokenize(raw, NameKind::Person)).expect("a string");
        let turned: String = compact.turned().letters().iter().collect();
        assert_eq!(turned, "binzarqandiomid");
    }
}
