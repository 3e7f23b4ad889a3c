//! Leave for pages of other origins to read the answers (decisions D6): everything here is public
//! and nothing depends on who asks, so every origin is let in, without credentials.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const PATH: &str = "/api/reconcile";

/// Around every request: adds the headers to all answers below the path of reconciliation, those
/// of the guard and of the router included.
pub(in crate::api) async fn cors(request: Request, next: Next) -> Response {
    let rest = request.uri().path().strip_prefix(PATH);
    let applies = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let mut response = next.run(request).await;
    if applies {
        add(
            &mut response,
            &[
                (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
                (header::ACCESS_CONTROL_EXPOSE_HEADERS, "ETag, Retry-After, X-Snapshot-Version"),
            ],
        );
    }
    response
}

/// Answers what a browser asks before a request that is not simple (the Fetch standard, 3.2.2).
pub(super) async fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    add(
        &mut response,
        &[
            (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST, OPTIONS"),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, "*"),
            (header::ACCESS_CONTROL_MAX_AGE, "86400"),
            (header::CACHE_CONTROL, "no-store"),
        ],
    );
    response
}

fn add(response: &mut Response, headers: &[(HeaderName, &'static str)]) {
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
}
