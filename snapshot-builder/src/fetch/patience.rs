//! Limits of fetching a list: requests and pauses for one file, the least rate of its bytes, and the
//! time for all files of a register together.

use std::time::{Duration, Instant};

use crate::limits::{
    FETCH_ATTEMPTS, FETCH_BYTES_MAX, FETCH_LIST_TIME_MAX, FETCH_PAUSE_MAX, FETCH_RATE_BYTES_MIN,
    FETCH_RATE_TIME,
};

/// Limits of a download.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Patience {
    /// Requests for one file, not counting those that deliver `rate_bytes_min` bytes of it.
    #[arg(skip = FETCH_ATTEMPTS)]
    pub attempts: u32,
    /// Seconds between the first two requests for a failing file; each further pause is twice as long,
    /// up to five minutes.
    #[arg(long = "retry-pause", value_name = "SECONDS", value_parser = read_seconds)]
    pub first_pause: Option<Duration>,
    /// Longest pause, also if the server asks for more.
    #[arg(skip = FETCH_PAUSE_MAX)]
    pub longest_pause: Duration,
    /// Seconds without a byte after which a connection counts as broken; 60 unless given.
    #[arg(long = "read-timeout", value_name = "SECONDS", value_parser = read_seconds)]
    pub read_time_max: Option<Duration>,
    /// Time for all requests and pauses of a register.
    #[arg(skip = FETCH_LIST_TIME_MAX)]
    pub list_time_max: Duration,
    /// Interval in which a request must repeatedly deliver `rate_bytes_min` bytes.
    #[arg(skip = FETCH_RATE_TIME)]
    pub rate_time: Duration,
    /// Bytes required in each `rate_time`. An interrupted request that delivered as many is not a
    /// failure.
    #[arg(skip = FETCH_RATE_BYTES_MIN)]
    pub rate_bytes_min: u64,
    /// Greatest size of one file in bytes.
    #[arg(skip = FETCH_BYTES_MAX)]
    pub bytes_max: u64,
}

/// Reads seconds, with optional decimals.
pub(crate) fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "give a number of seconds, such as 30 or 0.5".to_owned())
}

/// The end of the time for one register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    start: Instant,
    time_max: Duration,
}

impl Deadline {
    pub(super) fn new(start: Instant, time_max: Duration) -> Self {
        Self { start, time_max }
    }

    /// Remaining time at `now`, greater than zero; `None` once it has passed.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        let left = self.time_max.checked_sub(now.saturating_duration_since(self.start));
        left.filter(|left| !left.is_zero())
    }

    /// Error text for a deadline that has passed.
    pub(super) fn reason(&self) -> String {
        format!("the time for one list is over ({} s)", self.time_max.as_secs_f64())
    }
}

/// Rate of one request: bytes since the last check, made once in each `time`.
#[derive(Debug)]
pub(super) struct Rate {
    since: Instant,
    bytes: u64,
    time: Duration,
    bytes_min: u64,
}

impl Rate {
    pub(super) fn new(now: Instant, patience: &Patience) -> Self {
        let Patience { rate_time: time, rate_bytes_min: bytes_min, .. } = *patience;
        Self { since: now, bytes: 0, time, bytes_min }
    }

    /// Counts bytes that arrived by `now`. False if too few arrived since the last check.
    pub(super) fn count(&mut self, bytes: u64, now: Instant) -> bool {
        self.bytes += bytes;
        if now.saturating_duration_since(self.since) < self.time {
            return true;
        }
        let is_enough = self.bytes >= self.bytes_min;
        (self.since, self.bytes) = (now, 0);
        is_enough
    }

    /// Error text for a request that is too slow.
    pub(super) fn reason(&self) -> String {
        let (bytes, seconds) = (self.bytes_min, self.time.as_secs_f64());
        format!("the server is too slow: fewer than {bytes} bytes came in {seconds} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_for_a_list_ends_at_its_last_nanosecond() {
        let start = Instant::now();
        let deadline = Deadline::new(start, FETCH_LIST_TIME_MAX);
        let nanosecond = Duration::from_nanos(1);
        let end = start + FETCH_LIST_TIME_MAX;
        for (now, left) in [
            (start, Some(FETCH_LIST_TIME_MAX)),
            (end - nanosecond, Some(nanosecond)),
            (end, None),
            (end + nanosecond, None),
        ] {
            assert_eq!(deadline.left(now), left);
        }
        assert_eq!(deadline.reason(), "the time for one list is over (7200 s)");
    }

    #[test]
    fn each_minute_must_bring_as_many_bytes_as_the_rate_asks_for() {
        let command = <Patience as clap::Args>::augment_args(clap::Command::new("fetch"));
        let matches = command.get_matches_from(["fetch"]);
        let patience = <Patience as clap::FromArgMatches>::from_arg_matches(&matches);
        let patience = patience.expect("no option is needed");
        let start = Instant::now();
        let after = |minutes: u32| start + FETCH_RATE_TIME * minutes;
        let nanosecond = Duration::from_nanos(1);

        let mut rate = Rate::new(start, &patience);
        assert!(rate.count(1, after(1) - nanosecond), "the minute is not over");
        assert!(rate.count(FETCH_RATE_BYTES_MIN - 1, after(1)), "exactly enough");
        assert!(!rate.count(FETCH_RATE_BYTES_MIN - 1, after(2)), "one byte too few");

        // Many bytes in the first minute do not compensate for the next one.
        let mut rate = Rate::new(start, &patience);
        assert!(rate.count(1 << 30, after(1)));
        assert!(!rate.count(1, after(2)));
        let reason = "the server is too slow: fewer than 65536 bytes came in 60 s";
        assert_eq!(rate.reason(), reason);
    }
}
