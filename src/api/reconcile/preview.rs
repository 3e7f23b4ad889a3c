//! Previews of a record: a page for a frame (0.2, "Preview") and an HTML fragment (0.2, "Suggest
//! flyout"). Also flyouts of a property and a type.
//!
//! They run no scripts and load nothing, and every value is escaped: publishers may have typed
//! anything.

use std::fmt::{self, Display};

use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

use super::answer::type_name;
use super::asked::Asked;
use super::extend;
use super::html::Escaped;
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::party::record_id;
use crate::api::http::service::Loaded;
use crate::api::http::shape::{cached, is_web_address, json_response, with_headers};
use crate::limits;
use tamis_engine::json::Shown;
use tamis_engine::model::{Schema, facts};
use tamis_engine::reconcile::property::{PROPERTIES, Property, Value};
use tamis_engine::snapshot::RecordView;

/// The style sheet as a `data:` address, so that the policy can forbid inline styles.
const STYLE: &str = "data:text/css,body{font:13px/1.4%20sans-serif;margin:8px;color:%23222}\
h1{font-size:15px;margin:0%200%206px}dl{display:grid;grid-template-columns:8em%201fr;\
gap:2px%208px;margin:0}dt{color:%23666}dd{margin:0;overflow-wrap:anywhere}";

/// Headers of a preview: it may use its style sheet, and any page may frame it.
const HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src data:; base-uri 'none'; form-action 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// Answers `/preview?id=`.
pub(crate) async fn preview(asked: Asked) -> Result<Response, ApiError> {
    let id = Id::read(&asked.parameters)?;
    let loaded = asked.loaded()?;
    let record = id.record(&loaded)?;
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\
         <link rel=\"stylesheet\" href=\"{STYLE}\"></head><body>{}</body></html>\n",
        Escaped(record.name()),
        Facts(record)
    );
    Ok(cached(with_headers(StatusCode::OK, page, HEADERS), "no-cache"))
}

/// Answers `/flyout/entity?id=`.
pub(crate) async fn entity_flyout(asked: Asked) -> Result<Response, ApiError> {
    let id = Id::read(&asked.parameters)?;
    let loaded = asked.loaded()?;
    let record = id.record(&loaded)?;
    Ok(flyout(&id.0, Facts(record)))
}

/// Answers `/flyout/property?id=`.
pub(crate) async fn property_flyout(asked: Asked) -> Result<Response, ApiError> {
    let id = Id::read(&asked.parameters)?;
    asked.loaded()?;
    let property = extend::with_id(&id.0).ok_or_else(|| extend::unknown_property("id", &id.0))?;
    let (name, says) = (Escaped(property.name), Escaped(property.description));
    Ok(flyout(&id.0, format_args!("<h1>{name}</h1><p>{says}</p>")))
}

/// Answers `/flyout/type?id=`.
pub(crate) async fn schema_flyout(asked: Asked) -> Result<Response, ApiError> {
    let id = Id::read(&asked.parameters)?;
    asked.loaded()?;
    let schema = Schema::from_name(&id.0)
        .ok_or_else(|| ApiError::not_accepted("id", &id.0, Schema::NAMES))?;
    let html = format_args!("<h1>{}</h1><p>{}</p>", type_name(schema), meaning(schema)).to_string();
    Ok(flyout(&id.0, html))
}

/// Parties that a query of this type finds without a penalty (docs/api.md, "Entity types and schemas").
fn meaning(schema: Schema) -> &'static str {
    match schema {
        Schema::Person => "Natural persons",
        Schema::Company | Schema::Organization => "Companies and organizations",
        Schema::LegalEntity => "Persons, companies and organizations",
        Schema::Vessel => "Ships",
        Schema::Airplane => "Aircraft",
    }
}

/// The `id` of a request, unchanged.
struct Id(String);

impl Id {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let id = parameters.one("id")?.map(str::trim).filter(|id| !id.is_empty());
        let rule = "the ID of what is to be shown";
        id.map(|id| Self(id.to_owned())).ok_or(ApiError::Missing { parameter: "id", rule })
    }

    fn record<'s>(&self, loaded: &'s Loaded) -> Result<RecordView<'s>, ApiError> {
        let id = record_id(&self.0)
            .ok_or_else(|| ApiError::bad_value("id", &self.0, "a record ID (101, svc-101)"))?;
        let snapshot = &loaded.snapshot;
        if let Some(ordinal) = snapshot.find(id) {
            return Ok(snapshot.record(ordinal));
        }
        Err(match snapshot.retired(id) {
            Some(retired) => ApiError::RetiredRecord { id: id.0, delisted_at: retired.delisted_at },
            None => ApiError::UnknownRecord(id.0),
        })
    }
}

fn flyout(id: &str, html: impl Display) -> Response {
    #[derive(Serialize)]
    struct Flyout<'a, H> {
        id: &'a str,
        html: H,
    }
    let body = Flyout { id, html: Shown(html) };
    cached(json_response(StatusCode::OK, &body), "no-cache")
}

/// A record as HTML: a heading and a list of its properties.
struct Facts<'s>(RecordView<'s>);

impl Display for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(record) = *self;
        write!(f, "<h1>{}</h1><dl>", Escaped(record.name()))?;
        for property in PROPERTIES.iter().filter(|property| property.id != "name") {
            write_property(f, property, &property.values(record))?;
        }
        f.write_str("</dl>")
    }
}

fn write_property(
    f: &mut fmt::Formatter<'_>,
    property: &Property,
    values: &[Value<'_>],
) -> fmt::Result {
    if values.is_empty() {
        return Ok(());
    }
    write!(f, "<dt>{}</dt><dd>", property.name)?;
    for (at, value) in values.iter().take(limits::PREVIEW_VALUES_MAX).enumerate() {
        f.write_str(if at == 0 { "" } else { "; " })?;
        match value {
            Value::Fact(facts::Value::Text(address))
                if property.id == "sourceUrl" && is_web_address(address) =>
            {
                let address = Escaped(address);
                write!(
                    f,
                    "<a href=\"{address}\" target=\"_blank\" rel=\"noopener noreferrer\">{address}</a>"
                )?;
            }
            value => Escaped(value).fmt(f)?,
        }
    }
    if let Some(more) = values.len().checked_sub(limits::PREVIEW_VALUES_MAX).filter(|n| *n > 0) {
        write!(f, " and {more} more")?;
    }
    f.write_str("</dd>")
}
