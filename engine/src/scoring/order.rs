//! Predicates of the rules about the order of tokens: around particles, of short words, between scripts,
//! and behind an unmatched given name.

use super::constants::SHORT_WORD_LETTERS;
use super::evidence::{Evidence, NOTHING};
use super::pair::{Pair, is_nearly_equal};
use crate::limits::NAME_WORDS_MAX;
use crate::model::WordMask;
use crate::text::{NameKind, WordClass};

/// True if both words of a person match in reverse order, and behind an unmatched one. A family name
/// may be first or last, but a person of several given names is not called by the second one with the
/// family name in front: "Lewis Hamilton" is not James Hamilton Lewis.
pub(super) fn is_turned_behind(evidence: &Evidence<'_>) -> bool {
    let (&Evidence { form, record, pairs, .. }, matched) = (evidence, evidence.positions());
    let words = form.sets.of(WordClass::Word);
    if form.kind != NameKind::Person || words.len() != 2 {
        return false;
    }
    let mut places = words.iter().map(|at| matched[at]);
    let (first, last) = (places.next(), places.next());
    let is_turned = first > last && first != Some(NOTHING);
    let is_left = |at: usize| pairs.iter().all(|pair| !pair.record.intersects(WordMask::word(at)));
    is_turned && record.iter().position(|word| word.class == WordClass::Word).is_some_and(is_left)
}

/// True if a person's words match in another order and a pair of two scripts is not nearly equal. A
/// transcription keeps the order of words. Names that Han or Hangul write as one word begin with the
/// family name, so these may be rotated.
pub(super) fn is_turned(evidence: &Evidence<'_>) -> bool {
    let &Evidence { form, record, pairs, .. } = evidence;
    let record_weight = |pair: &Pair| record[pair.record.first()].script;
    let mut doubted = pairs.iter().filter(|pair| {
        !is_nearly_equal(pair.similarity)
            && form.words[pair.query.first()].script != record_weight(pair)
    });
    if form.kind != NameKind::Person || doubted.clone().next().is_none() {
        return false;
    }
    let mut matched = [NOTHING; NAME_WORDS_MAX];
    for pair in pairs.iter().filter(|pair| pair.query.intersects(form.sets.informative())) {
        matched[pair.query.first()] = pair.record.first() as u8;
    }
    let order = matched.into_iter().filter(|&record_at| record_at != NOTHING);
    let is_foreign = doubted.any(|pair| pair.whole && !record_weight(pair).is_syllabic());
    if is_foreign { !order.is_sorted() } else { falls(order) > 1 }
}

/// Number of descents in a cyclic sequence: at most one if it is sorted or rotated.
fn falls(order: impl Iterator<Item = u8> + Clone) -> usize {
    let next = order.clone().cycle().skip(1);
    order.zip(next).filter(|(at, next)| at > next).count()
}

/// True if the names around a particle are reversed: X bin Y against Y bin X.
pub(super) fn is_reversed(evidence: &Evidence<'_>) -> bool {
    let (&Evidence { form, record, .. }, matched) = (evidence, evidence.positions());
    if form.sets.of(WordClass::Order).is_empty() {
        return false;
    }
    let query_around = around(form.words.len(), |at| form.words[at].class);
    let record_around = around(record.len(), |at| record[at].class);
    query_around.into_iter().flatten().any(|(before, after)| {
        let (before, after) = (matched[before], matched[after]);
        record_around
            .into_iter()
            .flatten()
            .any(|(b, a)| usize::from(before) == a && usize::from(after) == b)
    })
}

/// Positions of the words before and after each of the first particles.
fn around(len: usize, class: impl Fn(usize) -> WordClass) -> [Option<(usize, usize)>; 4] {
    let mut found = [None; 4];
    let particles = (1..len.saturating_sub(1)).filter(|&at| class(at) == WordClass::Order);
    for (slot, at) in found.iter_mut().zip(particles) {
        let before = (0..at).rev().find(|&at| class(at) == WordClass::Word);
        let after = (at + 1..len).find(|&at| class(at) == WordClass::Word);
        *slot = before.zip(after);
    }
    found
}

/// True if three to five short words match in an order that is neither the same nor a rotation.
pub(super) fn is_shuffled(evidence: &Evidence<'_>) -> bool {
    let (&Evidence { form, record, .. }, matched) = (evidence, evidence.positions());
    let mut order = [0u8; 5];
    let mut count = 0;
    for (at, &record_at) in matched.iter().enumerate() {
        if record_at == NOTHING || !form.words[at].class.is_informative() {
            continue;
        }
        let letters = form.words[at].letters.max(record[usize::from(record_at)].letters);
        if letters > SHORT_WORD_LETTERS || count == order.len() {
            return false;
        }
        order[count] = record_at;
        count += 1;
    }
    count >= 3 && falls(order[..count].iter().copied()) > 1
}
