//! Features: effects of birth date, country, type and IMO number on a score (docs/api.md, "Features").

use super::Score;
use super::constants::{
    APPROXIMATE_YEARS, COUNTRY_DIFFERENT, COUNTRY_MATCH, DOB_DIFFERENT, DOB_MATCH, IMO_DIFFERENT,
    IMO_LIFT, TYPE_MISMATCH,
};
use crate::model::{
    BirthDate, BornBefore, CountryCode, EntityType, ImoNumber, PartialDate, RecordOrdinal, Schema,
    TypeSet,
};
use crate::snapshot::IndexView;

/// Facts of a query besides names; not the facts of a record ([`Fact`](crate::model::Fact)).
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Schema, if types are compared.
    pub schema: Option<Schema>,
    /// Birth dates; alternatives.
    pub birth_dates: Vec<PartialDate>,
    /// Countries; alternatives.
    pub countries: Vec<CountryCode>,
    /// IMO numbers; alternatives.
    pub imos: Vec<ImoNumber>,
}

/// Outcome of comparing two sets of alternatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// One side has none: no effect.
    Unknown,
    /// Some pair is equal.
    Match,
    /// No pair is equal, but some birth dates share the year, or are near an approximate one.
    SameYear,
    /// Nothing is equal.
    Different,
}

/// Outcome of every feature of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    pub birth_date: Comparison,
    pub country: Comparison,
    pub imo: Comparison,
    /// True if the query's schema excludes the record's type.
    pub type_mismatch: bool,
}

impl Facts {
    #[inline]
    #[must_use]
    pub fn compare(&self, index: &IndexView<'_>, record: RecordOrdinal) -> Compared {
        let row = &index.records[record.index()];
        let entity_type = EntityType::from_code(row.entity_type);
        Compared {
            birth_date: birth_dates(&self.birth_dates, index.births_of(record)),
            country: match countries(&self.countries, index.countries_of(record)) {
                // Where a party has an address says little against another country.
                Comparison::Different if index.is_by_addresses(record) => Comparison::Unknown,
                compared => compared,
            },
            imo: imos(&self.imos, row.imo),
            type_mismatch: self.schema.is_some_and(|schema| !schema.is_compatible(entity_type)),
        }
    }

    /// Greatest effect of the type, for a record of one of these types: zero, or the mismatch if the
    /// schema excludes all of them.
    #[must_use]
    pub fn type_upper_bound(&self, types: TypeSet) -> Score {
        let excluded = |schema: Schema| types.iter().all(|of| !schema.is_compatible(of));
        let mismatch = self.schema.is_some_and(excluded);
        Score::from_f64(if mismatch { TYPE_MISMATCH } else { 0.0 })
    }

    /// True if the schema includes one of these types, unknown ones aside.
    #[must_use]
    pub fn means(&self, types: TypeSet) -> bool {
        let is_meant =
            |schema: Schema| types.iter().flatten().any(|of| schema.is_compatible(Some(of)));
        self.schema.is_none_or(is_meant)
    }
}

impl Comparison {
    /// Effect of a comparison of birth dates.
    #[must_use]
    pub fn birth_date_effect(self) -> Score {
        match self {
            Self::Match => Score::from_f64(DOB_MATCH),
            Self::Different => Score::from_f64(DOB_DIFFERENT),
            Self::Unknown | Self::SameYear => Score::ZERO,
        }
    }

    /// Effect of a comparison of countries.
    #[must_use]
    pub fn country_effect(self) -> Score {
        match self {
            Self::Match => Score::from_f64(COUNTRY_MATCH),
            Self::Different => Score::from_f64(COUNTRY_DIFFERENT),
            Self::Unknown | Self::SameYear => Score::ZERO,
        }
    }
}

impl Compared {
    /// Final score of a record with this name score: effects added, clamped to 0..=1, then raised for
    /// an equal IMO number.
    #[inline]
    #[must_use]
    pub fn apply(self, name: Score) -> Score {
        let mut effects = self.birth_date.birth_date_effect().0 + self.country.country_effect().0;
        effects += self.type_effect().0;
        if self.imo == Comparison::Different {
            effects += Score::from_f64(IMO_DIFFERENT).0;
        }
        let score = name.plus(Score(effects));
        if self.imo == Comparison::Match { score.max(Score::from_f64(IMO_LIFT)) } else { score }
    }

    #[must_use]
    pub fn type_effect(self) -> Score {
        if self.type_mismatch { Score::from_f64(TYPE_MISMATCH) } else { Score::ZERO }
    }
}

fn birth_dates(query: &[PartialDate], record: &[u32]) -> Comparison {
    if query.is_empty() || record.is_empty() {
        return Comparison::Unknown;
    }
    // It stands behind the birth dates: there are none where it is the first.
    if let Some(before) = BornBefore::from_code(record[0]) {
        let differs = query.iter().all(|&asked| before.excludes(asked));
        return if differs { Comparison::Different } else { Comparison::Unknown };
    }
    let mut best = Comparison::Different;
    for known in record.iter().filter_map(|&code| BirthDate::from_code(code)) {
        for &asked in query {
            match birth_date(asked, known) {
                Comparison::Match => return Comparison::Match,
                Comparison::SameYear => best = Comparison::SameYear,
                Comparison::Different | Comparison::Unknown => {}
            }
        }
    }
    best
}

/// Compares two dates at the coarser precision, or by year if one is approximate.
#[must_use]
pub fn birth_date(asked: PartialDate, known: BirthDate) -> Comparison {
    if known.is_approximate {
        let is_near = asked.year().abs_diff(known.year()) <= APPROXIMATE_YEARS;
        return if is_near { Comparison::SameYear } else { Comparison::Different };
    }
    if asked.agrees_with(known.date) {
        return Comparison::Match;
    }
    if asked.year() == known.year() { Comparison::SameYear } else { Comparison::Different }
}

fn countries(query: &[CountryCode], record: &[u16]) -> Comparison {
    if query.is_empty() || record.is_empty() {
        return Comparison::Unknown;
    }
    let shared = query.iter().any(|country| record.contains(&country.to_code()));
    if shared { Comparison::Match } else { Comparison::Different }
}

fn imos(query: &[ImoNumber], record: u32) -> Comparison {
    if query.is_empty() || record == 0 {
        return Comparison::Unknown;
    }
    let equal = query.iter().any(|imo| imo.to_code() == record);
    if equal { Comparison::Match } else { Comparison::Different }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(texts: &[&str]) -> Vec<PartialDate> {
        texts.iter().map(|text| text.parse().expect("date")).collect()
    }

    #[test]
    fn dates_are_compared_at_the_coarser_precision() {
        use Comparison::{Different, Match, SameYear, Unknown};
        for (query, record, expected) in [
            (vec!["1962"], vec!["1962-05-17"], Match),
            (vec!["1962-05"], vec!["1962-05-17"], Match),
            (vec!["1962-05-17"], vec!["1962"], Match),
            (vec!["1962-05-18"], vec!["1962-05-17"], SameYear),
            (vec!["1962-06"], vec!["1962-05-17"], SameYear),
            (vec!["1963"], vec!["1962-05-17"], Different),
            (vec!["1963", "1962"], vec!["1950", "1962-05-17"], Match),
            (vec!["1962"], vec!["circa 1962"], SameYear),
            (vec!["1963-05-17"], vec!["circa 1962"], SameYear),
            (vec!["1961"], vec!["circa 1962-05-17"], SameYear),
            (vec!["1964"], vec!["circa 1962"], Different),
            (vec!["1964"], vec!["circa 1962", "1964"], Match),
            (vec!["1962"], vec!["before 1900"], Different),
            (vec!["1899-12-31"], vec!["before 1900"], Unknown),
            (vec!["1962", "1890"], vec!["before 1900"], Unknown),
            (vec!["1890"], vec!["1890", "before 1900"], Match),
            (vec!["1889"], vec!["1890", "before 1900"], Different),
            (vec![], vec!["1962"], Unknown),
            (vec!["1962"], vec![], Unknown),
        ] {
            let known = |text: &&str| match text.strip_prefix("before ") {
                Some(date) => BornBefore(date.parse().expect("date")).to_code(),
                None => text.parse::<BirthDate>().expect("date").to_code(),
            };
            let record: Vec<u32> = record.iter().map(known).collect();
            assert_eq!(birth_dates(&dates(&query), &record), expected, "{query:?}");
        }
    }

    #[test]
    fn effects_are_added_before_the_score_is_held_to_its_range() {
        let compared = Compared {
            birth_date: Comparison::Match,
            country: Comparison::Different,
            imo: Comparison::Unknown,
            type_mismatch: true,
        };
        assert_eq!(compared.apply(Score::ONE).rounded(), 0.8);
        let worse = Compared { birth_date: Comparison::Different, ..compared };
        assert_eq!(worse.apply(Score::from_f64(0.3)), Score::ZERO);
    }

    #[test]
    fn an_equal_imo_number_lifts_and_a_different_one_lowers() {
        let compared = |imo| Compared {
            birth_date: Comparison::Unknown,
            country: Comparison::Unknown,
            imo,
            type_mismatch: false,
        };
        assert_eq!(compared(Comparison::Match).apply(Score::ZERO).rounded(), 0.98);
        assert_eq!(compared(Comparison::Match).apply(Score::ONE), Score::ONE);
        assert_eq!(compared(Comparison::Different).apply(Score::ONE).rounded(), 0.7);
    }
}
