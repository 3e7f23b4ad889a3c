//! The parameters of a search (api.md 4.6) and of facets (4.8), each within its rule.

use serde::Serialize;

use crate::api::http::error::{ApiError, Given};
use crate::api::http::filters::Filters;
use crate::api::http::parameters::{Paging, Parameters};
use crate::api::matching::READABLE;
use crate::limits;
use tamis_engine::json::Shown;
use tamis_engine::model::{Collection, CountryCode, EntityType, ListType, PartialDate};
use tamis_engine::search::{Order, SearchFilter};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::text;

/// The filters of a search, of which one is needed where `q` is not given. A collection in the path
/// takes the place of the first.
const SEARCH_FILTERS: &[&str] = &[
    "scope",
    "type",
    "list_type",
    "topics",
    "include_dataset",
    "exclude_dataset",
    "source",
    "nationality",
    "dob",
    "program",
    "changed_since",
];

/// The filters of facets.
const FACET_FILTERS: &[&str] = &["scope", "list_type", "type", "nationality", "source", "program"];

/// What records are looked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    /// `q`, trimmed.
    pub(super) text: Option<String>,
    /// The filters that were set.
    pub(super) filters: SearchFilters,
}

/// The filters as they were given, for the answer's `filters`; what was not set is left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct SearchFilters {
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<Collection>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    entity_type: Option<EntityType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list_type: Option<ListType>,
    #[serde(flatten)]
    shared: Filters,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nationality: Option<Shown<CountryCode>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dob: Option<Shown<PartialDate>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
}

/// Which of the records found are listed, and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Listing {
    pub(super) order: Order,
    pub(super) paging: Paging,
}

/// The collection that `scope` names.
pub(super) fn scope(parameters: &Parameters) -> Result<Option<Collection>, ApiError> {
    parameters.choice("scope", Collection::from_name, Collection::NAMES)
}

impl Asked {
    /// Reads what a search looks for, in the collection of its path or of `scope`.
    ///
    /// # Errors
    /// For a value outside its rule, and when there is nothing to search by: neither `q` nor a
    /// filter.
    pub(super) fn by_search(
        parameters: &Parameters,
        collection: Option<Collection>,
    ) -> Result<Self, ApiError> {
        let filters = SearchFilters {
            shared: Filters::read(parameters)?,
            dob: birth_date(parameters)?.map(Shown),
            ..SearchFilters::common(parameters, collection)?
        };
        Self::new(name(parameters)?, filters, SEARCH_FILTERS)
    }

    /// Reads what facets are counted of, which have fewer filters.
    ///
    /// # Errors
    /// See [`Self::by_search`].
    pub(super) fn by_facets(parameters: &Parameters) -> Result<Self, ApiError> {
        let filters = SearchFilters::common(parameters, scope(parameters)?)?;
        Self::new(name(parameters)?, filters, FACET_FILTERS)
    }

    fn new(
        text: Option<String>,
        filters: SearchFilters,
        known: &'static [&'static str],
    ) -> Result<Self, ApiError> {
        if text.is_none() && filters == SearchFilters::default() {
            return Err(ApiError::EmptySearch { filters: known });
        }
        Ok(Self { text, filters })
    }
}

/// `q`: the text is trimmed before it is measured.
fn name(parameters: &Parameters) -> Result<Option<String>, ApiError> {
    let Some(text) = parameters.one("q")?.map(str::trim) else { return Ok(None) };
    let chars = text.chars().take(limits::NAME_CHARS_MAX + 1).count();
    let is_long_enough = (limits::SEARCH_TEXT_CHARS_MIN..=limits::NAME_CHARS_MAX).contains(&chars);
    if is_long_enough && !text::normalize(text).is_empty() {
        return Ok(Some(text.to_owned()));
    }
    let rule = if is_long_enough { READABLE } else { "a name of 2 to 512 characters" };
    Err(ApiError::BadValue { parameter: "q", given: Given::new(text), rule })
}

fn birth_date(parameters: &Parameters) -> Result<Option<PartialDate>, ApiError> {
    parameters.read("dob", "a date of the form YYYY, YYYY-MM or YYYY-MM-DD", |_| true)
}

impl SearchFilters {
    /// The filters that a search and facets share.
    fn common(parameters: &Parameters, collection: Option<Collection>) -> Result<Self, ApiError> {
        Ok(Self {
            scope: collection,
            entity_type: parameters.choice("type", EntityType::from_name, EntityType::NAMES)?,
            list_type: parameters.choice("list_type", ListType::from_name, ListType::NAMES)?,
            source: parameters.one("source")?.map(str::to_owned),
            nationality: parameters.country("nationality")?.map(Shown),
            program: parameters.one("program")?.map(str::to_owned),
            ..Self::default()
        })
    }

    /// The filter for this snapshot.
    pub(super) fn resolve(&mut self, snapshot: &Snapshot) -> SearchFilter {
        SearchFilter {
            base: self.shared.resolve(self.scope.unwrap_or(Collection::Default), snapshot),
            entity_type: self.entity_type,
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
    /// Outside their rules, and when both `page` and `offset` are given: which of them is meant
    /// cannot be told.
    pub(super) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let newest = |name: &str| (name == "first_seen").then_some(Order::Newest);
        let order = parameters.choice("sort", newest, &["first_seen"])?;
        let mut paging = parameters.paging(
            limits::SEARCH_LIMIT_DEFAULT,
            limits::SEARCH_LIMIT_MAX,
            "a whole number from 1 to 50",
        )?;
        if let Some(offset) =
            parameters.read("offset", "a whole number from 0", |_: &usize| true)?
        {
            if parameters.one("page")?.is_some() {
                return Err(ApiError::EitherOr { one: "page", other: "offset" });
            }
            paging = Paging { page: offset / paging.limit + 1, offset, ..paging };
        }
        Ok(Self { order: order.unwrap_or(Order::Name), paging })
    }
}

#[cfg(test)]
#[path = "asked_tests.rs"]
mod tests;
