//! Evidence: an alignment as the rules of the score see it.

use super::constants::INITIAL_CONTRADICTS;
use super::formula::Sums;
use super::pair::{Pair, RecordWord, initial_similarity, initial_weight_twice};
use crate::model::WordMask;
use crate::query::{ResolvedQuery, WordSets};
use crate::snapshot::rows::{NameRow, name_flags};
use crate::text::weight::WEIGHT_ONE;
use crate::text::{NameKind, WordClass};

/// An alignment, with all that a rule may test.
pub(super) struct Evidence<'a> {
    pub(super) form: &'a ResolvedQuery<'a>,
    /// Tokens of the record's name.
    pub(super) record: &'a [RecordWord],
    pub(super) name: &'a NameRow,
    /// Matched pairs: those of words, then those of initials.
    pub(super) pairs: &'a [Pair],
    /// All query words of pairs with an informative one, initials aside.
    pub(super) informative: WordMask,
    /// Number of pairs of words.
    pub(super) words: usize,
    /// Unmatched tokens before initials are matched.
    pub(super) unmatched_by_words: &'a Unmatched,
    pub(super) unmatched: &'a Unmatched,
    /// True if the short form identifies the party.
    pub(super) is_identified: bool,
}

impl<'a> Evidence<'a> {
    /// Pairs of words whose query side is informative.
    pub(super) fn informative_pairs(&self) -> impl Iterator<Item = &'a Pair> + use<'a> {
        let informative = self.form.sets.informative();
        self.pairs[..self.words].iter().filter(move |pair| pair.query.intersects(informative))
    }

    pub(super) fn is_of_thing(&self) -> bool {
        self.form.kind == NameKind::Thing
    }

    /// True if a number is unmatched in the query, and if one is in the record.
    pub(super) fn unmatched_numbers(&self) -> [bool; 2] {
        [&self.unmatched.query, &self.unmatched.record]
            .map(|sets| !sets.of(WordClass::Number).is_empty())
    }

    /// True if the publisher marks the name as weak.
    pub(super) fn is_weak_alias(&self) -> bool {
        self.name.flags & name_flags::WEAK != 0
    }

    /// Informative words of the record's name.
    pub(super) fn informative_words(&self) -> u8 {
        self.name.informative_words
    }
}

/// Unmatched tokens of both sides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unmatched {
    pub(super) query: WordSets,
    pub(super) record: WordSets,
}

impl Unmatched {
    /// True if such tokens are unmatched on either side.
    pub(super) fn has(&self, of: impl Fn(&WordSets) -> WordMask) -> bool {
        !(of(&self.query).is_empty() && of(&self.record).is_empty())
    }

    /// Matches an initial with a word; `weights` is the sum of their weights.
    pub(super) fn match_initial(&mut self, query: usize, record: usize, weights: u32) -> Pair {
        let (query, record) = (WordMask::word(query), WordMask::word(record));
        self.query = self.query.without(query);
        self.record = self.record.without(record);
        let (similarity, weight_twice) = (initial_similarity(), initial_weight_twice(weights));
        Pair { query, record, similarity, weight_twice, whole: true }
    }

    pub(super) fn add_to(&self, sums: &mut Sums, form: &ResolvedQuery<'_>, record: &[RecordWord]) {
        let query_weight =
            |mask: WordMask| mask.iter().map(|at| u32::from(form.words[at].weight)).sum::<u32>();
        let record_weight =
            |mask: WordMask| mask.iter().map(|at| u32::from(record[at].weight)).sum::<u32>();
        sums.query_unmatched = query_weight(self.query.informative());
        sums.record_unmatched = record_weight(self.record.informative());
        let contradicts = |initials: &WordSets, words: &WordSets| {
            !initials.of(WordClass::Initial).is_empty() && !words.full().is_empty()
        };
        if contradicts(&self.query, &self.record) || contradicts(&self.record, &self.query) {
            let weight = (INITIAL_CONTRADICTS * f64::from(WEIGHT_ONE)) as u32;
            sums.query_unmatched += weight;
            sums.record_unmatched += weight;
        }
        sums.query_low_information = query_weight(self.query.low_information());
        sums.record_low_information = record_weight(self.record.low_information());
    }
}
