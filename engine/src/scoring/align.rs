//! Which query word meets which record word, and what the alignment comes to.
//!
//! Pairs are taken greedily: those that say something before those that do not (the "al" of one
//! word must not keep "abou al yazid" from meeting as one), the most alike first, then the
//! heaviest, then the nearest in position. A span of joined words counts as one side of a pair.
//! Then initials meet what is left, and rules about numbers, places and order lower the result.

use super::Score;
use super::constants::{
    self, INITIAL_CONTRADICTS, INITIAL_SIMILARITY, NUMBER_EXTRA, NUMBERS_DIFFER, PLACE_LEFT,
    SURE_SIMILARITY, SURE_WORDS,
};
use super::formula::{Sums, name_score};
use super::hit_table::HitTable;
use super::order::order_factor;
use crate::candidates::form::{Hit, QueryForm, QueryWord};
use crate::snapshot::IndexView;
use crate::snapshot::index::Run;
use crate::snapshot::rows::{NameRow, WordRow, name_flags};
use crate::text::weight::{self, WEIGHT_ONE};
use crate::text::{NameKind, WordClass};

/// A pair of an alignment: spans of query and record words that met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Query words, as bits.
    pub query: u32,
    /// Record words, as bits.
    pub record: u32,
    /// Similarity, 0 to 255.
    pub similarity: u8,
    /// Twice the weight of the pair.
    pub weight_twice: u16,
}

/// Aligns names with one query form; reused from name to name.
#[derive(Debug, Default)]
pub struct Aligner {
    candidates: Vec<(u64, Pair)>,
    pairs: Vec<Pair>,
}

/// The words of a record's name, with what alignment asks of them.
#[derive(Clone, Copy)]
pub(super) struct RecordWords<'a> {
    index: &'a IndexView<'a>,
    run: Run<'a>,
}

impl RecordWords<'_> {
    pub(super) fn count(&self) -> usize {
        self.run.len()
    }

    pub(super) fn row(&self, at: usize) -> &WordRow {
        &self.index.words[self.run.at(at).word() as usize]
    }

    pub(super) fn class(&self, at: usize) -> WordClass {
        self.run.at(at).class()
    }

    fn weight(&self, at: usize) -> u32 {
        weight::weight(self.class(at), self.row(at).weight).into()
    }
}

impl Aligner {
    /// The score of a name; [`Aligner::pairs`] then holds the alignment.
    pub fn score(
        &mut self,
        index: &IndexView<'_>,
        form: &QueryForm,
        table: &HitTable,
        name: u32,
    ) -> Score {
        let (run, joined) = index.run(name);
        let name = &index.names[name as usize];
        self.candidates.clear();
        let record = RecordWords { index, run };
        for (at, word) in run.iter().enumerate() {
            let informative = word.class().is_informative();
            let met = table.hits(form, word.word()).filter(|hit| hit.informative == informative);
            for hit in met {
                self.add_candidate(form, hit, record.weight(at) as u16, at as u8, 1);
            }
        }
        if form.meets_joined {
            for word in joined.iter() {
                for hit in table.hits(form, word.word.0) {
                    self.add_candidate(form, hit, 0, word.start, word.len);
                }
            }
        }
        self.take_best();
        self.conclude(form, record, name)
    }

    /// The pairs of the latest alignment.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Notes a pair that may be taken; `theirs` is the weight of the record's word.
    fn add_candidate(&mut self, form: &QueryForm, hit: &Hit, theirs: u16, start: u8, len: u8) {
        let unit = &form.units[usize::from(hit.unit)];
        let weight_twice = hit.weighing.twice(theirs);
        // Sorted upwards: what is to come first gets the smallest key.
        let key = u64::from(!hit.informative) << 56
            | u64::from(255 - hit.similarity.0) << 48
            | u64::from(u16::MAX - weight_twice) << 32
            | u64::from(unit.start.abs_diff(start)) << 24
            | u64::from(hit.unit) << 16
            | u64::from(start) << 8
            | u64::from(len);
        let (query, record) = (unit.words, span(start, len));
        let similarity = hit.similarity.0;
        self.candidates.push((key, Pair { query, record, similarity, weight_twice }));
    }

    fn take_best(&mut self) {
        self.candidates.sort_unstable_by_key(|(key, _)| *key);
        self.pairs.clear();
        let (mut query, mut record) = (0, 0);
        for (_, pair) in &self.candidates {
            if pair.query & query == 0 && pair.record & record == 0 {
                query |= pair.query;
                record |= pair.record;
                self.pairs.push(*pair);
            }
        }
    }

    fn conclude(&mut self, form: &QueryForm, record: RecordWords<'_>, name: &NameRow) -> Score {
        let (mut query_met, mut record_met) = (0u32, 0u32);
        for pair in &self.pairs {
            query_met |= pair.query;
            record_met |= pair.record;
        }
        let gathers =
            |pair: &Pair| pair.query & form.gathering != 0 || !pair.query.is_power_of_two();
        if !self.pairs.iter().any(gathers) {
            return Score::ZERO;
        }
        let mut left = Leftovers::of(form, record, query_met, record_met);
        if form.kind == NameKind::Person {
            self.meet_initials(form, record, &mut left);
        }
        let mut sums = Sums::default();
        for pair in &self.pairs {
            sums.add_pair(pair.weight_twice.into(), pair.similarity);
        }
        left.add_to(&mut sums, form, record);
        let surely = (SURE_SIMILARITY * 255.0) as u8;
        sums.sure = left.record_informative == 0
            && self.pairs.iter().all(|pair| pair.similarity >= surely)
            && name.informative_words >= SURE_WORDS;
        let syllabic = form.syllabic || name.flags & name_flags::SYLLABIC != 0;
        let factor = left.factor(form, record) * order_factor(form, record, &self.pairs);
        name_score(&sums, constants::costs(form.kind, syllabic), factor)
    }

    /// An initial meets a word that begins with it, when all other informative words of the
    /// initial's side have met something.
    fn meet_initials(&mut self, form: &QueryForm, record: RecordWords<'_>, left: &mut Leftovers) {
        let query_word = |at: usize| &form.words[at];
        if left.query_words == 0 {
            for at in bits(left.query_initials) {
                let initial = query_word(at).initial;
                let found = bits(left.record_words).find(|&r| record.row(r).initial == initial);
                if let Some(met) = found {
                    let weights = u32::from(query_word(at).weight) + record.weight(met);
                    self.pairs.push(initial_pair(1 << at, 1 << met, weights));
                    left.query_initials &= !(1 << at);
                    left.record_words &= !(1 << met);
                    left.record_informative &= !(1 << met);
                    left.query_informative &= !(1 << at);
                }
            }
        }
        if left.record_words == 0 {
            for at in bits(left.record_initials) {
                let initial = record.row(at).initial;
                let found = bits(left.query_words).find(|&q| query_word(q).initial == initial);
                if let Some(met) = found {
                    let weights = u32::from(query_word(met).weight) + record.weight(at);
                    self.pairs.push(initial_pair(1 << met, 1 << at, weights));
                    left.record_initials &= !(1 << at);
                    left.query_words &= !(1 << met);
                    left.query_informative &= !(1 << met);
                    left.record_informative &= !(1 << at);
                }
            }
        }
    }
}

fn initial_pair(query: u32, record: u32, weights: u32) -> Pair {
    let similarity = (INITIAL_SIMILARITY * 255.0).round() as u8;
    Pair { query, record, similarity, weight_twice: initial_weight_twice(weights) }
}

/// Half the mean weight, twice: an initial says little.
pub(super) fn initial_weight_twice(weights: u32) -> u16 {
    (weights / 2) as u16
}

/// What met nothing, as bits.
struct Leftovers {
    query_all: u32,
    record_all: u32,
    query_informative: u32,
    record_informative: u32,
    query_initials: u32,
    record_initials: u32,
    /// Informative words that are no initials.
    query_words: u32,
    record_words: u32,
}

impl Leftovers {
    fn of(form: &QueryForm, record: RecordWords<'_>, query_met: u32, record_met: u32) -> Self {
        let query_class = |at: usize| form.words[at].class;
        let query_all = span(0, form.words.len() as u8) & !query_met;
        let record_all = span(0, record.run.len() as u8) & !record_met;
        let query_informative = select(query_all, |at| query_class(at).is_informative());
        let record_informative = select(record_all, |at| record.class(at).is_informative());
        let query_initials = select(query_all, |at| query_class(at) == WordClass::Initial);
        let record_initials = select(record_all, |at| record.class(at) == WordClass::Initial);
        Self {
            query_all,
            record_all,
            query_informative,
            record_informative,
            query_initials,
            record_initials,
            query_words: query_informative & !query_initials,
            record_words: record_informative & !record_initials,
        }
    }

    fn add_to(&self, sums: &mut Sums, form: &QueryForm, record: RecordWords<'_>) {
        let query_weight =
            |mask| bits(mask).map(|at| u32::from(form.words[at].weight)).sum::<u32>();
        let record_weight = |mask| bits(mask).map(|at| record.weight(at)).sum::<u32>();
        sums.query_left = query_weight(self.query_informative);
        sums.record_left = record_weight(self.record_informative);
        let contradicts = (self.query_initials != 0 && self.record_words != 0)
            || (self.record_initials != 0 && self.query_words != 0);
        if contradicts {
            let weight = (INITIAL_CONTRADICTS * f64::from(WEIGHT_ONE)) as u32;
            sums.query_left += weight;
            sums.record_left += weight;
        }
        let query_flimsy = select(self.query_all, |at| !form.words[at].class.is_informative());
        let record_flimsy = select(self.record_all, |at| !record.class(at).is_informative());
        sums.query_flimsy = query_weight(query_flimsy);
        sums.record_flimsy = record_weight(record_flimsy);
    }

    /// Factors for numbers and places that met nothing.
    fn factor(&self, form: &QueryForm, record: RecordWords<'_>) -> f64 {
        let query = |is: &dyn Fn(&QueryWord) -> bool| {
            bits(self.query_informative).any(|at| is(&form.words[at]))
        };
        let query_number = query(&|word| word.class == WordClass::Number);
        let record_number =
            bits(self.record_informative).any(|at| record.class(at) == WordClass::Number);
        let numbers = match (query_number, record_number) {
            (true, true) => NUMBERS_DIFFER,
            (false, false) => 1.0,
            _ => NUMBER_EXTRA,
        };
        let place = form.kind == NameKind::Thing
            && (query(&|word| word.place)
                || bits(self.record_informative).any(|at| record.row(at).place != 0));
        numbers * if place { PLACE_LEFT } else { 1.0 }
    }
}

/// A run of set bits.
pub(super) fn span(start: u8, len: u8) -> u32 {
    let ones = if len >= 32 { u32::MAX } else { (1 << len) - 1 };
    ones << start
}

fn select(mask: u32, keep: impl Fn(usize) -> bool) -> u32 {
    bits(mask).filter(|&at| keep(at)).fold(0, |kept, at| kept | 1 << at)
}

/// The positions of the set bits, lowest first.
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (at < 32).then_some(at as usize)
    })
}
