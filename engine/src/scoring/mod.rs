//! Scores: how well a query name explains a record name, what dates, countries, types and IMO
//! numbers add, and the top k.
//!
//! | module | what it holds |
//! |---|---|
//! | [`constants`] | every number of the score, named |
//! | [`penalty`] | reasons why a score is below that of its matched tokens |
//! | [`formula`] | sums over matched and unmatched tokens to a name score |
//! | [`hit_table`] | dictionary term to the query spans that match it |
//! | [`pair`] | tokens of a record's name, and matched pairs |
//! | `evidence` | an alignment as the rules see it |
//! | `order` | the factor for tokens in another order |
//! | [`rules`] | the rules as a table: penalty, factor, predicates, sentence |
//! | [`align`] | greedy assignment of query tokens to record tokens |
//! | [`effects`] | features: birth date, country, type and IMO number |
//! | [`party`] | the records that share one result |
//! | [`whole_name`] | the score of a name as one string |
//! | [`top`] | the top k, ties broken by docs/api.md, "Ranking" |
//!
//! Pure functions over the rows of a snapshot: no candidate costs an allocation or a comparison of
//! strings, and nothing here knows how candidates were found.

pub mod align;
pub mod constants;
pub mod effects;
pub(crate) mod evidence;
pub mod formula;
pub mod hit_table;
mod order;
pub mod pair;
pub mod party;
pub mod penalty;
pub mod rules;
pub mod top;
pub mod whole_name;

/// A score in units of 1/65,536. Whole numbers keep different scores apart, and sums do not depend on
/// their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// 1.0
    pub const ONE: Self = Self(1 << 16);
    /// 0.0
    pub const ZERO: Self = Self(0);

    /// Rounds to the nearest unit.
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        let scaled = value * f64::from(Self::ONE.0);
        // A cast truncates, without the call that `round` is on most targets.
        Self((scaled + 0.5_f64.copysign(scaled)) as i32)
    }

    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }

    /// The score as answers show it: rounded to four decimals (docs/api.md, "Ranking").
    #[must_use]
    pub fn rounded(self) -> f64 {
        (self.to_f64() * 10_000.0).round() / 10_000.0
    }

    /// Least score that rounds to `shown` or more.
    #[must_use]
    pub fn shown_from(shown: f64) -> Self {
        // Half of a fourth decimal is 3.3 units.
        let mut score = Self(Self::from_f64(shown).0 - 5);
        while score.rounded() < shown {
            score.0 += 1;
        }
        score
    }

    /// Sum of both, clamped to 0..=1.
    #[must_use]
    pub fn plus(self, effect: Self) -> Self {
        Self((self.0 + effect.0).clamp(0, Self::ONE.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_score_begins_where_it_is_rounded_up_to() {
        for shown in [0.0, 0.0001, 0.1999, 0.5, 0.75, 0.750_01, 0.9999, 1.0] {
            let least = Score::shown_from(shown);
            assert!(least.rounded() >= shown, "{shown}");
            assert!(Score(least.0 - 1).rounded() < shown, "{shown}");
        }
    }
}
