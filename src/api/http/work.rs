//! Where match queries run, and how many may at once.
//!
//! | what | where | ahead of |
//! |---|---|---|
//! | a single query of little work | where it stands, in turn | all others, by its thread |
//! | a single query that may be much work | the pool | requests of several |
//! | a request of several queries | the pool | |
//! | a stream | threads of its own | nothing: they take what the others leave |
//!
//! A hand-off to the pool costs some 10 µs, as much as a query: one that is little work runs where it
//! stands. Only one a core has its turn, and between two of them whatever came meanwhile is read and
//! counted: what is too much is turned away at once, not behind all queries that wait. While some are
//! turned away, fewer may wait: the queue is there for bursts, and one that is always full makes everyone
//! wait and answers nobody more. Work is counted by what it is estimated to take, in units of an ordinary
//! query.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::Instant;

use super::error::ApiError;
use super::metrics::{Reason, ShedCounts};
use crate::limits;

/// The workers could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} worker threads: {source}")]
pub struct WorkError {
    threads: usize,
    source: rayon::ThreadPoolBuildError,
}

/// The pools and their admission.
#[derive(Debug)]
pub struct Work {
    pool: rayon::ThreadPool,
    lanes: Arc<Lanes>,
    stream_pool: rayon::ThreadPool,
    /// Units admitted to the pool.
    in_flight: Budget,
    /// Units that may wait for their turn where they stand.
    in_turn: Budget,
    /// When one was turned away last, in milliseconds since the start; 0 for never.
    turned_away: AtomicU64,
    started: Instant,
    /// Whose turn it is, first come, first served: one for each core.
    turns: Semaphore,
    streams: Budget,
    shed: ShedCounts,
}

/// What is in work at a moment, in units of an ordinary query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) units: usize,
    pub(crate) streams: usize,
}

/// The right to do work; given back when dropped.
#[derive(Debug)]
pub struct Permit {
    _units: OwnedSemaphorePermit,
}

/// How much work a request is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    queries: usize,
    /// Of all of them.
    steps: u64,
}

impl Effort {
    /// So many queries of so many steps, as [`tamis_engine::query::steps`] estimates them.
    pub(crate) fn new(queries: usize, steps: u64) -> Self {
        Self { queries, steps }
    }

    /// Whether it is over too soon for others to notice.
    fn is_little(self) -> bool {
        self.queries <= 1 && self.steps <= limits::MATCH_IN_PLACE_STEPS
    }

    fn units(self) -> u64 {
        self.queries.max(1) as u64 + self.steps / limits::UNIT_STEPS
    }
}

/// So many units of work, or streams, and no more.
#[derive(Debug)]
struct Budget {
    left: Arc<Semaphore>,
    all: usize,
}

impl Budget {
    fn new(all: usize) -> Self {
        let all = all.min(Semaphore::MAX_PERMITS);
        Self { left: Arc::new(Semaphore::new(all)), all }
    }

    /// `None` when there is no room. What is more than all is admitted alone.
    fn take(&self, units: u64) -> Option<Permit> {
        let units = units.min(self.all as u64).try_into().unwrap_or(u32::MAX);
        let permit = Arc::clone(&self.left).try_acquire_many_owned(units).ok()?;
        Some(Permit { _units: permit })
    }

    fn taken(&self) -> usize {
        self.all - self.left.available_permits()
    }
}

impl Work {
    /// A pool of this many threads that admits this much work, in units of an ordinary query, at least
    /// one full request.
    pub(crate) fn new(
        threads: usize,
        in_flight_max: usize,
        shed: ShedCounts,
    ) -> Result<Self, WorkError> {
        let pool = |name: &'static str, nice| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(move |number| format!("{name}-{number}"))
                .start_handler(move |_| give_way(nice))
                // The caller learns of a panic by the dropped sender; rayon's own way is to abort.
                .panic_handler(|_| {})
                .build()
                .map_err(|source| WorkError { threads, source })
        };
        Ok(Self {
            pool: pool("match", 0)?,
            lanes: Arc::default(),
            stream_pool: pool("stream", limits::STREAM_NICE)?,
            in_flight: Budget::new(in_flight_max.max(limits::QUERIES_PER_REQUEST)),
            in_turn: Budget::new(cores() * limits::IN_TURN_PER_CORE),
            turned_away: AtomicU64::new(0),
            started: Instant::now(),
            turns: Semaphore::new(cores()),
            streams: Budget::new(limits::STREAMS_MAX),
            shed,
        })
    }

    /// What is in work now.
    pub(crate) fn load(&self) -> Load {
        Load { units: self.in_flight.taken() + self.in_turn.taken(), streams: self.streams.taken() }
    }

    /// The threads of streams, for work that cuts itself into short pieces.
    pub(crate) fn stream_pool(&self) -> &rayon::ThreadPool {
        &self.stream_pool
    }

    /// Admits a stream of queries, or sheds it.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when there are too many.
    pub(crate) fn admit_stream(&self) -> Result<Permit, ApiError> {
        self.streams.take(1).ok_or_else(|| self.shed(Reason::Streams))
    }

    /// Sheds a request before it is read, where no single query would be admitted: reading it is most
    /// of what a refusal costs.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when all that may wait for their turn do.
    pub(crate) fn has_room(&self) -> Result<(), ApiError> {
        if self.in_turn.taken() < self.in_turn_max() { Ok(()) } else { Err(self.turn_away()) }
    }

    /// Units that may wait for their turn now.
    fn in_turn_max(&self) -> usize {
        let last = self.turned_away.load(Ordering::Relaxed);
        let busy_time = limits::BUSY_TIME.as_millis() as u64;
        let is_recent = last != 0 && self.milliseconds() - last < busy_time;
        if is_recent { self.in_turn.all / limits::BUSY_SHARE } else { self.in_turn.all }
    }

    /// Sheds a single query that would have to wait for its turn.
    fn turn_away(&self) -> ApiError {
        self.turned_away.store(self.milliseconds(), Ordering::Relaxed);
        self.shed(Reason::Work)
    }

    /// Since the start, and at least one.
    fn milliseconds(&self) -> u64 {
        1 + self.started.elapsed().as_millis() as u64
    }

    /// Admits so many units of work to the pool, or sheds them.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when too many are in flight.
    pub fn admit(&self, units: u64) -> Result<Permit, ApiError> {
        self.in_flight.take(units).ok_or_else(|| self.shed(Reason::Work))
    }

    fn shed(&self, reason: Reason) -> ApiError {
        self.shed.shed(reason);
        ApiError::Overloaded
    }

    /// Admits the queries of one request and runs the job that answers them all.
    ///
    /// Several spread over the pool when nothing else is in flight. Otherwise one thread answers
    /// them all, which takes no more time of the processors: a thread that waited for the others
    /// would begin another request meanwhile, and the first would wait for all of that.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when too much is in flight or waited too long, [`ApiError::Internal`]
    /// when the job panics on the pool.
    pub(crate) async fn run_queries<T: Send + 'static>(
        &self,
        effort: Effort,
        job: impl FnOnce(Spread) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if effort.is_little() {
            return self.run_in_turn(effort, || job(Spread::Here)).await;
        }
        let permit = self.admit(effort.units())?;
        if effort.queries <= 1 {
            return self.run_in(Lane::Single, permit, move || job(Spread::Here)).await;
        }
        let units = effort.units().min(self.in_flight.all as u64) as usize;
        let (left, alone) = (Arc::clone(&self.in_flight.left), self.in_flight.all - units);
        let job = move || match left.available_permits() {
            free if free == alone => job(Spread::OverPool),
            _ => job(Spread::Here),
        };
        self.run_in(Lane::Several, permit, job).await
    }

    /// Admits a search over so many records and runs it, where it stands when they are no more than
    /// [`limits::SEARCH_IN_PLACE_RECORDS`].
    ///
    /// # Errors
    /// As [`Self::run_queries`].
    pub(crate) async fn run_search<T: Send + 'static>(
        &self,
        records: usize,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let effort = Effort::new(1, 0);
        if records <= limits::SEARCH_IN_PLACE_RECORDS {
            return self.run_in_turn(effort, job).await;
        }
        self.run(self.admit(effort.units())?, job).await
    }

    /// Runs a job where it stands, when it is its turn and all is read that came before that.
    async fn run_in_turn<T>(&self, effort: Effort, job: impl FnOnce() -> T) -> Result<T, ApiError> {
        self.has_room()?;
        let permit = self.in_turn.take(effort.units()).ok_or_else(|| self.turn_away())?;
        let turn = self.turns.acquire().await;
        tokio::task::yield_now().await;
        let result = job();
        drop((turn, permit));
        Ok(result)
    }

    /// Runs a job on the pool, ahead of requests of several queries.
    ///
    /// # Errors
    /// As [`Self::run_queries`].
    pub async fn run<T: Send + 'static>(
        &self,
        permit: Permit,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_in(Lane::Single, permit, job).await
    }

    /// Runs a job on the pool. The permit stays with the job: one whose request was given up still
    /// counts until it ends.
    async fn run_in<T: Send + 'static>(
        &self,
        lane: Lane,
        permit: Permit,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = oneshot::channel();
        let admitted = Instant::now();
        let job = move || {
            // Declared in this order, so that a panic, too, gives the place back before the
            // request hears of it.
            let sender = sender;
            let permit = permit;
            if sender.is_closed() {
                // The request was given up while the job waited for a thread.
                return;
            }
            let is_late = admitted.elapsed() > limits::QUEUE_TIME_MAX;
            let result = (!is_late).then(job);
            drop(permit);
            // Nobody listens any more when the request was given up; that is not a fault.
            let _ = sender.send(result);
        };
        self.lanes.push(lane, Box::new(job));
        let lanes = Arc::clone(&self.lanes);
        self.pool.spawn(move || lanes.run_next());
        match receiver.await {
            Ok(Some(result)) => Ok(result),
            Ok(None) => Err(self.shed(Reason::Late)),
            Err(_) => Err(ApiError::Internal),
        }
    }
}

/// How many threads answer requests where they stand.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Lets all other threads go ahead of this one, by so many steps of `nice`. Elsewhere than on Linux
/// that would be the process.
pub(crate) fn give_way(steps: i32) {
    #[cfg(target_os = "linux")]
    if steps > 0
        && let Err(error) = rustix::process::nice(steps)
    {
        tracing::warn!(%error, "a thread cannot yield to others");
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// What waits for a thread of the pool. Each job comes with a call of [`Self::run_next`] on the pool.
#[derive(Default)]
struct Lanes {
    waiting: Mutex<[VecDeque<Job>; 2]>,
}

/// In which order jobs begin: all of the first lane that wait, then those of the next.
#[derive(Debug, Clone, Copy)]
enum Lane {
    Single,
    Several,
}

impl Lanes {
    fn push(&self, lane: Lane, job: Job) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting[lane as usize].push_back(job);
    }

    fn run_next(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let next = waiting.iter_mut().find_map(VecDeque::pop_front);
        drop(waiting);
        if let Some(job) = next {
            job();
        }
    }
}

impl std::fmt::Debug for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lanes")
    }
}

/// How the queries of one request are worked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// One after the other on this thread.
    Here,
    /// Each a task of its own; only for a job that runs on an idle pool.
    OverPool,
}

impl Spread {
    /// The answers to all queries, in their order.
    pub(crate) fn answers<'q, Q: Sync, T: Send>(
        self,
        queries: &'q [Q],
        answer: impl Fn(&'q Q) -> T + Sync + Send,
    ) -> Vec<T> {
        match self {
            Self::Here => queries.iter().map(answer).collect(),
            Self::OverPool => queries.par_iter().with_max_len(1).map(answer).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn work(threads: usize, in_flight_max: usize) -> Work {
        Work::new(threads, in_flight_max, ShedCounts::default()).expect("threads")
    }

    #[test]
    fn work_over_the_limit_is_shed_until_some_ends() {
        let work = work(1, 30);
        let first = work.admit(20).expect("room for thirty");
        assert_eq!(work.admit(11).map(drop), Err(ApiError::Overloaded));
        work.admit(10).expect("exactly full");
        drop(first);
        work.admit(20).expect("room again");
    }

    #[test]
    fn one_full_request_is_always_admitted_and_what_is_more_than_all_alone() {
        work(1, 1).admit(20).expect("a request of twenty");
        let work = work(1, 30);
        let all = work.admit(1_000_000).expect("alone");
        assert_eq!(work.admit(1).map(drop), Err(ApiError::Overloaded));
        drop(all);
        work.admit(1).expect("room again");
    }

    #[test]
    fn much_work_counts_for_several_queries() {
        for (queries, steps, units) in [
            (1, 0, 1),
            (20, 0, 20),
            (1, limits::UNIT_STEPS - 1, 1),
            (1, limits::UNIT_STEPS, 2),
            (20, 10 * limits::UNIT_STEPS, 30),
        ] {
            assert_eq!(Effort::new(queries, steps).units(), units, "{queries} of {steps}");
        }
    }

    /// Whether the thread that runs it is one of the pool's.
    fn is_on_pool() -> bool {
        std::thread::current().name().is_some_and(|name| name.starts_with("match-"))
    }

    #[tokio::test]
    async fn a_single_query_goes_to_the_pool_from_an_amount_of_work_on() {
        let work = work(1, 20);
        let most = limits::MATCH_IN_PLACE_STEPS;
        for (queries, steps, on_pool) in [
            (1, 0, false),
            (1, most, false),
            (1, most + 1, true),
            (1, u64::MAX, true),
            (2, 0, true),
        ] {
            let ran = work.run_queries(Effort::new(queries, steps), |_| is_on_pool()).await;
            assert_eq!(ran, Ok(on_pool), "{queries} queries, {steps} steps");
        }
    }

    #[tokio::test]
    async fn several_queries_spread_over_the_pool_when_nothing_else_is_in_flight() {
        let (work, twenty) = (work(2, 40), Effort::new(20, 0));
        assert_eq!(work.run_queries(twenty, |spread| spread).await, Ok(Spread::OverPool));
        let other = work.admit(1).expect("room");
        assert_eq!(work.run_queries(twenty, |spread| spread).await, Ok(Spread::Here));
        drop(other);
        let all = Effort::new(20, u64::MAX);
        assert_eq!(work.run_queries(all, |spread| spread).await, Ok(Spread::OverPool));
    }

    #[tokio::test]
    async fn a_search_goes_to_the_pool_from_a_number_of_records_on() {
        let work = work(1, 20);
        let most = limits::SEARCH_IN_PLACE_RECORDS;
        for (records, on_pool) in [(0, false), (most, false), (most + 1, true)] {
            assert_eq!(work.run_search(records, is_on_pool).await, Ok(on_pool), "{records}");
        }
    }

    /// How many of so many single queries that come at once are answered: those that came first.
    async fn answered_of(count: usize, work: &Work) -> usize {
        let one = || work.run_queries(Effort::new(1, 0), |_| ());
        let outcomes = futures_util::future::join_all((0..count).map(|_| one())).await;
        let answered = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        assert!(outcomes[..answered].iter().all(Result::is_ok), "who came first is answered");
        answered
    }

    #[tokio::test(start_paused = true)]
    async fn fewer_may_wait_for_their_turn_while_some_are_turned_away() {
        let work = &work(1, 20);
        let all = limits::IN_TURN_PER_CORE * cores();
        assert_eq!(answered_of(all, work).await, all);
        // What comes together is counted before any of it runs.
        assert_eq!(answered_of(all + 1, work).await, all);
        let few = all / limits::BUSY_SHARE;
        assert_eq!(answered_of(few + 1, work).await, few);
        tokio::time::advance(limits::BUSY_TIME / 2).await;
        assert_eq!(answered_of(few + 1, work).await, few);
        tokio::time::advance(limits::BUSY_TIME / 2).await;
        assert_eq!(answered_of(few, work).await, few, "nobody was turned away");
        tokio::time::advance(limits::BUSY_TIME / 2).await;
        assert_eq!(answered_of(all, work).await, all);
    }

    #[tokio::test]
    async fn a_single_query_goes_ahead_of_requests_of_several() {
        let work = &work(1, 100);
        let (release, held) = mpsc::channel::<()>();
        let (order, begun) = mpsc::channel();
        let begins = |name: &'static str| {
            let order = order.clone();
            move |_: Spread| order.send(name).expect("somebody listens")
        };
        let first = work.run(work.admit(1).expect("room"), move || held.recv());
        let several = work.run_queries(Effort::new(20, 0), begins("several"));
        let much = limits::MATCH_IN_PLACE_STEPS + 1;
        let single = work.run_queries(Effort::new(1, much), begins("single"));
        let release = async { drop(release) };
        // Each is begun in this order; the thread is held until all of them wait for it.
        let (_, several, single, ()) = tokio::join!(first, several, single, release);
        assert_eq!((several, single), (Ok(()), Ok(())));
        drop(order);
        assert_eq!(begun.iter().collect::<Vec<_>>(), ["single", "several"]);
    }

    #[tokio::test]
    async fn what_waited_too_long_is_shed() {
        let work = &work(1, 20);
        let (release, held) = mpsc::channel::<()>();
        let first = work.run(work.admit(1).expect("room"), move || held.recv());
        let late = work.run(work.admit(1).expect("room"), || ());
        let release = async {
            tokio::time::sleep(limits::QUEUE_TIME_MAX + std::time::Duration::from_millis(1)).await;
            drop(release);
        };
        let (_, late, ()) = tokio::join!(first, late, release);
        assert_eq!(late, Err(ApiError::Overloaded));
    }

    #[tokio::test]
    async fn what_runs_in_place_gives_its_place_back() {
        let work = work(1, 20);
        for _ in 0..30 {
            assert_eq!(work.run_queries(Effort::new(1, 0), |_| 7).await, Ok(7));
        }
        work.admit(20).expect("nothing is in flight");
    }

    #[tokio::test]
    async fn a_panic_in_a_job_is_an_internal_error_and_frees_its_place() {
        let work = work(1, 20);
        let permit = work.admit(20).expect("room");
        let outcome: Result<(), _> = work.run(permit, || panic!("a fault")).await;
        assert_eq!(outcome, Err(ApiError::Internal));
        let permit = work.admit(20).expect("room again");
        assert_eq!(work.run(permit, || 7).await, Ok(7), "the pool lives on");
    }
}
