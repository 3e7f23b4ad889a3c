//! The JSON of search results and facets (docs/api.md, "Search", "Facets"), written from the
//! snapshot's own bytes.

use serde::Serialize;
use uuid::Uuid;

use super::asked::SearchFilters;
use crate::api::entity::further::{Further, is_of_row};
use crate::api::http::ignored::Ignored;
use crate::api::http::listing::ListingStatus;
use crate::api::http::parameters::Paging;
use tamis_engine::json::{Joined, Sequence, Shown};
use tamis_engine::model::{
    CountryCode, Day, EntityType, ListType, PartialDate, RegisterIndex, Timestamp,
};
use tamis_engine::search::{Facets, Page};
use tamis_engine::snapshot::{RecordView, Snapshot};

/// The answer of a search: `{total, page, limit, offset, filters, results, snapshot}`. Of an
/// `offset` within a page, `page` is the one that holds it.
pub(super) fn search<'a>(
    snapshot: &'a Snapshot,
    found: &'a Page,
    paging: Paging,
    (filters, ignored): (&'a SearchFilters, &'a Ignored),
    today: Day,
) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct Body<'a, R> {
        total: usize,
        page: usize,
        limit: usize,
        offset: usize,
        filters: &'a SearchFilters,
        #[serde(skip_serializing_if = "Ignored::is_empty")]
        ignored: &'a Ignored,
        results: R,
        snapshot: &'a str,
    }
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

/// One search result: the fields of docs/api.md, "Search" in its order, under the names that a
/// record has them, with `aliases` and `source_ref` by docs/api.md, "Record fields".
pub(in crate::api) fn result<'s>(record: RecordView<'s>, today: Day) -> impl Serialize + 's {
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

#[derive(Serialize)]
struct SearchResult<'s, Names, Programmes> {
    id: u64,
    name: &'s str,
    register: &'s str,
    source_ref: Option<&'s str>,
    topics: [&'static str; 1],
    aliases: Names,
    entity_type: Option<&'static str>,
    list_type: &'static str,
    program: Programmes,
    status: ListingStatus<'s>,
    dob: Option<Shown<PartialDate>>,
    nationality: Option<Shown<CountryCode>>,
    entity_id: Option<Uuid>,
    first_seen: Shown<Timestamp>,
    loaded_at: Shown<Timestamp>,
    last_change: Shown<Timestamp>,
    #[serde(flatten)]
    further: Further<'s>,
}

/// Stands in facets for records whose list does not say what the party is.
pub(in crate::api) const UNKNOWN_TYPE: &str = "UNKNOWN";

/// The answer of facets: `{total, list_type, type, nationality, source}`.
pub(super) fn facets<'a>(
    snapshot: &'a Snapshot,
    counts: &'a Facets,
    ignored: &'a Ignored,
) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct Body<'a, L, T, N, S> {
        total: u64,
        #[serde(skip_serializing_if = "Ignored::is_empty")]
        ignored: &'a Ignored,
        list_type: L,
        #[serde(rename = "type")]
        entity_type: T,
        nationality: N,
        source: S,
    }
    let name = |register: RegisterIndex| snapshot.registers()[register.index()].name.as_str();
    Body {
        total: counts.total,
        ignored,
        list_type: Sequence(|| counts.list_types.iter().map(named(ListType::as_str))),
        entity_type: Sequence(|| counts.entity_types.iter().map(named(type_or_unknown))),
        nationality: Sequence(|| counts.countries.iter().map(named(Shown))),
        source: Sequence(move || counts.registers.iter().map(named(name))),
    }
}

/// The name of an entity type, and of that of records whose list does not say it.
fn type_or_unknown(entity_type: Option<EntityType>) -> &'static str {
    entity_type.map_or(UNKNOWN_TYPE, EntityType::as_str)
}

/// A value and how many records have it.
#[derive(Serialize)]
struct Counted<V> {
    value: V,
    count: u64,
}

/// A count under the name that its value is shown by.
fn named<V: Copy, S>(shown: impl Fn(V) -> S) -> impl Fn(&(V, u64)) -> Counted<S> {
    move |&(value, count)| Counted { value: shown(value), count }
}
