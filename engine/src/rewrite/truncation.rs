//! Truncation: names cut at the width of a field. SWIFT and most payment files hold 35 characters a
//! line.

use crate::snapshot::IndexView;
use crate::text::{self, NameKind, Word, WordClass};

/// Widths of fields for names, in characters: one line, two lines and four lines of SWIFT messages, and
/// one line of ISO 20022.
const FIELDS: [usize; 3] = [35, 70, 140];
/// Fewest letters of a truncated word that can still be completed.
const LETTERS_LEAST: u8 = 3;
/// Fewest letters where the text does not fill a field.
const UNKNOWN_LETTERS_LEAST: u8 = 4;
/// Fewest ordinary or generic words that are a name without the truncated one.
const WORDS_LEAST: usize = 2;
/// Fewest characters of a text that is taken for the beginning of a longer name.
const BEGINNING_CHARS_MIN: usize = 30;
/// Most longer names of one beginning that are read.
const WHOLE_NAMES_MAX: usize = 2;

/// Returns the position of the last word of a text if it may be truncated. Either the text fills a
/// field, or the lists do not know the word and it follows two ordinary or generic ones. A blank at the
/// end of a field may have been trimmed.
#[must_use]
pub fn cut_word(raw: &str, words: &[Word], is_known: impl Fn(usize) -> bool) -> Option<usize> {
    let end = raw.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    let at = words.iter().position(|word| word.span.ends_at(end))?;
    let word = &words[at];
    let letters = text::letters_of(&word.text);
    let is_cut = match FIELDS.contains(&raw.chars().count()) {
        true => letters >= LETTERS_LEAST,
        false => letters >= UNKNOWN_LETTERS_LEAST && are_a_name(&words[..at]) && !is_known(at),
    };
    (is_cut && word.text.is_ascii() && word.class.is_informative()).then_some(at)
}

/// True if these words are a name without the word behind them.
fn are_a_name(words: &[Word]) -> bool {
    let says = |word: &&Word| matches!(word.class, WordClass::Word | WordClass::Generic);
    words.iter().filter(says).count() >= WORDS_LEAST
}

/// Returns the text before the last word of a text that fills a field; `None` where that text is no
/// name.
#[must_use]
pub(super) fn before_cut(raw: &str) -> Option<&str> {
    let fills = FIELDS.contains(&raw.chars().count()) && !raw.ends_with(char::is_whitespace);
    let (before, _) = raw.rsplit_once(char::is_whitespace).filter(|_| fills)?;
    are_a_name(&text::tokenize(before, NameKind::Thing).words).then_some(before)
}

/// Returns the names of things that a long text is cut from, at most [`WHOLE_NAMES_MAX`], normalised: the
/// text ends inside a word of the name, or fills a field. A text that ends with a word may be a name of its
/// own. A word before the cut one distinguishes the party, or the text fills a field and no further name
/// begins with it: "LIMITED LIABILITY COMPANY PROMELEKT".
pub(super) fn whole_names(
    index: &IndexView<'_>,
    raw: &str,
    normalised: &str,
    words: &[Word],
) -> Vec<String> {
    let is_long = normalised.chars().count() >= BEGINNING_CHARS_MIN;
    let fills = FIELDS.contains(&raw.chars().count());
    let others = words.split_last().map_or(&[][..], |(_, others)| others);
    let is_distinctive = others.iter().any(Word::is_distinctive);
    let is_named =
        is_distinctive || (fills && words.iter().any(|word| word.class.is_informative()));
    if !is_long || !is_named {
        return Vec::new();
    }
    let is_cut = |name: &String| {
        let rest = &name[normalised.len()..];
        !rest.is_empty() && (fills || !rest.starts_with(' '))
    };
    let mut names = index.texts_starting_with(normalised, WHOLE_NAMES_MAX + 1);
    if names.len() > WHOLE_NAMES_MAX && !is_distinctive {
        return Vec::new();
    }
    names.truncate(WHOLE_NAMES_MAX);
    names.retain(is_cut);
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize;

    #[test]
    fn the_last_word_of_a_full_field_may_be_cut() {
        for (raw, expected) in [
            ("Konstantin Vladimirovich Preobrazhe", Some("preobrazhe")),
            ("PREOBRAZHE Konstantin Vladimirovich", Some("vladimirovich")),
            ("Konstantin Vladimirovich Preobrazh", Some("preobrazh")),
            ("Konstantin Vladimirovich Preo", Some("preo")),
            ("Konstantin Vladimirovich Pre", None),
            ("Konstantin V. Preobrazhensky", None),
            ("PREOBRAZHENSKY, Konstantin Vladimirovich", None),
            ("Konstantin Preobrazhensky", None),
            ("Vladimirovich Preobrazh Konstantin", None),
            ("Konstantin Vladimirovich Preobra ab", None),
            ("", None),
        ] {
            let words = tokenize(raw, NameKind::Person).words;
            let cut = cut_word(raw, &words, |at| words[at].text == "konstantin")
                .map(|at| words[at].text.as_str());
            assert_eq!(cut, expected, "{raw}");
        }
    }

    #[test]
    fn what_stands_before_a_cut_word_is_a_name_without_it() {
        for (raw, expected) in [
            ("TECHNOLOGY AND DEVELOPMENT GROUP LI", Some("TECHNOLOGY AND DEVELOPMENT GROUP")),
            ("LIMITED LIABILITY COMPANY ORELMETAL", None),
            ("LIMITED LIABILITY COMPANY SBERBANK ", None),
            ("TECHNOLOGY AND DEVELOPMENT GROUP LT.", None),
            ("", None),
        ] {
            assert_eq!(before_cut(raw), expected, "{raw}");
        }
    }
}
