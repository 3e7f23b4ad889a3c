//! `GET /api/search`, `/api/search/{collection}` and `/api/facets` (docs/api.md, "Search",
//! "Facets").

use super::entity::further;
use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::entity::further::{FURTHER, is_of_row};
use crate::api::search;
use crate::api::search::shape::UNKNOWN_TYPE;
use crate::limits;

pub(super) fn describe(document: &mut Document) {
    document.schema("SearchAnswer", answer());
    document.schema("SearchFilters", filters());
    document.schema("SearchResult", result());
    document.schema("Facets", facets());
    document.operation(everywhere());
    document.operation(search_collection());
    document.operation(facets_operation());
}

const FINDS: &str = "\
A record is found when its name starts with the typed text, or its name or an alias contains every \
typed word, in any order, case ignored. There is no query language, and misspellings are not \
tolerated: use match for that. Give `q` or at least one filter.";

fn everywhere() -> Operation {
    common(Operation::get("/api/search", "search", search::everywhere))
        .summary("Search records")
        .describes(FINDS)
        .parameter(search::declared::of_scope())
        .parameters(search::declared::of_search())
        .example("by_name", &[("q", "sokolov"), ("type", "INDIVIDUAL"), ("limit", "10")])
        .example("newest", &[("scope", "sanctions"), ("nationality", "ru"), ("sort", "first_seen")])
        .example("born_in", &[("dob", "1962-05"), ("topics", "sanction,role.pep"), ("page", "1")])
}

fn search_collection() -> Operation {
    common(Operation::get("/api/search/{collection}", "searchCollection", search::in_collection))
        .summary("Search the records of a collection")
        .describes(FINDS)
        .parameter(rules::collection())
        .parameters(search::declared::of_search())
        .refuses(&[404])
        .example("by_name", &[("collection", "maritime"), ("q", "ocean star")])
}

fn common(operation: Operation) -> Operation {
    operation
        .tag("Search")
        .answers("A page of records, unscored.", Schema::component("SearchAnswer"))
        .revalidates()
        .refuses(&[400])
}

fn answer() -> Schema {
    let limit = Schema::integer(1, limits::SEARCH_LIMIT_MAX as u64);
    Schema::object(vec![
        ("total", Schema::count()),
        ("page", Schema::whole_from(1)),
        ("limit", limit),
        ("offset", Schema::count()),
        ("filters", Schema::component("SearchFilters")),
        ("results", Schema::array(Schema::component("SearchResult"))),
        ("snapshot", rules::snapshot()),
    ])
    .and_perhaps(vec![("ignored", rules::ignored())])
}

/// What filters were set, and nothing else.
fn filters() -> Schema {
    Schema::object(Vec::new()).and_perhaps(vec![
        ("scope", rules::collection_name()),
        ("type", rules::entity_type_name()),
        ("list_type", rules::list_type()),
        ("topics", rules::topics()),
        ("include_dataset", rules::texts()),
        ("exclude_dataset", rules::texts()),
        ("source", Schema::string()),
        ("nationality", rules::country()),
        ("dob", rules::partial_date()),
        ("program", Schema::string()),
        ("changed_since", Schema::string()),
        ("listing", rules::listing()),
    ])
}

/// One record as search and the register detail show it (docs/api.md, "Search").
fn result() -> Schema {
    let rows = FURTHER.iter().filter(|field| is_of_row(field));
    Schema::object(vec![
        ("id", rules::record_id()),
        ("name", Schema::string()),
        ("register", Schema::string()),
        ("source_ref", Schema::string().or_null().says("The register's own reference")),
        ("topics", rules::topics()),
        ("aliases", rules::texts()),
        ("entity_type", rules::entity_type()),
        ("list_type", rules::list_type()),
        ("program", Schema::string().says("Programmes, joined by `; `")),
        ("status", rules::listing_status()),
        ("dob", rules::partial_date().or_null()),
        ("nationality", rules::country().or_null()),
        ("entity_id", rules::entity_id().or_null().says("Merged entity ID")),
        ("first_seen", rules::timestamp()),
        ("loaded_at", rules::timestamp().says("Last load that held it")),
        ("last_change", rules::timestamp()),
    ])
    .and(rows.map(|field| (field.name, further(field.fact).says(field.says))).collect())
}

fn facets_operation() -> Operation {
    Operation::get("/api/facets", "getFacets", search::facets)
        .tag("Search")
        .summary("Count what a search would find")
        .describes("Needs `q` or at least one filter; a record must pass every filter.")
        .parameters(search::declared::of_facets())
        .answers(
            "Counts by list type, entity type, nationality and register.",
            Schema::component("Facets"),
        )
        .revalidates()
        .refuses(&[400])
        .example("by_name", &[("q", "sokolov")])
        .example("by_filter", &[("scope", "sanctions"), ("nationality", "RU")])
}

fn facets() -> Schema {
    let most = limits::FACET_VALUES_MAX as u64;
    let entity_type =
        Schema::any_of(vec![rules::entity_type_name(), Schema::exactly(UNKNOWN_TYPE)]);
    let up_to = |values| rules::value_counts(values).with("maxItems", most);
    Schema::object(vec![
        ("total", Schema::count()),
        ("list_type", rules::value_counts(rules::list_type())),
        ("type", rules::value_counts(entity_type)),
        ("nationality", up_to(rules::country())),
        ("source", up_to(Schema::string().says("Register name"))),
    ])
    .and_perhaps(vec![("ignored", rules::ignored())])
}
