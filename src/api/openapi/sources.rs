//! `GET /api/sources` and `GET /api/source` (docs/api.md, "Registers").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::reference::{self, UNKNOWN_TYPE};
use crate::limits;
use tamis_engine::model::{EntityType, RunStatus};

pub(super) fn describe(document: &mut Document) {
    document.schema("Sources", rules::page_of("Register"));
    document.schema("Register", Schema::object(row()));
    document.schema("RegisterDetail", detail());
    document.schema("RegisterRun", run());
    document.schema("RegisterChanges", changes());
    document.operation(sources());
    document.operation(source());
}

fn sources() -> Operation {
    Operation::get("/api/sources", "listSources", reference::sources)
        .tag("Lists")
        .summary("The registers")
        .parameters(reference::sources_parameters())
        .answers("A page of registers.", Schema::component("Sources"))
        .revalidates()
        .refuses(&[400])
        .example("sanctions_lists", &[("list_type", "SANCTION"), ("limit", "10")])
        .example("by_text", &[("q", "ofac"), ("sort", "first_seen"), ("page", "1")])
        .example("newest", &[("latest", "true")])
}

fn source() -> Operation {
    Operation::get("/api/source", "getSource", reference::source)
        .tag("Lists")
        .summary("One register in detail")
        .parameter(reference::SOURCE_NAME.shown_needed())
        .answers("The register.", Schema::component("RegisterDetail"))
        .revalidates()
        .refuses(&[400, 404])
        .example("ofac", &[("name", rules::EXAMPLE_REGISTER)])
}

fn row() -> Vec<(&'static str, Schema)> {
    let mut row = vec![
        ("name", Schema::string()),
        ("short_name", Schema::string()),
        ("slug", Schema::pattern("^[a-z0-9_]+$")),
        ("publisher", Schema::string()),
        (
            "country",
            rules::country().says("Country of the publisher; UN, EU and ZZ (international) too"),
        ),
        ("list_type", rules::list_type()),
        ("cadence_hours", Schema::count().says("How often it is refreshed")),
        ("last_run_status", Schema::one_of(RunStatus::NAMES)),
        ("licence", Schema::string()),
        ("licence_url", Schema::string().or_null()),
        ("offer", rules::offer().says("What the licence lets the service offer")),
        (
            "first_seen",
            rules::timestamp().or_null().says("When its earliest record was first collected"),
        ),
        ("format", Schema::string().says("Format of the source file")),
        ("records", Schema::count().says("Active records")),
    ];
    row.extend(freshness());
    row
}

/// What tells the age of a register's data.
pub(super) fn freshness() -> Vec<(&'static str, Schema)> {
    let stale = "Whether the later of list date and fetch is more than two cadences ago; null where neither is known";
    vec![
        (
            "list_date",
            Schema::string().or_null().says(
                "Date of the list by its publisher or its folder: YYYY, YYYY-MM or YYYY-MM-DD",
            ),
        ),
        (
            "fetched_at",
            rules::timestamp().or_null().says("When its files were fetched, where known"),
        ),
        ("loaded_at", rules::timestamp().or_null().says("Latest load that was taken over")),
        ("stale", Schema::boolean().or_null().says(stale)),
    ]
}

const UNKNOWN: &str = "`UNKNOWN` where the list does not say what the party is";

fn detail() -> Schema {
    let up_to = |values, most: usize| rules::value_counts(values).with("maxItems", most as u64);
    let types: Vec<&str> = EntityType::NAMES.iter().copied().chain([UNKNOWN_TYPE]).collect();
    let recent = Schema::array(Schema::component("SearchResult"))
        .with("maxItems", limits::SOURCE_RECENT_MAX as u64);
    Schema::object(row()).and(vec![
        ("entities", Schema::count().says("Distinct parties")),
        ("first_load", rules::timestamp().or_null()),
        ("last_load", rules::timestamp().or_null()),
        ("by_entity_type", rules::value_counts(Schema::one_of(&types)).says(UNKNOWN)),
        ("by_country", up_to(rules::country(), limits::SOURCE_COUNTRIES_MAX)),
        ("by_programme", up_to(Schema::string(), limits::SOURCE_PROGRAMMES_MAX)),
        ("recent", recent.says("Most recently added records")),
        ("last_change", rules::timestamp().or_null().says("Latest record added or removed")),
        ("version", rules::version().or_null().says("Last load run")),
        ("run_id", rules::version().or_null().says("The same as `version`")),
        ("run", Schema::component("RegisterRun")),
        ("changes", Schema::component("RegisterChanges")),
    ])
}

fn run() -> Schema {
    let not_taken =
        Schema::object(vec![("folder", Schema::string()), ("reason", Schema::string())]);
    Schema::object(vec![
        ("last_run_at", rules::timestamp()),
        ("version", rules::version().or_null()),
        ("status", Schema::one_of(RunStatus::NAMES)),
        ("row_count", Schema::count()),
        ("method", Schema::string().says("`full`: each load reads the whole list")),
        ("cadence_hours", Schema::count()),
        ("reason", Schema::string().or_null().says("Why it failed, or what was odd about it")),
        ("not_taken", Schema::array(not_taken).says("Newer folders that were not taken")),
        (
            "removals_waiting",
            Schema::count()
                .says("Records kept though missing from the list, until the drop is accepted"),
        ),
    ])
}

fn changes() -> Schema {
    let day = Schema::object(vec![
        ("date", Schema::format("date")),
        ("added", Schema::count()),
        ("removed", Schema::count()),
    ]);
    let days = Schema::array(day).with("maxItems", limits::SOURCE_DAYS as u64);
    Schema::object(vec![
        ("last_added", rules::timestamp().or_null()),
        ("last_removed", rules::timestamp().or_null()),
        ("added_7d", Schema::count()),
        ("added_30d", Schema::count()),
        ("removed_7d", Schema::count()),
        ("removed_30d", Schema::count()),
        ("days", days.says("The last 90 days")),
    ])
}
