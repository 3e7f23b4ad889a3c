//! Misspelt titles, which hide the name behind them: one letter is wrong, or two are swapped.

use std::sync::LazyLock;

use crate::text::keys::is_one_slip_apart;
use crate::text::{WordForm, classify};

/// Fewest letters of the word and of its misspelling. Shorter ones are too similar to names.
const LETTERS_MIN: usize = 5;

static TITLES: LazyLock<Vec<WordForm<'static>>> = LazyLock::new(|| {
    let is_long = |word: &&str| word.is_ascii() && word.len() >= LETTERS_MIN;
    classify::titles().filter(is_long).map(WordForm::new).collect()
});

/// Returns the title of persons that a folded word may be a misspelling of.
#[must_use]
pub(super) fn correct_title(word: &str) -> Option<&'static str> {
    if classify::is_of_persons(word) || word.len() < LETTERS_MIN {
        return None;
    }
    let word = WordForm::new(word);
    TITLES.iter().find(|right| is_one_slip_apart(&word, right)).map(WordForm::text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_titles() {
        for (word, expected) in [
            ("usyad", Some("ustad")),
            ("ayatolah", Some("ayatollah")),
            ("genreal", Some("general")),
            ("general", None),
            ("mulla", None),
            ("hajo", None),
            ("sheikhov", None),
            ("talha", None),
        ] {
            assert_eq!(correct_title(word), expected, "{word}");
        }
    }
}
