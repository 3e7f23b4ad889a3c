//! The JSON of registry answers (docs/api.md, "Reference registries"), written straight from the
//! counts.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use crate::registries::country::country_name;
use crate::registries::counts::Jurisdiction;
use crate::registries::{RegistryCounts, RegistryKind, RegistryRow};
use tamis_engine::json::Shown;
use tamis_engine::model::{CountryCode, Timestamp};

/// The answer of `/api/registries`.
#[derive(Serialize)]
pub(super) struct RegistriesBody<'c> {
    total: usize,
    results: Vec<Row<'c>>,
    counts_exact: bool,
    counts_at: Option<Shown<Timestamp>>,
}

impl<'c> RegistriesBody<'c> {
    /// The rows that pass.
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

#[derive(Serialize)]
struct Row<'c> {
    name: &'c str,
    slug: &'c str,
    kind: &'static str,
    publisher: &'c str,
    jurisdiction: Option<&'c str>,
    source_url: &'c str,
    licence_url: Option<&'c str>,
    clearance: &'static str,
    records: u64,
    /// Whether `records` is from an exact count.
    records_exact: bool,
    jurisdictions: usize,
    top_jurisdictions: Top<'c>,
    last_processed: Option<Shown<Timestamp>>,
    version: Option<String>,
    counts_at: Option<Shown<Timestamp>>,
    /// Why the latest count of this row failed; its numbers are older then.
    problem: Option<&'c str>,
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
struct Top<'c>(&'c RegistryRow);

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

#[derive(Serialize)]
struct TopJurisdiction<'c> {
    code: &'c str,
    name: &'c str,
    records: u64,
}

/// The answer of `/api/registries/countries`.
#[derive(Serialize)]
pub(super) struct CountriesBody<'c> {
    total: usize,
    results: Vec<Country<'c>>,
    counts_at: Option<Shown<Timestamp>>,
}

#[derive(Serialize)]
struct Country<'c> {
    code: &'c str,
    name: &'c str,
    records: u64,
    registers: usize,
    by_kind: ByKind,
}

impl<'c> CountriesBody<'c> {
    /// The jurisdictions of the rows that pass, most records first, then by code.
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
struct ByKind([u64; RegistryKind::ALL.len()]);

impl Serialize for ByKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = RegistryKind::ALL.iter().copied().zip(self.0).filter(|(_, records)| *records > 0);
        serializer.collect_map(all.map(|(kind, records)| (kind.as_str(), records)))
    }
}
