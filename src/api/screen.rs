//! `POST /api/screen` (docs/api.md, "Screen"): the deprecated look-up of one name. Uses the matcher of
//! `POST /api/match/default`, which replaces it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::json;

use super::http::body::read_json;
use super::http::error::{ApiError, Given};
use super::http::ignored::Ignored;
use super::http::listing::Today;
use super::http::loose::{Fields, Loose, field};
use super::http::metrics::QueryCounts;
use super::http::nearest::{did_you_mean, nearest};
use super::http::service::{Service, Taken};
use super::http::shape::{cached, json_bytes, to_json};
use super::http::unread::Unread;
use super::interface::answer::answer;
use super::interface::{Shape, rules};
use super::matching::{
    Showing, add_country, hit_element, name_query, note_cut_names, note_value, property_named,
    read_object, says_something, type_fault,
};
use super::operation::{Document, Operation};
use crate::limits;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::matching::{self, BoundFilter, Filter, MatchQuery, MatchSettings, QueryName};
use tamis_engine::model::{Collection, CountryCode, Day};
use tamis_engine::snapshot::Snapshot;

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");

/// Date of the deprecation, in the form of RFC 9745: 2026-10-04, the version of the API that announced
/// it (docs/api.md, "Screen").
const DEPRECATED_SINCE: &str = "@1791072000";

const SUCCESSOR: &str = "/api/match/default";

/// Answers `POST /api/screen`. Errors also carry the deprecation headers.
async fn screen(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    Unread(unread): Unread,
    request: Request,
) -> Response {
    let answer = answer(&service, taken, today, unread, request).await;
    let mut response = axum::response::IntoResponse::into_response(answer);
    let headers = response.headers_mut();
    headers.insert(DEPRECATION, HeaderValue::from_static(DEPRECATED_SINCE));
    if let Ok(link) = HeaderValue::try_from(format!("<{SUCCESSOR}>; rel=\"successor-version\"")) {
        headers.insert(header::LINK, link);
    }
    response
}

async fn answer(
    service: &Service,
    Taken(loaded): Taken,
    today: Day,
    mut ignored: Ignored,
    request: Request,
) -> Result<Response, ApiError> {
    let read = move |body: &[u8]| {
        let query = read_query(body, &mut ignored)?;
        Ok((query, ignored))
    };
    let (query, ignored) = read_json(request, service, read).await?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let index = loaded.snapshot.index();
    let micros = matching::estimated_micros(&index, &query.names, limits::MATCH_IN_PLACE_MICROS);
    let job = {
        let (loaded, counts) = (Arc::clone(&loaded), service.metrics.queries.clone());
        move || write(&loaded.snapshot, &query, &ignored, today, &counts)
    };
    let text = service.work.run_query(micros, job).await?;
    Ok(cached(json_bytes(StatusCode::OK, text), "no-store"))
}

/// The fields that are read.
const READ: [&str; 2] = ["name", "nationality"];

/// Reads `name`, which is required, and `nationality`; notes the other fields.
fn read_query(body: &[u8], ignored: &mut Ignored) -> Result<MatchQuery, ApiError> {
    let fields = read_object(body)?;
    let text = |name: &'static str| -> Result<Option<&str>, ApiError> {
        match field(&fields, name) {
            None | Some(Loose::Null) => Ok(None),
            Some(Loose::Text(text)) => Ok(Some(text.trim()).filter(|text| !text.is_empty())),
            Some(other) => Err(type_fault(name, other, "a string")),
        }
    };
    let name = text("name")?.ok_or(ApiError::Missing { parameter: "name", rule: "a name" })?;
    let mut query = name_query(name)?;
    note_cut_names(None, &query, ignored);
    if let Some(country) = text("nationality")? {
        let added = add_country(&mut query, country)?;
        note_value(None, "nationality", country, added, ignored);
    }
    note_unread(&fields, ignored);
    Ok(query)
}

/// Notes the ignored fields, and those of them that match would read.
fn note_unread(fields: &Fields<'_>, ignored: &mut Ignored) {
    let is_read = |key: &str| READ.contains(&key);
    let others = fields.iter().filter(|(key, value)| !is_read(key) && says_something(value));
    for (key, _) in others {
        let meant = nearest(key, READ.into_iter());
        let known = property_named(key).filter(|property| !is_read(property.name));
        let end = match known {
            Some(property) => format!("; {SUCCESSOR} reads it as {}.", property.name),
            None => did_you_mean(meant),
        };
        ignored.note(|| format!("{} is not read by this endpoint{end}", Given::new(key)));
    }
}

fn write(
    snapshot: &Snapshot,
    query: &MatchQuery,
    ignored: &Ignored,
    today: Day,
    counts: &QueryCounts,
) -> Vec<u8> {
    let filter = Filter::collection(Collection::Default);
    let filter = BoundFilter::new(snapshot, &filter);
    let limit = limits::RESULTS_DEFAULT as usize;
    let how = MatchSettings { limit, ..MatchSettings::default() };
    let found = matching::answer(query, &filter, how);
    let showing = Showing { threshold: limits::THRESHOLD_DEFAULT, today, details: false };
    counts.found(&found);
    counts.answered(1, u64::from(showing.is_hit(&found)));
    let element = |hit| hit_element(snapshot, hit, showing);
    to_json(&Screened {
        deprecated: true,
        r#use: SUCCESSOR,
        query: Echo {
            name: query.names.first().map(QueryName::text),
            nationality: query.countries.first().copied().map(Shown),
        },
        ignored,
        total: found.total,
        total_estimated: found.total_estimated.then_some(true),
        matches: Sequence(|| found.hits.iter().map(element)),
    })
}

answer! {
    struct Screened<'q, M> as screened_fields {
        deprecated: bool = Shape::boolean(),
        r#use: &'static str = Shape::exactly(SUCCESSOR),
        query: Echo<'q> = echo_fields().shape(),
        ignored?: &'q Ignored = rules::ignored(),
        total: u64 = Shape::count(),
        total_estimated?: Option<bool> = Shape::boolean(),
        matches: M = Shape::array(Shape::component("MatchResult"))
            .with("maxItems", u64::from(limits::RESULTS_DEFAULT)),
    }
}

answer! {
    /// The query as it was read.
    struct Echo<'q> as echo_fields {
        name: Option<&'q str> = Shape::string(),
        nationality: Option<Shown<CountryCode>> = rules::country().or_null(),
    }
}

pub(super) fn describe(document: &mut Document) {
    document.schema("ScreenRequest", request());
    document.schema("ScreenAnswer", screened_fields().shape());
    let media_type = "application/json";
    document.operation(
        Operation::post("/api/screen", "screen", screen)
            .tag("Match")
            .summary("Legacy name look-up; use match instead")
            .deprecated()
            .body(media_type, Shape::component("ScreenRequest"))
            .answers("The closest records.", Shape::component("ScreenAnswer"))
            .header("Deprecation", "Says that the endpoint is deprecated.", Shape::string())
            .header("Link", "Address of its successor.", Shape::string())
            .refuses(&[400, 408, 413, 415])
            .example_body(
                media_type,
                "name",
                "A name and a nationality",
                json!({
                    "name": "Ivan Petrovich Sokolov", "nationality": "ru",
                }),
            ),
    );
}

fn request() -> Shape {
    let name = rules::filled().with("maxLength", limits::NAME_CHARS_MAX as u64);
    let nationality = Shape::string().says("A code or an English name").or_null();
    Shape::object(vec![("name", name)]).and_perhaps(vec![("nationality", nationality)]).open()
}
