//! Accounts for the bytes of requests and answers in memory by client, and selects the connection to
//! end when they are too many.
//!
//! Clients may refuse to take their answers. Under HTTP/2 one connection can make a hundred requests
//! and grant each a window of one byte. Each further connection can hold as much until its time limit.
//! So bytes in memory are counted from the time they are read or written until the last one is freed.
//! The count covers a queue of the service, the compressor and the buffer of the connection.
//!
//! A client may hold as many bytes as are free: a first one half of all, a second one half of the rest
//! (dynamic thresholds, Choudhury and Hahne 1998). Beyond that, the client's connection that holds the
//! most is ended. Streamed bodies of files and streams have limits of their own.

use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use ahash::AHashMap;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use super::by_client::ByClient;
use super::metrics::{Reason, ShedCounts};

/// The bytes of all connections of a listener.
#[derive(Debug)]
pub(crate) struct HeldBytes {
    most: usize,
    shed: ShedCounts,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    by_client: ByClient<IpAddr>,
    /// The connections that hold bytes, by number.
    connections: AHashMap<u64, Holder>,
    next: u64,
}

#[derive(Debug)]
struct Holder {
    client: IpAddr,
    bytes: usize,
    end: Arc<Notify>,
}

/// The bytes of one connection. Clones refer to the same connection.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionBytes {
    all: Arc<HeldBytes>,
    client: IpAddr,
    number: u64,
    end: Arc<Notify>,
}

/// Accounted bytes in memory; released on drop.
#[derive(Debug)]
pub(crate) struct Held {
    connection: ConnectionBytes,
    bytes: usize,
}

impl HeldBytes {
    /// An account of at most `most` bytes in all.
    pub(crate) fn new(most: usize, shed: ShedCounts) -> Arc<Self> {
        Arc::new(Self { most, shed, state: Mutex::default() })
    }

    /// Registers a new connection of a client; it holds nothing.
    pub(crate) fn connection(self: &Arc<Self>, client: IpAddr) -> ConnectionBytes {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        ConnectionBytes { all: Arc::clone(self), client, number, end: Arc::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Ends the client's connection that holds the most. Its bytes no longer count: they are about to
    /// be freed.
    fn end_one_of(&mut self, client: IpAddr) {
        let own = self.connections.iter().filter(|(_, holder)| holder.client == client);
        let largest = own.max_by_key(|(number, holder)| (holder.bytes, **number));
        let Some(number) = largest.map(|(number, _)| *number) else { return };
        if let Some(holder) = self.connections.remove(&number) {
            self.by_client.remove(&client, holder.bytes);
            holder.end.notify_one();
        }
    }
}

impl ConnectionBytes {
    /// Counts bytes until the returned guard is dropped.
    pub(crate) fn hold(&self, bytes: usize) -> Held {
        self.add(bytes);
        Held { connection: self.clone(), bytes }
    }

    /// Completes when the connection must be closed: its client holds too much, and most of it on this
    /// one.
    pub(crate) async fn over(&self) {
        self.end.notified().await;
    }

    fn add(&self, bytes: usize) {
        let mut state = self.all.state();
        state.by_client.add(self.client, bytes);
        let holder = || Holder { client: self.client, bytes: 0, end: Arc::clone(&self.end) };
        state.connections.entry(self.number).or_insert_with(holder).bytes += bytes;
        while state.by_client.of(&self.client) + state.by_client.total() > self.all.most {
            state.end_one_of(self.client);
            self.all.shed.shed(Reason::HeldBytes);
        }
    }

    fn give_back(&self, bytes: usize) {
        let mut state = self.all.state();
        // An ended connection no longer holds anything.
        let Some(holder) = state.connections.get_mut(&self.number) else { return };
        let bytes = bytes.min(holder.bytes);
        holder.bytes -= bytes;
        if holder.bytes == 0 {
            state.connections.remove(&self.number);
        }
        state.by_client.remove(&self.client, bytes);
    }
}

impl Held {
    /// Adds further bytes.
    pub(crate) fn grow(&mut self, bytes: usize) {
        self.connection.add(bytes);
        self.bytes += bytes;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.connection.give_back(self.bytes);
    }
}

tokio::task_local! {
    /// The connection of the request that the current task answers.
    static CONNECTION: Option<ConnectionBytes>;
}

/// Runs the answer to a request of this connection, with the connection set for the task.
pub(crate) async fn answering<T>(
    connection: Option<ConnectionBytes>,
    answer: impl Future<Output = T>,
) -> T {
    CONNECTION.scope(connection, answer).await
}

/// Counts bytes for the current request; `None` if the request has no connection.
pub(crate) fn hold(bytes: usize) -> Option<Held> {
    CONNECTION.try_with(|own| own.as_ref().map(|own| own.hold(bytes))).ok().flatten()
}

/// Wraps the body of an answer so that its bytes are counted if it is wholly in memory.
pub(crate) fn counted(body: Body) -> CountedBody {
    let length = HttpBody::size_hint(&body).exact().and_then(|length| usize::try_from(length).ok());
    CountedBody { held: length.filter(|length| *length > 0).and_then(hold), body }
}

/// See [`counted`].
#[derive(Debug)]
pub(crate) struct CountedBody {
    body: Body,
    /// Held until the body is handed over.
    held: Option<Held>,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let Some(held) = self.held.take() else { return Poll::Ready(frame) };
        // A body of known length is a single piece.
        Poll::Ready(
            frame.map(|frame| frame.map(|frame| frame.map_data(|bytes| with_guard(bytes, held)))),
        )
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes with a guard that is dropped with their last clone.
pub(crate) fn with_guard<G: Send + 'static>(bytes: Bytes, guard: G) -> Bytes {
    Bytes::from_owner(Guarded { bytes, _guard: guard })
}

struct Guarded<G> {
    bytes: Bytes,
    _guard: G,
}

impl<G> AsRef<[u8]> for Guarded<G> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 1000;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    fn held() -> Arc<HeldBytes> {
        HeldBytes::new(MOST, ShedCounts::default())
    }

    fn total(all: &HeldBytes) -> usize {
        all.state().by_client.total()
    }

    fn is_over(connection: &ConnectionBytes) -> bool {
        use futures_util::FutureExt;
        connection.over().now_or_never().is_some()
    }

    #[test]
    fn a_client_holds_no_more_than_is_free() {
        let all = held();
        let [first, second] = [1, 2].map(|number| all.connection(client(number)));
        let _half = first.hold(MOST / 2);
        assert!(!is_over(&first));
        let quarter = second.hold(MOST / 4);
        assert!(!is_over(&second));
        drop(second.hold(1));
        assert!(is_over(&second) && !is_over(&first));
        assert_eq!(total(&all), MOST / 2);
        drop(quarter);
        assert_eq!(total(&all), MOST / 2, "given back once");
    }

    #[test]
    fn the_connection_that_holds_the_most_ends() {
        let all = held();
        let [small, large, last] = [1, 1, 1].map(|number| all.connection(client(number)));
        let _kept = [small.hold(MOST / 10 + 2), large.hold(MOST / 5), last.hold(MOST / 10)];
        let _more = last.hold(MOST / 10 - 1);
        assert_eq!([&small, &large, &last].map(is_over), [false, true, false]);
        assert_eq!(total(&all), 3 * MOST / 10 + 1);
    }

    #[test]
    fn what_is_dropped_leaves_nothing() {
        let all = held();
        let connection = all.connection(client(1));
        let mut request = connection.hold(1);
        request.grow(9);
        assert_eq!(total(&all), 10);
        drop(request);
        assert_eq!((total(&all), all.state().connections.len()), (0, 0));
    }

    #[tokio::test]
    async fn an_answer_counts_until_its_last_byte_is_freed() {
        let all = held();
        let make = async { counted(Body::from(vec![7; 100])) };
        let mut body = answering(Some(all.connection(client(1))), make).await;
        assert_eq!((total(&all), body.size_hint().exact()), (100, Some(100)));
        let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let mut bytes = frame.expect("a frame").expect("no error").into_data().expect("data");
        let last = bytes.split_off(99);
        drop((body, bytes));
        assert_eq!(total(&all), 100, "a slice keeps all of it");
        assert_eq!(&last[..], [7]);
        drop(last);
        assert_eq!(total(&all), 0);
    }
}
