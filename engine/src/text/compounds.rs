//! Compounds: neighbouring words written as one, as the other side may write them. Examples: "Bin
//! Laden" and "Binladin", "Nur al-Din" and "Nuraldin", "J R" and "JR", 小 平 and 小平.

use std::borrow::Cow;
use std::ops::Range;

use super::fold::article;
use super::name::{Compound, NameKind, Word, WordClass};
use super::{acronym, fold, variants};
use crate::limits::WORD_CHARS_MAX;

/// Fewest single letters in a row that are one word, spelt out.
pub(crate) const SPELT_LETTERS_MIN: usize = 4;

/// Most words of a compound; only single letters reach it, as an acronym.
const LETTERS_MAX: usize = 6;
/// Most Han characters or Hangul syllables, written without a gap, that make a compound.
const CHARACTERS_MAX: usize = 3;
/// Most characters of a compound that is a whole run: foreign names are spelt by sound.
const TOGETHER_MAX: usize = 8;
/// Most letters of an article between two hyphens.
const ARTICLE_LETTERS_MAX: usize = 3;

/// Returns all compounds of a name that was read from `raw`, by start, then length.
///
/// `spoken` are the words of the name of a thing as spoken, which acronyms are made of too.
pub(super) fn compounds(
    raw: &str,
    words: &[Word],
    kind: NameKind,
    spoken: &[String],
) -> Vec<Compound> {
    let mut compounds = Vec::with_capacity(words.len());
    let runs = runs(words, kind);
    for start in 0..words.len() {
        let run = runs.iter().find(|run| run.words.contains(&start));
        let is_foreign = run.is_some_and(|run| run.is_foreign);
        let parts = lengths(raw, words, start, kind).filter(|_| !is_foreign);
        let whole = run.filter(|run| run.words.start == start).and_then(Run::word);
        parts.chain(whole).for_each(|len| compounds.extend(join(raw, words, start, len)));
    }
    if kind == NameKind::Thing {
        for initials in acronym::of_name(words, spoken) {
            let place = (initials.start, initials.len);
            let at = compounds.partition_point(|join| (join.start, join.len) <= place);
            compounds.insert(at, initials);
        }
    }
    compounds
}

/// Returns the numbers of words from `start` on that make a compound, in rising order. A word spelt
/// letter by letter makes a compound only as a whole.
fn lengths(raw: &str, words: &[Word], start: usize, kind: NameKind) -> impl Iterator<Item = usize> {
    let (before, from) = words.split_at(start);
    let before = before.iter().rev().take_while(|word| is_single_letter(word)).count();
    let letters = from.iter().take_while(|word| is_single_letter(word)).count();
    let is_spelt = before + letters >= SPELT_LETTERS_MIN;
    let is_part = move |len: usize| is_spelt && len <= letters && (before > 0 || len < letters);
    let most = from.len().min(LETTERS_MAX);
    (2..=most).filter(move |len| !is_part(*len) && may_be_compounded(raw, &from[..*len], kind))
}

/// A run of characters without a gap between them. Its first one does not directly follow another word.
struct Run {
    words: Range<usize>,
    /// True if the run is a foreign name, whose parts are no words.
    is_foreign: bool,
}

impl Run {
    /// Returns the number of characters if the run is a compound beyond those of [`lengths`].
    fn word(&self) -> Option<usize> {
        let len = self.words.len();
        ((len > CHARACTERS_MAX || self.is_foreign) && len <= TOGETHER_MAX).then_some(len)
    }
}

fn runs(words: &[Word], kind: NameKind) -> Vec<Run> {
    let begins = |at: &usize| is_character(&words[*at]) && !follows(words, *at);
    let end_of = |start: usize| (start + 1..words.len()).find(|at| !follows(words, *at));
    let of_characters = (0..words.len()).filter(begins).map(|start| {
        let run = start..end_of(start).unwrap_or(words.len());
        Run { is_foreign: is_foreign_name(words, &run, kind), words: run }
    });
    of_characters.collect()
}

/// True if a run of characters is a foreign name. In the name of a person, a run of at least
/// [`CHARACTERS_MAX`] with other words around it is one. In other names, the run must also end at a
/// gap, and a longer run must hold no known word: several words of such names are written without a
/// gap.
fn is_foreign_name(words: &[Word], run: &Range<usize>, kind: NameKind) -> bool {
    let ends_apart =
        || words.get(run.end).is_none_or(|next| !are_together(&words[run.end - 1], next));
    let holds_known_word = || run.len() > CHARACTERS_MAX && holds_known_word(&words[run.clone()]);
    run.len() >= CHARACTERS_MAX
        && run.len() < words.len()
        && (kind == NameKind::Person || ends_apart() && !holds_known_word())
}

/// True if some of these neighbouring characters are a word with [`variants`].
fn holds_known_word(characters: &[Word]) -> bool {
    let text_of = |part: &[Word]| part.iter().map(|word| word.text.as_str()).collect::<String>();
    let mut parts = (2..=CHARACTERS_MAX).flat_map(|len| characters.windows(len));
    parts.any(|part| variants::has_variants(&text_of(part)))
}

/// True if no character directly precedes or follows these words, so that they may be written as one
/// word or as several.
#[must_use]
pub fn stand_apart(words: &[Word], start: usize, len: usize) -> bool {
    !follows(words, start) && !follows(words, start + len)
}

/// True if the word at this position is a character directly behind another word.
fn follows(words: &[Word], at: usize) -> bool {
    let (Some(before), Some(word)) = (at.checked_sub(1), words.get(at)) else { return false };
    is_character(word) && are_together(&words[before], word)
}

fn is_character(word: &Word) -> bool {
    fold::is_of_characters(&word.text) && is_ordinary(word)
}

/// True if nothing separates the two words in the text.
fn are_together(first: &Word, second: &Word) -> bool {
    first.span.end == second.span.start
}

fn may_be_compounded(raw: &str, words: &[Word], kind: NameKind) -> bool {
    let [first, middle @ .., last] = words else { return false };
    if !fold::are_of_one_script(&first.text, &last.text) {
        return false;
    }
    if fold::is_of_characters(&first.text) {
        return words.len() <= CHARACTERS_MAX
            && words.iter().all(is_character)
            && words.windows(2).all(|pair| are_together(&pair[0], &pair[1]));
    }
    match middle {
        [] => are_neighbours_compounded(raw, first, last, kind),
        [middle] if may_be_article(raw, words, middle) && is_ordinary(first) => is_ordinary(last),
        _ if is_particle(first) && middle.iter().all(is_particle) => is_ordinary(last),
        _ => words.iter().all(is_single_letter),
    }
}

/// True if two neighbours may be written as one. Particles are often attached to the name that follows
/// ("Vandenberg", "Binladin", "Alqaida"), and a blank may be lost on either side of one. Two numbers
/// stay two numbers. A letter may belong to the name that follows ("O Brien"). Directly behind a name
/// it is an initial ("Thomas S"), unless a hyphen makes it a part of the name ("Kwangi-l").
fn are_neighbours_compounded(raw: &str, first: &Word, last: &Word, kind: NameKind) -> bool {
    if is_single_letter(first) && is_single_letter(last) {
        return true;
    }
    let says_something = |word| is_ordinary_or_number(word, kind);
    let may_be_compound = |word| says_something(word) || is_particle(word);
    let are_numbers = first.class == WordClass::Number && last.class == WordClass::Number;
    let is_abbreviated = kind == NameKind::Person
        && last.class == WordClass::Initial
        && !is_hyphenated(raw, first, last);
    may_be_compound(first)
        && may_be_compound(last)
        && (says_something(first) || says_something(last))
        && !are_numbers
        && !is_abbreviated
}

/// True if only a hyphen separates the two words.
fn is_hyphenated(raw: &str, first: &Word, last: &Word) -> bool {
    raw.get(first.span.end as usize..last.span.start as usize) == Some("-")
}

fn is_particle(word: &Word) -> bool {
    matches!(word.class, WordClass::Stop | WordClass::Order | WordClass::Title)
}

fn is_ordinary(word: &Word) -> bool {
    matches!(word.class, WordClass::Word | WordClass::Generic | WordClass::Initial)
}

/// True if a word is ordinary, or is a number in the name of a thing: tail numbers of aircraft and
/// names of ships are written with and without a gap.
fn is_ordinary_or_number(word: &Word, kind: NameKind) -> bool {
    is_ordinary(word) || (kind == NameKind::Thing && word.class == WordClass::Number)
}

fn is_article(word: &Word) -> bool {
    word.class == WordClass::Stop && matches!(word.text.as_str(), article::LATIN | article::ARABIC)
}

/// True if the middle one of three words is an article. Between hyphens it may also be a misspelt
/// article, or stand before a misspelt word: "Bashir-ud-Fin".
fn may_be_article(raw: &str, words: &[Word], middle: &Word) -> bool {
    let are_hyphenated = || words.windows(2).all(|pair| is_hyphenated(raw, &pair[0], &pair[1]));
    is_article(middle) || (middle.text.len() <= ARTICLE_LETTERS_MAX && are_hyphenated())
}

/// Returns the text of a word within a compound. An article keeps its letters: "Najm ud-Din" is
/// "Najmuddin".
fn as_compound<'w>(raw: &'w str, word: &'w Word) -> Cow<'w, str> {
    let written = word.span.of(raw);
    match is_article(word) && written.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        true => written.to_ascii_lowercase().into(),
        false => word.text.as_str().into(),
    }
}

fn is_single_letter(word: &Word) -> bool {
    word.text.len() == 1 && word.text.as_bytes()[0].is_ascii_lowercase()
}

fn join(raw: &str, words: &[Word], start: usize, len: usize) -> Option<Compound> {
    let span = &words[start..start + len];
    let text: String = span.iter().map(|word| as_compound(raw, word)).collect();
    if text.chars().count() > WORD_CHARS_MAX {
        return None;
    }
    Some(Compound { start: u8::try_from(start).ok()?, len: u8::try_from(len).ok()?, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize;

    fn compound(raw: &str, kind: NameKind) -> String {
        let name = tokenize(raw, kind);
        name.compounds.iter().map(|join| join.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn compound_neighbours() {
        use NameKind::{Person, Thing};
        let table = [
            ("Vladimir Putin", Person, "vladimirputin"),
            ("Osama bin Laden", Person, "osamabin binladen"),
            ("Cornelius van der Bilt", Person, "corneliusvan vanderbilt derbilt"),
            ("Zine Ben Ali", Person, "zineben benali"),
            ("Nur al-Din Zengi", Person, "nural nuraldin aldin dinzengi"),
            ("Najm ud Din Faraj", Person, "najmud najmuddin uddin dinfaraj"),
            ("Bashir-Ud-Fin", Person, "bashirud bashirudfin udfin"),
            ("Bashir Ud Fin", Person, "bashirud udfin"),
            ("نور الدين", Person, "نورال نورالدين الدين"),
            ("J. R. Ewing", Person, "jr rewing"),
            ("J R R Ewing", Person, "jr jrr rr rewing"),
            ("B M W", Thing, "bm bmw #.bmw mw"),
            ("Ewing J. R.", Person, "jr"),
            ("Kim Kwangi-l", Person, "kimkwangi kwangil"),
            ("邓小平", Person, "邓小 邓小平 小平"),
            ("김 정은", Person, "정은"),
            ("维斯伯恩", Person, "维斯 维斯伯 维斯伯恩 斯伯 斯伯恩 伯恩"),
            ("维斯伯恩·金", Person, "维斯伯恩"),
            ("金·维斯伯", Person, "维斯伯"),
            ("마두로 조선", Person, "마두로 조선"),
            ("김정은", Person, "김정 김정은 정은"),
            ("마두로", Thing, "마두 마두로 두로"),
            ("마두로 재단", Thing, "마두로 재단"),
            ("니콜라스 마두로", Thing, "니콜라스 마두로"),
            ("조선무역 마두로", Thing, "조선 조선무 조선무역 선무 선무역 무역 마두로"),
            ("AB마두 조선", Thing, "마두 조선"),
            ("维斯伯恩·公司", Thing, "维斯伯恩"),
            ("维斯伯恩公司", Thing, "维斯 维斯伯 维斯伯恩 斯伯 斯伯恩 伯恩"),
            ("维斯伯恩", Thing, "维斯 维斯伯 维斯伯恩 斯伯 斯伯恩 伯恩"),
            ("Al Qaida", Thing, "alqaida"),
            ("RA-78765", Thing, "ra78765"),
            ("Fund 3 30", Thing, "fund3"),
            ("Bank of Ruritania", Thing, "bankof ofruritania"),
            ("The Bank of the North", Thing, "thebank bankof ofthenorth thenorth"),
            ("A B C Ltd", Thing, "ab abc bc #.bcl"),
            ("P a m e l a Jones", Person, "pamela ajones"),
            ("Иван 王", Person, ""),
            ("Vladimir", Person, ""),
        ];
        for (raw, kind, expected) in table {
            assert_eq!(compound(raw, kind), expected, "{raw}");
        }
    }

    #[test]
    fn none_is_too_long() {
        let half = WORD_CHARS_MAX / 2;
        for (letters, expected) in [(half, 1), (half + 1, 0)] {
            let word = "x".repeat(letters);
            let name = tokenize(&format!("{word} {word}"), NameKind::Thing);
            assert_eq!(name.compounds.len(), expected, "{letters}");
        }
        assert_eq!(compound("a b c d e f g", NameKind::Person), "");
    }
}
