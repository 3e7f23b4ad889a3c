//! State shared by all handlers: the snapshot in service, the workers, the settings.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapAny;
use axum::http::HeaderValue;
use ipnet::IpNet;

use super::error::{ApiError, Given};
use super::keys::ApiKeys;
use super::limit::{RateLimit, RateLimitSettings, is_within};
use super::metrics::Metrics;
use super::work::{Work, WorkError};
use crate::bulk::BulkFiles;
use crate::clearances::InService;
use crate::limits;
use crate::logs::RequestLog;
use crate::policy::Policy;
use crate::receipts::log::ReceiptLog;
use crate::registries::{Published, RegistryTotals};
use tamis_engine::directory::Directory;
use tamis_engine::model::{Day, RegisterIndex, Timestamp, registers_named};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::LastRefresh;

/// Shared state of the routes.
#[derive(Debug)]
pub struct Service {
    /// The snapshot in service, and refused versions.
    pub current: Current,
    /// Earlier decisions on customers and records.
    pub clearances: InService,
    /// The log of receipts, if one is kept.
    pub receipts: Option<ReceiptLog>,
    /// State of the reference registries.
    pub registries: Published,
    /// Workers of match queries.
    pub work: Work,
    /// Rate limit by address; `None` if there is no limit.
    pub rate_limit: Option<RateLimit>,
    /// Limits set by the operator.
    pub settings: ServiceSettings,
    pub metrics: Metrics,
    /// Start of the service.
    pub started: Instant,
    /// True once the service was asked to stop: it still answers, and reports that it is not ready.
    pub stopping: AtomicBool,
}

/// Settings of an operator: limits of requests (docs/api.md, "Limits") and the public address.
#[derive(Debug, Clone)]
pub struct ServiceSettings {
    /// Maximum size of a request body in bytes.
    pub body_bytes_max: usize,
    /// Maximum time from the head of a request to its answer.
    pub request_timeout: Duration,
    /// Longest wait of an admitted request for the pool.
    pub queue_delay_max: Duration,
    /// Threads for requests with several queries.
    pub threads: usize,
    /// Address under which callers reach the service, without a trailing slash. If `None`, addresses in
    /// answers use the `Host` of the request. Their scheme is `https` if connections use TLS or a
    /// trusted proxy reports it.
    pub public_url: Option<String>,
    /// Log of requests; `None` if none is written.
    pub request_log: Option<RequestLog>,
    /// Rate limit by client address; off by default.
    pub rate_limit: Option<RateLimitSettings>,
    /// True if HTML pages are served in addition to the API.
    pub pages: bool,
    /// True if metrics are served at an address of their own, and not here.
    pub metrics_apart: bool,
    /// Rules on elements of payment messages.
    pub policy: Arc<Policy>,
    /// Accepted keys; if `None`, no key is needed.
    pub api_keys: Option<Arc<ApiKeys>>,
    /// Origins whose pages may read the answers. Those of reconciliation are open to every origin.
    pub cors_origins: Vec<HeaderValue>,
    /// True if connections use TLS, so that addresses in answers begin with `https`.
    pub is_tls: bool,
    /// Proxies whose headers about the client's address and scheme are trusted.
    pub trusted_proxies: Vec<IpNet>,
}

impl Default for ServiceSettings {
    /// The defaults of [`limits`], one thread per core.
    fn default() -> Self {
        Self {
            body_bytes_max: limits::BODY_BYTES_DEFAULT,
            request_timeout: limits::REQUEST_TIMEOUT_DEFAULT,
            queue_delay_max: limits::QUEUE_DELAY_DEFAULT,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            public_url: None,
            request_log: None,
            rate_limit: None,
            pages: true,
            metrics_apart: false,
            policy: Arc::default(),
            api_keys: None,
            cors_origins: Vec::new(),
            is_tls: false,
            trusted_proxies: Vec::new(),
        }
    }
}

impl ServiceSettings {
    /// True if an address is that of a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        is_within(&self.trusted_proxies, address)
    }
}

impl Service {
    /// A service without a snapshot; [`Current::publish`] sets one.
    ///
    /// # Errors
    /// The threads of the workers cannot be started.
    pub fn new(settings: ServiceSettings) -> Result<Self, WorkError> {
        let started = Instant::now();
        let metrics = Metrics::new(started);
        let shed = metrics.shed.clone();
        Ok(Self {
            current: Current::default(),
            clearances: InService::default(),
            receipts: None,
            registries: Published::default(),
            work: Work::new(settings.threads, settings.queue_delay_max, shed)?,
            metrics,
            rate_limit: settings.rate_limit.clone().map(RateLimit::new),
            settings,
            started,
            stopping: AtomicBool::new(false),
        })
    }

    /// Numbers of records of the reference registries by kind, for the overview (docs/api.md,
    /// "Overview").
    #[must_use]
    pub fn registry_totals(&self) -> RegistryTotals {
        self.registries.take().totals
    }
}

/// A snapshot in service.
#[derive(Debug)]
pub struct Loaded {
    pub snapshot: Arc<Snapshot>,
    /// SHA-256 of its file, from the manifest.
    pub sha256: String,
    /// SHA-256 of the manifest; empty if it is not known.
    pub manifest: String,
    /// Time at which it was put into service.
    pub loaded_at: Timestamp,
    pub bulk: BulkFiles,
    version_header: HeaderValue,
}

impl Loaded {
    /// A verified snapshot, in service from now on, without bulk files.
    #[must_use]
    pub fn new(snapshot: Arc<Snapshot>, sha256: String) -> Self {
        let version_header = header(snapshot.version().to_owned());
        let bulk = BulkFiles::default();
        let (manifest, loaded_at) = (String::new(), Timestamp::now());
        Self { snapshot, sha256, manifest, loaded_at, bulk, version_header }
    }

    /// The same snapshot with a manifest of this SHA-256.
    #[must_use]
    pub fn with_manifest(self, manifest: String) -> Self {
        Self { manifest, ..self }
    }

    /// The same snapshot with these bulk files.
    #[must_use]
    pub fn with_bulk(self, bulk: BulkFiles) -> Self {
        Self { bulk, ..self }
    }

    /// Its records by register, country, programme and age, and the totals.
    #[must_use]
    pub fn directory(&self) -> Directory<'_> {
        Directory::new(&self.snapshot)
    }

    /// Returns the single register with this [name](registers_named).
    ///
    /// # Errors
    /// [`ApiError::UnknownRegister`] if there is none, [`ApiError::SharedRegister`] if several
    /// registers share the name.
    pub fn register_named(&self, name: &str) -> Result<RegisterIndex, ApiError> {
        let registers = self.snapshot.registers();
        match registers_named(registers, name).collect::<Vec<_>>().as_slice() {
            [] => Err(ApiError::UnknownRegister(Given::new(name))),
            [only] => Ok(*only),
            several => {
                let slugs: Vec<&str> =
                    several.iter().map(|at| registers[at.index()].slug.as_str()).collect();
                Err(ApiError::SharedRegister { given: Given::new(name), slugs: slugs.join(", ") })
            }
        }
    }

    /// The value of `X-Snapshot-Version`.
    #[must_use]
    pub fn version_header(&self) -> HeaderValue {
        self.version_header.clone()
    }

    /// The `ETag` of every answer that depends only on the address, the snapshot, the version of the
    /// server and the day. The day matters because a listing may end with it.
    #[must_use]
    pub fn entity_tag(&self, today: Day) -> HeaderValue {
        let (version, program) = (self.snapshot.version(), env!("CARGO_PKG_VERSION"));
        header(format!("W/\"{version}-{program}-{}\"", today.number()))
    }
}

/// A header value; versions are digits and dots (docs/api.md, "Versions"), so they are always valid.
fn header(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
}

/// The snapshot taken when the request arrived; every part of its answer is made from it.
#[derive(Debug, Clone)]
pub struct Taken(pub Option<Arc<Loaded>>);

/// A version named by `CURRENT` that is not served because it failed its checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The version; `None` if `CURRENT` itself could not be read.
    pub version: Option<String>,
    /// Reason for the refusal.
    pub error: String,
    /// Time of the attempt.
    pub at: Timestamp,
    /// Version put into service as a replacement because none was in service. `None` if the previous
    /// one stays, or if no version is usable.
    pub stands_in: Option<String>,
}

/// A version that was put into service or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swap {
    /// The version; `None` if `CURRENT` itself could not be read.
    pub version: Option<String>,
    pub at: Timestamp,
    /// Reason for the refusal; `None` if the version was put into service.
    pub refused: Option<String>,
}

/// State of the connection to the object store with the versions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SourceState {
    /// Time at which the folder was last known to agree with the store.
    pub reached: Option<Timestamp>,
    /// Time of the last failure, if it still fails.
    pub failed: Option<Timestamp>,
}

/// The snapshot in service. A request holds a read lock to copy the pointer, and a swap holds the write
/// lock to replace it. Both take well below a microsecond.
#[derive(Debug)]
pub struct Current {
    loaded: ArcSwapAny<Option<Arc<Loaded>>, RwLock<()>>,
    refusal: RwLock<Option<Refusal>>,
    last_refresh: RwLock<Option<LastRefresh>>,
    pinned: AtomicBool,
    source: RwLock<Option<SourceState>>,
    /// The newest first.
    swaps: RwLock<VecDeque<Swap>>,
}

impl Default for Current {
    fn default() -> Self {
        Self {
            loaded: ArcSwapAny::with_strategy(None, RwLock::new(())),
            refusal: RwLock::new(None),
            last_refresh: RwLock::new(None),
            pinned: AtomicBool::new(false),
            source: RwLock::new(None),
            swaps: RwLock::default(),
        }
    }
}

impl Current {
    /// The snapshot in service. A request calls this once.
    #[must_use]
    pub fn take(&self) -> Option<Arc<Loaded>> {
        self.loaded.load_full()
    }

    /// Serves a snapshot from the next request on. Returns the previous one, which earlier requests
    /// still hold.
    pub fn publish(&self, loaded: Arc<Loaded>) -> Option<Arc<Loaded>> {
        let version = Some(loaded.snapshot.version().to_owned());
        self.remember(Swap { version, at: loaded.loaded_at, refused: None });
        self.loaded.swap(Some(loaded))
    }

    /// Reason why `CURRENT` is not the version in service; `None` while they agree.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Outcome of the last refresh of the folder, if recorded.
    #[must_use]
    pub fn last_refresh(&self) -> Option<LastRefresh> {
        self.last_refresh.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records the outcome of the last refresh.
    pub fn set_last_refresh(&self, refresh: Option<LastRefresh>) {
        *self.last_refresh.write().unwrap_or_else(PoisonError::into_inner) = refresh;
    }

    /// True if a rollback pins the version named by `CURRENT`.
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.pinned.load(Ordering::Relaxed)
    }

    /// Records if a rollback pins the version named by `CURRENT`.
    pub fn set_pinned(&self, is_pinned: bool) {
        self.pinned.store(is_pinned, Ordering::Relaxed);
    }

    /// State of the object store with the versions; `None` if versions do not come from a store.
    #[must_use]
    pub fn source(&self) -> Option<SourceState> {
        *self.source.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the state of the object store with the versions.
    pub fn set_source(&self, source: SourceState) {
        *self.source.write().unwrap_or_else(PoisonError::into_inner) = Some(source);
    }

    /// The versions last put into service or refused, the newest first, at most [`limits::SWAPS_KEPT`].
    #[must_use]
    pub fn swaps(&self) -> VecDeque<Swap> {
        self.swaps.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records a swap. A version refused again for the same reason is recorded once.
    fn remember(&self, swap: Swap) {
        let mut swaps = self.swaps.write().unwrap_or_else(PoisonError::into_inner);
        let is_again = swaps.front().is_some_and(|last| {
            last.refused.is_some()
                && (&last.version, &last.refused) == (&swap.version, &swap.refused)
        });
        if !is_again {
            swaps.push_front(swap);
            swaps.truncate(limits::SWAPS_KEPT);
        }
    }

    /// Records a refused version, or that no version is refused any more.
    pub fn set_refusal(&self, refusal: Option<Refusal>) {
        if let Some(Refusal { version, error, at, .. }) = &refusal {
            let (version, refused) = (version.clone(), Some(error.clone()));
            self.remember(Swap { version, at: *at, refused });
        }
        *self.refusal.write().unwrap_or_else(PoisonError::into_inner) = refusal;
    }
}
