//! Combines the loaded registers with the previous ledger (docs/api.md, "Identifiers"; docs/design.md,
//! "Refresh").
//!
//! | module | what it holds |
//! |---|---|
//! | `attempt` | a register that was loaded, and the order of its records |
//! | `previous` | registers and entries of the previous ledger |
//! | `marks` | marks that compilations take over from their sources |
//! | `ids` | published ids for new records |
//! | `refresh` | a register's result: taken over, taken over without its removals, or kept |
//! | `reused` | references that a publisher gives to another party |
//! | `merge` | the rules for its entries: kept, changed, new, returned, retired, waiting |
//! | `difference` | the definition of a changed record |
//!
//! The previous ledger is read twice as a stream. The first pass collects the ids in use and the
//! records missing in the loads. The second merges its entries with the loaded records into the new
//! ledger. No clock is read: the same loads, previous ledger and build time give the same bytes, in
//! whatever order the registers were loaded.

mod attempt;
mod difference;
mod ids;
mod marks;
mod merge;
mod previous;
mod refresh;
mod reused;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::ensure;
use tamis_engine::model::Timestamp;

use crate::ledger::entry::{RegisterLine, Successor};
use crate::ledger::{Counts, Head, Holds, Ledger, LedgerError, LedgerWriter};
use crate::report::RegisterReport;
pub use attempt::Attempt;
use attempt::{ByReference, with_order};
pub(crate) use difference::differing_facts;
use ids::Ids;
use previous::Previous;
pub(crate) use previous::{PreviousEntry as StoredEntry, entries as stored_entries};

/// Result of a refresh in addition to the new ledger.
#[derive(Debug)]
pub struct Refreshed {
    /// Active and retired records of all registers.
    pub counts: Counts,
    /// One report per attempt, sorted by slug. An attempt with waiting removals counts as failed here.
    pub reports: Vec<RegisterReport>,
    /// Slugs of registers that were not attempted and stay as in the previous ledger.
    pub carried_over: Vec<String>,
}

/// The build that writes the ledger.
#[derive(Debug, Clone, Copy)]
pub struct ThisBuild<'b> {
    /// Time of every change; must be later than the previous build.
    pub built_at: Timestamp,
    /// Name and version of the building program.
    pub builder: &'b str,
    /// Slugs of registers that may lose more than `max_drop_percent` of their records.
    pub accept_drop: &'b [String],
    /// Path of the new ledger.
    pub path: &'b Path,
}

/// Updates the previous ledger with these loads, in a new file.
///
/// # Errors
/// There are too many registers, or a ledger cannot be read or written; a partial new file may remain
/// then.
pub fn refresh(
    mut attempts: Vec<Attempt>,
    previous: Option<&Ledger>,
    build: ThisBuild<'_>,
) -> anyhow::Result<Refreshed> {
    marks::take_over(&mut attempts, previous)?;
    let mut attempts: BTreeMap<String, (Attempt, ByReference)> = attempts
        .into_iter()
        .map(|attempt| (attempt.description.slug.clone(), with_order(attempt)))
        .collect();
    let previous = Previous::new(previous, |slug, reference| {
        attempts.get(slug).is_some_and(|(attempt, order)| order.holds(attempt, reference))
    })?;
    let slugs: BTreeSet<String> = previous.slugs().chain(attempts.keys()).cloned().collect();
    let (count, most) = (slugs.len(), u16::MAX);
    ensure!(count <= usize::from(most), "{count} registers; a snapshot holds at most {most}");
    let mut world = World::new(previous, build, &slugs)?;
    let (mut reports, mut carried_over) = (Vec::new(), Vec::new());
    for slug in slugs {
        match attempts.remove(&slug) {
            Some((attempt, order)) => reports.push(world.refresh_register(attempt, &order)?),
            None => {
                world.carry_over(&slug)?;
                carried_over.push(slug);
            }
        }
    }
    let counts = world.finish()?;
    Ok(Refreshed { counts, reports, carried_over })
}

/// The ledger being written, register by register.
struct World<'l> {
    previous: Previous<'l>,
    ids: Ids,
    built_at: Timestamp,
    accept_drop: &'l [String],
    writer: LedgerWriter,
    registers: Vec<RegisterLine>,
    counts: Counts,
}

impl<'l> World<'l> {
    fn new(
        mut previous: Previous<'l>,
        build: ThisBuild<'l>,
        slugs: &BTreeSet<String>,
    ) -> Result<Self, LedgerError> {
        let ThisBuild { built_at, builder, accept_drop, path } = build;
        let (version, builder) = (built_at.to_version(), builder.to_owned());
        let head = Head { version, built_at, builder, registers: slugs.iter().cloned().collect() };
        let writer = LedgerWriter::create(path, &head)?;
        let ids = Ids::new(previous.take_ids());
        let (registers, counts) = (Vec::new(), Counts::default());
        Ok(Self { previous, ids, built_at, accept_drop, writer, registers, counts })
    }

    /// Position of the next register in the ledger.
    fn next_place(&self) -> u32 {
        self.registers.len() as u32
    }

    fn finish(mut self) -> Result<Counts, LedgerError> {
        for register in &self.registers {
            self.writer.put(Holds::Registers, register)?;
        }
        let successors: &[Successor] = self.previous.successors();
        for successor in successors {
            self.writer.put(Holds::Successors, successor)?;
        }
        self.writer.finish()?;
        Ok(self.counts)
    }
}

#[cfg(test)]
mod tests;
