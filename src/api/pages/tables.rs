//! `/estate/programs.html` and `/estate/countries.html`: counts of records.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;
use maud::html;

use super::address::PROGRAMMES;
use super::frame::Page;
use super::lists::register_link;
use super::parts::{count, country, heads, name};
use crate::api::http::error::ApiError;
use crate::api::http::paging::{LIST_LIMIT, Paging};
use crate::api::http::parameters::Parameters;
use crate::api::http::service::Taken;

/// Answers `GET /estate/programs.html`.
pub(super) async fn programmes(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let Paging { limit, page, offset } = Paging::read(&parameters, &LIST_LIMIT)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let (registers, directory) = (loaded.snapshot.registers(), loaded.directory());
    let ranked = directory.programmes_by_records(None);
    let last = ranked.len().div_ceil(limit);
    let main = html! {
        h1 { "Programmes" }
        p { (count(ranked.len())) " programmes, those of most records first." }
        div.scrolls tabindex="0" role="group" aria-label="Programmes" {
            table {
                (heads(&["Programme", "Records", "Lists"]))
                tbody { @for (place, records) in ranked.skip(offset).take(limit) {
                    @let programme = directory.programme(place);
                    tr {
                        th scope="row" { (name(programme.name)) }
                        td.number { (count(records)) }
                        td { @for at in programme.registers() { (register_link(&registers[at.index()])) br; } }
                    }
                } }
            }
        }
        @if last > 1 {
            nav.paging aria-label="Pages of programmes" {
                @if page > 1 { a href=(format!("{PROGRAMMES}?page={}&limit={limit}", page - 1)) { "Previous" } }
                p { "Page " (count(page)) " of " (count(last)) }
                @if page < last { a href=(format!("{PROGRAMMES}?page={}&limit={limit}", page + 1)) { "Next" } }
            }
        }
    };
    Ok(Page::of(&loaded, "Programmes", main).with_json("/api/programs?list_type=ALL").revalidated())
}

/// Answers `GET /estate/countries.html`.
pub(super) async fn countries(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let facts = loaded.directory().country_facts();
    let main = html! {
        h1 { "Countries" }
        p { "A record of several countries counts in each." }
        table.numbers {
            (heads(&["Country", "Records", "Lists"]))
            tbody { @for facts in facts { tr {
                th scope="row" { (country(facts.code)) }
                td { (count(facts.records)) }
                td { (count(facts.sources)) }
            } } }
        }
    };
    Ok(Page::of(&loaded, "Countries", main).with_json("/api/countries").revalidated())
}
