//! Birth year and country of a record as postings encode them. They mostly suffice to see that a birth
//! date or country differs from the query's, without reading the record.

use bytemuck::{Pod, Zeroable};

use crate::model::{BirthDate, CountryCode, PartialDate};

/// The year of birth and the country of a record, each hashed into a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Pod, Zeroable)]
#[repr(C)]
pub struct EncodedFacts {
    /// Hash of the year, [`NONE`] or [`SEVERAL`].
    pub born: u8,
    /// Hash of the country, [`NONE`] or [`SEVERAL`].
    pub country: u8,
}

/// Code of a record without a value.
pub const NONE: u8 = 0;
/// Code of several different values, or of one that must not rule a match out.
pub const SEVERAL: u8 = u8::MAX;

impl EncodedFacts {
    /// Encodes the facts of a record, given as codes. [`SEVERAL`] stands for all that cannot rule a
    /// match out: approximate dates, a "born before" date, and countries of addresses.
    #[must_use]
    pub fn of(births: &[u32], countries: &[u16], by_addresses: bool) -> Self {
        let exact = |born: &BirthDate| !born.is_approximate;
        let year = |code: &u32| {
            BirthDate::from_code(*code).filter(exact).map(|born| Self::year(born.date))
        };
        let country =
            |code: &u16| CountryCode::from_code(*code).filter(|_| !by_addresses).map(Self::country);
        Self {
            born: the_same(births.iter().map(year)),
            country: the_same(countries.iter().map(country)),
        }
    }

    /// Encodes the year of a date. Different years may share a code.
    #[must_use]
    pub fn year(date: PartialDate) -> u8 {
        fold(date.year())
    }

    /// Encodes a country. Different countries may share a code.
    #[must_use]
    pub fn country(country: CountryCode) -> u8 {
        fold(country.to_code())
    }
}

/// Hashes a value to a byte other than [`NONE`] and [`SEVERAL`].
fn fold(value: u16) -> u8 {
    (value % u16::from(SEVERAL - 1)) as u8 + 1
}

/// Returns the value that all have in common, [`NONE`] without values, or else [`SEVERAL`]. An
/// unreadable code counts as different.
fn the_same(mut values: impl Iterator<Item = Option<u8>>) -> u8 {
    match values.next() {
        None => NONE,
        Some(first) => first.filter(|_| values.all(|value| value == first)).unwrap_or(SEVERAL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(dates: &[&str], countries: &[&str]) -> EncodedFacts {
        let date = |text: &&str| text.parse::<PartialDate>().expect("a date").to_code();
        let country = |text: &&str| CountryCode::parse(text).expect("a country").to_code();
        let (dates, countries): (Vec<_>, Vec<_>) =
            (dates.iter().map(date).collect(), countries.iter().map(country).collect());
        EncodedFacts::of(&dates, &countries, false)
    }

    #[test]
    fn a_year_and_a_country_are_told_where_there_is_one() {
        assert_eq!(told(&[], &[]), EncodedFacts { born: NONE, country: NONE });
        let one = told(&["1962-05-17"], &["RU"]);
        assert_eq!(one, told(&["1962", "1962-05"], &["RU", "RU"]));
        assert_ne!(one, told(&["1963"], &["RU"]));
        assert_ne!(one, told(&["1962"], &["IR"]));
        let several = EncodedFacts { born: SEVERAL, country: SEVERAL };
        assert_eq!(told(&["1962", "1963"], &["RU", "IR"]), several);
        assert_eq!(EncodedFacts::of(&[u32::MAX], &[u16::MAX], false), several, "codes of nothing");
        let about = BirthDate::approximate("1962".parse().expect("a date")).to_code();
        let peru = CountryCode::parse("PE").expect("a country").to_code();
        assert_eq!(
            EncodedFacts::of(&[about], &[peru], true),
            several,
            "what does not surely differ"
        );
    }

    #[test]
    fn nothing_folds_to_what_stands_for_none_or_several() {
        for value in 0..=u16::MAX {
            assert!(![NONE, SEVERAL].contains(&fold(value)));
        }
    }
}
