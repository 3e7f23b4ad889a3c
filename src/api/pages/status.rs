//! `/estate/status.html`: the version in service and its age, the last hour, and the versions put into
//! service.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};

use super::address::SOURCES;
use super::chart;
use super::frame::Page;
use super::parts::{count, heads, moment};
use crate::api::freshness::FreshnessOfAll;
use crate::api::http::error::ApiError;
use crate::api::http::last_hour::{MINUTES, Summary, Times};
use crate::api::http::service::{Refusal, Service, SourceState, Swap, Taken};
use crate::api::status::StatusFacts;
use crate::clearances;
use tamis_engine::model::Timestamp;
use tamis_engine::store::{LastRefresh, RefreshOutcome};

/// Answers `GET /estate/status.html`. The answer is not cached: it shows the current moment.
pub(super) async fn status(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let (snapshot, now) = (&loaded.snapshot, Timestamp::now());
    let facts = StatusFacts::by(&service);
    let freshness = FreshnessOfAll::of(snapshot.registers(), now);
    let StatusFacts { uptime_seconds, refusal, is_pinned, refresh, source, .. } = &facts;
    let StatusFacts { clearances, swaps, last_hour, .. } = &facts;
    let (stale, registers) = (freshness.stale, snapshot.registers().len());
    let main = html! {
        h1 { "Status" }
        p class=(if stale == 0 && refusal.is_none() { "agrees" } else { "near" }) {
            @if stale == 0 { "All lists of known age are fresh" }
            @else { a href=(SOURCES) { (stale) " of " (registers) " lists are late" } }
            "; version " span.id { (snapshot.version()) } " serves since " (moment(loaded.loaded_at)) "; "
            (rate(last_hour.queries, last_hour.seconds)) " queries a second."
        }
        dl.facts {
            div { dt { "Built" } dd { (moment(snapshot.built_at())) } }
            div { dt { "Records" } dd { (count(snapshot.record_count())) } }
            div { dt { "Lists" } dd { (registers) } }
            div { dt { "Lists of unknown age" } dd { (freshness.undated) } }
            div { dt { "Server up for" } dd { (span_of(*uptime_seconds)) } }
            @if *is_pinned {
                div { dt { "Pinned" } dd { "by a rollback; newer versions wait for its release" } }
            }
            @if let Some(source) = source {
                div { dt { "Object store" } dd { (followed(*source)) } }
            }
            @if let Some(heeded) = &clearances.heeded {
                div { dt { "Clearances" } dd { (heeded_decisions(heeded.count(), clearances)) } }
            }
            div { dt { "SHA-256" } dd.id { (loaded.sha256) } }
        }
        @if let Some(refusal) = refusal { (refused(refusal)) }
        (done(last_hour))
        (versions(swaps.iter()))
        @if let Some(refresh) = refresh { (refreshed(refresh)) }
    };
    let page = Page::of(&loaded, "Status", main).with_json("/api/status");
    Ok(page.unstored(StatusCode::OK))
}

/// The decisions that the server heeds.
fn heeded_decisions(decisions: usize, clearances: &clearances::State) -> Markup {
    html! {
        (count(decisions)) " decisions"
        @if let Some(since) = clearances.since { " since " (moment(since)) }
        @if let Some(refused) = &clearances.refused { "; the file as it is now is refused: " (refused) }
    }
}

/// State of the store that snapshots are pulled from.
fn followed(SourceState { reached, failed }: SourceState) -> Markup {
    html! {
        @match reached {
            Some(reached) => { "followed until " (moment(reached)) }
            None => "not reached yet",
        }
        @if let Some(failed) = failed { "; failed at " (moment(failed)) ", the log says why" }
    }
}

/// Work of the server in the last hour.
fn done(last_hour: &Summary) -> Markup {
    let Summary { requests, failed, turned_away, queries, .. } = *last_hour;
    let is_hour = last_hour.queries_by_minute.len() as u64 == MINUTES;
    let title = if is_hour { "The last hour" } else { "Since the start" };
    html! {
        section {
            h2 { (title) }
            dl.facts {
                div { dt { "Queries" } dd { (count(queries)) } }
                div { dt { "Requests" } dd { (count(requests)) } }
                div { dt { "Failed" } dd { (count(failed)) } }
                div { dt { "Turned away" } dd { (count(turned_away)) } }
                @if let Some(Times { requests, p50, p99, longest }) = last_hour.match_times {
                    div { dt { "Match requests" } dd { (count(requests)) } }
                    div { dt { "Half within" } dd { (in_ms(p50)) } }
                    div { dt { "99 in 100 within" } dd { (in_ms(p99)) } }
                    div { dt { "Longest" } dd { (in_ms(longest)) } }
                }
            }
            @if queries > 0 { (by_minute(&last_hour.queries_by_minute)) }
        }
    }
}

fn by_minute(queries: &[u64]) -> Markup {
    html! {
        (chart::counts(queries))
        details {
            summary { "Queries by minute" }
            table.numbers {
                (heads(&["Minutes ago", "Queries"]))
                tbody { @for (ago, number) in queries.iter().rev().enumerate() { tr {
                    th scope="row" { (ago) }
                    td { (count(number)) }
                } } }
            }
        }
    }
}

/// The versions put into service or refused.
fn versions<'s>(swaps: impl Iterator<Item = &'s Swap>) -> Markup {
    html! {
        section {
            h2 { "Versions since the start" }
            ul.history { @for swap in swaps { li {
                (moment(swap.at)) " "
                @match &swap.version {
                    Some(version) => span.id { (version) },
                    None => "what is current could not be told",
                }
                @match &swap.refused {
                    Some(reason) => { " " span.contradicts { "refused: " (reason) } },
                    None => { " " span.agrees { "put into service" } },
                }
            } } }
        }
    }
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

/// Rate per second, to three digits.
fn rate(number: u64, seconds: u64) -> String {
    let rate = number as f64 / seconds as f64;
    match rate {
        0.0 => "0".to_owned(),
        100.0.. => count(rate.round() as u64),
        10.0.. => format!("{rate:.1}"),
        0.01.. => format!("{rate:.2}"),
        _ => "fewer than 0.01".to_owned(),
    }
}

/// A time in milliseconds, to three digits from a tenth of a millisecond on.
fn in_ms(time: Duration) -> String {
    let time = time.as_secs_f64() * 1e3;
    match time {
        100.0.. => format!("{time:.0} ms"),
        10.0.. => format!("{time:.1} ms"),
        1.0.. => format!("{time:.2} ms"),
        _ => format!("{time:.3} ms"),
    }
}

/// A duration in its two largest units.
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
    use super::{Duration, in_ms, rate, span_of};

    #[test]
    fn figures_have_as_many_digits_as_are_read() {
        let rates = [(0, "0"), (1, "fewer than 0.01"), (60, "0.02"), (40_000, "11.1")];
        for (number, facts) in rates.into_iter().chain([(5_000_000, "1,389")]) {
            assert_eq!(rate(number, 3_600), facts);
        }
        for (micros, facts) in [(87, "0.087 ms"), (1_234, "1.23 ms"), (123_456, "123 ms")] {
            assert_eq!(in_ms(Duration::from_micros(micros)), facts);
        }
    }

    #[test]
    fn a_stretch_of_time_is_told_in_two_units() {
        for (seconds, facts) in
            [(0, "0 s"), (59, "59 s"), (3_600, "1 h"), (93_784, "1 d 2 h"), (3_725, "1 h 2 min")]
        {
            assert_eq!(span_of(seconds), facts);
        }
    }
}
