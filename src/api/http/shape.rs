//! Small pieces that answers share: their bodies and headers, addresses, rounding.

use std::fmt::{self, Display};

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use tamis_engine::model::RecordId;

/// Where the pages of records and of collections are.
pub(crate) const RECORD_PAGE: &str = "/estate/record.html";
pub(crate) const COLLECTION_PAGE: &str = "/estate/collection.html";

/// Address of the page that shows a record (docs/api.md, "Match answers").
pub(crate) struct RecordPage(pub(in crate::api) RecordId);

impl Display for RecordPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{RECORD_PAGE}?id={}", self.0.0)
    }
}

/// A number of an explanation, to four decimals: enough to add up, without binary noise.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The JSON text of a value, in no more memory than it has bytes. Fails only when a `Serialize` impl does, and
/// ours do not.
pub(crate) fn to_json(value: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_vec(value);
    let mut text = text.expect("our shapes have string keys and no failing parts");
    // It grew by doubling, and may have to wait for its client.
    text.shrink_to_fit();
    text
}

/// An answer that holds this value.
pub(crate) fn json_response(status: StatusCode, value: &impl Serialize) -> Response {
    json_bytes(status, to_json(value))
}

/// An answer that holds this JSON text.
pub(crate) fn json_bytes(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// An answer of this text with these headers.
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

/// Whether a link may lead there: an address of a publisher is a text like any other.
pub(crate) fn is_web_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// The content type of JSON objects, one a line.
pub(crate) const NDJSON: &str = "application/x-ndjson";
/// The content type of bytes that are nothing in particular.
pub(crate) const BYTES: &str = "application/octet-stream";
/// The content type of CSV.
pub(crate) const CSV: &str = "text/csv; charset=utf-8";

/// `Cache-Control` of the answers that caches may keep for ten minutes (docs/api.md, "Caching").
pub(crate) const CACHED: &str = "public, max-age=600";

/// The answer with this `Cache-Control` header.
pub(crate) fn cached(mut response: Response, control: &'static str) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(control));
    response
}

/// An answer that depends on more than the snapshot, whose version as a validator would hide that:
/// its validator comes from its text. It has this `Cache-Control` header.
pub(crate) fn validated_by_content(value: &impl Serialize, control: &'static str) -> Response {
    let text = to_json(value);
    let tag = tag_of(&text);
    let mut response = cached(json_bytes(StatusCode::OK, text), control);
    response.headers_mut().insert(header::ETAG, tag);
    response
}

/// The validator of an answer by its text.
pub(crate) fn tag_of(text: &[u8]) -> HeaderValue {
    let tag = HeaderValue::try_from(format!("W/\"{:016x}\"", xxh3_64(text)));
    tag.unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// 308 to where a retired record or merged entity is answered now (docs/api.md, "Active and retired
/// records"): a path, and the query of the address that is answered so.
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
    // A record may come back with its id (docs/api.md, "Identifiers"); a cached redirect would hide
    // it.
    cached(response, "no-cache")
}

/// The answer as a file to be saved under this name, which is of letters, digits, `_`, `-`, `.`.
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
