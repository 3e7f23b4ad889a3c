//! Alignment of a query name with a record name, by greedy assignment.
//!
//! Pairs are taken in this order: informative ones before the others (the "al" of one word must not
//! keep "abou al yazid" from matching as a compound), the most similar, the heaviest, the nearest in
//! position. A compound counts as one side of a pair. In the name of a thing, forms of a given name
//! come last, and only right in front of a distinctive word that is nearly equal: "Bill Trading" is not
//! "William Trading". Initials then match unmatched words, and the rules of [`super::rules`] apply.

use super::Score;
use super::constants::{
    self, CONFIDENT_WEIGHT, IDENTIFIED_WEIGHT_MIN, RANK_MATCHED_WEIGHT_MIN, RANKED_WEIGHT_MIN,
    WHOLE_PREFERRED,
};
use super::evidence::{Evidence, Unmatched};
use super::formula::{Sums, name_score, surname_score};
use super::hit_table::HitTable;
use super::pair::{Pair, RecordWord, is_nearly_equal};
use super::penalty::Penalties;
use super::rules;
use crate::model::{NameOrdinal, WordMask, WordOrdinal};
use crate::query::{ResolvedQuery, WordHit, WordSets};
use crate::snapshot::IndexView;
use crate::snapshot::rows::{NameRow, name_flags};
use crate::text::weight::WEIGHT_ONE;
use crate::text::{NameKind, Ranks, Similarity, WordClass};

/// Bit of a candidate's sort key that marks a form of a given name: those are paired last.
const GIVEN_NAME_BIT: u32 = 58;

/// Aligns names with one resolved query; its buffers are reused from name to name.
#[derive(Debug, Default)]
pub struct Aligner {
    record: Vec<RecordWord>,
    /// Sets of the record's tokens.
    sets: WordSets,
    candidates: Vec<(u64, Pair)>,
    pairs: Vec<Pair>,
    sums: Sums,
    penalties: Penalties,
    is_raised: bool,
}

impl Aligner {
    /// Scores a name; [`Aligner::pairs`] then holds the alignment.
    pub fn score(
        &mut self,
        index: &IndexView<'_>,
        form: &ResolvedQuery<'_>,
        table: &HitTable,
        name: NameOrdinal,
    ) -> Score {
        let may_match = form.as_typed.is_none_or(|names| names.contains(&name));
        let (run, joined) = index.run(name);
        let name = &index.names[name.index()];
        self.candidates.clear();
        self.record.clear();
        self.sets = WordSets::default();
        for (at, word) in run.iter().enumerate() {
            let row = &index.words[word.word() as usize];
            let ours = RecordWord::of(word, row);
            self.record.push(ours);
            self.sets.add(at, ours.class, row.place != 0);
            let hits = table.hits(form, WordOrdinal(word.word()));
            for hit in hits.filter(|hit| hit.informative == ours.class.is_informative()) {
                self.add_candidate(form, hit, ours.weight.into(), at as u8, 1);
            }
        }
        if form.matches_compounds {
            for word in joined.iter() {
                for hit in table.hits(form, word.word) {
                    self.add_candidate(form, hit, 0, word.start, word.len);
                }
            }
        }
        if !may_match {
            self.candidates.clear();
        }
        self.pair_greedily(&form.sets);
        self.score_alignment(index, form, name)
    }

    /// Pairs of the latest alignment.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Penalties of the latest alignment.
    #[must_use]
    pub fn penalties(&self) -> Penalties {
        let mut penalties = self.penalties;
        self.sums.note_penalties(&mut penalties);
        penalties
    }

    /// True if the latest alignment has the least score of a rare surname.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.is_raised
    }

    /// Adds a pair to choose from; `record_weight` is the weight of the record token.
    fn add_candidate(
        &mut self,
        form: &ResolvedQuery<'_>,
        hit: &WordHit,
        record_weight: u16,
        start: u8,
        len: u8,
    ) {
        let span = &form.spans[usize::from(hit.span)];
        let weight_twice = hit.pair_weight.twice(record_weight);
        // Sorted upwards: what is to come first gets the smallest key.
        let preferred = if span.whole { (WHOLE_PREFERRED * 255.0) as u16 } else { 0 };
        let key = u64::from(hit.is_given_name) << GIVEN_NAME_BIT
            | u64::from(!hit.informative) << 57
            | u64::from(511 - preferred - u16::from(hit.similarity.0)) << 48
            | u64::from(u16::MAX - weight_twice) << 32
            | u64::from((span.words.first() as u8).abs_diff(start)) << 24
            | u64::from(hit.span) << 16
            | u64::from(start) << 8
            | u64::from(len);
        let (query, record) = (span.words, WordMask::span(start, len));
        let similarity = hit.similarity.0;
        let whole = span.whole;
        self.candidates.push((key, Pair { query, record, similarity, weight_twice, whole }));
    }

    fn pair_greedily(&mut self, asked: &WordSets) {
        self.candidates.sort_unstable_by_key(|(key, _)| *key);
        self.pairs.clear();
        let (mut query, mut record) = (WordMask::NONE, WordMask::NONE);
        for (key, pair) in &self.candidates {
            let is_given_name = key >> GIVEN_NAME_BIT != 0;
            if !pair.query.intersects(query)
                && !pair.record.intersects(record)
                && (!is_given_name || self.is_in_front(asked, pair))
            {
                query |= pair.query;
                record |= pair.record;
                self.pairs.push(*pair);
            }
        }
    }

    /// True if the next informative words behind a pair are distinctive and nearly equal.
    fn is_in_front(&self, asked: &WordSets, pair: &Pair) -> bool {
        let next = |sets: &WordSets, at: usize| sets.informative().iter().find(|&next| next > at);
        let query = next(asked, pair.query.first());
        let record = next(&self.sets, pair.record.first());
        query.zip(record).is_some_and(|(query, record)| {
            let (query, record) = (WordMask::word(query), WordMask::word(record));
            query.intersects(asked.distinctive())
                && self.pairs.iter().any(|behind| {
                    behind.query.intersects(query)
                        && behind.record.intersects(record)
                        && is_nearly_equal(behind.similarity)
                })
        })
    }

    fn score_alignment(
        &mut self,
        index: &IndexView<'_>,
        form: &ResolvedQuery<'_>,
        name: &NameRow,
    ) -> Score {
        (self.sums, self.penalties, self.is_raised) = Default::default();
        let (mut query_matched, mut record_matched) = (WordMask::NONE, WordMask::NONE);
        for pair in &self.pairs {
            query_matched |= pair.query;
            record_matched |= pair.record;
        }
        let generates_candidates = |pair: &Pair| {
            pair.query.intersects(form.candidate_words) || pair.query.only().is_none()
        };
        if !self.pairs.iter().any(generates_candidates) {
            return Score::ZERO;
        }
        let unmatched_by_words = Unmatched {
            query: form.sets.without(query_matched),
            record: self.sets.without(record_matched),
        };
        let (words, mut unmatched) = (self.pairs.len(), unmatched_by_words);
        let informative = self.informative_pairs(form).map(|pair| pair.query);
        let informative = informative.fold(WordMask::NONE, |matched, query| matched | query);
        let mut sums = Sums::default();
        if form.kind == NameKind::Person {
            sums.initials = self.match_initials(form, &mut unmatched);
        }
        let (by_words, by_initials) = self.pairs.split_at(words);
        for pair in by_words {
            sums.add_pair(pair.weight_twice.into(), pair.similarity);
        }
        for pair in by_initials {
            sums.add_matched(pair.weight_twice.into(), pair.similarity);
        }
        unmatched.add_to(&mut sums, form, &self.record);
        sums.is_confident = unmatched.record.informative().is_empty()
            && self.pairs.iter().all(|pair| is_nearly_equal(pair.similarity))
            && f64::from(sums.matched_twice) >= 2.0 * f64::from(WEIGHT_ONE) * CONFIDENT_WEIGHT;
        let ranks = || Ranks::from_bits(index.records[name.record as usize].ranks);
        sums.is_identified = form.is_short_form && self.is_identified(form, &unmatched, ranks);
        let evidence = Evidence {
            form,
            record: &self.record,
            name,
            pairs: &self.pairs,
            informative,
            words,
            unmatched_by_words: &unmatched_by_words,
            unmatched: &unmatched,
            is_identified: sums.is_identified,
        };
        let mut penalties = Penalties::default();
        let factor = rules::factor(&evidence, &mut penalties);
        let is_surname = form.is_surname && self.is_identified(form, &unmatched, Ranks::default);
        (self.sums, self.penalties) = (sums, penalties);
        let syllabic = form.syllabic || name.flags & name_flags::SYLLABIC != 0;
        let costs = constants::costs(form.kind, syllabic, sums.is_identified);
        let score = name_score(&sums, costs, factor);
        let least = if is_surname { surname_score(&sums, factor) } else { Score::ZERO };
        self.is_raised = least > score;
        score.max(least)
    }

    /// Pairs with an informative query token.
    fn informative_pairs(&self, form: &ResolvedQuery<'_>) -> impl Iterator<Item = &Pair> {
        let informative = form.sets.informative();
        self.pairs.iter().filter(move |pair| pair.query.intersects(informative))
    }

    /// True if the short form identifies the party. Words of a thing have matched equal ones, and the
    /// record's other words are general. The word of a person is rare, or the record has the rank.
    fn is_identified(
        &self,
        form: &ResolvedQuery<'_>,
        unmatched: &Unmatched,
        ranks: impl FnOnce() -> Ranks,
    ) -> bool {
        let weight: u32 =
            self.informative_pairs(form).map(|pair| u32::from(pair.weight_twice)).sum();
        let weight = f64::from(weight) / (2.0 * f64::from(WEIGHT_ONE));
        let all_matched = |is: fn(u8) -> bool| {
            unmatched.query.informative().is_empty()
                && self.informative_pairs(form).all(|pair| is(pair.similarity))
        };
        match form.kind {
            NameKind::Person
                if !all_matched(is_nearly_equal) || weight < RANK_MATCHED_WEIGHT_MIN =>
            {
                false
            }
            NameKind::Person => weight >= RANKED_WEIGHT_MIN || ranks().intersects(form.ranks),
            NameKind::Thing => {
                all_matched(|similarity| similarity == Similarity::EQUAL.0)
                    && unmatched.record.informative().without(unmatched.record.general()).is_empty()
                    && weight >= IDENTIFIED_WEIGHT_MIN
            }
        }
    }

    /// Matches an initial with a word that begins with it, if all other informative words of the
    /// initial's side are matched. Returns whether an initial of the query matched, and one of the
    /// record.
    fn match_initials(&mut self, form: &ResolvedQuery<'_>, unmatched: &mut Unmatched) -> [bool; 2] {
        let (query, record) = (&form.words, &self.record);
        let mut has_matched = [false; 2];
        if unmatched.query.full().is_empty() {
            for at in unmatched.query.of(WordClass::Initial).iter() {
                let initial = query[at].initial;
                let mut words = unmatched.record.full().iter();
                if let Some(matched) = words.find(|&r| record[r].initial == initial) {
                    let weights = u32::from(query[at].weight) + u32::from(record[matched].weight);
                    self.pairs.push(unmatched.match_initial(at, matched, weights));
                    has_matched[0] = true;
                }
            }
        }
        if unmatched.record.full().is_empty() {
            for at in unmatched.record.of(WordClass::Initial).iter() {
                let initial = record[at].initial;
                let mut words = unmatched.query.full().iter();
                if let Some(matched) = words.find(|&q| query[q].initial == initial) {
                    let weights = u32::from(query[matched].weight) + u32::from(record[at].weight);
                    self.pairs.push(unmatched.match_initial(matched, at, weights));
                    has_matched[1] = true;
                }
            }
        }
        has_matched
    }
}
