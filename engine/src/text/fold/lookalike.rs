//! Words that mix Latin, Greek and Cyrillic letters of the same look. They are typed by mistake, or to
//! evade a screening. Such a word is read in the script of most of its letters.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::script::Script;
use crate::text::tables;

/// Rows of letters that look alike: Latin, Cyrillic, Greek; `-` where a script has none.
static ROWS: LazyLock<Vec<[Option<char>; 3]>> = LazyLock::new(|| {
    tables::rows(include_str!("../tables/lookalikes.txt"))
        .map(|row| {
            let mut letters = row.split_whitespace().map(|field| field.chars().find(|c| *c != '-'));
            std::array::from_fn(|_| letters.next().flatten())
        })
        .collect()
});

/// Replaces every letter of a minority script by the majority's letter of the same look, where there is
/// one. Latin wins a tie.
pub(super) fn unify(word: &str) -> Cow<'_, str> {
    let mut counts = [0_usize; 3];
    for column in word.chars().filter_map(column_of) {
        counts[column] += 1;
    }
    if counts.iter().filter(|count| **count > 0).count() < 2 {
        return Cow::Borrowed(word);
    }
    let majority = if counts[0] >= counts[1] && counts[0] >= counts[2] {
        0
    } else if counts[1] >= counts[2] {
        1
    } else {
        2
    };
    Cow::Owned(word.chars().map(|c| look_alike(c, majority).unwrap_or(c)).collect())
}

fn column_of(c: char) -> Option<usize> {
    match Script::of(c) {
        Script::Latin => Some(0),
        Script::Cyrillic => Some(1),
        Script::Greek => Some(2),
        _ => None,
    }
}

fn look_alike(c: char, target: usize) -> Option<char> {
    let column = column_of(c)?;
    ROWS.iter().find(|row| row[column] == Some(c))?[target]
}
