//! Admission control by expected queueing delay. The delay follows from the queries that wait and the
//! recent query times of their clients.
//!
//! Clients feel the delay, whatever the lists and the machine are: a long queue of short queries equals
//! a short queue of long ones. The delay is known when a request arrives, as in PIE (RFC 8033): from
//! the queue length and the measured service rate. So a refusal never waits. The rate is measured for
//! each client, so hard queries of one client do not affect the estimate of the others. As in CoDel
//! (Nichols and Jacobson, 2012), a queue that absorbs a burst is allowed and a standing queue is not.
//! While requests are refused, fewer may wait.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ahash::AHashMap;
use tokio::time::Instant;

use super::by_client::ByClient;
use crate::limits;

/// Client of a request; `None` if its address is unknown.
pub(crate) type Client = Option<IpAddr>;

/// A queue of queries that are answered by the same threads.
#[derive(Debug)]
pub(super) struct Line {
    /// Queries answered in parallel.
    servers: f64,
    /// Longest wait of an admitted query while none is refused.
    delay_max: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Queries admitted and not yet answered.
    queries: usize,
    /// Expected time of the admitted queries, in microseconds.
    cost: ByClient<Client>,
    /// Moving average of the time of a query, by client.
    query_times: AHashMap<Client, Duration>,
    /// Time of the last refusal.
    refused: Option<Instant>,
}

/// Admitted queries of one request; they leave the queue when this is dropped.
#[derive(Debug)]
pub(super) struct Admitted {
    line: Arc<Line>,
    client: Client,
    queries: usize,
    /// Expected time in microseconds.
    cost: usize,
}

impl Line {
    pub(super) fn new(servers: usize, delay_max: Duration) -> Arc<Self> {
        let state = State {
            queries: 0,
            cost: ByClient::default(),
            query_times: AHashMap::new(),
            refused: None,
        };
        Arc::new(Self { servers: servers as f64, delay_max, state: Mutex::new(state) })
    }

    /// Admits the queries of one request; `None` if they would wait too long.
    ///
    /// Clients take turns: queries of one client wait for at most as much work of each other client. So
    /// the client that sends the most is refused first.
    pub(super) fn admit(self: &Arc<Self>, client: Client, queries: usize) -> Option<Admitted> {
        let mut state = self.state();
        let cost = state.cost_of(client, queries);
        if !self.has_room_in(&mut state, client, cost) {
            return None;
        }
        state.queries += queries;
        state.cost.add(client, cost);
        Some(Admitted { line: Arc::clone(self), client, queries, cost })
    }

    /// True if a query of a client would be admitted.
    pub(super) fn has_room(&self, client: Client) -> bool {
        let mut state = self.state();
        let cost = state.cost_of(client, 1);
        self.has_room_in(&mut state, client, cost)
    }

    fn has_room_in(&self, state: &mut State, client: Client, cost: usize) -> bool {
        let delay_max = self.delay_max_now(state);
        // In the usual case the whole queue is short enough.
        let has_room = self.time_of(state.cost.total()) <= delay_max
            || self.time_of(state.before(client, cost)) <= delay_max;
        if !has_room {
            state.refused = Some(Instant::now());
        }
        has_room
    }

    /// Time in which this much work, in microseconds, is done.
    fn time_of(&self, cost: usize) -> Duration {
        Duration::from_micros(cost as u64).div_f64(self.servers)
    }

    fn delay_max_now(&self, state: &State) -> Duration {
        let is_busy = state.refused.is_some_and(|last| last.elapsed() < limits::BUSY_TIME);
        if is_busy { self.delay_max / limits::BUSY_SHARE } else { self.delay_max }
    }

    /// Queries that are admitted and not yet answered.
    pub(super) fn queries(&self) -> usize {
        self.state().queries
    }

    /// True if a query that waited this long is to be refused after all: the delay was far longer than
    /// expected.
    pub(super) fn is_late(&self, waited: Duration) -> bool {
        waited > (self.delay_max * limits::LATE_FACTOR).max(limits::LATE_WAIT_MIN)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Expected time of queries of a client, in microseconds, at least one.
    fn cost_of(&self, client: Client, queries: usize) -> usize {
        let of_one = self.query_times.get(&client).copied().unwrap_or(limits::QUERY_TIME_FIRST);
        ((of_one * queries as u32).as_micros() as usize).max(1)
    }

    /// Work done before further work of a client, in microseconds.
    fn before(&self, client: Client, cost: usize) -> usize {
        let own = self.cost.of(&client);
        let of_others = self.cost.shares().filter(|(other, _)| **other != client);
        own + of_others.map(|(_, of_other)| of_other.min(own + cost)).sum::<usize>()
    }

    fn learn(&mut self, client: Client, of_one: Duration) {
        if self.query_times.len() >= limits::CLIENTS_TIMED_MAX {
            self.query_times.clear();
        }
        let average = self.query_times.entry(client).or_insert(limits::QUERY_TIME_FIRST);
        *average =
            (*average * (limits::QUERY_TIMES_AVERAGED - 1) + of_one) / limits::QUERY_TIMES_AVERAGED;
    }
}

impl Admitted {
    /// Runs a job that answers the queries, and updates the average with the time it returns.
    pub(super) fn answer<T>(self, job: impl FnOnce() -> (T, Duration)) -> T {
        let (answered, took) = job();
        self.took(took);
        answered
    }

    fn took(&self, time: Duration) {
        self.line.state().learn(self.client, time / self.queries.max(1) as u32);
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut state = self.line.state();
        state.queries -= self.queries;
        state.cost.remove(&self.client, self.cost);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    const DELAY_MAX: Duration = Duration::from_millis(100);
    /// Queries that one server answers in that time, before any time was measured.
    const MOST: usize = (DELAY_MAX.as_micros() / limits::QUERY_TIME_FIRST.as_micros()) as usize;

    fn client(number: u8) -> Client {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    /// Admits single-query requests of a client, at most `most`.
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
    async fn hard_queries_of_one_client_make_those_of_others_no_harder() {
        let line = &Line::new(1, DELAY_MAX);
        for _ in 0..10 * limits::QUERY_TIMES_AVERAGED {
            line.admit(client(1), 1).expect("nobody waits").took(DELAY_MAX);
        }
        let hard = fill(line, client(1), MOST);
        assert_eq!(hard.len(), 2, "one waits for the other");
        let other = fill(line, client(2), 2 * MOST);
        let share = MOST / limits::BUSY_SHARE as usize;
        assert!(other.len().abs_diff(share / 2) <= 1, "they take turns: {}", other.len());
    }

    #[test]
    fn the_times_of_so_many_clients_are_known() {
        let line = Line::new(1, DELAY_MAX);
        let mut state = line.state();
        for number in 0..limits::CLIENTS_TIMED_MAX {
            let client = Ipv6Addr::from(number as u128);
            state.learn(Some(client.into()), DELAY_MAX);
        }
        assert_eq!(state.query_times.len(), limits::CLIENTS_TIMED_MAX);
        state.learn(None, DELAY_MAX);
        assert_eq!(state.query_times.len(), 1);
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
