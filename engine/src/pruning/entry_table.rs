//! The query words that the other words of a posting may match, from the posting alone.

use super::upper_bound::{TermUpperBound, TermUpperBounds};
use crate::model::WordMask;
use crate::query::ResolvedQuery;
use crate::snapshot::IndexView;
use crate::snapshot::entry_words::{EncodedWord, FOLDED_WORDS, FoldedSet};
use crate::text::NameKind;

/// By folded word: the query words that it may match, and the upper bound of such a pair. One per
/// thread, filled for a resolved query.
#[derive(Debug)]
pub struct EntryTable {
    /// First link of each folded word, plus one; 0 for none.
    first: Box<[u32; FOLDED_WORDS]>,
    /// Folded words that have a link; most look-ups end here.
    any: FoldedSet,
    links: Vec<Link>,
    all: WordMask,
}

/// A pair that a folded word may be part of.
#[derive(Debug, Clone, Copy)]
struct Link {
    folded: u16,
    words: WordMask,
    bound: TermUpperBound,
    /// The next link of the folded word, as in [`EntryTable::first`].
    next: u32,
}

impl Default for EntryTable {
    fn default() -> Self {
        let first = vec![0; FOLDED_WORDS].into_boxed_slice();
        let first = first.try_into().expect("made with this length");
        let any = FoldedSet::default();
        Self { first, any, links: Vec::new(), all: WordMask::NONE }
    }
}

impl EntryTable {
    /// Prepares the table for a query.
    pub fn fill(
        &mut self,
        index: &IndexView<'_>,
        form: &ResolvedQuery<'_>,
        terms: &TermUpperBounds,
    ) {
        for link in self.links.drain(..) {
            self.first[usize::from(link.folded)] = 0;
            self.any.remove(link.folded);
        }
        self.all = WordMask::all_of(form.words.len());
        for (hit, bound) in form.hits.iter().zip(terms.by_hit()) {
            let words = form.spans[usize::from(hit.span)].bearing;
            self.add(EncodedWord(hit.word.0), words, *bound);
            if hit.may_be_initial(form.kind) {
                let initial = index.words[hit.word.index()].initial;
                self.add(EncodedWord::initial(initial), words, *bound);
            }
        }
        if form.kind == NameKind::Person {
            for (at, word) in form.words.iter().enumerate() {
                if word.class.is_informative() {
                    let bound = TermUpperBound::by_initial(word.weight);
                    self.add(EncodedWord::initial(word.initial), WordMask::word(at), bound);
                }
            }
        }
    }

    fn add(&mut self, word: EncodedWord, words: WordMask, bound: TermUpperBound) {
        let folded = word.folded();
        let first = &mut self.first[usize::from(folded)];
        self.links.push(Link { folded, words, bound, next: *first });
        *first = self.links.len() as u32;
        self.any.insert(folded);
    }

    /// Superset of the query words that the other words of a posting match.
    #[inline]
    #[must_use]
    pub fn may_match(&self, others: Option<&[u16]>) -> WordMask {
        others.map_or(self.all, |folded| self.may_match_folded(folded.iter().copied()))
    }

    /// The same for some folded words.
    #[inline]
    #[must_use]
    pub fn may_match_folded(&self, folded: impl Iterator<Item = u16>) -> WordMask {
        let links = folded.flat_map(|folded| self.links_of(folded));
        links.fold(WordMask::NONE, |all, link| all | link.words)
    }

    /// Upper bounds of pairs of folded words, each with the query words that it may match.
    #[inline]
    pub fn upper_bounds(
        &self,
        folded: impl Iterator<Item = u16> + Clone,
    ) -> impl Iterator<Item = (WordMask, TermUpperBound)> + Clone {
        let links = folded.flat_map(|folded| self.links_of(folded));
        links.map(|link| (link.words, link.bound))
    }

    /// True if one of the words is an initial that matches no query word.
    #[inline]
    #[must_use]
    pub fn has_other_initial(&self, folded: impl Iterator<Item = u16>) -> bool {
        let mut initials = folded.filter(|&folded| EncodedWord::folds_initial(folded));
        initials.any(|folded| !self.any.contains(folded))
    }

    /// Folded words that may match a query word.
    #[inline]
    #[must_use]
    pub fn matchable(&self) -> &FoldedSet {
        &self.any
    }

    #[inline]
    fn links_of(&self, folded: u16) -> impl Iterator<Item = &Link> + Clone {
        let first = if self.any.contains(folded) { self.first[usize::from(folded)] } else { 0 };
        let link = |at: u32| self.links.get((at as usize).wrapping_sub(1));
        std::iter::successors(link(first), move |of| link(of.next))
    }
}
