//! Alignment of a query name with a record name, by greedy assignment.
//!
//! Pairs are taken in this order: informative ones before the others (the "al" of one word must not
//! keep "abou al yazid" from matching as a compound), the most similar, the heaviest, the nearest in
//! position. A compound counts as one side of a pair. Initials then match unmatched words, and
//! penalties for numbers, places and order apply.

use super::Score;
use super::constants::{
    self, CONFIDENT_WEIGHT, CONFIDENT_WORDS, GENERIC_ALONE, IDENTIFIED_WEIGHT_MIN, INITIAL_ALONE,
    INITIAL_BESIDE_DOUBT, INITIAL_CONTRADICTS, INITIAL_SIMILARITY, NUMBER_EXTRA, NUMBERS_DIFFER,
    PLACE_UNMATCHED, RANK_MATCHED_WEIGHT_MIN, RANKED_WEIGHT_MIN, RECORD_INITIAL_ALONE,
    SHORT_ALONE_LETTERS, SHORT_WORD_ALONE, WEAK_ALIAS, WEAK_ALIAS_ALONE, WHOLE_PREFERRED,
};
use super::formula::{Sums, name_score, surname_score};
use super::hit_table::HitTable;
use super::order::order_factor;
use super::pair::{Pair, RecordWord, is_nearly_equal};
use super::penalty::{Penalties, Penalty};
use crate::model::{NameOrdinal, WordMask, WordOrdinal};
use crate::query::{ResolvedQuery, WordHit, WordSets};
use crate::snapshot::rows::{NameRow, name_flags};
use crate::snapshot::{CompoundWord, IndexView, Run};
use crate::text::weight::WEIGHT_ONE;
use crate::text::{NameKind, Ranks, Similarity, WordClass};

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
                let hits = table.hits(form, word.word);
                for hit in hits.filter(|hit| !are_the_same_apart(form, hit, run, word)) {
                    self.add_candidate(form, hit, 0, word.start, word.len);
                }
            }
        }
        self.pair_greedily();
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
        let key = u64::from(!hit.informative) << 57
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

    fn pair_greedily(&mut self) {
        self.candidates.sort_unstable_by_key(|(key, _)| *key);
        self.pairs.clear();
        let (mut query, mut record) = (WordMask::NONE, WordMask::NONE);
        for (_, pair) in &self.candidates {
            if !pair.query.intersects(query) && !pair.record.intersects(record) {
                query |= pair.query;
                record |= pair.record;
                self.pairs.push(*pair);
            }
        }
    }

    fn score_alignment(
        &mut self,
        index: &IndexView<'_>,
        form: &ResolvedQuery<'_>,
        name: &NameRow,
    ) -> Score {
        (self.sums, self.penalties) = (Sums::default(), Penalties::default());
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
        let mut unmatched = Unmatched {
            query: form.sets.without(query_matched),
            record: self.sets.without(record_matched),
        };
        let mut penalties = Penalties::default();
        let low_evidence = self.low_evidence_factor(form, &unmatched, &mut penalties);
        let mut initials = 1.0;
        if form.kind == NameKind::Person {
            let (words, in_doubt) = (
                self.informative_pairs(form).count(),
                self.informative_pairs(form).any(|pair| !is_nearly_equal(pair.similarity)),
            );
            let matched = self.match_initials(form, &mut unmatched);
            initials = initial_factor(words, matched, in_doubt, &mut penalties);
        }
        let mut sums = Sums::default();
        for pair in &self.pairs {
            sums.add_pair(pair.weight_twice.into(), pair.similarity);
        }
        unmatched.add_to(&mut sums, form, &self.record);
        sums.is_confident = unmatched.record.informative().is_empty()
            && self.pairs.iter().all(|pair| is_nearly_equal(pair.similarity))
            && name.informative_words >= CONFIDENT_WORDS
            && f64::from(sums.matched_twice) >= 2.0 * f64::from(WEIGHT_ONE) * CONFIDENT_WEIGHT;
        let ranks = || Ranks::from_bits(index.records[name.record as usize].ranks);
        sums.is_identified = form.is_short_form && self.is_identified(form, &unmatched, ranks);
        let syllabic = form.syllabic || name.flags & name_flags::SYLLABIC != 0;
        let factor = initials
            * low_evidence
            * unmatched.factor(form.kind, sums.is_identified, &mut penalties)
            * order_factor(form, &self.record, &self.pairs, &mut penalties)
            * alias_quality_factor(name, &mut penalties);
        let is_surname = form.is_surname && self.is_identified(form, &unmatched, Ranks::default);
        (self.sums, self.penalties) = (sums, penalties);
        let score =
            name_score(&sums, constants::costs(form.kind, syllabic, sums.is_identified), factor);
        if is_surname { score.max(surname_score(&sums, factor)) } else { score }
    }

    /// Pairs with an informative query token.
    fn informative_pairs(&self, form: &ResolvedQuery<'_>) -> impl Iterator<Item = &Pair> {
        let informative = form.sets.informative();
        self.pairs.iter().filter(move |pair| pair.query.intersects(informative))
    }

    /// Factor for names that match in words of little evidence, initials aside.
    fn low_evidence_factor(
        &self,
        form: &ResolvedQuery<'_>,
        unmatched: &Unmatched,
        penalties: &mut Penalties,
    ) -> f64 {
        let sets = &form.sets;
        let informative_pairs = self
            .informative_pairs(form)
            .fold(WordMask::NONE, |informative_pairs, pair| informative_pairs | pair.query);
        let generic_words = sets.of(WordClass::Generic);
        // "J" is not "J & E".
        let is_letter = form.kind == NameKind::Thing
            && informative_pairs.only().is_some_and(|at| form.words[at].text.len() == 1);
        let is_generic = is_letter || informative_pairs.without(generic_words).is_empty();
        let is_general = informative_pairs.without(sets.general()).is_empty();
        let generic = is_generic
            && unmatched.has(|sets| sets.all().without(sets.of(WordClass::Legal)))
            || form.kind == NameKind::Thing && is_general && unmatched.has(WordSets::distinctive);
        let generic = penalties.note(Penalty::GenericAlone, generic);
        // A longer word beside a generic one is less likely another acronym than a word cut short.
        let is_another = |pair: &Pair| {
            let Some(at) = pair.query.only().filter(|_| pair.similarity < Similarity::EQUAL.0)
            else {
                return false;
            };
            let (word, record_weight) = (&form.words[at], pair.record.only());
            word.is_well_known
                || word.letters <= SHORT_ALONE_LETTERS
                    && word.text.is_ascii()
                    && (!informative_pairs.intersects(generic_words)
                        || record_weight
                            .is_some_and(|at| self.record[at].letters <= SHORT_ALONE_LETTERS))
        };
        let mut distinctive = self
            .informative_pairs(form)
            .filter(|pair| !pair.query.without(generic_words).is_empty());
        let is_one = distinctive.next().is_some_and(is_another) && distinctive.next().is_none();
        match penalties.note(Penalty::ShortWordAlone, is_one) {
            true => SHORT_WORD_ALONE,
            false if generic => GENERIC_ALONE,
            false => 1.0,
        }
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

/// True if compounds of both sides are the same words, which then match one by one: "A A TRADING" is
/// itself, and not "AA TRADING".
fn are_the_same_apart(
    form: &ResolvedQuery<'_>,
    hit: &WordHit,
    run: Run<'_>,
    joined: CompoundWord,
) -> bool {
    let (ours, record_weight) = (form.spans[usize::from(hit.span)].words, joined.words());
    let is_same =
        |(q, r): (usize, usize)| form.words[q].ordinal == Some(WordOrdinal(run.at(r).word()));
    ours.iter().count() == record_weight.iter().count()
        && ours.iter().zip(record_weight.iter()).all(is_same)
}

/// Factor for a name that its publisher marks as weak.
fn alias_quality_factor(name: &NameRow, penalties: &mut Penalties) -> f64 {
    match penalties.note(Penalty::WeakAlias, name.flags & name_flags::WEAK != 0) {
        false => 1.0,
        _ if name.informative_words <= 1 => WEAK_ALIAS_ALONE,
        _ => WEAK_ALIAS,
    }
}

/// Factor for matched initials, given the number of matched words and whether one of them is `in_doubt`
/// (similar, but not nearly equal).
fn initial_factor(
    words: usize,
    [query, record]: [bool; 2],
    in_doubt: bool,
    penalties: &mut Penalties,
) -> f64 {
    let have_met = query || record;
    let alone = match penalties.note(Penalty::InitialAlone, have_met && words <= 1) {
        true if record => RECORD_INITIAL_ALONE,
        true => INITIAL_ALONE,
        false => 1.0,
    };
    let doubted = penalties.note(Penalty::InitialBesideDoubt, have_met && in_doubt);
    alone * if doubted { INITIAL_BESIDE_DOUBT } else { 1.0 }
}

/// Similarity of an initial to a word that begins with it.
pub(crate) fn initial_similarity() -> u8 {
    (INITIAL_SIMILARITY * 255.0).round() as u8
}

/// Twice the weight of a pair with an initial: half the mean of both weights.
pub(crate) fn initial_weight_twice(weights: u32) -> u16 {
    (weights / 2) as u16
}

/// Unmatched tokens of both sides.
struct Unmatched {
    query: WordSets,
    record: WordSets,
}

impl Unmatched {
    /// True if such tokens are unmatched on either side.
    fn has(&self, of: impl Fn(&WordSets) -> WordMask) -> bool {
        !(of(&self.query).is_empty() && of(&self.record).is_empty())
    }

    /// Matches an initial with a word; `weights` is the sum of their weights.
    fn match_initial(&mut self, query: usize, record: usize, weights: u32) -> Pair {
        let (query, record) = (WordMask::word(query), WordMask::word(record));
        self.query = self.query.without(query);
        self.record = self.record.without(record);
        let (similarity, weight_twice) = (initial_similarity(), initial_weight_twice(weights));
        Pair { query, record, similarity, weight_twice, whole: true }
    }

    fn add_to(&self, sums: &mut Sums, form: &ResolvedQuery<'_>, record: &[RecordWord]) {
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

    /// Factors for unmatched numbers and places.
    fn factor(&self, kind: NameKind, is_identified: bool, penalties: &mut Penalties) -> f64 {
        let has_number = |sets: &WordSets| !sets.of(WordClass::Number).is_empty();
        let (query, record) = (has_number(&self.query), has_number(&self.record));
        penalties.note(Penalty::NumbersDiffer, query && record);
        penalties.note(Penalty::NumberExtra, query != record);
        let numbers = match (query, record) {
            (true, true) => NUMBERS_DIFFER,
            (false, false) => 1.0,
            _ => NUMBER_EXTRA,
        };
        let place = kind == NameKind::Thing
            && !is_identified
            && self.has(|sets| sets.informative() & sets.places());
        penalties.note(Penalty::PlaceUnmatched, place);
        numbers * if place { PLACE_UNMATCHED } else { 1.0 }
    }
}
