//! `GET` and `POST /api/identifiers` (docs/api.md, "Identifiers"): an exact look-up of identifiers.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::http::body::read_json;
use super::http::declared::{Form, Parameter};
use super::http::error::{ApiError, Given};
use super::http::ignored::Ignored;
use super::http::listing::{ListingStatus, Today};
use super::http::loose::{Fields, Loose, field};
use super::http::parameters::{Parameters, check_length};
use super::http::service::{Service, Taken};
use super::http::shape::{RecordPage, cached, json_bytes, to_json};
use super::http::unread::Unread;
use super::interface::answer::answer;
use super::interface::{Shape, ShownParameter, rules};
use super::matching::{read_object, says_something, type_fault};
use super::operation::{Document, Operation};
use crate::limits::{
    IDENTIFIER_ANSWER_RESULTS_MAX, IDENTIFIER_RESULTS_MAX, IDENTIFIERS_ASKED_MAX,
    IDENTIFIERS_IN_PLACE, NAME_CHARS_MAX,
};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{CountryCode, Day, ImoNumber, Property, Schema, Timestamp, in_form};
use tamis_engine::snapshot::{IdentifierMatch, Snapshot};

const VALUE: &str = "value";
const VALUES: &str = "values";
const VALUES_RULE: &str = "an array of 1 to 10000 strings";

const TYPE: Parameter<Form<Property>> = Parameter::new(
    "type",
    "What the identifiers are, by its property in follow-the-money: others are left out, and `valid` says \
     if a value has the form and the check digit of its scheme.",
    Form {
        read: |name| Property::identifiers().find(|property| property.as_str() == name),
        must_be: "a property of identifiers, such as passportNumber, swiftBic, leiCode or imoNumber",
        schema: type_shape,
    },
);

/// Values to look up.
struct Asked {
    values: Vec<String>,
    property: Option<Property>,
    ignored: Ignored,
}

/// Answers `GET /api/identifiers`.
async fn by_address(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    Unread(ignored): Unread,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let values: Vec<String> = parameters.all(VALUE).map(str::to_owned).collect();
    if values.is_empty() {
        return Err(ApiError::Missing { parameter: VALUE, rule: "an identifier" });
    }
    check_values(VALUE, &values)?;
    let asked = Asked { values, property: TYPE.given(&parameters)?, ignored };
    answer(&service, taken, asked, today).await
}

/// Answers `POST /api/identifiers`.
async fn by_body(
    State(service): State<Arc<Service>>,
    Extension(taken): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    Unread(ignored): Unread,
    request: Request,
) -> Result<Response, ApiError> {
    let read = move |body: &[u8]| read_body(body, ignored);
    let asked = read_json(request, &service, read).await?;
    answer(&service, taken, asked, today).await
}

fn read_body(body: &[u8], mut ignored: Ignored) -> Result<Asked, ApiError> {
    let fields = read_object(body)?;
    let values = match field(&fields, VALUES) {
        None | Some(Loose::Null) => {
            return Err(ApiError::Missing { parameter: VALUES, rule: VALUES_RULE });
        }
        Some(Loose::List(values)) if (1..=IDENTIFIERS_ASKED_MAX).contains(&values.len()) => values,
        Some(other) => return Err(type_fault(VALUES, other, VALUES_RULE)),
    };
    let text = |value: &Loose<'_>| match value {
        Loose::Text(text) => Ok(text.clone().into_owned()),
        other => Err(type_fault(VALUES, other, VALUES_RULE)),
    };
    let values: Vec<String> = values.iter().map(text).collect::<Result<_, _>>()?;
    check_values(VALUES, &values)?;
    let property = read_type(&fields)?;
    let is_read = |key: &str| key == VALUES || key == TYPE.name;
    for (key, _) in fields.iter().filter(|(key, value)| !is_read(key) && says_something(value)) {
        ignored.note(|| format!("{} is not read by this endpoint", Given::new(key)));
    }
    Ok(Asked { values, property, ignored })
}

fn read_type(fields: &Fields<'_>) -> Result<Option<Property>, ApiError> {
    match field(fields, TYPE.name) {
        None => Ok(None),
        Some(Loose::Text(name)) => TYPE.read(name).map(Some),
        Some(other) => Err(type_fault(TYPE.name, other, "a string")),
    }
}

fn check_values(parameter: &'static str, values: &[String]) -> Result<(), ApiError> {
    values.iter().try_for_each(|value| match value.trim().is_empty() {
        true => Err(ApiError::bad_value(parameter, value, "not blank")),
        false => check_length(parameter, value),
    })
}

async fn answer(
    service: &Service,
    Taken(loaded): Taken,
    asked: Asked,
    today: Day,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let text = if asked.values.len() <= IDENTIFIERS_IN_PLACE {
        write(&loaded.snapshot, &asked, today)
    } else {
        service.work.run(move || write(&loaded.snapshot, &asked, today)).await?
    };
    Ok(cached(json_bytes(StatusCode::OK, text), "no-store"))
}

fn write(snapshot: &Snapshot, asked: &Asked, today: Day) -> Vec<u8> {
    let Asked { values, property, ignored } = asked;
    let entry = |value, room: &mut usize| {
        let mut matches = snapshot.with_identifier(value);
        matches.retain(|found| property.is_none_or(|own| own == found.property));
        let total = matches.len();
        matches.truncate(IDENTIFIER_RESULTS_MAX.min(*room));
        *room -= matches.len();
        Entry {
            value,
            valid: property.map(|property| is_valid(property, value)),
            total,
            results: matches
                .into_iter()
                .map(|found| match_element(snapshot, found, today))
                .collect(),
        }
    };
    let entries = || {
        let mut room = IDENTIFIER_ANSWER_RESULTS_MAX;
        values.iter().map(move |value| entry(value, &mut room))
    };
    to_json(&Answer {
        r#type: property.map(Property::as_str),
        identifiers: Sequence(entries),
        ignored,
        checked_at: Shown(Timestamp::now()),
    })
}

/// True if a value has the form of its scheme, with a correct check digit if the scheme has one.
fn is_valid(property: Property, value: &str) -> bool {
    match property {
        Property::ImoNumber => {
            ImoNumber::parse(value).is_some_and(ImoNumber::has_valid_check_digit)
        }
        property => in_form(property, value).is_some(),
    }
}

pub(super) fn match_element<'s>(
    snapshot: &'s Snapshot,
    found: IdentifierMatch<'s>,
    today: Day,
) -> IdentifierResult<'s> {
    let record = snapshot.record(found.record);
    IdentifierResult {
        id: record.id().0,
        caption: record.name(),
        schema: Schema::of(record.entity_type()).as_str(),
        r#type: found.property.as_str(),
        label: found.kind,
        value: found.value,
        country: found.country.map(Shown),
        url: Shown(RecordPage(record.id())),
        source: &record.register().short_name,
        source_ref: record.source_ref(),
        topics: [record.topic().as_str()],
        status: ListingStatus::of(record, today),
    }
}

answer! {
    struct Answer<'a, Entries> as answer_fields {
        /// Present if the request sets it
        r#type?: Option<&'static str> = type_shape(),
        /// The values in the caller's order
        identifiers: Entries = Shape::array(Shape::component("IdentifierEntry")),
        ignored?: &'a Ignored = rules::ignored(),
        checked_at: Shown<Timestamp> = rules::timestamp(),
    }
}

answer! {
    struct Entry<'a> as entry_fields {
        /// The value as asked
        value: &'a str = Shape::string(),
        /// True if it has the form and the check digit of the type that the request sets
        valid?: Option<bool> = Shape::boolean(),
        /// Number of identifiers equal to it; `results` may hold fewer
        total: usize = Shape::count(),
        results: Vec<IdentifierResult<'a>> = Shape::array(Shape::component("IdentifierResult")),
    }
}

answer! {
    /// An identifier of a record that equals the value.
    pub(super) struct IdentifierResult<'s> as result_fields {
        id: u64 = rules::record_id(),
        /// Primary name
        caption: &'s str = Shape::string(),
        schema: &'static str = rules::schema_name(),
        /// Property of the identifier
        r#type: &'static str = type_shape(),
        /// Its kind in the publisher's words
        label: &'s str = Shape::string(),
        /// As published
        value: Cow<'s, str> = Shape::string(),
        /// The issuing country
        country: Option<Shown<CountryCode>> = rules::country().or_null(),
        /// Page of the record
        url: Shown<RecordPage> = Shape::string(),
        /// Short name of the register
        source: &'s str = Shape::string(),
        /// The register's own reference
        source_ref: Option<&'s str> = Shape::string().or_null(),
        topics: [&'static str; 1] = rules::topics(),
        status: ListingStatus<'s> = rules::listing_status(),
    }
}

fn value_shape() -> Shape {
    rules::filled().with("maxLength", NAME_CHARS_MAX as u64)
}

fn type_shape() -> Shape {
    let names: Vec<&str> = Property::identifiers().map(Property::as_str).collect();
    Shape::string().with("enum", json!(names))
}

pub(super) fn describe(document: &mut Document) {
    document.schema("IdentifierRequest", request());
    document.schema("IdentifierAnswer", answer_fields().shape());
    document.schema("IdentifierEntry", entry_fields().shape());
    document.schema("IdentifierResult", result_fields().shape());
    let value = ShownParameter::needed(VALUE, "An identifier; may be repeated.", value_shape());
    document.operation(
        common(Operation::get("/api/identifiers", "lookUpIdentifiers", by_address))
            .describes(LOOKS_UP)
            .parameters(vec![value, TYPE.shown()])
            .example("imo", &[(VALUE, "9074729"), ("type", "imoNumber")]),
    );
    let media_type = "application/json";
    document.operation(
        common(Operation::post("/api/identifiers", "lookUpManyIdentifiers", by_body))
            .describes("The same for up to 10,000 values, which then stand in no address.")
            .body(media_type, Shape::component("IdentifierRequest"))
            .refuses(&[408, 413, 415])
            .example_body(
                media_type,
                "imo",
                "A ship",
                json!({ VALUES: ["9074729"], "type": "imoNumber" }),
            ),
    );
}

fn common(operation: Operation) -> Operation {
    operation
        .tag("Match")
        .summary("Exact look-up of identifiers")
        .answers(
            "Each value with the identifiers equal to it.",
            Shape::component("IdentifierAnswer"),
        )
        .refuses(&[400])
}

fn request() -> Shape {
    let values = Shape::array(value_shape())
        .with("minItems", 1u64)
        .with("maxItems", IDENTIFIERS_ASKED_MAX as u64);
    Shape::object(vec![(VALUES, values)]).and_perhaps(vec![(TYPE.name, type_shape())]).open()
}

const LOOKS_UP: &str = "\
Letters and digits are compared, in capitals: blanks, hyphens and other separators do not count. A \
business identifier code is compared without its branch. Scores of a match do not depend on identifiers \
other than IMO numbers.";
