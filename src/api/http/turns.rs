//! Order of the jobs of a pool, and when a running job gives way to others.
//!
//! Clients take turns by time. A job of several queries that has run for [`limits::TURN_TIME`] lets
//! every other client run one job before its next query. This is deficit round robin (Shreedhar and
//! Varghese 1995); as a job cannot be requeued, the others run on top of it. So a request of twenty
//! hard queries delays others by at most one of them. A job stops when its caller is gone.

use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::line::Client;
use crate::limits;

type Job = Box<dyn FnOnce() + Send>;

/// Jobs by client; the first client is next.
type ByClient = VecDeque<(Client, VecDeque<Job>)>;

/// Jobs that wait for a thread of a pool; their clients take turns. Each job is queued together with a
/// call of [`Self::run_next`] on the pool.
#[derive(Default)]
pub(super) struct Waiting {
    clients: Mutex<ByClient>,
}

impl Waiting {
    pub(super) fn push(&self, client: Client, job: Job) {
        let mut clients = self.clients();
        match clients.iter_mut().find(|(known, _)| *known == client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => clients.push_back((client, VecDeque::from([job]))),
        }
    }

    /// Runs the next job, unless a job that gave way has already run it.
    pub(super) fn run_next(&self) {
        let next = take(&mut self.clients(), 0);
        if let Some(job) = next {
            job();
        }
    }

    /// Runs one job of every other client before the next query of this client's request.
    fn run_others(&self, client: Client) {
        let is_other = |(other, _): &(Client, _)| *other != client;
        let waiting = self.clients().iter().filter(|of| is_other(of)).count();
        for _ in 0..waiting {
            let Some(job) = self.take_where(is_other) else { break };
            // The request learns of a panic from its dropped sender.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }

    /// Takes the next job of the first client that fits.
    fn take_where(&self, is_meant: impl Fn(&(Client, VecDeque<Job>)) -> bool) -> Option<Job> {
        let mut clients = self.clients();
        let place = clients.iter().position(is_meant)?;
        take(&mut clients, place)
    }

    fn clients(&self) -> MutexGuard<'_, ByClient> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the next job of the client at a place and moves the client to the end.
fn take(clients: &mut ByClient, place: usize) -> Option<Job> {
    let (client, mut jobs) = clients.remove(place)?;
    let next = jobs.pop_front();
    if !jobs.is_empty() {
        clients.push_back((client, jobs));
    }
    next
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waiting")
    }
}

/// Execution of the queries of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// One after the other on this thread.
    Inline,
    /// In parallel, each as a task; only for a job on an idle pool.
    OverPool,
}

/// The turn of a job of several queries: its execution, and the clients it gives way to.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(super) spread: Spread,
    others: Option<Others>,
}

/// Handle of the caller that waits for an answer; dropping it cancels the request.
#[derive(Debug, Default)]
pub(super) struct Asker(Arc<()>);

/// The request was cancelled before all of its queries were answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GivenUp;

#[derive(Debug)]
struct Others {
    waiting: Arc<Waiting>,
    client: Client,
    asker: Weak<()>,
    began: Instant,
    /// Start of the current part of the turn, in microseconds after the turn's beginning.
    part: AtomicU64,
    /// Microseconds in which jobs of others ran.
    away: AtomicU64,
}

thread_local! {
    /// Number of jobs suspended below the one that this thread runs.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

impl Turn {
    /// The turn of work that runs to its end on this thread.
    pub(crate) fn whole() -> Self {
        Self { spread: Spread::Inline, others: None }
    }

    /// A turn of a client that begins now.
    pub(super) fn of(
        client: Client,
        spread: Spread,
        waiting: Arc<Waiting>,
        asker: Weak<()>,
    ) -> Self {
        let (began, part, away) = (Instant::now(), AtomicU64::new(0), AtomicU64::new(0));
        Self { spread, others: Some(Others { waiting, client, asker, began, part, away }) }
    }

    /// Answers all queries, in their order.
    ///
    /// # Errors
    /// [`GivenUp`] if the request was cancelled.
    pub(crate) fn answers<'q, Q: Sync, T: Send>(
        &self,
        queries: &'q [Q],
        answer: impl Fn(&'q Q) -> T + Sync + Send,
    ) -> Result<Vec<T>, GivenUp> {
        let answer = |query| {
            if let Some(others) = &self.others {
                if others.asker.strong_count() == 0 {
                    return Err(GivenUp);
                }
                others.give_way();
            }
            Ok(answer(query))
        };
        match self.spread {
            Spread::Inline => queries.iter().map(answer).collect(),
            Spread::OverPool => queries.par_iter().with_max_len(1).map(answer).collect(),
        }
    }

    /// Time in which jobs of others ran.
    pub(super) fn away(&self) -> Duration {
        let away = self.others.as_ref().map(|others| others.away.load(Ordering::Relaxed));
        Duration::from_micros(away.unwrap_or_default())
    }
}

impl Asker {
    /// A handle for [`Turn::of`].
    pub(super) fn handle(&self) -> Weak<()> {
        Arc::downgrade(&self.0)
    }
}

impl Others {
    /// Runs jobs of others if this part of the turn is over.
    fn give_way(&self) {
        let (part, now) = (self.part.load(Ordering::Relaxed), self.micros());
        let depth = DEPTH.get();
        if now.saturating_sub(part) < limits::TURN_TIME.as_micros() as u64
            || depth >= limits::TURNS_STACKED_MAX
        {
            return;
        }
        // If queries run on several threads, one of them gives way for all.
        if self.part.compare_exchange(part, now, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        DEPTH.set(depth + 1);
        self.waiting.run_others(self.client);
        DEPTH.set(depth);
        let after = self.micros();
        self.away.fetch_add(after.saturating_sub(now), Ordering::Relaxed);
        self.part.store(after, Ordering::Relaxed);
    }

    fn micros(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc::{self, Sender};

    use super::*;

    fn client(number: u8) -> Client {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    fn turn_of(number: u8, waiting: &Arc<Waiting>, asker: &Asker) -> Turn {
        Turn::of(client(number), Spread::Inline, Arc::clone(waiting), asker.handle())
    }

    /// A query that lasts as long as the part of the turn.
    fn hard(_: &u8) {
        let began = Instant::now();
        while began.elapsed() < limits::TURN_TIME {
            std::hint::spin_loop();
        }
    }

    fn named(order: &Sender<String>, name: &str) -> Job {
        let (order, name) = (order.clone(), name.to_owned());
        Box::new(move || order.send(name).expect("somebody listens"))
    }

    #[test]
    fn hard_queries_let_every_other_client_go_between_two_of_them() {
        let (waiting, asker) = (Arc::new(Waiting::default()), Asker::default());
        let (order, begun) = mpsc::channel();
        for (number, name) in
            [(1, "own"), (2, "second, first job"), (2, "second, next job"), (3, "third")]
        {
            waiting.push(client(number), named(&order, name));
        }
        let turn = turn_of(1, &waiting, &asker);
        turn.answers(&[0, 1, 2, 3], |query| {
            order.send(query.to_string()).expect("somebody listens");
            hard(query);
        })
        .expect("somebody waits");
        waiting.run_next();
        drop(order);
        let begun: Vec<_> = begun.iter().collect();
        let expected =
            ["0", "second, first job", "third", "1", "second, next job", "2", "3", "own"];
        assert_eq!(begun, expected);
    }

    #[test]
    fn queries_of_little_work_are_answered_in_one_go() {
        let (waiting, asker) = (Arc::new(Waiting::default()), Asker::default());
        let (order, begun) = mpsc::channel();
        waiting.push(client(2), named(&order, "second"));
        let turn = turn_of(1, &waiting, &asker);
        // No part of this turn ends, however slow the machine is.
        let ahead = Others { part: AtomicU64::new(u64::MAX), ..turn.others.expect("of several") };
        let turn = Turn { others: Some(ahead), ..turn };
        assert_eq!(turn.answers(&[1, 2, 3], |query| query * 2), Ok(vec![2, 4, 6]));
        assert!(begun.try_recv().is_err());
        assert_eq!(turn.away(), Duration::ZERO);
    }

    #[test]
    fn jobs_stand_on_each_other_to_a_bound() {
        fn deep(waiting: &Arc<Waiting>, deepest: &Sender<usize>, number: u8) {
            let asker = Asker::default();
            let turn = turn_of(number, waiting, &asker);
            turn.answers(&[0, 1], |query| {
                deepest.send(DEPTH.get()).expect("somebody listens");
                hard(query);
            })
            .expect("somebody waits");
        }
        let waiting = Arc::new(Waiting::default());
        let (deepest, depths) = mpsc::channel();
        for number in 1..=2 * limits::TURNS_STACKED_MAX as u8 {
            let (below, deepest) = (Arc::clone(&waiting), deepest.clone());
            let job = move || deep(&below, &deepest, number);
            waiting.push(client(number), Box::new(job));
        }
        deep(&waiting, &deepest, 0);
        drop(deepest);
        let depths: Vec<_> = depths.iter().collect();
        assert_eq!(depths.iter().max(), Some(&limits::TURNS_STACKED_MAX));
        assert_eq!(depths.len(), 2 * (1 + 2 * limits::TURNS_STACKED_MAX), "all have run");
    }

    #[test]
    fn a_panic_of_another_job_is_its_own() {
        let (waiting, asker) = (Arc::new(Waiting::default()), Asker::default());
        waiting.push(client(2), Box::new(|| panic!("a fault")));
        let turn = turn_of(1, &waiting, &asker);
        assert_eq!(turn.answers(&[0, 1], |query| (hard(query), *query).1), Ok(vec![0, 1]));
    }

    #[test]
    fn nothing_is_answered_that_nobody_waits_for() {
        let waiting = Arc::new(Waiting::default());
        for spread in [Spread::Inline, Spread::OverPool] {
            let (asker, asked) = (Mutex::new(Some(Asker::default())), AtomicU64::new(0));
            let handle = asker.lock().expect("a lock").as_ref().expect("somebody").handle();
            let turn = Turn::of(client(1), spread, Arc::clone(&waiting), handle);
            let answered = turn.answers(&[0; 100], |_| {
                asked.fetch_add(1, Ordering::Relaxed);
                drop(asker.lock().expect("a lock").take());
            });
            assert_eq!(answered, Err(GivenUp));
            // Each thread may be about to answer one.
            let threads = rayon::current_num_threads() as u64;
            assert!(asked.into_inner() <= threads, "{spread:?}");
        }
    }
}
