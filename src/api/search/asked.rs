//! Reads the parameters of a search (docs/api.md, "Search") and of facets by their rules.

use super::declared::{
    DOB, LIMIT, LIST_TYPE, NATIONALITY, OFFSET, PROGRAM, Q, SCOPE, SORT, SOURCE, TYPE,
};
use crate::api::http::error::ApiError;
use crate::api::http::filters::{
    self, CHANGED_SINCE, EXCLUDE_DATASET, Filters, INCLUDE_DATASET, LISTING, TOPICS,
};
use crate::api::http::ignored::Ignored;
use crate::api::http::paging::{PAGE, Paging};
use crate::api::http::parameters::Parameters;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use tamis_engine::json::Shown;
use tamis_engine::model::{Collection, CountryCode, Day, EntityType, ListType, PartialDate};
use tamis_engine::search::{Order, SearchFilter};
use tamis_engine::snapshot::Snapshot;

/// The filters of a search, one of which is required without `q`. A collection in the path replaces the
/// first.
const SEARCH_FILTERS: &[&str] = &[
    SCOPE.name(),
    TYPE.name,
    LIST_TYPE.name,
    TOPICS.name,
    INCLUDE_DATASET.name,
    EXCLUDE_DATASET.name,
    SOURCE.name,
    NATIONALITY.name,
    DOB.name,
    PROGRAM.name,
    CHANGED_SINCE.name,
    LISTING.name(),
];

/// Text and filters of a search.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::api) struct Asked {
    /// `q`, trimmed.
    pub(super) text: Option<String>,
    /// The filters that were set.
    pub(super) filters: SearchFilters,
}

answer! {
    /// The filters as given, for the answer's `filters`; filters that were not set are left out.
    #[derive(Debug, Clone, Default, PartialEq)]
    pub(super) struct SearchFilters as filters_fields {
        scope?: Option<Collection> = rules::collection_name(),
        r#type?: Option<EntityType> = rules::entity_type_name(),
        list_type?: Option<ListType> = rules::list_type(),
        shared..: Filters = filters::filters_fields(),
        source?: Option<String> = Shape::string(),
        nationality?: Option<Shown<CountryCode>> = rules::country(),
        dob?: Option<Shown<PartialDate>> = rules::partial_date(),
        program?: Option<String> = Shape::string(),
    }
}

/// Page and order of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) struct Listing {
    pub(super) order: Order,
    pub(in crate::api) paging: Paging,
}

impl Asked {
    /// Reads the text and the filters of a search, in the collection of its path or of `scope`.
    ///
    /// # Errors
    /// A value outside its rule, or neither `q` nor a filter.
    pub(in crate::api) fn by_search(
        parameters: &Parameters,
        collection: Option<Collection>,
    ) -> Result<Self, ApiError> {
        let (text, filters) = (Q.given(parameters)?, SearchFilters::read(parameters, collection)?);
        if text.is_none() && filters == SearchFilters::default() {
            return Err(ApiError::EmptySearch { filters: SEARCH_FILTERS });
        }
        Ok(Self { text, filters })
    }

    /// Notes ignored parameters and unknown registers. Call it after [`SearchFilters::resolve`], which
    /// splits the names.
    pub(super) fn ignored(&self, snapshot: &Snapshot, unread: Ignored) -> Ignored {
        let mut ignored = unread;
        self.filters.shared.note_unknown(snapshot.registers(), &mut ignored);
        ignored.note_unknown(SOURCE.name, &self.filters.source, snapshot.registers());
        ignored
    }
}

impl SearchFilters {
    fn read(parameters: &Parameters, collection: Option<Collection>) -> Result<Self, ApiError> {
        Ok(Self {
            shared: Filters::read(parameters)?,
            dob: DOB.given(parameters)?.map(Shown),
            scope: collection,
            r#type: TYPE.given(parameters)?,
            list_type: LIST_TYPE.given(parameters)?,
            source: SOURCE.given(parameters)?,
            nationality: NATIONALITY.given(parameters)?.map(Shown),
            program: PROGRAM.given(parameters)?,
        })
    }

    /// The filter for this snapshot and day.
    pub(super) fn resolve(&mut self, snapshot: &Snapshot, today: Day) -> SearchFilter {
        let collection = self.scope.unwrap_or(Collection::Default);
        SearchFilter {
            base: self.shared.resolve(collection, snapshot, today),
            entity_type: self.r#type,
            list_type: self.list_type,
            source: self.source.clone(),
            nationality: self.nationality.as_ref().map(|Shown(country)| *country),
            birth_date: self.dob.as_ref().map(|Shown(date)| *date),
            programme: self.program.clone(),
        }
    }
}

impl Listing {
    /// Reads `sort`, `limit`, and `page` or `offset`.
    ///
    /// # Errors
    /// A value outside its rule, or both `page` and `offset`, which is ambiguous.
    pub(in crate::api) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let order = SORT.given(parameters)?;
        let mut paging = Paging::read(parameters, &LIMIT)?;
        if let Some(offset) = OFFSET.given(parameters)? {
            if PAGE.given(parameters)?.is_some() {
                return Err(ApiError::EitherOr { one: PAGE.name(), other: OFFSET.name });
            }
            paging = Paging { page: offset / paging.limit + 1, offset, ..paging };
        }
        Ok(Self { order: order.unwrap_or(Order::Name), paging })
    }
}

#[cfg(test)]
#[path = "asked_tests.rs"]
mod tests;
