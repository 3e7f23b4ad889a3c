//! The figures of a kind of list in a scope (api.md 4.9, 4.12, decisions D5): made once for every
//! pair that can be asked for.
//!
//! A record belongs to several of these cells at once, which is a set of bits: it stands in those
//! of its list type and in those of any type, in each of its scopes. Parties, countries and
//! programmes are in the cells of their records.

use super::{ByType, Directory, kind_place, most};
use crate::limits::COLLECTION_TOP_MAX;
use crate::model::{CountryCode, EntityType, ListType, RegisterIndex, Scope, Timestamp};
use crate::snapshot::Snapshot;
use crate::snapshot::rows::{NONE_U32, RecordRow};

/// Figures of the active records of one kind of list, or of any, in one scope.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// Records.
    pub records: u64,
    /// Distinct parties: a merged entity counts once, a record without one by itself.
    pub entities: u64,
    /// Registers with such records.
    pub registers: u64,
    /// Distinct countries.
    pub countries: u64,
    /// Distinct programmes.
    pub programmes: u64,
    /// When the earliest of the records was first collected.
    pub first_seen: Option<Timestamp>,
    /// When a record was last added, changed or removed. A record that was removed is known by its
    /// register only: in a scope that depends on more than the kind of list, it counts when the
    /// register has records there.
    pub last_change: Option<Timestamp>,
    /// Records by entity type.
    pub by_type: ByType,
    /// The registers of most records, at most [`COLLECTION_TOP_MAX`], by falling count.
    pub top_registers: Vec<(RegisterIndex, u64)>,
    /// The countries of most records, at most [`COLLECTION_TOP_MAX`], by falling count.
    pub top_countries: Vec<(CountryCode, u64)>,
}

/// Scopes.
const SCOPES: usize = Scope::ALL.len();
/// Kinds of list, and behind them lists of any kind.
const GROUPS: usize = ListType::ALL.len() + 1;
/// Pairs of the two, each a bit of a [`Cells`].
const CELLS: usize = SCOPES * GROUPS;
const _: () = assert!(CELLS <= 64);

/// A set of cells.
type Cells = u64;
/// A number for each cell.
type PerCell = [u64; CELLS];

/// The place of a cell.
fn place(list_type: Option<ListType>, scope: Scope) -> usize {
    list_type.map_or(GROUPS - 1, |kind| kind as usize) * SCOPES + scope as usize
}

/// The cells of a record of this list type in these scopes.
fn cells(list_type: ListType, scopes: u8) -> Cells {
    u64::from(scopes) << place(Some(list_type), Scope::Default)
        | u64::from(scopes) << place(None, Scope::Default)
}

fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// All figures.
#[derive(Debug, Default)]
pub(super) struct AllFigures {
    cells: Vec<Figures>,
    /// Merged entities with active records.
    pub(super) merged_entities: u64,
}

impl AllFigures {
    pub(super) fn get(&self, list_type: Option<ListType>, scope: Scope) -> &Figures {
        &self.cells[place(list_type, scope)]
    }

    /// Needs the directory's lists and its sources.
    pub(super) fn new(snapshot: &Snapshot, directory: &Directory, has_security: &[bool]) -> Self {
        let counting = Counting::new(snapshot, has_security);
        let mut all = Self { cells: vec![Figures::default(); CELLS], merged_entities: 0 };
        counting.registers(directory, &mut all);
        counting.countries(directory, &mut all);
        counting.programmes(directory, &mut all);
        for figures in &mut all.cells {
            figures.registers = figures.top_registers.len() as u64;
            figures.countries = figures.top_countries.len() as u64;
            most(&mut figures.top_registers, COLLECTION_TOP_MAX);
            most(&mut figures.top_countries, COLLECTION_TOP_MAX);
        }
        all
    }
}

/// What counting reads.
struct Counting<'s> {
    snapshot: &'s Snapshot,
    rows: &'s [RecordRow],
    has_security: &'s [bool],
}

impl<'s> Counting<'s> {
    fn new(snapshot: &'s Snapshot, has_security: &'s [bool]) -> Self {
        let rows = &snapshot.index().records[..snapshot.record_count()];
        Self { snapshot, rows, has_security }
    }

    fn cells_of(&self, record: u32) -> Cells {
        let row = &self.rows[record as usize];
        let entity_type = EntityType::from_code(row.entity_type);
        let has_security = self.has_security[record as usize];
        let scopes = Scope::bits_of(row.collections, entity_type, has_security);
        cells(self.snapshot.registers()[usize::from(row.register)].list_type, scopes)
    }

    /// How many of these records each cell has.
    fn count(&self, records: &[u32]) -> PerCell {
        let mut counts = [0; CELLS];
        for &record in records {
            each(self.cells_of(record)).for_each(|cell| counts[cell] += 1);
        }
        counts
    }

    /// All that is known of records without their countries and programmes.
    fn registers(&self, directory: &Directory, all: &mut AllFigures) {
        let mut entities: Vec<Cells> = Vec::new();
        for (at, register) in self.snapshot.registers().iter().enumerate() {
            let index = RegisterIndex(at as u16);
            let records = directory.of_register(index);
            for &record in records {
                self.add(record, all, &mut entities);
            }
            let counts = self.count(records);
            let last_removed = directory.source(index).last_removed;
            for ((cell, figures), count) in all.cells.iter_mut().enumerate().zip(counts) {
                if count > 0 {
                    figures.top_registers.push((index, count));
                }
                if count > 0 || is_of_kind(cell, register.list_type) {
                    figures.last_change = figures.last_change.max(last_removed);
                }
            }
        }
        for cells in entities.iter().filter(|cells| **cells != 0) {
            all.merged_entities += 1;
            each(*cells).for_each(|cell| all.cells[cell].entities += 1);
        }
    }

    fn add(&self, record: u32, all: &mut AllFigures, entities: &mut Vec<Cells>) {
        let row = &self.rows[record as usize];
        let cells = self.cells_of(record);
        let is_merged = row.entity != NONE_U32;
        if is_merged {
            let place = row.entity as usize;
            entities.resize(entities.len().max(place + 1), 0);
            entities[place] |= cells;
        }
        let first_seen = Timestamp(row.first_seen.into());
        let last_change = first_seen.max(Timestamp(row.last_change.into()));
        for cell in each(cells) {
            let figures = &mut all.cells[cell];
            figures.records += 1;
            figures.entities += u64::from(!is_merged);
            figures.by_type[kind_place(row.entity_type)] += 1;
            figures.first_seen =
                Some(figures.first_seen.map_or(first_seen, |first| first.min(first_seen)));
            figures.last_change = figures.last_change.max(Some(last_change));
        }
    }

    fn countries(&self, directory: &Directory, all: &mut AllFigures) {
        for country in directory.countries() {
            let counts = self.count(directory.of_country(*country));
            for (figures, count) in all.cells.iter_mut().zip(counts).filter(|(_, n)| *n > 0) {
                figures.top_countries.push((*country, count));
            }
        }
    }

    fn programmes(&self, directory: &Directory, all: &mut AllFigures) {
        for place in 0..directory.programmes().len() {
            let records = directory.by_programme.get(place).iter();
            let cells = records.fold(0, |cells, record| cells | self.cells_of(*record));
            each(cells).for_each(|cell| all.cells[cell].programmes += 1);
        }
    }
}

/// Whether every record of lists of this type is in the cell, whatever else it says.
fn is_of_kind(cell: usize, list_type: ListType) -> bool {
    let collections = crate::model::Collection::bits_of(list_type, None, false);
    cells(list_type, collections) & 1 << cell != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_stands_in_its_own_kind_of_list_and_in_any() {
        let found: Vec<usize> = each(cells(ListType::Pep, 0b000_0101)).collect();
        let expected = [
            place(Some(ListType::Pep), Scope::Default),
            place(Some(ListType::Pep), Scope::Peps),
            place(None, Scope::Default),
            place(None, Scope::Peps),
        ];
        assert_eq!(found, expected);
        assert!(is_of_kind(place(None, Scope::Peps), ListType::Pep));
        assert!(!is_of_kind(place(None, Scope::Maritime), ListType::Pep));
        assert!(!is_of_kind(place(Some(ListType::Sanction), Scope::Default), ListType::Pep));
    }
}
