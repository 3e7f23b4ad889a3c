//! The name score: from sums over matched and unmatched tokens to one number.
//!
//! ```text
//! S = M / (W + extra X' + missing(Y') + contradiction C + low)  x  factors
//!     M, W   matched weight times squared similarity; matched weight
//!     X, Y   unmatched informative weight of the query, of the record
//!     C      min(X, Y): unmatched on both sides, so the names contradict each other
//!     X', Y' unmatched on one side only
//!     low    cost of unmatched low-information tokens
//! ```
//!
//! Upper bounds rely on two properties (see `pruning::upper_bound`). The cost of unmatched words never falls
//! when X or Y grows, and grows with X by at least [`UNMATCHED_COST_MIN`]. Every factor is at most 1.

use super::Score;
use super::constants::{
    CONTRADICTION_FULL, Costs, EVIDENCE_ENOUGH, EVIDENCE_LEAST, EVIDENCE_OF_INITIAL,
    EVIDENCE_OF_RECORD_INITIAL, LOW_INFORMATION_ANY, LOW_INFORMATION_BOTH, SURNAME_ALONE,
    UNMATCHED_COST_MIN,
};
use super::penalty::{Penalties, Penalty};
use crate::text::weight::WEIGHT_ONE;

/// Similarity 1.0 in the fixed point of [`crate::text::Similarity`].
const SIMILARITY_ONE: f64 = 255.0;

/// Sums over an alignment of two names. Weights are in units of 1/[`WEIGHT_ONE`]; "twice" adds the
/// weights of both sides of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Twice the weight of matched pairs.
    pub matched_twice: u32,
    /// The same, each pair times its squared similarity (255² is 1.0).
    pub matched_squared: u64,
    /// The same of pairs of words, each pair times its similarity (255 is 1.0).
    pub evidence: u64,
    /// True if an initial of the query is matched, and if one of the record is.
    pub initials: [bool; 2],
    /// Unmatched informative weight of the query.
    pub query_unmatched: u32,
    /// Unmatched informative weight of the record.
    pub record_unmatched: u32,
    /// Unmatched low-information weight of the query.
    pub query_low_information: u32,
    /// Unmatched low-information weight of the record.
    pub record_low_information: u32,
    /// True if the match is confident, so that extra query words cost less.
    pub is_confident: bool,
    /// True if the short form identifies the record's party, so that little evidence is enough.
    pub is_identified: bool,
}

impl Sums {
    /// Adds a pair of words of this similarity (0 to 255).
    #[inline]
    pub fn add_pair(&mut self, weight_twice: u32, similarity: u8) {
        self.evidence += u64::from(weight_twice) * u64::from(similarity);
        self.add_matched(weight_twice, similarity);
    }

    /// Adds a pair that is no evidence by itself: those of initials count by [`Self::initials`].
    #[inline]
    pub fn add_matched(&mut self, weight_twice: u32, similarity: u8) {
        let similarity = u64::from(similarity);
        self.matched_twice += weight_twice;
        self.matched_squared += u64::from(weight_twice) * similarity * similarity;
    }

    /// Evidence: matched weight of words times similarity, and that of initials.
    #[inline]
    fn evidence_weight(&self) -> f64 {
        let words = self.evidence as f64 / (2.0 * f64::from(WEIGHT_ONE) * SIMILARITY_ONE);
        let [of_query, of_record] = self.initials.map(f64::from);
        words + of_query * EVIDENCE_OF_INITIAL + of_record * EVIDENCE_OF_RECORD_INITIAL
    }

    /// True if little evidence lowers the score.
    #[inline]
    fn needs_evidence(&self) -> bool {
        let is_abbreviated = self.initials.contains(&true);
        !self.is_identified
            && (self.query_unmatched.max(self.record_unmatched) > 0 || is_abbreviated)
    }

    /// Adds the penalties that follow from the sums.
    pub(super) fn note_penalties(&self, penalties: &mut Penalties) {
        let (query, record) = (self.query_unmatched, self.record_unmatched);
        let is_little = self.needs_evidence() && self.evidence_weight() < EVIDENCE_ENOUGH;
        penalties.note(Penalty::Contradiction, query.min(record) > 0);
        penalties.note(Penalty::LittleEvidence, is_little);
    }
}

/// Score of the sums, times `factor` (the product of the penalties of [`super::align`], at most 1).
#[must_use]
pub fn name_score(sums: &Sums, costs: &Costs, factor: f64) -> Score {
    if sums.matched_twice == 0 {
        return Score::ZERO;
    }
    let one = f64::from(WEIGHT_ONE);
    let matched = f64::from(sums.matched_twice) / (2.0 * one);
    let squared = sums.matched_squared as f64 / (2.0 * one * SIMILARITY_ONE * SIMILARITY_ONE);
    let (query, record) =
        (f64::from(sums.query_unmatched) / one, f64::from(sums.record_unmatched) / one);
    let (fq, fr) =
        (f64::from(sums.query_low_information) / one, f64::from(sums.record_low_information) / one);
    let extra = if sums.is_confident { costs.extra_confident } else { costs.extra };
    let cost = unmatched_cost(costs, extra, matched, query, record)
        + LOW_INFORMATION_BOTH * fq.min(fr)
        + LOW_INFORMATION_ANY * (fq + fr);
    let mut score = squared / (matched + cost) * factor * contradiction(costs, query.min(record));
    if sums.needs_evidence() {
        score *= evidence_factor(sums.evidence_weight());
    }
    Score::from_f64(score)
}

/// Least score of a rare surname that matched in full; sums and `factor` as in [`name_score`].
#[must_use]
pub fn surname_score(sums: &Sums, factor: f64) -> Score {
    let alike = sums.matched_squared as f64
        / (f64::from(sums.matched_twice) * SIMILARITY_ONE * SIMILARITY_ONE);
    Score::from_f64(SURNAME_ALONE * alike * factor)
}

/// Factor for little evidence with unmatched words: common words alone do not identify a name.
/// `evidence` is matched weight times similarity.
#[inline]
pub(crate) fn evidence_factor(evidence: f64) -> f64 {
    (evidence.max(EVIDENCE_LEAST) / EVIDENCE_ENOUGH).min(1.0).sqrt()
}

/// Cost of unmatched words of either side, in weight.
#[inline]
pub(crate) fn unmatched_cost(
    costs: &Costs,
    extra: f64,
    matched: f64,
    query: f64,
    record: f64,
) -> f64 {
    let both = query.min(record);
    extra * (query - both)
        + missing_cost(costs, matched, record - both)
        + costs.contradiction * both
}

/// Cost of missing words. It grows faster than their share of the matched weight, and continues as a
/// straight line where it would become steeper than a contradiction.
#[inline]
fn missing_cost(costs: &Costs, matched: f64, missing: f64) -> f64 {
    let steepest = costs.contradiction - UNMATCHED_COST_MIN;
    let bend = (steepest / costs.missing - 1.0) * matched;
    let curved = missing.min(bend);
    costs.missing * curved * (1.0 + 0.5 * curved / matched) + steepest * (missing - curved)
}

/// Factor for words unmatched on both sides.
#[inline]
pub(crate) fn contradiction(costs: &Costs, both: f64) -> f64 {
    1.0 - costs.contradiction_factor * (both / CONTRADICTION_FULL).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::constants::{PERSON, PERSON_RANKED, PERSON_SYLLABIC, THING};
    use super::*;

    fn sums(pairs: &[(u32, u8)], query_unmatched: u32, record_unmatched: u32) -> Sums {
        let mut sums = Sums { query_unmatched, record_unmatched, ..Sums::default() };
        pairs.iter().for_each(|&(weight, similarity)| sums.add_pair(2 * weight, similarity));
        sums
    }

    fn score(sums: Sums) -> f64 {
        name_score(&sums, &PERSON, 1.0).to_f64()
    }

    #[test]
    fn names_that_meet_in_full_score_one() {
        assert_eq!(score(sums(&[(150, 255), (90, 255)], 0, 0)), 1.0);
        assert_eq!(score(sums(&[], 100, 100)), 0.0);
    }

    #[test]
    fn a_contradiction_costs_more_than_a_missing_word() {
        let pairs = [(180, 255), (180, 255)];
        let (missing, extra) = (score(sums(&pairs, 0, 150)), score(sums(&pairs, 150, 0)));
        let contradicting = score(sums(&pairs, 150, 150));
        assert!(missing > 0.85, "{missing}");
        assert!(extra < missing, "{extra}");
        assert!(contradicting < 0.5, "{contradicting}");
    }

    #[test]
    fn common_words_alone_do_not_carry_a_name() {
        let common = score(sums(&[(54, 255)], 0, 54));
        let rare = score(sums(&[(200, 255)], 0, 200));
        assert!(common < 0.5 && common < rare, "{common} {rare}");
    }

    #[test]
    fn leftovers_cost_as_the_bounds_assume() {
        for costs in [PERSON, PERSON_RANKED, PERSON_SYLLABIC, THING] {
            for extra in [costs.extra_confident, costs.extra] {
                for (matched, query, record) in grid() {
                    let cost = |q, r| unmatched_cost(&costs, extra, matched, q, r);
                    let step = 0.01;
                    let more_query = cost(query + step, record) - cost(query, record);
                    assert!(
                        more_query >= UNMATCHED_COST_MIN * step - 1e-9,
                        "{matched} {query} {record}"
                    );
                    assert!(cost(query, record + step) >= cost(query, record));
                    let more_matched = unmatched_cost(&costs, extra, matched + step, query, record);
                    assert!(more_matched <= cost(query, record) + 1e-9);
                }
            }
        }
    }

    fn grid() -> impl Iterator<Item = (f64, f64, f64)> {
        let steps = || (0..60).map(|step| f64::from(step) * 0.1);
        [0.1, 0.5, 1.0, 3.0]
            .into_iter()
            .flat_map(move |m| steps().flat_map(move |q| steps().map(move |r| (m, q, r))))
    }
}
