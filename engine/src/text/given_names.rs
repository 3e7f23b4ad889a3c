//! Given names that are written much alike and are different names: Hassan and Hussain, Maria and
//! Marina.

use std::sync::LazyLock;

use ahash::AHashMap;

use super::{normalize, tables};

/// The spellings of given names, a row each.
pub(super) const ROWS: &str = include_str!("tables/given_names.txt");

/// The row of each spelling.
static ROW_OF: LazyLock<AHashMap<String, usize>> = LazyLock::new(|| {
    let rows = tables::rows(ROWS).enumerate();
    rows.flat_map(|(row, names)| names.split(' ').map(move |name| (normalize(name), row))).collect()
});

/// Whether two folded words are known as different given names.
#[must_use]
pub fn are_different_names(a: &str, b: &str) -> bool {
    let row = |name: &str| ROW_OF.get(name);
    row(a).zip(row(b)).is_some_and(|(a, b)| a != b)
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
