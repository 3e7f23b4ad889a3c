//! `/estate/batch.html`: sends a customer file to the server and shows the matches in it. This page has
//! a script; the results stay in the browser.

use axum::Extension;
use axum::response::Response;
use maud::html;
use serde_json::json;

use super::assets::BATCH_SCRIPT_PATH;
use super::frame::Page;
use super::parts::collections;
use crate::api::http::error::ApiError;
use crate::api::http::service::Taken;
use crate::customers::FIELDS;
use crate::limits;

/// Answers `GET /estate/batch.html`.
pub(super) async fn batch(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let fields = FIELDS.map(|(_, name, _)| name);
    let main = html! {
        h1 { "Screen a file" }
        noscript { p.notice { "This page needs scripts. Without them, " code { "tamis screen" } " screens files." } }
        p { "A table with a header (CSV, or cells divided by semicolons or tabs), an xlsx or ods, or a name a line. This server reads and screens it, and stores nothing." }
        div #batch data-fields=(json!(fields)) data-most=(limits::FILE_BYTES_MAX) {
            div #drop.drop {
                label for="file" { "Choose a file, or drop one here" }
                input #file type="file" accept=".csv,.tsv,.tab,.txt,.xlsx,.ods,.ndjson,.jsonl,.gz,.zst,text/csv";
            }
            p #fault.fault role="alert" {}
            div #how.filters hidden {
                div.field { label for="form" { "The file is" } select #form {
                    option value="" { "told automatically" }
                    option value="csv" { "a table" }
                    option value="names" { "a name a line" }
                    option value="ndjson" { "queries as JSON" }
                } }
                div.field { label for="encoding" { "Encoding" } select #encoding {
                    option value="" { "told automatically" }
                    @for (name, what) in ENCODINGS { option value=(name) { (name) " (" (what) ")" } }
                } }
                div.field { label for="header_row" { "Its columns are" } select #header_row {
                    option value="" { "named in a header" }
                    option value="0" { "not named" }
                } }
                div #sheets.field hidden { label for="sheet" { "Sheet" } select #sheet {} }
            }
            form #setup.party hidden autocomplete="off" {
                div.wide {
                    h2 { "Columns" }
                    p #read-as aria-live="polite" {}
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
                h2 { "Not read" }
                ul.values #refused {}
            }
        }
    };
    let page = Page::of(&loaded, "Screen a file", main);
    Ok(page.with_script(&BATCH_SCRIPT_PATH))
}

/// Encodings of old spreadsheets, to be chosen if a file has too few letters for detection.
const ENCODINGS: [(&str, &str); 10] = [
    ("utf-8", "Unicode"),
    ("utf-16le", "Unicode"),
    ("windows-1252", "Western Europe"),
    ("windows-1250", "Central Europe"),
    ("windows-1251", "Cyrillic"),
    ("windows-1254", "Turkish"),
    ("windows-1256", "Arabic"),
    ("gb18030", "Chinese"),
    ("shift_jis", "Japanese"),
    ("euc-kr", "Korean"),
];

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
