//! `GET /api/countries` (docs/api.md, "Countries"): every country of active records.

use axum::Extension;
use axum::response::Response;
use serde::Serialize;

use super::shared::{All, all_of, shared};
use crate::api::http::error::ApiError;
use crate::api::http::service::Taken;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use tamis_engine::directory::CountryFacts;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::CountryCode;

answer! {
    /// One country. A record with several countries counts in each.
    struct Row as row {
        code: Shown<CountryCode> = rules::country(),
        /// Usual English name, or the code
        name: Name = Shape::string(),
        records: u64 = Shape::count(),
        /// Distinct registers
        sources: u64 = Shape::count(),
    }
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

pub(super) fn describe(document: &mut Document) {
    document.schema("Countries", all_of(row().shape()).shape());
    document.operation(
        Operation::get("/api/countries", "listCountries", countries)
            .tag("Lists")
            .summary("Every nationality of active records")
            .answers("Every country with its records.", Shape::component("Countries"))
            .revalidates(),
    );
}

/// Answers `GET /api/countries`.
async fn countries(Extension(Taken(loaded)): Extension<Taken>) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let facts = loaded.directory().country_facts();
    let results = Sequence(|| facts.iter().map(Row::from));
    Ok(shared(&All { total: facts.len(), results }))
}
