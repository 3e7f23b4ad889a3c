//! The rules of the score, as a table: each row is a penalty with its factor, its predicate, the
//! predicate by which upper bounds use it, and the sentence that answers show.
//!
//! To add a rule, add a variant of [`Penalty`], a constant with the factor, and a row. A rule only lowers a
//! score, so an upper bound may leave it out; with `is_certain` the bound is closer.

use super::constants::{
    GENERIC_ALONE, NUMBER_EXTRA, NUMBERS_DIFFER, PLACE_UNMATCHED, SHORT_ALONE_LETTERS,
    SHORT_WORD_ALONE, WEAK_ALIAS, WEAK_ALIAS_ALONE,
};
use super::evidence::Evidence;
use super::order;
use super::pair::Pair;
use super::penalty::{Penalties, Penalty};
use crate::model::WordMask;
use crate::query::{ResolvedQuery, WordSets};
use crate::text::{NameKind, Similarity, WordClass};

/// A rule: a penalty that applies to some alignments.
pub struct Rule {
    pub penalty: Penalty,
    /// Factor of the score, below 1.
    pub factor: f64,
    /// True if the rule applies to an alignment.
    applies: fn(&Evidence<'_>) -> bool,
    /// True if the rule applies to every name below an upper bound.
    is_certain: fn(&Certain<'_>) -> bool,
    /// Sentence of explanations; `None` if the explanation says it elsewhere.
    pub sentence: Option<&'static str>,
}

/// The rules. Of those in one row of the table, the one with the least factor counts.
pub const RULES: [&[Rule]; 4] = [
    &[
        Rule {
            penalty: Penalty::ShortWordAlone,
            factor: SHORT_WORD_ALONE,
            applies: is_another_short_word,
            is_certain: UNKNOWN,
            sentence: Some(
                "all that met, generic words apart, is a short or well-known word written otherwise",
            ),
        },
        Rule {
            penalty: Penalty::GenericAlone,
            factor: GENERIC_ALONE,
            applies: is_generic_alone,
            is_certain: |certain| {
                let Certain { sets, matched, unmatched, is_missing } = *certain;
                let is_generic = !matched.intersects(sets.beyond_generic);
                let is_general = matched.without(sets.general).is_empty();
                is_generic && (is_missing || unmatched.intersects(sets.not_legal))
                    || is_general && unmatched.intersects(sets.distinctive)
            },
            sentence: Some("nothing met that tells one party from another"),
        },
    ],
    &[
        Rule {
            penalty: Penalty::NumbersDiffer,
            factor: NUMBERS_DIFFER,
            applies: |evidence| evidence.unmatched_numbers() == [true, true],
            is_certain: UNKNOWN,
            sentence: Some("numbers differ"),
        },
        Rule {
            penalty: Penalty::NumberExtra,
            factor: NUMBER_EXTRA,
            applies: |evidence| {
                let [query, record] = evidence.unmatched_numbers();
                query != record
            },
            // With a number of the record, the factor is the lesser one of the rule before.
            is_certain: |certain| certain.unmatched.intersects(certain.sets.numbers),
            sentence: Some("a number is on one side only"),
        },
    ],
    &[Rule {
        penalty: Penalty::PlaceUnmatched,
        factor: PLACE_UNMATCHED,
        applies: |evidence| {
            evidence.is_of_thing()
                && !evidence.is_identified
                && evidence.unmatched.has(|sets| sets.informative() & sets.places())
        },
        is_certain: |certain| certain.unmatched.intersects(certain.sets.places),
        sentence: Some("a place is left over"),
    }],
    &[
        Rule {
            penalty: Penalty::WeakAlias,
            factor: WEAK_ALIAS_ALONE,
            applies: |evidence| evidence.is_weak_alias() && evidence.informative_words() <= 1,
            is_certain: UNKNOWN,
            sentence: None,
        },
        Rule {
            penalty: Penalty::WeakAlias,
            factor: WEAK_ALIAS,
            applies: |evidence| evidence.is_weak_alias(),
            is_certain: UNKNOWN,
            sentence: None,
        },
    ],
];

/// Nothing is certain before the name is aligned.
const UNKNOWN: fn(&Certain<'_>) -> bool = |_| false;

/// Notes the rules that apply, and returns the product of their factors.
pub(super) fn factor(evidence: &Evidence<'_>, penalties: &mut Penalties) -> f64 {
    product(|rule| penalties.note(rule.penalty, (rule.applies)(evidence)))
        * order::factor(evidence, penalties)
}

/// Upper bound of the factor of any name for which this is certain.
#[inline]
pub(crate) fn greatest_factor(certain: &Certain<'_>) -> f64 {
    product(|rule| (rule.is_certain)(certain))
}

#[inline]
fn product(mut applies: impl FnMut(&Rule) -> bool) -> f64 {
    let mut factor = 1.0;
    for rules in &RULES {
        let mut least = 1.0_f64;
        for rule in *rules {
            if applies(rule) {
                least = least.min(rule.factor);
            }
        }
        factor *= least;
    }
    factor
}

/// Sentence of a penalty in explanations.
#[must_use]
pub fn sentence(penalty: Penalty) -> Option<&'static str> {
    match penalty {
        // Graded: of the formula, and of the order.
        Penalty::Contradiction => Some("words are left over on both sides"),
        Penalty::LittleEvidence => Some("what met is little, few words or common ones"),
        Penalty::Order => Some("the words are in another order"),
        _ => RULES.iter().flat_map(|rules| *rules).find(|rule| rule.penalty == penalty)?.sentence,
    }
}

/// Facts that hold for every name below an upper bound.
#[derive(Clone, Copy)]
pub(crate) struct Certain<'a> {
    pub(crate) sets: &'a RuleSets,
    /// Superset of the matched query words.
    pub(crate) matched: WordMask,
    /// Subset of the unmatched query words.
    pub(crate) unmatched: WordMask,
    /// True if the record has further informative words.
    pub(crate) is_missing: bool,
}

/// Sets of query words that the rules of upper bounds test.
#[derive(Debug)]
pub(crate) struct RuleSets {
    /// Words that are more than generic. They include generic words that may match in a compound with a
    /// low-information one, since the rule looks at all words of such a pair.
    beyond_generic: WordMask,
    /// Words that are no legal form.
    not_legal: WordMask,
    /// General words, in the name of a thing.
    general: WordMask,
    /// Distinctive words, in the name of a thing.
    distinctive: WordMask,
    /// Informative places, in the name of a thing.
    places: WordMask,
    numbers: WordMask,
}

impl RuleSets {
    /// `with_low_information`: words that may match in a compound with low-information ones.
    pub(crate) fn of(form: &ResolvedQuery<'_>, with_low_information: WordMask) -> Self {
        let sets = &form.sets;
        let generic = sets.of(WordClass::Generic).without(with_low_information);
        let of_things =
            |words: WordMask| if form.kind == NameKind::Thing { words } else { WordMask::NONE };
        Self {
            beyond_generic: sets.informative().without(generic),
            not_legal: sets.all().without(sets.of(WordClass::Legal)),
            general: of_things(sets.general()),
            distinctive: of_things(sets.distinctive()),
            places: of_things(sets.informative() & sets.places()),
            numbers: sets.of(WordClass::Number),
        }
    }
}

/// True if only generic words, or one letter, match and more than a legal form is unmatched; or, in the name
/// of a thing, only general words match and a distinctive one is unmatched.
fn is_generic_alone(evidence: &Evidence<'_>) -> bool {
    let Evidence { form, informative, unmatched_by_words: unmatched, .. } = *evidence;
    // "J" is not "J & E".
    let is_letter = evidence.is_of_thing()
        && informative.only().is_some_and(|at| form.words[at].text.len() == 1);
    let is_generic = is_letter || informative.without(form.sets.of(WordClass::Generic)).is_empty();
    let is_general = informative.without(form.sets.general()).is_empty();
    is_generic && unmatched.has(|sets| sets.all().without(sets.of(WordClass::Legal)))
        || evidence.is_of_thing() && is_general && unmatched.has(WordSets::distinctive)
}

/// True if the only matched word, generic ones aside, is a different one that is short or well known.
fn is_another_short_word(evidence: &Evidence<'_>) -> bool {
    let Evidence { form, record, informative, .. } = *evidence;
    let generic = form.sets.of(WordClass::Generic);
    let is_another = |pair: &Pair| {
        let Some(at) = pair.query.only().filter(|_| pair.similarity < Similarity::EQUAL.0) else {
            return false;
        };
        let (word, known) = (&form.words[at], pair.record.only());
        let is_short = |at: usize| record[at].letters <= SHORT_ALONE_LETTERS;
        // A longer word beside a generic one is less likely another acronym than a truncated word.
        let is_acronym = || !informative.intersects(generic) || known.is_some_and(is_short);
        word.is_well_known
            || word.letters <= SHORT_ALONE_LETTERS && word.text.is_ascii() && is_acronym()
    };
    let mut others =
        evidence.informative_pairs().filter(|pair| !pair.query.without(generic).is_empty());
    others.next().is_some_and(is_another) && others.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_lowers_the_score_and_every_penalty_has_a_row_or_is_graded() {
        let rules = || RULES.iter().flat_map(|rules| *rules);
        assert!(rules().all(|rule| rule.factor > 0.0 && rule.factor < 1.0));
        for &penalty in Penalty::ALL {
            let is_row = rules().any(|rule| rule.penalty == penalty);
            let is_graded = matches!(
                penalty,
                Penalty::Contradiction | Penalty::LittleEvidence | Penalty::Order
            );
            assert!(is_row != is_graded, "{penalty:?}");
        }
    }

    #[test]
    fn of_the_rules_in_a_row_the_least_factor_counts() {
        let weak = product(|rule| rule.penalty == Penalty::WeakAlias);
        assert_eq!(weak, WEAK_ALIAS_ALONE);
        let two =
            product(|rule| matches!(rule.penalty, Penalty::NumberExtra | Penalty::PlaceUnmatched));
        assert_eq!(two, NUMBER_EXTRA * PLACE_UNMATCHED);
        assert_eq!(product(|_| false), 1.0);
    }
}
