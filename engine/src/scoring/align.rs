//! Which query word meets which record word, and what the alignment comes to.
//!
//! Pairs are taken greedily: those that say something before those that do not (the "al" of one
//! word must not keep "abou al yazid" from meeting as one), the most alike first, then the
//! heaviest, then the nearest in position. A span of joined words counts as one side of a pair.
//! Then initials meet what is left, and rules about numbers, places and order lower the result.

use super::Score;
use super::constants::{
    self, GENERIC_ALONE, INITIAL_ALONE, INITIAL_BESIDE_DOUBT, INITIAL_CONTRADICTS,
    INITIAL_SIMILARITY, NUMBER_EXTRA, NUMBERS_DIFFER, PLACE_LEFT, RECORD_INITIAL_ALONE,
    SHORT_ALONE_LETTERS, SHORT_WORD_ALONE, SURE_SIMILARITY, SURE_WEIGHT, SURE_WORDS, TOLD_LEAST,
    WEAK_ALIAS, WEAK_ALIAS_ALONE,
};
use super::formula::{Sums, name_score};
use super::hit_table::HitTable;
use super::lowered::{Lowered, Lowering};
use super::order::order_factor;
use super::pair::{Pair, RecordWord};
use crate::model::{NameOrdinal, WordMask, WordOrdinal};
use crate::query::{QueryForm, QueryWord, WordHit};
use crate::snapshot::rows::{NameRow, name_flags};
use crate::snapshot::{IndexView, JoinedWord, Run};
use crate::text::weight::WEIGHT_ONE;
use crate::text::{NameKind, Similarity, WordClass};

/// Aligns names with one query form; reused from name to name.
#[derive(Debug, Default)]
pub struct Aligner {
    record: Vec<RecordWord>,
    candidates: Vec<(u64, Pair)>,
    pairs: Vec<Pair>,
    sums: Sums,
    lowered: Lowered,
}

impl Aligner {
    /// The score of a name; [`Aligner::pairs`] then holds the alignment.
    pub fn score(
        &mut self,
        index: &IndexView<'_>,
        form: &QueryForm<'_>,
        table: &HitTable,
        name: NameOrdinal,
    ) -> Score {
        let (run, joined) = index.run(name);
        let name = &index.names[name.index()];
        self.candidates.clear();
        self.record.clear();
        for (at, word) in run.iter().enumerate() {
            let ours = RecordWord::of(word, &index.words[word.word() as usize]);
            self.record.push(ours);
            let hits = table.hits(form, WordOrdinal(word.word()));
            for hit in hits.filter(|hit| hit.informative == ours.class.is_informative()) {
                self.add_candidate(form, hit, ours.weight.into(), at as u8, 1);
            }
        }
        if form.meets_joined {
            for word in joined.iter() {
                let hits = table.hits(form, word.word);
                for hit in hits.filter(|hit| !are_the_same_apart(form, hit, run, word)) {
                    self.add_candidate(form, hit, 0, word.start, word.len);
                }
            }
        }
        self.take_best();
        self.conclude(form, name)
    }

    /// The pairs of the latest alignment.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// What lowered the score of the latest alignment beyond words that met nothing.
    #[must_use]
    pub fn lowered(&self) -> Lowered {
        let mut lowered = self.lowered;
        self.sums.note_lowered(&mut lowered);
        lowered
    }

    /// Notes a pair that may be taken; `theirs` is the weight of the record's word.
    fn add_candidate(
        &mut self,
        form: &QueryForm<'_>,
        hit: &WordHit,
        theirs: u16,
        start: u8,
        len: u8,
    ) {
        let unit = &form.units[usize::from(hit.unit)];
        let weight_twice = hit.weighing.twice(theirs);
        // Sorted upwards: what is to come first gets the smallest key.
        let key = u64::from(!hit.informative) << 56
            | u64::from(255 - hit.similarity.0) << 48
            | u64::from(u16::MAX - weight_twice) << 32
            | u64::from((unit.words.first() as u8).abs_diff(start)) << 24
            | u64::from(hit.unit) << 16
            | u64::from(start) << 8
            | u64::from(len);
        let (query, record) = (unit.words, WordMask::span(start, len));
        let similarity = hit.similarity.0;
        self.candidates.push((key, Pair { query, record, similarity, weight_twice }));
    }

    fn take_best(&mut self) {
        self.candidates.sort_unstable_by_key(|(key, _)| *key);
        self.pairs.clear();
        let (mut query, mut record) = (WordMask::NONE, WordMask::NONE);
        for (_, pair) in &self.candidates {
            if !pair.query.meets(query) && !pair.record.meets(record) {
                query |= pair.query;
                record |= pair.record;
                self.pairs.push(*pair);
            }
        }
    }

    fn conclude(&mut self, form: &QueryForm<'_>, name: &NameRow) -> Score {
        (self.sums, self.lowered) = (Sums::default(), Lowered::default());
        let (mut query_met, mut record_met) = (WordMask::NONE, WordMask::NONE);
        for pair in &self.pairs {
            query_met |= pair.query;
            record_met |= pair.record;
        }
        let gathers = |pair: &Pair| pair.query.meets(form.gathering) || pair.query.only().is_none();
        if !self.pairs.iter().any(gathers) {
            return Score::ZERO;
        }
        let mut left = Leftovers::of(form, &self.record, query_met, record_met);
        let mut lowered = Lowered::default();
        let little = self.little_factor(form, &left, &mut lowered);
        let mut initials = 1.0;
        if form.kind == NameKind::Person {
            let said = || self.pairs.iter().filter(|pair| is_said(form, pair));
            let (words, in_doubt) = (said().count(), said().any(|pair| !is_sure(pair.similarity)));
            let met = self.meet_initials(form, &mut left);
            initials = initial_factor(words, met, in_doubt, &mut lowered);
        }
        let mut sums = Sums::default();
        for pair in &self.pairs {
            sums.add_pair(pair.weight_twice.into(), pair.similarity);
        }
        left.add_to(&mut sums, form, &self.record);
        sums.sure = left.record_informative.is_empty()
            && self.pairs.iter().all(|pair| is_sure(pair.similarity))
            && name.informative_words >= SURE_WORDS
            && f64::from(sums.matched_twice) >= 2.0 * f64::from(WEIGHT_ONE) * SURE_WEIGHT;
        sums.told = form.brief && self.is_told(form, &left);
        let syllabic = form.syllabic || name.flags & name_flags::SYLLABIC != 0;
        let factor = initials
            * little
            * left.factor(form, &self.record, sums.told, &mut lowered)
            * order_factor(form, &self.record, &self.pairs, &mut lowered)
            * vouched_factor(name, &mut lowered);
        (self.sums, self.lowered) = (sums, lowered);
        name_score(&sums, constants::costs(form.kind, syllabic), factor)
    }

    /// The factor for names that met in what says little by itself, initials apart.
    fn little_factor(&self, form: &QueryForm<'_>, left: &Leftovers, lowered: &mut Lowered) -> f64 {
        let mut said = self.pairs.iter().filter(|pair| is_said(form, pair));
        let word = |at: usize| &form.words[at];
        let is_short = |pair: &Pair| {
            let is_other = pair.similarity < Similarity::EQUAL.0;
            let is_short = |at| word(at).letters <= SHORT_ALONE_LETTERS && word(at).text.is_ascii();
            is_other && pair.query.only().is_some_and(is_short)
        };
        let all_said = |is: &dyn Fn(&QueryWord<'_>) -> bool| {
            said.clone().all(|pair| pair.query.iter().all(|at| is(word(at))))
        };
        let some_left = |is: &dyn Fn(WordClass, bool) -> bool| {
            left.query_all.iter().any(|at| is(word(at).class, word(at).place))
                || left
                    .record_all
                    .iter()
                    .any(|at| is(self.record[at].class, self.record[at].is_place))
        };
        let is_generic = |word: &QueryWord<'_>| word.class == WordClass::Generic;
        let is_general =
            |word: &QueryWord<'_>| is_generic(word) || word.place || !word.class.is_informative();
        let has_more = || some_left(&|class, _| class != WordClass::Legal);
        let has_telling = || some_left(&|class, is_place| class == WordClass::Word && !is_place);
        let is_thing = form.kind == NameKind::Thing;
        let generic = all_said(&is_generic) && has_more()
            || is_thing && all_said(&is_general) && has_telling();
        let generic = lowered.note(Lowering::GenericAlone, generic);
        let is_one = said.next().is_some_and(is_short) && said.next().is_none();
        match lowered.note(Lowering::ShortWordAlone, is_one) {
            true => SHORT_WORD_ALONE,
            false if generic => GENERIC_ALONE,
            false => 1.0,
        }
    }

    /// Whether the query's words, all of which met their equals, are all that tells the record's party
    /// apart: what is left over says what it does or where it is.
    fn is_told(&self, form: &QueryForm<'_>, left: &Leftovers) -> bool {
        let tells = |at: usize| {
            let RecordWord { class, is_place, .. } = self.record[at];
            class != WordClass::Generic && !is_place
        };
        let mut said = self.pairs.iter().filter(|pair| is_said(form, pair));
        let weight: u32 = said.clone().map(|pair| u32::from(pair.weight_twice)).sum();
        left.query_informative.is_empty()
            && !left.record_informative.iter().any(tells)
            && said.all(|pair| pair.similarity == Similarity::EQUAL.0)
            && f64::from(weight) >= 2.0 * f64::from(WEIGHT_ONE) * TOLD_LEAST
    }

    /// An initial meets a word that begins with it, when all other informative words of the
    /// initial's side have met something. Whether one of the query did, and one of the record.
    fn meet_initials(&mut self, form: &QueryForm<'_>, left: &mut Leftovers) -> [bool; 2] {
        let (query, record) = (&form.words, &self.record);
        let mut has_met = [false; 2];
        if left.query_words.is_empty() {
            for at in left.query_initials.iter() {
                let initial = query[at].initial;
                let mut words = left.record_words.iter();
                if let Some(met) = words.find(|&r| record[r].initial == initial) {
                    let weights = u32::from(query[at].weight) + u32::from(record[met].weight);
                    let (query, record) = (WordMask::word(at), WordMask::word(met));
                    self.pairs.push(initial_pair(query, record, weights));
                    has_met[0] = true;
                    left.query_initials = left.query_initials.without(query);
                    left.query_informative = left.query_informative.without(query);
                    left.record_words = left.record_words.without(record);
                    left.record_informative = left.record_informative.without(record);
                }
            }
        }
        if left.record_words.is_empty() {
            for at in left.record_initials.iter() {
                let initial = record[at].initial;
                let mut words = left.query_words.iter();
                if let Some(met) = words.find(|&q| query[q].initial == initial) {
                    let weights = u32::from(query[met].weight) + u32::from(record[at].weight);
                    let (query, record) = (WordMask::word(met), WordMask::word(at));
                    self.pairs.push(initial_pair(query, record, weights));
                    has_met[1] = true;
                    left.record_initials = left.record_initials.without(record);
                    left.record_informative = left.record_informative.without(record);
                    left.query_words = left.query_words.without(query);
                    left.query_informative = left.query_informative.without(query);
                }
            }
        }
        has_met
    }
}

/// Whether joined words of the query and of a record are the same words, which then meet one by one:
/// "A A TRADING" is itself, and not "AA TRADING".
fn are_the_same_apart(
    form: &QueryForm<'_>,
    hit: &WordHit,
    run: Run<'_>,
    joined: JoinedWord,
) -> bool {
    let (ours, theirs) = (form.units[usize::from(hit.unit)].words, joined.words());
    let is_same =
        |(q, r): (usize, usize)| form.words[q].ordinal == Some(WordOrdinal(run.at(r).word()));
    ours.iter().count() == theirs.iter().count() && ours.iter().zip(theirs.iter()).all(is_same)
}

/// The factor for how well the publisher vouches for a name.
fn vouched_factor(name: &NameRow, lowered: &mut Lowered) -> f64 {
    match lowered.note(Lowering::WeakAlias, name.flags & name_flags::WEAK != 0) {
        false => 1.0,
        _ if name.informative_words <= 1 => WEAK_ALIAS_ALONE,
        _ => WEAK_ALIAS,
    }
}

/// Whether the query's side of a pair says something.
fn is_said(form: &QueryForm<'_>, pair: &Pair) -> bool {
    pair.query.iter().any(|at| form.words[at].class.is_informative())
}

/// The factor for initials of the query and of the record that met beside so many pairs of words, of
/// which one may be `in_doubt`: alike, and no more.
fn initial_factor(
    words: usize,
    [query, record]: [bool; 2],
    in_doubt: bool,
    lowered: &mut Lowered,
) -> f64 {
    let have_met = query || record;
    let alone = match lowered.note(Lowering::InitialAlone, have_met && words <= 1) {
        true if record => RECORD_INITIAL_ALONE,
        true => INITIAL_ALONE,
        false => 1.0,
    };
    let doubted = lowered.note(Lowering::InitialBesideDoubt, have_met && in_doubt);
    alone * if doubted { INITIAL_BESIDE_DOUBT } else { 1.0 }
}

/// Whether pairs of this similarity let extra words of the query be cheap.
#[inline]
pub(super) fn is_sure(similarity: u8) -> bool {
    similarity >= (SURE_SIMILARITY * 255.0) as u8
}

fn initial_pair(query: WordMask, record: WordMask, weights: u32) -> Pair {
    let (similarity, weight_twice) = (initial_similarity(), initial_weight_twice(weights));
    Pair { query, record, similarity, weight_twice }
}

/// How alike an initial is to a word that begins with it.
pub(super) fn initial_similarity() -> u8 {
    (INITIAL_SIMILARITY * 255.0).round() as u8
}

/// Half the mean weight, twice: an initial says little.
pub(super) fn initial_weight_twice(weights: u32) -> u16 {
    (weights / 2) as u16
}

/// What met nothing.
struct Leftovers {
    query_all: WordMask,
    record_all: WordMask,
    query_informative: WordMask,
    record_informative: WordMask,
    query_initials: WordMask,
    record_initials: WordMask,
    /// Informative words that are not initials.
    query_words: WordMask,
    record_words: WordMask,
}

impl Leftovers {
    fn of(
        form: &QueryForm<'_>,
        record: &[RecordWord],
        query_met: WordMask,
        record_met: WordMask,
    ) -> Self {
        let query_class = |at: usize| form.words[at].class;
        let query_all = WordMask::all_of(form.words.len()).without(query_met);
        let record_all = WordMask::all_of(record.len()).without(record_met);
        let query_informative = query_all.filter(|at| query_class(at).is_informative());
        let record_informative = record_all.filter(|at| record[at].class.is_informative());
        let query_initials = query_all.filter(|at| query_class(at) == WordClass::Initial);
        let record_initials = record_all.filter(|at| record[at].class == WordClass::Initial);
        Self {
            query_all,
            record_all,
            query_informative,
            record_informative,
            query_initials,
            record_initials,
            query_words: query_informative.without(query_initials),
            record_words: record_informative.without(record_initials),
        }
    }

    fn add_to(&self, sums: &mut Sums, form: &QueryForm<'_>, record: &[RecordWord]) {
        let query_weight =
            |mask: WordMask| mask.iter().map(|at| u32::from(form.words[at].weight)).sum::<u32>();
        let record_weight =
            |mask: WordMask| mask.iter().map(|at| u32::from(record[at].weight)).sum::<u32>();
        sums.query_left = query_weight(self.query_informative);
        sums.record_left = record_weight(self.record_informative);
        let contradicts = (!self.query_initials.is_empty() && !self.record_words.is_empty())
            || (!self.record_initials.is_empty() && !self.query_words.is_empty());
        if contradicts {
            let weight = (INITIAL_CONTRADICTS * f64::from(WEIGHT_ONE)) as u32;
            sums.query_left += weight;
            sums.record_left += weight;
        }
        let query_flimsy = self.query_all.filter(|at| !form.words[at].class.is_informative());
        let record_flimsy = self.record_all.filter(|at| !record[at].class.is_informative());
        sums.query_flimsy = query_weight(query_flimsy);
        sums.record_flimsy = record_weight(record_flimsy);
    }

    /// Factors for numbers and places that met nothing.
    fn factor(
        &self,
        form: &QueryForm<'_>,
        record: &[RecordWord],
        told: bool,
        lowered: &mut Lowered,
    ) -> f64 {
        let query = |is: &dyn Fn(&QueryWord<'_>) -> bool| {
            self.query_informative.iter().any(|at| is(&form.words[at]))
        };
        let query_number = query(&|word| word.class == WordClass::Number);
        let record_number =
            self.record_informative.iter().any(|at| record[at].class == WordClass::Number);
        lowered.note(Lowering::NumbersDiffer, query_number && record_number);
        lowered.note(Lowering::NumberExtra, query_number != record_number);
        let numbers = match (query_number, record_number) {
            (true, true) => NUMBERS_DIFFER,
            (false, false) => 1.0,
            _ => NUMBER_EXTRA,
        };
        let place = form.kind == NameKind::Thing
            && !told
            && (query(&|word| word.place)
                || self.record_informative.iter().any(|at| record[at].is_place));
        lowered.note(Lowering::PlaceLeft, place);
        numbers * if place { PLACE_LEFT } else { 1.0 }
    }
}
