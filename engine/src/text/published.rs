//! Names as they are written, for search by words and for the order of records: case, width, accents,
//! apostrophes and punctuation are ignored, and each letter stays in its own script.
//!
//! Search cannot use the tokens of matching: in the name of a company "Joint Stock Company" is one
//! code, but a search for "stock" has to find it. Search also tolerates no transliteration.

use std::collections::BTreeSet;

use super::{fold, normalize};

/// Returns a name as it is written: its words joined by one blank.
#[must_use]
pub fn as_written(name: &str) -> String {
    fold::as_written(name)
}

pub(crate) fn published_words(text: &str) -> impl Iterator<Item = Box<str>> {
    pieces(text).flat_map(words_of_piece)
}

/// Returns the set of folded words of a name, so that "KONY, Joseph" equals "Joseph Kony".
pub(crate) fn word_set(name: &str) -> BTreeSet<Box<str>> {
    pieces(name).flat_map(|piece| boxed_words(&normalize(piece))).collect()
}

/// Returns the pieces between blanks and punctuation that never occurs inside a word. Other marks, as
/// in "O'Neill" and "U.S.A.", are left to folding.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let parts = |c: char| match c {
        '-' | '/' | '\\' | ',' | ';' | ':' | '(' | ')' | '[' | ']' | '"' => true,
        '‐' | '‑' | '–' | '—' | '“' | '”' | '„' | '«' | '»' => true,
        _ => c.is_whitespace(),
    };
    text.split(parts).filter(|piece| !piece.is_empty())
}

/// Returns the words of one piece: mostly one, several in scripts without blanks between words.
pub(crate) fn words_of_piece(piece: &str) -> Vec<Box<str>> {
    boxed_words(&as_written(piece))
}

fn boxed_words(text: &str) -> Vec<Box<str>> {
    text.split_whitespace().map(Box::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        published_words(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_what_stands_in_the_name() {
        for (text, expected) in [
            ("Golden Harvest Joint-Stock Company Ltd.", "golden harvest joint stock company ltd"),
            ("SOKOLOV, Iván (\"Vanya\")", "sokolov ivan vanya"),
            ("O'Neill & Söhne", "oneill and sohne"),
            ("U.S.A. Holdings", "usa holdings"),
            ("习近平", "习 近 平"),
            (" - \"!\" ", ""),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_word_is_the_same_whatever_stands_beside_it() {
        for (name, word) in [
            ("Abd al-Rahman", "al"),
            ("Abd al-Rahman", "abd"),
            ("Star Shipping Company Limited", "company"),
            ("Two Brothers No. 07", "two"),
            ("Юлія Тимошенко", "Тимошенко"),
        ] {
            assert!(words(name).split(' ').any(|own| own == words(word)), "{name} has {word}");
        }
    }
}
