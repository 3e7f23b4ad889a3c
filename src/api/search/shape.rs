//! JSON of search results and facets (docs/api.md, "Search", "Facets"), written directly from the
//! snapshot.

use serde::Serialize;
use uuid::Uuid;

use super::asked::{SearchFilters, filters_fields};
use crate::api::entity::further::{Further, is_of_row};
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::ListingStatus;
use crate::api::http::paging::Paging;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::Document;
use crate::limits::{FACET_VALUES_MAX, SEARCH_LIMIT_MAX};
use tamis_engine::json::{Joined, Sequence, Shown};
use tamis_engine::model::{
    CountryCode, Day, EntityType, ListType, PartialDate, RegisterIndex, Timestamp,
};
use tamis_engine::search::{Facets, Page};
use tamis_engine::snapshot::{RecordView, Snapshot};

pub(super) fn describe(document: &mut Document) {
    document.schema("SearchAnswer", body().shape());
    document.schema("SearchFilters", filters_fields().shape());
    document.schema("SearchResult", search_result().shape());
    document.schema("Facets", facets_body().shape());
}

/// The answer of a search: `{total, page, limit, offset, filters, results, snapshot}`. For an `offset`
/// within a page, `page` is the page that contains it.
pub(super) fn search<'a>(
    snapshot: &'a Snapshot,
    found: &'a Page,
    paging: Paging,
    (filters, ignored): (&'a SearchFilters, &'a Ignored),
    today: Day,
) -> impl Serialize + 'a {
    let results = move || found.records.iter().map(move |at| result(snapshot.record(*at), today));
    Body {
        total: found.total,
        page: paging.page,
        limit: paging.limit,
        offset: paging.offset,
        filters,
        ignored,
        results: Sequence(results),
        snapshot: snapshot.version(),
    }
}

answer! {
    struct Body<'a, R> as body {
        total: usize = Shape::count(),
        page: usize = Shape::whole_from(1),
        limit: usize = Shape::integer(1, SEARCH_LIMIT_MAX as u64),
        offset: usize = Shape::count(),
        filters: &'a SearchFilters = Shape::component("SearchFilters"),
        ignored?: &'a Ignored = rules::ignored(),
        results: R = Shape::array(Shape::component("SearchResult")),
        snapshot: &'a str = rules::snapshot(),
    }
}

/// One search result: the fields of docs/api.md, "Search", in its order and under the names of a
/// record, with `aliases` and `source_ref` from docs/api.md, "Record fields".
pub(crate) fn result<'s>(record: RecordView<'s>, today: Day) -> impl Serialize + 's {
    SearchResult {
        id: record.id().0,
        name: record.name(),
        register: &record.register().name,
        source_ref: record.source_ref(),
        topics: [record.topic().as_str()],
        aliases: Sequence(move || record.aliases()),
        entity_type: record.entity_type().map(EntityType::as_str),
        list_type: record.list_type().as_str(),
        program: Joined(move || record.programmes()),
        status: ListingStatus::of(record, today),
        dob: record.birth_date().map(Shown),
        nationality: record.countries().next().map(Shown),
        entity_id: record.merged_entity(),
        first_seen: Shown(record.first_seen()),
        loaded_at: Shown(record.last_seen()),
        last_change: Shown(record.last_change()),
        further: Further { record, today, shows: is_of_row },
    }
}

answer! {
    struct SearchResult<'s, Names, Programmes> as search_result {
        id: u64 = rules::record_id(),
        name: &'s str = Shape::string(),
        register: &'s str = Shape::string(),
        /// The register's own reference
        source_ref: Option<&'s str> = Shape::string().or_null(),
        topics: [&'static str; 1] = rules::topics(),
        aliases: Names = rules::texts(),
        entity_type: Option<&'static str> = rules::entity_type(),
        list_type: &'static str = rules::list_type(),
        /// Programmes, joined by `; `
        program: Programmes = Shape::string(),
        status: ListingStatus<'s> = rules::listing_status(),
        dob: Option<Shown<PartialDate>> = rules::partial_date().or_null(),
        nationality: Option<Shown<CountryCode>> = rules::country().or_null(),
        /// Merged entity ID
        entity_id: Option<Uuid> = rules::entity_id().or_null(),
        first_seen: Shown<Timestamp> = rules::timestamp(),
        /// Last load that contained it
        loaded_at: Shown<Timestamp> = rules::timestamp(),
        last_change: Shown<Timestamp> = rules::timestamp(),
        further..: Further<'s> = Further::fields(is_of_row),
    }
}

/// Name of the unknown type in breakdowns, so that they add up. It is not an entity type: no `type`
/// filter finds records of unknown type (docs/api.md, "Entity types and schemas").
pub(crate) const UNKNOWN_TYPE: &str = "UNKNOWN";

/// The answer of facets: `{total, list_type, type, nationality, source}`.
pub(super) fn facets<'a>(
    snapshot: &'a Snapshot,
    counts: &'a Facets,
    ignored: &'a Ignored,
) -> impl Serialize + 'a {
    let name = |register: RegisterIndex| snapshot.registers()[register.index()].name.as_str();
    FacetsBody {
        total: counts.total,
        ignored,
        list_type: Sequence(|| counts.list_types.iter().map(named(ListType::as_str))),
        r#type: Sequence(|| counts.entity_types.iter().map(named(type_or_unknown))),
        nationality: Sequence(|| counts.countries.iter().map(named(Shown))),
        source: Sequence(move || counts.registers.iter().map(named(name))),
    }
}

answer! {
    struct FacetsBody<'a, L, T, N, S> as facets_body {
        total: u64 = Shape::count(),
        ignored?: &'a Ignored = rules::ignored(),
        list_type: L = value_counts(rules::list_type()),
        r#type: T = value_counts(Shape::any_of(vec![
            rules::entity_type_name(),
            Shape::exactly(UNKNOWN_TYPE),
        ])),
        nationality: N = up_to_most(rules::country()),
        source: S = up_to_most(Shape::string().says("Register name")),
    }
}

fn up_to_most(values: Shape) -> Shape {
    value_counts(values).with("maxItems", FACET_VALUES_MAX as u64)
}

/// Name of an entity type, or of the unknown type.
fn type_or_unknown(entity_type: Option<EntityType>) -> &'static str {
    entity_type.map_or(UNKNOWN_TYPE, EntityType::as_str)
}

answer! {
    /// A value and its number of records.
    pub(crate) struct Counted<V> as counted(value_shape) {
        value: V = value_shape,
        count: u64 = Shape::count(),
    }
}

/// Shape of values with their numbers of records, in descending order of the number, then by value.
pub(crate) fn value_counts(values: Shape) -> Shape {
    Shape::array(counted(values).shape())
}

/// Converts a count's value to its shown form.
fn named<V: Copy, S>(shown: impl Fn(V) -> S) -> impl Fn(&(V, u64)) -> Counted<S> {
    move |&(value, count)| Counted { value: shown(value), count }
}
