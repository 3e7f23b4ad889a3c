//! `/docs`: the OpenAPI document as a page, with a form for every request (docs/api.md, "Interface
//! description"). The operations are listed here so that they can be read without scripts; `docs.js`
//! shows them from the document.

use axum::Extension;
use axum::response::Response;
use maud::{Markup, html};

use super::assets::DOCS_SCRIPT_PATH;
use super::frame::{MadeFrom, Page};
use crate::api::http::service::Taken;
use crate::api::openapi;

const DOCUMENT: &str = "/openapi.json";

/// Answers `GET /docs`, with and without a snapshot. The page needs no key, so its foot shows only the
/// version.
pub(super) async fn docs(Extension(Taken(loaded)): Extension<Taken>) -> Response {
    let main = html! {
        div.docs {
            nav.operations aria-label="Operations" {
                div.field #filtering hidden {
                    label for="filter" { "Filter" }
                    input #filter type="search" autocomplete="off" placeholder="search, dob, 404 …";
                }
                (operations())
            }
            div {
                div #about {
                    h1 { "API" }
                    noscript { p.notice {
                        "The list names every operation. Their parameters and answers are in "
                        a href=(DOCUMENT) { "openapi.json" } "; this page shows them when scripts are allowed."
                    } }
                }
                div #operations aria-live="polite" {}
            }
        }
    };
    let version = loaded.as_ref().map(|loaded| loaded.snapshot.version());
    let made_from = version.map_or(MadeFrom::Nothing, MadeFrom::Version);
    Page { title: "API", main, made_from, json: Some(DOCUMENT) }.with_script(&DOCS_SCRIPT_PATH)
}

/// Links to the operations, one list per group.
fn operations() -> Markup {
    html! {
        @for (group, operations) in openapi::contents() {
            h2 { (group) }
            ul { @for operation in operations {
                li { a href={ "#" (operation.id) } {
                    span.method { (operation.method.as_str()) } " "
                    code { (operation.path) }
                    span.note { (operation.summary) }
                } }
            } }
        }
    }
}
