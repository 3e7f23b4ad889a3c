//! Given names that are spelt much alike and are different names, such as Hassan and Hussain, Maria and
//! Marina; and patronymics, which are made of them.

use std::sync::LazyLock;

use ahash::{AHashMap, AHashSet};

use super::fold::normalize;
use super::tables;

/// The spellings of given names, a row each.
pub(super) const ROWS: &str = include_str!("tables/given_names.txt");

/// The row of each spelling.
static ROW_OF: LazyLock<AHashMap<String, usize>> = LazyLock::new(|| {
    let rows = tables::rows(ROWS).enumerate();
    rows.flat_map(|(row, names)| names.split(' ').map(move |name| (normalize(name), row))).collect()
});

/// True if two folded words are known as different given names.
#[must_use]
pub fn are_different_names(a: &str, b: &str) -> bool {
    let row = |name: &str| ROW_OF.get(name);
    row(a).zip(row(b)).is_some_and(|(a, b)| a != b)
}

/// True if the tables know a folded word as a given name.
pub(super) fn is_given_name(word: &str) -> bool {
    ROW_OF.contains_key(word)
}

/// Endings of East Slavic patronymics.
const PATRONYMIC_ENDINGS: [&str; 14] = [
    "ovich", "evich", "avich", "ovych", "evych", "ovitch", "evitch", "ovna", "evna", "avna",
    "ivna", "auna", "ich", "ichna",
];
/// Most letters that a given name loses at its end in a patronymic: Sergey, Serge-evich.
const LOST_LETTERS: usize = 2;
/// Fewest letters that remain of a given name in a patronymic.
const LEFT_LETTERS: usize = 3;

/// Stems of given names that remain in a patronymic.
static LEFT: LazyLock<AHashSet<&'static str>> = LazyLock::new(|| {
    let left = ROW_OF.keys().flat_map(|name| {
        let least = LEFT_LETTERS.max(name.len().saturating_sub(LOST_LETTERS));
        (least..=name.len()).filter_map(|end| name.get(..end))
    });
    left.collect()
});

/// True if a folded word is a patronymic: Borisovich, but not Yanukovych, which holds no known given
/// name.
pub(super) fn is_patronymic(word: &str) -> bool {
    let mut fathers = PATRONYMIC_ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    fathers.any(|father| LEFT.contains(father))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_told_from_other_names() {
        for (a, b, different) in [
            ("hassan", "hussain", true),
            ("hassan", "hasan", false),
            ("robert", "rupert", true),
            ("robert", "robret", false),
            ("xyz", "hassan", false),
        ] {
            assert_eq!(are_different_names(a, b), different, "{a} {b}");
            assert_eq!(are_different_names(b, a), different, "{b} {a}");
        }
    }

    #[test]
    fn a_spelling_stands_in_one_row() {
        let mut names: Vec<&str> = tables::rows(ROWS).flat_map(|row| row.split(' ')).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(tables::rows(ROWS).count() >= 500);
    }
}
