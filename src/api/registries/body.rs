//! JSON of registry answers (docs/api.md, "Reference registries"), written directly from the counts.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::limits::REGISTRY_TOP_JURISDICTIONS;
use crate::registries::country::country_name;
use crate::registries::counts::Jurisdiction;
use crate::registries::{Clearance, RegistryCounts, RegistryKind, RegistryRow};
use tamis_engine::json::Shown;
use tamis_engine::model::{CountryCode, Timestamp};

answer! {
    /// The answer of `/api/registries`.
    pub(super) struct RegistriesBody<'c> as registries_body {
        total: usize = Shape::count(),
        results: Vec<Row<'c>> = Shape::array(Shape::component("Registry")),
        counts_exact: bool = Shape::boolean(),
        counts_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
    }
}

impl<'c> RegistriesBody<'c> {
    /// The rows that pass the filter.
    pub(super) fn new(counts: &'c RegistryCounts, holds: impl Fn(&RegistryRow) -> bool) -> Self {
        let rows = counts.rows().iter().filter(|row| holds(row));
        let results: Vec<Row<'c>> = rows.map(Row::from).collect();
        Self {
            total: results.len(),
            results,
            counts_exact: counts.totals.counts_exact,
            counts_at: counts.totals.counts_at.map(Shown),
        }
    }
}

answer! {
    pub(super) struct Row<'c> as row {
        name: &'c str = Shape::string(),
        slug: &'c str = Shape::string(),
        kind: &'static str = rules::registry_kind(),
        publisher: &'c str = Shape::string(),
        jurisdiction: Option<&'c str> = rules::country().or_null(),
        source_url: &'c str = Shape::string(),
        licence_url: Option<&'c str> = Shape::string().or_null(),
        /// Clearance of its licence for commercial use
        clearance: &'static str = Shape::one_of(Clearance::NAMES),
        records: u64 = Shape::count(),
        /// True if the records were counted, not estimated
        records_exact: bool = Shape::boolean(),
        /// Number of jurisdictions
        jurisdictions: usize = Shape::count(),
        top_jurisdictions: Top<'c> = Shape::array(top_jurisdiction().shape())
            .with("maxItems", REGISTRY_TOP_JURISDICTIONS as u64),
        last_processed: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        version: Option<String> = rules::version().or_null(),
        counts_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Reason why the latest count of this row failed
        problem: Option<&'c str> = Shape::string().or_null(),
    }
}

impl<'c> From<&'c RegistryRow> for Row<'c> {
    fn from(row: &'c RegistryRow) -> Self {
        Self {
            name: &row.name,
            slug: &row.slug,
            kind: row.kind.as_str(),
            publisher: &row.publisher,
            jurisdiction: row.jurisdiction.as_ref().map(CountryCode::as_str),
            source_url: &row.source_url,
            licence_url: row.licence_url.as_deref(),
            clearance: row.clearance.as_str(),
            records: row.records,
            records_exact: row.counted_at.is_some(),
            jurisdictions: row.jurisdictions().count(),
            top_jurisdictions: Top(row),
            last_processed: row.loaded_at.map(Shown),
            version: row.loaded_at.map(Timestamp::to_version),
            counts_at: row.counted_at.map(Shown),
            problem: row.problem.as_deref(),
        }
    }
}

/// The first ten jurisdictions of a row.
pub(super) struct Top<'c>(&'c RegistryRow);

impl Serialize for Top<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = self.0.top_jurisdictions().map(|(code, records)| TopJurisdiction {
            code: code.as_str(),
            name: country_name(code),
            records: *records,
        });
        serializer.collect_seq(shown)
    }
}

answer! {
    struct TopJurisdiction<'c> as top_jurisdiction {
        code: &'c str = rules::country(),
        name: &'c str = Shape::string(),
        records: u64 = Shape::count(),
    }
}

answer! {
    /// The answer of `/api/registries/countries`.
    pub(super) struct CountriesBody<'c> as countries_body {
        total: usize = Shape::count(),
        results: Vec<Country<'c>> = Shape::array(country().shape()),
        counts_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
    }
}

answer! {
    pub(super) struct Country<'c> as country {
        code: &'c str = rules::country(),
        name: &'c str = Shape::string(),
        records: u64 = Shape::count(),
        registers: usize = Shape::count(),
        by_kind: ByKind = ByKind::shape(),
    }
}

impl<'c> CountriesBody<'c> {
    /// The jurisdictions of the rows that pass the filter, the most records first, then by code.
    pub(super) fn new(counts: &'c RegistryCounts, holds: impl Fn(&RegistryRow) -> bool) -> Self {
        let all = counts.jurisdictions().iter();
        let mut results: Vec<Country<'c>> =
            all.map(|one| Country::of(one, counts.rows(), &holds)).collect();
        results.retain(|country| country.registers > 0);
        results.sort_by(|a, b| b.records.cmp(&a.records).then_with(|| a.code.cmp(b.code)));
        let counts_at = counts.totals.counts_at.map(Shown);
        Self { total: results.len(), results, counts_at }
    }
}

impl<'c> Country<'c> {
    fn of(
        jurisdiction: &'c Jurisdiction,
        rows: &'c [RegistryRow],
        holds: impl Fn(&RegistryRow) -> bool,
    ) -> Self {
        let mut by_kind = ByKind([0; RegistryKind::ALL.len()]);
        let mut registers = BTreeSet::new();
        for (at, records) in &jurisdiction.records {
            let row = &rows[*at];
            if *records > 0 && holds(row) {
                by_kind.0[row.kind as usize] += records;
                registers.insert(row.slug.as_str());
            }
        }
        Self {
            code: jurisdiction.code.as_str(),
            name: country_name(&jurisdiction.code),
            records: by_kind.0.iter().sum(),
            registers: registers.len(),
            by_kind,
        }
    }
}

/// Records by kind; kinds without records are left out.
pub(super) struct ByKind([u64; RegistryKind::ALL.len()]);

impl ByKind {
    fn shape() -> Shape {
        let by_kind = RegistryKind::NAMES.iter().map(|kind| (*kind, Shape::count())).collect();
        Shape::object(Vec::new()).and_perhaps(by_kind)
    }
}

impl Serialize for ByKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = RegistryKind::ALL.iter().copied().zip(self.0).filter(|(_, records)| *records > 0);
        serializer.collect_map(all.map(|(kind, records)| (kind.as_str(), records)))
    }
}
