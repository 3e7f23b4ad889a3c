//! Implausible birth dates of a query, which have no effect (docs/api.md, "Match queries").

use crate::limits::AGE_YEARS_MAX;
use tamis_engine::model::{Day, PartialDate};

/// The zero dates of spreadsheets and databases, by year, month and day: an empty cell becomes one of
/// them.
const ZERO_DATES: [(u16, u8, u8); 4] = [(1900, 1, 1), (1899, 12, 30), (1899, 12, 31), (1753, 1, 1)];

/// Reason why a text that is not a date has no effect.
pub(super) fn why_no_date(text: &str) -> &'static str {
    match text.strip_prefix("0001") {
        Some(rest) if rest.is_empty() || rest.starts_with('-') => "is of the year 1",
        _ => "is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD",
    }
}

/// Reason why a birth date is implausible on a day; `None` for a plausible one.
pub(super) fn why_nobodys(date: PartialDate, today: Day) -> Option<&'static str> {
    const { assert!(AGE_YEARS_MAX == 120, "the sentence says so") };
    let today = today.date().truncated(date.precision());
    let turns_too_old = (date.year() + AGE_YEARS_MAX, date.month(), date.day());
    let parts = date.month().zip(date.day()).map(|(month, day)| (date.year(), month, day));
    match () {
        () if parts.is_some_and(|parts| ZERO_DATES.contains(&parts)) => {
            Some("is the zero date of a spreadsheet or database")
        }
        () if date.year() == 9999 => Some("is of the year 9999"),
        () if date > today => Some("is in the future"),
        () if turns_too_old < (today.year(), today.month(), today.day()) => {
            Some("is more than 120 years ago")
        }
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_engine::model::Timestamp;

    #[test]
    fn dates_that_are_nobodys_are_told_by_the_day() {
        // 2026-10-04
        let today = Day::of(Timestamp(1_791_100_800));
        let (zero, old) =
            ("is the zero date of a spreadsheet or database", "is more than 120 years ago");
        for (text, expected) in [
            ("1962-05-17", None),
            ("2026-10-04", None),
            ("2026-10-05", Some("is in the future")),
            ("2026-10", None),
            ("2026-11", Some("is in the future")),
            ("2026", None),
            ("2027", Some("is in the future")),
            ("9999-12-31", Some("is of the year 9999")),
            ("1906-10-04", None),
            ("1906-10-03", Some(old)),
            ("1906-10", None),
            ("1906-09", Some(old)),
            ("1906", None),
            ("1905", Some(old)),
            ("1900", Some(old)),
            ("1900-01-01", Some(zero)),
            ("1899-12-30", Some(zero)),
            ("1899-12-31", Some(zero)),
            ("1753-01-01", Some(zero)),
        ] {
            let date = text.parse().expect(text);
            assert_eq!(why_nobodys(date, today), expected, "{text}");
        }
        // 2000-01-01, when people born in 1900 were alive.
        let then = Day::of(Timestamp(946_684_800));
        let date = |text: &str| text.parse().expect("a date");
        assert_eq!(why_nobodys(date("1900-01-01"), then), Some(zero));
        assert_eq!(why_nobodys(date("1900-01-02"), then), None);
        assert_eq!(why_no_date("0001-01-01"), "is of the year 1");
    }
}
