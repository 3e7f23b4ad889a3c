//! Prometheus metrics of answered requests. No label holds a caller's text: a route is that of the
//! router, a method is a standard one of HTTP.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::MatchedPath;
use axum::http::StatusCode;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use super::last_hour::LastHour;
use crate::limits;
use tamis_engine::matching::MatchAnswer;

/// Prefix of the names of all metrics.
pub(crate) const PREFIX: &str = "tamis";

/// All metrics of the service.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Histogram>,
    /// Requests answered with 500, over all routes. A series per route would begin with its first
    /// fault, which a rate does not see.
    faults: Counter,
    /// Queries of match requests, streams and screen requests.
    pub(crate) queries: QueryCounts,
    /// Requests, streams and connections that were shed.
    pub(crate) shed: ShedCounts,
    /// Connections of the main address.
    pub connections: ConnectionCounts,
    /// Outcomes of published versions.
    pub swaps: SwapCounts,
    /// Requests and queries by minute.
    pub(crate) last_hour: Arc<LastHour>,
}

impl Metrics {
    /// Metrics of a service that starts now.
    pub(crate) fn new(started: Instant) -> Self {
        let mut registry = Registry::with_prefix(PREFIX);
        let last_hour = Arc::new(LastHour::new(started));
        let shed = ShedCounts::default();
        let faults = Counter::default();
        let queries = QueryCounts { last_hour: Arc::clone(&last_hour), ..QueryCounts::default() };
        let (connections, swaps) = (ConnectionCounts::default(), SwapCounts::default());
        let requests = Family::new_with_constructor(request_times as fn() -> Histogram);
        let help = "Time from the head of a request to the head of its answer";
        registry.register_with_unit("request_duration", help, Unit::Seconds, requests.clone());
        for (name, help, counter) in [
            ("faults", "Requests answered 500", &faults),
            ("queries", "Queries answered", &queries.queries),
            ("hits", "Queries with a result at or above the threshold", &queries.hits),
            ("candidates", "Records that queries were compared with", &queries.candidates),
            ("names_aligned", "Names compared word by word with a query", &queries.aligned),
            ("hits_cleared", "Hits left out because they were cleared", &queries.cleared),
            ("rate_limited", "Requests beyond the limit of a client address", &shed.rate_limited),
            ("connections_accepted", "Connections that got a place", &connections.accepted),
            (
                "connections_displaced",
                "Idle connections closed because places were short",
                &connections.displaced,
            ),
            ("snapshot_swaps", "Versions put into service", &swaps.published),
            ("snapshot_refusals", "Versions refused because they failed a check", &swaps.refused),
        ] {
            registry.register(name, help, counter.clone());
        }
        let help = "Turned away because the server was busy";
        registry.register("shed", help, shed.by_reason.clone());
        let help = "Connections open";
        registry.register("connections", help, connections.open.clone());
        Self { registry, requests, faults, queries, shed, connections, swaps, last_hour }
    }

    /// Counts a request answered now and its response time.
    pub(crate) fn answered(
        &self,
        method: &'static str,
        route: Option<&MatchedPath>,
        status: StatusCode,
        now: Instant,
        took: Duration,
    ) {
        let route = Route(route.cloned());
        self.last_hour.answered(now, route.as_str(), status, took);
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            self.faults.inc();
        }
        let labels = RequestLabels { method, route, status: status.as_u16() };
        self.requests.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Counts a request refused by the rate limit.
    pub(crate) fn rate_limited(&self) {
        self.shed.rate_limited.inc();
    }

    /// All metrics, after those of the present state, in the format of OpenMetrics 1.0.
    ///
    /// # Errors
    /// None in practice: writing to a text does not fail.
    pub(crate) fn text(&self, present: &[Registry]) -> Result<String, fmt::Error> {
        let mut text = String::new();
        present.iter().try_for_each(|registry| encode_registry(&mut text, registry))?;
        encode_registry(&mut text, &self.registry)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

/// Labels of the request metrics.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: Route,
    status: u16,
}

/// The route of a request from the router; `None` if no route matches.
#[derive(Debug, Clone)]
struct Route(Option<MatchedPath>);

impl Route {
    fn as_str(&self) -> &str {
        self.0.as_ref().map_or("unknown", MatchedPath::as_str)
    }
}

impl PartialEq for Route {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Route {}

impl Hash for Route {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl EncodeLabelValue for Route {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        self.as_str().encode(encoder)
    }
}

fn request_times() -> Histogram {
    Histogram::new(limits::REQUEST_SECONDS_BUCKETS)
}

/// Counts of answered queries.
#[derive(Debug, Clone, Default)]
pub(crate) struct QueryCounts {
    last_hour: Arc<LastHour>,
    queries: Counter,
    hits: Counter,
    candidates: Counter,
    aligned: Counter,
    cleared: Counter,
}

impl QueryCounts {
    /// Counts the work done for an answer.
    pub(crate) fn found(&self, answer: &MatchAnswer) {
        self.candidates.inc_by(answer.total);
        self.aligned.inc_by(answer.aligned);
    }

    /// Counts hits left out as cleared.
    pub(crate) fn cleared(&self, hits: u64) {
        self.cleared.inc_by(hits);
    }

    /// Counts answered queries, `hits` of them with a match.
    pub(crate) fn answered(&self, queries: u64, hits: u64) {
        self.last_hour.queried(Instant::now(), queries);
        self.queries.inc_by(queries);
        self.hits.inc_by(hits);
    }
}

/// Counts of shed work. Every reason starts at zero, so that a rate sees its first event.
#[derive(Debug, Clone)]
pub(crate) struct ShedCounts {
    rate_limited: Counter,
    by_reason: Family<ReasonLabel, Counter>,
}

/// Reason for shedding.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reason {
    /// The queue was full.
    Work,
    /// The request had waited for a thread too long.
    Late,
    /// All places of streams were taken.
    Streams,
    /// All places of connections were taken.
    Connections,
    /// Its client held too many bytes of requests and answers in memory, so the connection was ended.
    HeldBytes,
}

impl Reason {
    const ALL: [Self; 5] =
        [Self::Work, Self::Late, Self::Streams, Self::Connections, Self::HeldBytes];

    const fn label(self) -> ReasonLabel {
        let reason = match self {
            Self::Work => "work",
            Self::Late => "late",
            Self::Streams => "streams",
            Self::Connections => "connections",
            Self::HeldBytes => "held_bytes",
        };
        ReasonLabel { reason }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: &'static str,
}

impl Default for ShedCounts {
    fn default() -> Self {
        let (rate_limited, by_reason) = (Counter::default(), Family::default());
        for reason in Reason::ALL {
            let _: &Counter = &by_reason.get_or_create(&reason.label());
        }
        Self { rate_limited, by_reason }
    }
}

impl ShedCounts {
    pub(crate) fn shed(&self, reason: Reason) {
        self.by_reason.get_or_create(&reason.label()).inc();
    }
}

/// Connections of one listening address.
#[derive(Debug, Clone, Default)]
pub struct ConnectionCounts {
    pub(crate) open: Gauge,
    pub(crate) accepted: Counter,
    pub(crate) displaced: Counter,
}

/// Counts of attempted versions.
#[derive(Debug, Clone, Default)]
pub struct SwapCounts {
    pub(crate) published: Counter,
    pub(crate) refused: Counter,
}
