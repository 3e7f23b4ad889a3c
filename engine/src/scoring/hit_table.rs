//! Which units of a query form meet a dictionary word.

use crate::model::WordOrdinal;
use crate::query::{ResolvedQuery, WordHit};

/// Looks up which units of a query form meet a dictionary word. One per thread and query form.
///
/// A form meets some hundred words of millions, and nearly every word that is looked up meets
/// nothing: a table of its own size stays in the nearest cache, one by word ordinal would not.
#[derive(Debug, Default)]
pub struct HitTable {
    /// A power of two of them, at least half of them free. A word stands in the first free one
    /// from its hash on.
    slots: Vec<Slot>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    word: WordOrdinal,
    /// The first of its hits in the form.
    first: u32,
}

/// No word has this ordinal.
const FREE: Slot = Slot { word: WordOrdinal(u32::MAX), first: 0 };

impl HitTable {
    /// Prepares the table for a form.
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

    /// Hits of a dictionary word.
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

    /// The slot where a word stands, or would.
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
