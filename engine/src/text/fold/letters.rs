//! Letters folded within their own script: Arabic, Hebrew and Han.

use std::sync::LazyLock;

use ahash::AHashMap;

use crate::text::tables;

static ARABIC: LazyLock<AHashMap<char, &'static str>> =
    LazyLock::new(|| tables::letter_groups(include_str!("../tables/letters_arabic.txt")));
static HEBREW: LazyLock<AHashMap<char, &'static str>> =
    LazyLock::new(|| tables::letter_groups(include_str!("../tables/letters_hebrew.txt")));
static HAN: LazyLock<AHashMap<char, char>> = LazyLock::new(|| {
    let pairs = tables::letter_pairs(include_str!("../tables/letters_han.txt"));
    pairs.into_iter().filter_map(|(from, to)| Some((from, to.chars().next()?))).collect()
});

/// Folds Arabic, Persian, Urdu, Pashto and Kurdish letters to one spelling each.
pub(super) fn arabic(word: &str) -> String {
    fold(word, &ARABIC)
}

/// Folds Hebrew final letters to their base letters.
pub(super) fn hebrew(word: &str) -> String {
    fold(word, &HEBREW)
}

/// Returns the simplified form of a Han character, where the table has one.
pub(super) fn han(character: char) -> char {
    HAN.get(&character).copied().unwrap_or(character)
}

fn fold(word: &str, table: &AHashMap<char, &'static str>) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars() {
        match table.get(&c) {
            Some(canonical) => folded.push_str(canonical),
            None => folded.push(c),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_letter_becomes_is_not_folded_again() {
        for table in [&*ARABIC, &*HEBREW] {
            for (letter, canonical) in table {
                assert!(canonical.chars().all(|c| !table.contains_key(&c)), "{letter} {canonical}");
            }
        }
        for (traditional, simplified) in &*HAN {
            assert!(!HAN.contains_key(simplified), "{traditional} {simplified}");
        }
    }

    #[test]
    fn the_tables_hold_what_they_promise() {
        assert!(ARABIC.len() >= 40 && HEBREW.len() == 5);
        assert!(HAN.len() >= 400, "{}", HAN.len());
    }
}
