//! Answers requests that no route takes: known paths, and the path that was probably meant.

use std::sync::Arc;

use axum::Extension;
use axum::extract::MatchedPath;
use axum::http::{Method, Uri};

use super::error::{ApiError, Given};

/// The paths of the API, their parameters in braces, each with its methods.
#[derive(Debug, Clone)]
pub(crate) struct Paths(Arc<[(&'static str, Method)]>);

impl FromIterator<(&'static str, Method)> for Paths {
    fn from_iter<I: IntoIterator<Item = (&'static str, Method)>>(paths: I) -> Self {
        Self(paths.into_iter().collect())
    }
}

impl Paths {
    /// The methods of a path; a path that is not listed is a page, which can only be read.
    fn methods_of(&self, path: &str) -> &'static str {
        let takes = |method| self.0.iter().any(|(own, its)| *own == path && *its == method);
        match (takes(Method::GET), takes(Method::POST)) {
            (false, true) => "POST",
            (true, true) => "GET, HEAD, POST",
            _ => "GET, HEAD",
        }
    }

    /// The error for an unknown path.
    fn why_unknown(&self, path: &str) -> ApiError {
        let given = Given::new(path);
        let meant = path.trim_end_matches('/');
        let goes_on = |own: &str| {
            own.strip_prefix(meant).is_some_and(|rest| rest.starts_with("/{collection}"))
        };
        if self.0.iter().any(|(own, _)| leads(own, meant)) {
            ApiError::SlashBehindPath { given, meant: Given::new(meant) }
        } else if self.0.iter().any(|(own, _)| goes_on(own)) {
            ApiError::NoCollection(given)
        } else {
            ApiError::UnknownPath(given)
        }
    }
}

/// True if a path matches a pattern with parameters in braces.
fn leads(own: &str, path: &str) -> bool {
    let is_one = |(own, given): (&str, &str)| match own.starts_with('{') {
        true => !given.is_empty(),
        false => own == given,
    };
    let pieces = |path: &str| path.split('/').count();
    pieces(own) == pieces(path) && own.split('/').zip(path.split('/')).all(is_one)
}

/// Answers a request to an unknown path.
pub(crate) async fn unknown_path(Extension(paths): Extension<Paths>, address: Uri) -> ApiError {
    paths.why_unknown(address.path())
}

/// Answers a request with a method that its path does not take. An outer layer sets the `Allow` header.
pub(crate) async fn method_not_allowed(
    Extension(paths): Extension<Paths>,
    path: MatchedPath,
    method: Method,
) -> ApiError {
    let takes = paths.methods_of(path.as_str());
    ApiError::MethodNotAllowed { given: Given::new(method.as_str()), takes }
}
