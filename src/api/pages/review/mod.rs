//! `/estate/review.html`: a table of hits, whose decisions a reviewer takes one by one. A script reads the table in
//! the browser and writes it again with the decisions; the page's policy lets it call no server.
//!
//! | script | what it holds |
//! |---|---|
//! | `table.js` | a table as text, read and written |
//! | `compare.js` | facts of a customer and a record, compared |
//! | `hit.js` | the open hit, shown |
//! | `review.js` | the queue, the keys and the decisions |

use axum::Extension;
use axum::response::Response;
use maud::{Markup, html};
use serde_json::{Map, Value};

use super::address::RECORD;
use super::assets::REVIEW_SCRIPT_PATH;
use super::frame::{MadeFrom, Page};
use super::parts::list_kind;
use crate::api::http::service::Taken;
use crate::limits;
use tamis_engine::model::ListType;
use tamis_engine::scoring::constants::APPROXIMATE_YEARS;

/// The decisions of `tamis clear`: word in the table, label, key.
const DECISIONS: [(&str, &str, &str); 3] =
    [("cleared", "Clear", "C"), ("confirmed", "Confirm", "F"), ("open", "Leave open", "O")];

/// Answers `GET /estate/review.html`, with and without a snapshot.
pub(super) async fn review(Extension(Taken(loaded)): Extension<Taken>) -> Response {
    let kinds =
        ListType::ALL.iter().map(|kind| (kind.as_str().to_owned(), list_kind(*kind).into()));
    let kinds = Value::Object(kinds.collect::<Map<_, _>>());
    let main = html! {
        div #review data-approximate-years=(APPROXIMATE_YEARS) data-most=(limits::PAGE_TABLE_BYTES_MAX)
            data-queued=(limits::PAGE_HITS_QUEUED) data-record=(RECORD) data-kinds=(kinds) {
            h1.unprinted { "Review hits" }
            noscript { p.notice {
                "This page needs scripts. Without them, fill in " code { "decision" } ", " code { "reviewer" }
                " and " code { "comment" } " in a spreadsheet."
            } }
            (choice())
            p #fault.fault.unprinted role="alert" {}
            section #desk hidden {
                p #read.unprinted {}
                p #baseless.notice.unprinted hidden {
                    "The table has no bases, without which " code { "tamis clear" } " takes no decision. Screen with "
                    code { "--clearances" } " to have them."
                }
                (head())
                div.desk {
                    nav aria-label="Hits" {
                        p #queued.note {}
                        ol #queue.queue {}
                    }
                    div { (hit()) (decision()) }
                }
            }
        }
    };
    let version = loaded.as_ref().map(|loaded| loaded.snapshot.version());
    let made_from = version.map_or(MadeFrom::Nothing, MadeFrom::Version);
    let page = Page { title: "Review hits", main, made_from, json: None };
    page.with_script_alone(&REVIEW_SCRIPT_PATH)
}

/// The field for the table.
fn choice() -> Markup {
    html! {
        details #choosing.unprinted open {
            summary { "The table of hits" }
            p {
                "A table that " code { "tamis screen --clearances" } " wrote. Your browser reads it; nothing of it is sent to \
                 this server or stored here, and this page may call no server. Decisions are in this window alone \
                 until you download the table."
            }
            div.drop {
                label for="file" { "Choose a table, or drop one here" }
                input #file type="file" accept=".csv,.tsv,.txt,text/csv";
            }
        }
    }
}

/// The reviewer, the progress and the file of decisions.
fn head() -> Markup {
    html! {
        div.unprinted.desk-head {
            div.field {
                label for="reviewer" { "Reviewer" }
                input #reviewer autocomplete="off" spellcheck="false" aria-describedby="said";
            }
            div {
                p #progress {}
                label.switch { input #keys type="checkbox" checked; " Single keys act, as the buttons name them" }
            }
            (button("download", "Download the table", "S"))
        }
    }
}

/// The open hit, which is also the sheet that is printed.
fn hit() -> Markup {
    html! {
        article #hit.result {
            div.head {
                h2 #title tabindex="-1" {}
                p.score { span #score.number {} " " span #verdict {} }
            }
            p #place.note {}
            p #earlier.notice hidden {}
            div.scrolls tabindex="0" role="group" aria-label="Customer and record" {
                table.compared {
                    thead { tr {
                        th scope="col" { "Fact" } th scope="col" { "Customer" } th scope="col" { "Record" }
                    } }
                    tbody #compared {}
                }
            }
            ol #words.aligned aria-label="Words of the customer above, of the record below" {}
            p #reason {}
            dl #listing.facts {}
            dl #decided.facts {}
            details.unprinted { summary { "All columns" } dl #columns.facts {} }
            p.printed { "Basis: " code #basis {} }
            p #printed.printed {}
        }
    }
}

/// The buttons for a decision and for moving on.
fn decision() -> Markup {
    html! {
        div.deciding.unprinted role="group" aria-label="Decision" {
            div.field {
                label for="comment" { "Comment " kbd { "N" } }
                textarea #comment data-key="N" rows="2" aria-keyshortcuts="N" aria-describedby="said"
                    autocomplete="off" spellcheck="false" {}
            }
            p #said.said role="status" {}
            div.buttons {
                @for (word, label, key) in DECISIONS {
                    button type="button" data-decision=(word) data-key=(key) aria-keyshortcuts=(key) {
                        (label) " " kbd { (key) }
                    }
                }
                (button("reuse", "Last comment", "R"))
                (button("undo", "Take back", "X"))
            }
            div.buttons {
                (button("next", "Next", "J"))
                (button("previous", "Previous", "K"))
                (button("undecided", "Next undecided", "U"))
                (button("print", "Print this hit", "P"))
            }
        }
    }
}

fn button(id: &str, label: &str, key: &str) -> Markup {
    html! {
        button.plain id=(id) type="button" data-key=(key) aria-keyshortcuts=(key) { (label) " " kbd { (key) } }
    }
}
