//! The running server: sockets, signals, and the snapshot that is swapped under them.
//!
//! | module | what it holds |
//! |---|---|
//! | `listener` | accepting connections, the drain at the end |
//! | `places` | who holds a place, and whose is given away when they are short |
//! | `activity` | what a connection is doing, and when its client takes too long |
//! | `admin` | the second address, for whoever watches the server |
//! | `watch` | looking at `CURRENT`, opening, checking and publishing what it names |
//! | `seen` | what decides whether a version is opened, refused or left alone |
//! | `fallback` | which version stands in for one that cannot be opened |
//! | `opening` | opening a version as one that may be served |
//! | `self_check` | what a snapshot must find before it is served, which also warms it |
//! | `registries` | the thread that counts the reference registries |
//! | [`logs`] | log lines, and what must never be in one |

mod activity;
mod admin;
mod fallback;
mod listener;
pub mod logs;
mod opening;
mod places;
mod registries;
mod seen;
mod self_check;
mod watch;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

pub use self::listener::ConnectionSettings;
use crate::api::http::service::{Service, ServiceSettings};
use crate::api::http::work::WorkError;
use crate::limits;
use admin::Admin;
use listener::Counts;
use registries::Counting;
use tamis_ingest::descriptions::DescriptionError;

/// What an operator chooses.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The folder with snapshots and `CURRENT`.
    pub snapshots: PathBuf,
    /// The folder with the descriptions of reference registries; none without.
    pub registries: Option<PathBuf>,
    /// Where to listen; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// Where to answer those who watch the server, besides; nowhere without.
    pub admin_listen: Option<SocketAddr>,
    /// Limits of requests.
    pub service: ServiceSettings,
    /// Limits of connections.
    pub connections: ConnectionSettings,
    /// How often `CURRENT` is looked at.
    pub poll_interval: Duration,
}

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("cannot handle signals: {0}")]
    Signals(std::io::Error),
    #[error("cannot start the thread of the second address: {0}")]
    Admin(std::io::Error),
    /// The workers cannot be started.
    #[error(transparent)]
    Work(#[from] WorkError),
    #[error("registries: {0}")]
    Registries(#[from] DescriptionError),
}

/// The addresses that are listened on.
#[derive(Debug, Clone, Copy)]
pub struct Addresses {
    pub service: SocketAddr,
    /// That of [`ServerSettings::admin_listen`].
    pub admin: Option<SocketAddr>,
}

/// Serves until SIGTERM or SIGINT, then lets requests in work end.
///
/// `announce` is called once with the addresses listened on, before the first connection is
/// accepted. The first snapshot is given [`limits::FIRST_LOAD_WAIT`] to load before that, so that
/// a small one answers from the first request on; a large one, or none, is waited for with 503.
///
/// # Errors
/// When the server cannot start; see [`ServerError`].
pub async fn serve(
    settings: ServerSettings,
    announce: impl FnOnce(Addresses),
) -> Result<(), ServerError> {
    let service = Arc::new(Service::new(settings.service)?);
    let counting = settings.registries.as_deref();
    let counting =
        counting.map(|folder| Counting::start(folder, Arc::clone(&service))).transpose()?;
    let listen =
        |address| listener::bind(address).map_err(|source| ServerError::Listen { address, source });
    let (listener, service_address) = listen(settings.listen)?;
    let admin = settings.admin_listen.map(listen).transpose()?;
    let mut terminate = signal(SignalKind::terminate()).map_err(ServerError::Signals)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(ServerError::Signals)?;
    let hangup = signal(SignalKind::hangup()).map_err(ServerError::Signals)?;

    let first_look = Arc::new(Notify::new());
    let watch = watch::Watch::new(settings.snapshots, Arc::clone(&service));
    tokio::spawn(watch.run(settings.poll_interval, hangup, Arc::clone(&first_look)));
    // Running out of time here only means to start without a snapshot.
    let _ = tokio::time::timeout(limits::FIRST_LOAD_WAIT, first_look.notified()).await;

    let addresses =
        Addresses { service: service_address, admin: admin.as_ref().map(|(_, address)| *address) };
    let admin = admin.map(|(listener, _)| Admin::start(listener, Arc::clone(&service)));
    let admin = admin.transpose().map_err(ServerError::Admin)?;
    announce(addresses);
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => tracing::info!("SIGTERM: draining"),
            _ = interrupt.recv() => tracing::info!("SIGINT: draining"),
        }
    };
    let metrics = &service.metrics;
    let counts = Counts { connections: metrics.connections.clone(), shed: metrics.shed.clone() };
    let router = crate::api::router(service);
    listener::run(listener, router, settings.connections, counts, stop).await;
    drop(admin);
    drop(counting);
    Ok(())
}
