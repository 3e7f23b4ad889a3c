//! Facts of records for additional columns (0.2, "Data Extension"): `extend` at the endpoint, and
//! `/extend/properties`, which lists the available ones.

use axum::http::StatusCode;
use axum::response::Response;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::asked::Asked;
use super::queries::{bad_field, field_value};

use crate::api::http::declared::{Choice, Parameter, Whole};
use crate::api::http::error::{ApiError, Given};
use crate::api::http::loose::{Loose, field};
use crate::api::http::party::record_id;
use crate::api::http::shape::{cached, json_response, to_json};
use crate::api::interface::ShownParameter;
use crate::api::matching::property_named;
use crate::limits;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::Schema;
use tamis_engine::reconcile::property::{self, PROPERTIES, Property, Value};
use tamis_engine::snapshot::{RecordView, Snapshot};

/// The requested records and properties.
#[derive(Debug)]
pub(super) struct ExtendRequest {
    /// Ids as the caller spelt them; they are the keys of the answer's rows.
    ids: Vec<String>,
    columns: Vec<Column>,
}

/// One property of the request.
#[derive(Debug)]
struct Column {
    /// The id as the caller spelt it.
    id: String,
    property: &'static Property,
    /// Maximum number of values per record.
    limit: usize,
}

impl ExtendRequest {
    /// Reads `{ids, properties}` from a text.
    pub(super) fn of_text(text: &str) -> Result<Self, ApiError> {
        match field_value("extend", text)? {
            Loose::Text(_) => Err(bad("is a string; it must be an object".to_owned())),
            value => Self::of_value(&value),
        }
    }

    /// Reads `{ids, properties}`, or a text of that JSON.
    pub(super) fn of_value(value: &Loose<'_>) -> Result<Self, ApiError> {
        let fields = match value {
            Loose::Object(fields) => fields,
            Loose::Text(text) => return Self::of_text(text),
            other => return Err(bad(format!("is {}; it must be an object", other.type_name()))),
        };
        let list = |name: &str| match field(fields, name) {
            Some(Loose::List(values)) => Ok(values),
            _ => Err(bad(format!("has no array under \"{name}\""))),
        };
        let mut request = Self { ids: Vec::new(), columns: Vec::new() };
        for id in list("ids")? {
            let Some(text) = text_of(id) else {
                return Err(bad(format!("has {} among its ids", id.type_name())));
            };
            if request.ids.iter().any(|known| known == text) {
                continue;
            }
            if request.ids.len() == limits::EXTEND_IDS_MAX {
                let most = limits::EXTEND_IDS_MAX;
                return Err(bad(format!("has more ids than {most}")));
            }
            request.ids.push(text.to_owned());
        }
        for property in list("properties")? {
            let column = Column::read(property)?;
            if !request.columns.iter().any(|known| known.id == column.id) {
                request.columns.push(column);
            }
        }
        Ok(request)
    }

    /// Looks the records up and writes the JSON text.
    pub(super) fn run(&self, snapshot: &Snapshot) -> Vec<u8> {
        to_json(&Answer { request: self, snapshot })
    }
}

impl Column {
    /// Reads `{id, settings: {limit}}`.
    fn read(value: &Loose<'_>) -> Result<Self, ApiError> {
        let Loose::Object(fields) = value else {
            return Err(bad(format!("has {} among its properties", value.type_name())));
        };
        let id = field(fields, "id").and_then(text_of).unwrap_or_default();
        let property = with_id(id).ok_or_else(|| unknown_property("property", id))?;
        let settings = match field(fields, "settings") {
            Some(Loose::Object(settings)) => settings.as_slice(),
            _ => &[],
        };
        let limit = field(settings, "limit");
        let limit = limit.filter(|value| text_of(value) != Some("") && **value != Loose::Null);
        let limit = limit.map_or(Ok(0), |value| {
            let text = text_of(value).unwrap_or(value.type_name());
            text.parse().map_err(|_| ApiError::bad_value("limit", text, "a whole number from 0"))
        })?;
        let limit = if limit == 0 { usize::MAX } else { limit };
        Ok(Self { id: id.to_owned(), property, limit })
    }
}

/// The property with this id, or with this alias of a match property.
pub(super) fn with_id(id: &str) -> Option<&'static Property> {
    property::with_id(id).or_else(|| property::with_id(property_named(id)?.name))
}

/// The error for an unknown property id.
pub(super) fn unknown_property(parameter: &'static str, id: &str) -> ApiError {
    let accepted = &property::IDS;
    ApiError::NotAccepted { parameter, given: Given::new(id), accepted }
}

fn text_of<'v>(value: &'v Loose<'_>) -> Option<&'v str> {
    match value {
        Loose::Text(text) => Some(text),
        Loose::Number(text) => Some(text),
        _ => None,
    }
}

fn bad(fault: String) -> ApiError {
    bad_field("extend", fault)
}

/// `{meta, rows}`. An unknown record has a row without values.
struct Answer<'a, 's> {
    request: &'a ExtendRequest,
    snapshot: &'s Snapshot,
}

impl Serialize for Answer<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        let columns = || self.request.columns.iter();
        map.serialize_entry("meta", &Sequence(|| columns().map(meta)))?;
        map.serialize_entry("rows", &Rows(self))?;
        map.end()
    }
}

fn meta(column: &Column) -> impl Serialize {
    #[derive(serde::Serialize)]
    struct Meta<'a> {
        id: &'a str,
        name: &'static str,
    }
    Meta { id: &column.id, name: column.property.name }
}

struct Rows<'a, 'b, 's>(&'a Answer<'b, 's>);

impl Serialize for Rows<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Answer { request, snapshot } = self.0;
        serializer.collect_map(request.ids.iter().map(|id| {
            let ordinal = record_id(id.trim()).and_then(|id| snapshot.find(id));
            let record = ordinal.map(|ordinal| snapshot.record(ordinal));
            (id, Row { columns: &request.columns, record })
        }))
    }
}

struct Row<'a, 's> {
    columns: &'a [Column],
    record: Option<RecordView<'s>>,
}

impl Serialize for Row<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns.iter().map(|column| {
            let values =
                self.record.map(|record| column.property.values(record)).unwrap_or_default();
            let shown: Vec<_> = values.into_iter().take(column.limit).map(Cell).collect();
            (&column.id, shown)
        }))
    }
}

/// A value with its type in 0.2.
struct Cell<'s>(Value<'s>);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = if matches!(self.0, Value::Moment(_)) { "date" } else { "str" };
        serializer.collect_map([(kind, Shown(self.0))])
    }
}

const TYPE: Parameter<Choice<Schema>> = Parameter::new(
    "type",
    "Only properties that records of this type may have.",
    Choice { from_name: Schema::from_name, accepted: Schema::NAMES },
);

const LIMIT: Parameter<Whole> =
    Parameter::new("limit", "Maximum number of properties.", Whole::from(1));

/// The parameters of `/extend/properties` in the OpenAPI document.
pub(crate) fn parameters() -> [ShownParameter; 2] {
    [TYPE.shown(), LIMIT.shown()]
}

/// Answers `/extend/properties`: the properties of records of a type.
pub(crate) async fn propose(asked: Asked) -> Result<Response, ApiError> {
    let parameters = &asked.parameters;
    let schema = TYPE.given(parameters)?;
    let limit = LIMIT.given(parameters)?;
    asked.loaded()?;
    let fits = |property: &&Property| schema.is_none_or(|s| property.schemas.contains(&s));
    let proposed = || PROPERTIES.iter().filter(fits).take(limit.unwrap_or(usize::MAX));
    let body = Proposal {
        properties: Sequence(|| proposed().map(PropertyShape::from)),
        schema: schema.map(Schema::as_str),
        limit,
    };
    Ok(cached(json_response(StatusCode::OK, &body), "no-cache"))
}

#[derive(serde::Serialize)]
struct Proposal<P> {
    properties: P,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<usize>,
}

/// A property in a list of properties.
#[derive(serde::Serialize)]
pub(super) struct PropertyShape {
    id: &'static str,
    name: &'static str,
    description: &'static str,
}

impl From<&Property> for PropertyShape {
    fn from(property: &Property) -> Self {
        let Property { id, name, description, .. } = *property;
        Self { id, name, description }
    }
}
