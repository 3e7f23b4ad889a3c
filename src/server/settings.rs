//! What an operator chooses: the options of `tamis serve`, as the server takes them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::listener::ConnectionSettings;
use super::tls::TlsFiles;
use crate::api::http::service::ServiceSettings;
use tamis_engine::snapshot::Loading;

/// What an operator chooses.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The folder with snapshots and `CURRENT`.
    pub snapshots: PathBuf,
    /// Where the bytes of the one in service are.
    pub loading: Loading,
    /// The reference registries that are counted; none without.
    pub registries: Option<RegistrySettings>,
    /// Where to listen; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// Where to answer those who watch the server, besides; nowhere without.
    pub admin_listen: Option<SocketAddr>,
    /// With which certificate connections are secured; not at all without.
    pub tls: Option<TlsFiles>,
    /// The file of the keys of those who may ask; everyone may without.
    pub api_keys: Option<PathBuf>,
    /// Limits of requests.
    pub service: ServiceSettings,
    /// Limits of connections.
    pub connections: ConnectionSettings,
    /// Where versions come from, if not from a builder here.
    #[cfg(feature = "object-store")]
    pub source: Option<super::SourceSettings>,
    /// Time to go on serving after a stop signal, until no load balancer sends anything any more.
    pub drain_delay: Duration,
    /// How often `CURRENT` is looked at.
    pub poll_interval: Duration,
}

/// Where reference registries are found.
#[derive(Debug, Clone)]
pub struct RegistrySettings {
    /// The folder with their descriptions.
    pub folder: PathBuf,
    /// The file that keeps the counts for the next start, if any does.
    pub kept: Option<PathBuf>,
}
