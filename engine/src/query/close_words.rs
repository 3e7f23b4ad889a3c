//! Dictionary words alike to a text, found once however often the text stands in a query.

use std::borrow::Cow;

use ahash::AHashMap;

use crate::model::WordOrdinal;
use crate::snapshot::rows::Neighbour;
use crate::snapshot::{IndexView, POOLED_LEAST};
use crate::text::{Script, Similarity, WordForm, weight};

/// Dictionary words alike to a text, remembered while the names of one query are read.
#[derive(Debug, Default)]
pub(super) struct CloseWords<'q, 's> {
    words: AHashMap<&'q str, Resolved<'s>>,
    joined: AHashMap<&'q str, Vec<Neighbour>>,
}

/// A single word of a query.
#[derive(Debug)]
pub(super) struct Resolved<'s> {
    /// The dictionary's word with this text.
    pub(super) ordinal: Option<WordOrdinal>,
    pub(super) script: Script,
    /// Those of the dictionary for its own words, found by comparing for others.
    close: Cow<'s, [Neighbour]>,
}

impl<'q, 's> CloseWords<'q, 's> {
    pub(super) fn resolve(&mut self, index: &IndexView<'s>, text: &'q str) -> &Resolved<'s> {
        self.words.entry(text).or_insert_with(|| Resolved::of(index, text))
    }

    /// Single words alike to neighbours of a query written as one.
    pub(super) fn resolve_joined(&mut self, index: &IndexView<'s>, text: &'q str) -> &[Neighbour] {
        let joined = self.joined.entry(text);
        joined.or_insert_with(|| index.close_to_joined(&WordForm::new(text)))
    }
}

impl<'s> Resolved<'s> {
    fn of(index: &IndexView<'s>, text: &str) -> Self {
        let form = WordForm::new(text);
        let ordinal = index.find_word(text);
        let close = match ordinal {
            Some(word) => Cow::Borrowed(index.neighbours(word)),
            None => Cow::Owned(index.close_words(&form)),
        };
        Self { ordinal, script: form.script(), close }
    }

    /// Weight as an ordinary word: that of the dictionary, or for a word that it lacks by the
    /// records of words that sound alike.
    pub(super) fn weight(&self, index: &IndexView<'_>) -> u8 {
        if let Some(known) = self.ordinal {
            return index.words[known.index()].weight;
        }
        let sounds_alike =
            |n: &&Neighbour| n.similarity >= POOLED_LEAST && !index.is_joined(WordOrdinal(n.word));
        let alike = self.close.iter().filter(sounds_alike);
        let frequency = alike.map(|n| u64::from(index.words[n.word as usize].frequency)).sum();
        weight::ordinary(weight::rarity(frequency, index.record_count() as u64))
    }

    /// The word itself, when the dictionary has it, then the words alike to it.
    pub(super) fn met(&self) -> impl Iterator<Item = Neighbour> {
        let equal = Similarity::EQUAL.0.into();
        let itself = self.ordinal.map(|word| Neighbour { word: word.0, similarity: equal });
        itself.into_iter().chain(self.close.iter().copied())
    }
}
