//! The running server: sockets, signals, and the swap of snapshots under load.
//!
//! | module | what it holds |
//! |---|---|
//! | `listener` | accepting connections, the drain at the end |
//! | `places` | places of connections, and the choice of one to give away |
//! | `activity` | state of a connection, and time limits for its client |
//! | `admin` | the admin address for monitoring |
//! | `watch` | following `CURRENT`: opening, checking and publishing versions |
//! | `source` | the thread that pulls versions from an object store |
//! | `check` | check of all settings without serving |
//! | `seen` | the decision to open, refuse or ignore a version |
//! | `clearances` | following the file of clearances |
//! | `fallback` | replacement for a version that cannot be opened |
//! | `opening` | opening a version for serving |
//! | `self_check` | self-check of a snapshot before it is served, which also warms it |
//! | `tls` | the TLS certificate |
//! | `settings` | the operator's settings |
//! | `warnings` | warnings about settings at the start |
//! | `registries` | the thread that counts the reference registries |

mod activity;
mod admin;
mod check;
mod clearances;
mod fallback;
mod listener;
mod opening;
mod places;
mod registries;
mod seen;
mod self_check;
mod settings;
#[cfg(feature = "object-store")]
mod source;
mod tls;
mod warnings;
mod watch;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;

pub use self::check::check;
pub use self::listener::ConnectionSettings;
pub use self::settings::{RegistrySettings, ServerSettings};
#[cfg(feature = "object-store")]
pub use self::source::SourceSettings;
pub use self::tls::{TlsError, TlsFiles};
pub use self::warnings::Finding;
use crate::api::http::keys::{ApiKeys, KeysError};
use crate::api::http::service::Service;
use crate::api::http::work::WorkError;
use crate::limits;
use crate::policy::Policy;
use crate::receipts::log::{LogError, ReceiptLog};
use admin::Admin;
use listener::Counts;
use registries::Counting;
use tamis_ingest::descriptions::DescriptionError;
use tls::Tls;

/// Reason why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("cannot handle signals: {0}")]
    Signals(std::io::Error),
    #[error("cannot start the thread of the second address: {0}")]
    Admin(std::io::Error),
    #[error(transparent)]
    Work(#[from] WorkError),
    #[error(transparent)]
    Tls(#[from] TlsError),
    #[error(transparent)]
    Keys(#[from] KeysError),
    #[cfg(feature = "object-store")]
    #[error("--source: {0}")]
    Source(#[from] tamis_remote::RemoteError),
    #[error("registries: {0}")]
    Registries(#[from] DescriptionError),
    #[error("receipts: {0}")]
    Receipts(#[from] LogError),
    #[error("filter policy: {0}")]
    Policy(DescriptionError),
}

/// The addresses of the listeners.
#[derive(Debug, Clone, Copy)]
pub struct Addresses {
    pub service: SocketAddr,
    /// True if the main address uses TLS.
    pub is_tls: bool,
    /// Address of [`ServerSettings::admin_listen`].
    pub admin: Option<SocketAddr>,
}

/// Serves until SIGTERM or SIGINT, then drains the requests in progress.
///
/// `announce` is called once with the addresses of the listeners, before the first connection is
/// accepted. Before that the first snapshot gets [`limits::FIRST_LOAD_WAIT`] to load, so that a small
/// one answers from the first request on. While a large one loads, or without one, requests get 503.
///
/// # Errors
/// The server cannot start; see [`ServerError`].
pub async fn serve(
    mut settings: ServerSettings,
    announce: impl FnOnce(Addresses),
) -> Result<(), ServerError> {
    warnings::raise_open_files();
    for warning in warnings::warnings(&settings) {
        if let Finding::Doubtful(warning) | Finding::Fault(warning) = warning {
            tracing::warn!("{warning}");
        }
    }
    let keys = settings.api_keys.as_deref().map(ApiKeys::read).transpose()?;
    settings.service.api_keys = keys.map(Arc::new);
    let policy = Policy::of(settings.filter_policy.as_deref());
    settings.service.policy = policy.map_err(ServerError::Policy)?;
    let mut service = Service::new(settings.service)?;
    service.receipts = settings.receipts.as_ref().map(ReceiptLog::open).transpose()?;
    let service = Arc::new(service);
    let counting = settings.registries.as_ref();
    let counting =
        counting.map(|registries| Counting::start(registries, Arc::clone(&service))).transpose()?;
    let listen =
        |address| listener::bind(address).map_err(|source| ServerError::Listen { address, source });
    let (listener, service_address) = listen(settings.listen)?;
    let admin = settings.admin_listen.map(listen).transpose()?;
    let mut terminate = signal(SignalKind::terminate()).map_err(ServerError::Signals)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(ServerError::Signals)?;
    let hangup = || signal(SignalKind::hangup()).map_err(ServerError::Signals);
    let tls = settings.tls.map(Tls::load).transpose()?.map(Arc::new);
    tokio::spawn(reload(tls.clone(), Arc::clone(&service), hangup()?));

    let store = settings.store;
    #[cfg(feature = "object-store")]
    if let Some(source) = &settings.source {
        let wake = source::start(source, store.clone(), Arc::clone(&service))?;
        tokio::spawn(source::wake_on(hangup()?, wake));
    }
    if let Some(source) = settings.clearances {
        let followed = clearances::Followed::start(source, Arc::clone(&service));
        tokio::spawn(followed.run(settings.poll_interval, hangup()?));
    }
    let first_look = Arc::new(Notify::new());
    let watch = watch::Watch::new(store, Arc::clone(&service));
    tokio::spawn(watch.run(settings.poll_interval, hangup()?, Arc::clone(&first_look)));
    // On a timeout the server starts without a snapshot.
    let _ = tokio::time::timeout(limits::FIRST_LOAD_WAIT, first_look.notified()).await;

    let addresses = Addresses {
        service: service_address,
        is_tls: tls.is_some(),
        admin: admin.as_ref().map(|(_, address)| *address),
    };
    let admin = admin.map(|(listener, _)| Admin::start(listener, Arc::clone(&service)));
    let admin = admin.transpose().map_err(ServerError::Admin)?;
    announce(addresses);
    let (told, delay) = (Arc::clone(&service), settings.drain_delay);
    let stop = async move {
        let mut signal = async || {
            tokio::select! {
                _ = terminate.recv() => "SIGTERM",
                _ = interrupt.recv() => "SIGINT",
            }
        };
        let name = signal().await;
        tracing::info!("{name}: stopping");
        told.stopping.store(true, Ordering::Relaxed);
        // A second signal ends the delay.
        let _ = tokio::time::timeout(delay, signal()).await;
    };
    let metrics = &service.metrics;
    let counts = Counts { connections: metrics.connections.clone(), shed: metrics.shed.clone() };
    let router = crate::api::router(Arc::clone(&service));
    listener::run(listener, router, tls, settings.connections, counts, stop).await;
    if let Some(receipts) = &service.receipts {
        receipts.close();
    }
    drop(admin);
    drop(counting);
    Ok(())
}

/// Reads the certificate and the keys again on every SIGHUP; unreadable ones leave the old ones in
/// force.
async fn reload(tls: Option<Arc<Tls>>, service: Arc<Service>, mut hangup: Signal) {
    while hangup.recv().await.is_some() {
        if let Some(tls) = &tls {
            match tls.reload() {
                Ok(()) => tracing::info!("the certificate was read again"),
                Err(error) => tracing::error!(%error, "the certificate stays that of before"),
            }
        }
        if let Some(keys) = &service.settings.api_keys {
            match keys.reload() {
                Ok(()) => tracing::info!("the keys were read again"),
                Err(error) => tracing::error!(%error, "the keys stay those of before"),
            }
        }
    }
}
