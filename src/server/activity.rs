//! State of a connection, derived from received bytes and requests in progress. It decides if the
//! connection may lose its place, and if its client is too slow.

use std::collections::BTreeMap;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::api::http::held::with_guard;
use crate::limits;

/// State of one connection, shared by its reader, its handlers and the count of places.
#[derive(Debug)]
pub(super) struct Activity {
    state: Mutex<State>,
    dismissed: Notify,
}

#[derive(Debug)]
struct State {
    doing: Doing,
    /// Start of the current state.
    since: Instant,
    /// Requests in progress: under HTTP/2 several at once.
    in_work: usize,
    /// True for HTTP/2, where received bytes need not belong to a head.
    is_multiplexed: bool,
    /// HTTP/2 answers that wait for their client, by number; `next` is the next number. Each answer has
    /// a flow control window of its own, so that writes of the connection never wait.
    untaken: BTreeMap<u64, Untaken>,
    next: u64,
}

/// Pieces of an answer that the client has not taken yet.
#[derive(Debug)]
struct Untaken {
    pieces: usize,
    /// Time at which the client last took a piece, or could first take one.
    since: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    /// Waiting for the rest of a head that has begun, or for the first one.
    Head,
    /// A request is in progress: its head is read, and its answer is not wholly handed over.
    Work,
    /// Answered; the next request has not begun.
    Idle,
    /// The place was given to another connection.
    Dismissed,
}

impl Activity {
    pub(super) fn new() -> Arc<Self> {
        let state = State {
            doing: Doing::Head,
            since: Instant::now(),
            in_work: 0,
            is_multiplexed: false,
            untaken: BTreeMap::new(),
            next: 0,
        };
        Arc::new(Self { state: Mutex::new(state), dismissed: Notify::new() })
    }

    /// Time since which no request is in progress; `None` while one is.
    pub(super) fn spare_since(&self) -> Option<Instant> {
        let state = self.state();
        matches!(state.doing, Doing::Head | Doing::Idle).then_some(state.since)
    }

    /// Ends the connection unless a request is in progress by now; returns true if it ends.
    pub(super) fn dismiss(&self) -> bool {
        let mut state = self.state();
        if state.doing == Doing::Work {
            return false;
        }
        state.doing = Doing::Dismissed;
        self.dismissed.notify_one();
        true
    }

    /// Completes when the connection is to be closed. Either its place was given away, or its client
    /// took too long for a head, or took nothing of an HTTP/2 answer for `write_timeout`. Waiting for
    /// the next request is no reason.
    pub(super) async fn over(&self, write_timeout: Duration) {
        tokio::select! {
            () = self.dismissed.notified() => {}
            () = self.late(write_timeout) => {}
        }
    }

    /// One timer serves all requests of a connection: the deadline is computed again only when it
    /// fires.
    async fn late(&self, write_timeout: Duration) {
        loop {
            let now = Instant::now();
            let due = self.state().due(write_timeout);
            if due.is_some_and(|due| due <= now) {
                return;
            }
            let next_look = now + limits::HEADER_READ_TIMEOUT.min(write_timeout);
            tokio::time::sleep_until(due.map_or(next_look, |due| due.min(next_look))).await;
        }
    }

    /// Marks a request as in progress until the returned guard is dropped.
    pub(super) fn work(self: &Arc<Self>, is_multiplexed: bool) -> InWork {
        let mut state = self.state();
        state.in_work += 1;
        state.is_multiplexed = is_multiplexed;
        state.turn_to(Doing::Work);
        let number = is_multiplexed.then_some(state.next);
        state.next += 1;
        drop(state);
        InWork { activity: Arc::clone(self), number }
    }

    fn received(&self) {
        let mut state = self.state();
        if state.doing == Doing::Idle && !state.is_multiplexed {
            state.turn_to(Doing::Head);
        }
    }

    /// Notes written bytes: a connection whose answer is still being taken is not idle yet.
    fn sent(&self) {
        let mut state = self.state();
        if state.doing == Doing::Idle {
            state.turn_to(Doing::Idle);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn turn_to(&mut self, doing: Doing) {
        if self.doing != Doing::Dismissed {
            (self.doing, self.since) = (doing, Instant::now());
        }
    }

    /// Time at which the client will have taken too long, from the current state.
    fn due(&self, write_timeout: Duration) -> Option<Instant> {
        let head = (self.doing == Doing::Head).then(|| self.since + limits::HEADER_READ_TIMEOUT);
        let untaken = self.untaken.values().map(|untaken| untaken.since).min();
        let untaken = untaken.map(|since| since + write_timeout);
        head.into_iter().chain(untaken).min()
    }
}

/// A request in progress; dropped when nothing of its answer is in memory.
#[derive(Debug)]
pub(super) struct InWork {
    activity: Arc<Activity>,
    /// Number of the answer under HTTP/2.
    number: Option<u64>,
}

impl InWork {
    /// The body of an answer, in progress until its last byte is written.
    pub(super) fn until_end_of(self, body: Body) -> WorkingBody {
        WorkingBody { body, rest: Bytes::new(), work: Arc::new(self) }
    }
}

impl Drop for InWork {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        state.in_work -= 1;
        if state.in_work == 0 {
            state.turn_to(Doing::Idle);
        }
    }
}

/// The body of an answer in progress, in pieces of at most [`limits::ANSWER_PIECE_BYTES`].
#[derive(Debug)]
pub(super) struct WorkingBody {
    body: Body,
    /// Remaining bytes of a piece of the body.
    rest: Bytes,
    work: Arc<InWork>,
}

impl HttpBody for WorkingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(bytes) => self.rest = bytes,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        let length = self.rest.len().min(limits::ANSWER_PIECE_BYTES);
        let offered = Offered::new(Arc::clone(&self.work));
        let piece = with_guard(self.rest.split_to(length), offered);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (of_body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(of_body.lower() + rest);
        if let Some(upper) = of_body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

/// A piece of an answer handed to the connection; dropped when it is written. A request for the next
/// piece does not prove that: under HTTP/2 a window of one byte is enough.
struct Offered(Arc<InWork>);

impl Offered {
    fn new(work: Arc<InWork>) -> Self {
        if let Some(number) = work.number {
            let now = Instant::now();
            let mut state = work.activity.state();
            state.untaken.entry(number).or_insert(Untaken { pieces: 0, since: now }).pieces += 1;
        }
        Self(work)
    }
}

impl Drop for Offered {
    fn drop(&mut self) {
        let Some(number) = self.0.number else { return };
        let mut state = self.0.activity.state();
        let Some(untaken) = state.untaken.get_mut(&number) else { return };
        untaken.pieces -= 1;
        untaken.since = Instant::now();
        if untaken.pieces == 0 {
            state.untaken.remove(&number);
        }
    }
}

/// A stream that reports the bytes read and written.
#[derive(Debug)]
pub(super) struct Watched<S> {
    pub(super) stream: S,
    pub(super) activity: Arc<Activity>,
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.activity.received();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.activity.sent();
        Poll::Ready(Ok(sent))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = ready!(Pin::new(&mut self.stream).poll_write_vectored(context, pieces))?;
        self.activity.sent();
        Poll::Ready(Ok(sent))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
    const MOMENT: Duration = Duration::from_millis(1);

    /// True if a connection is to be closed after this time.
    async fn is_over_after(activity: &Activity, time: Duration) -> bool {
        tokio::time::timeout(time, activity.over(WRITE_TIMEOUT)).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn the_head_of_a_request_has_its_time_and_no_more() {
        let first = Activity::new();
        tokio::time::advance(limits::HEADER_READ_TIMEOUT / 2).await;
        first.received();
        assert!(!is_over_after(&first, limits::HEADER_READ_TIMEOUT / 2 - MOMENT).await);
        assert!(is_over_after(&first, 2 * MOMENT).await, "whatever came of it");
    }

    #[tokio::test(start_paused = true)]
    async fn work_and_the_wait_for_the_next_request_may_last() {
        let activity = Activity::new();
        activity.received();
        let work = activity.work(false);
        assert!(!is_over_after(&activity, 10 * limits::HEADER_READ_TIMEOUT).await);
        drop(work);
        assert!(!is_over_after(&activity, 10 * limits::HEADER_READ_TIMEOUT).await);
        activity.received();
        assert!(is_over_after(&activity, 2 * limits::HEADER_READ_TIMEOUT).await);
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_is_not_in_work_is_dismissed() {
        let activity = Activity::new();
        let work = activity.work(false);
        assert_eq!((activity.spare_since(), activity.dismiss()), (None, false));
        drop(work);
        assert_eq!(activity.spare_since(), Some(Instant::now()));
        assert!(activity.dismiss());
        assert!(is_over_after(&activity, MOMENT).await);
        assert_eq!(activity.spare_since(), None, "it goes once");
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_still_taken_keeps_the_connection_fresh() {
        let activity = Activity::new();
        drop(activity.work(false));
        tokio::time::advance(MOMENT).await;
        activity.sent();
        assert_eq!(activity.spare_since(), Some(Instant::now()));
    }

    #[tokio::test(start_paused = true)]
    async fn requests_under_http_2_are_in_work_until_the_last_of_them_ends() {
        let activity = Activity::new();
        let (first, second) = (activity.work(true), activity.work(true));
        drop(first);
        assert_eq!((activity.spare_since(), activity.dismiss()), (None, false));
        drop(second);
        assert_eq!(activity.spare_since(), Some(Instant::now()));
        activity.received();
        let long = 10 * limits::HEADER_READ_TIMEOUT;
        assert!(!is_over_after(&activity, long).await, "what came need not be a head");
    }

    async fn piece(body: &mut WorkingBody) -> Option<Bytes> {
        let frame =
            std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
        frame.expect("no error").into_data().ok()
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_under_http_2_must_be_taken() {
        let activity = Activity::new();
        let text = vec![b' '; 2 * limits::ANSWER_PIECE_BYTES + 1];
        let mut answer = activity.work(true).until_end_of(Body::from(text.clone()));
        assert_eq!(answer.size_hint().exact(), Some(text.len() as u64));
        let first = piece(&mut answer).await.expect("a piece");
        let second = piece(&mut answer).await.expect("asked for ahead");
        assert_eq!((first.len(), second.len()), (limits::ANSWER_PIECE_BYTES, first.len()));
        assert!(!is_over_after(&activity, WRITE_TIMEOUT - MOMENT).await);
        drop(first);
        assert!(!is_over_after(&activity, WRITE_TIMEOUT - MOMENT).await, "a piece was taken");
        assert_eq!(answer.size_hint().exact(), Some(1));
        let last = piece(&mut answer).await.expect("the last byte");
        assert!(answer.is_end_stream() && piece(&mut answer).await.is_none());
        drop((answer, second));
        assert_eq!((last.len(), activity.spare_since()), (1, None), "it is in memory");
        assert!(!is_over_after(&activity, WRITE_TIMEOUT - MOMENT).await);
        assert!(is_over_after(&activity, 2 * MOMENT).await);
        drop(last);
        assert_eq!(activity.spare_since(), Some(Instant::now()));
        assert!(!is_over_after(&activity, 2 * WRITE_TIMEOUT).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_took_all_there_is_waits_for_more() {
        let activity = Activity::new();
        let mut answer = activity.work(true).until_end_of(Body::from("a line"));
        drop(piece(&mut answer).await);
        assert!(!is_over_after(&activity, 2 * WRITE_TIMEOUT).await);
    }
}
