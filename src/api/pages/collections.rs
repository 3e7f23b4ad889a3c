//! `/estate/collections.html`, and `/estate/collection.html?name=` with the bulk files of one.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;
use maud::{Markup, html};

use super::address::COLLECTION;
use super::frame::Page;
use super::lists::{by_kind, counts, register_link};
use super::parts::{count, country, heads, moment, name};
use crate::api::downloads;
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use tamis_engine::directory::Figures;
use tamis_engine::model::{Collection, Scope};

fn figures(loaded: &Loaded, collection: Collection) -> &Figures {
    loaded.directory().figures(None, Scope::from(collection))
}

/// Answers `GET /estate/collections.html`.
pub(super) async fn all(Extension(Taken(loaded)): Extension<Taken>) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let main = html! {
        h1 { "Collections" }
        div.scrolls tabindex="0" role="group" aria-label="Collections" {
            table {
                (heads(&["Collection", "Records", "Parties", "Lists", "Last change"]))
                tbody { @for collection in Collection::ALL {
                    @let figures = figures(&loaded, *collection);
                    tr {
                        th scope="row" {
                            a href=(format!("{COLLECTION}?name={collection}")) { (collection.title()) }
                            br; span.id { (collection.as_str()) }
                        }
                        td.number { (count(figures.records)) }
                        td.number { (count(figures.entities)) }
                        td.number { (count(figures.registers)) }
                        td { @if let Some(time) = figures.last_change { (moment(time)) } }
                    }
                } }
            }
        }
    };
    Ok(Page::of(&loaded, "Collections", main).with_json("/api/catalog").revalidated())
}

/// Answers `GET /estate/collection.html`.
pub(super) async fn one(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let asked = parameters.one("name")?.unwrap_or(Collection::Default.as_str());
    let collection = Collection::from_name(asked)
        .ok_or_else(|| ApiError::not_accepted("name", asked, Collection::NAMES))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let (figures, registers) = (figures(&loaded, collection), loaded.snapshot.registers());
    let top_registers = figures.top_registers.iter();
    let top_registers =
        top_registers.map(|(at, records)| (register_link(&registers[at.index()]), *records));
    let top_countries = figures.top_countries.iter().map(|(code, n)| (country(*code), *n));
    let main = html! {
        h1 { (collection.title()) }
        ul.badges {
            li.list { (collection.as_str()) }
            li { (count(figures.records)) " records" }
            li { (count(figures.entities)) " parties" }
            li { (count(figures.registers)) " lists" }
            @if let Some(time) = figures.last_change { li { "Last change " (moment(time)) } }
        }
        div.tables {
            (by_kind(&figures.by_type))
            (counts("Lists with the most records", top_registers))
            (counts("Countries with the most records", top_countries))
        }
        (files(&loaded, collection))
    };
    let page = Page::of(&loaded, collection.title(), main).with_json("/api/catalog");
    Ok(page.revalidated())
}

fn files(loaded: &Loaded, collection: Collection) -> Markup {
    let files = loaded.bulk.of(collection);
    let left_out = loaded.bulk.index(collection).map_or(&[][..], |index| &index.left_out);
    html! {
        section {
            h2 { "Files" }
            @if files.is_empty() { p { "This version was built without bulk files." } }
            @else {
                div.scrolls tabindex="0" role="group" aria-label="Files" {
                    table {
                        (heads(&["File", "Bytes", "Rows", "SHA-256"]))
                        tbody { @for file in files { tr {
                            th scope="row" { a href=(downloads::url("", collection, file.name.as_str())) { (file.name.as_str()) } }
                            td.number { (count(file.size)) }
                            td.number { @if let Some(rows) = file.rows { (count(rows)) } }
                            td.id { (file.checksum) }
                        } } }
                    }
                }
            }
            @if !left_out.is_empty() {
                p { "Not in the files, because their licences do not let them be handed on:" }
                ul.values { @for list in left_out { li { (name(&list.name)) ", " (count(list.records)) " records" } } }
            }
        }
    }
}
