//! Which units of a query form meet a dictionary word: look-ups by ordinal, and in brief by folded
//! word, for the entries of impact lists.

use crate::model::{WordMask, WordOrdinal};
use crate::query::{QueryForm, WordHit};
use crate::snapshot::IndexView;
use crate::snapshot::impact::{FOLDED_WORDS, OtherWords, Told};
use crate::text::{NameKind, WordClass};

/// Looks up which units of a query form meet a dictionary word. One per thread and query form.
#[derive(Debug, Default)]
pub struct HitTable {
    /// By word ordinal: one more than the first hit of the word, or 0.
    first: Vec<u32>,
    filled: Vec<WordOrdinal>,
    folded: FoldedMasks,
    /// Query words that meet joined words, which lists do not name.
    joined: WordMask,
    all: WordMask,
}

impl HitTable {
    /// Prepares the table for a form.
    pub fn fill(&mut self, index: &IndexView<'_>, form: &QueryForm<'_>) {
        for &word in &self.filled {
            self.first[word.index()] = 0;
        }
        self.filled.clear();
        self.folded.clear();
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
                continue;
            }
            self.folded.add(Told(hit.word.0), words);
            let row = &index.words[hit.word.index()];
            if row.classes[form.kind as usize] & WordClass::Initial.bit() != 0 {
                self.folded.add(Told::initial(row.initial), words);
            }
        }
        if form.kind == NameKind::Person {
            for (at, word) in form.words.iter().enumerate() {
                if word.class.is_informative() {
                    self.folded.add(Told::initial(word.initial), WordMask::word(at));
                }
            }
        }
    }

    /// The query words that the other words of an entry may meet one by one: all that they meet,
    /// and perhaps some that they do not.
    #[inline]
    #[must_use]
    pub fn may_meet<const N: usize>(&self, others: &OtherWords<N>) -> WordMask {
        others.folded().map_or(self.all, |folded| self.folded.of(folded))
    }

    /// The query words that neighbours in a name may meet together.
    #[inline]
    #[must_use]
    pub fn meeting_joined(&self) -> WordMask {
        self.joined
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

/// By folded word: the query words that some word folded so meets.
#[derive(Debug)]
struct FoldedMasks {
    masks: Box<[WordMask; FOLDED_WORDS]>,
    /// Which masks are not empty: small enough to stay in the nearest cache, and nearly all
    /// questions end here.
    any: Box<[u64; FOLDED_WORDS / 64]>,
    added: Vec<u16>,
}

impl Default for FoldedMasks {
    fn default() -> Self {
        let masks = vec![WordMask::NONE; FOLDED_WORDS].into_boxed_slice();
        let masks = masks.try_into().expect("made with this length");
        Self { masks, any: Box::new([0; FOLDED_WORDS / 64]), added: Vec::new() }
    }
}

impl FoldedMasks {
    fn clear(&mut self) {
        for folded in self.added.drain(..) {
            self.masks[usize::from(folded)] = WordMask::NONE;
            self.any[usize::from(folded) / 64] = 0;
        }
    }

    fn add(&mut self, word: Told, words: WordMask) {
        let folded = word.folded();
        self.added.push(folded);
        self.masks[usize::from(folded)] |= words;
        self.any[usize::from(folded) / 64] |= 1 << (folded % 64);
    }

    #[inline]
    fn of(&self, folded: &[u16]) -> WordMask {
        let met = folded
            .iter()
            .filter(|&&word| self.any[usize::from(word) / 64] & (1 << (word % 64)) != 0);
        met.fold(WordMask::NONE, |all, &word| all | self.masks[usize::from(word)])
    }
}
