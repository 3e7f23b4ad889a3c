//! `/`: the loaded lists, a search box, and first steps with curl.

use axum::Extension;
use axum::response::Response;
use maud::{Markup, html};

use super::address::{COLLECTION, COUNTRIES, DOCS, PROGRAMMES, SOURCES};
use super::frame::Page;
use super::parts::{count, moment};
use super::search;
use crate::api::freshness::FreshnessOfAll;
use crate::api::http::base::Base;
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use tamis_engine::model::{Collection, Timestamp};

/// Answers `GET /`.
pub(super) async fn home(
    Extension(Taken(loaded)): Extension<Taken>,
    base: Result<Base, ApiError>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let base = Base::or_none(base);
    let main = html! {
        h1 { "Is this name on a list?" }
        (search::form(&Parameters::default(), true, html! {}))
        (what_is_loaded(&loaded))
        (first_steps(&base))
    };
    Ok(Page::of(&loaded, "Search", main).with_json("/api/status").revalidated())
}

fn what_is_loaded(loaded: &Loaded) -> Markup {
    let snapshot = &loaded.snapshot;
    let registers = snapshot.registers();
    let freshness = FreshnessOfAll::of(registers, Timestamp::now());
    html! {
        section {
            h2 { "What is loaded" }
            @match freshness.stale {
                0 => p.agrees { "Every list of known age is fresh." },
                stale => p.near { a href=(SOURCES) { (stale) " of " (registers.len()) " lists are late" } ": at least one refresh was missed." },
            }
            @if freshness.undated > 0 { p.note { "Lists of unknown age: " (freshness.undated) } }
            dl.facts {
                div { dt { "Records" } dd { (count(snapshot.record_count())) } }
                div { dt { "Lists" } dd { (registers.len()) } }
                div { dt { "Built" } dd { (moment(snapshot.built_at())) } }
                @if let Some(oldest) = &freshness.oldest {
                    div { dt { "Oldest list" } dd {
                        (oldest.name)
                        @if let Some(date) = oldest.freshness.list_date { ", " span.id { (date) } }
                    } }
                }
            }
            table.numbers {
                caption { "Records by collection" }
                tbody { @for collection in Collection::ALL { tr {
                    th scope="row" { a href=(format!("{COLLECTION}?name={collection}")) { (collection.title()) } }
                    td { (count(snapshot.collection_count(*collection))) }
                } } }
            }
            p { "Also counted by " a href=(PROGRAMMES) { "programme" } " and " a href=(COUNTRIES) { "country" } "." }
        }
    }
}

fn first_steps(base: &str) -> Markup {
    let screen = format!(
        "curl {base}/api/match/default -H 'Content-Type: application/json' \\\n  -d '{{\"queries\": {{\"1\": {{\"schema\": \"Person\", \
         \"properties\": {{\"name\": [\"Jane Doe\"]}}}}}}}}'"
    );
    html! {
        section {
            h2 { "First steps" }
            p { "Screen a name:" }
            pre tabindex="0" { code { (screen) } }
            p { "Search the records, and look at what is loaded:" }
            pre tabindex="0" { code { "curl '" (base) "/api/search?q=bank'\ncurl " (base) "/api/status" } }
            p { a href=(DOCS) { "Every operation, to read and to try" } }
        }
    }
}
