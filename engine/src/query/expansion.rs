//! Fuzzy expansion of query tokens, done once for each distinct text of a query.

use std::ops::Deref;
use std::sync::Arc;

use crate::lexicon::POOLED_LEAST;
use crate::lexicon::rows::Neighbour;
use crate::model::WordOrdinal;
use crate::snapshot::IndexView;
use crate::text::{self, Kinds, NameKind, Script, Similarity, WordForm, weight};

/// Expansions of tokens, remembered while the names of one query are resolved.
///
/// A list, in order of arrival: a query has few words, and its readings share most of them.
#[derive(Debug, Default)]
pub(super) struct TokenExpander<'q, 's> {
    words: Vec<(Typed<'q>, ResolvedToken<'s>)>,
    compounds: Vec<(Typed<'q>, Neighbours<'s>)>,
}

/// A folded text; true if it was typed in Cyrillic.
pub(super) type Typed<'q> = (&'q str, bool);

/// A query token with its neighbours.
#[derive(Debug)]
pub(super) struct ResolvedToken<'s> {
    /// The term equal to it.
    pub(super) ordinal: Option<WordOrdinal>,
    /// True if lists or tables know it, by kind of name.
    pub(super) is_known: [bool; NameKind::ALL.len()],
    pub(super) script: Script,
    neighbours: Neighbours<'s>,
}

/// Terms similar to a text.
#[derive(Debug)]
pub(super) enum Neighbours<'s> {
    /// Of a term, as the snapshot stores them.
    Known(&'s [Neighbour]),
    /// Of an unknown token: computed, or from the cache of the snapshot.
    Remembered(Arc<[Neighbour]>),
    /// Of a compound: computed.
    Found(Vec<Neighbour>),
}

impl Deref for Neighbours<'_> {
    type Target = [Neighbour];

    fn deref(&self) -> &[Neighbour] {
        match self {
            Self::Known(neighbours) => neighbours,
            Self::Remembered(neighbours) => neighbours,
            Self::Found(neighbours) => neighbours,
        }
    }
}

impl<'q, 's> TokenExpander<'q, 's> {
    pub(super) fn resolve(&mut self, index: &IndexView<'s>, word: Typed<'q>) -> &ResolvedToken<'s> {
        known_or(&mut self.words, word, || ResolvedToken::of(index, word))
    }

    /// Terms similar to neighbouring query tokens written as one, compounds aside.
    pub(super) fn resolve_compound(
        &mut self,
        index: &IndexView<'s>,
        word: Typed<'q>,
    ) -> &Neighbours<'s> {
        let (text, is_cyrillic) = word;
        known_or(&mut self.compounds, word, || match Script::of(text).is_syllabic() {
            true => Neighbours::Remembered(index.neighbours_of_characters(text)),
            false => {
                let form = WordForm::new(text).typed_in_cyrillic(is_cyrillic);
                Neighbours::Found(index.neighbours_of_compound(&form))
            }
        })
    }
}

/// Returns the remembered value of a text, or computes and remembers it.
fn known_or<'k, 'q, T>(
    known: &'k mut Vec<(Typed<'q>, T)>,
    word: Typed<'q>,
    find: impl FnOnce() -> T,
) -> &'k T {
    let at = known.iter().position(|(of, _)| *of == word).unwrap_or_else(|| {
        known.push((word, find()));
        known.len() - 1
    });
    &known[at].1
}

impl<'s> ResolvedToken<'s> {
    fn of(index: &IndexView<'s>, (text, is_cyrillic): Typed<'_>) -> Self {
        let ordinal = index.find_word(text);
        let neighbours = match ordinal {
            Some(word) => Neighbours::Known(index.neighbours(word)),
            None => Neighbours::Remembered(index.neighbours_of(text, is_cyrillic)),
        };
        let is_known =
            NameKind::ALL.map(|kind| ordinal.is_some() || text::is_known_word(text, kind));
        Self { ordinal, is_known, script: Script::of(text), neighbours }
    }

    /// Weight as an ordinary word. An unknown word takes its frequency from the terms that sound the
    /// same.
    pub(super) fn weight(&self, index: &IndexView<'_>, text: &str) -> u8 {
        if let Some(known) = self.ordinal {
            return index.words[known.index()].weight;
        }
        let sounds_alike =
            |n: &&Neighbour| n.similarity() >= POOLED_LEAST && !index.is_compound(n.word());
        let alike = self.neighbours.iter().filter(sounds_alike);
        let frequency = alike.map(|n| u64::from(index.words[n.word().index()].frequency)).sum();
        weight::ordinary(weight::rarity_of(text, frequency, index.record_count() as u64))
    }

    /// The equal term, if there is one, then the neighbours.
    pub(super) fn matched(&self, index: &IndexView<'_>) -> impl Iterator<Item = Neighbour> {
        let compound = |word: WordOrdinal| {
            Neighbour::new(word, Similarity::EQUAL, Kinds::ALL, &index.words[word.index()])
        };
        self.ordinal.map(compound).into_iter().chain(self.neighbours.iter().copied())
    }
}
