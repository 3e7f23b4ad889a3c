//! Historical records of a register: lists of office holders go back to 1789, and nobody born then
//! opens an account.

use tamis_engine::model::{PartialDate, Record};

/// Limits between historical and present records of a list, and the treatment of historical ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HistoricalScope {
    /// A party is historical if all its birth dates are before this year.
    pub born_from: Option<u16>,
    /// A listing that ended before this date is historical too.
    pub ended_before: Option<PartialDate>,
    pub historical: Historical,
}

/// Treatment of historical records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Historical {
    /// They are not loaded.
    #[default]
    LeftOut,
    /// They are loaded with a mark, and count as ended listings.
    Marked,
}

impl Historical {
    /// Names of the variants in descriptions.
    pub const NAMES: [&str; 2] = ["leave_out", "mark"];

    /// Variant by its name in a description.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let known = [Self::LeftOut, Self::Marked].into_iter().zip(Self::NAMES);
        known.into_iter().find_map(|(one, known)| (known == name).then_some(one))
    }
}

impl HistoricalScope {
    /// Reason for which a record is historical, if it is.
    #[must_use]
    pub fn why_historical(&self, record: &Record) -> Option<String> {
        let born = |year: &u16| {
            let dates = &record.birth_dates;
            let before = || record.born_before.is_some_and(|before| before.year() <= *year);
            dates.iter().all(|born| born.year() < *year) && (!dates.is_empty() || before())
        };
        let ended = |date: &PartialDate| record.listed_until.is_some_and(|until| until < *date);
        let born_before = self.born_from.filter(born).map(|year| format!("born before {year}"));
        let ended_before = || Some(format!("ended before {}", self.ended_before.filter(ended)?));
        born_before.or_else(ended_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_before_the_reach_is_of_the_past() {
        let scope = HistoricalScope {
            born_from: Some(1900),
            ended_before: "1950".parse().ok(),
            ..HistoricalScope::default()
        };
        for (born, before, until, expected) in [
            (&["1743-04-13"][..], None, None, Some("born before 1900")),
            (&["1899", "1901"], None, None, None),
            (&["1900"], None, None, None),
            (&["1901"], Some("1900"), None, None),
            (&[], Some("1900"), None, Some("born before 1900")),
            (&[], Some("1901"), None, None),
            (&[], None, Some("1949-12-31"), Some("ended before 1950")),
            (&["1901"], None, Some("1950"), None),
            (&[], None, None, None),
        ] {
            let record = Record {
                birth_dates: born.iter().map(|date| date.parse().expect("a date")).collect(),
                born_before: before.and_then(|date| date.parse().ok()),
                listed_until: until.and_then(|date| date.parse().ok()),
                ..Record::default()
            };
            assert_eq!(scope.why_historical(&record).as_deref(), expected, "{born:?} {until:?}");
            assert_eq!(HistoricalScope::default().why_historical(&record), None);
        }
    }
}
