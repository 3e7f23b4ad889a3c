//! Counts of records by kind and jurisdiction.

use std::collections::BTreeMap;

use ahash::{AHashMap, AHashSet};
use xxhash_rust::xxh3::xxh3_128;

use super::country::{self, country_of};
use super::description::{Data, KindRule};
use super::{Description, RegistryKind};
use crate::limits::{REGISTRY_DISTINCT_MAX, REGISTRY_SPELLINGS_MAX};
use tamis_engine::model::CountryCode;

/// Number of records, in all and by jurisdiction.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub records: u64,
    /// Records by jurisdiction; `XX` for those without one.
    pub by_jurisdiction: BTreeMap<CountryCode, u64>,
}

impl Counts {
    /// Adds the counts of further files.
    pub(super) fn add(&mut self, other: &Self) {
        self.records += other.records;
        for (code, records) in &other.by_jurisdiction {
            *self.by_jurisdiction.entry(*code).or_default() += records;
        }
    }

    /// Extrapolates the counts of a `part` to the `whole`.
    pub(super) fn scaled(&self, whole: u64, part: u64) -> Self {
        let scale = |records: u64| {
            let scaled = u128::from(records) * u128::from(whole) / u128::from(part.max(1));
            u64::try_from(scaled).unwrap_or(u64::MAX)
        };
        let by_jurisdiction = self.by_jurisdiction.iter().map(|(code, n)| (*code, scale(*n)));
        let by_jurisdiction: BTreeMap<_, _> = by_jurisdiction.collect();
        // Each number is rounded down, and the total is the sum of the rounded numbers.
        Self { records: by_jurisdiction.values().sum(), by_jurisdiction }
    }
}

/// The tally of the files of one [`Data`].
pub(super) struct Tally<'d> {
    rules: &'d [KindRule],
    default: CountryCode,
    counts: Vec<Counts>,
    seen: Vec<AHashSet<u128>>,
    spellings: AHashMap<Vec<u8>, CountryCode>,
}

/// Receiver of the records of a file: the values of the wanted fields, then the end of the record.
pub(super) struct Sink<'a, 'd> {
    tally: &'a mut Tally<'d>,
    /// Names of the wanted fields.
    pub(super) fields: &'d [String],
    /// Their values in the current record; empty if it has none.
    values: Vec<Vec<u8>>,
}

/// A column has more distinct values than can be remembered.
#[derive(Debug, thiserror::Error)]
#[error("more than {REGISTRY_DISTINCT_MAX} distinct values in one column")]
pub(super) struct TooManyValues;

impl<'d> Tally<'d> {
    pub(super) fn new(description: &Description, data: &'d Data) -> Self {
        Self {
            rules: &data.kinds,
            default: description.jurisdiction.unwrap_or_else(country::none),
            counts: vec![Counts::default(); data.kinds.len()],
            seen: vec![AHashSet::default(); data.kinds.len()],
            spellings: AHashMap::default(),
        }
    }

    /// The counts so far, by kind.
    pub(super) fn counts(&self) -> impl Iterator<Item = (RegistryKind, &Counts)> {
        self.rules.iter().map(|rule| rule.kind).zip(&self.counts)
    }

    fn add(&mut self, values: &[Vec<u8>]) -> Result<(), TooManyValues> {
        for (at, rule) in self.rules.iter().enumerate() {
            let is_excluded = rule.only.as_ref().is_some_and(|(field, accepted)| {
                let value = values[*field].as_slice();
                !accepted.iter().any(|accepted| accepted.as_bytes() == value)
            });
            if is_excluded {
                continue;
            }
            if let Some(field) = rule.distinct {
                let value = &values[field];
                // Compared by a 128-bit hash: two of 20 million values collide with a probability of
                // 1e-24.
                if value.is_empty() || !self.seen[at].insert(xxh3_128(value)) {
                    continue;
                }
                if self.seen[at].len() > REGISTRY_DISTINCT_MAX {
                    return Err(TooManyValues);
                }
            }
            let code = match rule.jurisdiction {
                Some(field) => jurisdiction(&mut self.spellings, &values[field]),
                None => self.default,
            };
            self.counts[at].records += 1;
            *self.counts[at].by_jurisdiction.entry(code).or_default() += 1;
        }
        Ok(())
    }
}

/// Jurisdiction of a cell; `XX` if it is not a country.
fn jurisdiction(spellings: &mut AHashMap<Vec<u8>, CountryCode>, cell: &[u8]) -> CountryCode {
    if let Some(code) = spellings.get(cell) {
        return *code;
    }
    let text = std::str::from_utf8(cell).unwrap_or_default();
    let code = country_of(text).unwrap_or_else(country::none);
    if spellings.len() < REGISTRY_SPELLINGS_MAX {
        spellings.insert(cell.to_vec(), code);
    }
    code
}

impl<'a, 'd> Sink<'a, 'd> {
    pub(super) fn new(data: &'d Data, tally: &'a mut Tally<'d>) -> Self {
        Self { tally, fields: &data.fields, values: vec![Vec::new(); data.fields.len()] }
    }

    /// Sets the value of a field by its index in [`Sink::fields`]; the first of several values stays.
    pub(super) fn set(&mut self, field: usize, value: &[u8]) {
        if self.values[field].is_empty() {
            self.values[field].extend_from_slice(value.trim_ascii());
        }
    }

    /// Ends the record and counts it.
    ///
    /// # Errors
    /// A column has more distinct values than can be remembered.
    pub(super) fn end_record(&mut self) -> Result<(), TooManyValues> {
        let counted = self.tally.add(&self.values);
        self.values.iter_mut().for_each(Vec::clear);
        counted
    }
}
