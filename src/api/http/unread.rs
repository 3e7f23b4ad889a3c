//! Parameters of the address that an endpoint does not read (docs/api.md, "What was ignored"). What
//! it reads are the parameters that its operation declares.

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

/// The header that names the parameters that were not read. Answers without a place for `ignored`
/// say it here alone.
pub(crate) const IGNORED: HeaderName = HeaderName::from_static("x-ignored");

/// The parameters of an address that its endpoint does not read, in sentences, for the answer's
/// `ignored`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unread(pub(in crate::api) Ignored);

impl Unread {
    /// The parameters of a query that are not among those that are read, each once.
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

/// Middleware around one operation, whose parameters of the address are `read`: lets its handler and
/// its answer say which others were given.
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
