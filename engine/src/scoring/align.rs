//! Which query word meets which record word, and what the alignment comes to.
//!
//! Pairs are taken greedily: those that say something before those that do not (the "al" of one
//! word must not keep "abou al yazid" from meeting as one), the most alike first, then the
//! heaviest, then the nearest in position. A span of joined words counts as one side of a pair.
//! Then initials meet what is left, and rules about numbers, places and order lower the result.

use super::Score;
use super::constants::{
    self, GENERIC_ALONE, INITIAL_ALONE, INITIAL_BESIDE_DOUBT, INITIAL_CONTRADICTS,
    INITIAL_SIMILARITY, NUMBER_EXTRA, NUMBERS_DIFFER, PLACE_LEFT, RANK_MET_LEAST, RANKED_LEAST,
    RECORD_INITIAL_ALONE, SHORT_ALONE_LETTERS, SHORT_WORD_ALONE, SURE_WEIGHT, SURE_WORDS,
    TOLD_LEAST, WEAK_ALIAS, WEAK_ALIAS_ALONE, WHOLE_PREFERRED,
};
use super::formula::{Sums, name_score, surname_score};
use super::hit_table::HitTable;
use super::lowered::{Lowered, Lowering};
use super::order::order_factor;
use super::pair::{Pair, RecordWord, is_sure};
use crate::model::{NameOrdinal, WordMask, WordOrdinal};
use crate::query::{QueryForm, WordHit, WordSets};
use crate::snapshot::rows::{NameRow, name_flags};
use crate::snapshot::{IndexView, JoinedWord, Run};
use crate::text::weight::WEIGHT_ONE;
use crate::text::{NameKind, Ranks, Similarity, WordClass};

/// Aligns names with one query form; reused from name to name.
#[derive(Debug, Default)]
pub struct Aligner {
    record: Vec<RecordWord>,
    /// The same in sets.
    sets: WordSets,
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
        if form.meets_joined {
            for word in joined.iter() {
                let hits = table.hits(form, word.word);
                for hit in hits.filter(|hit| !are_the_same_apart(form, hit, run, word)) {
                    self.add_candidate(form, hit, 0, word.start, word.len);
                }
            }
        }
        self.take_best();
        self.conclude(index, form, name)
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
        let preferred = if unit.whole { (WHOLE_PREFERRED * 255.0) as u16 } else { 0 };
        let key = u64::from(!hit.informative) << 57
            | u64::from(511 - preferred - u16::from(hit.similarity.0)) << 48
            | u64::from(u16::MAX - weight_twice) << 32
            | u64::from((unit.words.first() as u8).abs_diff(start)) << 24
            | u64::from(hit.unit) << 16
            | u64::from(start) << 8
            | u64::from(len);
        let (query, record) = (unit.words, WordMask::span(start, len));
        let similarity = hit.similarity.0;
        let whole = unit.whole;
        self.candidates.push((key, Pair { query, record, similarity, weight_twice, whole }));
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

    fn conclude(&mut self, index: &IndexView<'_>, form: &QueryForm<'_>, name: &NameRow) -> Score {
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
        let mut left = Leftovers {
            query: form.sets.without(query_met),
            record: self.sets.without(record_met),
        };
        let mut lowered = Lowered::default();
        let little = self.little_factor(form, &left, &mut lowered);
        let mut initials = 1.0;
        if form.kind == NameKind::Person {
            let (words, in_doubt) =
                (self.said(form).count(), self.said(form).any(|pair| !is_sure(pair.similarity)));
            let met = self.meet_initials(form, &mut left);
            initials = initial_factor(words, met, in_doubt, &mut lowered);
        }
        let mut sums = Sums::default();
        for pair in &self.pairs {
            sums.add_pair(pair.weight_twice.into(), pair.similarity);
        }
        left.add_to(&mut sums, form, &self.record);
        sums.sure = left.record.informative().is_empty()
            && self.pairs.iter().all(|pair| is_sure(pair.similarity))
            && name.informative_words >= SURE_WORDS
            && f64::from(sums.matched_twice) >= 2.0 * f64::from(WEIGHT_ONE) * SURE_WEIGHT;
        let ranks = || Ranks::from_bits(index.records[name.record as usize].ranks);
        sums.told = form.brief && self.is_told(form, &left, ranks);
        let syllabic = form.syllabic || name.flags & name_flags::SYLLABIC != 0;
        let factor = initials
            * little
            * left.factor(form.kind, sums.told, &mut lowered)
            * order_factor(form, &self.record, &self.pairs, &mut lowered)
            * vouched_factor(name, &mut lowered);
        let is_surname = form.is_surname && self.is_told(form, &left, Ranks::default);
        (self.sums, self.lowered) = (sums, lowered);
        let score = name_score(&sums, constants::costs(form.kind, syllabic, sums.told), factor);
        if is_surname { score.max(surname_score(&sums, factor)) } else { score }
    }

    /// The pairs whose words of the query say something.
    fn said(&self, form: &QueryForm<'_>) -> impl Iterator<Item = &Pair> {
        let informative = form.sets.informative();
        self.pairs.iter().filter(move |pair| pair.query.meets(informative))
    }

    /// The factor for names that met in what says little by itself, initials apart.
    fn little_factor(&self, form: &QueryForm<'_>, left: &Leftovers, lowered: &mut Lowered) -> f64 {
        let sets = &form.sets;
        let said = self.said(form).fold(WordMask::NONE, |said, pair| said | pair.query);
        let generic_words = sets.of(WordClass::Generic);
        // "J" is not "J & E".
        let is_letter = form.kind == NameKind::Thing
            && said.only().is_some_and(|at| form.words[at].text.len() == 1);
        let is_generic = is_letter || said.without(generic_words).is_empty();
        let is_general = said.without(sets.general()).is_empty();
        let generic = is_generic && left.has(|sets| sets.all().without(sets.of(WordClass::Legal)))
            || form.kind == NameKind::Thing && is_general && left.has(WordSets::telling);
        let generic = lowered.note(Lowering::GenericAlone, generic);
        // A longer word beside a generic one is less likely another acronym than a word cut short.
        let is_another = |pair: &Pair| {
            let Some(at) = pair.query.only().filter(|_| pair.similarity < Similarity::EQUAL.0)
            else {
                return false;
            };
            let (word, theirs) = (&form.words[at], pair.record.only());
            word.is_well_known
                || word.letters <= SHORT_ALONE_LETTERS
                    && word.text.is_ascii()
                    && (!said.meets(generic_words)
                        || theirs.is_some_and(|at| self.record[at].letters <= SHORT_ALONE_LETTERS))
        };
        let mut telling =
            self.said(form).filter(|pair| !pair.query.without(generic_words).is_empty());
        let is_one = telling.next().is_some_and(is_another) && telling.next().is_none();
        match lowered.note(Lowering::ShortWordAlone, is_one) {
            true => SHORT_WORD_ALONE,
            false if generic => GENERIC_ALONE,
            false => 1.0,
        }
    }

    /// Whether the words of a brief query say who is meant. Those of a thing met their equals, and what is
    /// left over says what it does or where it is; that of a person is rare, or the record has the rank.
    fn is_told(
        &self,
        form: &QueryForm<'_>,
        left: &Leftovers,
        ranks: impl FnOnce() -> Ranks,
    ) -> bool {
        let weight: u32 = self.said(form).map(|pair| u32::from(pair.weight_twice)).sum();
        let weight = f64::from(weight) / (2.0 * f64::from(WEIGHT_ONE));
        let all_met = |is: fn(u8) -> bool| {
            left.query.informative().is_empty() && self.said(form).all(|pair| is(pair.similarity))
        };
        match form.kind {
            NameKind::Person if !all_met(is_sure) || weight < RANK_MET_LEAST => false,
            NameKind::Person => weight >= RANKED_LEAST || ranks().meet(form.ranks),
            NameKind::Thing => {
                all_met(|similarity| similarity == Similarity::EQUAL.0)
                    && left.record.informative().without(left.record.general()).is_empty()
                    && weight >= TOLD_LEAST
            }
        }
    }

    /// An initial meets a word that begins with it, when all other informative words of the
    /// initial's side have met something. Whether one of the query did, and one of the record.
    fn meet_initials(&mut self, form: &QueryForm<'_>, left: &mut Leftovers) -> [bool; 2] {
        let (query, record) = (&form.words, &self.record);
        let mut has_met = [false; 2];
        if left.query.full().is_empty() {
            for at in left.query.of(WordClass::Initial).iter() {
                let initial = query[at].initial;
                let mut words = left.record.full().iter();
                if let Some(met) = words.find(|&r| record[r].initial == initial) {
                    let weights = u32::from(query[at].weight) + u32::from(record[met].weight);
                    self.pairs.push(left.meet(at, met, weights));
                    has_met[0] = true;
                }
            }
        }
        if left.record.full().is_empty() {
            for at in left.record.of(WordClass::Initial).iter() {
                let initial = record[at].initial;
                let mut words = left.query.full().iter();
                if let Some(met) = words.find(|&q| query[q].initial == initial) {
                    let weights = u32::from(query[met].weight) + u32::from(record[at].weight);
                    self.pairs.push(left.meet(met, at, weights));
                    has_met[1] = true;
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
    query: WordSets,
    record: WordSets,
}

impl Leftovers {
    /// Whether such words are left over on either side.
    fn has(&self, of: impl Fn(&WordSets) -> WordMask) -> bool {
        !(of(&self.query).is_empty() && of(&self.record).is_empty())
    }

    /// An initial and a word, of which `weights` is the sum of their weights, meet.
    fn meet(&mut self, query: usize, record: usize, weights: u32) -> Pair {
        let (query, record) = (WordMask::word(query), WordMask::word(record));
        self.query = self.query.without(query);
        self.record = self.record.without(record);
        let (similarity, weight_twice) = (initial_similarity(), initial_weight_twice(weights));
        Pair { query, record, similarity, weight_twice, whole: true }
    }

    fn add_to(&self, sums: &mut Sums, form: &QueryForm<'_>, record: &[RecordWord]) {
        let query_weight =
            |mask: WordMask| mask.iter().map(|at| u32::from(form.words[at].weight)).sum::<u32>();
        let record_weight =
            |mask: WordMask| mask.iter().map(|at| u32::from(record[at].weight)).sum::<u32>();
        sums.query_left = query_weight(self.query.informative());
        sums.record_left = record_weight(self.record.informative());
        let contradicts = |initials: &WordSets, words: &WordSets| {
            !initials.of(WordClass::Initial).is_empty() && !words.full().is_empty()
        };
        if contradicts(&self.query, &self.record) || contradicts(&self.record, &self.query) {
            let weight = (INITIAL_CONTRADICTS * f64::from(WEIGHT_ONE)) as u32;
            sums.query_left += weight;
            sums.record_left += weight;
        }
        sums.query_flimsy = query_weight(self.query.flimsy());
        sums.record_flimsy = record_weight(self.record.flimsy());
    }

    /// Factors for numbers and places that met nothing.
    fn factor(&self, kind: NameKind, told: bool, lowered: &mut Lowered) -> f64 {
        let has_number = |sets: &WordSets| !sets.of(WordClass::Number).is_empty();
        let (query, record) = (has_number(&self.query), has_number(&self.record));
        lowered.note(Lowering::NumbersDiffer, query && record);
        lowered.note(Lowering::NumberExtra, query != record);
        let numbers = match (query, record) {
            (true, true) => NUMBERS_DIFFER,
            (false, false) => 1.0,
            _ => NUMBER_EXTRA,
        };
        let place =
            kind == NameKind::Thing && !told && self.has(|sets| sets.informative() & sets.places());
        lowered.note(Lowering::PlaceLeft, place);
        numbers * if place { PLACE_LEFT } else { 1.0 }
    }
}
