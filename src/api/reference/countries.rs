//! `GET /api/countries` (docs/api.md, "Countries"): every country of active records.

use axum::Extension;
use axum::response::Response;
use serde::Serialize;

use super::shared;
use crate::api::http::error::ApiError;
use crate::api::http::service::Taken;
use tamis_engine::directory::CountryFacts;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::CountryCode;

/// One country. A record of several counts in each.
#[derive(Serialize)]
struct Row {
    code: Shown<CountryCode>,
    /// Usual English name; the code itself where none is known.
    name: Name,
    records: u64,
    sources: u64,
}

struct Name(CountryCode);

impl Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.english_name().unwrap_or(self.0.as_str()))
    }
}

impl From<&CountryFacts> for Row {
    fn from(facts: &CountryFacts) -> Self {
        let &CountryFacts { code, records, sources } = facts;
        Self { code: Shown(code), name: Name(code), records, sources }
    }
}

/// Answers `GET /api/countries`.
pub(in crate::api) async fn countries(
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    #[derive(Serialize)]
    struct Countries<R> {
        total: usize,
        results: R,
    }
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let facts = loaded.directory().country_facts();
    let results = Sequence(|| facts.iter().map(Row::from));
    Ok(shared(&Countries { total: facts.len(), results }))
}
