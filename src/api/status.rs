//! `GET /api/status` (docs/api.md, "Status and probes") and the probes `/livez` and `/readyz`
//! (docs/api.md, "Status and probes").

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::freshness::{FreshnessOfAll, freshness_of_all};
use super::http::error::ApiError;
use super::http::last_hour::{Summary, Times};
use super::http::service::{Loaded, Refusal, Service, SourceState, Swap, Taken};
use super::http::shape::{cached, json_response, rounded};
use super::interface::answer::answer;
use super::interface::{Shape, rules};
use super::operation::{Document, Operation};
use crate::clearances;
use crate::limits;
use crate::receipts::log::{LogState, ReceiptLog};
use tamis_engine::json::Shown;
use tamis_engine::model::{Collection, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::{LastRefresh, RefreshOutcome};

pub(super) fn describe(document: &mut Document) {
    let refusal = "The version that is published and not served, because it failed its checks";
    let fallback = "The version that is served instead of the current one, and why";
    document.schema("Status", status_body().shape());
    document.schema("NoSnapshot", no_snapshot_body().shape());
    document.schema("Refusal", refusal_body().shape().says(refusal));
    let last_refresh = "What the last refresh of the snapshots came to, where it told";
    document.schema("LastRefresh", refresh_body().shape().says(last_refresh));
    let source = "How the object store was reached that snapshots are pulled from; there is none without \
                  `--source`. The reason of a failure, which may name its address, is in the log.";
    let clearances =
        "The decisions on hits that the server heeds; there are none without `--clearances`";
    document.schema("Clearances", clearances_body().shape().says(clearances));
    let receipts = "The log of receipts; there is none without `--receipts`";
    document.schema("ReceiptLog", receipts_body().shape().says(receipts));
    document.schema("Source", source_body().shape().says(source));
    let swap = "A version that was put into service or refused";
    document.schema("Swap", swap_body().shape().says(swap));
    let last_hour = "What the server did in the last hour, or since its start";
    document.schema("LastHour", last_hour_body().shape().says(last_hour));
    document.schema("MatchTimes", times_body().shape().says("How long match requests took"));
    document.schema("Fallback", fallback_body().shape().says(fallback));
    document.operation(
        Operation::get("/api/status", "getStatus", status)
            .tag("Service")
            .summary("What is served")
            .answers("A snapshot is served.", Shape::component("Status"))
            .may_answer(StatusCode::SERVICE_UNAVAILABLE, "NothingServed"),
    );
    document.operation(
        Operation::get("/livez", "getLive", livez)
            .tag("Service")
            .summary("Whether the process answers")
            .answers("It does.", live_body().shape()),
    );
    document.operation(
        Operation::get("/readyz", "getReady", readyz)
            .tag("Service")
            .summary("Whether a verified and warm snapshot is served")
            .describes(
                "Also when another version is served instead of the current one: see `fallback`.",
            )
            .answers("It is.", ready_body().shape()),
    );
}

/// Answers `GET /api/status`: 200 with the snapshot in service, or 503 without one.
async fn status(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Response {
    let facts = StatusFacts::by(&service);
    match loaded {
        Some(loaded) => {
            let body = StatusBody::new(&loaded, &facts);
            cached(json_response(StatusCode::OK, &body), "no-store")
        }
        None => {
            let body = NoSnapshotBody::new(&facts);
            let response = json_response(StatusCode::SERVICE_UNAVAILABLE, &body);
            let mut response = cached(response, "no-store");
            let retry_after = HeaderValue::from(body.retry_after);
            response.headers_mut().insert(header::RETRY_AFTER, retry_after);
            response
        }
    }
}

/// State of the service apart from the snapshot, all of one moment.
pub(super) struct StatusFacts {
    pub(super) uptime_seconds: u64,
    pub(super) refusal: Option<Refusal>,
    pub(super) is_pinned: bool,
    pub(super) refresh: Option<LastRefresh>,
    pub(super) source: Option<SourceState>,
    pub(super) clearances: clearances::State,
    pub(super) receipts: Option<LogState>,
    pub(super) swaps: VecDeque<Swap>,
    pub(super) last_hour: Summary,
}

impl StatusFacts {
    pub(super) fn by(service: &Service) -> Self {
        Self {
            uptime_seconds: service.started.elapsed().as_secs(),
            refusal: service.current.refusal(),
            is_pinned: service.current.is_pinned(),
            refresh: service.current.last_refresh(),
            source: service.current.source(),
            clearances: service.clearances.state(),
            receipts: service.receipts.as_ref().map(ReceiptLog::state),
            swaps: service.current.swaps(),
            last_hour: service.metrics.last_hour.summary(Instant::now()),
        }
    }
}

/// Answers `GET /livez`: the process runs and answers.
async fn livez() -> Response {
    cached(json_response(StatusCode::OK, &LiveBody { status: "ok" }), "no-store")
}

/// Answers `GET /readyz`: a verified and warm snapshot is in service, the current one or a fallback.
async fn readyz(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    if service.stopping.load(Ordering::Relaxed) {
        return Err(ApiError::Stopping);
    }
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let version = loaded.snapshot.version();
    let refusal = service.current.refusal();
    let fallback = refusal.as_ref().and_then(|refusal| FallbackBody::of(refusal, version));
    let body = ReadyBody { status: "ready", version, fallback };
    Ok(cached(json_response(StatusCode::OK, &body), "no-store"))
}

answer! {
    struct LiveBody as live_body {
        status: &'static str = Shape::exactly("ok"),
    }
}

answer! {
    struct ReadyBody<'s> as ready_body {
        status: &'static str = Shape::exactly("ready"),
        version: &'s str = rules::version(),
        fallback?: Option<FallbackBody<'s>> = Shape::component("Fallback"),
    }
}

answer! {
    struct FallbackBody<'r> as fallback_body {
        wanted: Option<&'r str> = rules::version().or_null(),
        served: &'r str = rules::version(),
        reason: &'r str = Shape::string(),
        /// Last try of the wanted version
        since: Shown<Timestamp> = rules::timestamp(),
    }
}

impl<'r> FallbackBody<'r> {
    /// `None` if the version in service is not a fallback.
    fn of(refusal: &'r Refusal, in_service: &str) -> Option<Self> {
        let served = refusal.stands_in.as_deref().filter(|version| *version == in_service)?;
        let (wanted, reason) = (refusal.version.as_deref(), refusal.error.as_str());
        Some(Self { wanted, served, reason, since: Shown(refusal.at) })
    }
}

answer! {
    struct StatusBody<'s> as status_body {
        status: &'static str = Shape::exactly("ok"),
        version: &'s str = rules::version(),
        snapshot: SnapshotBody<'s> = snapshot_body().shape(),
        records: usize = Shape::count(),
        registers: usize = Shape::count(),
        collections: Collections<'s> = Collections::shape(),
        freshness: FreshnessOfAll<'s> = freshness_of_all().shape(),
        uptime_seconds: u64 = Shape::count(),
        /// True if a rollback pins the version to serve, so that newer ones wait
        pinned: bool = Shape::boolean(),
        fallback: Option<FallbackBody<'s>> = Shape::component("Fallback").or_null(),
        last_refusal: Option<RefusalBody<'s>> = Shape::component("Refusal").or_null(),
        last_refresh: Option<RefreshBody<'s>> = Shape::component("LastRefresh").or_null(),
        source?: Option<SourceBody> = Shape::component("Source"),
        clearances?: Option<ClearancesBody<'s>> = Shape::component("Clearances"),
        receipts?: Option<ReceiptsBody<'s>> = Shape::component("ReceiptLog"),
        /// The newest first
        swaps: Vec<SwapBody<'s>> = Shape::array(Shape::component("Swap")),
        last_hour: LastHourBody<'s> = Shape::component("LastHour"),
    }
}

answer! {
    struct ClearancesBody<'s> as clearances_body {
        decisions: usize = Shape::count(),
        /// SHA-256 of the file; empty if there is none yet
        sha256: &'s str = Shape::string(),
        /// Time at which they were put into service; null if none ever were
        since: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Reason why the file as it is now was refused; null if it is the one in service
        refused: Option<&'s str> = Shape::string().or_null(),
    }
}

impl<'s> ClearancesBody<'s> {
    /// `None` if the server heeds no decisions.
    fn of(state: &'s clearances::State) -> Option<Self> {
        let heeded = state.heeded.as_deref()?;
        let (decisions, sha256, since) = (heeded.count(), &*heeded.sha256, state.since.map(Shown));
        Some(Self { decisions, sha256, since, refused: state.refused.as_deref() })
    }
}

answer! {
    struct ReceiptsBody<'s> as receipts_body {
        /// Receipts kept since the start
        kept: u64 = Shape::count(),
        /// Last signature of the log; null if there is none
        signed_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Reason why the log cannot be written; null if it can
        failed: Option<&'s str> = Shape::string().or_null(),
    }
}

impl<'s> From<&'s LogState> for ReceiptsBody<'s> {
    fn from(state: &'s LogState) -> Self {
        let LogState { receipts, signed_at, .. } = *state;
        Self { kept: receipts, signed_at: signed_at.map(Shown), failed: state.failed() }
    }
}

answer! {
    struct SwapBody<'s> as swap_body {
        at: Shown<Timestamp> = rules::timestamp(),
        version: Option<&'s str> = rules::version().or_null(),
        /// Reason for the refusal; null if the version was put into service
        refused: Option<&'s str> = Shape::string().or_null(),
    }
}

impl<'s> From<&'s Swap> for SwapBody<'s> {
    fn from(swap: &'s Swap) -> Self {
        let Swap { version, at, refused } = swap;
        Self { at: Shown(*at), version: version.as_deref(), refused: refused.as_deref() }
    }
}

answer! {
    struct LastHourBody<'s> as last_hour_body {
        /// Length of the period in seconds
        seconds: u64 = Shape::whole_from(1),
        requests: u64 = Shape::count(),
        /// Requests answered with a status of 500 or above, except 503
        failed: u64 = Shape::count(),
        /// Requests answered 429 or 503
        turned_away: u64 = Shape::count(),
        queries: u64 = Shape::count(),
        /// Queries of each minute; the last minute is not over
        queries_by_minute: &'s [u64] = Shape::array(Shape::count()),
        match_times: Option<TimesBody> = Shape::component("MatchTimes").or_null(),
    }
}

impl<'s> From<&'s Summary> for LastHourBody<'s> {
    fn from(summary: &'s Summary) -> Self {
        Self {
            seconds: summary.seconds,
            requests: summary.requests,
            failed: summary.failed,
            turned_away: summary.turned_away,
            queries: summary.queries,
            queries_by_minute: &summary.queries_by_minute,
            match_times: summary.match_times.map(TimesBody::from),
        }
    }
}

answer! {
    struct TimesBody as times_body {
        requests: u64 = Shape::count(),
        /// Median of the response times in milliseconds, at most one part in sixteen too high
        p50_ms: f64 = Shape::any_number(),
        /// 99th percentile of the response times in milliseconds, at most one part in sixteen too high
        p99_ms: f64 = Shape::any_number(),
        longest_ms: f64 = Shape::any_number(),
    }
}

impl From<Times> for TimesBody {
    fn from(Times { requests, p50, p99, longest }: Times) -> Self {
        let in_ms = |time: Duration| rounded(time.as_secs_f64() * 1e3);
        let (p50_ms, p99_ms, longest_ms) = (in_ms(p50), in_ms(p99), in_ms(longest));
        Self { requests, p50_ms, p99_ms, longest_ms }
    }
}

answer! {
    struct SnapshotBody<'s> as snapshot_body {
        version: &'s str = rules::version(),
        built_at: Shown<Timestamp> = rules::timestamp(),
        loaded_at: Shown<Timestamp> = rules::timestamp(),
        /// Seconds since the build
        age_seconds: i64 = Shape::any_integer(),
        sha256: &'s str = Shape::pattern("^[0-9a-f]{64}$"),
    }
}

impl<'s> StatusBody<'s> {
    fn new(loaded: &'s Loaded, facts: &'s StatusFacts) -> Self {
        let StatusFacts { uptime_seconds, refusal, is_pinned, refresh, source, .. } = facts;
        let StatusFacts { clearances, receipts, swaps, last_hour, .. } = facts;
        let (snapshot, refusal) = (loaded.snapshot.as_ref(), refusal.as_ref());
        let (built_at, now) = (snapshot.built_at(), Timestamp::now());
        Self {
            status: "ok",
            version: snapshot.version(),
            snapshot: SnapshotBody {
                version: snapshot.version(),
                built_at: Shown(built_at),
                loaded_at: Shown(loaded.loaded_at),
                age_seconds: now.0 - built_at.0,
                sha256: &loaded.sha256,
            },
            records: snapshot.record_count(),
            registers: snapshot.registers().len(),
            collections: Collections(snapshot),
            freshness: FreshnessOfAll::of(snapshot.registers(), now),
            uptime_seconds: *uptime_seconds,
            pinned: *is_pinned,
            fallback: refusal.and_then(|refusal| FallbackBody::of(refusal, snapshot.version())),
            last_refusal: refusal.map(RefusalBody::from),
            last_refresh: refresh.as_ref().map(RefreshBody::from),
            source: source.map(SourceBody::from),
            clearances: ClearancesBody::of(clearances),
            receipts: receipts.as_ref().map(ReceiptsBody::from),
            swaps: swaps.iter().map(SwapBody::from).collect(),
            last_hour: last_hour.into(),
        }
    }
}

/// Each collection with its number of records.
struct Collections<'s>(&'s Snapshot);

impl Collections<'_> {
    fn shape() -> Shape {
        Shape::object(Collection::NAMES.iter().map(|name| (*name, Shape::count())).collect())
    }
}

impl Serialize for Collections<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Collection::ALL.len()))?;
        for collection in Collection::ALL {
            map.serialize_entry(collection.as_str(), &self.0.collection_count(*collection))?;
        }
        map.end()
    }
}

answer! {
    struct NoSnapshotBody<'r> as no_snapshot_body {
        status: &'static str = Shape::exactly("no_snapshot"),
        error: &'static str = Shape::string(),
        retry_after: u64 = Shape::count(),
        uptime_seconds: u64 = Shape::count(),
        last_refusal: Option<RefusalBody<'r>> = Shape::component("Refusal").or_null(),
        last_refresh: Option<RefreshBody<'r>> = Shape::component("LastRefresh").or_null(),
        source?: Option<SourceBody> = Shape::component("Source"),
    }
}

impl<'r> NoSnapshotBody<'r> {
    fn new(facts: &'r StatusFacts) -> Self {
        Self {
            status: "no_snapshot",
            error: "no snapshot is loaded yet",
            retry_after: limits::RETRY_AFTER_NO_SNAPSHOT_SECONDS,
            uptime_seconds: facts.uptime_seconds,
            last_refusal: facts.refusal.as_ref().map(RefusalBody::from),
            last_refresh: facts.refresh.as_ref().map(RefreshBody::from),
            source: facts.source.map(SourceBody::from),
        }
    }
}

answer! {
    struct RefreshBody<'r> as refresh_body {
        outcome: RefreshOutcome = Shape::one_of(RefreshOutcome::NAMES),
        at: Shown<Timestamp> = rules::timestamp(),
        /// Registers that the refresh could not fetch or load; the reasons, which may name addresses of
        /// the operator, are in its log and in `refresh.json` next to the snapshots
        failed: Vec<&'r str> = Shape::array(Shape::string()),
    }
}

impl<'r> From<&'r LastRefresh> for RefreshBody<'r> {
    fn from(refresh: &'r LastRefresh) -> Self {
        Self {
            outcome: refresh.outcome,
            at: Shown(Timestamp(refresh.ended_at)),
            failed: refresh.failed.keys().map(String::as_str).collect(),
        }
    }
}

answer! {
    struct SourceBody as source_body {
        /// Time at which the versions here were last known to be those of the store
        reached_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Time of the last failure to reach the store, if it still fails
        failed_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
    }
}

impl From<SourceState> for SourceBody {
    fn from(SourceState { reached, failed }: SourceState) -> Self {
        Self { reached_at: reached.map(Shown), failed_at: failed.map(Shown) }
    }
}

answer! {
    /// A version named by `CURRENT` that is not served.
    struct RefusalBody<'r> as refusal_body {
        version: Option<&'r str> = rules::version().or_null(),
        error: &'r str = Shape::string(),
        at: Shown<Timestamp> = rules::timestamp(),
    }
}

impl<'r> From<&'r Refusal> for RefusalBody<'r> {
    fn from(refusal: &'r Refusal) -> Self {
        Self { version: refusal.version.as_deref(), error: &refusal.error, at: Shown(refusal.at) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::time::Instant;

    use super::{FallbackBody, NoSnapshotBody, Refusal, StatusFacts};
    use crate::api::http::last_hour::LastHour;
    use tamis_engine::model::Timestamp;

    #[test]
    fn without_a_snapshot_the_last_refusal_says_why() {
        let refusal = Refusal {
            version: Some("20261004080000".to_owned()),
            error: "snapshot.tamis: section 3: wrong checksum".to_owned(),
            at: Timestamp(0),
            stands_in: None,
        };
        let expected = concat!(
            r#"{"status":"no_snapshot","error":"no snapshot is loaded yet","retry_after":5,"#,
            r#""uptime_seconds":9,"last_refusal":{"version":"20261004080000","#,
            r#""error":"snapshot.tamis: section 3: wrong checksum","#,
            r#""at":"1970-01-01T00:00:00+00:00"},"last_refresh":null}"#,
        );
        let facts = StatusFacts {
            uptime_seconds: 9,
            is_pinned: false,
            refusal: Some(refusal),
            refresh: None,
            source: None,
            clearances: crate::clearances::State::default(),
            receipts: None,
            swaps: VecDeque::new(),
            last_hour: LastHour::new(Instant::now()).summary(Instant::now()),
        };
        let body = NoSnapshotBody::new(&facts);
        assert_eq!(serde_json::to_string(&body).expect("plain JSON"), expected);
    }

    #[test]
    fn only_the_version_that_stands_in_is_called_a_fallback() {
        let mut refusal = Refusal {
            version: Some("20261004080000".to_owned()),
            error: "damaged".to_owned(),
            at: Timestamp(0),
            stands_in: None,
        };
        assert!(FallbackBody::of(&refusal, "20261003080000").is_none(), "it was in service before");
        refusal.stands_in = Some("20261003080000".to_owned());
        assert!(FallbackBody::of(&refusal, "20261002080000").is_none());
        let expected = concat!(
            r#"{"wanted":"20261004080000","served":"20261003080000","reason":"damaged","#,
            r#""since":"1970-01-01T00:00:00+00:00"}"#,
        );
        let body = FallbackBody::of(&refusal, "20261003080000").expect("it stands in");
        assert_eq!(serde_json::to_string(&body).expect("plain JSON"), expected);
    }
}
