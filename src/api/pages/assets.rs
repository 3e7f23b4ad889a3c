//! Style sheet, icon and scripts of the pages.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{StatusCode, header};
use axum::response::Response;
use sha2::{Digest, Sha256};

use crate::api::http::error::{ApiError, Given};
use crate::api::http::shape::with_headers;

const STYLE: &str = include_str!("style.css");
const BATCH_SCRIPT: &str = include_str!("batch.js");
const PAYMENT_SCRIPT: &str = include_str!("payment.js");
/// One module of several files, since a file cannot name another by its hash.
const REVIEW_SCRIPT: &str = concat!(
    include_str!("review/table.js"),
    include_str!("review/compare.js"),
    include_str!("review/hit.js"),
    include_str!("review/review.js")
);
const DOCS_SCRIPT: &str = include_str!("docs.js");
const ICON: &str = include_str!("icon.svg");
pub(super) const ICON_PATH: &str = "/estate/icon.svg";
/// Bytes of the content hash in a file name.
const HASH_BYTES: usize = 8;

/// Path of the style sheet. Its name holds a hash of its content, so it can be cached for ever.
pub(super) static STYLE_PATH: LazyLock<String> = LazyLock::new(|| named("style", STYLE, "css"));
/// Paths of the scripts, built likewise.
pub(super) static BATCH_SCRIPT_PATH: LazyLock<String> =
    LazyLock::new(|| named("batch", BATCH_SCRIPT, "js"));
pub(super) static PAYMENT_SCRIPT_PATH: LazyLock<String> =
    LazyLock::new(|| named("payment", PAYMENT_SCRIPT, "js"));
pub(super) static REVIEW_SCRIPT_PATH: LazyLock<String> =
    LazyLock::new(|| named("review", REVIEW_SCRIPT, "js"));
pub(super) static DOCS_SCRIPT_PATH: LazyLock<String> =
    LazyLock::new(|| named("docs", DOCS_SCRIPT, "js"));
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// `Cache-Control` of files whose content never changes under its name.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

fn named(name: &str, content: &str, ending: &str) -> String {
    let mut path = format!("/estate/{name}-");
    for byte in &Sha256::digest(content)[..HASH_BYTES] {
        // Writing to a text never fails.
        let _ = write!(path, "{byte:02x}");
    }
    path + "." + ending
}

/// Answers `GET /estate/{file}` for files other than pages.
pub(super) async fn file(path: Result<Path<String>, PathRejection>) -> Result<Response, ApiError> {
    let path = path.map(|Path(name)| format!("/estate/{name}")).unwrap_or_default();
    let (content_type, kept, text) = match &*path {
        path if path == *STYLE_PATH => ("text/css; charset=utf-8", FOR_EVER, STYLE),
        path if path == *BATCH_SCRIPT_PATH => (SCRIPT, FOR_EVER, BATCH_SCRIPT),
        path if path == *PAYMENT_SCRIPT_PATH => (SCRIPT, FOR_EVER, PAYMENT_SCRIPT),
        path if path == *REVIEW_SCRIPT_PATH => (SCRIPT, FOR_EVER, REVIEW_SCRIPT),
        path if path == *DOCS_SCRIPT_PATH => (SCRIPT, FOR_EVER, DOCS_SCRIPT),
        ICON_PATH => ("image/svg+xml", "public, max-age=86400", ICON),
        path => return Err(ApiError::UnknownPath(Given::new(path))),
    };
    let headers = [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, kept)];
    Ok(with_headers(StatusCode::OK, text, headers))
}
