//! `GET /docs`: a page that shows `/openapi.json` to readers and lets them try every operation
//! (docs/api.md, "Interface description"). It is part of the program, and it loads nothing from
//! elsewhere.
//!
//! `page.html` is the frame, into which the list of operations is written here, so that it can be
//! read without scripts; `docs.js` builds the operations from the document, `docs.css` is how
//! they look. Kept apart, so that the page runs under a policy without inline scripts and styles.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{StatusCode, header};
use axum::response::Response;

use super::http::error::{ApiError, Given};
use super::http::shape::{tag_of, with_headers};
use super::openapi;
use super::operation::Operation;

/// Only the service's own scripts and styles, and requests to the service itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Answers `GET /docs`.
pub(super) async fn page() -> Response {
    static PAGE: LazyLock<String> =
        LazyLock::new(|| include_str!("page.html").replace("<!-- operations -->", &contents()));
    embedded("text/html; charset=utf-8", &PAGE)
}

/// The operations as lists of links, one list per group.
fn contents() -> String {
    let mut html = String::new();
    for (group, operations) in openapi::contents() {
        // Writing to a text cannot fail.
        let _ = write!(html, "<h2>{group}</h2><ul>");
        for Operation { id, method, path, summary, .. } in operations {
            let class = method.as_str().to_ascii_lowercase();
            let _ = write!(
                html,
                "<li><a href=\"#{id}\"><span class=\"method {class}\">{method}</span>\
                 <span class=\"path\">{path}</span><span class=\"says\">{summary}</span></a></li>",
            );
        }
        html.push_str("</ul>");
    }
    html
}

/// Answers `GET /docs/{file}`, the parts of the page.
pub(super) async fn file(path: Result<Path<String>, PathRejection>) -> Result<Response, ApiError> {
    match path.as_ref().map(|Path(name)| name.as_str()).unwrap_or_default() {
        "docs.js" => Ok(embedded("text/javascript; charset=utf-8", include_str!("docs.js"))),
        "docs.css" => Ok(embedded("text/css; charset=utf-8", include_str!("docs.css"))),
        other => Err(ApiError::UnknownPath(Given::new(&format!("/docs/{other}")))),
    }
}

fn embedded(content_type: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    let mut response = with_headers(StatusCode::OK, text, headers);
    response.headers_mut().insert(header::ETAG, tag_of(text.as_bytes()));
    response
}
