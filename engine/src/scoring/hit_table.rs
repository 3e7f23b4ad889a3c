//! Dictionary term to the query spans that match it.

use crate::model::WordOrdinal;
use crate::query::{ResolvedQuery, WordHit};

/// Hash table from a term to its hits in one resolved query. One per thread.
///
/// A query matches some hundred terms of millions, and nearly every look-up finds nothing. A table in
/// proportion to the query stays in the first-level cache; one by term ordinal would not.
#[derive(Debug, Default)]
pub struct HitTable {
    /// Open addressing with linear probing: a power of two slots, at least half of them free.
    slots: Vec<Slot>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    word: WordOrdinal,
    /// First of its hits in the query.
    first: u32,
}

/// A free slot: no term has this ordinal.
const FREE: Slot = Slot { word: WordOrdinal(u32::MAX), first: 0 };

impl HitTable {
    /// Prepares the table for a query.
    pub fn fill(&mut self, form: &ResolvedQuery<'_>) {
        let slots = (2 * form.hits.len()).next_power_of_two().max(2);
        self.slots.clear();
        self.slots.resize(slots, FREE);
        for (at, hit) in (0..).zip(&form.hits) {
            let slot = self.slot_of(hit.word);
            if self.slots[slot].word != hit.word {
                self.slots[slot] = Slot { word: hit.word, first: at };
            }
        }
    }

    /// Hits of a term.
    #[inline]
    pub fn hits<'f>(
        &self,
        form: &'f ResolvedQuery<'_>,
        word: WordOrdinal,
    ) -> impl Iterator<Item = &'f WordHit> + use<'f> {
        let slot = self.slots[self.slot_of(word)];
        let hits = if slot.word == word { &form.hits[slot.first as usize..] } else { &[] };
        hits.iter().take_while(move |hit| hit.word == word)
    }

    /// Slot of a term, or the free one where it would be.
    #[inline]
    fn slot_of(&self, word: WordOrdinal) -> usize {
        /// Spreads neighbouring ordinals: 2^32 divided by the golden ratio.
        const SPREAD: u32 = 0x9e37_79b9;
        let mask = self.slots.len() - 1;
        let mut at = (word.0.wrapping_mul(SPREAD) >> 8) as usize & mask;
        while self.slots[at].word != word && self.slots[at].word != FREE.word {
            at = (at + 1) & mask;
        }
        at
    }
}
