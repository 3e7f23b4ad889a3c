//! The HTTP interface: routes, parameters, JSON shapes and errors. One file or folder a resource.
//!
//! Knows the use cases below it; knows no sockets and no signals.
//!
//! | module | what it holds |
//! |---|---|
//! | [`service`] | what handlers share: the snapshot in service, the workers, the settings |
//! | [`error`] | every error and its status code, and nothing else knows one for an error |
//! | `guard` | around every request: one snapshot, one time limit, one log line |
//! | `matching` | `POST /api/match/{collection}` |
//! | `entity` | `GET /api/entity/{id}`, `GET /api/entity` |
//! | `algorithms` | `GET /api/algorithms` |
//! | `status` | `GET /api/status`, `/livez`, `/readyz` |
//! | `body`, `loose`, `parameters` | reading what callers send |
//! | `shape` | small pieces of what they get |
//! | [`work`] | the pool for batches of queries, and admission |

mod algorithms;
mod body;
mod entity;
pub mod error;
mod guard;
mod loose;
mod matching;
mod parameters;
pub mod service;
mod shape;
mod status;
pub mod work;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use self::error::{ApiError, Given};
use self::service::Service;

/// All routes. Every answer that is no success has the shape of decisions D4.
pub fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route("/api/match/{collection}", post(matching::match_collection))
        .route("/api/entity/{id}", get(entity::by_path))
        .route("/api/entity", get(entity::by_query))
        .route("/api/algorithms", get(algorithms::algorithms))
        .route("/api/status", get(status::status))
        .route("/livez", get(status::livez))
        .route("/readyz", get(status::readyz))
        .fallback(unknown_path)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(service.settings.body_bytes_max))
        .layer(from_fn_with_state(Arc::clone(&service), guard::guard))
        .with_state(service)
}

async fn unknown_path(address: Uri) -> ApiError {
    ApiError::UnknownPath(Given::new(address.path()))
}

async fn method_not_allowed(method: Method) -> ApiError {
    ApiError::MethodNotAllowed(Given::new(method.as_str()))
}
