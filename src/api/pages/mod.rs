//! HTML pages for people (docs/api.md, "Pages"), with the content of the API's answers. They are
//! rendered on the server by templates that escape by type. Only `batch`, `docs`, `payment` and `review` have
//! scripts; `payment` works without. No address holds a searched name.
//!
//! | module | what it holds |
//! |---|---|
//! | `address` | paths of the pages, and the party named in an address |
//! | `assets` | the style sheet, the icon and the scripts |
//! | `frame` | frame of every page, and the headers of its answer |
//! | `errors` | errors as pages |
//! | `parts` | parts shared by pages: times, countries, links, collapsible lists |
//! | `compare` | records side by side |
//! | `home` | `/` |
//! | `kept` | submitted forms, kept for minutes |
//! | `form` | the form for screening a party |
//! | `fields` | fields of the forms for screening |
//! | `result` | one result of a screening |
//! | `screen` | `/estate/screen.html`, `/estate/result.html` |
//! | `batch` | `/estate/batch.html` |
//! | `payment` | `/estate/payment.html` |
//! | `review` | `/estate/review.html` |
//! | `docs` | `/docs` |
//! | `search` | `/estate/search.html` |
//! | `record` | `/estate/record.html` |
//! | `entity` | `/estate/entity.html` |
//! | `chart` | bar charts of counts |
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
mod fields;
mod form;
mod frame;
mod home;
mod kept;
mod lists;
mod parts;
mod payment;
mod record;
mod result;
mod review;
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

/// The pages with a form that is sent by POST.
pub(super) const FORMS: [&str; 3] = [address::SCREEN, address::PAYMENT, address::SEARCH];

/// The routes of the pages, and the answer for unknown paths.
pub(super) fn routes() -> Router<Arc<Service>> {
    Router::new()
        .route(address::HOME, get(home::home))
        .route(address::SCREEN, get(screen::empty).post(screen::screen))
        .route(address::RESULT, get(screen::result))
        .route(address::BATCH, get(batch::batch))
        .route(address::PAYMENT, get(payment::empty).post(payment::screen))
        .route(address::REVIEW, get(review::review))
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
