//! Result of a round, arranged once for all answers: rows, jurisdictions and totals. Requests only read
//! it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::tally::Counts;
use super::{Clearance, Description, RegistryKind, country};
use crate::limits::REGISTRY_TOP_JURISDICTIONS;
use tamis_engine::model::{CountryCode, Timestamp};

/// Slug and kind: the key of a row (docs/api.md, "Reference registries").
pub(super) type Key = (String, RegistryKind);

/// Stored counts of one kind of a registry's records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Held {
    /// The last exact count, or else an estimate.
    pub(super) counts: Counts,
    /// Time of the exact count; `None` for an estimate.
    pub(super) counted_at: Option<Timestamp>,
    /// Time of the first count of the present state of the files.
    pub(super) loaded_at: Option<Timestamp>,
    /// Identifies that state.
    pub(super) files: String,
    /// Reason why the last count failed.
    pub(super) problem: Option<String>,
}

/// All registries and their counts.
#[derive(Debug, Default)]
pub struct RegistryCounts {
    rows: Vec<RegistryRow>,
    jurisdictions: Vec<Jurisdiction>,
    /// Totals for `/api/overview`, and whether they are exact.
    pub totals: RegistryTotals,
}

/// One registry's records of one kind (docs/api.md, "Reference registries").
#[derive(Debug)]
pub struct RegistryRow {
    pub name: String,
    pub slug: String,
    pub kind: RegistryKind,
    pub publisher: String,
    /// Country of the registry; `None` if it is international.
    pub jurisdiction: Option<CountryCode>,
    /// Official address of the data.
    pub source_url: String,
    /// Address of the licence text.
    pub licence_url: Option<String>,
    /// Clearance under the licence.
    pub clearance: Clearance,
    pub records: u64,
    /// Records by jurisdiction, the most first, then by code; includes `XX`.
    pub by_jurisdiction: Vec<(CountryCode, u64)>,
    /// Time of the exact count; `None` for an estimate.
    pub counted_at: Option<Timestamp>,
    /// Time of the first count of the present state of the data files.
    pub loaded_at: Option<Timestamp>,
    /// Reason why the last count failed.
    pub problem: Option<String>,
}

/// A jurisdiction and its records in the registries.
#[derive(Debug)]
pub struct Jurisdiction {
    /// Country code, or `XX`.
    pub code: CountryCode,
    /// Records by row, as an index into [`RegistryCounts::rows`], ascending.
    pub records: Vec<(usize, u64)>,
}

/// Records of all registries by kind (docs/api.md, "Overview").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RegistryTotals {
    pub company: u64,
    /// Registered persons.
    pub person: u64,
    pub beneficial_owner: u64,
    pub security: u64,
    pub vessel: u64,
    pub employment_disclosure: u64,
    /// True if the first count has ended and every number comes from an exact count.
    pub counts_exact: bool,
    /// End of the last count; `None` before the first.
    pub counts_at: Option<Timestamp>,
}

impl RegistryCounts {
    pub(super) fn new(
        rows: Vec<RegistryRow>,
        counts_exact: bool,
        counts_at: Option<Timestamp>,
    ) -> Self {
        let mut totals = RegistryTotals { counts_exact, counts_at, ..RegistryTotals::default() };
        let mut by_code: BTreeMap<CountryCode, Vec<(usize, u64)>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            *totals.of_mut(row.kind) += row.records;
            for (code, records) in &row.by_jurisdiction {
                by_code.entry(*code).or_default().push((at, *records));
            }
        }
        let jurisdictions = by_code.into_iter();
        let jurisdictions =
            jurisdictions.map(|(code, records)| Jurisdiction { code, records }).collect();
        Self { rows, jurisdictions, totals }
    }

    /// All rows, by slug, then by kind.
    #[must_use]
    pub fn rows(&self) -> &[RegistryRow] {
        &self.rows
    }

    /// All jurisdictions, by code.
    #[must_use]
    pub fn jurisdictions(&self) -> &[Jurisdiction] {
        &self.jurisdictions
    }
}

impl RegistryRow {
    pub(super) fn new(registry: &Description, kind: RegistryKind, held: Held) -> Self {
        let mut by_jurisdiction: Vec<_> = held.counts.by_jurisdiction.into_iter().collect();
        by_jurisdiction.sort_by_key(|(code, records)| (Reverse(*records), *code));
        Self {
            name: registry.name.clone(),
            slug: registry.slug.clone(),
            kind,
            publisher: registry.publisher.clone(),
            jurisdiction: registry.jurisdiction,
            source_url: registry.source_url.clone(),
            licence_url: registry.licence_url.clone(),
            clearance: registry.clearance,
            records: held.counts.records,
            by_jurisdiction,
            counted_at: held.counted_at,
            loaded_at: held.loaded_at,
            problem: held.problem,
        }
    }

    /// Jurisdictions except `XX`, the most records first, then by code.
    pub fn jurisdictions(&self) -> impl Iterator<Item = &(CountryCode, u64)> {
        self.by_jurisdiction.iter().filter(|(code, _)| code.as_str() != country::NONE)
    }

    /// The first ten jurisdictions (docs/api.md, "Reference registries").
    pub fn top_jurisdictions(&self) -> impl Iterator<Item = &(CountryCode, u64)> {
        self.jurisdictions().take(REGISTRY_TOP_JURISDICTIONS)
    }

    /// True if a text equals the name or the slug of the registry.
    #[must_use]
    pub fn is_named(&self, text: &str) -> bool {
        self.name == text || self.slug == text
    }

    /// True if the registry's jurisdiction is this one, or if it is among its first ten. For `XX`, true
    /// if it has records without a jurisdiction (docs/api.md, "Reference registries").
    #[must_use]
    pub fn is_of(&self, code: CountryCode) -> bool {
        match code.as_str() {
            country::NONE => self.by_jurisdiction.iter().any(|(own, _)| *own == code),
            _ => {
                self.jurisdiction == Some(code)
                    || self.top_jurisdictions().any(|(own, _)| *own == code)
            }
        }
    }
}

impl RegistryTotals {
    /// Records of one kind.
    #[must_use]
    pub fn of(mut self, kind: RegistryKind) -> u64 {
        *self.of_mut(kind)
    }

    /// Records of all kinds: `underlying_records` of the overview.
    #[must_use]
    pub fn underlying(self) -> u64 {
        RegistryKind::ALL.iter().copied().map(|kind| self.of(kind)).sum()
    }

    fn of_mut(&mut self, kind: RegistryKind) -> &mut u64 {
        match kind {
            RegistryKind::Company => &mut self.company,
            RegistryKind::Person => &mut self.person,
            RegistryKind::BeneficialOwner => &mut self.beneficial_owner,
            RegistryKind::Security => &mut self.security,
            RegistryKind::Vessel => &mut self.vessel,
            RegistryKind::EmploymentDisclosure => &mut self.employment_disclosure,
        }
    }
}
