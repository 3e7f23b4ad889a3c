//! What every handler shares: the snapshot being served, the workers, the settings.

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
use crate::limits;
use crate::logs::RequestLog;
use crate::registries::{Published, RegistryTotals};
use tamis_engine::directory::Directory;
use tamis_engine::model::{Day, RegisterIndex, Timestamp, registers_named};
use tamis_engine::snapshot::{LastRefresh, Snapshot};

/// The state behind the routes.
#[derive(Debug)]
pub struct Service {
    /// What is served, and what was refused.
    pub current: Current,
    /// What the reference registries hold.
    pub registries: Published,
    /// Where match queries run.
    pub work: Work,
    /// How many requests an address may make; `None` for any number.
    pub rate_limit: Option<RateLimit>,
    /// The limits that an operator may set.
    pub settings: ServiceSettings,
    /// What is counted.
    pub metrics: Metrics,
    /// When the service started.
    pub started: Instant,
    /// Whether it was told to stop: it answers on, and says that it is not ready.
    pub stopping: AtomicBool,
}

/// What an operator may set: limits of requests (docs/api.md, "Limits"), and the public address.
#[derive(Debug, Clone)]
pub struct ServiceSettings {
    /// Bytes of one request body.
    pub body_bytes_max: usize,
    /// Time from the head of a request to its answer.
    pub request_timeout: Duration,
    /// Longest wait for the pool of a request that is admitted.
    pub queue_delay_max: Duration,
    /// Threads for requests with several queries.
    pub threads: usize,
    /// Address under which callers reach the service, without a slash at its end. When it is
    /// `None`, answers that hold addresses take the `Host` of the request, and `https` where connections are
    /// secured or a trusted proxy says that they are.
    pub public_url: Option<String>,
    /// Where requests leave their lines; `None` where nobody reads them.
    pub request_log: Option<RequestLog>,
    /// Requests of one client address; off by default.
    pub rate_limit: Option<RateLimitSettings>,
    /// Whether there are pages for people beside the API.
    pub pages: bool,
    /// Whether metrics are answered at an address of their own, and not here.
    pub metrics_apart: bool,
    /// Keys of those who may ask; without, everyone may.
    pub api_keys: Option<Arc<ApiKeys>>,
    /// Origins whose pages may read answers other than those of reconciliation, which all may.
    pub cors_origins: Vec<HeaderValue>,
    /// Whether connections are secured, so that addresses in answers begin with `https`.
    pub is_tls: bool,
    /// Proxies whose word about the client's address and scheme counts.
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
            api_keys: None,
            cors_origins: Vec::new(),
            is_tls: false,
            trusted_proxies: Vec::new(),
        }
    }
}

impl ServiceSettings {
    /// Whether an address is that of a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        is_within(&self.trusted_proxies, address)
    }
}

impl Service {
    /// A service without a snapshot; [`Current::publish`] gives it one.
    ///
    /// # Errors
    /// When the threads of the workers cannot be started.
    pub fn new(settings: ServiceSettings) -> Result<Self, WorkError> {
        let started = Instant::now();
        let metrics = Metrics::new(started);
        let shed = metrics.shed.clone();
        Ok(Self {
            current: Current::default(),
            registries: Published::default(),
            work: Work::new(settings.threads, settings.queue_delay_max, shed)?,
            metrics,
            rate_limit: settings.rate_limit.clone().map(RateLimit::new),
            settings,
            started,
            stopping: AtomicBool::new(false),
        })
    }

    /// Records of the reference registries by kind, for the overview (docs/api.md, "Overview").
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
    /// When it was put into service.
    pub loaded_at: Timestamp,
    pub bulk: BulkFiles,
    version_header: HeaderValue,
}

impl Loaded {
    /// A verified snapshot about to be served from now on, without bulk files.
    #[must_use]
    pub fn new(snapshot: Arc<Snapshot>, sha256: String) -> Self {
        let version_header = header(snapshot.version().to_owned());
        let bulk = BulkFiles::default();
        Self { snapshot, sha256, loaded_at: Timestamp::now(), bulk, version_header }
    }

    /// The same with these bulk files.
    #[must_use]
    pub fn with_bulk(self, bulk: BulkFiles) -> Self {
        Self { bulk, ..self }
    }

    /// Its records by register, country, programme and age, and its totals.
    #[must_use]
    pub fn directory(&self) -> Directory<'_> {
        Directory::new(&self.snapshot)
    }

    /// The one register that a text [names](registers_named).
    ///
    /// # Errors
    /// [`ApiError::UnknownRegister`] when it names none, [`ApiError::SharedRegister`] when several
    /// registers share it.
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

    /// The value of `ETag` of every answer that depends on nothing but the address, the snapshot,
    /// this version of the server and the day: a listing may end with it.
    #[must_use]
    pub fn entity_tag(&self, today: Day) -> HeaderValue {
        let (version, program) = (self.snapshot.version(), env!("CARGO_PKG_VERSION"));
        header(format!("W/\"{version}-{program}-{}\"", today.number()))
    }
}

/// A header value; versions are digits and dots (docs/api.md, "Versions"), so they make valid ones.
fn header(text: String) -> HeaderValue {
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
}

/// The snapshot that a request took when it came in; every part of its answer is made from it.
#[derive(Debug, Clone)]
pub struct Taken(pub Option<Arc<Loaded>>);

/// A version that `CURRENT` names and that is not served, because it failed its checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The version; `None` when `CURRENT` itself could not be read.
    pub version: Option<String>,
    /// Why.
    pub error: String,
    /// When it was tried.
    pub at: Timestamp,
    /// The version that was put into service in its place, because nothing was; `None` where the
    /// one that was in service stays, and where no version is fit for it.
    pub stands_in: Option<String>,
}

/// A version that was put into service or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swap {
    /// The version; `None` when `CURRENT` itself could not be read.
    pub version: Option<String>,
    pub at: Timestamp,
    /// Why it was refused; `None` where it was put into service.
    pub refused: Option<String>,
}

/// How the object store that versions come from was reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SourceState {
    /// When the folder was last known to be as the store has it.
    pub reached: Option<Timestamp>,
    /// When that failed, where it has failed since.
    pub failed: Option<Timestamp>,
}

/// Which snapshot is served. A request holds a read lock while it copies the pointer, and a swap holds
/// the write lock while it replaces it, both for well below a microsecond.
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
    /// The snapshot being served. A request calls this once.
    #[must_use]
    pub fn take(&self) -> Option<Arc<Loaded>> {
        self.loaded.load_full()
    }

    /// Serves a snapshot from the next request on. Returns the one before, which the requests
    /// that took it still hold.
    pub fn publish(&self, loaded: Arc<Loaded>) -> Option<Arc<Loaded>> {
        let version = Some(loaded.snapshot.version().to_owned());
        self.remember(Swap { version, at: loaded.loaded_at, refused: None });
        self.loaded.swap(Some(loaded))
    }

    /// What stands between `CURRENT` and what is served; `None` while they agree.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the last refresh of the folder came to, as far as one told.
    #[must_use]
    pub fn last_refresh(&self) -> Option<LastRefresh> {
        self.last_refresh.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records what the last refresh came to.
    pub fn set_last_refresh(&self, refresh: Option<LastRefresh>) {
        *self.last_refresh.write().unwrap_or_else(PoisonError::into_inner) = refresh;
    }

    /// True if a rollback holds the version that `CURRENT` names.
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        self.pinned.load(Ordering::Relaxed)
    }

    /// Records whether a rollback holds the version that `CURRENT` names.
    pub fn set_pinned(&self, is_pinned: bool) {
        self.pinned.store(is_pinned, Ordering::Relaxed);
    }

    /// How the store that versions come from was reached; `None` where they come from none.
    #[must_use]
    pub fn source(&self) -> Option<SourceState> {
        *self.source.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records how the store that versions come from was reached.
    pub fn set_source(&self, source: SourceState) {
        *self.source.write().unwrap_or_else(PoisonError::into_inner) = Some(source);
    }

    /// The last versions that were put into service or refused, the newest first, at most
    /// [`limits::SWAPS_KEPT`].
    #[must_use]
    pub fn swaps(&self) -> VecDeque<Swap> {
        self.swaps.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A version that is refused again for the same reason is remembered once.
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

    /// Records a refused version, or that nothing is refused any more.
    pub fn set_refusal(&self, refusal: Option<Refusal>) {
        if let Some(Refusal { version, error, at, .. }) = &refusal {
            let (version, refused) = (version.clone(), Some(error.clone()));
            self.remember(Swap { version, at: *at, refused });
        }
        *self.refusal.write().unwrap_or_else(PoisonError::into_inner) = refusal;
    }
}
