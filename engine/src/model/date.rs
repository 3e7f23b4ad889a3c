//! Partial dates: known to the year, month or day, as lists publish birth dates.

use std::fmt;
use std::str::FromStr;

use chrono::{Months, NaiveDate, NaiveTime};

use super::as_text::as_text;
use super::digits::{as_str, put_digits};
use super::{Timestamp, named_enum};

named_enum!(
    /// Precision of a date (docs/api.md, "Record fields"). Ordered from coarse to fine.
    DatePrecision {
        /// `YYYY`
        Year = "year",
        /// `YYYY-MM`
        Month = "month",
        /// `YYYY-MM-DD`
        Day = "day",
    }
);

/// A calendar date known to the year, month or day; years 1000 to 9999.
///
/// Ordered by year, then month, then day; an unknown part comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate(u32);

/// A text that is not a date of the forms YYYY, YYYY-MM or YYYY-MM-DD.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a date of the form YYYY, YYYY-MM or YYYY-MM-DD")]
pub struct ParseDateError;

impl PartialDate {
    /// The last valid day: 9999-12-31.
    pub(super) const LAST: Self = Self(9999 << 16 | 12 << 8 | 31);

    /// Makes a date from its known parts; `None` when the calendar has no such day.
    #[must_use]
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        if !(1000..=9999).contains(&year) || (day.is_some() && month.is_none()) {
            return None;
        }
        let (m, d) = (month.unwrap_or(1), day.unwrap_or(1));
        NaiveDate::from_ymd_opt(i32::from(year), u32::from(m), u32::from(d))?;
        let parts = [day.unwrap_or(0), month.unwrap_or(0)];
        Some(Self(u32::from(year) << 16 | u32::from(parts[1]) << 8 | u32::from(parts[0])))
    }

    #[must_use]
    pub fn year(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Returns the month, 1 to 12, if known.
    #[must_use]
    pub fn month(self) -> Option<u8> {
        Some((self.0 >> 8) as u8).filter(|m| *m > 0)
    }

    /// Returns the day of the month, if known.
    #[must_use]
    pub fn day(self) -> Option<u8> {
        Some(self.0 as u8).filter(|d| *d > 0)
    }

    /// Returns the precision of the date.
    #[must_use]
    pub fn precision(self) -> DatePrecision {
        match (self.month(), self.day()) {
            (_, Some(_)) => DatePrecision::Day,
            (Some(_), None) => DatePrecision::Month,
            (None, None) => DatePrecision::Year,
        }
    }

    /// Returns the date without the parts finer than `precision`.
    #[must_use]
    pub fn truncated(self, precision: DatePrecision) -> Self {
        match precision {
            DatePrecision::Year => Self(self.0 & 0xffff_0000),
            DatePrecision::Month => Self(self.0 & 0xffff_ff00),
            DatePrecision::Day => self,
        }
    }

    /// True if two dates are equal at the coarser of their precisions.
    #[must_use]
    pub fn agrees_with(self, other: Self) -> bool {
        let precision = self.precision().min(other.precision());
        self.truncated(precision) == other.truncated(precision)
    }

    fn first_day(self) -> NaiveDate {
        let (year, month) = (i32::from(self.year()), u32::from(self.month().unwrap_or(1)));
        let first = NaiveDate::from_ymd_opt(year, month, u32::from(self.day().unwrap_or(1)));
        first.expect("only days of the calendar are made")
    }

    /// Returns the moment at which the day, month or year begins, UTC.
    #[must_use]
    pub fn start(self) -> Timestamp {
        midnight(self.first_day())
    }

    /// Returns the moment at which the day, month or year has ended, UTC.
    #[must_use]
    pub fn end(self) -> Timestamp {
        let first = self.first_day();
        let next = match self.precision() {
            DatePrecision::Year => first.checked_add_months(Months::new(12)),
            DatePrecision::Month => first.checked_add_months(Months::new(1)),
            DatePrecision::Day => first.succ_opt(),
        };
        midnight(next.expect("the calendar goes on after the year 9999"))
    }

    /// Returns the date as stored in a snapshot column.
    #[must_use]
    pub fn to_code(self) -> u32 {
        self.0
    }

    /// Returns the date of a stored code; `None` when the code is invalid.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        let (month, day) = ((code >> 8) as u8, code as u8);
        Self::new((code >> 16) as u16, Some(month).filter(|m| *m > 0), Some(day).filter(|d| *d > 0))
    }
}

fn midnight(day: NaiveDate) -> Timestamp {
    Timestamp(day.and_time(NaiveTime::MIN).and_utc().timestamp())
}

impl FromStr for PartialDate {
    type Err = ParseDateError;

    /// Reads exactly `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (docs/api.md, "Match queries").
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let bytes = text.as_bytes();
        let digits = |from: usize, to: usize| -> Option<u16> {
            bytes[from..to].iter().try_fold(0u16, |value, b| {
                b.is_ascii_digit().then(|| value * 10 + u16::from(b - b'0'))
            })
        };
        let dash = |at: usize| bytes[at] == b'-';
        let date = match bytes.len() {
            4 => digits(0, 4).and_then(|y| Self::new(y, None, None)),
            7 if dash(4) => {
                digits(0, 4).zip(digits(5, 7)).and_then(|(y, m)| Self::new(y, Some(m as u8), None))
            }
            10 if dash(4) && dash(7) => digits(0, 4)
                .zip(digits(5, 7).zip(digits(8, 10)))
                .and_then(|(y, (m, d))| Self::new(y, Some(m as u8), Some(d as u8))),
            _ => None,
        };
        date.ok_or(ParseDateError)
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = *b"0000-00-00";
        let parts = [Some(self.year()), self.month().map(u16::from), self.day().map(u16::from)];
        let mut length = 0;
        for (part, place) in parts.into_iter().zip([0..4, 5..7, 8..10]) {
            let Some(part) = part else { break };
            length = place.end;
            put_digits(&mut text[place], part.into());
        }
        f.write_str(as_str(&text[..length]))
    }
}

as_text!(PartialDate, |text| text.parse().ok(), "a date of the form YYYY, YYYY-MM or YYYY-MM-DD");

impl fmt::Debug for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartialDate({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::{DatePrecision, PartialDate, Timestamp};

    #[test]
    fn the_three_forms_are_read_and_shown_alike() {
        for (text, precision) in [
            ("1962", DatePrecision::Year),
            ("1962-05", DatePrecision::Month),
            ("1964-02-29", DatePrecision::Day),
        ] {
            let date: PartialDate = text.parse().expect(text);
            assert_eq!(date.to_string(), text);
            assert_eq!(date.precision(), precision);
            assert_eq!(PartialDate::from_code(date.to_code()), Some(date));
        }
    }

    #[test]
    fn days_that_do_not_exist_and_other_forms_are_refused() {
        for text in
            ["", "62", "1962-5", "1962-13", "1963-02-29", "1962-00", "1962/05/01", "1962-05-01T00"]
        {
            assert!(text.parse::<PartialDate>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_date_lasts_from_its_first_moment_to_its_last() {
        for (text, start, end) in [
            ("2024-02-29", "2024-02-29", "2024-03-01"),
            ("2024-02", "2024-02-01", "2024-03-01"),
            ("2024", "2024-01-01", "2025-01-01"),
        ] {
            let date: PartialDate = text.parse().expect(text);
            let moments = [start, end].map(|day| Timestamp::parse_iso(day).expect(day));
            assert_eq!([date.start(), date.end()], moments, "{text}");
        }
    }

    #[test]
    fn dates_agree_as_far_as_both_are_known() {
        for (one, other, expected) in [
            ("1962-05-17", "1962-05-17", true),
            ("1962-05-17", "1962-05", true),
            ("1962", "1962-05-17", true),
            ("1962-05-17", "1962-05-18", false),
            ("1962-05", "1962-06-17", false),
            ("1962", "1963", false),
        ] {
            let [one, other]: [PartialDate; 2] = [one, other].map(|text| text.parse().expect(text));
            assert_eq!(one.agrees_with(other), expected, "{one} {other}");
            assert_eq!(other.agrees_with(one), expected, "{other} {one}");
        }
    }

    #[test]
    fn truncation_keeps_what_is_coarser() {
        let date: PartialDate = "1962-05-17".parse().expect("date");
        assert_eq!(date.truncated(DatePrecision::Month).to_string(), "1962-05");
        assert_eq!(date.truncated(DatePrecision::Year).to_string(), "1962");
    }
}
