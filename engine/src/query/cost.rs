//! Estimated cost of a query, known from its terms before any of the work is done.

use super::name::{QueryName, SingleName};
use super::resolve::rewrite_names;
use crate::lexicon::rows::Neighbour;
use crate::model::WordOrdinal;
use crate::snapshot::IndexView;
use crate::snapshot::rows::NameGroup;
use crate::text::{Compound, Name, NameKind, Script};

/// Time of one reading of a name, without its words.
const READING: f64 = 16.0;
/// Time of one matched term: its bounds, and a look at its posting lists.
const MATCHED_WORD: f64 = 0.43;
/// Time of one posting. Few are visited, since lists end early.
const LISTED_NAME: f64 = 0.0006;
/// Time of comparing an unknown word with one term.
const COMPARED_WORD: f64 = 0.2;
/// Time of finding the neighbours of a compound, by the square root of the number of terms: a smaller
/// share of a longer dictionary is similar.
const COMPOUND: f64 = 0.04;
/// A compound of Han or Hangul is compared with the terms divided by this.
const CHARACTERS_COMPARED: f64 = 16.0;

/// Estimates the time of matching these names, in microseconds of a core of the machine in
/// docs/measurements.md, "Estimates". For nine of ten queries the estimate is within a factor of three
/// of the measured time, from 14,000 to 4.3 million records. It counts every reading of a name,
/// rewrites by the snapshot included.
///
/// Stops counting above `up_to`, so that a dear query costs little to estimate.
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

/// Time of one matched term, with its posting lists.
fn of_lists(index: &IndexView<'_>, word: WordOrdinal, kind: NameKind) -> f64 {
    let groups = NameGroup::of_kind(kind).iter();
    let names: usize = groups.map(|&group| index.impacts(word, group).len()).sum();
    MATCHED_WORD + names as f64 * LISTED_NAME
}
