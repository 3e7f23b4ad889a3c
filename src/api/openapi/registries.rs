//! `GET /api/registries` and `/api/registries/countries` (docs/api.md, "Reference registries").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::registries;
use crate::limits;
use crate::registries::{Clearance, RegistryKind};

pub(super) fn describe(document: &mut Document) {
    document.schema("Registries", all_registries());
    document.schema("Registry", registry());
    document.schema("RegistryCountries", countries());
    document.operation(rows());
    document.operation(by_country());
    document.operation(
        Operation::get("/downloads/meta/registries.json", "downloadRegistries", registries::file)
            .tag("Registries")
            .summary("All registries as a file")
            .answers("The registries.", Schema::component("Registries"))
            .revalidates(),
    );
}

fn rows() -> Operation {
    Operation::get("/api/registries", "listRegistries", registries::registries)
        .tag("Registries")
        .summary("Registries, one row per register and kind")
        .describes("Counts are refreshed every 6 hours.")
        .parameters(registries::parameters())
        .answers("The registries.", Schema::component("Registries"))
        .revalidates()
        .refuses(&[400, 404])
        .example("companies", &[("kind", "company"), ("jurisdiction", "gb")])
}

fn all_registries() -> Schema {
    rules::results_of(Schema::component("Registry"))
        .and(vec![("counts_exact", Schema::boolean()), ("counts_at", rules::timestamp().or_null())])
}

fn registry() -> Schema {
    let top = Schema::object(vec![
        ("code", rules::country()),
        ("name", Schema::string()),
        ("records", Schema::count()),
    ]);
    Schema::object(vec![
        ("name", Schema::string()),
        ("slug", Schema::string()),
        ("kind", rules::registry_kind()),
        ("publisher", Schema::string()),
        ("jurisdiction", rules::country().or_null()),
        ("source_url", Schema::string()),
        ("licence_url", Schema::string().or_null()),
        (
            "clearance",
            Schema::one_of(Clearance::NAMES)
                .says("Whether its licence lets it be used commercially"),
        ),
        ("records", Schema::count()),
        ("records_exact", Schema::boolean().says("Whether they were counted, not estimated")),
        ("jurisdictions", Schema::count().says("How many")),
        (
            "top_jurisdictions",
            Schema::array(top).with("maxItems", limits::REGISTRY_TOP_JURISDICTIONS as u64),
        ),
        ("last_processed", rules::timestamp().or_null()),
        ("version", rules::version().or_null()),
        ("counts_at", rules::timestamp().or_null()),
        ("problem", Schema::string().or_null().says("Why the latest count of this row failed")),
    ])
}

fn by_country() -> Operation {
    Operation::get("/api/registries/countries", "listRegistryCountries", registries::countries)
        .tag("Registries")
        .summary("Registry records by jurisdiction")
        .describes("Code `XX` means that the register gives no jurisdiction.")
        .parameters(registries::country_parameters())
        .answers("The jurisdictions.", Schema::component("RegistryCountries"))
        .revalidates()
        .refuses(&[400])
        .example("companies", &[("kind", "company")])
}

fn countries() -> Schema {
    let by_kind = RegistryKind::NAMES.iter().map(|kind| (*kind, Schema::count())).collect();
    let row = Schema::object(vec![
        ("code", rules::country()),
        ("name", Schema::string()),
        ("records", Schema::count()),
        ("registers", Schema::count()),
        ("by_kind", Schema::object(Vec::new()).and_perhaps(by_kind)),
    ]);
    rules::results_of(row).and(vec![("counts_at", rules::timestamp().or_null())])
}
