//! `GET /api/registries`, `GET /api/registries/countries` (api.md 4.20, 4.21) and the file
//! `/downloads/meta/registries.json`: what the reference registries hold.

mod body;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use self::body::{CountriesBody, RegistriesBody};
use super::error::{ApiError, Given};
use super::parameters::Parameters;
use super::service::{Service, Taken};
use super::shape::{cached, json_bytes, to_json};
use crate::model::CountryCode;
use crate::registries::country::country_name;
use crate::registries::{RegistryKind, RegistryRow};

/// Answers `GET /api/registries`.
pub(super) async fn registries(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    require_snapshot(&taken)?;
    let filter = RowFilter::read(&Parameters::parse(query.as_deref()))?;
    let counts = service.registries.take();
    if let Some(name) = &filter.name
        && !counts.rows().iter().any(|row| row.name == *name)
    {
        return Err(ApiError::UnknownRegistry(Given::new(name)));
    }
    Ok(answer(&RegistriesBody::new(&counts, |row| filter.holds(row))))
}

/// Answers `GET /api/registries/countries`.
pub(super) async fn countries(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    require_snapshot(&taken)?;
    let parameters = Parameters::parse(query.as_deref());
    let kind = read_kind(&parameters)?;
    // Statuses 200 and 503 only: a name that nobody has matches nothing.
    let name = given(&parameters, "register")?;
    let counts = service.registries.take();
    let holds = |row: &RegistryRow| {
        kind.is_none_or(|kind| row.kind == kind) && name.is_none_or(|name| row.name == name)
    };
    Ok(answer(&CountriesBody::new(&counts, holds)))
}

/// Answers `GET /downloads/meta/registries.json`: all rows.
pub(super) async fn file(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
) -> Result<Response, ApiError> {
    require_snapshot(&taken)?;
    Ok(answer(&RegistriesBody::new(&service.registries.take(), |_| true)))
}

/// Counts do not come from the snapshot, but like everything else they are answered only while
/// there is one (decisions D4).
fn require_snapshot(Taken(loaded): &Taken) -> Result<(), ApiError> {
    loaded.as_ref().map(|_| ()).ok_or(ApiError::NoSnapshot)
}

/// An answer with a validator of its own: counts change while the snapshot stays.
fn answer(body: &impl Serialize) -> Response {
    let text = to_json(body);
    let tag = format!("W/\"{:016x}\"", xxh3_64(&text));
    let mut response = cached(json_bytes(StatusCode::OK, text), "no-cache");
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Which rows are asked for.
struct RowFilter {
    kind: Option<RegistryKind>,
    name: Option<String>,
    /// In small letters.
    text: Option<String>,
    jurisdiction: Option<CountryCode>,
}

impl RowFilter {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let jurisdiction = given(parameters, "jurisdiction")?;
        let read = |text: &str| {
            CountryCode::parse(text).ok_or_else(|| ApiError::BadValue {
                parameter: "jurisdiction",
                given: Given::new(text),
                rule: "a two-letter country code, or XX for none",
            })
        };
        Ok(Self {
            kind: read_kind(parameters)?,
            name: given(parameters, "name")?.map(str::to_owned),
            text: given(parameters, "q")?.map(str::to_lowercase),
            jurisdiction: jurisdiction.map(read).transpose()?,
        })
    }

    fn holds(&self, row: &RegistryRow) -> bool {
        self.kind.is_none_or(|kind| row.kind == kind)
            && self.name.as_ref().is_none_or(|name| row.name == *name)
            && self.jurisdiction.is_none_or(|code| row.is_of(code))
            && self.text.as_ref().is_none_or(|text| mentions(row, text))
    }
}

/// Whether name, publisher or jurisdiction of a registry hold the text.
fn mentions(row: &RegistryRow, text: &str) -> bool {
    let jurisdiction = row.jurisdiction.as_ref();
    let is_jurisdiction = |code: &CountryCode| {
        code.as_str().eq_ignore_ascii_case(text) || country_name(code).to_lowercase().contains(text)
    };
    row.name.to_lowercase().contains(text)
        || row.publisher.to_lowercase().contains(text)
        || jurisdiction.is_some_and(is_jurisdiction)
}

fn read_kind(parameters: &Parameters) -> Result<Option<RegistryKind>, ApiError> {
    match given(parameters, "kind")? {
        None => Ok(None),
        Some(_) => parameters.choice("kind", RegistryKind::from_name, RegistryKind::NAMES),
    }
}

/// The value of a parameter; what a form sends for an empty field is none.
fn given<'p>(parameters: &'p Parameters, name: &'static str) -> Result<Option<&'p str>, ApiError> {
    Ok(parameters.one(name)?.map(str::trim).filter(|value| !value.is_empty()))
}
