//! Written forms of words that read the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::classify::{abbreviation, state};
use super::fold::{self, DottedLetters};

/// True if two texts are written alike, case, accents and punctuation aside.
pub(crate) fn are_written_alike(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || letters(a).eq(letters(b))
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    let letters = text.nfkd().filter(|c| c.is_alphanumeric() && !is_combining_mark(*c));
    letters.flat_map(char::to_lowercase)
}

/// True if two texts begin with letters of different scripts.
pub(crate) fn are_of_different_scripts(a: &str, b: &str) -> bool {
    let first = |text: &str| text.nfkc().find(|c| c.is_alphabetic()).map(fold::script_of);
    first(a).zip(first(b)).is_some_and(|(a, b)| a != b)
}

/// True if a text begins with a Cyrillic letter.
pub fn is_cyrillic(text: &str) -> bool {
    !text.is_ascii() && text.chars().find(|c| c.is_alphabetic()).is_some_and(fold::is_cyrillic)
}

/// True if names of things have another word for this one: it is an abbreviation that is spelt out, or
/// the long name of a state.
pub(crate) fn has_another_word(text: &str) -> bool {
    let words = fold::words(text, DottedLetters::Joined);
    state::is_long_name(&words)
        || matches!(words.as_slice(), [word] if abbreviation::is_one(&word.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_is_compared_letter_by_letter() {
        for (a, b, alike) in [
            ("Zaïtsev", "ZAITSEV", true),
            ("O'Neill", "ONeill", true),
            ("ＡＢＣ", "abc", true),
            ("El", "al", false),
            ("Владимир", "VLADIMIR", false),
        ] {
            assert_eq!(are_written_alike(a, b), alike, "{a} {b}");
        }
    }

    #[test]
    fn scripts_are_told_by_the_first_letter() {
        for (a, b, different) in [
            ("Владимир", "VLADIMIR", true),
            ("3М", "3M", true),
            ("ＡＢＣ", "Abc", false),
            ("Müller", "Muller", false),
            ("7", "Ж", false),
        ] {
            assert_eq!(are_of_different_scripts(a, b), different, "{a} {b}");
        }
    }

    #[test]
    fn shortened_words_have_another() {
        for (text, expected) in
            [("Int'l", true), ("United States of America", true), ("Bank", false), ("", false)]
        {
            assert_eq!(has_another_word(text), expected, "{text}");
        }
    }
}
