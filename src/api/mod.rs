//! The HTTP interface: routes, parameters, JSON shapes and errors. One file or folder a resource.
//!
//! Knows the use cases below it; knows no sockets and no signals.
//!
//! | module | what it holds |
//! |---|---|
//! | [`http`] | what all resources share: the service, errors, reading requests, sending answers |
//! | `matching` | `POST /api/match/{collection}` |
//! | `search` | `GET /api/search`, `GET /api/search/{collection}`, `GET /api/facets` |
//! | `entity` | `GET /api/entity/{id}`, `GET /api/entity` |
//! | `reconcile` | `GET` and `POST /api/reconcile/{collection}`, and the services below it |
//! | `reference` | catalog, overview, collection, sources, programmes, countries, licences |
//! | `registries` | `GET /api/registries`, `GET /api/registries/countries` |
//! | `export`, `statements` | `GET /api/export`, `GET /api/statements` |
//! | `screen` | `POST /api/screen` |
//! | `algorithms` | `GET /api/algorithms` |
//! | `status` | `GET /api/status`, `/livez`, `/readyz` |
//! | [`openapi`] | `GET /openapi.json`: the description of all of them |
//! | `docs` | `GET /docs`: the same for readers, as a page |

mod algorithms;
mod docs;
mod entity;
mod export;
pub mod http;
mod matching;
pub mod openapi;
mod reconcile;
mod reference;
mod registries;
mod screen;
mod search;
mod statements;
mod status;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use self::http::error::{ApiError, Given};
use self::http::service::Service;
use self::http::{compression, guard};

/// All routes. Every answer that is no success has the shape of decisions D4.
pub fn router(service: Arc<Service>) -> Router {
    let routes = Router::new()
        .route("/api/match/{collection}", post(matching::match_collection))
        .route("/api/search", get(search::everywhere))
        .route("/api/search/{collection}", get(search::in_collection))
        .route("/api/facets", get(search::facets))
        .route("/api/entity/{id}", get(entity::by_path))
        .route("/api/entity", get(entity::by_query))
        .route("/api/export", get(export::export))
        .route("/api/statements", get(statements::statements))
        .route("/api/screen", post(screen::screen))
        .route("/api/algorithms", get(algorithms::algorithms))
        .route("/api/registries", get(registries::registries))
        .route("/api/registries/countries", get(registries::countries))
        .route("/downloads/meta/registries.json", get(registries::file))
        .route("/api/status", get(status::status))
        .route("/api/catalog", get(reference::catalog))
        .route("/api/overview", get(reference::overview))
        .route("/api/collection", get(reference::collection))
        .route("/api/sources", get(reference::sources))
        .route("/api/source", get(reference::source))
        .route("/api/programs", get(reference::programmes))
        .route("/api/countries", get(reference::countries))
        .route("/api/licences", get(reference::licences))
        .route("/livez", get(status::livez))
        .route("/readyz", get(status::readyz))
        .route("/openapi.json", get(openapi::openapi))
        .route("/docs", get(docs::page))
        .route("/docs/{file}", get(docs::file))
        .fallback(unknown_path);
    let reconcile = guarded(reconcile::routes(), &service).layer(reconcile::cors());
    guarded(routes, &service).merge(reconcile).with_state(service)
}

/// The routes with what stands around every one of them.
fn guarded(routes: Router<Arc<Service>>, service: &Arc<Service>) -> Router<Arc<Service>> {
    routes
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(service.settings.body_bytes_max))
        .layer(compression::layer())
        .layer(from_fn_with_state(Arc::clone(service), guard::guard))
}

async fn unknown_path(address: Uri) -> ApiError {
    ApiError::UnknownPath(Given::new(address.path()))
}

async fn method_not_allowed(method: Method) -> ApiError {
    ApiError::MethodNotAllowed(Given::new(method.as_str()))
}
