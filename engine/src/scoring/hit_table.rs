//! Which units of a query form meet a dictionary word: look-ups by ordinal, and in brief by folded
//! word, for the entries of impact lists.

use crate::model::{WordMask, WordOrdinal};
use crate::query::{QueryForm, WordHit};
use crate::snapshot::IndexView;
use crate::snapshot::impact::{FOLDED_WORDS, OtherWords};

/// Looks up which units of a query form meet a dictionary word. One per thread and query form.
#[derive(Debug)]
pub struct HitTable {
    /// By word ordinal: one more than the first hit of the word, or 0.
    first: Vec<u32>,
    /// By folded word: the query words that some dictionary word folded so meets.
    masks: Box<[WordMask; FOLDED_WORDS]>,
    filled: Vec<WordOrdinal>,
    /// Query words that meet joined words, which impact lists do not name.
    joined: WordMask,
    all: WordMask,
}

impl Default for HitTable {
    fn default() -> Self {
        let masks = vec![WordMask::NONE; FOLDED_WORDS].into_boxed_slice();
        let masks = masks.try_into().expect("made with this length");
        let (joined, all) = (WordMask::NONE, WordMask::NONE);
        Self { first: Vec::new(), masks, filled: Vec::new(), joined, all }
    }
}

impl HitTable {
    /// Prepares the table for a form.
    pub fn fill(&mut self, index: &IndexView<'_>, form: &QueryForm<'_>) {
        for &word in &self.filled {
            self.first[word.index()] = 0;
            self.masks[usize::from(OtherWords::fold(word.0))] = WordMask::NONE;
        }
        self.filled.clear();
        self.first.resize(index.word_count(), 0);
        (self.joined, self.all) = (WordMask::NONE, WordMask::all_of(form.words.len()));
        for (at, hit) in form.hits.iter().enumerate() {
            let first = &mut self.first[hit.word.index()];
            if *first == 0 {
                *first = at as u32 + 1;
                self.filled.push(hit.word);
            }
            let words = form.units[usize::from(hit.unit)].words;
            if index.is_joined(hit.word) {
                self.joined |= words;
            } else {
                self.masks[usize::from(OtherWords::fold(hit.word.0))] |= words;
            }
        }
    }

    /// The query words that a name may meet beside the word of its list: all that it meets, and
    /// perhaps some that it does not.
    #[inline]
    #[must_use]
    pub fn may_meet(&self, others: OtherWords) -> WordMask {
        others.masks(&self.masks, self.all) | self.joined
    }

    /// Hits of a dictionary word.
    #[inline]
    pub fn hits<'f>(
        &self,
        form: &'f QueryForm<'_>,
        word: WordOrdinal,
    ) -> impl Iterator<Item = &'f WordHit> + use<'f> {
        let first = self.first[word.index()] as usize;
        let hits = if first == 0 { &[][..] } else { &form.hits[first - 1..] };
        hits.iter().take_while(move |hit| hit.word == word)
    }
}
