//! `/estate/record.html?id=`: one record with all facts of its register, and the party's records on
//! other lists.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;
use maud::{Markup, display, html};

use super::address::{ENTITY, id_in};
use super::compare::{side_by_side, values};
use super::entity::moved;
use super::frame::Page;
use super::lists::{licence, register_link};
use super::parts::{folding_list, heads, kind, list_kind, moment, name, outside, value};
use crate::api::http::error::ApiError;
use crate::api::http::listing::{ListingStatus, Today};
use crate::api::http::parameters::Parameters;
use crate::api::http::party::Party;
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::RecordPage;
use crate::limits;
use tamis_engine::ftm::properties;
use tamis_engine::ftm::statement::Statement;
use tamis_engine::lookup;
use tamis_engine::model::{Day, Fact, FactsChange};
use tamis_engine::snapshot::{RecordView, Snapshot};

/// Facts shown elsewhere on the page.
const APART: [Fact; 8] = [
    Fact::Reference,
    Fact::Name,
    Fact::Aliases,
    Fact::Programmes,
    Fact::ListedOn,
    Fact::ListedUntil,
    Fact::Status,
    Fact::SourceUrl,
];

/// Answers `GET /estate/record.html`.
pub(super) async fn record(
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let id = id_in(&Parameters::parse(parameters.as_deref()))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    match id.find(&loaded.snapshot)? {
        Party::Record(record) => Ok(page(&loaded, record, today)),
        Party::Entity(entity) => Ok(moved(&loaded, entity.id(), id)),
        Party::Moved(now) => Ok(moved(&loaded, now, id)),
    }
}

fn page(loaded: &Loaded, record: RecordView<'_>, today: Day) -> Response {
    let related = lookup::related(&loaded.snapshot, record);
    let party: Vec<RecordView<'_>> = std::iter::once(record).chain(related).collect();
    let main = html! {
        h1 dir="auto" { (record.name()) }
        (line(record, today))
        (names(record))
        (facts(&loaded.snapshot, record))
        (listings(&party, today))
        (elsewhere(record, &party))
        (history(record))
        (source(record))
        (statements(record))
        (forms(record))
    };
    let json = format!("/api/entity/{}", record.id().0);
    let page = Page::of(loaded, record.name(), main).with_json(&json);
    page.revalidated()
}

/// Summary of the record in one line.
fn line(record: RecordView<'_>, today: Day) -> Markup {
    let is_over = record.listing_end().is_over(today);
    html! {
        ul.badges {
            li { (kind(record.entity_type())) }
            li.list { (list_kind(record.list_type())) }
            li { (record.register().name) }
            li { "Record " span.id { (record.id().0) } }
            @if is_over { li.near { "This listing has ended" } }
        }
    }
}

fn names(record: RecordView<'_>) -> Markup {
    let aliases: Vec<Markup> = record.values(Fact::Aliases).map(value).collect();
    html! {
        @if !aliases.is_empty() {
            section {
                h2 { "Also known as" }
                (folding_list(&aliases))
            }
        }
    }
}

fn facts(snapshot: &Snapshot, record: RecordView<'_>) -> Markup {
    let facts = Fact::ALL.iter().copied().filter(|fact| !APART.contains(fact));
    let said = facts.filter(|fact| record.values(*fact).next().is_some());
    html! {
        section {
            h2 { "What the list says" }
            dl.facts {
                @for fact in said {
                    div {
                        dt { (fact.label()) }
                        dd {
                            @if fact == Fact::Notes { (remarks(snapshot, record)) }
                            @else { (values(record, fact)) }
                        }
                    }
                }
                @if let Some(reference) = record.source_ref() {
                    div { dt { (Fact::Reference.label()) } dd { bdi.id { (reference) } } }
                }
            }
        }
    }
}

/// The remarks, with a link to each party that one names.
fn remarks(snapshot: &Snapshot, record: RecordView<'_>) -> Markup {
    let shown = record.values(Fact::Notes).map(|remark| {
        let text = remark.to_string();
        let Some((own, party)) = lookup::named_in(snapshot, record, &text) else {
            return value(remark);
        };
        let before = text.strip_suffix(own).unwrap_or_default();
        html! { (before) a href=(display(RecordPage(party.id()))) { (name(own)) } }
    });
    folding_list(&shown.collect::<Vec<_>>())
}

/// The listings of all records of the party.
fn listings(party: &[RecordView<'_>], today: Day) -> Markup {
    html! {
        section {
            h2 { "Listings" }
            div.scrolls tabindex="0" role="group" aria-label="Listings" {
                table {
                    (heads(&["List", "Programme", "Since", "Until", "Status", "Published at"]))
                    tbody { @for record in party { (listing(*record, today)) } }
                }
            }
        }
    }
}

fn listing(record: RecordView<'_>, today: Day) -> Markup {
    html! {
        tr {
            th scope="row" { (record.register().name) }
            td { (values(record, Fact::Programmes)) }
            td { (values(record, Fact::ListedOn)) }
            td { (values(record, Fact::ListedUntil)) }
            td { bdi { (display(ListingStatus::of(record, today))) } }
            td { @if let Some(address) = record.source_url() { (outside(address, "Publisher’s page")) } }
        }
    }
}

/// The party's records on other lists.
fn elsewhere(record: RecordView<'_>, party: &[RecordView<'_>]) -> Markup {
    let (shown, more) = party.split_at(party.len().min(limits::PAGE_RECORDS_COMPARED));
    html! {
        section {
            h2 { "The same party on other lists" }
            @if let Some(entity) = record.merged_entity() {
                p { a href=(format!("{ENTITY}?id={entity}")) {
                    "All records of this party, compared"
                } }
            }
            @if party.len() == 1 { p { "No other list names it, as far as is known." } }
            @else { (side_by_side(shown)) }
            @if !more.is_empty() { p { "Further records: " (more.len()) } }
        }
    }
}

/// Known history of the record, oldest first.
fn history(record: RecordView<'_>) -> Markup {
    let changes = record.changes();
    let mut events: Vec<(String, Markup)> = Vec::new();
    let mut event = |when: String, shown: Markup| events.push((when, shown));
    if let Some(date) = record.listed_on() {
        event(
            date.to_string(),
            html! { span.id { (display(date)) } " Listed, says its publisher" },
        );
    }
    let first = record.first_seen();
    event(first.to_string(), html! { (moment(first)) " First collected" });
    let told: Vec<FactsChange> = record.facts_changes().collect();
    for FactsChange { at, facts } in &told {
        let facts: Vec<&str> = facts.iter().map(Fact::label).collect();
        let shown = html! { (moment(*at)) " Changed: " (facts.join(", ")) };
        event(at.to_string(), shown);
    }
    // Changes from before the differences were stored, of which only the time is known.
    for (time, says) in [
        (changes.party, " What it says of the party last changed"),
        (changes.listing, " What it says of the listing last changed"),
    ] {
        if time > first && told.iter().all(|change| change.at != time) {
            event(time.to_string(), html! { (moment(time)) (says) });
        }
    }
    let last = record.last_seen();
    event(last.to_string(), html! { (moment(last)) " In the latest list that was loaded" });
    if let Some(date) = record.listed_until() {
        event(
            date.to_string(),
            html! { span.id { (display(date)) } " The listing ends, says its publisher" },
        );
    }
    events.sort_by(|(one, _), (other, _)| one.cmp(other));
    html! {
        section {
            h2 { "History" }
            ol.history { @for (_, shown) in &events { li { (shown) } } }
        }
    }
}

fn source(record: RecordView<'_>) -> Markup {
    let register = record.register();
    html! {
        section {
            h2 { "Source" }
            dl.facts {
                div { dt { "Register" } dd { (register_link(register)) } }
                div { dt { "Publisher" } dd { (register.publisher) } }
                @if let Some(date) = &register.run.list_date {
                    div { dt { "Date of the list" } dd.id { (date) } }
                }
                @if let Some(time) = register.run.fetched_at {
                    div { dt { "Fetched" } dd { (moment(time)) } }
                }
                div { dt { "Official list" } dd { (outside(&register.source_url, &register.source_url)) } }
                div { dt { "Licence" } dd { (licence(register)) } }
            }
        }
    }
}

/// Each value as published by its register, collapsed.
fn statements(record: RecordView<'_>) -> Markup {
    let party = Statement::of_record(record);
    let listing = properties::of_listing(record).map(|said| Statement::of_listing(record, said));
    let statements: Vec<Statement<'_>> = party.chain(listing).collect();
    let shown = &statements[..statements.len().min(limits::PAGE_STATEMENTS_SHOWN)];
    html! {
        section {
            h2 { "Statements" }
            details {
                summary { (statements.len()) " values, each as its register published it" }
                div.scrolls tabindex="0" role="group" aria-label="Statements" {
                    table {
                        (heads(&["Property", "Value", "As published"]))
                        tbody { @for said in shown { tr {
                            th scope="row" { (said.property.as_str()) }
                            td { bdi { (display(&said.value)) } }
                            td { @if let Some(original) = said.original { (name(original)) } }
                        } } }
                    }
                }
                @if shown.len() < statements.len() {
                    p { (statements.len() - shown.len()) " more are in the file." }
                }
                p { a href=(format!("/api/statements?id={}&format=csv", record.id().0)) { "All as CSV" } }
            }
        }
    }
}

fn forms(record: RecordView<'_>) -> Markup {
    let id = record.id().0;
    html! {
        section {
            h2 { "Other forms" }
            ul.links {
                li { a href=(format!("/api/entity/{id}")) { "JSON" } }
                li { a href=(format!("/api/entity/{id}?format=ftm&nested=true")) { "Follow-the-money" } }
                li { a href=(format!("/api/statements?id={id}")) { "Statements" } }
            }
        }
    }
}
