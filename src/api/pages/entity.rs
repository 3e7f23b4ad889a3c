//! `/estate/entity.html?id=`: a party with several records, fact by fact.

use axum::Extension;
use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use uuid::Uuid;

use super::address::{ENTITY, id_in};
use super::compare::{shared, side_by_side};
use super::frame::Page;
use super::parts::{kind, moment, record_link};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::party::{EntityId, Party, record_id};
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::RecordPage;
use crate::limits;
use tamis_engine::lookup::MergedEntity;
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::RecordView;

/// Answers `GET /estate/entity.html`. `from` is the retired record that was redirected here.
pub(super) async fn entity(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let id = id_in(&parameters)?;
    let from = parameters.one("from")?.and_then(record_id);
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    match id.find(&loaded.snapshot)? {
        Party::Entity(entity) => Ok(page(&loaded, &entity, from)),
        Party::Record(record) => Ok(moved_to(&loaded, &RecordPage(record.id()).to_string())),
        Party::Moved(now) => Ok(moved(&loaded, now, id)),
    }
}

/// Redirects to the page of a merged entity, the successor of `id`.
pub(super) fn moved(loaded: &Loaded, entity: Uuid, id: EntityId) -> Response {
    let location = match id {
        EntityId::Record(id) => format!("{ENTITY}?id={entity}&from={}", id.0),
        EntityId::Merged(_) => format!("{ENTITY}?id={entity}"),
    };
    moved_to(loaded, &location)
}

/// The redirect is not cached, because a record may return with its number.
fn moved_to(loaded: &Loaded, location: &str) -> Response {
    Page::moved(loaded, StatusCode::PERMANENT_REDIRECT, location, "no-cache")
}

fn page(loaded: &Loaded, entity: &MergedEntity<'_>, from: Option<RecordId>) -> Response {
    let records = entity.records();
    let (shown, more) = records.split_at(records.len().min(limits::PAGE_RECORDS_COMPARED));
    let kinds = entity.values(|record| record.entity_type().into_iter());
    let registers = entity.values(|record| std::iter::once(record.register().name.as_str()));
    let main = html! {
        h1 dir="auto" { (entity.caption()) }
        @if let Some(from) = from {
            p.notice { "Record " span.id { (from.0) } " left its list. Its party is still on others: these." }
        }
        ul.badges {
            li { (kind(kinds.into_iter().next())) }
            li { (records.len()) " records" }
            li { (registers.len()) " lists" }
            li { "First collected " (moment(entity.first_seen())) }
        }
        section {
            h2 { "What each list says" }
            (side_by_side(shown))
            @if !more.is_empty() {
                details {
                    summary { (more.len()) " further records" }
                    ul.values { @for record in more { li { (record_link(*record)) " " span.note { (record.register().name) } } } }
                }
            }
        }
        (joins(records))
        section {
            h2 { "Other forms" }
            ul.links {
                li { a href=(format!("/api/entity/{}", entity.id())) { "JSON" } }
                li { a href=(format!("/api/entity/{}?format=ftm&nested=true", entity.id())) { "Follow-the-money" } }
                li { a href=(format!("/api/statements?entity_id={}&format=csv", entity.id())) { "Statements as CSV" } }
            }
        }
    };
    let json = format!("/api/entity/{}", entity.id());
    Page::of(loaded, entity.caption(), main).with_json(&json).revalidated()
}

/// Shows the facts that each record shares with an earlier one.
fn joins(records: &[RecordView<'_>]) -> Markup {
    let shown = &records[..records.len().min(limits::PAGE_RECORDS_COMPARED)];
    html! {
        section {
            h2 { "What joins them" }
            ul.values {
                @for (at, record) in shown.iter().enumerate().skip(1) {
                    @let closest = shown[..at].iter().map(|before| (before, shared(*before, *record)));
                    @let closest = closest.max_by_key(|(_, shared)| shared.len());
                    li {
                        (record_link(*record)) " " span.note { (record.register().short_name) }
                        @match closest {
                            Some((before, shared)) if !shared.is_empty() => {
                                " shares with " (record_link(*before)) " "
                                span.note { (before.register().short_name) } ": "
                                @for (at, what) in shared.iter().enumerate() {
                                    @if at > 0 { "; " } (what)
                                }
                            },
                            _ => " was joined by the builder’s rules or by a decision of the operator",
                        }
                    }
                }
            }
            p.note { "How records are joined: docs/linking.md." }
        }
    }
}
