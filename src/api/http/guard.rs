//! Middleware around every request. It applies the rate limit, one snapshot and one time limit, writes
//! one log line, counts metrics, and gives every answer the service's own error format.
//!
//! The time limit covers the time to the head of the answer. A body streamed while it is produced, such
//! as an export, may take as long as its reader does.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::body::Deadline;
use super::error::ApiError;
use super::held::{self, ConnectionBytes};
use super::limit;
use super::listing::Today;
use super::parameters::is_utf8;
use super::request_id;
use super::service::{Loaded, Service, Taken};
use super::work;
use crate::limits;
use crate::logs::RequestLine;
use tamis_engine::model::{Day, Timestamp};

/// Response header with the version of the snapshot that the answer is made from (docs/api.md,
/// "Caching").
pub(crate) const SNAPSHOT_VERSION: HeaderName = HeaderName::from_static("x-snapshot-version");

/// The middleware; see the module documentation.
pub(crate) async fn guard(
    State(service): State<Arc<Service>>,
    mut request: Request,
    next: Next,
) -> Response {
    let trusted = &service.settings.trusted_proxies;
    let client = limit::client(request.extensions(), request.headers(), trusted);
    let mut log = RequestLog::begin(&service, &request, client);
    let condition = Condition::of(&request);
    let is_of_snapshot = is_of_snapshot(request.uri().path());
    let needs_key = service.settings.api_keys.is_some() && needs_key(request.uri().path());
    let loaded = service.current.take();
    let today = Day::of(Timestamp::now());

    let address_bytes = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    let mut response = if let Err(refusal) = rate_limited(&service, &request, client) {
        refusal.into_response()
    } else if let Err(refusal) = log.admit(&service, &request) {
        refusal.into_response()
    } else if address_bytes > limits::ADDRESS_BYTES_MAX {
        ApiError::AddressTooLong.into_response()
    } else if !request.uri().query().is_none_or(|query| is_utf8(query.as_bytes())) {
        ApiError::NotUtf8 { part: "address" }.into_response()
    } else {
        request.extensions_mut().insert(Taken(loaded.clone()));
        request.extensions_mut().insert(Today(today));
        let time = match is_of_file(request.uri().path()) {
            true => limits::FILE_TIME_MAX,
            false => service.settings.request_timeout,
        };
        let deadline = Deadline(tokio::time::Instant::from_std(log.began) + time);
        request.extensions_mut().insert(deadline);
        let connection = request.extensions_mut().remove::<ConnectionBytes>();
        let answer = held::answering(connection, next.run(request));
        let answer = work::answering(client.map(limit::client_key), answer);
        answer_until(deadline, time, answer).await
    };
    if response.status() == StatusCode::NOT_ACCEPTABLE {
        // The compression layer sets the status but does not use the service's error format.
        response = ApiError::NoEncoding.into_response();
    }
    if let Some(loaded) = loaded.filter(|_| is_of_snapshot) {
        add_snapshot_headers(&mut response, &loaded, today);
    }
    if needs_key {
        keep_private(response.headers_mut());
    }
    if condition.is_some_and(|condition| condition.holds(&response)) {
        response = not_modified(&response);
    }
    // Tells browsers to trust the content type, even if a list looks like a page.
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    log.end(&service, &mut response);
    response
}

/// True if a path serves monitoring. Such requests are never refused: they matter most when the server
/// is busiest.
pub(crate) fn is_for_watchers(path: &str) -> bool {
    ["/livez", "/readyz", "/metrics"].contains(&path)
}

/// True if answers of this path are made from a snapshot, whose version the headers name.
fn is_of_snapshot(path: &str) -> bool {
    path.starts_with("/api/") || is_page(path)
}

/// True if a request to this path uploads a file, which may take long.
fn is_of_file(path: &str) -> bool {
    path.starts_with("/api/match/")
        && ["/file", "/file/preview"].iter().any(|end| path.ends_with(end))
}

/// True if the path is an HTML page for people.
fn is_page(path: &str) -> bool {
    path == "/" || path.starts_with("/estate/") && path.ends_with(".html")
}

/// True if a path shows records or usage of the server and so needs a key. Probes, the OpenAPI document
/// and its page do not.
fn needs_key(path: &str) -> bool {
    is_of_snapshot(path) || path.starts_with("/downloads/") || path == "/metrics"
}

fn rate_limited(
    service: &Service,
    request: &Request,
    client: Option<IpAddr>,
) -> Result<(), ApiError> {
    match (&service.rate_limit, client) {
        (Some(limit), Some(client)) if !is_for_watchers(request.uri().path()) => {
            limit.admit(client).inspect_err(|_| service.metrics.rate_limited())
        }
        _ => Ok(()),
    }
}

/// Runs a handler and returns its answer, or an error if it panics or exceeds the deadline. A handler
/// waiting for the body of its request is polled once more at the deadline to return its own error.
async fn answer_until(
    Deadline(deadline): Deadline,
    limit: Duration,
    handler: impl Future<Output = Response>,
) -> Response {
    match tokio::time::timeout_at(deadline, caught(handler)).await {
        Ok(Some(response)) => response,
        Ok(None) => ApiError::Internal.into_response(),
        Err(_) => ApiError::TimedOut { limit }.into_response(),
    }
}

/// The output of a future; `None` if it panics. Only the service outlives a handler, and no panic can
/// leave its state inconsistent.
async fn caught<F: Future>(future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| {
        let poll = AssertUnwindSafe(|| future.as_mut().poll(context));
        match std::panic::catch_unwind(poll) {
            Ok(poll) => poll.map(Some),
            Err(_) => Poll::Ready(None),
        }
    })
    .await
}

/// Adds the version to every answer, and a validator to successful answers and redirects (docs/api.md,
/// "Caching"). An answer that depends on more than the snapshot and the day sets its own validator.
fn add_snapshot_headers(response: &mut Response, loaded: &Loaded, today: Day) {
    let status = response.status();
    let good = status.is_success() || status == StatusCode::PERMANENT_REDIRECT;
    let headers = response.headers_mut();
    headers.insert(SNAPSHOT_VERSION, loaded.version_header());
    if good {
        headers.entry(header::ETAG).or_insert_with(|| loaded.entity_tag(today));
    }
}

/// Restricts an answer that needs a key to private caches (RFC 9111, 5.2.2.7). A shared cache would
/// give it to callers without a key. An answer marked `no-store` stays so.
fn keep_private(headers: &mut HeaderMap) {
    let control = headers.get(header::CACHE_CONTROL).and_then(|control| control.to_str().ok());
    let private = match control.map(|control| control.strip_prefix("public, ").unwrap_or(control)) {
        Some("no-store") => return,
        Some(control) => format!("private, {control}"),
        None => "private".to_owned(),
    };
    let private = HeaderValue::try_from(private);
    headers.insert(header::CACHE_CONTROL, private.unwrap_or(HeaderValue::from_static("no-store")));
}

/// `If-None-Match` header of a `GET` or `HEAD` request.
struct Condition(HeaderValue);

impl Condition {
    fn of(request: &Request) -> Option<Self> {
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        request.headers().get(header::IF_NONE_MATCH).filter(|_| reads).cloned().map(Self)
    }

    /// True if the caller already has this answer (RFC 9110, 13.1.2). An answer that may not be stored
    /// never counts: it changes with more than the snapshot.
    fn holds(&self, response: &Response) -> bool {
        response.status() == StatusCode::OK
            && response.headers().get(header::CACHE_CONTROL).is_none_or(|c| c != "no-store")
            && response.headers().get(header::ETAG).is_some_and(|tag| lists(&self.0, tag))
    }
}

/// True if a list of entity tags holds this tag, by the weak comparison of RFC 9110, 8.8.3.2.
pub(crate) fn lists(list: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(list), Ok(tag)) = (list.to_str(), tag.to_str()) else { return false };
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    list.trim() == "*" || list.split(',').any(|one| opaque(one) == opaque(tag))
}

/// The `304 Not Modified` answer.
pub(crate) fn not_modified(response: &Response) -> Response {
    let kept = [
        header::ETAG,
        header::LAST_MODIFIED,
        header::CACHE_CONTROL,
        header::VARY,
        SNAPSHOT_VERSION,
    ];
    let headers: HeaderMap = kept
        .into_iter()
        .filter_map(|name| response.headers().get(&name).cloned().map(|value| (name, value)))
        .collect();
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::NOT_MODIFIED;
    *answer.headers_mut() = headers;
    answer
}

/// Data of a request for metrics and the log. Both name the route, never the path or the parameters:
/// they may hold a searched name.
struct RequestLog {
    method: &'static str,
    route: Option<MatchedPath>,
    id: HeaderValue,
    began: Instant,
    /// `None` if no request log is written.
    line: Option<Line>,
}

/// Data that only the log line has.
struct Line {
    client: Option<IpAddr>,
    /// Holder of the key of the request.
    key: Option<Arc<str>>,
    /// Trace id of a `traceparent` header (W3C Trace Context), if sent.
    trace: Option<String>,
}

impl RequestLog {
    fn begin(service: &Service, request: &Request, client: Option<IpAddr>) -> Self {
        let line = || Line { client, key: None, trace: request_id::trace(request.headers()) };
        Self {
            method: known_method(request.method()),
            route: request.extensions().get::<MatchedPath>().cloned(),
            id: request_id::of(request.headers()),
            began: Instant::now(),
            line: service.settings.request_log.is_some().then(line),
        }
    }

    /// Admits a request if it needs no key or has a valid one.
    fn admit(&mut self, service: &Service, request: &Request) -> Result<(), ApiError> {
        let Some(keys) = &service.settings.api_keys else { return Ok(()) };
        if !needs_key(request.uri().path()) {
            return Ok(());
        }
        let holder = keys.holder(request.headers()).ok_or(ApiError::NoKey)?;
        if let Some(line) = &mut self.line {
            line.key = Some(holder);
        }
        Ok(())
    }

    fn end(self, service: &Service, response: &mut Response) {
        let (status, now) = (response.status(), Instant::now());
        let took = now - self.began;
        service.metrics.answered(self.method, self.route.as_ref(), status, now, took);
        if let (Some(log), Some(line)) = (&service.settings.request_log, &self.line) {
            log.write(RequestLine {
                method: self.method,
                route: self.route.as_ref().map_or("unknown", MatchedPath::as_str),
                status: status.as_u16(),
                took,
                id: self.id.to_str().unwrap_or_default(),
                client: line.client,
                key: line.key.as_deref(),
                trace: line.trace.as_deref(),
            });
        }
        response.headers_mut().insert(request_id::HEADER, self.id);
    }
}

/// The method for the log. An unknown one is caller's text and is not logged.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::HeaderValue;
    use axum::response::Response;

    use super::{Deadline, answer_until, lists};
    use std::time::Duration;
    use tokio::time::Instant;

    #[tokio::test]
    async fn a_panic_and_a_late_answer_become_errors() {
        let second = Duration::from_secs(1);
        let (now, soon) = (Deadline(Instant::now()), Deadline(Instant::now() + second));
        let panics = async { panic!("a fault of ours") };
        assert_eq!(answer_until(soon, second, panics).await.status(), 500);
        let late = answer_until(now, second, std::future::pending()).await;
        assert_eq!(
            (late.status().as_u16(), &late.headers()["retry-after"]),
            (503, &"1".parse().expect("header"))
        );
        let fine = async { Response::new(Body::empty()) };
        assert_eq!(answer_until(soon, second, fine).await.status(), 200);
    }

    #[test]
    fn entity_tags_are_compared_weakly() {
        let tag = HeaderValue::from_static("W/\"1-a\"");
        for (list, expected) in [
            ("W/\"1-a\"", true),
            ("\"1-a\"", true),
            ("\"x\", W/\"1-a\"", true),
            ("*", true),
            ("\"1\"", false),
            ("", false),
        ] {
            assert_eq!(lists(&HeaderValue::from_static(list), &tag), expected, "{list}");
        }
    }
}
