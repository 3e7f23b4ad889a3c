//! Where match queries run, and how many may wait.
//!
//! | what | where |
//! |---|---|
//! | a single query of little work | where it stands, in turn |
//! | a single query that may be much work | the pool of single queries |
//! | a request of several queries, reading a long body | the pool of batches, whose threads stand back behind those of single queries |
//! | a stream | threads of its own, which take what the others leave |
//!
//! A hand-off to the pool costs some 10 µs, as much as a query: one that is little work runs where it
//! stands. Only one a core has its turn, and between two of them whatever came meanwhile is read, so that
//! what would wait too long ([`Line`]) is refused at once, not behind all queries that wait. An estimate
//! decides where a single query runs, and nothing else.

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
    /// Who sent the request that a task answers. Every route admits work, and none but the guard knows
    /// proxies, so it is not handed through all of them.
    static CLIENT: Client;
}

/// Runs the answer to a request of this client.
pub(super) async fn answering<T>(client: Client, answer: impl Future<Output = T>) -> T {
    CLIENT.scope(client, answer).await
}

/// The client whose request is being answered.
pub(crate) fn client() -> Client {
    CLIENT.try_with(|client| *client).unwrap_or_default()
}

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
    singles: Pool,
    batches: Pool,
    stream_threads: rayon::ThreadPool,
    /// Queries that are answered where they stand.
    inline_queue: Arc<Line>,
    /// Whose turn it is, first come, first served: one for each core.
    turns: Semaphore,
    streams: Arc<Streams>,
    shed: ShedCounts,
}

/// Threads, the admission to them, and the jobs that wait for one.
#[derive(Debug)]
struct Pool {
    threads: rayon::ThreadPool,
    line: Arc<Line>,
    waiting: Arc<Waiting>,
}

/// Work at a moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Queries admitted and not yet answered.
    pub(crate) queries: usize,
    pub(crate) streams: usize,
}

/// Queries of a request, as far as it decides where they run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Effort {
    /// One query of this time, as [`tamis_engine::query::estimated_micros`] has it.
    Single { micros: u64 },
    /// So many queries.
    Several(usize),
}

impl Effort {
    /// The effort of the queries of a request, given how to estimate the time of one.
    pub(crate) fn of<Q>(mut queries: impl Iterator<Item = Q>, micros: impl Fn(Q) -> u64) -> Self {
        match (queries.next(), queries.count()) {
            (None, _) => Self::Single { micros: 0 },
            (Some(only), 0) => Self::Single { micros: micros(only) },
            (Some(_), others) => Self::Several(1 + others),
        }
    }
}

impl Pool {
    /// Threads on which requests wait this long at most.
    fn new(threads: rayon::ThreadPool, delay_max: Duration) -> Self {
        let line = Line::new(threads.current_num_threads(), delay_max);
        Self { threads, line, waiting: Arc::default() }
    }
}

impl Work {
    /// Pools of this many threads each, on which requests wait this long at most.
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
                // The caller learns of a panic by the dropped sender; rayon's own way is to abort.
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

    /// The threads of streams, for work that cuts itself into short pieces.
    pub(crate) fn stream_pool(&self) -> &rayon::ThreadPool {
        &self.stream_threads
    }

    /// Admits a stream of queries, or sheds it.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when there are too many, of all clients or of this one.
    pub(crate) fn admit_stream(&self) -> Result<StreamPlace, ApiError> {
        self.streams.take(client(), 1).ok_or_else(|| self.shed(Reason::Streams))
    }

    /// Admits a file, which takes as many places as its memory is that of streams.
    ///
    /// # Errors
    /// As [`Self::admit_stream`].
    pub(crate) fn admit_file(&self) -> Result<StreamPlace, ApiError> {
        self.streams.take(client(), FILE_PLACES).ok_or_else(|| self.shed(Reason::Streams))
    }

    /// Sheds a request before it is read, where no single query would be admitted: reading it is most
    /// of what a refusal costs.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when a query would wait too long for its turn.
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
    /// As [`Self::run_queries`].
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
    /// Several spread over the pool when nothing else is on it. Otherwise one thread answers them all,
    /// which takes no more time of the processors: a thread that waited for the others would begin
    /// another request meanwhile, and the first would wait for all of that.
    ///
    /// # Errors
    /// [`ApiError::Overloaded`] when they would wait too long, or did, [`ApiError::Internal`] when the job
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
                        if is_alone { (Spread::OverPool, threads) } else { (Spread::Local, 1) };
                    let turn = Turn::of(client, spread, waiting, handle);
                    let (answered, took) = timed(|| job(&turn));
                    (answered, took.saturating_sub(turn.away() / threads))
                };
                self.run_on(&self.batches, queries, job).await
            }
        };
        // Whoever gave up does not hear of it.
        answered?.map_err(|GivenUp| ApiError::Internal)
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
        if records <= limits::SEARCH_IN_PLACE_RECORDS {
            return self.run_in_turn(job).await;
        }
        self.run(job).await
    }

    /// Runs a job where it stands, when it is its turn and all is read that came before that.
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
    /// As [`Self::run_queries`].
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_on(&self.singles, 1, || timed(job)).await
    }

    /// Admits the reading of a long body and runs it on the pool of batches.
    ///
    /// # Errors
    /// As [`Self::run_queries`].
    pub(crate) async fn run_reading<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_on(&self.batches, 1, || timed(read)).await
    }

    /// Runs a job on a pool that says how long it took. One whose request was given up still counts until
    /// it ends.
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
            // Declared in this order, so that a panic, too, leaves the line before the request hears
            // of it.
            let sender = sender;
            let admitted = admitted;
            if sender.is_closed() {
                // The request was given up while the job waited for a thread.
                return;
            }
            let result = match line.is_late(arrived.elapsed()) {
                true => None,
                false => Some(admitted.answer(job)),
            };
            // Nobody listens any more when the request was given up; that is not a fault.
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

/// The result of a job, and the time that it took.
fn timed<T>(job: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let result = job();
    (result, began.elapsed())
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::mpsc;

    use super::*;

    /// A pool of this many threads.
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
        assert_eq!(spread, Ok(Spread::Local));
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
