//! `/estate/status.html`: what is served, how fresh it is, and what went wrong lately.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};

use super::address::SOURCES;
use super::frame::Page;
use super::parts::{count, moment};
use crate::api::freshness::FreshnessOfAll;
use crate::api::http::error::ApiError;
use crate::api::http::service::{Refusal, Service, Taken};
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::{LastRefresh, RefreshOutcome};

/// Answers `GET /estate/status.html`. Nobody keeps it: it is of this moment.
pub(super) async fn status(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let (snapshot, now) = (&loaded.snapshot, Timestamp::now());
    let freshness = FreshnessOfAll::of(snapshot.registers(), now);
    let refusal = service.current.refusal();
    let (stale, registers) = (freshness.stale, snapshot.registers().len());
    let main = html! {
        h1 { "Status" }
        p class=(if stale == 0 && refusal.is_none() { "agrees" } else { "near" }) {
            @if stale == 0 { "All lists of known age are fresh" }
            @else { a href=(SOURCES) { (stale) " of " (registers) " lists are late" } }
            "; version " span.id { (snapshot.version()) } " serves since " (moment(loaded.loaded_at)) "."
        }
        dl.facts {
            div { dt { "Built" } dd { (moment(snapshot.built_at())) } }
            div { dt { "Records" } dd { (count(snapshot.record_count())) } }
            div { dt { "Lists" } dd { (registers) } }
            div { dt { "Lists of unknown age" } dd { (freshness.undated) } }
            div { dt { "Server up for" } dd { (span_of(service.started.elapsed().as_secs())) } }
            div { dt { "SHA-256" } dd.id { (loaded.sha256) } }
        }
        @if let Some(refusal) = &refusal { (refused(refusal)) }
        @if let Some(refresh) = service.current.last_refresh() { (refreshed(&refresh)) }
    };
    let page = Page::of(&loaded, "Status", main).with_json("/api/status");
    Ok(page.unstored(StatusCode::OK))
}

fn refused(refusal: &Refusal) -> Markup {
    html! {
        section {
            h2 { "Refused" }
            p.contradicts {
                @match &refusal.version {
                    Some(version) => { "Version " span.id { (version) } " is not served" },
                    None => "What is current cannot be told",
                }
                ": " (refusal.error)
            }
            p.note { "Last tried " (moment(refusal.at)) }
        }
    }
}

fn refreshed(refresh: &LastRefresh) -> Markup {
    let class = if refresh.outcome == RefreshOutcome::Failed { "contradicts" } else { "agrees" };
    html! {
        section {
            h2 { "Last refresh" }
            p { span class=(class) { (refresh.outcome.as_str()) } " " (moment(Timestamp(refresh.ended_at))) }
            @if !refresh.failed.is_empty() {
                p { "Could not be fetched or loaded:" }
                ul.values { @for register in refresh.failed.keys() { li.id { (register) } } }
            }
        }
    }
}

/// A stretch of time in its two largest units.
fn span_of(seconds: u64) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let mut left = seconds;
    let parts = UNITS.iter().filter_map(|(length, unit)| {
        let number = left / length;
        left %= length;
        (number > 0).then(|| format!("{number} {unit}"))
    });
    let parts: Vec<String> = parts.take(2).collect();
    if parts.is_empty() { "0 s".to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::span_of;

    #[test]
    fn a_stretch_of_time_is_told_in_two_units() {
        for (seconds, told) in
            [(0, "0 s"), (59, "59 s"), (3_600, "1 h"), (93_784, "1 d 2 h"), (3_725, "1 h 2 min")]
        {
            assert_eq!(span_of(seconds), told);
        }
    }
}
