//! The HTTP interface: routes, parameters, JSON shapes and errors. One file or folder per resource.
//!
//! Knows the use cases below it; knows no sockets and no signals.
//!
//! | module | what it holds |
//! |---|---|
//! | `interface` | what the interface document is made of; bodies of answers, each declared once |
//! | [`http`] | what all resources share: the service, errors, reading requests, sending answers |
//! | `operation` | an operation: who answers it, and what the document says of it |
//! | `matching` | `POST /api/match/{collection}` |
//! | `search` | `GET /api/search`, `GET /api/search/{collection}`, `GET /api/facets` |
//! | `entity` | `GET /api/entity/{id}`, `GET /api/entity` |
//! | `reconcile` | `GET` and `POST /api/reconcile/{collection}`, and the services below it |
//! | `reference` | catalog, overview, collection, sources, programmes, countries, licences |
//! | `registries` | `GET /api/registries`, `GET /api/registries/countries` |
//! | `downloads` | `GET /downloads/collections/{collection}/{file}`: the bulk files |
//! | `export`, `statements` | `GET /api/export`, `GET /api/statements` |
//! | `screen` | `POST /api/screen` |
//! | `freshness` | how old the data of registers is, for `reference` and `status` |
//! | `algorithms` | `GET /api/algorithms` |
//! | `metrics` | `GET /metrics` |
//! | `status` | `GET /api/status`, `/livez`, `/readyz` |
//! | [`openapi`] | `GET /openapi.json`: what all of them describe, put together |
//! | `pages` | `/`, `/docs` and `/estate/`: pages for people |

mod algorithms;
mod downloads;
mod entity;
mod export;
mod freshness;
pub mod http;
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

/// All routes: the operations of the document, and the pages. Every answer that is no
/// success has the shape of docs/api.md, "Errors".
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
    // Bulk files were compressed when they were made.
    let files = guarded(routes_of(files));
    let routes = guarded(compressed(routes));
    // Paths that nothing is at are answered as those of pages are.
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

/// What whoever watches the server asks, for an address of its own: the probes, and the metrics.
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

/// The routes, whose answers are compressed. They are counted before: it is the whole answer that stands in
/// memory, while what is compressed of it is made as it is sent.
fn compressed(routes: Router<Arc<Service>>) -> Router<Arc<Service>> {
    routes.layer(MapResponseBodyLayer::new(held::counted)).layer(compression::layer())
}

/// The routes with what stands around every one of them.
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
