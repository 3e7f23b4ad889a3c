//! The words and compounds of a name, as stored in `name-runs`.

use super::rows::RunWord;
use crate::model::{WordMask, WordOrdinal};

/// The words of a name, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run<'s> {
    pub(super) words: &'s [u32],
}

impl<'s> Run<'s> {
    /// Number of words.
    #[must_use]
    pub fn len(self) -> usize {
        self.words.len()
    }

    /// True if the name has no words.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.words.is_empty()
    }

    /// Returns the word at a position.
    ///
    /// # Panics
    /// Beyond the end, as indexing a slice does.
    #[inline]
    #[must_use]
    pub fn at(self, position: usize) -> RunWord {
        RunWord(self.words[position])
    }

    /// Iterates over the words in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = RunWord> + Clone + 's {
        self.words.iter().map(|&word| RunWord(word))
    }
}

/// The compounds of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompoundRun<'s> {
    pub(super) pairs: &'s [u32],
}

/// One compound of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompoundWord {
    pub word: WordOrdinal,
    /// Position of the first word it spans.
    pub start: u8,
    /// Number of words that it spans.
    pub len: u8,
}

impl CompoundWord {
    /// Returns the positions that it spans.
    #[inline]
    #[must_use]
    pub fn words(self) -> WordMask {
        WordMask::span(self.start, self.len)
    }

    /// Packs a compound as stored in `name-runs`.
    pub(super) fn pack(self) -> [u32; 2] {
        [self.word.0, u32::from(self.start) | u32::from(self.len) << 8]
    }
}

impl<'s> CompoundRun<'s> {
    /// Reads compounds as stored in `name-runs`.
    pub(super) fn of(pairs: &'s [u32]) -> Self {
        Self { pairs }
    }

    /// Iterates over the compounds, by start, then length.
    pub fn iter(self) -> impl Iterator<Item = CompoundWord> + Clone + 's {
        self.pairs.chunks_exact(2).map(|pair| CompoundWord {
            word: WordOrdinal(pair[0]),
            start: pair[1] as u8,
            len: (pair[1] >> 8) as u8,
        })
    }
}
