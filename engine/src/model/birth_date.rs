//! Birth dates, exact or approximate.

use std::fmt;
use std::str::FromStr;

use super::as_text::as_text;
use super::{DatePrecision, ParseDateError, PartialDate};

/// A birth date as a list gives it. As text an approximate one is `circa 1962`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirthDate {
    /// The date, as far as it is known.
    pub date: PartialDate,
    /// True if the publisher calls the date approximate ("circa", "approximately"), or it is one year
    /// of a range. It is compared by year (docs/api.md, "Features").
    pub is_approximate: bool,
}

/// Prefix of an approximate date.
const CIRCA: &str = "circa ";

/// Bit of the code of an approximate date. The years of dates leave the bit free.
const APPROXIMATE: u32 = 1 << 31;

impl BirthDate {
    /// Makes an exact date.
    #[must_use]
    pub fn exact(date: PartialDate) -> Self {
        Self { date, is_approximate: false }
    }

    /// Makes an approximate date.
    #[must_use]
    pub fn approximate(date: PartialDate) -> Self {
        Self { date, is_approximate: true }
    }

    #[must_use]
    pub fn year(self) -> u16 {
        self.date.year()
    }

    /// Returns the precision of the date.
    #[must_use]
    pub fn precision(self) -> DatePrecision {
        self.date.precision()
    }

    /// Returns the date as stored in a snapshot column.
    #[must_use]
    pub fn to_code(self) -> u32 {
        self.date.to_code() | if self.is_approximate { APPROXIMATE } else { 0 }
    }

    /// Returns the date of a stored code; `None` when the code is invalid.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        let date = PartialDate::from_code(code & !APPROXIMATE)?;
        Some(Self { date, is_approximate: code & APPROXIMATE != 0 })
    }
}

/// Bit of the code of a date before which a party was born. [`BirthDate`] has no such code.
const BEFORE: u32 = 1 << 30;

/// Date before which a party was born, if its list gives no more. It shares the column of birth dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BornBefore(pub PartialDate);

impl BornBefore {
    /// True if a birth date is certainly not before this one.
    #[must_use]
    pub fn excludes(self, born: PartialDate) -> bool {
        born.start() >= self.0.start()
    }

    /// Returns the date as stored in a snapshot column.
    #[must_use]
    pub fn to_code(self) -> u32 {
        self.0.to_code() | BEFORE
    }

    /// Returns the date of a stored code; `None` where the code is a birth date or empty.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        (code & BEFORE != 0).then(|| PartialDate::from_code(code & !BEFORE).map(Self)).flatten()
    }
}

impl FromStr for BirthDate {
    type Err = ParseDateError;

    /// Reads a date as [`PartialDate`] does, optionally behind `circa `.
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let about = text.strip_prefix(CIRCA);
        let date = about.unwrap_or(text).parse()?;
        Ok(Self { date, is_approximate: about.is_some() })
    }
}

impl From<PartialDate> for BirthDate {
    fn from(date: PartialDate) -> Self {
        Self::exact(date)
    }
}

impl fmt::Display for BirthDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_approximate { CIRCA } else { "" })?;
        self.date.fmt(f)
    }
}

as_text!(
    BirthDate,
    |text| text.parse().ok(),
    "a date of the form YYYY, YYYY-MM or YYYY-MM-DD, with `circa` before it where it is approximate"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_kept_with_whether_it_is_approximate() {
        for (text, is_approximate) in
            [("1962", false), ("circa 1962", true), ("circa 9999-12", true)]
        {
            let json = format!("\"{text}\"");
            let date: BirthDate = serde_json::from_str(&json).expect(text);
            assert_eq!(date.is_approximate, is_approximate);
            assert_eq!(serde_json::to_string(&date).expect("a text"), json);
            assert_eq!(BirthDate::from_code(date.to_code()), Some(date));
        }
        for text in ["\"about 1962\"", "\"circa\"", "\"circa circa 1962\""] {
            assert!(serde_json::from_str::<BirthDate>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_party_was_born_before_a_date_or_not() {
        for (before, born, is_excluded) in [
            ("1900", "1900", true),
            ("1900", "1962-05-17", true),
            ("1900", "1899", false),
            ("1900", "1899-12-31", false),
            ("1962-05", "1962", false),
            ("1962-05", "1962-05", true),
            ("1962-05-17", "1962-05", false),
        ] {
            let [date, asked] = [before, born].map(|text| text.parse().expect("a date"));
            let before = BornBefore(date);
            assert_eq!(before.excludes(asked), is_excluded, "{born} and before {date}");
            assert_eq!(BornBefore::from_code(before.to_code()), Some(before));
            assert_eq!(BirthDate::from_code(before.to_code()), None);
            assert_eq!(BornBefore::from_code(BirthDate::approximate(date).to_code()), None);
        }
    }
}
