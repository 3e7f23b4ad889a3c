//! `/api/reconcile/{collection}` itself: queries, extensions of data, and the manifest.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::asked::Asked;
use super::extend::ExtendRequest;
use super::queries::{NamedQuery, Queries};
use super::{answer, manifest};
use crate::api::http::base::Base;
use crate::api::http::body::{JsonOrForm, read_json_or_form};
use crate::api::http::error::ApiError;
use crate::api::http::loose::{Loose, field};
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Service};
use crate::api::http::shape::{cached, json_bytes, json_response, to_json};
use crate::api::http::turns::{GivenUp, Turn};
use crate::api::http::work::Effort;
use crate::api::matching::{note_mistyped, read_object};
use crate::limits::MATCH_IN_PLACE_MICROS;
use tamis_engine::candidates::{BoundFilter, Filter};
use tamis_engine::matching::MistypedImo;
use tamis_engine::model::{Collection, Day};
use tamis_engine::reconcile;

/// Answers `GET`: queries, an extension, or the manifest.
pub(super) async fn by_address(
    State(service): State<Arc<Service>>,
    asked: Asked,
    base: Result<Base, ApiError>,
) -> Result<Response, ApiError> {
    if let Some(question) = Question::of_fields(&asked.parameters, asked.today)? {
        return question.answer(&service, asked).await;
    }
    let collection = asked.collection;
    asked.loaded()?;
    let Base(base) = base?;
    let manifest = manifest::manifest(&base, collection);
    // Not stored: it depends on more than the snapshot, while the validator covers only that.
    Ok(cached(json_response(StatusCode::OK, &manifest), "no-store"))
}

/// Answers `POST`: queries or an extension, as a form or as JSON.
pub(super) async fn by_body(
    State(service): State<Arc<Service>>,
    asked: Asked,
    request: Request,
) -> Result<Response, ApiError> {
    let today = asked.today;
    let read = move |body: JsonOrForm<'_>| match body {
        JsonOrForm::Json(bytes) => Question::of_json(bytes, today),
        JsonOrForm::Form(fields) => Question::of_fields(&fields, today),
    };
    let question = read_json_or_form(request, &service, read).await?;
    let nothing = || ApiError::BadBody("has neither \"queries\" nor \"extend\"".to_owned());
    question.ok_or_else(nothing)?.answer(&service, asked).await
}

/// Kinds of requests to the endpoint itself.
enum Question {
    Queries(Queries),
    Extension(ExtendRequest),
}

impl Question {
    /// Reads the fields of an address or a form; an empty field counts as not given.
    fn of_fields(fields: &Parameters, today: Day) -> Result<Option<Self>, ApiError> {
        let given = |name| Ok(fields.one(name)?.map(str::trim).filter(|text| !text.is_empty()));
        if let Some(text) = given("queries")? {
            return Queries::of_text(text, today).map(|queries| Some(Self::Queries(queries)));
        }
        if let Some(text) = given("query")? {
            return Queries::single(text, today).map(|queries| Some(Self::Queries(queries)));
        }
        let extension = given("extend")?.map(ExtendRequest::of_text).transpose()?;
        Ok(extension.map(Self::Extension))
    }

    /// Reads a JSON body.
    fn of_json(body: &[u8], today: Day) -> Result<Option<Self>, ApiError> {
        let fields = read_object(body)?;
        let field = |name: &str| field(&fields, name).filter(|value| **value != Loose::Null);
        if let Some(value) = field("queries") {
            return Queries::of_value(value, today).map(|queries| Some(Self::Queries(queries)));
        }
        if let Some(value) = field("query") {
            return Queries::single_value(value, &fields, today).map(|q| Some(Self::Queries(q)));
        }
        let extension = field("extend").map(ExtendRequest::of_value).transpose()?;
        Ok(extension.map(Self::Extension))
    }

    async fn answer(self, service: &Service, asked: Asked) -> Result<Response, ApiError> {
        let collection = asked.collection;
        let loaded = asked.loaded()?;
        let text = match self {
            Self::Queries(queries) => {
                let job = QueryJob { loaded, collection, queries };
                service.work.run_queries(job.effort(), |turn| job.run(turn)).await?
            }
            Self::Extension(request) => {
                service.work.run(move || request.run(&loaded.snapshot)).await?
            }
        };
        Ok(cached(json_bytes(StatusCode::OK, text), "no-store"))
    }
}

/// Parsed queries with the snapshot that answers them.
struct QueryJob {
    loaded: Arc<Loaded>,
    collection: Collection,
    queries: Queries,
}

impl QueryJob {
    /// Estimated cost of the request.
    fn effort(&self) -> Effort {
        let index = self.loaded.snapshot.index();
        let runs = self.queries.list.iter().filter(|query| query.fault.is_none());
        Effort::of(runs, |query| {
            reconcile::estimated_micros(&query.query, &index, MATCH_IN_PLACE_MICROS)
        })
    }

    /// Answers all queries and writes the JSON text.
    fn run(mut self, turn: &Turn) -> Result<Vec<u8>, GivenUp> {
        let filter = Filter::collection(self.collection);
        let filter = BoundFilter::new(&self.loaded.snapshot, &filter);
        for NamedQuery { query, ignored, .. } in &mut self.queries.list {
            note_mistyped(None, MistypedImo::of(&query.described, &filter), ignored);
        }
        let answer = |query: &NamedQuery| match query.fault {
            None => reconcile::candidates(&query.query, &filter),
            Some(_) => Vec::new(),
        };
        let found = turn.answers(&self.queries.list, answer)?;
        let entries = self.queries.list.iter().zip(&found);
        if self.queries.is_single {
            let mut bodies = entries.map(|(query, found)| answer::entry(query, found));
            return Ok(bodies.next().map(|body| to_json(&body)).unwrap_or_default());
        }
        Ok(to_json(&answer::Batch(entries.collect())))
    }
}
