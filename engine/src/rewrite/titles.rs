//! Misspelt titles and misspelt "abd": low-information words that hide the words next to them.
//!
//! In either, one letter is wrong, or two are swapped.

use std::sync::LazyLock;

use crate::text::fold::abd;
use crate::text::keys::is_one_slip_apart;
use crate::text::{WordForm, classify};

/// Fewest letters of the word and of its misspelling. Shorter ones are too similar to names.
const LETTERS_MIN: usize = 5;

static TITLES: LazyLock<Vec<WordForm<'static>>> = LazyLock::new(|| long(classify::titles()));
static ABD: LazyLock<Vec<WordForm<'static>>> = LazyLock::new(|| long(abd::SPELLINGS));

fn long(words: impl IntoIterator<Item = &'static str>) -> Vec<WordForm<'static>> {
    let is_long = |word: &&str| word.is_ascii() && word.len() >= LETTERS_MIN;
    words.into_iter().filter(is_long).map(WordForm::new).collect()
}

/// Returns the first of these words that a folded word may be a misspelling of.
fn misspelt(word: &str, of: &'static [WordForm<'static>]) -> Option<&'static str> {
    let word = (word.len() >= LETTERS_MIN).then(|| WordForm::new(word))?;
    of.iter().find(|right| is_one_slip_apart(&word, right)).map(WordForm::text)
}

/// Returns the title of persons that a folded word may be a misspelling of.
#[must_use]
pub(super) fn correct_title(word: &str) -> Option<&'static str> {
    if classify::is_of_persons(word) { None } else { misspelt(word, &TITLES) }
}

/// Returns the correction of a folded word that may be a misspelt "abd" with its article. A name of God
/// follows ("Abdlu Rahman") or is attached to it ("Abudlrahman").
#[must_use]
pub(super) fn correct_abd(word: &str, next: Option<&str>) -> Option<String> {
    let may_be_abd = |head: &str| misspelt(head, &ABD).is_some();
    if next.is_some_and(abd::is_name_of_god) && may_be_abd(word) {
        return Some(abd::ABD.to_owned());
    }
    let parted = (LETTERS_MIN..word.len()).filter_map(|at| word.split_at_checked(at));
    parted
        .filter(|(_, name)| abd::is_name_of_god(name))
        .find(|(head, _)| may_be_abd(head))
        .map(|(_, name)| format!("{} {name}", abd::ABD))
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

    #[test]
    fn abd_is_known_though_misspelt_by_the_name_that_follows() {
        for (word, next, expected) in [
            ("abdlu", Some("rahman"), Some("abdul")),
            ("andus", Some("samad"), Some("abdul")),
            ("abudlrahman", None, Some("abdul rahman")),
            ("avdelaziz", Some("ali"), Some("abdul aziz")),
            ("abdlu", Some("jones"), None),
            ("abdlu", None, None),
            ("adul", Some("rahman"), None),
            ("rahman", None, None),
            ("عبدون", Some("رحمن"), None),
        ] {
            assert_eq!(correct_abd(word, next).as_deref(), expected, "{word} {next:?}");
        }
    }
}
