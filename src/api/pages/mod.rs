//! Pages for people (docs/api.md, "Pages"): what the API answers, to look at. Made on the server by
//! templates that escape by type, without scripts but for `batch` and `docs`; a name that was searched for is in no address.
//!
//! | module | what it holds |
//! |---|---|
//! | `address` | where the pages are, and whom an address asks about |
//! | `assets` | the style sheet, the icon and the scripts |
//! | `frame` | what stands around every page, and what a page is sent with |
//! | `errors` | answers that are errors, as pages |
//! | `parts` | pieces that pages share: times, countries, links, lists that fold |
//! | `compare` | records side by side |
//! | `home` | `/` |
//! | `kept` | forms that were sent, kept for minutes |
//! | `form` | the form of a party that is screened |
//! | `result` | one result of a screening |
//! | `screen` | `/estate/screen.html`, `/estate/result.html` |
//! | `batch` | `/estate/batch.html` |
//! | `docs` | `/docs` |
//! | `search` | `/estate/search.html` |
//! | `record` | `/estate/record.html` |
//! | `entity` | `/estate/entity.html` |
//! | `chart` | counts as bars |
//! | `lists` | `/estate/sources.html`, `/estate/source.html` |
//! | `collections` | `/estate/collections.html`, `/estate/collection.html` |
//! | `tables` | `/estate/programs.html`, `/estate/countries.html` |
//! | `status` | `/estate/status.html` |

mod address;
mod assets;
mod batch;
mod chart;
mod collections;
mod compare;
mod docs;
mod entity;
mod errors;
mod form;
mod frame;
mod home;
mod kept;
mod lists;
mod parts;
mod record;
mod result;
mod screen;
mod search;
mod status;
mod tables;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};

pub(super) use self::errors::as_pages;
use self::kept::KeptForms;
use super::http::service::Service;

/// The pages with a form, which is sent by POST.
pub(super) const FORMS: [&str; 2] = [address::SCREEN, address::SEARCH];

/// The pages, and the answer for paths that nothing is at.
pub(super) fn routes() -> Router<Arc<Service>> {
    Router::new()
        .route(address::HOME, get(home::home))
        .route(address::SCREEN, get(screen::empty).post(screen::screen))
        .route(address::RESULT, get(screen::result))
        .route(address::BATCH, get(batch::batch))
        .route(address::SEARCH, get(search::empty).post(search::search))
        .route(address::RECORD, get(record::record))
        .route(address::ENTITY, get(entity::entity))
        .route(address::SOURCES, get(lists::all))
        .route(address::SOURCE, get(lists::one))
        .route(address::COLLECTIONS, get(collections::all))
        .route(address::COLLECTION, get(collections::one))
        .route(address::PROGRAMMES, get(tables::programmes))
        .route(address::COUNTRIES, get(tables::countries))
        .route(address::STATUS, get(status::status))
        .route(address::DOCS, get(docs::docs))
        .route("/estate/{file}", get(assets::file))
        .layer(Extension(Arc::<KeptForms>::default()))
}
