//! Paths of the pages, and the party named in an address.

use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::http::party::EntityId;
pub(super) use crate::api::http::shape::{COLLECTION_PAGE as COLLECTION, RECORD_PAGE as RECORD};

pub(super) const HOME: &str = "/";
pub(super) const SCREEN: &str = "/estate/screen.html";
pub(super) const RESULT: &str = "/estate/result.html";
pub(super) const BATCH: &str = "/estate/batch.html";
pub(super) const PAYMENT: &str = "/estate/payment.html";
pub(super) const REVIEW: &str = "/estate/review.html";
pub(super) const SEARCH: &str = "/estate/search.html";
pub(super) const SOURCES: &str = "/estate/sources.html";
pub(super) const SOURCE: &str = "/estate/source.html";
pub(super) const COLLECTIONS: &str = "/estate/collections.html";
pub(super) const PROGRAMMES: &str = "/estate/programs.html";
pub(super) const COUNTRIES: &str = "/estate/countries.html";
pub(super) const STATUS: &str = "/estate/status.html";
pub(super) const DOCS: &str = "/docs";
pub(super) const ENTITY: &str = "/estate/entity.html";

/// Reads the `id` of a page about a party.
///
/// # Errors
/// It is missing, given twice, or not an id.
pub(super) fn id_in(parameters: &Parameters) -> Result<EntityId, ApiError> {
    let rule = "the number of a record (101), or the UUID of a merged entity";
    let text = parameters.one("id")?.map(str::trim);
    let text = text.ok_or(ApiError::Missing { parameter: "id", rule })?;
    EntityId::parse(text).ok_or_else(|| ApiError::bad_value("id", text, rule))
}
