//! Counts all registries, one after the other. An unreadable registry keeps its last exact count with a
//! note (docs/api.md, "Reference registries").

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::count::{self, CountError, Found};
use super::counts::{Held, Key};
use super::description::Description;
use super::pace::Stop;
use super::tally::Counts;
use super::{RegistryCounts, RegistryKind, RegistryRow, state};
use tamis_engine::model::Timestamp;
use tamis_ingest::descriptions::DescriptionError;

/// Counts the registries described in a folder.
#[derive(Debug)]
pub struct Counter {
    folder: PathBuf,
    /// The file that keeps the counts for the next run.
    kept: Option<PathBuf>,
    descriptions: Vec<Description>,
    held: BTreeMap<Key, Held>,
    /// End of the last round, of this run or the previous one.
    counted_at: Option<Timestamp>,
    /// True once a round of this run has ended.
    has_counted: bool,
}

/// Result of a round.
#[derive(Debug)]
pub struct Round {
    pub counts: RegistryCounts,
    /// Reason why the counts could not be saved for the next run; they are still valid.
    pub not_saved: Option<io::Error>,
    /// Reason why the descriptions could not be read again; the previous ones were used.
    pub not_reread: Option<DescriptionError>,
}

impl Counter {
    /// Reads the descriptions in a folder, and the saved counts of the last run. Registries without one
    /// are estimated.
    ///
    /// # Errors
    /// The folder is unreadable, or a file in it is not a description.
    pub fn load(folder: &Path, kept: Option<&Path>) -> Result<Self, DescriptionError> {
        let descriptions = Description::read_all(folder)?;
        let held = kept.map(state::read).unwrap_or_default();
        let counted_at = held.values().filter_map(|held| held.counted_at).max();
        let (folder, kept) = (folder.to_owned(), kept.map(Path::to_owned));
        let mut counter = Self { folder, kept, descriptions, held, counted_at, has_counted: false };
        counter.estimate();
        Ok(counter)
    }

    /// The current counts.
    #[must_use]
    pub fn counts(&self) -> RegistryCounts {
        let rows = self.descriptions.iter().flat_map(|registry| {
            registry.kinds().map(|kind| self.row(registry, kind)).collect::<Vec<_>>()
        });
        let rows: Vec<RegistryRow> = rows.collect();
        let are_exact = self.has_counted && rows.iter().all(|row| row.counted_at.is_some());
        RegistryCounts::new(rows, are_exact, self.counted_at)
    }

    /// Counts everything now, one file after the other, on this thread. `None` if stopped; the counts
    /// then stay unchanged.
    pub fn count_now(&mut self, stop: &Stop) -> Option<Round> {
        let not_reread = match Description::read_all(&self.folder) {
            Ok(descriptions) => {
                self.descriptions = descriptions;
                None
            }
            Err(error) => Some(error),
        };
        let mut found = BTreeMap::new();
        for registry in &self.descriptions {
            for kind in registry.kinds() {
                found.insert((registry.slug.clone(), kind), Ok(RowSum::default()));
            }
            for data in &registry.data {
                let counted = count::count(&self.folder, registry, data, stop);
                if matches!(counted, Err(CountError::Stopped)) || stop.is_set() {
                    return None;
                }
                add(&mut found, registry, data.kinds.iter().map(|rule| rule.kind), &counted);
            }
        }
        let now = Timestamp::now();
        self.held.retain(|key, _| found.contains_key(key));
        for (key, found) in found {
            self.held.entry(key).or_default().take(found, now);
        }
        self.counted_at = Some(now);
        self.has_counted = true;
        let kept = self.kept.as_deref().map_or(Ok(()), |file| state::write(file, &self.held));
        let not_saved = kept.err();
        Some(Round { counts: self.counts(), not_saved, not_reread })
    }

    /// Estimates the registries that were never counted.
    fn estimate(&mut self) {
        for registry in &self.descriptions {
            for data in &registry.data {
                let unknown: Vec<Key> = (data.kinds.iter())
                    .map(|rule| (registry.slug.clone(), rule.kind))
                    .filter(|key| self.held.get(key).is_none_or(|held| held.counted_at.is_none()))
                    .collect();
                if unknown.is_empty() {
                    continue;
                }
                let estimated = count::estimate(&self.folder, registry, data);
                for key in unknown {
                    let held = self.held.entry(key.clone()).or_default();
                    match &estimated {
                        Ok(all) => {
                            let own = all.iter().filter(|(kind, _)| *kind == key.1);
                            own.for_each(|(_, counts)| held.counts.add(counts));
                        }
                        Err(error) => held.problem = Some(error.to_string()),
                    }
                }
            }
        }
    }

    fn row(&self, registry: &Description, kind: RegistryKind) -> RegistryRow {
        let held = self.held.get(&(registry.slug.clone(), kind)).cloned().unwrap_or_default();
        RegistryRow::new(registry, kind, held)
    }
}

/// Counts of one row.
#[derive(Debug, Default)]
struct RowSum {
    counts: Counts,
    /// States of the row's files.
    files: String,
}

type FoundByKey = BTreeMap<Key, Result<RowSum, String>>;

/// Adds the outcome of some files to their rows. A row with an unreadable file gets no new count.
fn add(
    found: &mut FoundByKey,
    registry: &Description,
    kinds: impl Iterator<Item = RegistryKind>,
    counted: &Result<Found, CountError>,
) {
    for kind in kinds {
        let Some(row) = found.get_mut(&(registry.slug.clone(), kind)) else { continue };
        match (&mut *row, counted) {
            (Ok(sum), Ok(more)) => sum.add(kind, more),
            (Ok(_), Err(error)) => *row = Err(error.to_string()),
            (Err(_), _) => {}
        }
    }
}

impl RowSum {
    fn add(&mut self, kind: RegistryKind, more: &Found) {
        if !self.files.is_empty() {
            self.files.push_str("; ");
        }
        self.files.push_str(&more.files);
        let own = more.counts.iter().filter(|(other, _)| *other == kind);
        own.for_each(|(_, counts)| self.counts.add(counts));
    }
}

impl Held {
    fn take(&mut self, found: Result<RowSum, String>, now: Timestamp) {
        match found {
            Ok(found) => {
                let is_same = self.counted_at.is_some() && self.files == found.files;
                *self = Self {
                    counts: found.counts,
                    counted_at: Some(now),
                    loaded_at: self.loaded_at.filter(|_| is_same).or(Some(now)),
                    files: found.files,
                    problem: None,
                };
            }
            Err(problem) => self.problem = Some(problem),
        }
    }
}
