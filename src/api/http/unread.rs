//! Query parameters that an endpoint does not read (docs/api.md, "What was ignored"). It reads those
//! that its operation declares.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::error::Given;
use super::ignored::Ignored;
use super::nearest::{did_you_mean, nearest};
use super::parameters::Parameters;

/// Response header with the ignored parameters. Answers without an `ignored` field report them only
/// here.
pub(crate) const IGNORED: HeaderName = HeaderName::from_static("x-ignored");

/// Sentences about the ignored query parameters, for the answer's `ignored`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unread(pub(in crate::api) Ignored);

impl Unread {
    /// The parameters of a query that are not read, each once.
    fn of(query: &str, read: &[&'static str]) -> Self {
        let parameters = Parameters::parse(Some(query));
        let mut names: Vec<&str> = parameters.others(read).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        let mut ignored = Ignored::default();
        for name in names {
            ignored.note(|| {
                let end = did_you_mean(nearest(name, read.iter().copied()));
                format!("{} is not a parameter of this endpoint{end}", Given::new(name))
            });
        }
        Self(ignored)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Unread {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Middleware around one operation, whose declared parameters are `read`. It passes the other ones to
/// the handler and the answer.
pub(in crate::api) async fn say(
    read: Arc<[&'static str]>,
    mut request: Request,
    next: Next,
) -> Response {
    let unread = request.uri().query().map(|query| Unread::of(query, &read));
    let Some(unread) = unread.filter(|Unread(ignored)| !ignored.is_empty()) else {
        return next.run(request).await;
    };
    let header = HeaderValue::try_from(unread.0.in_a_header());
    request.extensions_mut().insert(unread);
    let mut response = next.run(request).await;
    if let Ok(header) = header {
        response.headers_mut().insert(IGNORED, header);
    }
    response
}
