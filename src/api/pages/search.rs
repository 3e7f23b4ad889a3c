//! `/estate/search.html`: searches records by words of their names, or by an identifier. The query is
//! posted as a form and appears in no address.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, display, html};

use super::address::{SCREEN, SEARCH};
use super::frame::Page;
use super::parts::{
    collections, count, country, heads, kind, list_kind, moment, name, record_link,
};
use crate::api::http::body::read_form;
use crate::api::http::error::ApiError;
use crate::api::http::listing::Today;
use crate::api::http::paging::{PAGE, Paging};
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::search::{Asked, Listing, SCOPE, found};
use crate::limits;
use tamis_engine::model::{EntityType, ListType, Timestamp, Topic};
use tamis_engine::search;
use tamis_engine::snapshot::{IdentifierMatch, RecordView};

/// Filters of the API in the form, in addition to the collection and the kind.
const FILTERS: [&str; 6] = ["list_type", "source", "topics", "nationality", "dob", "program"];

/// The search box, which can also screen if `screens` is true.
pub(super) fn form(parameters: &Parameters, screens: bool, filters: Markup) -> Markup {
    let given = |name| parameters.one(name).ok().flatten().unwrap_or_default();
    html! {
        form.search method="post" action=(SEARCH) role="search" {
            div.field.wide {
                label for="q" {
                    @if screens { "Name, or words of it" } @else { "Name, words of it, or an identifier" }
                }
                input #q name="q" type="search" value=(given("q")) dir="auto" required[screens]
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
            div.actions {
                @if screens { button type="submit" formaction=(SCREEN) { "Screen" } }
                button.plain[screens] type="submit" { "Search" }
            }
            (filters)
        }
    }
}

/// Further fields of the form, collapsed while none is set.
fn filters(loaded: &Loaded, parameters: &Parameters, error: Option<&ApiError>) -> Markup {
    let given = |name| parameters.one(name).ok().flatten().unwrap_or_default();
    let choice = |name: &'static str, label: &str, any: &str, choices: &[(&str, &str)]| {
        html! {
            div.field {
                label for=(name) { (label) }
                select id=(name) name=(name) {
                    option value="" { (any) }
                    @for (value, says) in choices {
                        option value=(value) selected[*value == given(name)] { (says) }
                    }
                }
            }
        }
    };
    let line = |name: &'static str, label: &str| {
        let is_faulty = error.and_then(ApiError::parameter) == Some(name);
        html! {
            div.field {
                label for=(name) { (label) }
                input id=(name) name=(name) value=(given(name)) autocomplete="off" autocapitalize="none"
                    spellcheck="false" aria-invalid=[is_faulty.then_some("true")]
                    aria-describedby=[is_faulty.then_some("fault")];
            }
        }
    };
    let list_types: Vec<_> =
        ListType::ALL.iter().map(|one| (one.as_str(), list_kind(*one))).collect();
    let topics: Vec<_> = Topic::NAMES.iter().map(|name| (*name, *name)).collect();
    let registers = loaded.snapshot.registers().iter();
    let mut registers: Vec<_> =
        registers.map(|one| (one.slug.as_str(), one.name.as_str())).collect();
    registers.sort_unstable_by_key(|(_, name)| *name);
    let is_set = FILTERS.iter().any(|name| !given(name).is_empty());
    html! {
        details.wide open[is_set] {
            summary { "More filters" }
            div.filters {
                (choice("list_type", "Kind of list", "Any kind of list", &list_types))
                (choice("source", "List", "Any list", &registers))
                (choice("topics", "Topic", "Any topic", &topics))
                (line("nationality", "Country, by its two letters"))
                (line("dob", "Born, such as 1962 or 1962-05-17"))
                (line("program", "Programme, by its exact name"))
            }
        }
    }
}

/// Answers `GET /estate/search.html`.
pub(super) async fn empty(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let parameters = Parameters::default();
    let filters = filters(&loaded, &parameters, None);
    let main = html! { h1 { "Search" } (form(&parameters, false, filters)) };
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
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let read = SCOPE.given(&parameters).and_then(|scope| Asked::by_search(&parameters, scope));
    let (mut asked, listing) = match read.and_then(|asked| Ok((asked, Listing::read(&parameters)?)))
    {
        Ok(read) => read,
        Err(error) => return Ok(refused(&loaded, &parameters, &error)),
    };
    let records = loaded.snapshot.record_count();
    let job = move || {
        let page = found(&loaded, today, &mut asked, listing);
        let main = html! {
            h1 { "Search" }
            (form(&parameters, false, filters(&loaded, &parameters, None)))
            @if listing.paging.page == 1 { (carriers(&loaded, &parameters)) }
            (results(&loaded, &page, listing.paging))
            (printed(&parameters))
            @if page.total == 0 { (screen_it(&parameters)) }
            (other_pages(&parameters, page.total, listing.paging))
        };
        let page = Page::of(&loaded, "Search", main);
        page.unstored(StatusCode::OK)
    };
    service.work.run_search(records, job).await
}

/// The form again, with its fault.
fn refused(loaded: &Loaded, parameters: &Parameters, error: &ApiError) -> Response {
    let main = html! {
        h1 { "Search" }
        div.notice role="alert" { p.contradicts #fault { "This cannot be searched for: " (error.to_string()) } }
        (form(parameters, false, filters(loaded, parameters, Some(error))))
    };
    Page::of(loaded, "Search", main).unstored(error.status())
}

/// The query, for printing.
fn printed(parameters: &Parameters) -> Markup {
    html! {
        p.printed {
            "Searched for " @for (field, value) in parameters.others(&[PAGE.name()]) { (field) ": " (name(value)) "; " }
            "answered " (moment(Timestamp::now()))
        }
    }
}

/// A button from a name without records to a screening for similar names.
fn screen_it(parameters: &Parameters) -> Markup {
    html! {
        p { "A search finds words as they are written. Other spellings and scripts are found by screening." }
        @if parameters.all("q").next().is_some() {
            form.actions method="post" action=(SCREEN) {
                @for (name, value) in parameters.others(&[]).filter(|(name, _)| ["q", "scope", "type"].contains(name)) {
                    input type="hidden" name=(name) value=(value);
                }
                button type="submit" { "Screen this name" }
            }
        }
    }
}

/// The records that carry the query as an identifier, whatever the filters.
fn carriers(loaded: &Loaded, parameters: &Parameters) -> Markup {
    let asked = parameters.one("q").ok().flatten().unwrap_or_default();
    let found = loaded.snapshot.with_identifier(asked);
    let (shown, more) = found.split_at(found.len().min(limits::IDENTIFIER_RESULTS_MAX));
    html! {
        @if !shown.is_empty() {
            h2 #carriers { "Listed with this identifier" }
            div.scrolls tabindex="0" role="group" aria-labelledby="carriers" {
                table {
                    (heads(&["Name", "Identifier", "Kind", "Issued by", "List"]))
                    tbody { @for found in shown { (carrier(loaded, found)) } }
                }
            }
            @if !more.is_empty() { p { "Further identifiers that are equal: " (count(more.len())) } }
        }
    }
}

fn carrier(loaded: &Loaded, found: &IdentifierMatch<'_>) -> Markup {
    let record = loaded.snapshot.record(found.record);
    html! {
        tr {
            th scope="row" { (record_link(record)) }
            td.id { (found.value) }
            td { (found.kind) }
            td { @if let Some(code) = found.country { (country(code)) } }
            td { (record.register().short_name) " " span.note { (list_kind(record.list_type())) } }
        }
    }
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
        @if !page.records.is_empty() {
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

/// Buttons to the previous and the next page. They are forms, to keep the query out of addresses.
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
