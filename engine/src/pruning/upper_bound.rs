//! Upper bounds of the score of a name that is not aligned yet.
//!
//! A name is reached through a posting: a term that a query span matches, and the weight of the name's
//! other words (`rest`). The further query words that it may match are a bit set. The bound assumes
//! three things: each of these words matches its most similar term (or, with [`UpperBounds::score_by`],
//! the most similar one that the name may hold); no penalty for order, or for numbers and places of the
//! record, applies; and matched words explain as much of the record as they can.
//!
//! The bound holds for every subset of the bits, so the set may be too large. A word that counts as
//! matched adds the lesser of its least loss and the least cost of leaving it unmatched (see
//! [`crate::scoring::formula`]).

use crate::model::WordMask;
use crate::query::{PairWeight, QuerySpan, ResolvedQuery, WordHit};
use crate::scoring::Score;
use crate::scoring::constants::{
    CONFIDENT_WEIGHT, Costs, EVIDENCE_OF_INITIAL, INITIAL_CONTRADICTS, PERSON, PERSON_RANKED,
    RANKED_WEIGHT_MIN, SURNAME_ALONE, THING, UNMATCHED_COST_MIN,
};
use crate::scoring::formula::{contradiction, evidence_factor, unmatched_cost};
use crate::scoring::pair::{initial_similarity, initial_weight_twice, is_nearly_equal};
use crate::scoring::rules::{Certain, RuleSets, greatest_factor};
use crate::text::weight::{self, WEIGHT_ONE};
use crate::text::{NameKind, Similarity, WordClass};

/// Exceeds the rounding difference between a bound and a score, whose sums are added in another order.
/// It is small because scores often tie: a bound one unit above a tie would have all those names
/// aligned.
const ROUNDING: f64 = 1e-9;

/// Upper bound of what one pair of a span and a term contributes.
#[derive(Debug, Clone, Copy)]
pub struct TermUpperBound {
    /// Greatest matched weight.
    weight: f64,
    /// Least weight lost to dissimilarity.
    loss: f64,
    /// Greatest matched weight times similarity.
    evidence: f64,
    /// Greatest weight of record words that the pair covers.
    explains: f64,
}

impl TermUpperBound {
    fn of(hit: &WordHit) -> Self {
        let twice = |record_weight| hit.pair_weight.twice(record_weight);
        let explains = if hit.informative { hit.record_weight.1 } else { 0 };
        Self::pair(
            (twice(hit.record_weight.0), twice(hit.record_weight.1)),
            hit.similarity.0,
            explains.into(),
        )
    }

    /// Bound of a pair with these least and greatest weights, twice, that covers record words of at
    /// most the weight `explains`.
    fn pair((least, most): (u16, u16), similarity: u8, explains: u32) -> Self {
        let (least, weight) = (share(least.into()) / 2.0, share(most.into()) / 2.0);
        let similarity = f64::from(similarity) / f64::from(Similarity::EQUAL.0);
        let loss = least * (1.0 - similarity * similarity);
        Self { weight, loss, evidence: weight * similarity, explains: share(explains) }
    }

    /// Bound of a query initial of this weight that matches any word.
    fn as_initial(weight: u8) -> Self {
        let weights = u32::from(weight) + u32::from(WEIGHT_ONE);
        let weight = share(initial_weight_twice(weights).into()) / 2.0;
        Self { weight, loss: 0.0, evidence: EVIDENCE_OF_INITIAL, explains: 1.0 }
    }

    /// Bound of a query word of this weight that matches an initial of the record.
    pub(super) fn by_initial(weight: u8) -> Self {
        let initial = weight::weight(WordClass::Initial, WEIGHT_ONE).into();
        let twice = initial_weight_twice(u32::from(weight) + initial);
        Self { evidence: 0.0, ..Self::pair((twice, twice), initial_similarity(), initial) }
    }
}

/// Upper bound of what one query word contributes.
#[derive(Debug, Clone, Copy, Default)]
struct TokenUpperBound {
    /// Greatest matched weight.
    weight: f64,
    /// Least weight lost to dissimilarity, or to being unmatched.
    loss: f64,
    /// Greatest matched weight times similarity.
    evidence: f64,
    /// Greatest weight of record words that its pair covers.
    explains: f64,
    /// Weight of the word if it is unmatched.
    unmatched: f64,
}

/// Words of a chunk whose sums over all subsets are precomputed. A short query asks for some hundred
/// bounds, a long name for some hundred thousand.
const SUMMED_WORDS: usize = 6;
/// Subsets of a chunk.
const SETS_SUMMED: usize = 1 << SUMMED_WORDS;

/// Upper bounds for the names of one group and one resolved query.
#[derive(Debug)]
pub struct UpperBounds {
    costs: Costs,
    words: Vec<TokenUpperBound>,
    /// [`SETS_SUMMED`] sums for every [`SUMMED_WORDS`] words, by [`WordMask::place`] of the subset.
    sums: Vec<TokenUpperBound>,
    /// Initials of the query. They may match any word, but only if all of `full` are matched.
    initials: WordMask,
    /// Informative words that are no initials.
    full: WordMask,
    all: WordMask,
    /// Words that some term matches.
    may_match: WordMask,
    rules: RuleSets,
    /// As in [`ResolvedQuery`].
    is_short_form: bool,
    is_surname: bool,
}

/// Upper bound of what a posting list contributes: the query words it covers, and their pair.
#[derive(Debug, Clone, Copy)]
pub struct PostingUpperBound {
    words: WordMask,
    weight: f64,
    loss: f64,
    evidence: f64,
    /// True if its pairs are nearly equal ([`crate::scoring::constants::CONFIDENT_SIMILARITY`]), so
    /// that extra query words may cost less.
    is_confident: bool,
}

impl PostingUpperBound {
    /// Bound of a query word of weight `query_weight` and terms of these least and greatest weights, at
    /// this similarity.
    #[must_use]
    pub fn pair(word: WordMask, query_weight: u8, similarity: u8, record_weight: [u8; 2]) -> Self {
        let [least, most] = record_weight
            .map(|record_weight| PairWeight::Mean(query_weight).twice(record_weight.into()));
        let TermUpperBound { weight, loss, evidence, .. } =
            TermUpperBound::pair((least, most), similarity, 0);
        Self { words: word, weight, loss, evidence, is_confident: is_nearly_equal(similarity) }
    }

    /// Bound of a list whose term is not paired with the query word.
    #[must_use]
    pub fn nothing() -> Self {
        let words = WordMask::NONE;
        Self { words, weight: 0.0, loss: 0.0, evidence: 0.0, is_confident: false }
    }

    /// Bound of this list together with one that covers other query words.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            words: self.words | other.words,
            weight: self.weight + other.weight,
            loss: self.loss + other.loss,
            evidence: self.evidence + other.evidence,
            is_confident: self.is_confident && other.is_confident,
        }
    }

    /// Bound of either of two lists of the same words.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            words: self.words,
            weight: self.weight.max(other.weight),
            loss: self.loss.min(other.loss),
            evidence: self.evidence.max(other.evidence),
            is_confident: self.is_confident || other.is_confident,
        }
    }

    /// The query words it covers.
    #[inline]
    #[must_use]
    pub fn words(self) -> WordMask {
        self.words
    }
}

/// Upper bounds of the hits of a resolved query.
#[derive(Debug)]
pub struct TermUpperBounds {
    hits: Vec<TermUpperBound>,
}

/// Upper bounds of the words of a resolved query, by some of its hits.
#[derive(Debug, Clone)]
pub struct TokenUpperBounds {
    words: Vec<TokenUpperBound>,
    /// Words that have such a hit.
    matched: WordMask,
    /// Words with such a hit of a span that also holds low-information words.
    with_low_information: WordMask,
}

impl TermUpperBounds {
    /// Computes the bound of every hit.
    #[must_use]
    pub fn of(form: &ResolvedQuery<'_>) -> Self {
        Self { hits: form.hits.iter().map(TermUpperBound::of).collect() }
    }

    /// Bounds of the words by those hits for which `counts` is true.
    #[must_use]
    pub fn words(
        &self,
        form: &ResolvedQuery<'_>,
        counts: impl Fn(&WordHit) -> bool,
    ) -> TokenUpperBounds {
        let unmatched = form
            .words
            .iter()
            .map(|word| if word.class.is_informative() { share(word.weight.into()) } else { 0.0 });
        let mut words: Vec<TokenUpperBound> = unmatched.map(TokenUpperBound::unmatched).collect();
        let (mut matched, mut with_low_information) = (WordMask::NONE, WordMask::NONE);
        for (hit, term) in form.hits.iter().zip(&self.hits).filter(|(hit, _)| counts(hit)) {
            let QuerySpan { words: of_span, bearing, .. } = form.spans[usize::from(hit.span)];
            bearing.iter().for_each(|at| words[at].raise(bearing, term));
            matched |= bearing;
            if bearing != of_span {
                with_low_information |= bearing;
            }
        }
        TokenUpperBounds { words, matched, with_low_information }
    }

    /// Bounds in the order of the query's hits.
    #[must_use]
    pub fn by_hit(&self) -> &[TermUpperBound] {
        &self.hits
    }

    /// Bound of the posting list of the hit at this position.
    #[must_use]
    pub fn list(&self, form: &ResolvedQuery<'_>, at: usize) -> PostingUpperBound {
        let (TermUpperBound { weight, loss, evidence, .. }, hit) = (self.hits[at], &form.hits[at]);
        PostingUpperBound {
            words: form.spans[usize::from(hit.span)].words,
            weight,
            loss,
            evidence,
            is_confident: is_nearly_equal(hit.similarity.0),
        }
    }
}

impl UpperBounds {
    /// Bounds for names without initials, or with them (`abbreviated`): an initial of the record may
    /// match a query word.
    #[must_use]
    pub fn new(form: &ResolvedQuery<'_>, words: &TokenUpperBounds, abbreviated: bool) -> Self {
        Self::of(form, words.clone(), abbreviated)
    }

    fn of(form: &ResolvedQuery<'_>, words: TokenUpperBounds, abbreviated: bool) -> Self {
        let TokenUpperBounds { mut words, matched: mut may_match, with_low_information } = words;
        let mut initials = WordMask::NONE;
        if form.kind == NameKind::Person {
            for (at, word) in form.words.iter().enumerate() {
                let own = WordMask::word(at);
                if word.class == WordClass::Initial {
                    words[at].raise(own, &TermUpperBound::as_initial(word.weight));
                    initials |= own;
                    may_match |= own;
                }
                if abbreviated && word.class.is_informative() {
                    words[at].raise(own, &TermUpperBound::by_initial(word.weight));
                    may_match |= own;
                }
            }
        }
        let costs = match form.kind {
            NameKind::Person if form.is_short_form => PERSON_RANKED,
            NameKind::Person => PERSON,
            NameKind::Thing => THING,
        };
        let all = WordMask::all_of(words.len());
        let (full, sums) = (form.sets.full(), sums_of(&words));
        let (is_short_form, is_surname) = (form.is_short_form, form.is_surname);
        let rules = RuleSets::of(form, with_low_information);
        Self {
            costs,
            initials,
            full,
            all,
            may_match,
            rules,
            is_short_form,
            is_surname,
            sums,
            words,
        }
    }

    /// Bounds for names in which informative query words match initials alone. Matches of the query's
    /// own initials count in full: they lead to no name, and one may be similar to a word ("U" to
    /// "Ou").
    #[must_use]
    pub fn of_initials(form: &ResolvedQuery<'_>, words: &TokenUpperBounds) -> Self {
        let by_initial = form.words.iter().zip(&words.words).map(|(word, matched)| {
            if word.class.is_full() {
                TokenUpperBound::unmatched(matched.unmatched)
            } else {
                *matched
            }
        });
        Self::of(form, TokenUpperBounds { words: by_initial.collect(), ..*words }, true)
    }

    /// Query words that a name may match besides the list's own, given that it may match `matched` one
    /// by one.
    #[inline]
    fn others(&self, list: &PostingUpperBound, matched: WordMask) -> WordMask {
        let may_match_any = self.full.without(matched | list.words).is_empty();
        let initials = if may_match_any { self.initials } else { WordMask::NONE };
        (matched | initials).without(list.words)
    }

    /// Sum over some words.
    #[inline]
    fn sum(&self, words: WordMask) -> TokenUpperBound {
        let (mut of_first, mut set) = (0, words.place());
        let mut sum = self.sums[set % SETS_SUMMED];
        while set >= SETS_SUMMED {
            (of_first, set) = (of_first + SETS_SUMMED, set / SETS_SUMMED);
            sum = sum.plus(self.sums[of_first + set % SETS_SUMMED]);
        }
        sum
    }

    /// Bound of a query word that matches an initial of the record.
    #[must_use]
    pub fn by_initial(form: &ResolvedQuery<'_>, at: usize) -> PostingUpperBound {
        let TermUpperBound { weight, loss, evidence, .. } =
            TermUpperBound::by_initial(form.words[at].weight);
        let words = WordMask::word(at);
        PostingUpperBound {
            words,
            weight,
            loss,
            evidence,
            is_confident: is_nearly_equal(initial_similarity()),
        }
    }

    /// Query words that a name may match.
    #[must_use]
    pub fn may_match(&self) -> WordMask {
        self.may_match
    }

    /// Upper bound of the score of a name in the list that matches at most the other query words
    /// `matched`. `rest` is the weight of the name's words besides the list's own.
    #[inline]
    #[must_use]
    pub fn score(&self, list: &PostingUpperBound, matched: WordMask, rest: u32) -> Score {
        let matched = self.others(list, matched);
        self.score_of(list, matched, self.sum(matched), rest, 0.0)
    }

    /// The same for a name whose words are known: `terms` holds their bounds, each with the query words
    /// that it may match. Only the words in `uncertain` may match others. `has_other_initial` is true
    /// if the name holds an initial that matches no query word.
    #[must_use]
    pub fn score_by(
        &self,
        list: &PostingUpperBound,
        matched: WordMask,
        rest: u32,
        uncertain: WordMask,
        terms: impl Iterator<Item = (WordMask, TermUpperBound)> + Clone,
        has_other_initial: bool,
    ) -> Score {
        let matched = self.others(list, matched);
        let uncertain = matched & (uncertain | self.initials);
        let certain = matched.without(uncertain).iter().map(|at| {
            let mut word = TokenUpperBound::unmatched(self.words[at].unmatched);
            let of_word = terms.clone().filter(|(words, _)| words.intersects(WordMask::word(at)));
            of_word.for_each(|(words, term)| word.raise(words, &term));
            word
        });
        let contradicts = has_other_initial && !self.full.without(matched | list.words).is_empty();
        let contradiction = if contradicts { INITIAL_CONTRADICTS } else { 0.0 };
        let others = certain.fold(self.sum(uncertain), TokenUpperBound::plus);
        self.score_of(list, matched, others, rest, contradiction)
    }

    /// Score for the bounds `others` of the words in `matched`; `contradicting` is weight that is
    /// certainly unmatched on both sides, beyond words.
    #[inline]
    fn score_of(
        &self,
        list: &PostingUpperBound,
        matched: WordMask,
        others: TokenUpperBound,
        rest: u32,
        contradicting: f64,
    ) -> Score {
        let (weight, loss) = (list.weight + others.weight, list.loss + others.loss);
        if weight == 0.0 {
            // As the formula has it: nothing met, nothing scored.
            return Score::ZERO;
        }
        let matched_in_all = matched | list.words;
        let unmatched_words = self.all.without(matched_in_all);
        let unmatched = self.sum(unmatched_words).unmatched + contradicting;
        let missing = (share(rest) - others.explains).max(0.0) + contradicting;
        let costs = &self.costs;
        let (missing, extra) = match missing > ROUNDING {
            true => (missing, costs.extra),
            false if list.is_confident && weight >= CONFIDENT_WEIGHT - ROUNDING => {
                (0.0, costs.extra_confident)
            }
            false => (0.0, costs.extra),
        };
        let cost = unmatched_cost(costs, extra, weight, unmatched, missing);
        let ratio = ((weight - loss) / (weight + cost)).min(1.0);
        let mut score = ratio * contradiction(costs, unmatched.min(missing));
        // What is left over of the query keeps its words from being all that tells a party apart.
        let may_be_identified = self.is_short_form && unmatched == 0.0;
        if unmatched + missing > 0.0 && !may_be_identified {
            score *= evidence_factor(list.evidence + others.evidence);
        }
        if self.is_surname && unmatched == 0.0 && weight >= RANKED_WEIGHT_MIN - ROUNDING {
            score = score.max(SURNAME_ALONE);
        }
        score *= greatest_factor(&Certain {
            sets: &self.rules,
            matched: matched_in_all,
            unmatched: unmatched_words,
            is_missing: missing > 0.0,
        });
        Score::from_f64(score + ROUNDING)
    }
}

/// Sums over all subsets of each chunk of words; each subset is a smaller one and a word more.
fn sums_of(words: &[TokenUpperBound]) -> Vec<TokenUpperBound> {
    if words.is_empty() {
        return vec![TokenUpperBound::default()];
    }
    let mut sums = Vec::with_capacity(words.len().div_ceil(SUMMED_WORDS) * SETS_SUMMED);
    for few in words.chunks(SUMMED_WORDS) {
        let first = sums.len();
        sums.push(TokenUpperBound::default());
        for word in few {
            sums.extend_from_within(first..);
            let with_it = first + (sums.len() - first) / 2;
            sums[with_it..].iter_mut().for_each(|sum| *sum = sum.plus(*word));
        }
    }
    sums
}

impl TokenUpperBound {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Self {
            weight: self.weight + other.weight,
            loss: self.loss + other.loss,
            evidence: self.evidence + other.evidence,
            explains: self.explains + other.explains,
            unmatched: self.unmatched + other.unmatched,
        }
    }

    /// Bound of an unmatched word of this weight. Counting it as matched must never give a lower bound.
    fn unmatched(unmatched: f64) -> Self {
        let least = UNMATCHED_COST_MIN * unmatched;
        Self { weight: least, loss: least, evidence: 0.0, explains: 0.0, unmatched }
    }

    /// Allows for a match of the word in a pair of these query words.
    #[inline]
    fn raise(&mut self, words: WordMask, term: &TermUpperBound) {
        self.weight = self.weight.max(term.weight);
        self.loss = self.loss.min(term.loss / f64::from(words.len()));
        self.evidence = self.evidence.max(term.evidence);
        self.explains = self.explains.max(term.explains);
    }
}

fn share(weight: u32) -> f64 {
    f64::from(weight) / f64::from(WEIGHT_ONE)
}
