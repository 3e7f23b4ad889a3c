//! What a connection is doing, told by the bytes that come and the requests in work: whether it may
//! lose its place to another one, and when its client has taken too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::limits;

/// The state of one connection, shared by what reads it, what answers it and what counts places.
#[derive(Debug)]
pub(super) struct Activity {
    state: Mutex<State>,
    dismissed: Notify,
}

#[derive(Debug, Clone, Copy)]
struct State {
    doing: Doing,
    /// When it began to.
    since: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    /// The head of a request is awaited that has begun to come, or that must be the first thing to.
    Head,
    /// A request is answered: its head is read, the end of its answer is not handed over.
    Work,
    /// Answered; the next request has not begun.
    Idle,
    /// Its place was given to another connection.
    Dismissed,
}

impl Activity {
    pub(super) fn new() -> Arc<Self> {
        let state = State { doing: Doing::Head, since: Instant::now() };
        Arc::new(Self { state: Mutex::new(state), dismissed: Notify::new() })
    }

    /// Since when nothing is in work on it; `None` while something is.
    pub(super) fn spare_since(&self) -> Option<Instant> {
        let state = *self.state();
        matches!(state.doing, Doing::Head | Doing::Idle).then_some(state.since)
    }

    /// Lets the connection end, unless something is in work by now; whether it ends.
    pub(super) fn dismiss(&self) -> bool {
        let mut state = self.state();
        if state.doing == Doing::Work {
            return false;
        }
        state.doing = Doing::Dismissed;
        self.dismissed.notify_one();
        true
    }

    /// Ends when the connection is to be closed: its place was given away, or its client took too
    /// long for the head of a request. Waiting for the next request is not too long.
    pub(super) async fn over(&self) {
        tokio::select! {
            () = self.dismissed.notified() => {}
            () = self.late() => {}
        }
    }

    /// One timer serves all requests of a connection: it is looked at again only when it fires.
    async fn late(&self) {
        loop {
            let State { doing, since } = *self.state();
            let now = Instant::now();
            let due = match doing {
                Doing::Head => since + limits::HEADER_READ_TIMEOUT,
                _ => now + limits::HEADER_READ_TIMEOUT,
            };
            if due <= now {
                return;
            }
            tokio::time::sleep_until(due).await;
        }
    }

    /// A request is in work until what is returned is dropped.
    pub(super) fn work(self: &Arc<Self>) -> InWork {
        self.change(|_| Some(Doing::Work));
        InWork(Arc::clone(self))
    }

    fn received(&self) {
        self.change(|doing| (doing == Doing::Idle).then_some(Doing::Head));
    }

    /// An answer that is still taken is no idle connection yet.
    fn sent(&self) {
        self.change(|doing| (doing == Doing::Idle).then_some(Doing::Idle));
    }

    fn change(&self, next: impl FnOnce(Doing) -> Option<Doing>) {
        let mut state = self.state();
        let doing = state.doing;
        if doing != Doing::Dismissed
            && let Some(doing) = next(doing)
        {
            *state = State { doing, since: Instant::now() };
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is answered; dropped with the end of its answer.
#[derive(Debug)]
pub(super) struct InWork(Arc<Activity>);

impl InWork {
    /// The body of an answer, which is in work until it was handed over.
    pub(super) fn until_end_of(self, body: Body) -> WorkingBody {
        WorkingBody { body, _work: self }
    }
}

impl Drop for InWork {
    fn drop(&mut self) {
        self.0.change(|_| Some(Doing::Idle));
    }
}

/// The body of an answer in work.
#[derive(Debug)]
pub(super) struct WorkingBody {
    body: Body,
    _work: InWork,
}

impl HttpBody for WorkingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that tells of the bytes that pass.
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
    use std::time::Duration;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);

    /// Whether a connection is to be closed after this time.
    async fn is_over_after(activity: &Activity, time: Duration) -> bool {
        tokio::time::timeout(time, activity.over()).await.is_ok()
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
        let work = activity.work();
        assert!(!is_over_after(&activity, 10 * limits::HEADER_READ_TIMEOUT).await);
        drop(work);
        assert!(!is_over_after(&activity, 10 * limits::HEADER_READ_TIMEOUT).await);
        activity.received();
        assert!(is_over_after(&activity, 2 * limits::HEADER_READ_TIMEOUT).await);
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_is_not_in_work_is_dismissed() {
        let activity = Activity::new();
        let work = activity.work();
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
        drop(activity.work());
        tokio::time::advance(MOMENT).await;
        activity.sent();
        assert_eq!(activity.spare_since(), Some(Instant::now()));
    }
}
