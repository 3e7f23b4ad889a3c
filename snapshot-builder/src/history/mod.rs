//! What a refresh makes of the loaded registers and the ledger before it (docs/api.md,
//! "Identifiers"; docs/design.md, "Refresh").
//!
//! | module | what it holds |
//! |---|---|
//! | `attempt` | a register that was loaded, and the order of its records |
//! | `previous` | what the previous ledger knows of a register and of its entries |
//! | `marks` | what the entries of a compilation take over from its sources |
//! | `ids` | published ids for records that never had one |
//! | `refresh` | what becomes of a register: taken over, taken over but for its removals, kept |
//! | `reused` | references that a publisher gives to another party |
//! | `merge` | the rules for its entries: kept, changed, new, returned, retired, waiting |
//! | `difference` | what makes a record a changed one |
//!
//! The previous ledger is read twice as a stream: once for the ids that are taken and for what is
//! missing in the loads, then for the merge with the loaded records, which writes the new ledger.
//! No clock: the same loads, previous ledger and build time give the same bytes, in whatever order
//! the registers were loaded.

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

/// What a refresh came to, beside the new ledger.
#[derive(Debug)]
pub struct Refreshed {
    /// Active and retired records of all registers.
    pub counts: Counts,
    /// One report per attempt, sorted by slug; one whose removals wait is a failed one here.
    pub reports: Vec<RegisterReport>,
    /// Slugs of registers that were not tried and stay as the previous ledger has them.
    pub carried_over: Vec<String>,
}

/// The build for which a ledger is written.
#[derive(Debug, Clone, Copy)]
pub struct ThisBuild<'b> {
    /// Becomes the time of every change, so it must be later than the previous build.
    pub built_at: Timestamp,
    /// Name and version of the building program.
    pub builder: &'b str,
    /// Slugs of registers that may lose more than `max_drop_percent` of their records.
    pub accept_drop: &'b [String],
    /// The new ledger.
    pub path: &'b Path,
}

/// Brings the previous ledger up to date with these loads, in a new file.
///
/// # Errors
/// There are too many registers, or a ledger cannot be read or written; the new file may then be there in part.
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

/// The ledger to be, register by register.
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

    /// The place that the next register has in the ledger.
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
