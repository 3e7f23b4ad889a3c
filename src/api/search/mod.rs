//! `GET /api/search`, `GET /api/search/{collection}` and `GET /api/facets` (docs/api.md, "Search",
//! "Facets").
//!
//! `declared` holds the parameters, `asked` reads them, `shape` writes the JSON. This module runs the
//! search on the snapshot.

mod asked;
pub(super) mod declared;
pub(super) mod shape;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

pub(super) use self::asked::{Asked, Listing};
pub(super) use self::declared::SCOPE;
use super::http::error::ApiError;
use super::http::filters::PathCollection;
use super::http::ignored::Ignored;
use super::http::listing::Today;
use super::http::parameters::Parameters;
use super::http::service::{Loaded, Service, Taken};
use super::http::shape::{CACHED, cached, json_bytes, to_json};
use super::http::unread::Unread;
use super::interface::{Shape, rules};
use super::operation::{Document, Operation};
use tamis_engine::model::Day;
use tamis_engine::search::{self, Page, SearchQuery};

/// Answers `GET /api/search`.
pub(super) async fn everywhere(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    Unread(unread): Unread,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let collection = declared::SCOPE.given(&parameters)?;
    let asked = Asked::by_search(&parameters, collection)?;
    listed(&service, loaded, today, (asked, unread), Listing::read(&parameters)?).await
}

/// Answers `GET /api/search/{collection}`. The path replaces the `scope` parameter.
pub(super) async fn in_collection(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    PathCollection(collection): PathCollection,
    Unread(unread): Unread,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let asked = Asked::by_search(&parameters, Some(collection))?;
    listed(&service, loaded, today, (asked, unread), Listing::read(&parameters)?).await
}

/// Answers `GET /api/facets`.
pub(super) async fn facets(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    Unread(unread): Unread,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let collection = declared::SCOPE.given(&parameters)?;
    let mut asked = Asked::by_search(&parameters, collection)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    answered(&service, loaded, move |loaded| {
        let (snapshot, directory) = (&loaded.snapshot, loaded.directory());
        let filter = asked.filters.resolve(snapshot, today);
        let counts = search::facets(snapshot, directory, asked.text.as_deref(), &filter);
        to_json(&shape::facets(snapshot, &counts, &asked.ignored(snapshot, unread)))
    })
    .await
}

async fn listed(
    service: &Service,
    loaded: Option<Arc<Loaded>>,
    today: Day,
    (mut asked, unread): (Asked, Ignored),
    listing: Listing,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    answered(service, loaded, move |loaded| {
        let snapshot = &loaded.snapshot;
        let page = found(loaded, today, &mut asked, listing);
        let ignored = asked.ignored(snapshot, unread);
        let told = (&asked.filters, &ignored);
        to_json(&shape::search(snapshot, &page, listing.paging, told, today))
    })
    .await
}

/// The page of records found.
pub(super) fn found(loaded: &Loaded, today: Day, asked: &mut Asked, listing: Listing) -> Page {
    let Listing { order, paging } = listing;
    let query = SearchQuery {
        filter: asked.filters.resolve(&loaded.snapshot, today),
        text: asked.text.take(),
        order,
        offset: paging.offset,
        limit: paging.limit,
    };
    search::search(&loaded.snapshot, loaded.directory(), &query)
}

/// Makes the JSON text of an answer, on the pool if the snapshot is large.
async fn answered(
    service: &Service,
    loaded: Arc<Loaded>,
    job: impl FnOnce(&Loaded) -> Vec<u8> + Send + 'static,
) -> Result<Response, ApiError> {
    let records = loaded.snapshot.record_count();
    let text = service.work.run_search(records, move || job(&loaded)).await?;
    Ok(cached(json_bytes(StatusCode::OK, text), CACHED))
}

pub(super) fn describe(document: &mut Document) {
    shape::describe(document);
    document.operation(search_everywhere());
    document.operation(search_collection());
    document.operation(facets_operation());
}

const FINDS: &str = "\
A record is found when its name starts with the typed text, or its name or an alias contains every \
typed word, in any order, case ignored. There is no query language, and misspellings are not \
tolerated: use match for that. Give `q` or at least one filter.";

fn search_everywhere() -> Operation {
    common(Operation::get("/api/search", "search", everywhere))
        .summary("Search records")
        .describes(FINDS)
        .parameter(declared::of_scope())
        .parameters(declared::of_search())
        .example("by_name", &[("q", "sokolov"), ("type", "INDIVIDUAL"), ("limit", "10")])
        .example("newest", &[("scope", "sanctions"), ("nationality", "ru"), ("sort", "first_seen")])
        .example("born_in", &[("dob", "1962-05"), ("topics", "sanction,role.pep"), ("page", "1")])
}

fn search_collection() -> Operation {
    common(Operation::get("/api/search/{collection}", "searchCollection", in_collection))
        .summary("Search the records of a collection")
        .describes(FINDS)
        .parameter(rules::collection())
        .parameters(declared::of_search())
        .refuses(&[404])
        .example("by_name", &[("collection", "maritime"), ("q", "ocean star")])
}

fn common(operation: Operation) -> Operation {
    operation
        .tag("Search")
        .answers("A page of records, unscored.", Shape::component("SearchAnswer"))
        .revalidates()
        .refuses(&[400])
}

fn facets_operation() -> Operation {
    Operation::get("/api/facets", "getFacets", facets)
        .tag("Search")
        .summary("Count what a search would find")
        .describes("Needs `q` or at least one filter; a record must pass every filter.")
        .parameters(declared::of_facets())
        .answers(
            "Counts by list type, entity type, nationality and register.",
            Shape::component("Facets"),
        )
        .revalidates()
        .refuses(&[400])
        .example("by_name", &[("q", "sokolov")])
        .example("by_filter", &[("scope", "sanctions"), ("nationality", "RU")])
}
