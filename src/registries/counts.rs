//! What a round found, arranged once for all answers: rows, jurisdictions and totals. A request
//! only reads.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::tally::Counts;
use super::{Clearance, Description, RegistryKind, country};
use crate::limits::REGISTRY_TOP_JURISDICTIONS;
use tamis_engine::model::{CountryCode, Timestamp};

/// Slug and kind: what has a row of its own (docs/api.md, "Reference registries").
pub(super) type Key = (String, RegistryKind);

/// What is known of a registry's records of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Held {
    /// The last exact count, else an estimate.
    pub(super) counts: Counts,
    /// When they were counted exactly; `None` for an estimate.
    pub(super) counted_at: Option<Timestamp>,
    /// When the present state of the files was first counted.
    pub(super) loaded_at: Option<Timestamp>,
    /// What tells that state from another.
    pub(super) files: String,
    /// Why the last attempt to count failed.
    pub(super) problem: Option<String>,
}

/// All registries and what they hold.
#[derive(Debug, Default)]
pub struct RegistryCounts {
    rows: Vec<RegistryRow>,
    jurisdictions: Vec<Jurisdiction>,
    /// What is to be shown in `/api/overview`, and whether it is exact.
    pub totals: RegistryTotals,
}

/// One registry's records of one kind (docs/api.md, "Reference registries").
#[derive(Debug)]
pub struct RegistryRow {
    /// Name of the registry.
    pub name: String,
    pub slug: String,
    /// Kind of the records.
    pub kind: RegistryKind,
    /// Who publishes it.
    pub publisher: String,
    /// Where it is kept; `None` where it is international.
    pub jurisdiction: Option<CountryCode>,
    /// Official address of the data.
    pub source_url: String,
    /// Address of the licence text.
    pub licence_url: Option<String>,
    /// What the licence allows.
    pub clearance: Clearance,
    pub records: u64,
    /// The same by jurisdiction, most first, then by code. `XX` is among them.
    pub by_jurisdiction: Vec<(CountryCode, u64)>,
    /// When they were counted exactly; `None` for an estimate.
    pub counted_at: Option<Timestamp>,
    /// When the present state of the data files was first counted.
    pub loaded_at: Option<Timestamp>,
    /// Why the last attempt to count them failed.
    pub problem: Option<String>,
}

/// A jurisdiction and what the registries hold of it.
#[derive(Debug)]
pub struct Jurisdiction {
    /// Its code, or `XX`.
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
    /// Whether the first count has ended and every number comes from an exact count.
    pub counts_exact: bool,
    /// When the last count ended; `None` before the first.
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

    /// Its jurisdictions, most records first, then by code; `XX` is none.
    pub fn jurisdictions(&self) -> impl Iterator<Item = &(CountryCode, u64)> {
        self.by_jurisdiction.iter().filter(|(code, _)| code.as_str() != country::NONE)
    }

    /// The first ten of them (docs/api.md, "Reference registries").
    pub fn top_jurisdictions(&self) -> impl Iterator<Item = &(CountryCode, u64)> {
        self.jurisdictions().take(REGISTRY_TOP_JURISDICTIONS)
    }

    /// Whether a caller's text is the name or the slug of its registry, exactly.
    #[must_use]
    pub fn is_named(&self, text: &str) -> bool {
        self.name == text || self.slug == text
    }

    /// Whether it is kept in this jurisdiction or has it among its first ten (docs/api.md,
    /// "Reference registries"); for `XX`, whether it has records that give none.
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
