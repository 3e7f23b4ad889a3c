//! Where match queries run, and how many may at once.
//!
//! A hand-off to the pool costs some 10 µs, as much as a query: a single one that is little work
//! runs where it stands. One that may be much work would hold a thread that many connections share,
//! so it goes to the pool, and so do several, which spread over it when it is idle. More than the
//! admitted number are turned away at once, before their latency grows for everyone.

use std::sync::Arc;

use rayon::prelude::*;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

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

/// The pool and its admission.
#[derive(Debug)]
pub struct Work {
    pool: rayon::ThreadPool,
    admission: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    /// Queries admitted at once.
    admitted: usize,
    shed: ShedCounts,
}

/// What is in work at a moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) queries: usize,
    pub(crate) streams: usize,
}

/// The right to run a number of queries; given back when dropped.
#[derive(Debug)]
pub struct Permit {
    _queries: OwnedSemaphorePermit,
}

/// The right to answer a stream; given back when dropped.
#[derive(Debug)]
pub(crate) struct StreamPlace {
    _place: OwnedSemaphorePermit,
}

impl Work {
    /// A pool of this many threads that admits this many queries, at least one full request.
    pub(crate) fn new(
        threads: usize,
        queries_in_flight_max: usize,
        shed: ShedCounts,
    ) -> Result<Self, WorkError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("match-{number}"))
            // The caller learns of a panic by the dropped sender; rayon's own way is to abort.
            .panic_handler(|_| {})
            .build()
            .map_err(|source| WorkError { threads, source })?;
        let admitted =
            queries_in_flight_max.clamp(limits::QUERIES_PER_REQUEST, Semaphore::MAX_PERMITS);
        let streams = Arc::new(Semaphore::new(limits::STREAMS_MAX));
        Ok(Self { pool, admission: Arc::new(Semaphore::new(admitted)), streams, admitted, shed })
    }

    /// What is in work now.
    pub(crate) fn load(&self) -> Load {
        Load {
            queries: self.admitted - self.admission.available_permits(),
            streams: limits::STREAMS_MAX - self.streams.available_permits(),
        }
    }

    /// The pool, for work that cuts itself into short pieces.
    pub(crate) fn pool(&self) -> &rayon::ThreadPool {
        &self.pool
    }

    /// Admits a stream of queries, or sheds it.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when there are too many.
    pub(crate) fn admit_stream(&self) -> Result<StreamPlace, ApiError> {
        let place = Arc::clone(&self.streams).try_acquire_owned();
        let place = place.map_err(|_| self.shed(Reason::Streams))?;
        Ok(StreamPlace { _place: place })
    }

    /// Admits a request with this many queries, or sheds it.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when too many are in flight.
    pub fn admit(&self, queries: usize) -> Result<Permit, ApiError> {
        let count = u32::try_from(queries).unwrap_or(u32::MAX);
        let admission = Arc::clone(&self.admission);
        let permit = admission.try_acquire_many_owned(count);
        let permit = permit.map_err(|_| self.shed(Reason::Work))?;
        Ok(Permit { _queries: permit })
    }

    fn shed(&self, reason: Reason) -> ApiError {
        self.shed.shed(reason);
        ApiError::Overloaded
    }

    /// Admits the queries of one request and runs the job that answers them all: several on the
    /// pool, a single one where it stands when it is estimated at no more than
    /// [`limits::MATCH_IN_PLACE_STEPS`].
    ///
    /// Several spread over the pool when nothing else is in flight. Otherwise one thread answers
    /// them all, which takes no more time of the processors: a thread that waited for the others
    /// would begin another request meanwhile, and the first would wait for all of that.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when too many are in flight, [`ApiError::Internal`] when the job
    /// panics on the pool.
    pub(crate) async fn run_queries<T: Send + 'static>(
        &self,
        queries: usize,
        steps: u64,
        job: impl FnOnce(Spread) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if queries > 1 {
            let permit = self.admit(queries)?;
            let (admission, alone) = (Arc::clone(&self.admission), self.admitted - queries);
            let job = move || match admission.available_permits() {
                free if free == alone => job(Spread::OverPool),
                _ => job(Spread::Here),
            };
            return self.run(permit, job).await;
        }
        self.run_one(steps <= limits::MATCH_IN_PLACE_STEPS, || job(Spread::Here)).await
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
        self.run_one(records <= limits::SEARCH_IN_PLACE_RECORDS, job).await
    }

    async fn run_one<T: Send + 'static>(
        &self,
        in_place: bool,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.admit(1)?;
        if !in_place {
            return self.run(permit, job).await;
        }
        let result = job();
        drop(permit);
        Ok(result)
    }

    /// Runs a job on the pool. The permit stays with the job: one whose request was given up
    /// still counts until it ends.
    ///
    /// # Errors
    /// [`ApiError::Internal`] when the job panics.
    pub async fn run<T: Send + 'static>(
        &self,
        permit: Permit,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = oneshot::channel();
        self.pool.spawn(move || {
            // Declared in this order, so that a panic, too, gives the place back before the
            // request hears of it.
            let sender = sender;
            let permit = permit;
            if sender.is_closed() {
                // The request was given up while the job waited for a thread.
                return;
            }
            let result = job();
            drop(permit);
            // Nobody listens any more when the request was given up; that is not a fault.
            let _ = sender.send(result);
        });
        receiver.await.map_err(|_| ApiError::Internal)
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
    use super::{ApiError, ShedCounts, Spread, Work, limits};

    fn pool(threads: usize, queries_in_flight_max: usize) -> Work {
        Work::new(threads, queries_in_flight_max, ShedCounts::default()).expect("threads")
    }

    #[test]
    fn work_over_the_limit_is_shed_until_some_ends() {
        let work = pool(1, 30);
        let first = work.admit(20).expect("room for thirty");
        assert_eq!(work.admit(11).map(drop), Err(ApiError::Overloaded));
        work.admit(10).expect("exactly full");
        drop(first);
        work.admit(20).expect("room again");
    }

    #[test]
    fn one_full_request_is_always_admitted() {
        pool(1, 1).admit(20).expect("a request of twenty");
    }

    /// Whether the thread that runs it is one of the pool's.
    fn is_on_pool() -> bool {
        std::thread::current().name().is_some_and(|name| name.starts_with("match-"))
    }

    #[tokio::test]
    async fn a_single_query_goes_to_the_pool_from_an_amount_of_work_on() {
        let work = pool(1, 20);
        let most = limits::MATCH_IN_PLACE_STEPS;
        for (queries, steps, on_pool) in [
            (1, 0, false),
            (1, most, false),
            (1, most + 1, true),
            (1, u64::MAX, true),
            (2, 0, true),
        ] {
            let ran = work.run_queries(queries, steps, |_| is_on_pool()).await;
            assert_eq!(ran, Ok(on_pool), "{queries} queries, {steps} steps");
        }
    }

    #[tokio::test]
    async fn several_queries_spread_over_the_pool_when_nothing_else_is_in_flight() {
        let work = pool(2, 40);
        assert_eq!(work.run_queries(20, 0, |spread| spread).await, Ok(Spread::OverPool));
        let other = work.admit(1).expect("room");
        assert_eq!(work.run_queries(20, 0, |spread| spread).await, Ok(Spread::Here));
        drop(other);
        assert_eq!(work.run_queries(20, 0, |spread| spread).await, Ok(Spread::OverPool));
    }

    #[tokio::test]
    async fn a_search_goes_to_the_pool_from_a_number_of_records_on() {
        let work = pool(1, 20);
        let most = limits::SEARCH_IN_PLACE_RECORDS;
        for (records, on_pool) in [(0, false), (most, false), (most + 1, true)] {
            assert_eq!(work.run_search(records, is_on_pool).await, Ok(on_pool), "{records}");
        }
    }

    #[tokio::test]
    async fn what_runs_in_place_gives_its_place_back() {
        let work = pool(1, 20);
        for _ in 0..30 {
            assert_eq!(work.run_queries(1, 0, |_| 7).await, Ok(7));
        }
        work.admit(20).expect("nothing is in flight");
    }

    #[tokio::test]
    async fn a_panic_in_a_job_is_an_internal_error_and_frees_its_place() {
        let work = pool(1, 20);
        let permit = work.admit(20).expect("room");
        let outcome: Result<(), _> = work.run(permit, || panic!("a fault")).await;
        assert_eq!(outcome, Err(ApiError::Internal));
        let permit = work.admit(20).expect("room again");
        assert_eq!(work.run(permit, || 7).await, Ok(7), "the pool lives on");
    }
}
