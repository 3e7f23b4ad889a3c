//! `/api/reconcile/{collection}` and the services below it (api.md 4.2, decisions D6), as the
//! Reconciliation API 0.2 has them, for OpenRefine and other reconciliation clients.
//!
//! | module | path below the endpoint | what it holds |
//! |---|---|---|
//! | `manifest` | | what the service is and where its parts are |
//! | `queries`, `answer` | | reading queries, writing candidates |
//! | `extend` | `/extend/properties` | facts of records, and which there are |
//! | `suggest` | `/suggest/{entity,property,type}` | what someone is typing |
//! | `preview` | `/preview`, `/flyout/{entity,property,type}` | a record to look at |
//! | `html` | | text within HTML |
//! | `base` | | the address under which the caller reaches the service |
//! | [`cors`] | | leave for pages of other origins to read all of these |
//!
//! JSONP (`callback`), which 0.2 leaves to the service, is not offered: CORS serves the same
//! clients, and a page of another origin then runs nothing that this service wrote.

mod answer;
mod base;
mod cors;
mod extend;
mod html;
mod manifest;
mod preview;
mod queries;
mod suggest;

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;

pub(super) use self::cors::cors;
use self::extend::ExtendRequest;
use self::queries::{NamedQuery, Queries};
use super::body::{JsonOrForm, read_json_or_form};
use super::error::{ApiError, Given};
use super::filters::collection_named;
use super::loose::{Loose, field};
use super::matching::read_object;
use super::parameters::Parameters;
use super::service::{Loaded, Service, Taken};
use super::shape::{cached, json_bytes, json_response, to_json};
use super::work::Spread;
use crate::candidates::{BoundFilter, Filter};
use crate::model::Collection;
use crate::reconcile;

/// The path of a collection as the routes give it.
type CollectionPath = Result<Path<String>, PathRejection>;

/// The routes. Those that know nothing of records take any collection as well, since clients put
/// the paths of the manifest behind the address of the endpoint.
pub(super) fn routes() -> Router<Arc<Service>> {
    let at = |below: &str| format!("/api/reconcile/{{collection}}{below}");
    Router::new()
        .route(&at(""), get(by_address).post(by_body).options(cors::preflight))
        .route(&at("/extend/properties"), get(extend::propose).options(cors::preflight))
        .route(&at("/suggest/entity"), get(suggest::entity).options(cors::preflight))
        .route(&at("/suggest/property"), get(suggest::property).options(cors::preflight))
        .route(&at("/suggest/type"), get(suggest::schema).options(cors::preflight))
        .route(&at("/preview"), get(preview::preview).options(cors::preflight))
        .route(&at("/flyout/entity"), get(preview::entity_flyout).options(cors::preflight))
        .route(&at("/flyout/property"), get(preview::property_flyout).options(cors::preflight))
        .route(&at("/flyout/type"), get(preview::schema_flyout).options(cors::preflight))
}

/// Answers `GET`: queries, an extension, or the manifest.
async fn by_address(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    path: CollectionPath,
    RawQuery(parameters): RawQuery,
    address: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let collection = collection_of(path)?;
    let parameters = Parameters::parse(parameters.as_deref());
    if let Some(asked) = Asked::of_fields(&parameters)? {
        return asked.answer(&service, loaded, collection).await;
    }
    loaded.ok_or(ApiError::NoSnapshot)?;
    let base = base::base(&service.settings, &headers, &address)?;
    let manifest = manifest::manifest(&base, collection);
    // It depends on more than the snapshot, which is all that the validator of an answer knows.
    Ok(cached(json_response(StatusCode::OK, &manifest), "no-store"))
}

/// Answers `POST`: queries or an extension, as a form or as JSON.
async fn by_body(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
    path: CollectionPath,
    request: Request,
) -> Result<Response, ApiError> {
    let collection = collection_of(path)?;
    let body = read_json_or_form(request, service.settings.body_bytes_max).await?;
    let asked = match &body {
        JsonOrForm::Json(bytes) => Asked::of_json(bytes)?,
        JsonOrForm::Form(bytes) => Asked::of_fields(&Parameters::of_form(bytes))?,
    };
    let nothing = || ApiError::BadBody("has neither \"queries\" nor \"extend\"".to_owned());
    asked.ok_or_else(nothing)?.answer(&service, loaded, collection).await
}

fn collection_of(path: CollectionPath) -> Result<Collection, ApiError> {
    let Path(name) = path.map_err(|_| ApiError::UnknownCollection(Given::new("?")))?;
    collection_named(&name)
}

/// What a request to the endpoint itself can ask for.
enum Asked {
    Queries(Queries),
    Extension(ExtendRequest),
}

impl Asked {
    /// Reads the fields of an address or a form; an empty field is one that is not given.
    fn of_fields(fields: &Parameters) -> Result<Option<Self>, ApiError> {
        let given = |name| Ok(fields.one(name)?.map(str::trim).filter(|text| !text.is_empty()));
        if let Some(text) = given("queries")? {
            return Queries::of_text(text).map(|queries| Some(Self::Queries(queries)));
        }
        if let Some(text) = given("query")? {
            return Queries::single(text).map(|queries| Some(Self::Queries(queries)));
        }
        let extension = given("extend")?.map(ExtendRequest::of_text).transpose()?;
        Ok(extension.map(Self::Extension))
    }

    /// Reads a JSON body.
    fn of_json(body: &[u8]) -> Result<Option<Self>, ApiError> {
        let fields = read_object(body)?;
        let field = |name: &str| field(&fields, name).filter(|value| **value != Loose::Null);
        if let Some(value) = field("queries") {
            return Queries::of_value(value).map(|queries| Some(Self::Queries(queries)));
        }
        if let Some(value) = field("query") {
            return Queries::single_value(value, &fields).map(|q| Some(Self::Queries(q)));
        }
        let extension = field("extend").map(ExtendRequest::of_value).transpose()?;
        Ok(extension.map(Self::Extension))
    }

    async fn answer(
        self,
        service: &Service,
        loaded: Option<Arc<Loaded>>,
        collection: Collection,
    ) -> Result<Response, ApiError> {
        let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
        let text = match self {
            Self::Queries(queries) => {
                let count = queries.list.len();
                let job = QueryJob { loaded, collection, queries };
                service.work.run_queries(count, |spread| job.run(spread)).await?
            }
            Self::Extension(request) => {
                let permit = service.work.admit(1)?;
                service.work.run(permit, move || request.run(&loaded.snapshot)).await?
            }
        };
        Ok(cached(json_bytes(StatusCode::OK, text), "no-store"))
    }
}

/// Queries that were read, with the snapshot that answers them.
struct QueryJob {
    loaded: Arc<Loaded>,
    collection: Collection,
    queries: Queries,
}

impl QueryJob {
    /// Answers all queries and writes the JSON text.
    fn run(self, spread: Spread) -> Vec<u8> {
        let filter = Filter::collection(self.collection);
        let filter = BoundFilter::new(&self.loaded.snapshot, &filter);
        let answer = |query: &NamedQuery| match query.fault {
            None => reconcile::candidates(&query.query, &filter),
            Some(_) => Vec::new(),
        };
        let found = spread.answers(&self.queries.list, answer);
        let entries = self.queries.list.iter().zip(&found);
        if self.queries.is_single {
            let mut bodies = entries.map(|(query, found)| answer::entry(query, found));
            return bodies.next().map(|body| to_json(&body)).unwrap_or_default();
        }
        to_json(&answer::Batch(entries.collect()))
    }
}
