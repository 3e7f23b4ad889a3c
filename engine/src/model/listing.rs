//! End of a listing by its own date, and filters by it.

use chrono::{DateTime, Datelike};

use super::timestamp::SECONDS_PER_DAY;
use super::{PartialDate, Timestamp, named_enum};

/// A calendar day in UTC: days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(u32);

impl Day {
    /// Returns the day of a moment; day 0 for a moment before 1970.
    #[must_use]
    pub fn of(moment: Timestamp) -> Self {
        Self(u32::try_from(moment.0.div_euclid(SECONDS_PER_DAY)).unwrap_or(0))
    }

    /// Returns the days since 1970-01-01.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the calendar date; the last day of the year 9999 for later days.
    #[must_use]
    pub fn date(self) -> PartialDate {
        let moment = DateTime::from_timestamp(i64::from(self.0) * SECONDS_PER_DAY, 0);
        let date = moment.map(|moment| moment.date_naive()).and_then(|date| {
            let (month, day) = (date.month() as u8, date.day() as u8);
            PartialDate::new(u16::try_from(date.year()).ok()?, Some(month), Some(day))
        });
        date.unwrap_or(PartialDate::LAST)
    }
}

/// Last day of a listing as stored in the index, in days since 1970-01-01. 0: the listing does not end
/// by a date of its own. 1: it ended long ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListingEnd(u16);

impl ListingEnd {
    /// A listing that does not end by a date of its own.
    pub const NONE: Self = Self(0);
    /// A listing that ended before days are counted, or that is historical.
    pub const LONG_OVER: Self = Self(1);

    /// Returns the end of a listing that lasts until this date, or is [of the
    /// past](super::Record::historical). A partial date lasts to the end of its month or year. A date beyond
    /// the range of days (after 2149) is no end.
    #[must_use]
    pub fn of(listed_until: Option<PartialDate>, is_historical: bool) -> Self {
        if is_historical {
            return Self::LONG_OVER;
        }
        let Some(date) = listed_until else { return Self::NONE };
        let last_day = date.end().0.div_euclid(SECONDS_PER_DAY) - 1;
        u16::try_from(last_day.max(Self::LONG_OVER.0.into())).map_or(Self::NONE, Self)
    }

    /// Returns the end of a stored code.
    #[inline]
    #[must_use]
    pub fn from_code(code: u16) -> Self {
        Self(code)
    }

    /// Returns its code in the index.
    #[must_use]
    pub fn to_code(self) -> u16 {
        self.0
    }

    /// True if the listing has ended by this day. Its last day still belongs to it.
    #[inline]
    #[must_use]
    pub fn is_over(self, today: Day) -> bool {
        self != Self::NONE && today.0 > u32::from(self.0)
    }
}

named_enum!(
    /// State of requested listings: current, ended by a date of their own, or both (docs/api.md,
    /// "Match").
    ListingState {
        /// Not ended today.
        Current = "current",
        /// Ended by the date that its register gives.
        Ended = "ended",
        /// Both.
        All = "all",
    }
);

/// Filter of listings by their state on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingFilter {
    /// Every listing.
    All,
    /// Listings that have not ended on this day.
    Current(Day),
    /// Listings that have ended on this day.
    Ended(Day),
}

impl ListingFilter {
    /// Returns the filter of listings in this state today.
    #[must_use]
    pub fn new(state: ListingState, today: Day) -> Self {
        match state {
            ListingState::All => Self::All,
            ListingState::Current => Self::Current(today),
            ListingState::Ended => Self::Ended(today),
        }
    }

    /// True if a listing with this end passes.
    #[inline]
    #[must_use]
    pub fn admits(self, end: ListingEnd) -> bool {
        match self {
            Self::All => true,
            Self::Current(today) => !end.is_over(today),
            Self::Ended(today) => end.is_over(today),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::of(Timestamp::parse_iso(text).expect(text))
    }

    fn end(date: &str) -> ListingEnd {
        ListingEnd::of(Some(date.parse().expect(date)), false)
    }

    #[test]
    fn a_day_is_one_of_the_calendar() {
        for date in ["1970-01-01", "2000-02-29", "2026-10-04", "9999-12-31"] {
            assert_eq!(day(date).date().to_string(), date);
        }
        assert_eq!(Day(u32::MAX).date().to_string(), "9999-12-31");
    }

    #[test]
    fn the_last_day_is_part_of_the_listing() {
        for (until, last, after) in [
            ("2026-10-04", "2026-10-04T23:59:59Z", "2026-10-05"),
            ("2024-02", "2024-02-29", "2024-03-01"),
            ("2025-12", "2025-12-31", "2026-01-01"),
            ("2023", "2023-12-31", "2024-01-01"),
            ("1970-01-02", "1970-01-02", "1970-01-03"),
            ("2149-06-06", "2149-06-06", "2149-06-07"),
        ] {
            assert!(!end(until).is_over(day(last)), "{until}");
            assert!(end(until).is_over(day(after)), "{until}");
        }
    }

    #[test]
    fn what_cannot_be_counted_is_long_over_or_does_not_end() {
        for long_over in ["1000", "1969-12-31", "1970-01-01"] {
            assert_eq!(end(long_over), ListingEnd::LONG_OVER, "{long_over}");
        }
        assert!(ListingEnd::LONG_OVER.is_over(day("2026-10-04")));
        assert_eq!(ListingEnd::of("2149".parse().ok(), true), ListingEnd::LONG_OVER);
        for endless in
            [ListingEnd::of(None, false), end("2149-06-07"), end("9999"), end("9999-12-31")]
        {
            assert_eq!(endless, ListingEnd::NONE);
            assert!(!endless.is_over(day("9999-12-31")));
        }
    }

    #[test]
    fn a_listing_is_either_current_or_ended() {
        let today = day("2026-10-04");
        for (end, is_over) in
            [(end("2026-10-03"), true), (end("2026-10-04"), false), (ListingEnd::NONE, false)]
        {
            let [current, ended, all] =
                [ListingState::Current, ListingState::Ended, ListingState::All]
                    .map(|state| ListingFilter::new(state, today).admits(end));
            assert_eq!((current, ended, all), (!is_over, is_over, true));
        }
    }
}
