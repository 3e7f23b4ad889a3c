//! `GET /api/status` (docs/api.md, "Status and probes") and the probes `/livez` and `/readyz`
//! (docs/api.md, "Status and probes").

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::freshness::FreshnessOfAll;
use super::http::error::ApiError;
use super::http::service::{Loaded, Refusal, Service, Taken};
use super::http::shape::{cached, json_response};
use crate::limits;
use tamis_engine::json::Shown;
use tamis_engine::model::{Collection, Timestamp};
use tamis_engine::snapshot::Snapshot;

/// Answers `GET /api/status`: 200 with what is served, 503 while nothing is.
pub(super) async fn status(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Response {
    let uptime_seconds = service.started.elapsed().as_secs();
    let last_refusal = service.current.refusal();
    match loaded {
        Some(loaded) => {
            let body = StatusBody::new(&loaded, uptime_seconds, last_refusal.as_ref());
            cached(json_response(StatusCode::OK, &body), "no-store")
        }
        None => {
            let body = NoSnapshotBody::new(uptime_seconds, last_refusal.as_ref());
            let response = json_response(StatusCode::SERVICE_UNAVAILABLE, &body);
            let mut response = cached(response, "no-store");
            let retry_after = HeaderValue::from(body.retry_after);
            response.headers_mut().insert(header::RETRY_AFTER, retry_after);
            response
        }
    }
}

/// Answers `GET /livez`: the process runs and answers.
pub(super) async fn livez() -> Response {
    let alive = Probe { status: "ok", version: None, fallback: None };
    cached(json_response(StatusCode::OK, &alive), "no-store")
}

/// Answers `GET /readyz`: a verified and warm snapshot is served, be it the current one or one that
/// stands in for it.
pub(super) async fn readyz(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let version = loaded.snapshot.version();
    let refusal = service.current.refusal();
    let fallback = refusal.as_ref().and_then(|refusal| FallbackBody::of(refusal, version));
    let body = Probe { status: "ready", version: Some(version), fallback };
    Ok(cached(json_response(StatusCode::OK, &body), "no-store"))
}

#[derive(Serialize)]
struct Probe<'s> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'s str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<FallbackBody<'s>>,
}

/// What is served in the place of the current version, and why.
#[derive(Serialize)]
struct FallbackBody<'r> {
    wanted: Option<&'r str>,
    served: &'r str,
    reason: &'r str,
    since: Shown<Timestamp>,
}

impl<'r> FallbackBody<'r> {
    /// `None` where the version in service does not stand in for another one.
    fn of(refusal: &'r Refusal, in_service: &str) -> Option<Self> {
        let served = refusal.stands_in.as_deref().filter(|version| *version == in_service)?;
        let (wanted, reason) = (refusal.version.as_deref(), refusal.error.as_str());
        Some(Self { wanted, served, reason, since: Shown(refusal.at) })
    }
}

#[derive(Serialize)]
struct StatusBody<'s> {
    status: &'static str,
    version: &'s str,
    snapshot: SnapshotBody<'s>,
    records: usize,
    registers: usize,
    collections: Collections<'s>,
    freshness: FreshnessOfAll<'s>,
    uptime_seconds: u64,
    fallback: Option<FallbackBody<'s>>,
    last_refusal: Option<RefusalBody<'s>>,
}

#[derive(Serialize)]
struct SnapshotBody<'s> {
    version: &'s str,
    built_at: Shown<Timestamp>,
    loaded_at: Shown<Timestamp>,
    age_seconds: i64,
    sha256: &'s str,
}

impl<'s> StatusBody<'s> {
    fn new(loaded: &'s Loaded, uptime_seconds: u64, refusal: Option<&'s Refusal>) -> Self {
        let snapshot = loaded.snapshot.as_ref();
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
            uptime_seconds,
            fallback: refusal.and_then(|refusal| FallbackBody::of(refusal, snapshot.version())),
            last_refusal: refusal.map(RefusalBody::from),
        }
    }
}

/// Each collection with its number of records.
struct Collections<'s>(&'s Snapshot);

impl Serialize for Collections<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Collection::ALL.len()))?;
        for collection in Collection::ALL {
            map.serialize_entry(collection.as_str(), &self.0.collection_count(*collection))?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct NoSnapshotBody<'r> {
    status: &'static str,
    error: &'static str,
    retry_after: u64,
    uptime_seconds: u64,
    last_refusal: Option<RefusalBody<'r>>,
}

impl<'r> NoSnapshotBody<'r> {
    fn new(uptime_seconds: u64, refusal: Option<&'r Refusal>) -> Self {
        Self {
            status: "no_snapshot",
            error: "no snapshot is loaded yet",
            retry_after: limits::RETRY_AFTER_NO_SNAPSHOT_SECONDS,
            uptime_seconds,
            last_refusal: refusal.map(RefusalBody::from),
        }
    }
}

/// The version that `CURRENT` names and that is not served.
#[derive(Serialize)]
struct RefusalBody<'r> {
    version: Option<&'r str>,
    error: &'r str,
    at: Shown<Timestamp>,
}

impl<'r> From<&'r Refusal> for RefusalBody<'r> {
    fn from(refusal: &'r Refusal) -> Self {
        Self { version: refusal.version.as_deref(), error: &refusal.error, at: Shown(refusal.at) }
    }
}

#[cfg(test)]
mod tests {
    use super::{FallbackBody, NoSnapshotBody, Refusal};
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
            r#""at":"1970-01-01T00:00:00+00:00"}}"#,
        );
        let body = NoSnapshotBody::new(9, Some(&refusal));
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
