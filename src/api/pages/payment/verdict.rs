//! The verdict with its meaning, the counts, and the lists of what needs a look.

use maud::{Markup, html};

use super::findings::{Evidence, Finding, Findings};
use crate::api::filtering::filter::{
    AppliedRule, Found, FoundEmbargo, NO_TEXT, Treated, Treatment, Verdict,
};
use crate::api::http::ignored::Ignored;
use crate::api::http::service::Loaded;
use crate::api::pages::parts::{count, folding_list, heads, name, record_link_apart};
use crate::api::pages::result::score;
use crate::limits::FILTER_UNVERIFIED_MAX;
use tamis_engine::model::Collection;
use tamis_payments::{Element, Message, Role};

/// The verdict in a word, its meaning, what to do, and the counts.
pub(super) fn verdict(found: &Found<'_>, collection: Collection, threshold: f64) -> Markup {
    let (class, word, meaning, to_do) = match found.verdict() {
        Verdict::Pass => (
            "agrees",
            "✓ Pass",
            "No record reaches the threshold, and everything that is to be screened was.",
            "Let the payment go.",
        ),
        Verdict::Hit => (
            "contradicts",
            "! Hit",
            "A record reaches the threshold or carries an identifier of the message, or a term is under an embargo.",
            "Stop the payment. Look at each hit, and at what could not be screened.",
        ),
        Verdict::Unverified => (
            "near",
            "? Unverified",
            "No record reaches the threshold, but something could not be screened.",
            "Stop the payment. Look at what could not be screened.",
        ),
    };
    let (counts, messages) = (found.counts(), found.messages());
    let messages_total = messages.len();
    let transactions: u64 = messages.map(|message| u64::from(message.transactions())).sum();
    html! {
        section.verdict.(class) aria-labelledby="verdict" {
            h2 #verdict { (word) }
            p { (meaning) " " strong { (to_do) } }
        }
        dl.asked {
            div { dt { "Messages" } dd { (count(messages_total)) } }
            div { dt { "Transactions" } dd { (count(transactions)) } }
            div { dt { "Hits" } dd { (count(found.hits_total + found.identifiers_total + found.embargoed_total)) } }
            div { dt { "Elements screened" } dd { (count(counts.screened)) } }
            div { dt { "Left out" } dd { (count(counts.left_out)) } }
            div { dt { "Unverified" } dd { (count(counts.unverified)) } }
            div { dt { "Collection" } dd { (collection.title()) } }
            div { dt { "A match scores at least" } dd { (score(threshold)) } }
        }
    }
}

/// The rules of the operator that applied.
pub(super) fn rules(found: &Found<'_>) -> Markup {
    let applied = found.rules();
    html! {
        @if !applied.is_empty() {
            div.notice {
                p { "Rules of this server that applied:" }
                ul {
                    @for AppliedRule { rule, reason, elements } in applied {
                        li { (reason) " (rule " (rule) ", elements: " (count(elements)) ")" }
                    }
                }
            }
        }
    }
}

/// Parts of the request that had no effect.
pub(super) fn not_used(ignored: &Ignored) -> Markup {
    html! {
        @if !ignored.is_empty() {
            div.notice { p { "Not used:" } ul { @for sentence in ignored.sentences() { li { (sentence) } } } }
        }
    }
}

/// All hits, each with a link to its place in the message.
pub(super) fn hits(loaded: &Loaded, found: &Found<'_>, findings: &Findings<'_>) -> Markup {
    let messages: Vec<Message<'_>> = found.messages().collect();
    let row = |own: &Finding<'_>| {
        let message = messages[own.message];
        let element = &message.elements()[own.element];
        let record = loaded.snapshot.record(own.record());
        let (text, score) = match own.evidence {
            Evidence::Name(own) => (&*own.text, score(own.hit.score)),
            Evidence::Identifier(_) => (message.text(element).trim(), "identifier".to_owned()),
        };
        html! { tr {
            th scope="row" {
                a href=(format!("#{}", own.anchor())) { "Hit " (own.number) ": " (place(own.message, messages.len(), element)) }
            }
            td { (name(text)) }
            td { (record_link_apart(record)) }
            td.number { (score) }
            td { (record.register().short_name) }
        } }
    };
    let total = found.hits_total + found.identifiers_total;
    let columns = ["Place", "Text", "Record", "Score", "List"];
    table(("hits", "Hits", "hits"), &columns, findings.all().iter().map(row), total)
}

/// A table with its anchor, heading and word for its rows: the first rows, and the number of all. Nothing
/// without any.
fn table(
    (anchor, heading, word): (&str, &str, &str),
    columns: &[&str],
    rows: impl ExactSizeIterator<Item = Markup>,
    total: usize,
) -> Markup {
    let shown = rows.len();
    html! {
        @if total > 0 {
            h2 id=(anchor) { (heading) }
            @if shown < total {
                p.near { "The first " (count(shown)) " of " (count(total)) " " (word) " are shown." }
            }
            div.scrolls tabindex="0" role="group" aria-label=(heading) {
                table {
                    (heads(columns))
                    tbody { @for row in rows { (row) } }
                }
            }
        }
    }
}

/// The terms under an embargo, each with its place.
pub(super) fn embargoed(found: &Found<'_>) -> Markup {
    let messages: Vec<Message<'_>> = found.messages().collect();
    let row = |own: &FoundEmbargo| {
        let element = &messages[own.message].elements()[own.element];
        html! { tr {
            th scope="row" { (place(own.message, messages.len(), element)) }
            td { (name(&own.text)) }
            td { (own.embargoed.term) }
            td { (own.embargoed.reason) }
        } }
    };
    let names = ("embargoed", "Under an embargo", "terms");
    let columns = ["Place", "Text", "Term", "Reason"];
    table(names, &columns, found.embargoed.iter().map(row), found.embargoed_total)
}

/// Place of an element for people, as in "message 2, transaction 1, creditor".
fn place(message_at: usize, messages: usize, element: &Element) -> String {
    let role = match element.role {
        Role::None => element.kind.as_str(),
        role => role.as_str(),
    };
    let message = (messages > 1).then(|| format!("message {}", message_at + 1));
    let batch = element.batch.map(|number| format!("batch {number}"));
    let transaction = element.transaction.map(|number| format!("transaction {number}"));
    let parts = [message, batch, transaction, Some(role.to_owned())];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The elements that could not be screened, each with its reason and a link to its place.
pub(super) fn unverified(found: &Found<'_>) -> Markup {
    let total = found.counts().unverified;
    let item = |own: Treated<'_>| match own.treatment {
        Treatment::Unverified(reason) => Some(html! {
            a href=(format!("#{}", anchor(&own))) { (own.message.path(own.element)) } ": " (reason)
        }),
        _ => None,
    };
    let items: Vec<Markup> =
        found.elements().filter_map(item).take(FILTER_UNVERIFIED_MAX).collect();
    html! {
        @if total > 0 {
            h2 #unverified { "Unverified" }
            @if items.len() < total {
                p.near { "The first " (count(items.len())) " of " (count(total)) " elements are shown." }
            }
            (folding_list(&items))
        }
        @if found.counts().all() == 0 { p.near { "Unverified: " (NO_TEXT) "." } }
    }
}

/// Name of the place of an element on the page.
pub(super) fn anchor(own: &Treated<'_>) -> String {
    format!("element-{}-{}", own.message_at + 1, own.element_at + 1)
}
