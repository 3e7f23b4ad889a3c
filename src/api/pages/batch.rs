//! `/estate/batch.html`: a file of customers screened in the browser, by the stream that programs use.
//! The one page with a script; the file and what is found stay with whoever opened it.

use axum::Extension;
use axum::response::Response;
use maud::html;
use serde_json::json;

use super::assets::BATCH_SCRIPT_PATH;
use super::frame::Page;
use super::parts::collections;
use crate::api::http::error::ApiError;
use crate::api::http::service::Taken;
use crate::customers::{FIELDS, SCHEMA_WORDS};
use crate::limits;

/// Answers `GET /estate/batch.html`.
pub(super) async fn batch(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    // By their names the script knows columns and types, as `tamis screen` does.
    let fields = FIELDS.map(|(_, name, known)| json!({ "name": name, "known": known }));
    let schemas =
        SCHEMA_WORDS.map(|(schema, words)| json!({ "name": schema.as_str(), "words": words }));
    let main = html! {
        h1 { "Screen a file" }
        noscript { p.notice { "This page needs scripts. Without them, " code { "tamis screen" } " screens files." } }
        p { "A table (CSV, or cells divided by semicolons or tabs) with a header. It is read here in the browser and screened by this server; nothing is stored there." }
        div #batch data-fields=(json!(fields)) data-schemas=(json!(schemas)) {
            div #drop.drop {
                label for="file" { "Choose a file, or drop one here" }
                input #file type="file" accept=".csv,.tsv,.txt,text/csv";
            }
            p #fault.fault role="alert" {}
            form #setup.party hidden autocomplete="off" {
                div.wide {
                    h2 { "Columns" }
                    div.scrolls tabindex="0" role="group" aria-label="The first rows" { table #preview {} }
                }
                (collections(""))
                div.field {
                    label for="threshold" { "A match scores at least" }
                    input #threshold inputmode="decimal" value=(limits::THRESHOLD_DEFAULT);
                }
                div.field {
                    label for="dates" { "Dates are written" }
                    select #dates {
                        option value="dmy" { "31/12/1999" }
                        option value="mdy" { "12/31/1999" }
                    }
                }
                button type="submit" { "Start" }
            }
            section #running hidden {
                h2 { "Progress" }
                label for="progress" #said aria-live="polite" {}
                progress #progress max="1" value="0" {}
                button.plain #stop type="button" { "Stop" }
            }
            section #results hidden {
                h2 { "Matches" }
                div.filters {
                    div.field { label for="by-list" { "List" } select #by-list { option value="" { "All lists" } } }
                    div.field { label for="by-kind" { "Kind" } select #by-kind { option value="" { "All kinds" } } }
                    div.field { label for="by-score" { "Score from" } input #by-score inputmode="decimal"; }
                }
                p #shown aria-live="polite" {}
                div.scrolls tabindex="0" role="group" aria-label="Matches" {
                    table {
                        thead { tr {
                            @for (key, title) in COLUMNS {
                                th scope="col" { button.sort type="button" data-key=(key) { (title) } }
                            }
                        } }
                        tbody #hits {}
                    }
                }
                button.plain #more type="button" hidden { "Show more" }
                p { button #download type="button" { "Download the matches" } }
            }
            section #refusals hidden {
                h2 { "Not screened" }
                ul.values #refused {}
            }
        }
    };
    let page = Page::of(&loaded, "Screen a file", main);
    Ok(page.with_script(&BATCH_SCRIPT_PATH))
}

/// Columns of the table of matches.
const COLUMNS: [(&str, &str); 8] = [
    ("line", "Row"),
    ("key", "Customer"),
    ("name", "Name"),
    ("score", "Score"),
    ("caption", "Record"),
    ("source", "List"),
    ("schema", "Kind"),
    ("birth_date", "Born"),
];
