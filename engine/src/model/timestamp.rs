//! Moments in UTC, to the second.

use std::fmt;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Timelike, Utc};

use super::as_text::as_text;

/// Seconds of a day; UTC counts no leap seconds here.
pub const SECONDS_PER_DAY: i64 = 24 * 60 * 60;

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
    /// The present moment.
    #[must_use]
    pub fn now() -> Self {
        Self(Utc::now().timestamp())
    }

    fn to_utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0, 0).unwrap_or_default()
    }

    /// `YYYYMMDDHHMMSS`, the form of versions (docs/api.md, "Versions").
    #[must_use]
    pub fn to_version(self) -> String {
        self.to_utc().format("%Y%m%d%H%M%S").to_string()
    }

    /// Reads an ISO 8601 date (midnight UTC) or date and time, to the minute or finer; a time
    /// without offset is UTC. A part of a second counts as a whole one: what is asked for since
    /// then is not what was before.
    #[must_use]
    pub fn parse_iso(text: &str) -> Option<Self> {
        let up = |moment: DateTime<Utc>| {
            Self(moment.timestamp() + i64::from(moment.timestamp_subsec_nanos() > 0))
        };
        if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
            return Some(up(moment.to_utc()));
        }
        let local = |form| NaiveDateTime::parse_from_str(text, form).ok();
        let moment = local("%Y-%m-%dT%H:%M:%S%.f").or_else(|| local("%Y-%m-%dT%H:%M"));
        if let Some(moment) = moment {
            return Some(up(moment.and_utc()));
        }
        let day = text.parse::<NaiveDate>().ok().filter(|_| text.len() == 10)?;
        Some(up(day.and_hms_opt(0, 0, 0)?.and_utc()))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let utc = self.to_utc();
        let (date, time) = (utc.date_naive(), utc.time());
        let (year, month, day) = (date.year(), date.month(), date.day());
        let (hour, minute, second) = (time.hour(), time.minute(), time.second());
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00")
    }
}

as_text!(Timestamp, Timestamp::parse_iso, "an ISO 8601 date or date and time");

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
        ] {
            assert_eq!(Timestamp::parse_iso(text).expect(text).to_string(), shown);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "yesterday", "2026", "2026-13-01", "04.10.2026", "2026-10-4"] {
            assert_eq!(Timestamp::parse_iso(text), None, "{text:?}");
        }
    }

    #[test]
    fn versions_are_fourteen_digits() {
        assert_eq!(Timestamp(1_791_100_800).to_version(), "20261004080000");
    }
}
