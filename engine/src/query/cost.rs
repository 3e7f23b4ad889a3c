//! Estimated time of a query, from what its words are before any of the work is done.

use super::name::{QueryName, SingleName};
use super::rewrite::rewrite_names;
use crate::model::WordOrdinal;
use crate::snapshot::IndexView;
use crate::snapshot::rows::{NameGroup, Neighbour};
use crate::text::{Compound, Name, NameKind, Script};

/// Time of one reading of a name, its words aside.
const READING: f64 = 16.0;
/// Time of one dictionary word that a word of the query matches: its bounds, and a look at its lists.
const MATCHED_WORD: f64 = 0.43;
/// Time of one name in these lists. Few are looked at, since lists end early.
const LISTED_NAME: f64 = 0.0006;
/// Time of comparing a word that the dictionary lacks with one that it has.
const COMPARED_WORD: f64 = 0.2;
/// Time of looking for neighbouring words written as one, by the square root of the number of dictionary
/// words: the longer a dictionary, the less of it is alike.
const COMPOUND: f64 = 0.04;
/// Of the dictionary's words, one in so many is compared with neighbouring characters of Han or Hangul
/// written as one.
const CHARACTERS_COMPARED: f64 = 16.0;

/// Estimates the time of matching these names, in microseconds of a core of the machine in
/// docs/design.md, "Measured": for nine of ten queries it is within a factor of three of the measured
/// time, at 14,000 records as at 4.3 million. It counts every reading of a name, those by the words of
/// the snapshot among them.
///
/// Stops counting above `up_to`, so that it costs little where there is much to do.
#[must_use]
pub fn estimated_micros(index: &IndexView<'_>, names: &[QueryName], up_to: u64) -> u64 {
    let names = rewrite_names(index, names);
    let mut micros = 0.0;
    for name in names.iter().flat_map(QueryName::names) {
        micros +=
            READING + NameKind::ALL.map(|kind| of_reading(index, name, kind)).iter().sum::<f64>();
        if micros > up_to as f64 {
            break;
        }
    }
    micros as u64
}

fn of_reading(index: &IndexView<'_>, name: &SingleName, kind: NameKind) -> f64 {
    let Name { words, compounds } = &name.readings.names[kind as usize];
    let dictionary = index.single_word_count() as f64;
    let of_compound = |compound: &Compound| match Script::of(&compound.text).is_syllabic() {
        true => dictionary / CHARACTERS_COMPARED * COMPARED_WORD,
        false => dictionary.sqrt() * COMPOUND,
    };
    let of_words = words.iter().map(|word| {
        let is_cyrillic = name.is_cyrillic(word);
        let matched = |matched: &[Neighbour]| -> f64 {
            matched.iter().map(|matched| of_lists(index, matched.word(), kind)).sum()
        };
        match index.find_word(&word.text) {
            Some(known) => of_lists(index, known, kind) + matched(index.neighbours(known)),
            None => match index.remembered(&word.text, is_cyrillic) {
                Some(close) => matched(&close),
                None => index.compared(&word.text, is_cyrillic) as f64 * COMPARED_WORD,
            },
        }
    });
    of_words.sum::<f64>() + compounds.iter().map(of_compound).sum::<f64>()
}

/// Time of a dictionary word that is matched, with its lists.
fn of_lists(index: &IndexView<'_>, word: WordOrdinal, kind: NameKind) -> f64 {
    let groups = NameGroup::of_kind(kind).iter();
    let names: usize = groups.map(|&group| index.impacts(word, group).len()).sum();
    MATCHED_WORD + names as f64 * LISTED_NAME
}
