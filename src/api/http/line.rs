//! Admission by queueing delay: how long a request would wait, by how many queries wait before it and
//! how long queries took lately.
//!
//! The delay is what a client feels, whatever the lists and the machine are, and a long queue of short
//! queries is as good as a short queue of long ones. It is known when a request arrives, as in PIE
//! (RFC 8033), from the number that wait and the measured rate at which they are answered; so a refusal
//! waits for nothing. As in CoDel (Nichols and Jacobson, 2012), a queue that absorbs a burst is kept and
//! a standing one is not: while requests are refused, fewer may wait.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::by_client::ByClient;
use crate::limits;

/// The client of a request; `None` where its address is not known.
pub(super) type Client = Option<IpAddr>;

/// Queries that are answered by the same threads, one after the other.
#[derive(Debug)]
pub(super) struct Line {
    /// Queries that are answered at the same time.
    servers: f64,
    /// Longest wait of an admitted query, while none is refused.
    delay_max: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Admitted and not yet answered.
    queries: ByClient<Client>,
    /// Moving average of the time that a query took.
    query_time: Duration,
    /// Time of the last refusal.
    refused: Option<Instant>,
}

/// Admitted queries of one request; they leave the line when this is dropped.
#[derive(Debug)]
pub(super) struct Admitted {
    line: Arc<Line>,
    client: Client,
    queries: usize,
}

impl Line {
    pub(super) fn new(servers: usize, delay_max: Duration) -> Arc<Self> {
        let state = State {
            queries: ByClient::default(),
            query_time: limits::QUERY_TIME_FIRST,
            refused: None,
        };
        Arc::new(Self { servers: servers as f64, delay_max, state: Mutex::new(state) })
    }

    /// Admits the queries of one request; `None` when they would wait too long.
    ///
    /// Clients take turns, so those of one client wait for as many of every other one, and for no more
    /// than there are: who sends most is refused first.
    pub(super) fn admit(self: &Arc<Self>, client: Client, queries: usize) -> Option<Admitted> {
        let mut state = self.state();
        if !self.has_room_in(&mut state, client, queries) {
            return None;
        }
        state.queries.add(client, queries);
        Some(Admitted { line: Arc::clone(self), client, queries })
    }

    /// True if a query of a client would be admitted.
    pub(super) fn has_room(&self, client: Client) -> bool {
        self.has_room_in(&mut self.state(), client, 1)
    }

    fn has_room_in(&self, state: &mut State, client: Client, queries: usize) -> bool {
        let has_room = self.delay(state, client, queries) <= self.delay_max_now(state);
        if !has_room {
            state.refused = Some(Instant::now());
        }
        has_room
    }

    /// Time that further queries of a client would wait.
    fn delay(&self, state: &State, client: Client, queries: usize) -> Duration {
        let own = state.queries.of(&client);
        let clients = state.queries.clients() + usize::from(own == 0);
        let turns = (own + queries) * clients - queries;
        state.query_time.mul_f64(state.queries.total().min(turns) as f64 / self.servers)
    }

    fn delay_max_now(&self, state: &State) -> Duration {
        let is_busy = state.refused.is_some_and(|last| last.elapsed() < limits::BUSY_TIME);
        if is_busy { self.delay_max / limits::BUSY_SHARE } else { self.delay_max }
    }

    /// Queries that are admitted and not yet answered.
    pub(super) fn queries(&self) -> usize {
        self.state().queries.total()
    }

    /// True if a query that waited this long is to be refused after all: the delay was far longer than
    /// it was expected to be.
    pub(super) fn is_late(&self, waited: Duration) -> bool {
        waited > (self.delay_max * limits::LATE_FACTOR).max(limits::LATE_WAIT_MIN)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted {
    /// Answers the queries, and learns from the time that it takes.
    pub(super) fn answer<T>(self, job: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let answered = job();
        self.took(began.elapsed());
        answered
    }

    fn took(&self, time: Duration) {
        let of_one = time / self.queries.max(1) as u32;
        let average = &mut self.line.state().query_time;
        *average =
            (*average * (limits::QUERY_TIMES_AVERAGED - 1) + of_one) / limits::QUERY_TIMES_AVERAGED;
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.line.state().queries.remove(&self.client, self.queries);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELAY_MAX: Duration = Duration::from_millis(100);
    /// Queries that one server answers in that time, as long as none was measured.
    const MOST: usize = (DELAY_MAX.as_micros() / limits::QUERY_TIME_FIRST.as_micros()) as usize;

    fn client(number: u8) -> Client {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    /// Requests of one query that a client gets admitted, at most so many.
    fn fill(line: &Arc<Line>, client: Client, most: usize) -> Vec<Admitted> {
        (0..most).map_while(|_| line.admit(client, 1)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn as_many_wait_as_are_answered_in_the_longest_wait() {
        for servers in [1, 2] {
            let line = Line::new(servers, DELAY_MAX);
            assert_eq!(fill(&line, None, 10 * MOST).len(), servers * MOST + 1);
            assert_eq!(line.queries(), 0, "they have left");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_is_admitted_when_nobody_waits_however_long_queries_take() {
        let line = Line::new(1, Duration::ZERO);
        let first = line.admit(None, 20).expect("nobody waits");
        assert!(line.admit(None, 1).is_none());
        drop(first);
        tokio::time::advance(limits::BUSY_TIME).await;
        assert!(line.admit(None, 20).is_some());
    }

    #[test]
    fn the_wait_for_a_thread_to_wake_is_not_far_too_long() {
        for (delay_max, late) in [
            (Duration::ZERO, limits::LATE_WAIT_MIN),
            (limits::LATE_WAIT_MIN, limits::LATE_WAIT_MIN * limits::LATE_FACTOR),
        ] {
            let line = Line::new(1, delay_max);
            assert!(!line.is_late(late) && line.is_late(late + Duration::from_nanos(1)));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn fewer_wait_while_some_are_refused() {
        let line = &Line::new(1, DELAY_MAX);
        let share = MOST / limits::BUSY_SHARE as usize + 1;
        assert_eq!(fill(line, None, MOST).len(), MOST, "a burst is kept");
        assert_eq!(fill(line, None, 2 * MOST).len(), MOST + 1, "one is refused");
        assert_eq!(fill(line, None, MOST).len(), share);
        tokio::time::advance(limits::BUSY_TIME / 2).await;
        assert_eq!(fill(line, None, MOST).len(), share);
        tokio::time::advance(limits::BUSY_TIME).await;
        assert_eq!(fill(line, None, MOST).len(), MOST);
    }

    #[tokio::test(start_paused = true)]
    async fn slower_queries_let_fewer_wait() {
        let line = Line::new(1, DELAY_MAX);
        for _ in 0..10 * limits::QUERY_TIMES_AVERAGED {
            line.admit(None, 20).expect("nobody waits").took(200 * limits::QUERY_TIME_FIRST);
        }
        let waiting = fill(&line, None, MOST).len();
        assert!(waiting.abs_diff(MOST / 10) <= 2, "{waiting}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_fills_the_line_is_refused_before_others() {
        let line = &Line::new(1, DELAY_MAX);
        let greedy = fill(line, client(1), 10 * MOST);
        assert_eq!(greedy.len(), MOST + 1);
        tokio::time::advance(limits::BUSY_TIME).await;
        let other = fill(line, client(2), MOST / 2);
        assert_eq!(other.len(), MOST / 2, "two clients take turns");
        assert!(line.admit(client(1), 1).is_none());
    }
}
