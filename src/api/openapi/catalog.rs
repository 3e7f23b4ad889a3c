//! `GET /api/catalog`, `/api/overview`, `/api/collection` (docs/api.md, "Catalog", "Overview",
//! "Collection figures").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::reference::{self, SUMMED_TYPES, UNKNOWN_TYPE};
use tamis_engine::model::{EntityType, Scope};

pub(super) fn describe(document: &mut Document) {
    document.schema("Catalog", catalog());
    document.schema("CatalogCollection", catalog_collection());
    document.schema("Overview", overview());
    document.schema("CollectionSummary", summary());
    document.operation(
        Operation::get("/api/catalog", "getCatalog", reference::catalog)
            .tag("Lists")
            .summary("The collections and their bulk files")
            .describes("A changed `version` means that the collection was rebuilt.")
            .answers("Every collection.", Schema::component("Catalog"))
            .revalidates(),
    );
    document.operation(
        Operation::get("/api/overview", "getOverview", reference::overview)
            .tag("Lists")
            .summary("Headline totals")
            .describes(
                "Registry totals are exact counts refreshed every 6 hours; until the first \
                        count ends they are estimates and `counts_exact` is false.",
            )
            .answers("The totals.", Schema::component("Overview"))
            .revalidates(),
    );
    document.operation(collection());
}

fn catalog() -> Schema {
    Schema::object(vec![
        ("collections", Schema::array(Schema::component("CatalogCollection"))),
        ("snapshot", rules::snapshot()),
    ])
}

fn catalog_collection() -> Schema {
    let address = || Schema::string().with("format", "uri-reference");
    let links = ["page", "index", "statistics", "match", "search", "reconcile"];
    let file = Schema::object(vec![
        ("name", Schema::string()),
        ("url", address()),
        ("size", Schema::count().says("Bytes")),
        ("rows", Schema::count()),
        ("sha256", Schema::pattern("^[0-9a-f]{64}$")),
    ]);
    Schema::object(vec![
        ("name", rules::collection_name()),
        ("title", Schema::string()),
        ("version", rules::version()),
        ("records", Schema::count()),
        ("entities", Schema::count().says("Distinct parties")),
        ("registers", Schema::count()),
        ("last_change", rules::timestamp().or_null()),
        ("links", Schema::object(links.map(|link| (link, address())).to_vec())),
        ("files", Schema::array(file)),
        ("left_out", super::downloads::left_out()),
    ])
}

/// Records of each entity type, and of none.
fn by_entity_type() -> Schema {
    let known = EntityType::NAMES.iter().map(|name| (*name, Schema::count())).collect();
    let says = "Where the list does not say what the party is";
    Schema::object(known).and(vec![(UNKNOWN_TYPE, Schema::count().says(says))])
}

fn overview() -> Schema {
    let count = |name| (name, Schema::count());

    let feeds = ["total", "ok", "failed", "stale", "not_taken", "shrunken"];
    let feeds = Schema::object(feeds.map(count).to_vec());
    let totals = [
        "active_records",
        "sanctions",
        "peps",
        "debarments",
        "tax_warrants",
        "insolvencies",
        "merged_entities",
        "registers",
        "nationalities",
    ];
    let registries = [
        "company_registry_records",
        "registered_person_records",
        "beneficial_owner_records",
        "security_records",
        "vessel_records",
        "employment_disclosure_records",
        "underlying_records",
    ];
    Schema::object(totals.map(count).to_vec())
        .and(vec![("record_types", by_entity_type()), ("feeds", feeds)])
        .and(registries.map(count).to_vec())
        .and(vec![
            ("counts_exact", Schema::boolean()),
            ("registry_counts_at", rules::timestamp().or_null()),
            ("snapshot", rules::snapshot()),
        ])
}

fn collection() -> Operation {
    Operation::get("/api/collection", "getCollection", reference::collection)
        .tag("Lists")
        .summary("Figures of one list type within a scope")
        .parameter(reference::TYPE.shown_needed())
        .parameter(reference::SCOPE.shown())
        .answers("The figures.", Schema::component("CollectionSummary"))
        .revalidates()
        .refuses(&[400])
        .example("sanctions", &[("type", "SANCTION")])
        .example("ships", &[("type", "SANCTION"), ("scope", "maritime")])
}

fn summary() -> Schema {
    Schema::object(vec![
        ("type", Schema::one_of(SUMMED_TYPES)),
        ("scope", Schema::one_of(Scope::NAMES)),
        ("records", Schema::count()),
        ("entities", Schema::count().says("Distinct parties")),
        ("registers", Schema::count()),
        ("countries", Schema::count()),
        ("programmes", Schema::count()),
        ("first_seen", rules::timestamp().or_null()),
        ("last_change", rules::timestamp().or_null()),
        ("by_entity_type", by_entity_type()),
        ("top_registers", rules::value_counts(Schema::string())),
        ("top_countries", rules::value_counts(rules::country())),
    ])
}
