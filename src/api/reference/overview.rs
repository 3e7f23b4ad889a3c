//! `GET /api/overview` (docs/api.md, "Overview"): headline totals.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::TypeCounts;
use crate::api::freshness::stale;
use crate::api::http::error::ApiError;
use crate::api::http::service::{Loaded, Service, Taken};
use crate::api::http::shape::validated_by_content;
use crate::registries::RegistryTotals;
use tamis_engine::json::Shown;
use tamis_engine::model::{ListType, Register, RunStatus, Scope, Timestamp};

/// Answers `GET /api/overview`.
pub(in crate::api) async fn overview(
    State(service): State<Arc<Service>>,
    Extension(Taken(loaded)): Extension<Taken>,
) -> Result<Response, ApiError> {
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    let overview = Overview::new(&loaded, service.registry_totals(), Timestamp::now());
    Ok(validated_by_content(&overview, "no-cache"))
}

/// The answer, in the order of docs/api.md, "Overview".
#[derive(Serialize)]
struct Overview<'s> {
    active_records: u64,
    sanctions: u64,
    peps: u64,
    debarments: u64,
    tax_warrants: u64,
    insolvencies: u64,
    merged_entities: u64,
    registers: usize,
    nationalities: usize,
    record_types: TypeCounts<'s>,
    feeds: Feeds,
    company_registry_records: u64,
    registered_person_records: u64,
    beneficial_owner_records: u64,
    security_records: u64,
    vessel_records: u64,
    employment_disclosure_records: u64,
    /// Records of all registries together.
    underlying_records: u64,
    counts_exact: bool,
    registry_counts_at: Option<Shown<Timestamp>>,
    /// Version of the snapshot that the answer was made from.
    snapshot: &'s str,
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

/// How the registers are kept up to date: `ok` and `failed` make up `total`; the others are among
/// both.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Feeds {
    total: usize,
    /// The latest attempt to load it succeeded.
    ok: usize,
    failed: usize,
    /// See [`Register::is_stale`].
    stale: usize,
    /// A folder that seems newer was not taken; `/api/source` says why.
    not_taken: usize,
    /// It keeps records that its list no longer holds, until somebody accepts that they go.
    shrunken: usize,
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
