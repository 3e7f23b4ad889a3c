//! Leave for pages of other origins to read the answers (docs/api.md, "Reconciliation"): everything
//! here is public and nothing depends on who asks, so every origin is let in, without credentials.

use std::time::Duration;

use axum::http::{Method, header};
use tower_http::cors::{Any, CorsLayer};

use crate::api::http::guard::SNAPSHOT_VERSION;

/// How long a browser may remember what it asked before a request that is not simple.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// The layer around everything below the path of reconciliation, errors included.
pub(crate) fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::OPTIONS])
        .allow_headers(Any)
        .expose_headers([header::ETAG, header::RETRY_AFTER, SNAPSHOT_VERSION])
        .max_age(REMEMBERED)
        // The answers are the same for every origin.
        .vary([])
}
