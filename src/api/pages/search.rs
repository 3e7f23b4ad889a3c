//! `/estate/search.html`: records by words of their names. What is searched for comes as a form and is
//! in no address.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, display, html};

use super::address::{SCREEN, SEARCH};
use super::frame::Page;
use super::parts::{collections, count, country, heads, kind, list_kind, record_link};
use crate::api::http::body::read_form;
use crate::api::http::error::ApiError;
use crate::api::http::listing::Today;
use crate::api::http::paging::{PAGE, Paging};
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::search::{Asked, Listing, SCOPE, found};
use crate::limits;
use tamis_engine::model::EntityType;
use tamis_engine::search;
use tamis_engine::snapshot::RecordView;

/// The box to search with, and, if it screens, to screen.
pub(super) fn form(parameters: &Parameters, screens: bool) -> Markup {
    let given = |name| parameters.one(name).ok().flatten().unwrap_or_default();
    html! {
        form.search method="post" action=(SEARCH) role="search" {
            div.field.wide {
                label for="q" { "Name, or words of it" }
                input #q name="q" type="search" value=(given("q")) dir="auto" required
                    maxlength=(limits::NAME_CHARS_MAX) autocomplete="off" autocapitalize="none" spellcheck="false";
            }
            (collections(given("scope")))
            div.field {
                label for="type" { "Kind" }
                select #type name="type" {
                    option value="" { "Any kind" }
                    @for entity_type in EntityType::ALL {
                        @let name = entity_type.as_str();
                        option value=(name) selected[name == given("type")] {
                            (kind(Some(*entity_type)))
                        }
                    }
                }
            }
            @if screens { button type="submit" formaction=(SCREEN) { "Screen" } }
            button.plain[screens] type="submit" { "Search" }
        }
    }
}

/// Answers `GET /estate/search.html`.
pub(super) async fn empty(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let main = html! { h1 { "Search" } (form(&Parameters::default(), false)) };
    Ok(Page::of(&loaded, "Search", main).revalidated())
}

/// Answers `POST /estate/search.html`.
pub(super) async fn search(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = read_form(request, &service).await?;
    let mut asked = Asked::by_search(&parameters, SCOPE.given(&parameters)?)?;
    let listing = Listing::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let records = loaded.snapshot.record_count();
    let job = move || {
        let page = found(&loaded, today, &mut asked, listing);
        let main = html! {
            h1 { "Search" }
            (form(&parameters, false))
            (results(&loaded, &page, listing.paging))
            (other_pages(&parameters, page.total, listing.paging))
        };
        let page = Page::of(&loaded, "Search", main);
        page.unstored(StatusCode::OK)
    };
    service.work.run_search(records, job).await
}

fn results(loaded: &Loaded, page: &search::Page, paging: Paging) -> Markup {
    let records = page.records.iter().map(|at| loaded.snapshot.record(*at));
    let first = paging.offset + 1;
    let last = paging.offset + page.records.len();
    html! {
        h2 #found {
            @match (page.total, page.records.len()) {
                (0, _) => "No record has these words in its names",
                (_, 0) => { "There is no page " (paging.page) " of " (count(page.total)) " records" },
                (1, _) => "1 record",
                (total, _) => { (count(total)) " records, " (count(first)) " to " (count(last)) },
            }
        }
        @if page.total == 0 {
            p { "A search finds words as they are written. Other spellings and scripts are found by screening." }
        } @else if !page.records.is_empty() {
            div.scrolls tabindex="0" role="group" aria-labelledby="found" {
                table {
                    (heads(&["Name", "Kind", "Born", "Country", "List"]))
                    tbody { @for record in records { (row(record)) } }
                }
            }
        }
    }
}

fn row(record: RecordView<'_>) -> Markup {
    html! {
        tr {
            th scope="row" { (record_link(record)) }
            td { (kind(record.entity_type())) }
            td.id { @if let Some(date) = record.birth_date() { (display(date)) } }
            td { @if let Some(code) = record.countries().next() { (country(code)) } }
            td { (record.register().short_name) " " span.note { (list_kind(record.list_type())) } }
        }
    }
}

/// The ways to the pages before and after: forms, since what is searched for stays out of addresses.
fn other_pages(parameters: &Parameters, total: usize, paging: Paging) -> Markup {
    let last = total.div_ceil(paging.limit);
    let button = |page: usize, says: &str| {
        html! {
            form method="post" action=(SEARCH) {
                @for (name, value) in parameters.others(&[PAGE.name()]) {
                    input type="hidden" name=(name) value=(value);
                }
                input type="hidden" name=(PAGE.name()) value=(page);
                button.plain type="submit" { (says) }
            }
        }
    };
    html! {
        @if last > 1 {
            nav.paging aria-label="Pages of results" {
                @if paging.page > 1 { (button(paging.page - 1, "Previous")) }
                p { "Page " (count(paging.page)) " of " (count(last)) }
                @if paging.page < last { (button(paging.page + 1, "Next")) }
            }
        }
    }
}
