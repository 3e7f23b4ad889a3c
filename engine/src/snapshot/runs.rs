//! The words and compounds of a name, as stored in `name-runs`.

use crate::lexicon::rows::NONE_U8;

use super::rows::RunWord;
use crate::model::{WordMask, WordOrdinal};

/// The words of a name, in order.
#[derive(Debug, Clone, Copy)]
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
#[derive(Debug, Clone, Copy)]
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

    /// Returns the length in bytes of the first word of a compound of two words, as stored in
    /// `WordRow::apart`. `None` for more words, or if the compound differs from the two words written
    /// as one. For example, "a ben" is read as "a" and "bin" before a name, and its compound is "aben".
    /// `single` are the words of the name; `text` returns the text of a term.
    pub(super) fn apart_at<'t>(
        self,
        single: &[u32],
        text: impl Fn(WordOrdinal) -> &'t [u8],
    ) -> Option<u8> {
        let start = usize::from(self.start);
        let &[first, second] = &single[start..start + usize::from(self.len)] else { return None };
        let [first, second] = [first, second].map(|word| text(WordOrdinal(RunWord(word).word())));
        let is_compound = text(self.word).strip_prefix(first) == Some(second);
        u8::try_from(first.len()).ok().filter(|&bytes| is_compound && bytes != NONE_U8)
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
