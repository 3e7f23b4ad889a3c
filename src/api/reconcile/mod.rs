//! `/api/reconcile/{collection}` and the services below it (docs/api.md, "Reconciliation"): the
//! Reconciliation Service API 0.2, for OpenRefine and other clients.
//!
//! | module | path below the endpoint | what it holds |
//! |---|---|---|
//! | `endpoint` | | queries, extensions and the manifest |
//! | `asked` | | common parts of every request |
//! | `manifest` | | description of the service and the addresses of its parts |
//! | `queries`, `answer` | | reading queries, writing candidates |
//! | `extend` | `/extend/properties` | facts of records, and the available properties |
//! | `suggest` | `/suggest/{entity,property,type}` | suggestions while typing |
//! | `preview` | `/preview`, `/flyout/{entity,property,type}` | previews of records, properties and types |
//! | `described` | | the operations in the OpenAPI document |
//! | `html` | | escaping of text in HTML |
//!
//! JSONP (`callback`), which 0.2 makes optional, is not offered. CORS serves the same clients, and
//! pages of other origins then run no code from this service.

mod answer;
mod asked;
mod described;
mod endpoint;
mod extend;
mod html;
mod manifest;
mod preview;
mod queries;
mod suggest;

use std::sync::Arc;

use axum::Router;
use axum::routing::any;

pub(super) use self::described::describe;
use super::http::paths::unknown_path;
use super::http::service::Service;

/// Path of all reconciliation services.
pub(super) const PATH: &str = "/api/reconcile";

/// Routes for unknown paths: pages of other origins read errors, too. The services without records
/// accept any collection, since clients append the paths of the manifest to the address of the
/// endpoint.
pub(super) fn unknown_paths() -> Router<Arc<Service>> {
    ["", "/", "/{collection}/", "/{collection}/{*rest}"]
        .iter()
        .fold(Router::new(), |router, below| {
            router.route(&format!("{PATH}{below}"), any(unknown_path))
        })
}
