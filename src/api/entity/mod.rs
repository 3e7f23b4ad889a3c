//! `GET /api/entity/{id}` and `GET /api/entity` (api.md 4.4 and 4.5).
//!
//! Here the address is read and the state of the record decides the status (api.md part 3);
//! `shape` writes the JSON.

mod shape;

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

pub(super) use self::shape::record as record_body;
use super::error::{ApiError, Given};
use super::parameters::Parameters;
use super::service::Taken;
use super::shape::{cached, json_bytes, moved, to_json};
use crate::ftm::FtmEntity;
use crate::lookup::{self, EntityState, MergedEntity, RecordState};
use crate::model::RecordId;
use crate::snapshot::{RecordView, Snapshot};

/// Answers `GET /api/entity/{id}`.
pub(super) async fn by_path(
    Extension(Taken(loaded)): Extension<Taken>,
    path: Result<Path<String>, PathRejection>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let Path(text) = path.map_err(|_| bad_id("id", "?", ID_RULE))?;
    let id = EntityId::parse(&text).ok_or_else(|| bad_id("id", &text, ID_RULE))?;
    let form = Form::read(&Parameters::parse(parameters.as_deref()))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    answer(&loaded.snapshot, id, form)
}

/// Answers `GET /api/entity?id=` and `?entity_id=`.
pub(super) async fn by_query(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(parameters): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(parameters.as_deref());
    let id = id_parameter(&parameters)?;
    let form = Form::read(&parameters)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    answer(&loaded.snapshot, id, form)
}

/// What an address can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntityId {
    /// A record.
    Record(RecordId),
    /// A merged entity.
    Merged(Uuid),
}

const ID_RULE: &str = "a record ID (101, svc-101) or a merged entity ID (a UUID, svc-e-<uuid>)";

impl EntityId {
    /// Reads `<number>`, `svc-<number>`, `<uuid>` or `svc-e-<uuid>` (api.md 4.4).
    pub(super) fn parse(text: &str) -> Option<Self> {
        let merged = |text: &str| {
            let hyphenated = text.len() == 36;
            Uuid::try_parse(text).ok().filter(|_| hyphenated).map(Self::Merged)
        };
        match text.strip_prefix("svc-e-") {
            Some(rest) => merged(rest),
            None => record_id(text).map(Self::Record).or_else(|| merged(text)),
        }
    }
}

/// Reads `<number>` or `svc-<number>`.
pub(super) fn record_id(text: &str) -> Option<RecordId> {
    let number = text.strip_prefix("svc-").unwrap_or(text);
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| digits).map(RecordId)
}

fn bad_id(parameter: &'static str, text: &str, rule: &'static str) -> ApiError {
    ApiError::BadValue { parameter, given: Given::new(text), rule }
}

/// The one of `id` and `entity_id` that is given.
fn id_parameter(parameters: &Parameters) -> Result<EntityId, ApiError> {
    match (parameters.one("id")?, parameters.one("entity_id")?) {
        (Some(text), None) => EntityId::parse(text)
            .filter(|id| matches!(id, EntityId::Record(_)))
            .ok_or_else(|| bad_id("id", text, "a record ID, such as 101")),
        (None, Some(text)) => EntityId::parse(text)
            .filter(|id| matches!(id, EntityId::Merged(_)))
            .ok_or_else(|| bad_id("entity_id", text, "a merged entity ID, which is a UUID")),
        _ => Err(ApiError::EitherOr { one: "id", other: "entity_id" }),
    }
}

/// What an answer holds (api.md 4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The service's own JSON, with related records and listings.
    Nested,
    /// The same without them (`nested=false`).
    Alone,
    /// Follow-the-money (`format=ftm`).
    Ftm,
    /// The same with its listings as Sanction entities (`format=ftm&nested=true`).
    FtmNested,
}

impl Form {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let nested = parameters.flag("nested")?;
        match parameters.one("format")? {
            None if nested == Some(false) => Ok(Self::Alone),
            None => Ok(Self::Nested),
            Some("ftm") if nested == Some(true) => Ok(Self::FtmNested),
            Some("ftm") => Ok(Self::Ftm),
            Some(other) => Err(ApiError::NotAccepted {
                parameter: "format",
                given: Given::new(other),
                accepted: &["ftm"],
            }),
        }
    }
}

/// The table of api.md part 3.
fn answer(snapshot: &Snapshot, id: EntityId, form: Form) -> Result<Response, ApiError> {
    let text = match id {
        EntityId::Record(id) => match lookup::record(snapshot, id) {
            RecordState::Active(record) => record_text(snapshot, record, form),
            RecordState::Moved(entity) => return Ok(moved(&address_of(entity))),
            RecordState::Retired { delisted_at } => {
                return Err(ApiError::RetiredRecord { id: id.0, delisted_at });
            }
            RecordState::Unknown => return Err(ApiError::UnknownRecord(id.0)),
        },
        EntityId::Merged(id) => match lookup::merged_entity(snapshot, id) {
            EntityState::Active(entity) => merged_text(&entity, form),
            EntityState::Moved(now) => return Ok(moved(&address_of(now))),
            EntityState::Unknown => return Err(ApiError::UnknownEntity(id)),
        },
    };
    Ok(cached(json_bytes(StatusCode::OK, text), "no-cache"))
}

/// Where the party of a retired record or merged entity is told.
fn address_of(entity: Uuid) -> String {
    format!("/api/entity/{entity}")
}

fn record_text(snapshot: &Snapshot, record: RecordView<'_>, form: Form) -> Vec<u8> {
    match form {
        Form::Nested => {
            to_json(&shape::record_with_related(record, &lookup::related(snapshot, record)))
        }
        Form::Alone => to_json(&shape::record(record)),
        Form::Ftm => to_json(&FtmEntity::of_record(snapshot, record)),
        Form::FtmNested => to_json(&FtmEntity::of_record(snapshot, record).with_sanctions()),
    }
}

fn merged_text(entity: &MergedEntity<'_>, form: Form) -> Vec<u8> {
    match form {
        Form::Nested => to_json(&shape::merged_entity_with_records(entity)),
        Form::Alone => to_json(&shape::merged_entity(entity)),
        Form::Ftm => to_json(&FtmEntity::of_merged(entity)),
        Form::FtmNested => to_json(&FtmEntity::of_merged(entity).with_sanctions()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";

    #[test]
    fn every_form_of_an_id_is_read() {
        let merged = EntityId::Merged(Uuid::try_parse(UUID).expect("a UUID"));
        for (text, expected) in [
            ("101", EntityId::Record(RecordId(101))),
            ("svc-101", EntityId::Record(RecordId(101))),
            (UUID, merged),
            (&UUID.to_uppercase(), merged),
            (&format!("svc-e-{UUID}"), merged),
        ] {
            assert_eq!(EntityId::parse(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let with_record_prefix = format!("svc-{UUID}");
        let without_hyphens = UUID.replace('-', "");
        for text in
            ["", "svc-", "+1", "-1", "1.0", " 1", "svc-e-1", "99999999999999999999", "abc", "1 "]
                .into_iter()
                .chain([with_record_prefix.as_str(), without_hyphens.as_str()])
        {
            assert_eq!(EntityId::parse(text), None, "{text}");
        }
    }

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
