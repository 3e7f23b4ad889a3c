//! Acronyms of organisations: "PLA" for "People's Liberation Army".
//!
//! The acronym of a name is one of its [`Compound`]s. Its text begins with a mark that no token has, so
//! that it matches nothing by spelling.

use std::ops::RangeInclusive;

use super::name::{Compound, Word, WordClass};
use super::similarity::Similarity;

/// Prefix of an acronym. No folded token has it, and codes of legal forms have no dot.
const MARK: &str = "#.";

/// Number of words whose initials are used as a name.
const WORDS: RangeInclusive<usize> = 3..=8;

/// Similarity of three initials to the words that they may stand for. Many organisations share three
/// initials, so these alone are no match.
const OF_THREE: Similarity = Similarity(220);
/// Similarity of four initials or more.
const OF_MORE: Similarity = Similarity(229);

/// Every similarity of initials to their words.
pub(super) const SIMILARITIES: [Similarity; 2] = [OF_THREE, OF_MORE];

/// Returns the acronyms of the name of a thing, each as a compound from the first to the last ordinary
/// or generic word.
///
/// One acronym is made of the informative words. Another is made of the whole name as spoken
/// (`spoken`), with its legal form and the long name of a state.
pub(super) fn of_name(words: &[Word], spoken: &[String]) -> Vec<Compound> {
    let says = |word: &Word| matches!(word.class, WordClass::Word | WordClass::Generic);
    let ends = words.iter().position(says).zip(words.iter().rposition(says));
    let Some((start, last)) = ends.filter(|(start, last)| start < last) else { return Vec::new() };
    let saying = words[start..=last].iter().filter(|word| word.class.is_informative());
    let of_saying = initials(saying.map(|word| word.text.as_str()));
    let of_spoken = initials(spoken.iter().map(String::as_str));
    let mut all: Vec<String> = [of_saying, of_spoken].into_iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    let place = u8::try_from(start).ok().zip(u8::try_from(last + 1 - start).ok());
    let join = |text| place.map(|(start, len)| Compound { start, len, text });
    all.into_iter().filter_map(join).collect()
}

/// Returns the initials of words behind [`MARK`]; `None` for too few or too many words, or where a word
/// has no Latin initial.
fn initials<'w>(words: impl Iterator<Item = &'w str>) -> Option<String> {
    let mut text = MARK.to_owned();
    for word in words {
        text.push(word.chars().next().filter(char::is_ascii_lowercase)?);
    }
    WORDS.contains(&(text.len() - MARK.len())).then_some(text)
}

/// True if the text is an acronym behind its mark.
#[must_use]
pub fn is_acronym(text: &str) -> bool {
    text.starts_with(MARK)
}

/// Returns the acronym that a word may be, or the word that an acronym may be, and their similarity.
pub(super) fn other_side(text: &str) -> Option<(String, Similarity)> {
    let (letters, other) = match text.strip_prefix(MARK) {
        Some(word) => (word, word.to_owned()),
        None => (text, [MARK, text].concat()),
    };
    let are_letters = letters.bytes().all(|letter| letter.is_ascii_lowercase());
    let similarity = if letters.len() > *WORDS.start() { OF_MORE } else { OF_THREE };
    (are_letters && WORDS.contains(&letters.len())).then_some((other, similarity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{NameKind, tokenize};

    fn initials(name: &str) -> String {
        let compounds = tokenize(name, NameKind::Thing).compounds;
        let initials = compounds.iter().filter_map(|join| join.text.strip_prefix(MARK));
        initials.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn initials_of_names() {
        for (name, expected) in [
            ("People's Liberation Army", "pla"),
            ("Islamic Republic of Iran Shipping Lines", "irisl isl"),
            ("Northern Baltic Oil Terminal Company", "nbot nbotc"),
            ("The Bank of the Far North Ltd", "bfn bfnl"),
            ("Northern Bank", ""),
            ("Fund No. 7 of Northern Traders", ""),
            ("Nine Tall Red Ships Sail Past Our Green Grand Port", ""),
            ("", ""),
        ] {
            assert_eq!(initials(name), expected, "{name}");
        }
    }

    #[test]
    fn a_word_and_initials_lead_to_each_other() {
        for (text, other, similarity) in
            [("pla", "#.pla", OF_THREE), ("#.pla", "pla", OF_THREE), ("irisl", "#.irisl", OF_MORE)]
        {
            assert_eq!(other_side(text), Some((other.to_owned(), similarity)), "{text}");
        }
        for text in ["", "pl", "m7x", "#llc", "#.", "abcdefghi", "군대"] {
            assert_eq!(other_side(text), None, "{text}");
        }
    }
}
