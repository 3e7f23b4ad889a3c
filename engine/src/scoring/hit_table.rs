//! Which units of a query form meet a dictionary word.

use crate::model::WordOrdinal;
use crate::query::{QueryForm, WordHit};
use crate::snapshot::IndexView;

/// Looks up which units of a query form meet a dictionary word. One per thread and query form.
#[derive(Debug, Default)]
pub struct HitTable {
    /// By word ordinal: one more than the first hit of the word, or 0.
    first: Vec<u32>,
    filled: Vec<WordOrdinal>,
}

impl HitTable {
    /// Prepares the table for a form.
    pub fn fill(&mut self, index: &IndexView<'_>, form: &QueryForm<'_>) {
        for &word in &self.filled {
            self.first[word.index()] = 0;
        }
        self.filled.clear();
        self.first.resize(index.word_count(), 0);
        for (at, hit) in form.hits.iter().enumerate() {
            let first = &mut self.first[hit.word.index()];
            if *first == 0 {
                *first = at as u32 + 1;
                self.filled.push(hit.word);
            }
        }
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
