//! The class of each word, which decides its weight in a name and the rules that apply to it.
//!
//! Tables are consulted after legal phrases and numbers were made one word each. A word may have
//! different classes in the name of a person and in the name of a thing.
//!
//! | module | what it holds |
//! |---|---|
//! | `legal` | spellings of legal forms to code words |
//! | `number` | number words, Roman numerals and ordinals to digits |
//! | `place` | names of places |
//! | `abbreviation`, `state` | abbreviations spelt out, and names of states made one, in names of things |
//! | `proclitic` | "and", "for" and "with", which Arabic writes attached to the next word |

pub(super) mod abbreviation;
pub(super) mod legal;
pub(super) mod number;
mod place;
pub(super) mod proclitic;
pub(super) mod state;

use std::sync::LazyLock;

use ahash::AHashMap;

pub(crate) use place::is_place;

use super::name::{LEGAL_FORM_MARK, NameKind, Word, WordClass};
use super::tables;
use super::token::Token;

/// Particles that are names when nothing follows: "Smith, Ben", "Nguyen Thi Le". The other particles
/// may end a name whose family name was put first: "LADIN, Usama bin".
const NAMES_WHEN_LAST: [&str; 8] = ["ben", "la", "le", "lo", "da", "di", "do", "du"];

const GENERIC_WORDS: &str = include_str!("../tables/generic_words.txt");

/// Entry of the tables for one word.
#[derive(Debug, Clone, Copy)]
struct Entry {
    class: WordClass,
    /// Canonical spelling of a particle of descent.
    spelling: &'static str,
}

const TITLES: &str = include_str!("../tables/titles.txt");

static PERSONS: LazyLock<AHashMap<&'static str, Entry>> = LazyLock::new(|| {
    let mut entries = AHashMap::new();
    insert(&mut entries, WordClass::Title, TITLES);
    insert(&mut entries, WordClass::Stop, include_str!("../tables/stop_words_persons.txt"));
    for row in tables::rows(include_str!("../tables/order_words.txt")) {
        let Some((spelling, others)) = row.split_once(':') else { continue };
        for word in others.split_whitespace().chain([spelling]) {
            entries.insert(word, Entry { class: WordClass::Order, spelling });
        }
    }
    entries
});

static THINGS: LazyLock<AHashMap<&'static str, Entry>> = LazyLock::new(|| {
    let mut entries = AHashMap::new();
    insert(&mut entries, WordClass::Generic, GENERIC_WORDS);
    insert(&mut entries, WordClass::Stop, include_str!("../tables/stop_words_things.txt"));
    entries
});

/// Returns the generic words, the commonest first as far as the table has them so.
pub(crate) fn generic_words() -> impl Iterator<Item = &'static str> {
    tables::words(GENERIC_WORDS)
}

/// Returns the titles of persons, folded.
pub(crate) fn titles() -> impl Iterator<Item = &'static str> {
    tables::words(TITLES)
}

/// True if a folded word is a title of persons.
pub(crate) fn is_title(word: &str) -> bool {
    PERSONS.get(word).is_some_and(|entry| entry.class == WordClass::Title)
}

/// True if a folded word is an article or a particle of descent in names of persons.
pub(crate) fn is_particle(word: &str) -> bool {
    let is_one = |class| matches!(class, WordClass::Stop | WordClass::Order);
    PERSONS.get(word).is_some_and(|entry| is_one(entry.class))
}

/// True if a folded word has a class of its own in names of persons.
pub(crate) fn is_of_persons(word: &str) -> bool {
    PERSONS.contains_key(word)
}

fn insert(entries: &mut AHashMap<&'static str, Entry>, class: WordClass, table: &'static str) {
    entries.extend(tables::words(table).map(|word| (word, Entry { class, spelling: word })));
}

/// True if the word is a generic business word that no person carries: "trading", not "general".
pub(super) fn is_business_word(word: &str) -> bool {
    THINGS.get(word).is_some_and(|entry| entry.class == WordClass::Generic)
        && !PERSONS.contains_key(word)
}

/// True if the word has no class of its own in names of things and names no place.
pub(super) fn is_ordinary_of_thing(word: &str) -> bool {
    !THINGS.contains_key(word) && !is_place(word)
}

/// True if the word is an article, a preposition or the like in names of things.
pub(crate) fn is_stop_word(word: &str) -> bool {
    THINGS.get(word).is_some_and(|entry| entry.class == WordClass::Stop)
}

/// Gives each word of a name its class. Every name with words has an informative one: where the tables
/// leave none, particles and titles become ordinary words, then legal forms do.
pub(super) fn classify(tokens: Vec<Token>, kind: NameKind) -> Vec<Word> {
    let count = tokens.len();
    let mut words: Vec<Word> = tokens
        .into_iter()
        .enumerate()
        .map(|(at, Token { text, span })| {
            let class = class_of(&text, kind, at, count);
            let is_place = kind == NameKind::Thing && is_place(&text);
            Word { text, class, is_place, span }
        })
        .collect();
    for fallback in [is_particle_or_title, |class| class == WordClass::Legal] {
        if words.iter().any(|word| word.class.is_informative()) {
            break;
        }
        for word in words.iter_mut().filter(|word| fallback(word.class)) {
            word.class = WordClass::Word;
        }
    }
    words
}

/// Gives the spellings of one particle of descent the same text: "ben" and "ibn" become "bin".
pub(super) fn unify_order_words(words: &mut [Word]) {
    for word in words.iter_mut().filter(|word| word.class == WordClass::Order) {
        if let Some(entry) = PERSONS.get(word.text.as_str()) {
            word.text.replace_range(.., entry.spelling);
        }
    }
}

fn is_particle_or_title(class: WordClass) -> bool {
    matches!(class, WordClass::Stop | WordClass::Order | WordClass::Title)
}

fn class_of(word: &str, kind: NameKind, at: usize, count: usize) -> WordClass {
    if word.starts_with(LEGAL_FORM_MARK) {
        return WordClass::Legal;
    }
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return WordClass::Number;
    }
    let is_last = at + 1 == count;
    match kind {
        NameKind::Person => match PERSONS.get(word).map(|entry| entry.class) {
            Some(_) if is_last && NAMES_WHEN_LAST.contains(&word) => WordClass::Word,
            Some(class) => class,
            // The Spanish "and" between two family names.
            None if word == "y" && at > 0 && !is_last => WordClass::Stop,
            None if word.len() == 1 => WordClass::Initial,
            None => WordClass::Word,
        },
        NameKind::Thing => match THINGS.get(word) {
            Some(entry) => entry.class,
            None => WordClass::Word,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold::{self, DottedLetters};
    use crate::text::token::{sentence, tests::tokens};

    fn classes(text: &str, kind: NameKind) -> Vec<WordClass> {
        classify(tokens(text), kind).into_iter().map(|word| word.class).collect()
    }

    #[test]
    fn persons() {
        use WordClass::{Initial, Order, Stop, Title, Word};
        let table = [
            ("haji abdul manan", vec![Title, Word, Word]),
            ("al zawahiri", vec![Stop, Word]),
            ("osama bin laden", vec![Word, Order, Word]),
            ("smith ben", vec![Word, Word]),
            ("ladin usama bin", vec![Word, Word, Order]),
            ("john q public", vec![Word, Initial, Word]),
            ("jose ortega y gasset", vec![Word, Word, Stop, Word]),
            ("martin luther king jr", vec![Word, Word, Word, Title]),
            ("to na on", vec![Word, Word, Word]),
            ("haji", vec![Word]),
            ("王 小", vec![Word, Word]),
        ];
        for (text, expected) in table {
            assert_eq!(classes(text, NameKind::Person), expected, "{text}");
        }
    }

    #[test]
    fn things() {
        use WordClass::{Generic, Legal, Number, Stop, Word};
        let table = [
            ("bank of ruritania #corp", vec![Generic, Stop, Word, Legal]),
            ("ocean 7", vec![Word, Number]),
            ("the of", vec![Word, Word]),
            ("#llc", vec![Word]),
        ];
        for (text, expected) in table {
            assert_eq!(classes(text, NameKind::Thing), expected, "{text}");
        }
    }

    #[test]
    fn places_are_marked_in_things_only() {
        let marks = |kind| {
            let words = classify(tokens("tehran cement"), kind);
            words.iter().map(|word| word.is_place).collect::<Vec<_>>()
        };
        assert_eq!(marks(NameKind::Thing), [true, false]);
        assert_eq!(marks(NameKind::Person), [false, false]);
    }

    #[test]
    fn table_words_are_folded_or_they_could_never_be_met() {
        let entries = PERSONS.keys().chain(THINGS.keys()).chain(place::PLACES.iter());
        for word in entries {
            let folded = sentence(&fold::words(word, DottedLetters::Joined));
            assert!(folded == *word || ["el", "ben"].contains(word), "{word} folds to {folded}");
        }
    }
}
