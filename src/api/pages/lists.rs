//! `/estate/sources.html` with a row for each register, and `/estate/source.html?name=` about one of
//! them.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;
use maud::{Markup, html};

use super::address::{SOURCE, SOURCES};
use super::chart;
use super::frame::Page;
use super::parts::{count, country, heads, kind, list_kind, moment, name, outside, record_link};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::{Parameters, REGISTER_RULE};
use crate::api::http::service::{Loaded, Taken};
use crate::limits;
use tamis_engine::directory::{ByType, Change, SourceFacts};
use tamis_engine::model::{
    EntityType, Register, RegisterIndex, RunStatus, SECONDS_PER_DAY, Timestamp,
};

const DAYS_OF_WEEK: usize = 7;

/// Answers `GET /estate/sources.html`.
pub(super) async fn all(Extension(Taken(loaded)): Extension<Taken>) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let (registers, directory, now) =
        (loaded.snapshot.registers(), loaded.directory(), Timestamp::now());
    let rows = directory.registers_by_name().iter();
    let main = html! {
        h1 { "Lists" }
        p { (registers.len()) " lists are loaded. Bars: records of the last 90 days by week, added above the line, removed below it." }
        div.scrolls tabindex="0" role="group" aria-label="Lists" {
            table {
                (heads(&["List", "How fresh", "Records", "90 days", "Last attempt"]))
                tbody { @for at in rows { (row(&registers[at.index()], directory.source(*at), now)) } }
            }
        }
    };
    Ok(Page::of(&loaded, "Lists", main).with_json("/api/sources").revalidated())
}

fn row(register: &Register, facts: &SourceFacts, now: Timestamp) -> Markup {
    let days: Vec<Change> = facts.changes(now).days().collect();
    let (added, removed) = facts.changes(now).within(days.len() as i64);
    html! {
        tr {
            th scope="row" {
                (register_link(register)) br;
                span.note { (list_kind(register.list_type)) ", " (country(register.country)) }
            }
            td.fresh { (freshness(register, now)) }
            td.number { (count(facts.records)) }
            td { (chart::changes(&days, DAYS_OF_WEEK)) span.note { "+" (count(added)) " −" (count(removed)) } }
            td { (attempt(register)) }
        }
    }
}

/// A link to the page of a register, with its name as text.
pub(super) fn register_link(register: &Register) -> Markup {
    html! { a href=(format!("{SOURCE}?name={}", register.slug)) { (register.name) } }
}

/// Age of the data compared with the refresh cadence of the list, with a label.
fn freshness(register: &Register, now: Timestamp) -> Markup {
    let due = match register.cadence_hours {
        ..=24 => "daily".to_owned(),
        168 => "weekly".to_owned(),
        hours if hours % 24 == 0 => format!("every {} days", hours / 24),
        hours => format!("every {hours} hours"),
    };
    let age = register.data_as_of().map(|as_of| (now.0 - as_of.0).max(0) / SECONDS_PER_DAY);
    let (class, sign, word) = match register.is_stale(now) {
        Some(false) => ("agrees", "●", "fresh"),
        Some(true) => ("contradicts", "▲", "late"),
        None => ("near", "○", "age unknown"),
    };
    html! {
        span class=(class) { span aria-hidden="true" { (sign) " " } (word) } br;
        span.note {
            @match age {
                Some(0) => "today’s, ",
                Some(1) => "1 day old, ",
                Some(age) => { (count(age)) " days old, " },
                None => {},
            }
            "due " (due)
        }
    }
}

/// The latest attempt to load a register.
fn attempt(register: &Register) -> Markup {
    let run = &register.run;
    html! {
        @match run.status {
            RunStatus::Ok => span.agrees { "loaded" },
            RunStatus::Failed => span.contradicts { "failed" },
        }
        " " (moment(run.at))
        @if let Some(reason) = &run.reason { br; span.note { (reason) } }
        @if run.rejected > 0 { br; span.note { "Rows rejected: " (count(run.rejected)) } }
        @if run.removals_waiting > 0 { br; span.note { "Records kept until their removal is accepted: " (count(run.removals_waiting)) } }
    }
}

/// Answers `GET /estate/source.html`.
pub(super) async fn one(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let asked = parameters.one("name")?;
    let asked = asked.ok_or(ApiError::Missing { parameter: "name", rule: REGISTER_RULE })?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let place = loaded.register_named(asked)?;
    Ok(page(&loaded, place, Timestamp::now()))
}

fn page(loaded: &Loaded, place: RegisterIndex, now: Timestamp) -> Response {
    let register = &loaded.snapshot.registers()[place.index()];
    let facts = loaded.directory().source(place);
    let main = html! {
        h1 { (register.name) }
        ul.badges {
            li.list { (list_kind(register.list_type)) }
            li { (country(register.country)) }
            li { (count(facts.records)) " records" }
            li { (count(facts.entities)) " parties" }
        }
        p { (freshness(register, now)) }
        (about(register))
        (changes(facts, now))
        (contents(loaded, facts))
        p { a href=(SOURCES) { "All lists" } }
    };
    let json = format!("/api/source?name={}", register.slug);
    Page::of(loaded, &register.name, main).with_json(&json).revalidated()
}

fn about(register: &Register) -> Markup {
    let run = &register.run;
    html! {
        section {
            h2 { "The list" }
            dl.facts {
                div { dt { "Publisher" } dd { (register.publisher) } }
                div { dt { "Official list" } dd { (outside(&register.source_url, &register.source_url)) } }
                @if let Some(date) = &run.list_date { div { dt { "Date of the list" } dd.id { (date) } } }
                @if let Some(time) = run.fetched_at { div { dt { "Fetched" } dd { (moment(time)) } } }
                @if let Some(time) = run.first_load { div { dt { "First loaded" } dd { (moment(time)) } } }
                @if let Some(time) = run.last_load { div { dt { "Loaded" } dd { (moment(time)) } } }
                div { dt { "Last attempt" } dd { (attempt(register)) } }
                div { dt { "Format" } dd { (register.format) } }
                div { dt { "Licence" } dd {
                    (licence(register)) " " span.note { "offer: " (register.offer.as_str()) }
                } }
                @for folder in &run.not_taken {
                    div { dt { "Not taken" } dd { (name(&folder.folder)) ": " (folder.reason) } }
                }
            }
        }
    }
}

/// The licence, with a link to its text where there is one.
pub(super) fn licence(register: &Register) -> Markup {
    outside(register.licence_url.as_deref().unwrap_or_default(), &register.licence)
}

fn changes(facts: &SourceFacts, now: Timestamp) -> Markup {
    let recent = facts.changes(now);
    let days: Vec<Change> = recent.days().collect();
    let with_change = days.iter().filter(|day| day.added + day.removed > 0).rev();
    let with_change: Vec<&Change> = with_change.collect();
    html! {
        section {
            h2 { "The last 90 days" }
            (chart::changes(&days, 1))
            p.note { "A bar a day: records added above the line, removed below it." }
            dl.facts {
                @for days in [7, 30] {
                    @let (added, removed) = recent.within(days);
                    div { dt { "Last " (days) " days" } dd { "+" (count(added)) " −" (count(removed)) } }
                }
                @if let Some(time) = facts.last_added { div { dt { "Last added" } dd { (moment(time)) } } }
                @if let Some(time) = facts.last_removed { div { dt { "Last removed" } dd { (moment(time)) } } }
            }
            @if !with_change.is_empty() {
                details {
                    summary { "Day by day" }
                    table.numbers {
                        (heads(&["Day", "Added", "Removed"]))
                        tbody { @for day in with_change {
                            tr { th scope="row" { (day_of(day.day)) } td { (count(day.added)) } td { (count(day.removed)) } }
                        } }
                    }
                }
            }
        }
    }
}

fn day_of(time: Timestamp) -> Markup {
    let written = time.to_string();
    html! { time { (written.split('T').next().unwrap_or_default()) } }
}

fn contents(loaded: &Loaded, facts: &SourceFacts) -> Markup {
    let directory = loaded.directory();
    let countries = facts.countries.iter().map(|(code, records)| (country(*code), *records));
    let programmes = facts.programmes.iter();
    let programmes =
        programmes.map(|(at, records)| (name(directory.programme(*at).name), *records));
    html! {
        section {
            h2 { "Records" }
            div.tables {
                (by_kind(&facts.by_type))
                (counts("By country", countries))
                (counts("By programme", programmes))
            }
            h2 { "Added last" }
            ul.values {
                @for at in &facts.recent {
                    @let record = loaded.snapshot.record(*at);
                    li { (record_link(record)) " " span.note { (moment(record.first_seen())) } }
                }
            }
        }
    }
}

/// Records by kind.
pub(super) fn by_kind(numbers: &ByType) -> Markup {
    let kinds = EntityType::ALL.iter().copied().map(Some).chain([None]);
    counts("By kind", kinds.zip(numbers).map(|(of, records)| (html! { (kind(of)) }, *records)))
}

/// A table of counts; empty if there are none.
pub(super) fn counts(title: &str, rows: impl Iterator<Item = (Markup, u64)>) -> Markup {
    let rows = rows.filter(|(_, records)| *records > 0);
    let rows = rows
        .map(|(what, records)| html! { tr { th scope="row" { (what) } td { (count(records)) } } });
    let rows: Vec<Markup> = rows.collect();
    let (shown, folded) = rows.split_at(rows.len().min(limits::PAGE_VALUES_SHOWN));
    html! {
        @if !shown.is_empty() {
            div {
                table.numbers { caption { (title) } tbody { @for row in shown { (row) } } }
                @if !folded.is_empty() {
                    details {
                        summary { (folded.len()) " more" }
                        table.numbers { tbody { @for row in folded { (row) } } }
                    }
                }
            }
        }
    }
}
