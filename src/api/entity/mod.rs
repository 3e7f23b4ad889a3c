//! `GET /api/entity/{id}` and `GET /api/entity` (docs/api.md, "Entity look-up").
//!
//! This module reads and answers the requests. `shape` writes the JSON, `described` adds both to the
//! OpenAPI document, and `further` adds the facts after the fields of the API description.

mod described;
pub(super) mod further;
mod shape;

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery};
use axum::http::StatusCode;
use axum::response::Response;

pub(super) use self::described::describe;
pub(super) use self::shape::record as record_body;
use super::http::declared::{Choice, Parameter, Switch};
use super::http::error::ApiError;
use super::http::listing::Today;
use super::http::parameters::Parameters;
use super::http::party::{EntityId, Party};
use super::http::service::Taken;
use super::http::shape::{cached, json_bytes, moved, to_json};
use super::interface::ShownParameter;
use tamis_engine::ftm::FtmEntity;
use tamis_engine::lookup::{self, MergedEntity};
use tamis_engine::model::Day;
use tamis_engine::snapshot::{RecordView, Snapshot};

/// Answers `GET /api/entity/{id}`.
async fn by_path(
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    path: Result<Path<String>, PathRejection>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let Path(text) = path.map_err(|_| ApiError::bad_value("id", "?", ID_RULE))?;
    let id = EntityId::parse(&text).ok_or_else(|| ApiError::bad_value("id", &text, ID_RULE))?;
    let parameters = Parameters::parse(parameters.as_deref());
    let form = Form::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    answer(&loaded.snapshot, today, id, form, || parameters.without(&[]))
}

/// Answers `GET /api/entity?id=` and `?entity_id=`.
async fn by_query(
    Extension(Taken(loaded)): Extension<Taken>,
    Extension(Today(today)): Extension<Today>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let id = id_parameter(&parameters)?;
    let form = Form::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    answer(&loaded.snapshot, today, id, form, || parameters.without(&["id", "entity_id"]))
}

const ID_RULE: &str = "a record ID (101, svc-101) or a merged entity ID (a UUID, svc-e-<uuid>)";

/// The id, given as either `id` or `entity_id`.
fn id_parameter(parameters: &Parameters) -> Result<EntityId, ApiError> {
    match (parameters.one("id")?, parameters.one("entity_id")?) {
        (Some(text), None) => EntityId::parse(text)
            .filter(|id| matches!(id, EntityId::Record(_)))
            .ok_or_else(|| ApiError::bad_value("id", text, "a record ID, such as 101")),
        (None, Some(text)) => {
            EntityId::parse(text).filter(|id| matches!(id, EntityId::Merged(_))).ok_or_else(|| {
                ApiError::bad_value("entity_id", text, "a merged entity ID, which is a UUID")
            })
        }
        _ => Err(ApiError::EitherOr { one: "id", other: "entity_id" }),
    }
}

const NESTED: Parameter<Switch> =
    Parameter::new("nested", "`false` leaves out related, listings and records.", Switch);

const FORMAT: Parameter<Choice<()>> = Parameter::new(
    "format",
    "The follow-the-money format.",
    Choice { from_name: |name| (name == "ftm").then_some(()), accepted: &["ftm"] },
);

/// The parameters of the form in the OpenAPI document.
fn form() -> [ShownParameter; 2] {
    [NESTED.shown(), FORMAT.shown()]
}

/// Form of an answer (docs/api.md, "Entity look-up").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The service's own JSON, with related records and listings.
    Nested,
    /// The service's own JSON without them (`nested=false`).
    Alone,
    /// FollowTheMoney (`format=ftm`).
    Ftm,
    /// FollowTheMoney with listings as Sanction entities (`format=ftm&nested=true`).
    FtmNested,
}

impl Form {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let nested = NESTED.given(parameters)?;
        let is_ftm = FORMAT.given(parameters)?.is_some();
        Ok(match (is_ftm, nested) {
            (false, Some(false)) => Self::Alone,
            (false, _) => Self::Nested,
            (true, Some(true)) => Self::FtmNested,
            (true, _) => Self::Ftm,
        })
    }
}

/// Answers a request for an id; `query` is kept in a redirect to another id.
fn answer(
    snapshot: &Snapshot,
    today: Day,
    id: EntityId,
    form: Form,
    query: impl Fn() -> String,
) -> Result<Response, ApiError> {
    let text = match id.find(snapshot)? {
        Party::Record(record) => record_text(snapshot, record, today, form),
        Party::Entity(entity) => merged_text(&entity, today, form),
        Party::Moved(now) => return Ok(moved(&format!("/api/entity/{now}"), &query())),
    };
    Ok(cached(json_bytes(StatusCode::OK, text), "no-cache"))
}

fn record_text(snapshot: &Snapshot, record: RecordView<'_>, today: Day, form: Form) -> Vec<u8> {
    match form {
        Form::Nested => {
            let related = lookup::related(snapshot, record);
            to_json(&shape::record_with_related(record, &related, today))
        }
        Form::Alone => to_json(&shape::record(record, today)),
        Form::Ftm => to_json(&FtmEntity::of_record(snapshot, record)),
        Form::FtmNested => to_json(&FtmEntity::of_record(snapshot, record).with_sanctions()),
    }
}

fn merged_text(entity: &MergedEntity<'_>, today: Day, form: Form) -> Vec<u8> {
    match form {
        Form::Nested => to_json(&shape::merged_entity_with_records(entity, today)),
        Form::Alone => to_json(&shape::merged_entity(entity)),
        Form::Ftm => to_json(&FtmEntity::of_merged(entity)),
        Form::FtmNested => to_json(&FtmEntity::of_merged(entity).with_sanctions()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_engine::model::RecordId;

    const UUID: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";

    #[test]
    fn the_query_form_takes_exactly_one_id_of_its_kind() {
        let read = |query: &str| id_parameter(&Parameters::parse(Some(query)));
        assert_eq!(read("id=101"), Ok(EntityId::Record(RecordId(101))));
        assert!(matches!(read(&format!("entity_id={UUID}")), Ok(EntityId::Merged(_))));
        for (query, parameter) in [
            ("", None),
            (&*format!("id=1&entity_id={UUID}"), None),
            ("id=abc", Some("id")),
            (&*format!("id={UUID}"), Some("id")),
            ("entity_id=101", Some("entity_id")),
        ] {
            let error = read(query).expect_err(query);
            assert_eq!((error.status().as_u16(), error.parameter()), (400, parameter), "{query}");
        }
    }

    #[test]
    fn nested_and_format_together_name_the_form() {
        let read = |query: &str| Form::read(&Parameters::parse(Some(query)));
        for (query, expected) in [
            ("", Form::Nested),
            ("nested=true", Form::Nested),
            ("nested=false", Form::Alone),
            ("format=ftm", Form::Ftm),
            ("format=ftm&nested=false", Form::Ftm),
            ("format=ftm&nested=true", Form::FtmNested),
        ] {
            assert_eq!(read(query), Ok(expected), "{query}");
        }
        assert_eq!(read("format=xml").expect_err("xml").accepted(), Some(&["ftm"][..]));
        assert_eq!(read("nested=maybe").expect_err("maybe").parameter(), Some("nested"));
    }
}
