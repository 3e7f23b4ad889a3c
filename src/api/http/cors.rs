//! CORS: permission for pages of other origins to read the answers (docs/api.md, "Other origins").

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};

use super::guard::SNAPSHOT_VERSION;
use super::request_id;
use super::unread::IGNORED;

/// Time for which a browser may cache the result of a preflight request.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// Response headers exposed to pages in addition to the CORS-safelisted ones.
const SHOWN: [HeaderName; 5] =
    [header::ETAG, header::RETRY_AFTER, SNAPSHOT_VERSION, request_id::HEADER, IGNORED];

/// Policy for all paths under the reconciliation path, errors included. Pages of others use it, so
/// every origin is allowed, without credentials.
pub(in crate::api) fn for_all() -> CorsLayer {
    // The answers are the same for every origin.
    layer().allow_origin(Any).allow_headers(Any).vary([])
}

/// Policy for the rest of the API: the origins configured by the operator, where `*` allows every one.
/// Pages may send a key.
pub(in crate::api) fn for_origins(origins: &[HeaderValue]) -> CorsLayer {
    let any = origins.iter().any(|origin| origin == "*");
    let origins = if any { AllowOrigin::any() } else { AllowOrigin::list(origins.to_vec()) };
    layer().allow_origin(origins).allow_headers(AllowHeaders::mirror_request())
}

fn layer() -> CorsLayer {
    CorsLayer::new()
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::OPTIONS])
        .expose_headers(SHOWN)
        .max_age(REMEMBERED)
}

/// Reads an origin as browsers send it, or `*`.
///
/// # Errors
/// A description of the expected value.
pub fn read_origin(text: &str) -> Result<HeaderValue, &'static str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |rest: &str| !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ', '*']);
    let value = || HeaderValue::from_str(text).ok();
    let origin = (text == "*" || rest.is_some_and(is_host)).then(value).flatten();
    origin.ok_or("give an origin such as https://desk.example.org, without a path, or *")
}

#[cfg(test)]
mod tests {
    use super::read_origin;

    #[test]
    fn origins_have_a_scheme_a_host_and_nothing_more() {
        for text in ["https://desk.example.org", "http://127.0.0.1:3000", "https://[::1]:8", "*"] {
            assert_eq!(read_origin(text).map(|origin| origin.as_bytes().to_vec()), Ok(text.into()));
        }
        for text in ["", "desk.example.org", "https://", "https://a/", "ftp://a", "https://*.a"] {
            assert!(read_origin(text).is_err(), "{text}");
        }
    }
}
