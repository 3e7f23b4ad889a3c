//! The HTTP API: routes, parameters, JSON shapes and errors. One file or folder per resource.
//!
//! Uses the modules below it; knows no sockets and no signals.
//!
//! | module | what it holds |
//! |---|---|
//! | `interface` | building blocks of the OpenAPI document; bodies of answers, each declared once |
//! | [`http`] | parts shared by all resources: the service, errors, reading requests, sending answers |
//! | `operation` | an operation: its handler and its description |
//! | `matching` | `POST /api/match/{collection}` |
//! | `search` | `GET /api/search`, `GET /api/search/{collection}`, `GET /api/facets` |
//! | `entity` | `GET /api/entity/{id}`, `GET /api/entity` |
//! | `reconcile` | `GET` and `POST /api/reconcile/{collection}`, and the services below it |
//! | `reference` | catalog, overview, collection, sources, programmes, countries, licences |
//! | `registries` | `GET /api/registries`, `GET /api/registries/countries` |
//! | `downloads` | `GET /downloads/collections/{collection}/{file}`: the bulk files |
//! | `export`, `statements` | `GET /api/export`, `GET /api/statements` |
//! | `screen` | `POST /api/screen` |
//! | `identifiers` | `GET` and `POST /api/identifiers` |
//! | `filtering` | `POST /api/filter/{collection}` and its stream |
//! | `freshness` | age of the data of registers, for `reference` and `status` |
//! | `algorithms` | `GET /api/algorithms` |
//! | `metrics` | `GET /metrics` |
//! | `status` | `GET /api/status`, `/livez`, `/readyz` |
//! | [`openapi`] | `GET /openapi.json`: the descriptions of all operations, assembled |
//! | `pages` | `/`, `/docs` and `/estate/`: pages for people |

mod algorithms;
mod downloads;
mod entity;
mod export;
pub(crate) mod filtering;
mod freshness;
pub mod http;
mod identifiers;
mod interface;
pub(crate) mod matching;
mod metrics;
pub mod openapi;
mod operation;
mod pages;
mod reconcile;
mod reference;
mod registries;
mod screen;
mod search;
mod statements;
mod status;

use std::sync::Arc;

use axum::http::Method;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::{Extension, Router};
use tower_http::map_response_body::MapResponseBodyLayer;

use self::http::paths::{Paths, method_not_allowed, unknown_path};
use self::http::service::Service;
use self::http::{compression, cors, guard, held};
use self::operation::Operation;

/// All routes: the operations of the OpenAPI document, and the pages. Every unsuccessful answer has the
/// shape of docs/api.md, "Errors".
pub fn router(service: Arc<Service>) -> Router {
    let below = |path: &'static str| move |operation: &Operation| operation.path.starts_with(path);
    let mut operations = openapi::operations();
    if service.settings.metrics_apart {
        operations.retain(|operation| operation.path != metrics::PATH);
    }
    let forms = pages::FORMS.iter().flat_map(|path| [(*path, Method::GET), (*path, Method::POST)]);
    let paths = paths_of(&operations).chain(forms).collect();
    let guarded = |routes| guarded(routes, &service, &paths);
    let (reconcile, others): (Vec<_>, Vec<_>) =
        operations.into_iter().partition(below(reconcile::PATH));
    let (files, others): (Vec<_>, Vec<_>) = others.into_iter().partition(below(downloads::PATH));
    let routes = routes_of(others);
    let reconcile = routes_of(reconcile).merge(reconcile::unknown_paths());
    let reconcile = guarded(compressed(reconcile));
    let reconcile = reconcile.layer(cors::for_all());
    // Bulk files are already stored in compressed forms.
    let files = guarded(routes_of(files));
    let routes = guarded(compressed(routes));
    // Unknown paths are answered like those of pages.
    let routes = if service.settings.pages {
        let pages = pages::routes().fallback(unknown_path);
        routes.merge(guarded(compressed(pages)).layer(from_fn(pages::as_pages)))
    } else {
        routes.merge(guarded(Router::new().fallback(unknown_path)))
    };
    let routes = match &*service.settings.cors_origins {
        [] => routes.merge(files),
        origins => routes.merge(files).layer(cors::for_origins(origins)),
    };
    routes.merge(reconcile).with_state(service)
}

/// Routes of the admin address for monitoring: the probes, and the metrics.
pub fn admin_router(service: Arc<Service>) -> Router {
    let operations = openapi::operations().into_iter();
    let watched = operations.filter(|operation| guard::is_for_watchers(operation.path));
    let watched: Vec<_> = watched.collect();
    let paths = paths_of(&watched).collect();
    guarded(routes_of(watched).fallback(unknown_path), &service, &paths).with_state(service)
}

fn paths_of(operations: &[Operation]) -> impl Iterator<Item = (&'static str, Method)> {
    operations.iter().map(|operation| (operation.path, operation.method.clone()))
}

fn routes_of(operations: Vec<Operation>) -> Router<Arc<Service>> {
    let operations = operations.into_iter();
    operations
        .fold(Router::new(), |router, operation| router.route(operation.path, operation.answered()))
}

/// Adds compression to routes. Bytes are counted before compression: the uncompressed answer is in
/// memory, while its compressed form is produced as it is sent.
fn compressed(routes: Router<Arc<Service>>) -> Router<Arc<Service>> {
    routes.layer(MapResponseBodyLayer::new(held::counted)).layer(compression::layer())
}

/// Adds the middleware common to all routes.
fn guarded(
    routes: Router<Arc<Service>>,
    service: &Arc<Service>,
    paths: &Paths,
) -> Router<Arc<Service>> {
    routes
        .method_not_allowed_fallback(method_not_allowed)
        .layer(Extension(paths.clone()))
        .layer(from_fn_with_state(Arc::clone(service), guard::guard))
}
