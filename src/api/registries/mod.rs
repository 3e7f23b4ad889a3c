//! `GET /api/registries`, `GET /api/registries/countries` (docs/api.md, "Reference registries") and the
//! file `/downloads/meta/registries.json`: the counts of the reference registries.

mod body;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::response::Response;

use self::body::{CountriesBody, RegistriesBody, countries_body, registries_body, row};
use super::http::declared::{COUNTRY, Choice, Form, Parameter, TEXT};
use super::http::error::{ApiError, Given};
use super::http::parameters::Parameters;
use super::http::service::{Service, Taken};
use super::http::shape::validated_by_content;
use super::http::text_filter::{TextFilter, Words};
use super::interface::Shape;
use super::operation::{Document, Operation};
use crate::registries::country::country_name;
use crate::registries::{RegistryKind, RegistryRow};
use tamis_engine::model::CountryCode;

const KIND: Parameter<Choice<RegistryKind>> = Parameter::new(
    "kind",
    "Kind of registry.",
    Choice { from_name: RegistryKind::from_name, accepted: RegistryKind::NAMES },
);

const NAME: Parameter<Form<String>> =
    Parameter::new("name", "One registry, by its name or slug; 404 when unknown.", TEXT);

const Q: Parameter<Words> = Parameter::new("q", "Text in name, publisher or jurisdiction.", Words);

const JURISDICTION: Parameter<Form<CountryCode>> = Parameter::new(
    "jurisdiction",
    "ISO code; keeps registers of this jurisdiction or with it among their top ten.",
    COUNTRY,
);

const REGISTER: Parameter<Form<String>> =
    Parameter::new("register", "One registry, by its name or slug.", TEXT);

pub(super) fn describe(document: &mut Document) {
    document.schema("Registries", registries_body().shape());
    document.schema("Registry", row().shape());
    document.schema("RegistryCountries", countries_body().shape());
    document.operation(
        Operation::get("/api/registries", "listRegistries", registries)
            .tag("Registries")
            .summary("Registries, one row per register and kind")
            .describes("Counts are refreshed every 6 hours.")
            .parameters([KIND.shown(), NAME.shown(), Q.shown(), JURISDICTION.shown()])
            .answers("The registries.", Shape::component("Registries"))
            .revalidates()
            .refuses(&[400, 404])
            .example("companies", &[("kind", "company"), ("jurisdiction", "gb")]),
    );
    document.operation(
        Operation::get("/api/registries/countries", "listRegistryCountries", countries)
            .tag("Registries")
            .summary("Registry records by jurisdiction")
            .describes("Code `XX` means that the register gives no jurisdiction.")
            .parameters([KIND.shown(), REGISTER.shown()])
            .answers("The jurisdictions.", Shape::component("RegistryCountries"))
            .revalidates()
            .refuses(&[400])
            .example("companies", &[("kind", "company")]),
    );
    document.operation(
        Operation::get("/downloads/meta/registries.json", "downloadRegistries", file)
            .tag("Registries")
            .summary("All registries as a file")
            .answers("The registries.", Shape::component("Registries"))
            .revalidates(),
    );
}

/// Answers `GET /api/registries`.
async fn registries(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    require_snapshot(&taken)?;
    let filter = RowFilter::read(&Parameters::parse(query.as_deref()))?;
    let counts = service.registries.take();
    if let Some(name) = &filter.name
        && !counts.rows().iter().any(|row| row.is_named(name))
    {
        return Err(ApiError::UnknownRegistry(Given::new(name)));
    }
    let body = RegistriesBody::new(&counts, |row| filter.holds(row));
    Ok(validated_by_content(&body, "no-cache"))
}

/// Answers `GET /api/registries/countries`.
async fn countries(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    require_snapshot(&taken)?;
    let parameters = Parameters::parse(query.as_deref());
    let kind = KIND.given(&parameters)?;
    // The only statuses are 200 and 503: an unknown name matches nothing.
    let name = REGISTER.given(&parameters)?;
    let counts = service.registries.take();
    let holds = |row: &RegistryRow| {
        kind.is_none_or(|kind| row.kind == kind)
            && name.as_ref().is_none_or(|name| row.is_named(name))
    };
    Ok(validated_by_content(&CountriesBody::new(&counts, holds), "no-cache"))
}

/// Answers `GET /downloads/meta/registries.json`: all rows.
async fn file(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
) -> Result<Response, ApiError> {
    require_snapshot(&taken)?;
    let counts = service.registries.take();
    let body = RegistriesBody::new(&counts, |_| true);
    Ok(validated_by_content(&body, "no-cache"))
}

/// Counts do not come from the snapshot, but like all data they are answered only while there is one
/// (docs/api.md, "Errors").
fn require_snapshot(Taken(loaded): &Taken) -> Result<(), ApiError> {
    loaded.as_ref().map(|_| ()).ok_or(ApiError::NoSnapshot)
}

/// Filter of the rows.
struct RowFilter {
    kind: Option<RegistryKind>,
    name: Option<String>,
    text: TextFilter,
    jurisdiction: Option<CountryCode>,
}

impl RowFilter {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        Ok(Self {
            kind: KIND.given(parameters)?,
            name: NAME.given(parameters)?,
            text: Q.given(parameters)?.unwrap_or_default(),
            jurisdiction: JURISDICTION.given(parameters)?,
        })
    }

    fn holds(&self, row: &RegistryRow) -> bool {
        let jurisdiction = row.jurisdiction.as_ref().map(country_name).unwrap_or_default();
        let texts = [row.name.as_str(), row.publisher.as_str(), jurisdiction];
        self.kind.is_none_or(|kind| row.kind == kind)
            && self.name.as_ref().is_none_or(|name| row.is_named(name))
            && self.jurisdiction.is_none_or(|code| row.is_of(code))
            && self.text.finds(&texts, row.jurisdiction)
    }
}
