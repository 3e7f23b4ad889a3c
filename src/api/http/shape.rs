//! Small parts shared by answers: bodies, headers, addresses, rounding.

use std::fmt::{self, Display};

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use tamis_engine::model::RecordId;

/// Path of the page of records and collections.
pub(crate) const RECORD_PAGE: &str = "/estate/record.html";
pub(crate) const COLLECTION_PAGE: &str = "/estate/collection.html";

/// Address of the page that shows a record (docs/api.md, "Match answers").
pub(crate) struct RecordPage(pub(in crate::api) RecordId);

impl Display for RecordPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{RECORD_PAGE}?id={}", self.0.0)
    }
}

/// Rounds a number of an explanation to four decimals: enough for sums, without binary noise.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The JSON text of a value, in no more memory than its length. Fails only if a `Serialize` impl does,
/// and those of this crate do not.
pub(crate) fn to_json(value: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec(value);
    let mut text = text.expect("our shapes have string keys and no failing parts");
    // The buffer grew by doubling and may be held long for a slow client.
    text.shrink_to_fit();
    text
}

/// An answer with this value as JSON.
pub(crate) fn json_response(status: StatusCode, value: &impl Serialize) -> Response {
    json_bytes(status, to_json(value))
}

/// An answer with this JSON text.
pub(crate) fn json_bytes(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// An answer with this text and these headers.
pub(crate) fn with_headers<const N: usize>(
    status: StatusCode,
    text: impl Into<Body>,
    headers: [(HeaderName, &'static str); N],
) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// True if a text is a web address, so that it may be a link: publishers' addresses are not trusted.
pub(crate) fn is_web_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// Content type of JSON lines.
pub(crate) const NDJSON: &str = "application/x-ndjson";
/// Content type of untyped bytes.
pub(crate) const BYTES: &str = "application/octet-stream";
/// Content type of CSV.
pub(crate) const CSV: &str = "text/csv; charset=utf-8";

/// `Cache-Control` of answers that caches may keep for ten minutes (docs/api.md, "Caching").
pub(crate) const CACHED: &str = "public, max-age=600";

/// The answer with this `Cache-Control` header.
pub(crate) fn cached(mut response: Response, control: &'static str) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    response
}

/// An answer that depends on more than the snapshot, with this `Cache-Control` header. Its validator is
/// a hash of its text: the version of the snapshot would hide changes.
pub(crate) fn validated_by_content(value: &impl Serialize, control: &'static str) -> Response {
    let text = to_json(value);
    let tag = tag_of(&text);
    let mut response = cached(json_bytes(StatusCode::OK, text), control);
    response.headers_mut().insert(header::ETAG, tag);
    response
}

/// The validator of an answer, from its text.
pub(crate) fn tag_of(text: &[u8]) -> HeaderValue {
    let tag = HeaderValue::try_from(format!("W/\"{:016x}\"", xxh3_64(text)));
    tag.unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// Redirect (308) to the current address of a retired record or merged entity, from a path and the
/// query of the request (docs/api.md, "Active and retired records").
pub(crate) fn moved(path: &str, query: &str) -> Response {
    let location = &match query {
        "" => path.to_owned(),
        query => format!("{path}?{query}"),
    };
    let body = serde_json::json!({ "status": 308, "location": location });
    let mut response = json_response(StatusCode::PERMANENT_REDIRECT, &body);
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    // A record may return with its id (docs/api.md, "Identifiers"); a cached redirect would hide it.
    cached(response, "no-cache")
}

/// The answer as a download with this file name, which holds only letters, digits, `_`, `-`, `.`.
pub(crate) fn attachment(mut response: Response, file_name: &str) -> Response {
    let disposition = format!("attachment; filename=\"{file_name}\"");
    if let Ok(disposition) = HeaderValue::try_from(disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_lose_their_binary_noise() {
        assert_eq!(rounded(0.1 + 0.2), 0.3);
        assert_eq!(rounded(-0.25), -0.25);
    }
}
