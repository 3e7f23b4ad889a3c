//! Threads that answer match queries, and admission control.
//!
//! | work | runs on |
//! |---|---|
//! | a cheap single query | its own thread, one turn at a time |
//! | an expensive single query | the pool of single queries |
//! | a request of several queries, reading a long body | the pool of batches, whose threads have lower priority |
//! | a stream | threads of its own, with the lowest priority |
//!
//! A hand-off to the pool costs some 10 µs, as much as a query, so a cheap one runs on the thread that
//! read it. Each core runs one at a time and reads new requests between two of them. So a request that
//! would wait too long ([`Line`]) is refused at once, not behind all waiting queries. The estimate of a
//! query's cost only decides where it runs.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};
use tokio::time::Instant;

use super::error::ApiError;
use super::line::{Client, Line};
use super::metrics::{Reason, ShedCounts};
use super::streams::{StreamPlace, Streams};
use super::turns::{Asker, GivenUp, Spread, Turn, Waiting};
use crate::limits::{self, FILE_PLACES};

tokio::task_local! {
    /// Client of the request that a task answers. Every route admits work and only the guard knows
    /// proxies, so the client is task-local rather than passed through all routes.
    static CLIENT: Client;
}

/// Runs the answer to a request of this client, with the client set for the task.
pub(super) async fn answering<T>(client: Client, answer: impl Future<Output = T>) -> T {
    CLIENT.scope(client, answer).await
}

/// The client whose request is being answered.
pub(crate) fn client() -> Client {
    CLIENT.try_with(|client| *client).unwrap_or_default()
}

/// Failure to start the workers.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {threads} worker threads: {source}")]
pub struct WorkError {
    threads: usize,
    source: rayon::ThreadPoolBuildError,
}

/// The pools and their admission control.
#[derive(Debug)]
pub struct Work {
    singles: Pool,
    batches: Pool,
    stream_threads: rayon::ThreadPool,
    /// Queries answered on the thread that read them.
    inline_queue: Arc<Line>,
    /// Permits for queries in turn, first come, first served: one per core.
    turns: Semaphore,
    streams: Arc<Streams>,
    shed: ShedCounts,
}

/// Threads, their admission control, and the waiting jobs.
#[derive(Debug)]
struct Pool {
    threads: rayon::ThreadPool,
    line: Arc<Line>,
    waiting: Arc<Waiting>,
}

/// The load at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Queries admitted and not yet answered.
    pub(crate) queries: usize,
    pub(crate) streams: usize,
}

/// Estimated cost of the queries of a request, which decides where they run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Effort {
    /// One query of this time, from [`tamis_engine::query::estimated_micros`].
    Single { micros: u64 },
    /// This number of queries.
    Several(usize),
}

impl Effort {
    /// The effort of the queries of a request, from an estimate of each one's time.
    pub(crate) fn of<Q>(mut queries: impl Iterator<Item = Q>, micros: impl Fn(Q) -> u64) -> Self {
        match (queries.next(), queries.count()) {
            (None, _) => Self::Single { micros: 0 },
            (Some(only), 0) => Self::Single { micros: micros(only) },
            (Some(_), others) => Self::Several(1 + others),
        }
    }
}

impl Pool {
    /// A pool on which requests wait at most this long.
    fn new(threads: rayon::ThreadPool, delay_max: Duration) -> Self {
        let line = Line::new(threads.current_num_threads(), delay_max);
        Self { threads, line, waiting: Arc::default() }
    }
}

impl Work {
    /// Pools of this many threads each, on which requests wait at most this long.
    pub(crate) fn new(
        threads: usize,
        delay_max: Duration,
        shed: ShedCounts,
    ) -> Result<Self, WorkError> {
        let started = |name: &'static str, nice| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(move |number| format!("{name}-{number}"))
                .start_handler(move |_| give_way(nice))
                // The caller learns of a panic from the dropped sender; rayon's default is to abort.
                .panic_handler(|_| {})
                .build()
                .map_err(|source| WorkError { threads, source })
        };
        Ok(Self {
            singles: Pool::new(started("match", 0)?, delay_max),
            batches: Pool::new(started("batch", limits::BATCH_NICE)?, delay_max),
            stream_threads: started("stream", limits::STREAM_NICE)?,
            inline_queue: Line::new(cores(), delay_max / limits::TURN_DELAY_SHARE),
            turns: Semaphore::new(cores()),
            streams: Arc::default(),
            shed,
        })
    }

    pub(crate) fn load(&self) -> Load {
        let lines = [&self.singles.line, &self.batches.line, &self.inline_queue];
        let queries = lines.map(|line| line.queries()).iter().sum();
        Load { queries, streams: self.streams.len() }
    }

    /// The threads of streams, for work that runs in short pieces.
    pub(crate) fn stream_pool(&self) -> &rayon::ThreadPool {
        &self.stream_threads
    }

    /// Admits a stream of queries, or sheds it.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] if there are too many, of all clients or of this one.
    pub(crate) fn admit_stream(&self) -> Result<StreamPlace, ApiError> {
        self.streams.take(client(), 1).ok_or_else(|| self.shed(Reason::Streams))
    }

    /// Admits a file. It takes as many places as streams that need the same memory.
    ///
    /// # Errors
    /// Those of [`Self::admit_stream`].
    pub(crate) fn admit_file(&self) -> Result<StreamPlace, ApiError> {
        self.streams.take(client(), FILE_PLACES).ok_or_else(|| self.shed(Reason::Streams))
    }

    /// Sheds a request before its body is read, if no single query would be admitted. Reading is most
    /// of the cost of a refusal.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] if a query would wait too long for its turn.
    pub(crate) fn has_room(&self) -> Result<(), ApiError> {
        if self.inline_queue.has_room(client()) { Ok(()) } else { Err(self.shed(Reason::Work)) }
    }

    fn shed(&self, reason: Reason) -> ApiError {
        self.shed.shed(reason);
        ApiError::Overloaded
    }

    /// Admits one query of an estimated time and runs the job that answers it.
    ///
    /// # Errors
    /// Those of [`Self::run_queries`].
    pub(crate) async fn run_query<T: Send + 'static>(
        &self,
        micros: u64,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if micros <= limits::MATCH_IN_PLACE_MICROS {
            return self.run_in_turn(job).await;
        }
        self.run(job).await
    }

    /// Admits the queries of one request and runs the job that answers them all.
    ///
    /// The queries run in parallel if the pool is idle. Otherwise one thread answers them all, which
    /// takes no more processor time. A thread that waited for the others would begin another request
    /// meanwhile, and the first request would wait for that one.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] if they would wait too long, or did. [`ApiError::Internal`] if the job
    /// panics on the pool.
    pub(crate) async fn run_queries<T: Send + 'static>(
        &self,
        effort: Effort,
        job: impl FnOnce(&Turn) -> Result<T, GivenUp> + Send + 'static,
    ) -> Result<T, ApiError> {
        let answered = match effort {
            Effort::Single { micros } => self.run_query(micros, || job(&Turn::whole())).await,
            Effort::Several(queries) => {
                let Pool { threads, line, waiting } = &self.batches;
                let threads = threads.current_num_threads() as u32;
                let (line, waiting, client) = (Arc::clone(line), Arc::clone(waiting), client());
                let asker = Asker::default();
                let handle = asker.handle();
                let job = move || {
                    let is_alone = line.queries() == queries;
                    let (spread, threads) =
                        if is_alone { (Spread::OverPool, threads) } else { (Spread::Inline, 1) };
                    let turn = Turn::of(client, spread, waiting, handle);
                    let (answered, took) = timed(|| job(&turn));
                    (answered, took.saturating_sub(turn.away() / threads))
                };
                self.run_on(&self.batches, queries, job).await
            }
        };
        // The caller of a cancelled request does not see this error.
        answered?.map_err(|GivenUp| ApiError::Internal)
    }

    /// Admits a search over a number of records and runs it. Up to [`limits::SEARCH_IN_PLACE_RECORDS`]
    /// it runs on this thread.
    ///
    /// # Errors
    /// Those of [`Self::run_queries`].
    pub(crate) async fn run_search<T: Send + 'static>(
        &self,
        records: usize,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        if records <= limits::SEARCH_IN_PLACE_RECORDS {
            return self.run_in_turn(job).await;
        }
        self.run(job).await
    }

    /// Runs a job on this thread when it is its turn, after reading all requests that arrived before.
    async fn run_in_turn<T>(&self, job: impl FnOnce() -> T) -> Result<T, ApiError> {
        let admitted =
            self.inline_queue.admit(client(), 1).ok_or_else(|| self.shed(Reason::Work))?;
        let turn = self.turns.acquire().await;
        tokio::task::yield_now().await;
        let result = admitted.answer(|| timed(job));
        drop(turn);
        Ok(result)
    }

    /// Admits a job that answers a request of its own and runs it on the pool of single queries.
    ///
    /// # Errors
    /// Those of [`Self::run_queries`].
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_on(&self.singles, 1, || timed(job)).await
    }

    /// Admits the reading of a long body and runs it on the pool of batches.
    ///
    /// # Errors
    /// Those of [`Self::run_queries`].
    pub async fn run_reading<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_on(&self.batches, 1, || timed(read)).await
    }

    /// Runs a job that returns its time on a pool. A job of a cancelled request counts until it ends.
    async fn run_on<T: Send + 'static>(
        &self,
        pool: &Pool,
        queries: usize,
        job: impl FnOnce() -> (T, Duration) + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = oneshot::channel();
        let line = Arc::clone(&pool.line);
        let admitted = line.admit(client(), queries).ok_or_else(|| self.shed(Reason::Work))?;
        let arrived = Instant::now();
        let job = move || {
            // Declared in this order so that, even on a panic, the job leaves the queue before the
            // request learns of it.
            let sender = sender;
            let admitted = admitted;
            if sender.is_closed() {
                // The request was cancelled while the job waited for a thread.
                return;
            }
            let result = match line.is_late(arrived.elapsed()) {
                true => None,
                false => Some(admitted.answer(job)),
            };
            // The receiver is gone if the request was cancelled; this is not an error.
            let _ = sender.send(result);
        };
        pool.waiting.push(client(), Box::new(job));
        let waiting = Arc::clone(&pool.waiting);
        pool.threads.spawn(move || waiting.run_next());
        match receiver.await {
            Ok(Some(result)) => Ok(result),
            Ok(None) => Err(self.shed(Reason::Late)),
            Err(_) => Err(ApiError::Internal),
        }
    }
}

/// The result of a job, and its time.
fn timed<T>(job: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = job();
    (result, began.elapsed())
}

/// Number of threads that answer requests directly.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Lowers the priority of this thread by a number of steps of `nice`. On systems other than Linux that
/// would affect the whole process.
pub(crate) fn give_way(steps: i32) {
    #[cfg(target_os = "linux")]
    if steps > 0
        && let Err(error) = rustix::process::nice(steps)
    {
        tracing::warn!(%error, "a thread cannot yield to others");
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    fn work(threads: usize) -> Work {
        let delay_max = limits::QUEUE_DELAY_DEFAULT;
        Work::new(threads, delay_max, ShedCounts::default()).expect("threads")
    }

    fn is_on_pool() -> bool {
        let current = std::thread::current();
        current
            .name()
            .is_some_and(|name| ["match-", "batch-"].iter().any(|of| name.starts_with(of)))
    }

    #[tokio::test]
    async fn a_single_query_runs_where_it_stands_unless_it_may_be_much_work() {
        let work = work(1);
        let most = limits::MATCH_IN_PLACE_MICROS;
        for (effort, on_pool) in [
            (Effort::Single { micros: 0 }, false),
            (Effort::Single { micros: most }, false),
            (Effort::Single { micros: most + 1 }, true),
            (Effort::Several(2), true),
        ] {
            let ran = work.run_queries(effort, |_| Ok(is_on_pool())).await;
            assert_eq!(ran, Ok(on_pool), "{effort:?}");
        }
    }

    #[test]
    fn the_time_of_several_queries_is_not_estimated() {
        let of = |queries: &[u64]| format!("{:?}", Effort::of(queries.iter(), |micros| *micros));
        assert_eq!(of(&[]), "Single { micros: 0 }");
        assert_eq!(of(&[7]), "Single { micros: 7 }");
        let unasked = |_: &u64| panic!("nobody asks");
        assert!(matches!(Effort::of([1, 2, 3].iter(), unasked), Effort::Several(3)));
    }

    #[tokio::test]
    async fn several_queries_spread_over_the_pool_when_nothing_else_is_on_it() {
        let (work, twenty) = (&work(2), Effort::Several(20));
        assert_eq!(work.run_queries(twenty, |turn| Ok(turn.spread)).await, Ok(Spread::OverPool));
        let (release, held) = mpsc::channel::<()>();
        let other = work.run_reading(move || held.recv());
        let asked = async {
            let spread = work.run_queries(twenty, |turn| Ok(turn.spread)).await;
            drop(release);
            spread
        };
        let (_, spread) = tokio::join!(other, asked);
        assert_eq!(spread, Ok(Spread::Inline));
    }

    #[tokio::test]
    async fn a_search_goes_to_the_pool_from_a_number_of_records_on() {
        let work = work(1);
        let most = limits::SEARCH_IN_PLACE_RECORDS;
        for (records, on_pool) in [(0, false), (most, false), (most + 1, true)] {
            assert_eq!(work.run_search(records, is_on_pool).await, Ok(on_pool), "{records}");
        }
    }

    #[tokio::test]
    async fn a_single_query_waits_for_no_request_of_several() {
        let work = &work(1);
        let (release, held) = mpsc::channel::<()>();
        let several = work.run_queries(Effort::Several(20), move |_| Ok(held.recv()));
        let much = Effort::Single { micros: limits::MATCH_IN_PLACE_MICROS + 1 };
        let single = async {
            let answered = work.run_queries(much, |_| Ok(7)).await;
            drop(release);
            answered
        };
        let (several, single) = tokio::join!(several, single);
        assert_eq!((several.map(drop), single), (Ok(()), Ok(7)));
    }

    #[tokio::test]
    async fn queries_of_a_request_that_was_given_up_are_not_begun() {
        let work = work(1);
        let (begins, mut begun) = tokio::sync::mpsc::unbounded_channel();
        let (release, held) = mpsc::channel::<()>();
        let held = std::sync::Mutex::new(held);
        let asked = work.run_queries(Effort::Several(20), move |turn| {
            turn.answers(&[0; 20], |_| {
                begins.send(()).expect("somebody listens");
                held.lock().expect("no panic").recv().expect("it is released");
            })
        });
        tokio::select! {
            _ = asked => panic!("it is held"),
            first = begun.recv() => assert_eq!(first, Some(())),
        }
        release.send(()).expect("a query waits");
        assert_eq!(work.run_reading(|| ()).await, Ok(()), "the thread is free");
        assert_eq!(begun.recv().await, None, "no other was begun");
    }

    #[tokio::test]
    async fn clients_take_turns() {
        let work = &work(1);
        let (release, held) = mpsc::channel::<()>();
        let (order, begun) = mpsc::channel();
        let asks = |name: &'static str, client: u8| {
            let order = order.clone();
            let client = Some(IpAddr::from([192, 0, 2, client]));
            let job = move |_: &Turn| {
                order.send(name).expect("somebody listens");
                Ok(())
            };
            answering(client, work.run_queries(Effort::Several(2), job))
        };
        let first = work.run_reading(move || held.recv());
        let (a, b, c, d) = (asks("a", 1), asks("a again", 1), asks("a once more", 1), asks("b", 2));
        let release = async { drop(release) };
        let (_, a, b, c, d, ()) = tokio::join!(first, a, b, c, d, release);
        assert_eq!([a, b, c, d], [Ok(()), Ok(()), Ok(()), Ok(())]);
        drop(order);
        let begun: Vec<_> = begun.iter().collect();
        assert_eq!(begun, ["a", "b", "a again", "a once more"]);
    }

    #[tokio::test]
    async fn what_waited_far_too_long_is_shed() {
        let delay_max = limits::LATE_WAIT_MIN / limits::LATE_FACTOR;
        let work = &Work::new(1, delay_max, ShedCounts::default()).expect("threads");
        let (release, held) = mpsc::channel::<()>();
        let first = work.run(move || held.recv());
        let late = work.run(|| ());
        let release = async {
            tokio::time::sleep(delay_max * (limits::LATE_FACTOR + 1)).await;
            drop(release);
        };
        let (_, late, ()) = tokio::join!(first, late, release);
        assert_eq!(late, Err(ApiError::Overloaded));
    }

    #[tokio::test]
    async fn what_runs_in_place_leaves_the_line() {
        let work = work(1);
        for _ in 0..30 {
            let one = Effort::Single { micros: 0 };
            assert_eq!(work.run_queries(one, |_| Ok(7)).await, Ok(7));
        }
        assert_eq!(work.load().queries, 0);
    }

    #[tokio::test]
    async fn a_panic_in_a_job_is_an_internal_error_and_leaves_the_line() {
        let work = work(1);
        let outcome: Result<(), _> = work.run(|| panic!("a fault")).await;
        assert_eq!(outcome, Err(ApiError::Internal));
        assert_eq!(work.load().queries, 0);
        assert_eq!(work.run(|| 7).await, Ok(7), "the pool lives on");
    }
}
