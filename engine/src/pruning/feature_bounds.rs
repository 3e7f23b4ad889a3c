//! Upper bounds of what features add, by the facts that a posting encodes of its record.

use crate::model::TypeSet;
use crate::scoring::Score;
use crate::scoring::effects::{Comparison, Facts};
use crate::snapshot::entry_facts::{self, EncodedFacts};

/// The best possible outcomes of comparing a birth date or country.
const AT_BEST: [Comparison; 3] = [Comparison::Match, Comparison::Unknown, Comparison::Different];
/// Positions in it.
const MATCH: u8 = 0;
const UNKNOWN: u8 = 1;
const DIFFERENT: u8 = 2;

/// Upper bounds of the features of records of one kind of party, for the facts of a query.
#[derive(Debug)]
pub struct FeatureUpperBounds {
    /// Best outcome by encoded birth date, and by encoded country, as positions in [`AT_BEST`].
    born: [u8; 256],
    country: [u8; 256],
    /// Sum of both with the type, by [`FeatureUpperBound::place`].
    most: [Score; AT_BEST.len() * AT_BEST.len()],
    greatest: FeatureUpperBound,
}

/// Upper bound of what the features of a record add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureUpperBound {
    /// Number of this bound among those of one [`FeatureUpperBounds`].
    pub place: u8,
    /// The bound; may be below 0.
    pub most: Score,
}

impl FeatureUpperBounds {
    /// Bounds for records of these types, without an equal IMO number.
    #[must_use]
    pub fn new(facts: &Facts, types: TypeSet) -> Self {
        let by_type = facts.type_upper_bound(types).0;
        let most = std::array::from_fn(|place| {
            let [born, country] =
                [place / AT_BEST.len(), place % AT_BEST.len()].map(|at| AT_BEST[at]);
            Score(by_type + born.birth_date_effect().0 + country.country_effect().0)
        });
        let born = at_best(facts.birth_dates.iter().map(|date| EncodedFacts::year(*date)));
        let country =
            at_best(facts.countries.iter().map(|country| EncodedFacts::country(*country)));
        let mut feature_bounds = Self {
            born,
            country,
            most,
            greatest: FeatureUpperBound { place: 0, most: Score::ZERO },
        };
        // Different ones may be any.
        feature_bounds.greatest = feature_bounds
            .of(EncodedFacts { born: entry_facts::SEVERAL, country: entry_facts::SEVERAL });
        feature_bounds
    }

    /// Greatest bound of any record.
    #[inline]
    #[must_use]
    pub fn greatest(&self) -> FeatureUpperBound {
        self.greatest
    }

    /// Bound for a record of these encoded facts.
    #[inline]
    #[must_use]
    pub fn of(&self, encoded: EncodedFacts) -> FeatureUpperBound {
        let [born, country] =
            [self.born[usize::from(encoded.born)], self.country[usize::from(encoded.country)]];
        let place = born * AT_BEST.len() as u8 + country;
        FeatureUpperBound { place, most: self.most[usize::from(place)] }
    }
}

/// Best outcome of each encoded value, against these alternatives of a query.
fn at_best(asked: impl ExactSizeIterator<Item = u8>) -> [u8; 256] {
    if asked.len() == 0 {
        return [UNKNOWN; 256];
    }
    let mut best = [DIFFERENT; 256];
    best[usize::from(entry_facts::NONE)] = UNKNOWN;
    best[usize::from(entry_facts::SEVERAL)] = MATCH;
    asked.for_each(|encoded| best[usize::from(encoded)] = MATCH);
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CountryCode, EntityType, PartialDate, Schema};
    use crate::scoring::constants::{COUNTRY_MATCH, DOB_MATCH};

    fn encoded(born: &str, country: &str) -> EncodedFacts {
        let born: Vec<u32> = born
            .split_whitespace()
            .map(|date| date.parse::<PartialDate>().expect("a date").to_code())
            .collect();
        let country: Vec<u16> = country
            .split_whitespace()
            .map(|code| CountryCode::parse(code).expect("a country").to_code())
            .collect();
        EncodedFacts::of(&born, &country, false)
    }

    #[test]
    fn what_differs_lowers_and_what_may_be_equal_raises() {
        let facts = Facts {
            schema: Some(Schema::Person),
            birth_dates: vec!["1962-05-17".parse().expect("a date")],
            countries: vec![CountryCode::parse("RU").expect("a country")],
            imos: vec![],
        };
        let types = TypeSet::default().with(Some(EntityType::Individual));
        let feature_bounds = FeatureUpperBounds::new(&facts, types);
        let most = |born, country| feature_bounds.of(encoded(born, country)).most;
        let [equal, other_country] = [most("1962", "RU"), most("1962", "IR")];
        let both = [DOB_MATCH, COUNTRY_MATCH].map(|feature_bound| Score::from_f64(feature_bound).0);
        assert_eq!(equal, Score(both.iter().sum()));
        assert_eq!(feature_bounds.greatest().most, equal);
        assert_eq!(most("1960 1970", "IR RU"), equal, "one of several may be the same");
        assert!(other_country < most("1962", "") && most("1962", "") < equal);
        assert_eq!(most("", ""), Score::ZERO);
        assert!(most("1963", "") < Score::ZERO);
        let unasked = FeatureUpperBounds::new(&Facts::default(), types);
        assert_eq!(unasked.of(encoded("1963", "IR")), unasked.greatest(), "nothing is compared");
    }
}
