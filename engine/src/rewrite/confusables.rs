//! Confusables, letters that look or scan alike: "Jarnes 8rown".

use std::ops::RangeInclusive;

use crate::snapshot::IndexView;

/// Letters of a word whose confusables are corrected.
const CONFUSABLE_LETTERS: RangeInclusive<usize> = 4..=24;
/// Confusables: the text as scanned, and the text meant. The first that fits a place is tried first.
const CONFUSABLES: [(&str, &str); 18] = [
    ("0", "o"),
    ("1", "l"),
    ("1", "i"),
    ("5", "s"),
    ("8", "b"),
    ("7", "t"),
    ("3", "e"),
    ("4", "a"),
    ("6", "g"),
    ("rn", "m"),
    ("m", "rn"),
    ("cl", "d"),
    ("d", "cl"),
    ("vv", "w"),
    ("w", "vv"),
    ("l", "i"),
    ("b", "h"),
    ("nn", "m"),
];

/// Returns the first term that an unknown word becomes with its confusables corrected.
pub(super) fn corrected(index: &IndexView<'_>, word: &str) -> Option<String> {
    let letters = word.bytes().filter(u8::is_ascii_lowercase).count();
    let figures = word.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = letters + figures == word.len() && CONFUSABLE_LETTERS.contains(&word.len());
    if !is_plain || figures >= letters {
        return None;
    }
    let known = |word: &String| index.find_word(word).is_some();
    let all_figures = || {
        let as_letter = |one: &str| {
            let text = word.replace('1', one);
            CONFUSABLES
                .iter()
                .filter(|(read, _)| read.as_bytes()[0].is_ascii_digit())
                .fold(text, |text, (read, right)| text.replace(read, right))
        };
        ["l", "i"].into_iter().map(as_letter).filter(|text| text != word)
    };
    let one_place = || {
        CONFUSABLES.iter().flat_map(|(read, right)| {
            let is_there = |at: &usize| word.as_bytes()[*at..].starts_with(read.as_bytes());
            (0..word.len())
                .filter(is_there)
                .map(move |at| [&word[..at], right, &word[at + read.len()..]].concat())
        })
    };
    let mut read_as_figures = (figures > 0).then(all_figures).into_iter().flatten();
    read_as_figures.find(known).or_else(|| one_place().find(known))
}
