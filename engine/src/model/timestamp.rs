//! Moments in UTC, to the second.

use std::fmt;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc, Weekday};

use super::as_text::as_text;
use super::digits::{as_str, put_digits};

/// Seconds of a day, without leap seconds.
pub const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

/// Format of versions.
const VERSION: &str = "%Y%m%d%H%M%S";

/// Seconds since 1970-01-01T00:00:00Z. Shown as ISO 8601 with offset, `2026-10-04T08:00:00+00:00`.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Returns the current moment.
    #[must_use]
    pub fn now() -> Self {
        Self(Utc::now().timestamp())
    }

    fn to_utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0, 0).unwrap_or_default()
    }

    /// Returns `YYYYMMDDHHMMSS`, the form of versions (docs/api.md, "Versions").
    #[must_use]
    pub fn to_version(self) -> String {
        self.to_utc().format(VERSION).to_string()
    }

    /// Returns the moment of a version's build, from its fourteen digits.
    #[must_use]
    pub fn of_version(version: &str) -> Option<Self> {
        let moment = NaiveDateTime::parse_from_str(version, VERSION).ok()?;
        let moment = Self(moment.and_utc().timestamp());
        (moment.to_version() == version).then_some(moment)
    }

    /// Reads an ISO 8601 date (its first moment, UTC) or date and time, in the basic or the extended
    /// format. The date is a calendar date, possibly only a year or a month, an ordinal date or a week
    /// date. The time is given to the hour, minute, second or a fraction of it, in UTC if it has no
    /// offset. A fraction is rounded up to a whole second, so that a query for changes since then
    /// returns no earlier ones.
    #[must_use]
    pub fn parse_iso(text: &str) -> Option<Self> {
        if !text.is_ascii() {
            return None;
        }
        let (day, time) = match text.split_once(['T', 't', ' ']) {
            Some((day, time)) => (iso_day(day)?, Some(time)),
            None => (iso_day(text)?, None),
        };
        let midnight = Self(day.and_time(NaiveTime::MIN).and_utc().timestamp());
        let Some(time) = time else { return Some(midnight) };
        let (time, offset) = match time.find(['Z', 'z', '+', '-']) {
            Some(at) => (&time[..at], iso_offset(&time[at..])?),
            None => (time, 0),
        };
        Some(Self(midnight.0 + iso_seconds(time)? - offset))
    }
}

/// Returns the first day of an ISO 8601 date.
fn iso_day(text: &str) -> Option<NaiveDate> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| digits(text));
    let year = text.get(..4).and_then(number)? as i32;
    let (rest, is_extended) = match text[4..].strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (&text[4..], false),
    };
    if let Some(week) = rest.strip_prefix('W') {
        let (number_of, day) = week.split_at_checked(2)?;
        let day = match is_extended {
            true if !day.is_empty() => day.strip_prefix('-')?,
            _ => day,
        };
        let day = match day {
            "" => Weekday::Mon,
            day if day.len() == 1 => Weekday::try_from(number(day)?.checked_sub(1)? as u8).ok()?,
            _ => return None,
        };
        return NaiveDate::from_isoywd_opt(year, number(number_of)?, day);
    }
    match (rest.len(), is_extended) {
        (0, false) => NaiveDate::from_ymd_opt(year, 1, 1),
        (2, true) => NaiveDate::from_ymd_opt(year, number(rest)?, 1),
        (3, _) => NaiveDate::from_yo_opt(year, number(rest)?),
        (4, false) => NaiveDate::from_ymd_opt(year, number(&rest[..2])?, number(&rest[2..])?),
        (5, true) => {
            let (month, day) = rest.split_once('-')?;
            let (month, day) = (number(month)?, number(day)?);
            NaiveDate::from_ymd_opt(year, month, day).filter(|_| rest.as_bytes()[2] == b'-')
        }
        _ => None,
    }
}

/// Returns the seconds since midnight of an ISO 8601 time without offset.
fn iso_seconds(text: &str) -> Option<i64> {
    let (whole, part) = match text.split_once(['.', ',']) {
        Some((whole, part)) => (whole, Some(part)),
        None => (text, None),
    };
    let form = match whole.len() {
        2 => "%H",
        4 => "%H%M",
        5 => "%H:%M",
        6 => "%H%M%S",
        8 => "%H:%M:%S",
        _ => return None,
    };
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let of_seconds = matches!(whole.len(), 6 | 8);
    if part.is_some_and(|part| !of_seconds || !is_part(part)) {
        return None;
    }
    // ISO 8601 writes midnight at the end of a day as 24:00.
    if matches!(whole, "24" | "2400" | "24:00" | "240000" | "24:00:00") {
        return Some(SECONDS_PER_DAY);
    }
    // chrono does not parse a time of hours alone.
    let (whole, form) =
        if form == "%H" { (format!("{whole}00"), "%H%M") } else { (whole.to_owned(), form) };
    let time = NaiveTime::parse_from_str(&whole, form).ok()?;
    let more = part.is_some_and(|part| part.bytes().any(|digit| digit != b'0'));
    let leap = i64::from(time.nanosecond() >= 1_000_000_000);
    Some(i64::from(time.num_seconds_from_midnight()) + leap + i64::from(more))
}

/// Returns the seconds by which an ISO 8601 offset is ahead of UTC.
fn iso_offset(text: &str) -> Option<i64> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("Z" | "z", "") => return Some(0),
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let is_form = matches!(digits.len(), 2 | 4 | 5);
    iso_seconds(digits).filter(|_| is_form).map(|seconds| sign * seconds)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let utc = self.to_utc();
        let (date, time) = (utc.date_naive(), utc.time());
        let year = date.year();
        // Every result holds two, and formatting number by number takes ten times as long.
        let mut text = *b"0000-00-00T00:00:00+00:00";
        let parts = [date.month(), date.day(), time.hour(), time.minute(), time.second()];
        for (part, at) in parts.into_iter().zip([5, 8, 11, 14, 17]) {
            put_digits(&mut text[at..at + 2], part);
        }
        if !(0..=9999).contains(&year) {
            return write!(f, "{year}{}", as_str(&text[4..]));
        }
        put_digits(&mut text[..4], year.unsigned_abs());
        f.write_str(as_str(&text))
    }
}

as_text!(Timestamp, Timestamp::parse_iso, "an ISO 8601 date or date and time");

/// True if the text is a version: fourteen digits, `YYYYMMDDHHMMSS`.
#[must_use]
pub fn is_version(text: &str) -> bool {
    text.len() == 14 && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn dates_and_times_of_iso_8601_are_read() {
        for (text, shown) in [
            ("2026-10-04", "2026-10-04T00:00:00+00:00"),
            ("2026-10-04T10:00:00+02:00", "2026-10-04T08:00:00+00:00"),
            ("2026-10-04T10:00:00Z", "2026-10-04T10:00:00+00:00"),
            ("2026-10-04T10:00:00", "2026-10-04T10:00:00+00:00"),
            ("2026-10-04T10:00", "2026-10-04T10:00:00+00:00"),
            ("2026-10-04T10:00:00.5", "2026-10-04T10:00:01+00:00"),
            ("2026-10-04T10:00:00.001Z", "2026-10-04T10:00:01+00:00"),
            ("2026-10-04T10:00:00,000Z", "2026-10-04T10:00:00+00:00"),
            ("20261004", "2026-10-04T00:00:00+00:00"),
            ("2026-10", "2026-10-01T00:00:00+00:00"),
            ("2026", "2026-01-01T00:00:00+00:00"),
            ("2026-277", "2026-10-04T00:00:00+00:00"),
            ("2026277", "2026-10-04T00:00:00+00:00"),
            ("2026-W40-7", "2026-10-04T00:00:00+00:00"),
            ("2026W407", "2026-10-04T00:00:00+00:00"),
            ("2026-W40", "2026-09-28T00:00:00+00:00"),
            ("2026-10-04T01Z", "2026-10-04T01:00:00+00:00"),
            ("20261004T080910Z", "2026-10-04T08:09:10+00:00"),
            ("20261004T0809+0230", "2026-10-04T05:39:00+00:00"),
            ("2026-10-04T08:09-02", "2026-10-04T10:09:00+00:00"),
            ("2026-10-04 08:09:10+00:00", "2026-10-04T08:09:10+00:00"),
            ("2026-10-04T24:00Z", "2026-10-05T00:00:00+00:00"),
            ("2026-06-30T23:59:60Z", "2026-07-01T00:00:00+00:00"),
        ] {
            assert_eq!(Timestamp::parse_iso(text).expect(text).to_string(), shown);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "yesterday",
            "202610",
            "2026-13-01",
            "2026-02-30",
            "04.10.2026",
            "2026-10-4",
            "2026-1-004",
            "2026-366",
            "2026-W54",
            "2026-W40-8",
            "2026-10-04T",
            "2026-10-04T25",
            "2026-10-04T8:00",
            "2026-10-04T08:00:00.",
            "2026-10-04T08.5",
            "2026-10-04T08:00:00+2",
            "2026-10-04T08:00:00+02:00:00",
            "2026-10-04T08:00:00Zulu",
            "２０２６-10-04",
        ] {
            assert_eq!(Timestamp::parse_iso(text), None, "{text:?}");
        }
    }

    #[test]
    fn versions_are_fourteen_digits() {
        let moment = Timestamp(1_791_100_800);
        assert_eq!(moment.to_version(), "20261004080000");
        assert_eq!(Timestamp::of_version("20261004080000"), Some(moment));
        for text in ["", "2026100408000", "20261304080000", "+2026100408000", "20261004080000 "] {
            assert_eq!(Timestamp::of_version(text), None, "{text:?}");
        }
    }
}
