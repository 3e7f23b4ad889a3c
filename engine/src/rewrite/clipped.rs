//! Clipped words of companies, as short fields have them: "Mahan Eng Comp", "Danan Petrochem Jt Stock Co".

use std::sync::LazyLock;

use ahash::AHashSet;

use super::replaced::replaced;
use crate::model::WordMask;
use crate::text::pieces::{Phrases, Piece, Pieces};
use crate::text::{Word, classify, tables};

/// Fewest letters of a clipped word that is in no table.
const LETTERS_MIN: usize = 4;

/// Clipped forms, a row for each word.
static CLIPPED: LazyLock<Phrases> = LazyLock::new(|| Phrases::of_rows(rows().map(|(_, of)| of)));

/// All words of clipped forms: a text without any has none of these.
static PARTS: LazyLock<AHashSet<&'static str>> =
    LazyLock::new(|| rows().flat_map(|(_, of)| of.split([',', ' '])).collect());

/// The words in the order of their rows.
static WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| rows().map(|(word, _)| word).collect());

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    tables::rows(include_str!("../text/tables/clipped_words.txt"))
        .filter_map(|row| row.split_once(':'))
}

/// Generic words in alphabetical order.
static GENERIC: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = classify::generic_words().collect();
    words.sort_unstable();
    words
});

/// Returns the text with its clipped words in full; `None` if there are none. `words` are its tokens, of
/// which no name holds those in `unknown`.
pub(super) fn in_full(text: &str, words: &[Word], unknown: WordMask) -> Option<String> {
    let is_clipped = |(at, word): (usize, &Word)| {
        let is_unknown = unknown.intersects(WordMask::word(at));
        PARTS.contains(word.text.as_str()) || is_unknown && generic_word(&word.text).is_some()
    };
    if !words.iter().enumerate().any(is_clipped) {
        return None;
    }
    let is_unknown = |piece: &Piece| unknown.iter().any(|at| words[at].text == piece.text);
    let pieces = Pieces::of(text);
    let list = pieces.list.as_slice();
    let (mut words, mut at) = (Vec::new(), 0);
    while at < list.len() {
        let (count, word) = match CLIPPED.with_row(&list[at..]) {
            Some((count, row)) => (count, Some(WORDS[row])),
            None => (1, generic_word(&list[at].text).filter(|_| is_unknown(&list[at]))),
        };
        words.extend(word.map(|word| (list[at].start..list[at + count - 1].end, word)));
        at += count;
    }
    replaced(text, words)
}

/// Returns the shortest generic word that begins with a clipped one.
fn generic_word(clipped: &str) -> Option<&'static str> {
    if clipped.len() < LETTERS_MIN {
        return None;
    }
    let start = GENERIC.partition_point(|word| *word <= clipped);
    let longer = GENERIC[start..].iter().take_while(|word| word.starts_with(clipped));
    longer.copied().min_by_key(|word| word.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{NameKind, tokenize};

    fn full(text: &str, unknown: &[usize]) -> Option<String> {
        let words = tokenize(text, NameKind::Thing).words;
        let unknown = unknown.iter().fold(WordMask::NONE, |all, at| all | WordMask::word(*at));
        in_full(text, &words, unknown)
    }

    #[test]
    fn clipped_words_are_given_in_full() {
        for (text, unknown, expected) in [
            ("Mahan Eng Comp", &[][..], Some("Mahan engineering company")),
            ("Danan Petrochem. Jt Stock Co", &[], Some("Danan petrochemical. joint stock Co")),
            ("Danan Ltd Liability Co", &[], Some("Danan limited liability Co")),
            ("Danan Pharma Insur", &[2], Some("Danan Pharma insurance")),
            ("Danan Insur", &[], None),
            ("Danan Trading Company", &[0], None),
            ("Danan Insurx", &[1], None),
            ("Danan Ins", &[1], None),
            ("Danan", &[0], None),
        ] {
            assert_eq!(full(text, unknown).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_row_names_a_word_and_its_clipped_forms() {
        assert!(rows().count() > 20);
        assert_eq!(rows().count(), WORDS.len());
        for (word, clipped) in rows() {
            for form in clipped.split(',').map(str::trim) {
                assert!(!form.is_empty() && form.len() < word.len(), "{word}: {form:?}");
                assert!(form.is_ascii() && form == form.to_lowercase(), "{word}: {form:?}");
            }
        }
    }
}
