//! The oracle's rules for unmatched words and for the order of words, implemented again with strings.

use tamis_engine::scoring::constants as c;
use tamis_engine::text::{
    NameKind, Script, Similarity, Word, WordClass, is_well_known_thing, weight,
};

/// Two names with their matched words.
pub struct Pairing<'a> {
    pub query: &'a [Word],
    pub record: &'a [Word],
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
    /// True if a word of the query's side is a particle.
    pub has_particle: bool,
    /// True if each side is one word.
    pub is_of_words: bool,
    /// True if one side is an initial that begins the other.
    pub is_initial: bool,
}

impl Pairing<'_> {
    pub fn is_syllabic(&self) -> bool {
        self.query.iter().chain(self.record).any(is_syllabic)
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

    /// Returns the factor for matched words in another order.
    pub fn order(&self, record_unmatched: &[usize], kind: NameKind) -> f64 {
        let mut pairs: Vec<&Met> =
            self.pairs.iter().filter(|pair| pair.says || pair.has_particle).collect();
        pairs.sort_by_key(|pair| pair.query);
        let order: Vec<usize> = pairs.iter().map(|pair| pair.record).collect();
        let is_person = kind == NameKind::Person;
        if pairs.iter().any(|pair| pair.has_particle) {
            return 1.0 - c::ORDER_OF_PARTICLES * least_inverted(&order);
        }
        let doubted: Vec<&Met> = self.pairs.iter().filter(|pair| self.is_doubted(pair)).collect();
        if is_person && !doubted.is_empty() {
            let is_foreign = |pair: &&Met| pair.is_whole && !is_syllabic(&self.record[pair.record]);
            let of_order = if doubted.iter().any(is_foreign) { inverted } else { least_inverted };
            return 1.0 - c::ORDER_OF_SCRIPTS * of_order(&order);
        }
        let mut words =
            (0..self.record.len()).filter(|&at| self.record[at].class == WordClass::Word);
        if is_person && words.next().is_some_and(|first| record_unmatched.contains(&first)) {
            return 1.0 - c::ORDER_BEHIND_UNMATCHED * inverted(&order);
        }
        let short = |word: &Word| word.text.chars().count() <= usize::from(c::SHORT_WORD_LETTERS);
        let is_short = |pair: &&Met| {
            pair.is_of_words && short(&self.query[pair.query]) && short(&self.record[pair.record])
        };
        let mut of_words = pairs.iter().filter(|pair| pair.says && !pair.is_initial);
        let all_short = of_words.all(is_short);
        if all_short { 1.0 - c::ORDER_OF_SHORT_WORDS * least_inverted(&order) } else { 1.0 }
    }

    /// True for a pair of two scripts that is not nearly equal.
    fn is_doubted(&self, pair: &Met) -> bool {
        let (query, record) = (&self.query[pair.query].text, &self.record[pair.record].text);
        !is_nearly_equal(pair.similarity) && Script::of(query) != Script::of(record)
    }
}

fn is_syllabic(word: &Word) -> bool {
    matches!(Script::of(&word.text), Script::Han | Script::Hangul)
}

/// Share of the pairs of positions that fall, of all pairs.
fn inverted(order: &[usize]) -> f64 {
    let pairs = || (0..order.len()).flat_map(|a| (a + 1..order.len()).map(move |b| (a, b)));
    let falling = pairs().filter(|&(a, b)| order[a] > order[b]).count();
    if falling == 0 { 0.0 } else { falling as f64 / pairs().count() as f64 }
}

/// Least share over all rotations.
fn least_inverted(order: &[usize]) -> f64 {
    let rotated = |by: usize| {
        let mut rotated = order.to_vec();
        rotated.rotate_left(by);
        inverted(&rotated)
    };
    (0..order.len()).map(rotated).fold(inverted(order), f64::min)
}

/// True if a weight, given twice, is at least `least`.
fn weighs(twice: u32, least: f64) -> bool {
    f64::from(twice) >= 2.0 * least * f64::from(weight::WEIGHT_ONE)
}

pub fn is_nearly_equal(similarity: u8) -> bool {
    f64::from(similarity) >= (c::CONFIDENT_SIMILARITY * 255.0).floor()
}
