//! What a name can score at best, before it is looked at.
//!
//! A name is reached through a list: one dictionary word that one unit of the query meets, and
//! the weight of the name's other words (`rest`). Which further query words the name may meet is
//! a set of bits. The bound assumes that each of them meets its closest dictionary word (or, with
//! [`Bounds::score_by`], the closest of those that the name holds), that no rule about order, or
//! about numbers and places of the record, lowers the result, and that nothing of the record is
//! left over that they could explain.
//!
//! It holds for every subset of the bits, so the set may be too large: a word that is counted as
//! met adds at most its least loss, or what leaving it over would cost at least, whichever is
//! less (see [`super::formula`] on why that is enough).

use super::Score;
use super::align::{initial_similarity, initial_weight_twice};
use super::constants::{
    Costs, GENERIC_ALONE, INITIAL_CONTRADICTS, LEFTOVER_LEAST, NUMBER_EXTRA, NUMBERS_DIFFER,
    PERSON, PERSON_RANKED, PLACE_LEFT, RANKED_LEAST, SURE_WORDS, SURNAME_ALONE, THING,
};
use super::formula::{contradiction, leftover_cost, too_little_evidence};
use super::pair::is_sure;
use crate::model::WordMask;
use crate::query::{QueryForm, Unit, Weighing, WordHit};
use crate::snapshot::IndexView;
use crate::text::weight::{self, WEIGHT_ONE};
use crate::text::{NameKind, Similarity, WordClass};

/// More than sums of the bound and those of the score can differ by, for being added in another
/// order. Little, since names that score alike are many: a bound that is above their score by one
/// unit would have them all aligned.
const ROUNDING: f64 = 1e-9;

/// What a pair brings at best.
#[derive(Debug, Clone, Copy)]
pub struct Brought {
    /// Greatest matched weight.
    weight: f64,
    /// Least of it that is lost to dissimilarity.
    loss: f64,
    /// Greatest matched weight times similarity.
    evidence: f64,
    /// Greatest weight of record words that it explains.
    explains: f64,
}

impl Brought {
    fn of(hit: &WordHit) -> Self {
        let twice = |theirs| hit.weighing.twice(theirs);
        let explains = if hit.informative { hit.theirs.1 } else { 0 };
        Self::pair((twice(hit.theirs.0), twice(hit.theirs.1)), hit.similarity.0, explains.into())
    }

    /// Of a pair with these least and greatest weights, twice, which explains a record's word of
    /// at most this weight.
    fn pair((least, most): (u16, u16), similarity: u8, explains: u32) -> Self {
        let (least, weight) = (share(least.into()) / 2.0, share(most.into()) / 2.0);
        let similarity = f64::from(similarity) / f64::from(Similarity::EQUAL.0);
        let loss = least * (1.0 - similarity * similarity);
        Self { weight, loss, evidence: weight * similarity, explains: share(explains) }
    }

    /// Of a query word of this weight that is an initial and meets any word.
    fn as_initial(weight: u8) -> Self {
        let weights = u32::from(weight) + u32::from(WEIGHT_ONE);
        let weight = share(initial_weight_twice(weights).into()) / 2.0;
        Self { weight, loss: 0.0, evidence: weight, explains: 1.0 }
    }

    /// Of a query word of this weight that meets an initial of the record.
    pub(super) fn by_initial(weight: u8) -> Self {
        let initial = weight::weight(WordClass::Initial, WEIGHT_ONE).into();
        let twice = initial_weight_twice(u32::from(weight) + initial);
        Self::pair((twice, twice), initial_similarity(), initial)
    }
}

/// What each query word can bring at best.
#[derive(Debug, Clone, Copy, Default)]
struct WordBound {
    /// Greatest matched weight.
    weight: f64,
    /// Least weight lost to dissimilarity, or to being left over.
    loss: f64,
    /// Greatest matched weight times similarity.
    evidence: f64,
    /// Greatest weight of record words that it explains.
    explains: f64,
    /// Weight left over in the query when it meets nothing.
    left: f64,
}

/// Neighbouring words of which the sums over all sets are made in advance: a bound is asked for some
/// hundred times a query, and of a long name some hundred thousand times.
const SUMMED_WORDS: usize = 6;
/// Sets of so many words.
const SETS_SUMMED: usize = 1 << SUMMED_WORDS;

/// Bounds for the names of one group under one query form.
#[derive(Debug)]
pub struct Bounds {
    costs: Costs,
    words: Vec<WordBound>,
    /// Of every [`SUMMED_WORDS`] words, [`SETS_SUMMED`] sums by [`WordMask::place`] among them.
    sums: Vec<WordBound>,
    /// Initials of the query. They may meet any word, but only where all of `full` are met.
    initials: WordMask,
    /// Words that say something and are no initials.
    full: WordMask,
    all: WordMask,
    /// Words that anything may meet.
    may_meet: WordMask,
    factors: Factors,
    /// As in [`QueryForm`].
    brief: bool,
    is_surname: bool,
}

/// The factors of [`super::align`] that follow from which words of the query a name meets, and which
/// are left over. That of a name is no greater than that of one that meets more.
#[derive(Debug)]
struct Factors {
    /// Words with which generic ones and those that say nothing are not alone. Such are generic ones, too,
    /// that may meet joined with a word that says nothing: the rule looks at all words of such a pair.
    beyond_generic: WordMask,
    /// All but legal forms.
    not_legal: WordMask,
    /// In the name of a thing, words that do not say which thing it is.
    general: WordMask,
    /// In the name of a thing, those that tell it apart.
    telling: WordMask,
    /// In the name of a thing, places that say something.
    places: WordMask,
    numbers: WordMask,
}

impl Factors {
    /// `beside_flimsy` as in [`WordBounds`].
    fn of(form: &QueryForm<'_>, beside_flimsy: WordMask) -> Self {
        let sets = &form.sets;
        let generic = sets.of(WordClass::Generic).without(beside_flimsy);
        let of_things =
            |words: WordMask| if form.kind == NameKind::Thing { words } else { WordMask::NONE };
        Self {
            beyond_generic: sets.informative().without(generic),
            not_legal: sets.all().without(sets.of(WordClass::Legal)),
            general: of_things(sets.general()),
            telling: of_things(sets.telling()),
            places: of_things(sets.informative() & sets.places()),
            numbers: sets.of(WordClass::Number),
        }
    }

    /// The factor at most for a name that meets no more than `met`, and not the words `over`;
    /// `missing` when it has further words that say something.
    #[inline]
    fn at_most(&self, met: WordMask, over: WordMask, missing: bool) -> f64 {
        let is_generic = !met.meets(self.beyond_generic);
        let is_general = met.without(self.general).is_empty();
        let alone = is_generic && (missing || over.meets(self.not_legal))
            || is_general && over.meets(self.telling);
        [
            (alone, GENERIC_ALONE),
            (over.meets(self.places), PLACE_LEFT),
            (over.meets(self.numbers), NUMBER_EXTRA.max(NUMBERS_DIFFER)),
        ]
        .into_iter()
        .filter_map(|(applies, factor)| applies.then_some(factor))
        .product()
    }
}

/// What a list fixes: the query words it covers and what their pair comes to.
#[derive(Debug, Clone, Copy)]
pub struct ListBound {
    words: WordMask,
    weight: f64,
    loss: f64,
    evidence: f64,
    /// Whether its pairs are so alike that extra words of the query may be cheap
    /// ([`super::constants::SURE_SIMILARITY`]).
    sure: bool,
    /// How many words of the record it covers, or more.
    covers: u8,
}

impl ListBound {
    /// What a query word of weight `ours` and record words of these least and greatest weights fix,
    /// which are so much alike.
    #[must_use]
    pub fn pair(word: WordMask, ours: u8, similarity: u8, theirs: [u8; 2]) -> Self {
        let [least, most] = theirs.map(|theirs| Weighing::Mean(ours).twice(theirs.into()));
        let Brought { weight, loss, evidence, .. } = Brought::pair((least, most), similarity, 0);
        Self { words: word, weight, loss, evidence, sure: is_sure(similarity), covers: 1 }
    }

    /// What a list fixes with whose word the query's is not paired.
    #[must_use]
    pub fn nothing() -> Self {
        let words = WordMask::NONE;
        Self { words, weight: 0.0, loss: 0.0, evidence: 0.0, sure: false, covers: 0 }
    }

    /// What this and another list, which covers other query words, fix together.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            words: self.words | other.words,
            weight: self.weight + other.weight,
            loss: self.loss + other.loss,
            evidence: self.evidence + other.evidence,
            sure: self.sure && other.sure,
            covers: self.covers.saturating_add(other.covers),
        }
    }

    /// At least what either of two lists of the same words fixes.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            words: self.words,
            weight: self.weight.max(other.weight),
            loss: self.loss.min(other.loss),
            evidence: self.evidence.max(other.evidence),
            sure: self.sure || other.sure,
            covers: self.covers.max(other.covers),
        }
    }

    /// The query words that it covers.
    #[inline]
    #[must_use]
    pub fn words(self) -> WordMask {
        self.words
    }
}

/// What each hit of a query form brings.
#[derive(Debug)]
pub struct MetWords {
    hits: Vec<Brought>,
}

/// What each word of a query form can bring at best, by some of its hits.
#[derive(Debug, Clone)]
pub struct WordBounds {
    words: Vec<WordBound>,
    /// Those that have such a hit.
    met: WordMask,
    /// Those of which such a hit is of a unit with words that say nothing beside them.
    beside_flimsy: WordMask,
}

impl MetWords {
    /// Looks at every hit of the form.
    #[must_use]
    pub fn of(form: &QueryForm<'_>) -> Self {
        Self { hits: form.hits.iter().map(Brought::of).collect() }
    }

    /// What the words bring by those hits of the form that count.
    #[must_use]
    pub fn words(&self, form: &QueryForm<'_>, counts: impl Fn(&WordHit) -> bool) -> WordBounds {
        let left = form
            .words
            .iter()
            .map(|word| if word.class.is_informative() { share(word.weight.into()) } else { 0.0 });
        let mut words: Vec<WordBound> = left.map(WordBound::unmet).collect();
        let (mut met, mut beside_flimsy) = (WordMask::NONE, WordMask::NONE);
        for (hit, brought) in form.hits.iter().zip(&self.hits).filter(|(hit, _)| counts(hit)) {
            let Unit { words: of_unit, bearing, .. } = form.units[usize::from(hit.unit)];
            bearing.iter().for_each(|at| words[at].raise(bearing, brought));
            met |= bearing;
            if bearing != of_unit {
                beside_flimsy |= bearing;
            }
        }
        WordBounds { words, met, beside_flimsy }
    }

    /// What each hit of the form brings, in their order.
    #[must_use]
    pub fn brought(&self) -> &[Brought] {
        &self.hits
    }

    /// What the list of a hit fixes, which stands at this place of the form's.
    #[must_use]
    pub fn list(&self, index: &IndexView<'_>, form: &QueryForm<'_>, at: usize) -> ListBound {
        let (Brought { weight, loss, evidence, .. }, hit) = (self.hits[at], &form.hits[at]);
        let words = form.units[usize::from(hit.unit)].words;
        let covers = if index.is_joined(hit.word) { u8::MAX } else { 1 };
        ListBound { words, weight, loss, evidence, sure: is_sure(hit.similarity.0), covers }
    }
}

impl Bounds {
    /// Bounds for names without initials, or with (`abbreviated`): an initial in the record may
    /// meet a word of the query.
    #[must_use]
    pub fn new(form: &QueryForm<'_>, words: &WordBounds, abbreviated: bool) -> Self {
        Self::of(form, words.clone(), abbreviated)
    }

    fn of(form: &QueryForm<'_>, words: WordBounds, abbreviated: bool) -> Self {
        let WordBounds { mut words, met: mut may_meet, beside_flimsy } = words;
        let mut initials = WordMask::NONE;
        if form.kind == NameKind::Person {
            for (at, word) in form.words.iter().enumerate() {
                let own = WordMask::word(at);
                if word.class == WordClass::Initial {
                    words[at].raise(own, &Brought::as_initial(word.weight));
                    initials |= own;
                    may_meet |= own;
                }
                if abbreviated && word.class.is_informative() {
                    words[at].raise(own, &Brought::by_initial(word.weight));
                    may_meet |= own;
                }
            }
        }
        let costs = match form.kind {
            NameKind::Person if form.brief => PERSON_RANKED,
            NameKind::Person => PERSON,
            NameKind::Thing => THING,
        };
        let all = WordMask::all_of(words.len());
        let (full, sums) = (form.sets.full(), sums_of(&words));
        let (brief, is_surname) = (form.brief, form.is_surname);
        let factors = Factors::of(form, beside_flimsy);
        Self { costs, initials, full, all, may_meet, factors, brief, is_surname, sums, words }
    }

    /// Bounds for names in which the query's words that say something meet initials alone. What
    /// its own initials meet counts in full: these lead to no name by themselves, and one may be
    /// alike to a word ("U" to "Ou").
    #[must_use]
    pub fn of_initials(form: &QueryForm<'_>, words: &WordBounds) -> Self {
        let by_initial = form.words.iter().zip(&words.words).map(|(word, met)| {
            if word.class.is_full() { WordBound::unmet(met.left) } else { *met }
        });
        Self::of(form, WordBounds { words: by_initial.collect(), ..*words }, true)
    }

    /// What a name may meet beside the list's own words, when one by one it may meet those in
    /// `met`.
    #[inline]
    fn beside(&self, list: &ListBound, met: WordMask) -> WordMask {
        let may_meet_any = self.full.without(met | list.words).is_empty();
        let initials = if may_meet_any { self.initials } else { WordMask::NONE };
        (met | initials).without(list.words)
    }

    /// The sum over some words.
    #[inline]
    fn sum(&self, words: WordMask) -> WordBound {
        let (mut of_first, mut left) = (0, words.place());
        let mut sum = self.sums[left % SETS_SUMMED];
        while left >= SETS_SUMMED {
            (of_first, left) = (of_first + SETS_SUMMED, left / SETS_SUMMED);
            sum = sum.plus(self.sums[of_first + left % SETS_SUMMED]);
        }
        sum
    }

    /// The part of a query word that meets an initial of the record.
    #[must_use]
    pub fn by_initial(form: &QueryForm<'_>, at: usize) -> ListBound {
        let Brought { weight, loss, evidence, .. } = Brought::by_initial(form.words[at].weight);
        let words = WordMask::word(at);
        ListBound { words, weight, loss, evidence, sure: is_sure(initial_similarity()), covers: 1 }
    }

    /// The words of the query that a name may meet.
    #[must_use]
    pub fn may_meet(&self) -> WordMask {
        self.may_meet
    }

    /// The most that a name in the list can score, when of the other query words it meets at most
    /// those in `met`. `rest` is the weight of the name's words beside the list's own.
    #[inline]
    #[must_use]
    pub fn score(&self, list: &ListBound, met: WordMask, rest: u32) -> Score {
        let met = self.beside(list, met);
        self.score_of(list, met, self.sum(met), rest, 0.0)
    }

    /// The same for a name of which more is known: what its words bring, each with the query words
    /// that it may meet. Only those in `unsure` may meet others than these. `has_other_initial`
    /// when it holds an initial that meets nothing of the query.
    #[must_use]
    pub fn score_by(
        &self,
        list: &ListBound,
        met: WordMask,
        rest: u32,
        unsure: WordMask,
        brought: impl Iterator<Item = (WordMask, Brought)> + Clone,
        has_other_initial: bool,
    ) -> Score {
        let met = self.beside(list, met);
        let unsure = met & (unsure | self.initials);
        let sure = met.without(unsure).iter().map(|at| {
            let mut word = WordBound::unmet(self.words[at].left);
            let of_word = brought.clone().filter(|(words, _)| words.meets(WordMask::word(at)));
            of_word.for_each(|(words, brought)| word.raise(words, &brought));
            word
        });
        let contradicts = has_other_initial && !self.full.without(met | list.words).is_empty();
        let contradiction = if contradicts { INITIAL_CONTRADICTS } else { 0.0 };
        let brought = sure.fold(self.sum(unsure), WordBound::plus);
        self.score_of(list, met, brought, rest, contradiction)
    }

    /// The score where `beside` is what the words in `met` bring, and `contradicting` what is sure
    /// to be left over on both sides beyond words.
    #[inline]
    fn score_of(
        &self,
        list: &ListBound,
        met: WordMask,
        beside: WordBound,
        rest: u32,
        contradicting: f64,
    ) -> Score {
        let (weight, loss) = (list.weight + beside.weight, list.loss + beside.loss);
        if weight == 0.0 {
            // As the formula has it: nothing met, nothing scored.
            return Score::ZERO;
        }
        let met_in_all = met | list.words;
        let over = self.all.without(met_in_all);
        let left = self.sum(over).left + contradicting;
        let missing = (share(rest) - beside.explains).max(0.0) + contradicting;
        let costs = &self.costs;
        let (missing, extra) = match missing > ROUNDING {
            true => (missing, costs.extra),
            // Of a name of one word, or one that is not that alike, extra words are never cheap.
            false if list.sure && u32::from(list.covers) + met.len() >= SURE_WORDS.into() => {
                (0.0, costs.extra_sure)
            }
            false => (0.0, costs.extra),
        };
        let cost = leftover_cost(costs, extra, weight, left, missing);
        let ratio = ((weight - loss) / (weight + cost)).min(1.0);
        let mut score = ratio * contradiction(costs, left.min(missing));
        // What is left over of the query keeps its words from being all that tells a party apart.
        let may_be_told = self.brief && left == 0.0;
        if left + missing > 0.0 && !may_be_told {
            score *= too_little_evidence(list.evidence + beside.evidence);
        }
        if self.is_surname && left == 0.0 && weight >= RANKED_LEAST - ROUNDING {
            score = score.max(SURNAME_ALONE);
        }
        score *= self.factors.at_most(met_in_all, over, missing > 0.0);
        Score::from_f64(score + ROUNDING)
    }
}

/// The sums over all sets of every few neighbouring words; each set is one word more than a smaller one.
fn sums_of(words: &[WordBound]) -> Vec<WordBound> {
    if words.is_empty() {
        return vec![WordBound::default()];
    }
    let mut sums = Vec::with_capacity(words.len().div_ceil(SUMMED_WORDS) * SETS_SUMMED);
    for few in words.chunks(SUMMED_WORDS) {
        let first = sums.len();
        sums.push(WordBound::default());
        for word in few {
            sums.extend_from_within(first..);
            let with_it = first + (sums.len() - first) / 2;
            sums[with_it..].iter_mut().for_each(|sum| *sum = sum.plus(*word));
        }
    }
    sums
}

impl WordBound {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Self {
            weight: self.weight + other.weight,
            loss: self.loss + other.loss,
            evidence: self.evidence + other.evidence,
            explains: self.explains + other.explains,
            left: self.left + other.left,
        }
    }

    /// A word with this weight that meets nothing: counting it as met must never look worse than
    /// leaving it over.
    fn unmet(left: f64) -> Self {
        let least = LEFTOVER_LEAST * left;
        Self { weight: least, loss: least, evidence: 0.0, explains: 0.0, left }
    }

    /// The word may be met in a pair of these query words.
    #[inline]
    fn raise(&mut self, words: WordMask, brought: &Brought) {
        self.weight = self.weight.max(brought.weight);
        self.loss = self.loss.min(brought.loss / f64::from(words.len()));
        self.evidence = self.evidence.max(brought.evidence);
        self.explains = self.explains.max(brought.explains);
    }
}

fn share(weight: u32) -> f64 {
    f64::from(weight) / f64::from(WEIGHT_ONE)
}
