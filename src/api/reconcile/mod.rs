//! `/api/reconcile/{collection}` and the services below it (docs/api.md, "Reconciliation"), as the
//! Reconciliation API 0.2 has them, for OpenRefine and other reconciliation clients.
//!
//! | module | path below the endpoint | what it holds |
//! |---|---|---|
//! | `endpoint` | | queries, extensions and the manifest |
//! | `asked` | | what every request begins with |
//! | `manifest` | | what the service is and where its parts are |
//! | `queries`, `answer` | | reading queries, writing candidates |
//! | `extend` | `/extend/properties` | facts of records, and which there are |
//! | `suggest` | `/suggest/{entity,property,type}` | what someone is typing |
//! | `preview` | `/preview`, `/flyout/{entity,property,type}` | a record to look at |
//! | `described` | | the operations in the interface document |
//! | `html` | | text within HTML |
//!
//! JSONP (`callback`), which 0.2 leaves to the service, is not offered: CORS serves the same
//! clients, and a page of another origin then runs nothing that this service wrote.

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

/// Below which path everything of reconciliation stands.
pub(super) const PATH: &str = "/api/reconcile";

/// Routes for the paths that do not exist: pages of other origins read errors too. The services that
/// know nothing of records take any collection as well, since clients put the paths of the manifest
/// behind the address of the endpoint.
pub(super) fn unknown_paths() -> Router<Arc<Service>> {
    ["", "/", "/{collection}/", "/{collection}/{*rest}"]
        .iter()
        .fold(Router::new(), |router, below| {
            router.route(&format!("{PATH}{below}"), any(unknown_path))
        })
}
