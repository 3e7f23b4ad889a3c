//! How much work a query will be, told from lengths alone before any of it is done.

use super::asked::{AskedName, SingleName};
use crate::model::WordOrdinal;
use crate::snapshot::IndexView;
use crate::snapshot::rows::{NameGroup, Neighbour};
use crate::text::{Join, Name, NameKind, Script, Word};

/// Steps of comparing a name in full, measured in entries of lists that are passed over.
const ALIGNED_NAME: u64 = 16;
/// The same of a word that is met, beside its lists: words of other scripts meet hundreds, most of them
/// with short lists.
const MET_WORD: u64 = 100;
/// The same of comparing a word that the dictionary lacks with one that it has.
const COMPARED_WORD: u64 = 16;
/// Of the dictionary's single words, one in so many is looked at for neighbouring words of the
/// query, written as one.
const COMPARED_FOR_JOINED: u64 = 512;
/// The same for neighbouring characters of Han or Hangul.
const COMPARED_FOR_CHARACTERS: u64 = 16;

/// Estimates what matching these names takes, in entries of lists looked at (10 to 50 ns each):
/// the lists of every word that a word of the names meets, walked to their ends; the names that
/// begin with a query of one word; and comparisons for what the dictionary lacks. The walk mostly
/// ends sooner.
///
/// Stops counting above `up_to`, so that it costs little where there is much to do.
#[must_use]
pub fn steps(index: &IndexView<'_>, names: &[AskedName], up_to: u64) -> u64 {
    let mut count = Count { index, steps: 0, up_to };
    names.iter().all(|name| count.add_name(name));
    count.steps
}

struct Count<'a, 's> {
    index: &'a IndexView<'s>,
    steps: u64,
    up_to: u64,
}

impl Count<'_, '_> {
    /// Adds steps; whether counting goes on.
    fn add(&mut self, steps: u64) -> bool {
        self.steps = self.steps.saturating_add(steps);
        self.steps <= self.up_to
    }

    fn add_name(&mut self, name: &AskedName) -> bool {
        name.names().all(|name| self.add_single(name))
    }

    fn add_single(&mut self, name: &SingleName) -> bool {
        let readings = &name.readings;
        // What begins with several words has the first of them, whose lists are counted.
        let is_one_word = !readings.normalised.contains(' ');
        let beginning = match is_one_word {
            true => self.index.names_starting_with(&readings.normalised).len() as u64,
            false => 0,
        };
        self.add(beginning * ALIGNED_NAME)
            && NameKind::ALL.into_iter().all(|kind| self.add_reading(name, kind))
    }

    fn add_reading(&mut self, name: &SingleName, kind: NameKind) -> bool {
        let Name { words, joins } = &name.readings.names[kind as usize];
        let single_words = self.index.single_word_count() as u64;
        let of_join = |join: &Join| match Script::of(&join.text).is_syllabic() {
            true => single_words / COMPARED_FOR_CHARACTERS,
            false => single_words / COMPARED_FOR_JOINED,
        };
        self.add(joins.iter().map(of_join).sum())
            && words.iter().all(|word| self.add_word(name, word, kind))
    }

    fn add_word(&mut self, name: &SingleName, word: &Word, kind: NameKind) -> bool {
        if let Some(ordinal) = self.index.find_word(&word.text) {
            return self.add_lists(ordinal, kind)
                && self.add_lists_of(self.index.neighbours(ordinal), kind);
        }
        let is_cyrillic = name.is_cyrillic(word);
        match self.index.remembered(&word.text, is_cyrillic) {
            Some(close) => self.add_lists_of(&close, kind),
            None => self.add(self.index.compared(&word.text, is_cyrillic) * COMPARED_WORD),
        }
    }

    fn add_lists_of(&mut self, close: &[Neighbour], kind: NameKind) -> bool {
        close.iter().all(|neighbour| self.add_lists(neighbour.word(), kind))
    }

    fn add_lists(&mut self, word: WordOrdinal, kind: NameKind) -> bool {
        let lists = NameGroup::of_kind(kind).iter();
        let entries = lists.map(|&group| self.index.impacts(word, group).len() as u64);
        self.add(MET_WORD + entries.sum::<u64>())
    }
}
