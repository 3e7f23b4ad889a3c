//! Scores: how well a query name explains a record name, what dates, countries, types and IMO
//! numbers add, and the best k of all.
//!
//! | module | what it holds |
//! |---|---|
//! | [`constants`] | every number of the score, named |
//! | [`lowered`] | what lowered a score beyond words that met nothing |
//! | [`formula`] | sums over matched and unmatched words to a name score |
//! | [`hit_table`] | which query words a dictionary word meets |
//! | [`entry_table`] | which of them the words of a list's entry may meet |
//! | [`pair`] | words of a record's name, and pairs of what met |
//! | [`align`] | which query word meets which record word |
//! | `order` | what the order of words says against an alignment |
//! | [`bound`] | what a name can score at best, before it is looked at |
//! | [`reach`] | the same, asked for every entry of a list |
//! | [`effects`] | birth date, country, type and IMO number |
//! | [`gains`] | the most that these can add, by what an entry tells of its record |
//! | [`party`] | which records share one result |
//! | [`top`] | the best k, ties broken as docs/api.md, "Ranking" says |
//!
//! Pure functions over the rows of a snapshot: nothing here allocates or compares a string for a
//! candidate, and nothing knows how candidates were found.

pub mod align;
pub mod bound;
pub mod constants;
pub mod effects;
pub mod entry_table;
pub mod formula;
pub mod gains;
pub mod hit_table;
pub mod lowered;
mod order;
pub mod pair;
pub mod party;
pub mod reach;
pub mod top;

/// A score in units of 1/65,536; whole numbers, so that scores that differ stay apart and sums do
/// not depend on their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// 1.0
    pub const ONE: Self = Self(1 << 16);
    /// 0.0
    pub const ZERO: Self = Self(0);

    /// The nearest score.
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        let scaled = value * f64::from(Self::ONE.0);
        // A cast truncates, without the call that `round` is on most targets.
        Self((scaled + 0.5_f64.copysign(scaled)) as i32)
    }

    /// The score as a number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }

    /// The score as answers show it: four decimals (docs/api.md, "Ranking").
    #[must_use]
    pub fn rounded(self) -> f64 {
        (self.to_f64() * 10_000.0).round() / 10_000.0
    }

    /// The least score that answers show as this or more.
    #[must_use]
    pub fn shown_from(shown: f64) -> Self {
        // Half of a fourth decimal is 3.3 units.
        let mut score = Self(Self::from_f64(shown).0 - 5);
        while score.rounded() < shown {
            score.0 += 1;
        }
        score
    }

    /// The sum, held to 0..=1.
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
