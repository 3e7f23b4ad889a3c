//! What a refresh makes of the loaded registers and the snapshot before it (decisions D1, D2).
//!
//! | module | what it holds |
//! |---|---|
//! | `lineage` | what the previous snapshot knows of a register and of retired records |
//! | `ids` | published ids for records that never had one |
//! | `refresh` | the rules for one register: kept, changed, new, returned, retired, refused |
//!
//! Pure: no files, no clock. The same loads, previous snapshot and build time give the same input
//! for the writer, in whatever order the registers were loaded.

mod ids;
mod lineage;
mod refresh;

use std::collections::{BTreeMap, BTreeSet};

use tamis_engine::model::{Record, Register, RegisterIndex, Timestamp};
use tamis_engine::snapshot::{ActiveRecord, Snapshot, SnapshotInput};

use crate::error::LoadError;
use crate::registers::Description;
use crate::report::RegisterReport;
use ids::Ids;
use lineage::Lineage;

/// A register that this build tried to load.
#[derive(Debug)]
pub struct Attempt {
    /// What the builder knows of the register.
    pub description: Description,
    /// What happened.
    pub report: RegisterReport,
    /// Its records in the publisher's order, or why they could not be loaded.
    pub outcome: Result<Vec<Record>, LoadError>,
}

/// What the writer and the report need of a refresh.
#[derive(Debug)]
pub struct Refreshed {
    /// What the new snapshot is to hold.
    pub input: SnapshotInput,
    /// One report an attempt, sorted by slug; a refused load is a failed one here.
    pub reports: Vec<RegisterReport>,
    /// Slugs of registers that were not tried and stay as the previous snapshot has them.
    pub carried_over: Vec<String>,
}

/// More registers than an index into their table can tell apart.
#[derive(Debug, thiserror::Error)]
#[error("{count} registers; a snapshot holds at most {}", u16::MAX)]
pub struct TooManyRegisters {
    /// Registers tried and carried over.
    pub count: usize,
}

/// Brings the previous snapshot up to date with these loads.
///
/// `built_at` becomes the time of every change, so it must be later than the previous build.
///
/// # Errors
/// [`TooManyRegisters`].
pub fn refresh(
    attempts: Vec<Attempt>,
    previous: Option<&Snapshot>,
    built_at: Timestamp,
    builder: &str,
) -> Result<Refreshed, TooManyRegisters> {
    let lineage = Lineage::new(previous);
    let mut attempts: BTreeMap<String, Attempt> =
        attempts.into_iter().map(|a| (a.description.slug.clone(), a)).collect();
    let slugs: BTreeSet<String> = lineage.slugs().chain(attempts.keys().cloned()).collect();
    if slugs.len() > usize::from(u16::MAX) {
        return Err(TooManyRegisters { count: slugs.len() });
    }
    let mut world = World::new(lineage, built_at);
    let (mut reports, mut carried_over) = (Vec::new(), Vec::new());
    for slug in slugs {
        match attempts.remove(&slug) {
            Some(attempt) => reports.push(world.refresh_register(attempt)),
            None => {
                world.carry_over(&slug);
                carried_over.push(slug);
            }
        }
    }
    let input = world.into_input(builder.to_owned());
    Ok(Refreshed { input, reports, carried_over })
}

/// The snapshot to be, register by register.
struct World<'s> {
    lineage: Lineage<'s>,
    ids: Ids,
    built_at: Timestamp,
    registers: Vec<Register>,
    records: Vec<ActiveRecord>,
}

impl<'s> World<'s> {
    fn new(lineage: Lineage<'s>, built_at: Timestamp) -> Self {
        let ids = Ids::new(lineage.ids());
        Self { lineage, ids, built_at, registers: Vec::new(), records: Vec::new() }
    }

    /// The place that the next register gets in the table.
    fn next_index(&self) -> RegisterIndex {
        RegisterIndex(self.registers.len() as u16)
    }

    fn into_input(self, builder: String) -> SnapshotInput {
        let places = |slug: &str| self.registers.iter().position(|register| register.slug == slug);
        let (retired, successors) = self.lineage.into_retired(places);
        SnapshotInput {
            built_at: self.built_at,
            builder,
            registers: self.registers,
            records: self.records,
            retired,
            successors,
        }
    }
}

#[cfg(test)]
mod tests;
