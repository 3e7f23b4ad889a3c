//! Order of tokens: a factor by how many pairs of them are inverted, where order tells names apart.

use super::constants::{
    ORDER_BEHIND_UNMATCHED, ORDER_OF_PARTICLES, ORDER_OF_SCRIPTS, ORDER_OF_SHORT_WORDS,
    SHORT_WORD_LETTERS,
};
use super::evidence::Evidence;
use super::pair::{Pair, is_nearly_equal};
use super::penalty::{Penalties, Penalty};
use crate::limits::NAME_WORDS_MAX;
use crate::model::WordMask;
use crate::text::{NameKind, WordClass};

/// Marks a token that is not matched.
const NOTHING: u8 = u8::MAX;

/// Effect of the order of tokens in a name.
struct Strictness {
    /// Share of the score that a reversed order takes.
    share: f64,
    /// True if a rotated order is the same: a family name may be first or last.
    may_rotate: bool,
}

/// Factor for tokens in another order; notes the penalty.
pub(super) fn factor(evidence: &Evidence<'_>, penalties: &mut Penalties) -> f64 {
    let Some(Strictness { share, may_rotate }) = strictness(evidence) else { return 1.0 };
    let inverted = inverted_share(evidence, may_rotate);
    penalties.note(Penalty::Order, inverted > 0.0);
    1.0 - share * inverted
}

/// Strictness of a name's order; `None` if order tells nothing.
fn strictness(evidence: &Evidence<'_>) -> Option<Strictness> {
    let &Evidence { form, record, pairs, .. } = evidence;
    let is_person = form.kind == NameKind::Person;
    // "X bin Y" is the son of "Y bin X".
    let particles = form.sets.of(WordClass::Order);
    if pairs.iter().any(|pair| pair.query.intersects(particles)) {
        return Some(Strictness { share: ORDER_OF_PARTICLES, may_rotate: true });
    }
    // A transcription keeps the order, but names that Han or Hangul write as one word begin with the family
    // name.
    let record_script = |pair: &Pair| record[pair.record.first()].script;
    let mut doubted = pairs.iter().filter(|pair| {
        !is_nearly_equal(pair.similarity)
            && form.words[pair.query.first()].script != record_script(pair)
    });
    if is_person && doubted.clone().next().is_some() {
        let is_foreign = doubted.any(|pair| pair.whole && !record_script(pair).is_syllabic());
        return Some(Strictness { share: ORDER_OF_SCRIPTS, may_rotate: !is_foreign });
    }
    // A person of several given names is not called by the second one with the family name in front:
    // "Lewis Hamilton" is not James Hamilton Lewis.
    let first = record.iter().position(|word| word.class == WordClass::Word);
    let is_unmatched = |at| !pairs.iter().any(|pair| pair.record.intersects(WordMask::word(at)));
    if is_person && first.is_some_and(is_unmatched) {
        return Some(Strictness { share: ORDER_BEHIND_UNMATCHED, may_rotate: false });
    }
    let is_short = |pair: &Pair| {
        let letters = form.words[pair.query.first()].letters;
        letters.max(record[pair.record.first()].letters) <= SHORT_WORD_LETTERS
            && pair.query.only().is_some()
            && pair.record.only().is_some()
    };
    evidence
        .informative_pairs()
        .all(is_short)
        .then_some(Strictness { share: ORDER_OF_SHORT_WORDS, may_rotate: true })
}

/// Share of the pairs of matched tokens, particles and informative ones, that are in another order, 0 to 1;
/// with `may_rotate` the least over all rotations.
fn inverted_share(evidence: &Evidence<'_>, may_rotate: bool) -> f64 {
    let sets = &evidence.form.sets;
    let ordered = sets.informative() | sets.of(WordClass::Order);
    let mut by_query = [NOTHING; NAME_WORDS_MAX];
    for pair in evidence.pairs.iter().filter(|pair| pair.query.intersects(ordered)) {
        by_query[pair.query.first()] = pair.record.first() as u8;
    }
    let order = by_query[..evidence.form.words.len()].iter().filter(|&&at| at != NOTHING);
    inverted_pairs(order, may_rotate)
}

/// Share of the pairs of these positions that fall.
fn inverted_pairs<'a>(order: impl Iterator<Item = &'a u8> + Clone, may_rotate: bool) -> f64 {
    let len = order.clone().count();
    if len < 2 {
        return 0.0;
    }
    let mut behind = order.clone();
    let mut inverted = 0;
    while let Some(first) = behind.next() {
        inverted += behind.clone().filter(|&at| at < first).count();
    }
    let mut least = inverted;
    if may_rotate {
        // The first token goes behind the others.
        for first in order.clone() {
            inverted = inverted + len - 1 - 2 * order.clone().filter(|&at| at < first).count();
            least = least.min(inverted);
        }
    }
    least as f64 / (len * (len - 1) / 2) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotated_order_is_the_same_unless_order_is_fixed() {
        let share = |order: &[u8], may_rotate| inverted_pairs(order.iter(), may_rotate);
        assert_eq!([share(&[0, 1, 2], false), share(&[2, 1, 0], false)], [0.0, 1.0]);
        assert_eq!([share(&[1, 2, 0], true), share(&[1, 2, 0], false)], [0.0, 2.0 / 3.0]);
        assert_eq!([share(&[2, 1, 0], true), share(&[1, 0], true)], [1.0 / 3.0, 0.0]);
        assert_eq!([share(&[5], false), share(&[], true)], [0.0, 0.0]);
    }
}
