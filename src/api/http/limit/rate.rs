//! A rate of requests, as an operator writes it: `50/s`, `600/m`, `10000/h`.

use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use governor::Quota;

/// A number of requests per second, minute or hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    count: NonZeroU32,
    seconds: u32,
}

/// A text that is not a rate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("give a number above zero and a unit, s, m or h, such as 50/s")]
pub struct ParseRateError;

impl Rate {
    /// Requests in one unit of time.
    #[must_use]
    pub fn count(self) -> NonZeroU32 {
        self.count
    }

    /// The rate and this burst as a quota: one request per interval.
    pub(super) fn quota(self, burst: NonZeroU32) -> Quota {
        let unit = Duration::from_secs(u64::from(self.seconds));
        // Even the highest rate per second leaves a quarter of a nanosecond, rounded up to one.
        let each = (unit / self.count.get()).max(Duration::from_nanos(1));
        let quota = Quota::with_period(each).unwrap_or_else(|| Quota::per_second(self.count));
        quota.allow_burst(burst)
    }
}

impl FromStr for Rate {
    type Err = ParseRateError;

    fn from_str(text: &str) -> Result<Self, ParseRateError> {
        let (count, unit) = text.split_once('/').ok_or(ParseRateError)?;
        let digits = count.bytes().all(|byte| byte.is_ascii_digit());
        let count = count.parse().ok().filter(|_| digits).ok_or(ParseRateError)?;
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            _ => return Err(ParseRateError),
        };
        Ok(Self { count, seconds })
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::time::Duration;

    use super::Rate;

    #[test]
    fn rates_are_read_with_their_unit() {
        for (text, milliseconds_each) in
            [("50/s", 20), ("1/s", 1_000), ("600/m", 100), ("1/h", 3_600_000)]
        {
            let rate: Rate = text.parse().expect(text);
            let quota = rate.quota(NonZeroU32::MIN);
            let each = Duration::from_millis(milliseconds_each);
            assert_eq!(quota.replenish_interval(), each, "{text}");
        }
        for text in ["", "50", "50/", "/s", "0/s", "-1/s", "+1/s", "1.5/s", "50/d", "50 / s"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }
}
