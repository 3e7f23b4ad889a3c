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

use super::refusal::Explained;
use crate::api::limit::PeerAddress;
use crate::limits;

/// Serves connections until `stop` ends, then stops accepting and gives the requests in work
/// `drain_timeout` to end.
///
/// With `connections_max` connections in work the next one waits in the listen queue.
pub(super) async fn run(
    listener: TcpListener,
    router: Router,
    connections_max: usize,
    drain_timeout: Duration,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(connections_max));
    tokio::select! {
        () = accept_all(&listener, &router, &places, &graceful) => {}
        () = stop => {}
    }
    // New connections are refused at once rather than left in the queue.
    drop(listener);
    if tokio::time::timeout(drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests still in work after the drain were cut off");
    }
}

async fn accept_all(
    listener: &TcpListener,
    router: &Router,
    places: &Arc<Semaphore>,
    graceful: &GracefulShutdown,
) {
    // The semaphore is never closed, so a place is always granted in the end.
    while let Ok(place) = Arc::clone(places).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let (router, watcher) = (router.clone(), graceful.watcher());
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

async fn serve_connection(stream: TcpStream, peer: IpAddr, router: Router, watcher: Watcher) {
    // Answers are written in one piece; waiting to fill a packet would only delay them.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddress(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEADER_READ_TIMEOUT)
        .serve_connection(Explained::new(TokioIo::new(stream)), service);
    if let Err(error) = watcher.watch(connection).await {
        // Clients that vanish or send no HTTP; the text names no part of a request.
        tracing::debug!(%error, "connection ended");
    }
}
