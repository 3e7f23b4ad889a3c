//! Settings of the server: the options of `tamis serve`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::listener::ConnectionSettings;
use super::tls::TlsFiles;
use crate::api::http::service::ServiceSettings;
use crate::clearances::ClearancesFile;
use crate::receipts::log::LogSettings;
use tamis_engine::store::SnapshotStore;

/// Settings of the server.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The folder with snapshots and `CURRENT`: how they are loaded, and whose signature they need.
    pub store: SnapshotStore,
    /// The reference registries to count, if any.
    pub registries: Option<RegistrySettings>,
    /// Main address; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// Admin address for monitoring, if any.
    pub admin_listen: Option<SocketAddr>,
    /// Certificate for TLS; without one, connections are plain.
    pub tls: Option<TlsFiles>,
    /// File of the accepted keys; without one, no key is needed.
    pub api_keys: Option<PathBuf>,
    /// File of rules on payment messages, if any.
    pub filter_policy: Option<PathBuf>,
    /// File of decisions on customers and records, if any are heeded.
    pub clearances: Option<ClearancesFile>,
    /// The log of receipts, if one is kept.
    pub receipts: Option<LogSettings>,
    /// Limits of requests.
    pub service: ServiceSettings,
    /// Limits of connections.
    pub connections: ConnectionSettings,
    /// Source of versions other than a local builder.
    #[cfg(feature = "object-store")]
    pub source: Option<super::SourceSettings>,
    /// Time to keep serving after a stop signal, until load balancers stop sending requests.
    pub drain_delay: Duration,
    /// Interval between reads of `CURRENT`.
    pub poll_interval: Duration,
}

/// Location of the reference registries.
#[derive(Debug, Clone)]
pub struct RegistrySettings {
    /// The folder with their descriptions.
    pub folder: PathBuf,
    /// File that keeps the counts for the next start, if any.
    pub kept: Option<PathBuf>,
}
