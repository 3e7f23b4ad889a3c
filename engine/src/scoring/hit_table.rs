//! Which units of a query form meet a dictionary word: look-ups by ordinal, and in brief by folded
//! word, for the entries of impact lists.

use super::align::span;
use crate::candidates::form::{Hit, QueryForm};
use crate::snapshot::IndexView;
use crate::snapshot::impact::{FOLDED_WORDS, OtherWords};

/// Looks up which units of a query form meet a dictionary word. One per thread and query form.
#[derive(Debug)]
pub struct HitTable {
    /// By word ordinal: one more than the first hit of the word, or 0.
    first: Vec<u32>,
    /// By folded word: the query words that some dictionary word folded so meets.
    masks: Box<[u32; FOLDED_WORDS]>,
    filled: Vec<u32>,
    /// Query words that meet joined words, which impact lists do not name.
    joined: u32,
    all: u32,
}

impl Default for HitTable {
    fn default() -> Self {
        let masks = vec![0; FOLDED_WORDS].into_boxed_slice();
        let masks = masks.try_into().expect("made with this length");
        Self { first: Vec::new(), masks, filled: Vec::new(), joined: 0, all: 0 }
    }
}

impl HitTable {
    /// Prepares the table for a form.
    pub fn fill(&mut self, index: &IndexView<'_>, form: &QueryForm) {
        for &word in &self.filled {
            self.first[word as usize] = 0;
            self.masks[usize::from(OtherWords::fold(word))] = 0;
        }
        self.filled.clear();
        self.first.resize(index.word_count(), 0);
        (self.joined, self.all) = (0, span(0, form.words.len() as u8));
        for (at, hit) in form.hits.iter().enumerate() {
            let first = &mut self.first[hit.word.index()];
            if *first == 0 {
                *first = at as u32 + 1;
                self.filled.push(hit.word.0);
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
    pub fn may_meet(&self, others: OtherWords) -> u32 {
        others.masks(&self.masks, self.all) | self.joined
    }

    /// Hits of a dictionary word.
    #[inline]
    pub fn hits<'f>(
        &self,
        form: &'f QueryForm,
        word: u32,
    ) -> impl Iterator<Item = &'f Hit> + use<'f> {
        let first = self.first[word as usize] as usize;
        let hits = if first == 0 { &[][..] } else { &form.hits[first - 1..] };
        hits.iter().take_while(move |hit| hit.word.0 == word)
    }
}
