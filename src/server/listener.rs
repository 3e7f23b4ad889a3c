//! Accepts connections and serves them until the server stops.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper::{Request, Version};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;

use super::activity::{Activity, Watched};
use super::places::{Client, Full, Place, Places};
use super::tls::Tls;
use crate::api::http::error::ApiError;
use crate::api::http::held::{ConnectionBytes, HeldBytes};
use crate::api::http::limit::{PeerAddress, client_key, is_within};
use crate::api::http::metrics::{ConnectionCounts, Reason, ShedCounts};
use crate::limits;

/// Limits of connections.
#[derive(Debug, Clone)]
pub struct ConnectionSettings {
    /// Maximum number of connections at one time.
    pub most: usize,
    /// Maximum number of connections of one client address at one time; those of trusted proxies are
    /// not limited.
    pub most_of_client: usize,
    /// Addresses of proxies, whose connections carry requests of many clients.
    pub trusted_proxies: Vec<IpNet>,
    /// Time after which an answer is abandoned if the client takes nothing of it.
    pub write_timeout: Duration,
    /// Time for requests in progress to end after a stop.
    pub drain_timeout: Duration,
}

/// Metrics of the connections of an address.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    pub(super) connections: ConnectionCounts,
    pub(super) shed: ShedCounts,
}

/// Listens on an address and returns the actual one, since port 0 is any free one.
pub(super) fn bind(address: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Lets a restart bind while connections of the last run are still closing.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let listener = socket.listen(limits::LISTEN_BACKLOG)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Serves connections until `stop` completes. Then it stops accepting and drains requests in progress
/// for at most the configured time.
pub(super) async fn run(
    listener: TcpListener,
    router: Router,
    tls: Option<Arc<Tls>>,
    settings: ConnectionSettings,
    counts: Counts,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept_all(&listener, &router, tls, &settings, counts, &graceful) => {}
        () = stop => {}
    }
    // New connections are refused at once rather than left in the backlog.
    drop(listener);
    if tokio::time::timeout(settings.drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests still in work after the drain were cut off");
    }
}

async fn accept_all(
    listener: &TcpListener,
    router: &Router,
    tls: Option<Arc<Tls>>,
    settings: &ConnectionSettings,
    counts: Counts,
    graceful: &GracefulShutdown,
) {
    let places = Places::new(settings.most, settings.most_of_client, counts.connections);
    let held = HeldBytes::new(limits::HELD_BYTES_MAX, counts.shed.clone());
    let refusals = Arc::new(Semaphore::new(limits::REFUSALS_AT_ONCE));
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok((stream, peer)) => (with_nodelay(stream), peer.ip()),
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(limits::ACCEPT_RETRY_PAUSE).await;
                continue;
            }
        };
        let is_proxy = is_within(&settings.trusted_proxies, peer);
        let key = client_key(peer);
        match places.take(Client { key, is_proxy }) {
            Ok(place) => {
                let acceptor = tls.as_deref().map(Tls::acceptor);
                let peer = Peer { address: peer, held: held.connection(key) };
                let connection = Connection { peer, place, write_timeout: settings.write_timeout };
                let served =
                    serve(stream, acceptor, connection, router.clone(), graceful.watcher());
                tokio::spawn(served);
            }
            Err(Full) => {
                counts.shed.shed(Reason::Connections);
                // A TLS handshake costs more than most answers, so such a connection is closed without
                // one.
                if tls.is_none()
                    && let Ok(permit) = Arc::clone(&refusals).try_acquire_owned()
                {
                    tokio::spawn(refuse(stream, permit));
                }
            }
        }
    }
}

/// Sets `TCP_NODELAY`: answers are written in one piece, so waiting to fill a packet only delays them.
fn with_nodelay(stream: TcpStream) -> TcpStream {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    stream
}

struct Connection {
    peer: Peer,
    place: Place,
    write_timeout: Duration,
}

/// The remote end of a connection.
struct Peer {
    address: IpAddr,
    held: ConnectionBytes,
}

/// Serves a connection while it keeps its place.
async fn serve(
    stream: TcpStream,
    acceptor: Option<TlsAcceptor>,
    connection: Connection,
    router: Router,
    watcher: Watcher,
) {
    let Connection { peer, place, write_timeout } = connection;
    let (activity, held) = (&place.activity, peer.held.clone());
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(write_timeout));
    let stream = Watched { stream: Box::pin(stream), activity: Arc::clone(activity) };
    let served = async {
        match acceptor {
            None => serve_on(stream, peer, activity, router, watcher).await,
            // Clients without TLS, or without trust in the certificate; the text holds no part of a
            // request.
            Some(acceptor) => match acceptor.accept(stream).await {
                Ok(stream) => serve_on(stream, peer, activity, router, watcher).await,
                Err(error) => tracing::debug!(%error, "a connection could not be secured"),
            },
        }
    };
    tokio::select! {
        () = served => {}
        () = activity.over(write_timeout) => {
            tracing::debug!("connection closed: idle, slow to ask, or slow to take an answer");
        }
        () = held.over() => {
            tracing::warn!("connection closed: its client left too many bytes in memory");
        }
    }
}

/// Answers the requests on a stream.
async fn serve_on(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: Peer,
    activity: &Arc<Activity>,
    router: Router,
    watcher: Watcher,
) {
    let router = TowerToHyperService::new(router);
    let activity = Arc::clone(activity);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(peer.address));
        request.extensions_mut().insert(peer.held.clone());
        let work = activity.work(request.version() == Version::HTTP_2);
        let answer = router.call(request);
        async { answer.await.map(|answer| answer.map(|body| work.until_end_of(body))) }
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // The library's own time limit for heads would also close idle connections.
    let mut http1 = builder.http1();
    http1.timer(TokioTimer::new()).header_read_timeout(None);
    http1.max_buf_size(limits::CONNECTION_BUFFER_BYTES);
    builder.http2().timer(TokioTimer::new()).max_concurrent_streams(limits::HTTP2_STREAMS_MAX);
    let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
    if let Err(error) = watcher.watch(connection).await {
        // Clients that disconnect or send no HTTP; the text holds no part of a request.
        tracing::debug!(%error, "connection ended");
    }
}

/// Answers a single request of a connection without a place.
async fn refuse(stream: TcpStream, _permit: OwnedSemaphorePermit) {
    let service = service_fn(async |_: Request<Incoming>| {
        Ok::<_, Infallible>(ApiError::NoPlace.into_response())
    });
    let connection =
        http1::Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), service);
    // A client that is slow to send its request gets no answer.
    let _ = tokio::time::timeout(limits::REFUSAL_TIME_MAX, connection).await;
}
