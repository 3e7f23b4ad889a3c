//! Suggestions while typing: records, properties or types (0.2, "Suggest Services").

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::answer::{Description, TypeShape, type_name, types};
use super::asked::Asked;
use super::extend::PropertyShape;
use crate::api::http::declared::{Defaulted, Parameter, Rule, Whole};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::{Parameters, check_length};
use crate::api::http::party::record_id;
use crate::api::http::service::{Loaded, Service};
use crate::api::http::shape::{cached, json_bytes, json_response, to_json};
use crate::api::interface::{Shape, ShownParameter, rules};
use crate::limits;
use tamis_engine::candidates::Filter;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{Collection, Schema};
use tamis_engine::reconcile::property::PROPERTIES;
use tamis_engine::reconcile::{Suggestions, suggest};
use tamis_engine::search::SearchFilter;
use tamis_engine::snapshot::RecordView;

/// Rule of `prefix`: the text is trimmed before its length is checked.
struct Trimmed;

impl Rule for Trimmed {
    type Value = String;

    fn read(&self, parameter: &'static str, text: &str) -> Result<String, ApiError> {
        check_length(parameter, text.trim()).map(|()| text.trim().to_owned())
    }

    fn schema(&self) -> Shape {
        rules::short_text()
    }
}

const PREFIX: Parameter<Trimmed> = Parameter::new("prefix", "The typed text.", Trimmed);

const CURSOR: Defaulted<Whole> =
    Parameter::new("cursor", "How many suggestions to pass over.", Whole::from(0)).or(0);

/// The parameters of every suggest service in the OpenAPI document.
pub(crate) fn parameters() -> [ShownParameter; 2] {
    [PREFIX.shown(), CURSOR.shown()]
}

/// The parameters of every suggest service.
struct Typed {
    /// The text so far, trimmed; may be empty.
    prefix: String,
    /// Number of suggestions to skip.
    cursor: usize,
}

impl Typed {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let prefix = PREFIX.given(parameters)?.unwrap_or_default();
        let cursor = CURSOR.read(parameters)?;
        Ok(Self { prefix, cursor })
    }

    /// True if a word of one of these texts begins with the prefix, in any case.
    fn begins(&self, texts: [&str; 2]) -> bool {
        let typed = self.prefix.to_lowercase();
        texts.iter().any(|text| {
            let text = text.to_lowercase();
            let mut starts = text.match_indices(' ').map(|(at, _)| at + 1).chain([0]);
            starts.any(|start| text[start..].starts_with(&typed))
        })
    }

    /// The requested page of suggestions.
    fn page<T>(&self, all: impl Iterator<Item = T>) -> Vec<T> {
        all.skip(self.cursor).take(limits::SUGGEST_LIMIT).collect()
    }
}

/// Answers `/suggest/entity`.
pub(crate) async fn entity(
    State(service): State<Arc<Service>>,
    asked: Asked,
) -> Result<Response, ApiError> {
    let typed = Typed::read(&asked.parameters)?;
    let collection = asked.collection;
    let loaded = asked.loaded()?;
    let text = service.work.run(move || entities(&loaded, collection, &typed)).await?;
    Ok(cached(json_bytes(StatusCode::OK, text), "no-cache"))
}

fn entities(loaded: &Loaded, collection: Collection, typed: &Typed) -> Vec<u8> {
    let filter = SearchFilter::of(Filter::collection(collection));
    let wanted = Suggestions {
        text: &typed.prefix,
        record: record_id(&typed.prefix),
        offset: typed.cursor,
        limit: limits::SUGGEST_LIMIT,
    };
    let records = suggest(&loaded.snapshot, loaded.directory(), &filter, &wanted);
    let shapes = || records.iter().map(|ordinal| suggestion(loaded.snapshot.record(*ordinal)));
    to_json(&List { result: Sequence(shapes) })
}

fn suggestion<'s>(record: RecordView<'s>) -> impl Serialize + 's {
    #[derive(Serialize)]
    struct Suggestion<'s> {
        id: Shown<u64>,
        name: &'s str,
        description: Shown<Description<'s>>,
        notable: [TypeShape; 1],
    }
    Suggestion {
        id: Shown(record.id().0),
        name: record.name(),
        description: Shown(Description(record)),
        notable: [TypeShape::of(record)],
    }
}

/// Answers `/suggest/property`.
pub(crate) async fn property(asked: Asked) -> Result<Response, ApiError> {
    let typed = Typed::read(&asked.parameters)?;
    asked.loaded()?;
    let found = PROPERTIES.iter().filter(|property| typed.begins([property.id, property.name]));
    Ok(list(&typed.page(found.map(PropertyShape::from))))
}

/// Answers `/suggest/type`.
pub(crate) async fn schema(asked: Asked) -> Result<Response, ApiError> {
    let typed = Typed::read(&asked.parameters)?;
    asked.loaded()?;
    let schemas = Schema::ALL.iter().copied();
    let found = schemas.filter(|schema| typed.begins([schema.as_str(), type_name(*schema)]));
    Ok(list(&types(&typed.page(found))))
}

#[derive(Serialize)]
struct List<R> {
    result: R,
}

fn list(result: &[impl Serialize]) -> Response {
    cached(json_response(StatusCode::OK, &List { result }), "no-cache")
}
