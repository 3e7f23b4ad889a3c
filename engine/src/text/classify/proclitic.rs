//! Proclitics of Arabic: "and", "for" and "with", with or without the article, attached to the next
//! word. "شركة ماهان للطيران" is the company Mahan for aviation.

use crate::text::form::Script;
use crate::text::token::Token;
use crate::text::variants::has_variants;

/// Proclitics, the longest first.
const PROCLITICS: [&str; 7] = ["وال", "بال", "لل", "ول", "و", "ل", "ب"];
/// Fewest letters of a word behind a proclitic.
const REST_LETTERS_LEAST: usize = 3;

/// Strips proclitics from words of organisations. A word changes only if it has variants without the
/// proclitic and none with it.
pub(in crate::text) fn take_off(words: &mut [Token]) {
    for word in words.iter_mut().filter(|word| Script::of(&word.text) == Script::Arabic) {
        if let Some(rest) = behind(&word.text) {
            word.text = rest.to_owned();
        }
    }
}

fn behind(word: &str) -> Option<&str> {
    let is_long = |rest: &&str| rest.chars().nth(REST_LETTERS_LEAST - 1).is_some();
    let known = |proclitic: &&str| {
        word.strip_prefix(*proclitic).filter(is_long).filter(|rest| has_variants(rest))
    };
    if has_variants(word) { None } else { PROCLITICS.iter().find_map(known) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_organisations_are_known_without_what_stands_before_them() {
        for (word, expected) in [
            ("للطيران", Some("طيران")),
            ("والتجاره", Some("تجاره")),
            ("للتجاره", Some("تجاره")),
            ("ومقاولات", Some("مقاولات")),
            ("وطني", None),
            ("بنك", None),
            ("لجنه", None),
            ("وليد", None),
            ("لل", None),
        ] {
            assert_eq!(behind(word), expected, "{word}");
        }
    }
}
