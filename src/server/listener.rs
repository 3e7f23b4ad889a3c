//! Accepting connections and serving them until told to stop.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::api::http::limit::PeerAddress;
use crate::limits;

/// Limits of connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionSettings {
    /// Connections in work at one time; with so many the next one waits in the listen queue.
    pub most: usize,
    /// Time for which a client may take nothing of an answer that is being sent.
    pub write_timeout: Duration,
    /// Time for requests in work to end after a stop signal.
    pub drain_timeout: Duration,
}

/// Serves connections until `stop` ends, then stops accepting and gives the requests in work the
/// time of the settings to end.
pub(super) async fn run(
    listener: TcpListener,
    router: Router,
    settings: ConnectionSettings,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = accept_all(&listener, &router, settings, &graceful) => {}
        () = stop => {}
    }
    // New connections are refused at once rather than left in the queue.
    drop(listener);
    if tokio::time::timeout(settings.drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests still in work after the drain were cut off");
    }
}

async fn accept_all(
    listener: &TcpListener,
    router: &Router,
    settings: ConnectionSettings,
    graceful: &GracefulShutdown,
) {
    let places = Arc::new(Semaphore::new(settings.most));
    // The semaphore is never closed, so a place is always granted in the end.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let (router, watcher) = (router.clone(), graceful.watcher());
                let mut stream = TimeoutStream::new(with_nodelay(stream));
                stream.set_write_timeout(Some(settings.write_timeout));
                let connection = serve_connection(stream, peer.ip(), router, watcher);
                tokio::spawn(holding(place, connection));
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(limits::ACCEPT_RETRY_PAUSE).await;
            }
        }
    }
}

async fn holding(place: OwnedSemaphorePermit, connection: impl Future<Output = ()>) {
    connection.await;
    drop(place);
}

/// Answers are written in one piece; waiting to fill a packet would only delay them.
fn with_nodelay(stream: TcpStream) -> TcpStream {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    stream
}

async fn serve_connection(
    stream: TimeoutStream<TcpStream>,
    peer: IpAddr,
    router: Router,
    watcher: Watcher,
) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    if let Err(error) = watcher.watch(connection).await {
        // Clients that vanish or send no HTTP; the text names no part of a request.
        tracing::debug!(%error, "connection ended");
    }
}
