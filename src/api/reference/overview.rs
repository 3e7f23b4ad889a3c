//! `GET /api/overview` (docs/api.md, "Overview"): headline totals.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::shared::{TypeCounts, type_counts};
use crate::api::freshness::stale;
use crate::api::http::error::ApiError;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::http::shape::validated_by_content;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use crate::registries::RegistryTotals;
use tamis_engine::json::Shown;
use tamis_engine::model::{ListType, Register, RunStatus, Scope, Timestamp};

pub(super) fn describe(document: &mut Document) {
    document.schema("Overview", shape().shape());
    document.operation(
        Operation::get("/api/overview", "getOverview", overview)
            .tag("Lists")
            .summary("Headline totals")
            .describes(
                "Registry totals are exact counts refreshed every 6 hours; until the first \
                        count ends they are estimates and `counts_exact` is false.",
            )
            .answers("The totals.", Shape::component("Overview"))
            .revalidates(),
    );
}

/// Answers `GET /api/overview`.
async fn overview(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let overview = Overview::new(&loaded, service.registry_totals(), Timestamp::now());
    Ok(validated_by_content(&overview, "no-cache"))
}

answer! {
    /// The answer, in the order of docs/api.md, "Overview".
    struct Overview<'s> as shape {
        active_records: u64 = Shape::count(),
        sanctions: u64 = Shape::count(),
        peps: u64 = Shape::count(),
        debarments: u64 = Shape::count(),
        tax_warrants: u64 = Shape::count(),
        insolvencies: u64 = Shape::count(),
        merged_entities: u64 = Shape::count(),
        registers: usize = Shape::count(),
        nationalities: usize = Shape::count(),
        record_types: TypeCounts<'s> = type_counts(),
        feeds: Feeds = feeds().shape(),
        company_registry_records: u64 = Shape::count(),
        registered_person_records: u64 = Shape::count(),
        beneficial_owner_records: u64 = Shape::count(),
        security_records: u64 = Shape::count(),
        vessel_records: u64 = Shape::count(),
        employment_disclosure_records: u64 = Shape::count(),
        // Records of all registries together.
        underlying_records: u64 = Shape::count(),
        counts_exact: bool = Shape::boolean(),
        registry_counts_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        snapshot: &'s str = rules::snapshot(),
    }
}

impl<'s> Overview<'s> {
    fn new(loaded: &'s Loaded, registries: RegistryTotals, now: Timestamp) -> Self {
        let (snapshot, directory) = (&loaded.snapshot, loaded.directory());
        let all = directory.figures(None, Scope::Default);
        let of = |list_type| directory.figures(Some(list_type), Scope::Default).records;
        Self {
            active_records: all.records,
            sanctions: of(ListType::Sanction),
            peps: of(ListType::Pep),
            debarments: of(ListType::Debarment),
            tax_warrants: of(ListType::TaxWarrant),
            insolvencies: of(ListType::Insolvency),
            merged_entities: directory.merged_entities(),
            registers: snapshot.registers().len(),
            nationalities: directory.country_facts().len(),
            record_types: TypeCounts(&all.by_type),
            feeds: Feeds::of(snapshot.registers(), now),
            company_registry_records: registries.company,
            registered_person_records: registries.person,
            beneficial_owner_records: registries.beneficial_owner,
            security_records: registries.security,
            vessel_records: registries.vessel,
            employment_disclosure_records: registries.employment_disclosure,
            underlying_records: registries.underlying(),
            counts_exact: registries.counts_exact,
            registry_counts_at: registries.counts_at.map(Shown),
            snapshot: snapshot.version(),
        }
    }
}

answer! {
    /// State of the registers' updates. `ok` and `failed` add up to `total`; the other counts overlap
    /// with both.
    struct Feeds as feeds {
        total: usize = Shape::count(),
        // The latest attempt to load it succeeded.
        ok: usize = Shape::count(),
        failed: usize = Shape::count(),
        // See [`Register::is_stale`].
        stale: usize = Shape::count(),
        // A folder that seems newer was not loaded; `/api/source` gives the reason.
        not_taken: usize = Shape::count(),
        // The register keeps records that its list no longer holds, until the removal is accepted.
        shrunken: usize = Shape::count(),
    }
}

impl Feeds {
    fn of(registers: &[Register], now: Timestamp) -> Self {
        let count =
            |holds: &dyn Fn(&Register) -> bool| registers.iter().filter(|r| holds(r)).count();
        Self {
            total: registers.len(),
            ok: count(&|register| register.run.status == RunStatus::Ok),
            failed: count(&|register| register.run.status == RunStatus::Failed),
            stale: stale(registers, now),
            not_taken: count(&|register| !register.run.not_taken.is_empty()),
            shrunken: count(&|register| register.run.removals_waiting > 0),
        }
    }
}
