//! Counts by minute over the last hour, for operators without Prometheus (docs/api.md, "Status and
//! probes").

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use hdrhistogram::Histogram;

/// Route whose response times are reported: a payment waits for its answers.
pub(crate) const MATCH_ROUTE: &str = "/api/match/{collection}";
/// Minutes reported, including the current one.
pub(crate) const MINUTES: u64 = 60;
const MINUTE: Duration = Duration::from_secs(60);
/// Longest time recorded, in microseconds; longer ones count as this.
const LONGEST: u64 = 60_000_000;
/// Significant digits of the histogram: they give a resolution of one part in sixteen.
const DIGITS: u8 = 1;

/// Counts by minute, behind one lock that is held for an addition.
#[derive(Debug)]
pub(crate) struct LastHour {
    began: Instant,
    /// Minutes with counts, the newest at the end.
    minutes: Mutex<VecDeque<Minute>>,
}

/// Counts of one minute.
#[derive(Debug)]
struct Minute {
    /// Number of minutes between the start and this one.
    number: u64,
    requests: u64,
    failed: u64,
    turned_away: u64,
    queries: u64,
    /// Response times of match requests, in microseconds.
    times: Histogram<u32>,
}

/// Summary of the last hour, or of the time since the start if that is shorter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Summary {
    /// Length of the summarised time in seconds, at least 1.
    pub(crate) seconds: u64,
    pub(crate) requests: u64,
    /// Requests answered with a status of 500 or above, except 503.
    pub(crate) failed: u64,
    /// Requests answered with 429 or 503.
    pub(crate) turned_away: u64,
    pub(crate) queries: u64,
    /// Queries of each minute; the last minute is not over.
    pub(crate) queries_by_minute: Vec<u64>,
    /// `None` if no match request was answered.
    pub(crate) match_times: Option<Times>,
}

/// Response times; each is at most one part in sixteen too high.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) requests: u64,
    /// Median.
    pub(crate) p50: Duration,
    /// 99th percentile.
    pub(crate) p99: Duration,
    pub(crate) longest: Duration,
}

impl Default for LastHour {
    /// Starts now.
    fn default() -> Self {
        Self::new(Instant::now())
    }
}

impl LastHour {
    pub(crate) fn new(began: Instant) -> Self {
        Self { began, minutes: Mutex::default() }
    }

    /// Counts an answered request and its response time.
    pub(crate) fn answered(&self, now: Instant, route: &str, status: StatusCode, took: Duration) {
        self.in_minute(now, |minute| {
            minute.requests += 1;
            match status {
                StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                    minute.turned_away += 1;
                }
                status if status.is_server_error() => minute.failed += 1,
                _ => {}
            }
            if route == MATCH_ROUTE {
                minute.times.saturating_record(took.as_micros() as u64);
            }
        });
    }

    /// Counts answered queries.
    pub(crate) fn queried(&self, now: Instant, queries: u64) {
        self.in_minute(now, |minute| minute.queries += queries);
    }

    fn in_minute(&self, now: Instant, count: impl FnOnce(&mut Minute)) {
        let number = self.number(now);
        let mut minutes = self.minutes();
        // Requests may be counted in another order than they read the clock.
        if minutes.back().is_none_or(|newest| newest.number < number) {
            while minutes.front().is_some_and(|oldest| oldest.number + MINUTES <= number) {
                minutes.pop_front();
            }
            minutes.push_back(Minute::new(number));
        }
        if let Some(newest) = minutes.back_mut() {
            count(newest);
        }
    }

    pub(crate) fn summary(&self, now: Instant) -> Summary {
        let number = self.number(now);
        let first = (number + 1).saturating_sub(MINUTES);
        let elapsed = now.saturating_duration_since(self.began).as_secs();
        let mut told = Summary {
            seconds: (elapsed - first * MINUTE.as_secs()).max(1),
            requests: 0,
            failed: 0,
            turned_away: 0,
            queries: 0,
            queries_by_minute: vec![0; (number + 1 - first) as usize],
            match_times: None,
        };
        let mut times = times();
        for minute in self.minutes().iter().filter(|minute| minute.number >= first) {
            told.requests += minute.requests;
            told.failed += minute.failed;
            told.turned_away += minute.turned_away;
            told.queries += minute.queries;
            // A minute that began between reading the clock and taking the lock is not in the list.
            if let Some(place) = told.queries_by_minute.get_mut((minute.number - first) as usize) {
                *place = minute.queries;
            }
            // Addition fails only for different bounds, and all histograms have the same.
            let _ = times.add(&minute.times);
        }
        told.match_times = (!times.is_empty()).then(|| Times {
            requests: times.len(),
            p50: Duration::from_micros(times.value_at_quantile(0.5)),
            p99: Duration::from_micros(times.value_at_quantile(0.99)),
            longest: Duration::from_micros(times.max()),
        });
        told
    }

    fn number(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.began).as_secs() / MINUTE.as_secs()
    }

    fn minutes(&self) -> MutexGuard<'_, VecDeque<Minute>> {
        self.minutes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Minute {
    fn new(number: u64) -> Self {
        Self { number, requests: 0, failed: 0, turned_away: 0, queries: 0, times: times() }
    }
}

fn times() -> Histogram<u32> {
    Histogram::new_with_bounds(1, LONGEST, DIGITS).expect("bounds that histograms take")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: StatusCode = StatusCode::OK;

    #[test]
    fn what_is_older_than_an_hour_is_told_no_more() {
        let began = Instant::now();
        let hour = LastHour::new(began);
        let at = |seconds: u64| began + Duration::from_secs(seconds);
        for (second, queries) in [(0, 1), (59, 2), (60, 4), (3_540, 8), (3_599, 16)] {
            hour.queried(at(second), queries);
        }
        let told = hour.summary(at(3_599));
        assert_eq!((told.seconds, told.queries, told.queries_by_minute.len()), (3_599, 31, 60));
        assert_eq!((told.queries_by_minute[0], told.queries_by_minute[1]), (3, 4));
        assert_eq!(told.queries_by_minute[59], 24);
        let later = hour.summary(at(3_600));
        assert_eq!((later.seconds, later.queries), (3_540, 28));
        assert_eq!((later.queries_by_minute[0], later.queries_by_minute[59]), (4, 0));
        hour.queried(at(7_300), 32);
        assert_eq!(hour.summary(at(7_300)).queries, 32);
        assert_eq!(hour.minutes().len(), 1, "what is told no more is not kept");
    }

    #[test]
    fn requests_are_told_by_what_became_of_them() {
        let began = Instant::now();
        let hour = LastHour::new(began);
        assert_eq!(hour.summary(began).match_times, None);
        for took in 1..=1000 {
            hour.answered(began, MATCH_ROUTE, OK, Duration::from_micros(took));
        }
        hour.answered(began, "/api/search", OK, Duration::from_secs(3_600));
        for status in [429, 503, 500, 404] {
            let status = StatusCode::from_u16(status).expect("a status");
            hour.answered(began, "/api/search", status, Duration::ZERO);
        }
        let told = hour.summary(began + Duration::from_secs(10));
        assert_eq!((told.seconds, told.requests), (10, 1005));
        assert_eq!((told.turned_away, told.failed), (2, 1));
        let times = told.match_times.expect("match requests");
        assert_eq!(times.requests, 1000);
        for (time, exact) in [(times.p50, 500), (times.p99, 990), (times.longest, 1000)] {
            let time = time.as_micros();
            assert!((exact..=exact + exact / 16 + 1).contains(&time), "{time} for {exact}");
        }
    }

    #[test]
    fn a_time_beyond_the_longest_counts_as_that() {
        let began = Instant::now();
        let hour = LastHour::new(began);
        hour.answered(began, MATCH_ROUTE, OK, Duration::from_secs(600));
        let times = hour.summary(began).match_times.expect("a match request");
        assert!(times.longest >= Duration::from_micros(LONGEST));
        assert!(times.longest < Duration::from_micros(LONGEST + LONGEST / 16 + 1));
    }
}
