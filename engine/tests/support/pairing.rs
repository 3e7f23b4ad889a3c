//! The oracle's rules for unmatched words and for the order of words, implemented again with strings.

use std::collections::BTreeMap;

use tamis_engine::scoring::constants as c;
use tamis_engine::text::{
    NameKind, Script, Similarity, Word, WordClass, is_well_known_thing, weight,
};

/// Two names with their matched words.
pub struct Pairing<'a> {
    pub query: &'a [Word],
    pub record: &'a [Word],
    pub met: &'a BTreeMap<usize, Option<usize>>,
    /// Matched pairs, initials included.
    pub pairs: &'a [Met],
}

/// A matched pair of words or compounds.
pub struct Met {
    /// First word of the query's side; `record` is that of the record's.
    pub query: usize,
    pub record: usize,
    pub similarity: u8,
    /// True if the query's side is not just a part of a run of characters.
    pub is_whole: bool,
    /// True if the query's side is informative.
    pub says: bool,
}

impl Pairing<'_> {
    pub fn is_syllabic(&self) -> bool {
        self.query
            .iter()
            .chain(self.record)
            .any(|word| matches!(Script::of(&word.text), Script::Han | Script::Hangul))
    }

    pub fn initials_contradict(
        &self,
        query_unmatched: &[usize],
        record_unmatched: &[usize],
    ) -> bool {
        let has = |words: &[Word], left: &[usize], initial: bool| {
            left.iter().any(|&at| {
                let class = words[at].class;
                class.is_informative() && (class == WordClass::Initial) == initial
            })
        };
        (has(self.query, query_unmatched, true) && has(self.record, record_unmatched, false))
            || (has(self.record, record_unmatched, true) && has(self.query, query_unmatched, false))
    }

    /// True if the query has one or two informative words, all distinctive, and no legal form. A single
    /// well-known word does not count.
    fn may_be_short_form(&self) -> bool {
        let informative = || self.query.iter().filter(|word| word.class.is_informative());
        self.query.iter().all(|word| word.class != WordClass::Legal)
            && informative().count() <= 2
            && informative().all(|word| word.class == WordClass::Word && !word.is_place)
            && !(informative().count() == 1
                && informative().any(|word| is_well_known_thing(&word.text)))
    }

    /// True if the query has a single full word and no other informative one.
    fn is_one_word(&self) -> bool {
        let mut informative = self.query.iter().filter(|word| word.class.is_informative());
        informative.next().is_some_and(|word| word.class == WordClass::Word)
            && informative.next().is_none()
    }

    fn is_query_met(&self, query_unmatched: &[usize]) -> bool {
        query_unmatched.iter().all(|&at| !self.query[at].class.is_informative())
    }

    /// True if a query of one word with a rank or a role identifies the party. `said` is the least
    /// similarity of the matched informative words, and twice their weight.
    pub fn is_ranked_one(
        &self,
        is_rank_met: bool,
        query_unmatched: &[usize],
        (least, weight): (u8, u32),
    ) -> bool {
        let needed = if is_rank_met { c::RANK_MATCHED_WEIGHT_MIN } else { c::RANKED_WEIGHT_MIN };
        self.is_one_word()
            && self.is_query_met(query_unmatched)
            && is_nearly_equal(least)
            && weighs(weight, needed)
    }

    /// True if the query is a short form of the name of a thing: the unmatched words only give its
    /// business or place.
    pub fn is_short_form(
        &self,
        query_unmatched: &[usize],
        record_unmatched: &[usize],
        (least, weight): (u8, u32),
    ) -> bool {
        let tells = |word: &Word| {
            word.class.is_informative() && word.class != WordClass::Generic && !word.is_place
        };
        self.may_be_short_form()
            && self.is_query_met(query_unmatched)
            && !record_unmatched.iter().any(|&at| tells(&self.record[at]))
            && least == Similarity::EQUAL.0
            && weighs(weight, c::IDENTIFIED_WEIGHT_MIN)
    }

    pub fn numbers(&self, query_unmatched: &[usize], record_unmatched: &[usize]) -> f64 {
        let any = |words: &[Word], left: &[usize]| {
            left.iter().any(|&at| words[at].class == WordClass::Number)
        };
        match (any(self.query, query_unmatched), any(self.record, record_unmatched)) {
            (true, true) => c::NUMBERS_DIFFER,
            (false, false) => 1.0,
            _ => c::NUMBER_EXTRA,
        }
    }

    pub fn places(
        &self,
        query_unmatched: &[usize],
        record_unmatched: &[usize],
        kind: NameKind,
    ) -> f64 {
        let any = |words: &[Word], left: &[usize]| {
            left.iter().any(|&at| words[at].class.is_informative() && words[at].is_place)
        };
        let is_left = any(self.query, query_unmatched) || any(self.record, record_unmatched);
        if kind == NameKind::Thing && is_left { c::PLACE_UNMATCHED } else { 1.0 }
    }

    pub fn order(&self) -> f64 {
        let mut factor = 1.0;
        let query = neighbours_of_particles(self.query);
        let record = neighbours_of_particles(self.record);
        let met = |q: usize| self.met.get(&q).copied().flatten();
        if query.iter().any(|&(before, after)| {
            record.iter().any(|&(b, a)| met(before) == Some(a) && met(after) == Some(b))
        }) {
            factor *= c::ORDER_REVERSED;
        }
        let pairs: Vec<(usize, usize)> = self
            .met
            .iter()
            .filter_map(|(&q, &r)| Some((q, r?)))
            .filter(|&(q, _)| self.query[q].class.is_informative())
            .collect();
        let short = |word: &Word| word.text.chars().count() <= usize::from(c::SHORT_WORD_LETTERS);
        let all_short = pairs.iter().all(|&(q, r)| short(&self.query[q]) && short(&self.record[r]));
        let order: Vec<usize> = pairs.iter().map(|&(_, r)| r).collect();
        if (3..=5).contains(&order.len()) && all_short && !is_rotation(&order) {
            factor *= c::SHORT_WORDS_SHUFFLED;
        }
        factor
    }

    /// Returns the penalty for two matched words in reverse order, while the first word of the record
    /// is unmatched.
    pub fn turned_behind(&self, record_unmatched: &[usize]) -> f64 {
        let words = |of: &[Word]| -> Vec<usize> {
            (0..of.len()).filter(|&at| of[at].class == WordClass::Word).collect()
        };
        let is_left =
            words(self.record).first().is_some_and(|first| record_unmatched.contains(first));
        let met = words(self.query).into_iter().map(|q| self.met.get(&q).copied().flatten());
        match met.collect::<Vec<_>>()[..] {
            [Some(one), Some(other)] if other < one && is_left => c::TURNED_BEHIND,
            _ => 1.0,
        }
    }

    /// Returns the penalty for words of two scripts that are similar but not nearly equal, if the
    /// matched words are in another order.
    pub fn turned(&self) -> f64 {
        let script = |word: &Word| Script::of(&word.text);
        let (mut is_doubted, mut is_foreign) = (false, false);
        for pair in self.pairs {
            let theirs = script(&self.record[pair.record]);
            if !is_nearly_equal(pair.similarity) && script(&self.query[pair.query]) != theirs {
                is_doubted = true;
                is_foreign |= pair.is_whole && !matches!(theirs, Script::Han | Script::Hangul);
            }
        }
        let mut pairs: Vec<&Met> = self.pairs.iter().filter(|pair| pair.says).collect();
        pairs.sort_by_key(|pair| pair.query);
        let order: Vec<usize> = pairs.iter().map(|pair| pair.record).collect();
        let may_stand = if is_foreign { order.is_sorted() } else { is_rotation(&order) };
        if is_doubted && !may_stand { c::SCRIPTS_TURNED } else { 1.0 }
    }
}

/// True if the positions rise, possibly after a rotation.
fn is_rotation(order: &[usize]) -> bool {
    (0..order.len().max(1)).any(|by| {
        let mut rotated = order.to_vec();
        rotated.rotate_left(by.min(order.len()));
        rotated.is_sorted()
    })
}

/// Returns the nearest ordinary words before and behind each of the first four particles.
fn neighbours_of_particles(words: &[Word]) -> Vec<(usize, usize)> {
    let particles: Vec<usize> = (1..words.len().saturating_sub(1))
        .filter(|&at| words[at].class == WordClass::Order)
        .take(4)
        .collect();
    let ordinary = |at: &usize| words[*at].class == WordClass::Word;
    particles
        .into_iter()
        .filter_map(|at| {
            let before = (0..at).rev().find(ordinary)?;
            let after = (at + 1..words.len()).find(ordinary)?;
            Some((before, after))
        })
        .collect()
}

/// True if a weight, given twice, is at least `least`.
fn weighs(twice: u32, least: f64) -> bool {
    f64::from(twice) >= 2.0 * least * f64::from(weight::WEIGHT_ONE)
}

pub fn is_nearly_equal(similarity: u8) -> bool {
    f64::from(similarity) >= (c::CONFIDENT_SIMILARITY * 255.0).floor()
}
