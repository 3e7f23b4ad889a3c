//! The figures of a kind of list in a scope (docs/api.md, "Catalog", "Collection figures"), made once
//! for every possible pair.
//!
//! A record belongs to several of these cells, given as a set of bits: its list type and any type, each
//! in all of its scopes. Parties, countries and programmes belong to the cells of their records.

use super::shelves::Shelves;
use super::table::{Table, kind_place, most};
use crate::limits::COLLECTION_TOP_MAX;
use crate::model::{Collection, EntityType, ListType, RegisterIndex, Scope, Timestamp};
use crate::snapshot::rows::NONE_U32;
use crate::snapshot::totals::{Figures, SourceFacts, Totals};

/// Number of cells; each is a bit of a [`Cells`].
const CELLS: usize = Totals::CELLS;
const _: () = assert!(CELLS <= 64);

/// A set of cells.
type Cells = u64;
/// A number for each cell.
type PerCell = [u64; CELLS];

/// Returns the place of a cell.
fn place(list_type: Option<ListType>, scope: Scope) -> usize {
    Totals::cell(list_type, scope)
}

/// Returns the cells of a record of this list type in these scopes.
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

/// Returns the figures of all cells, and the number of merged entities with active records.
pub(super) fn all(
    table: &Table<'_>,
    shelves: &Shelves<'_>,
    sources: &[SourceFacts],
) -> (Vec<Figures>, u64) {
    let mut counting = Counting { table, all: vec![Figures::default(); CELLS] };
    let merged_entities = counting.registers(shelves, sources);
    counting.countries(shelves);
    counting.programmes(shelves);
    let mut all = counting.all;
    for figures in &mut all {
        figures.registers = figures.top_registers.len() as u64;
        figures.countries = figures.top_countries.len() as u64;
        most(&mut figures.top_registers, COLLECTION_TOP_MAX);
        most(&mut figures.top_countries, COLLECTION_TOP_MAX);
    }
    (all, merged_entities)
}

/// The figures so far, with the data that they are counted from.
struct Counting<'t> {
    table: &'t Table<'t>,
    all: Vec<Figures>,
}

impl Counting<'_> {
    fn cells_of(&self, record: u32) -> Cells {
        let row = &self.table.rows[record as usize];
        let entity_type = EntityType::from_code(row.entity_type);
        let text = &self.table.records[record as usize].record;
        let has_security = text.isin.is_some() || text.ticker.is_some();
        let scopes = Scope::bits_of(row.collections, entity_type, has_security);
        cells(self.table.registers[usize::from(row.register)].list_type, scopes)
    }

    /// Counts these records by cell.
    fn count(&self, records: &[u32]) -> PerCell {
        let mut counts = [0; CELLS];
        for &record in records {
            each(self.cells_of(record)).for_each(|cell| counts[cell] += 1);
        }
        counts
    }

    /// Counts everything except countries and programmes. Returns the number of merged entities.
    fn registers(&mut self, shelves: &Shelves<'_>, sources: &[SourceFacts]) -> u64 {
        let mut entities: Vec<Cells> = Vec::new();
        let lists = shelves.by_register.view().iter();
        for (at, (register, records)) in self.table.registers.iter().zip(lists).enumerate() {
            for &record in records {
                self.add(record, &mut entities);
            }
            let counts = self.count(records);
            let last_removed = sources[at].last_removed;
            for ((cell, figures), count) in self.all.iter_mut().enumerate().zip(counts) {
                if count > 0 {
                    figures.top_registers.push((RegisterIndex(at as u16), count));
                }
                if count > 0 || is_of_kind(cell, register.list_type) {
                    figures.last_change = figures.last_change.max(last_removed);
                }
            }
        }
        let active = entities.iter().filter(|cells| **cells != 0);
        active.inspect(|cells| each(**cells).for_each(|cell| self.all[cell].entities += 1)).count()
            as u64
    }

    fn add(&mut self, record: u32, entities: &mut Vec<Cells>) {
        let row = &self.table.rows[record as usize];
        let cells = self.cells_of(record);
        let is_merged = row.entity != NONE_U32;
        if is_merged {
            let place = row.entity as usize;
            entities.resize(entities.len().max(place + 1), 0);
            entities[place] |= cells;
        }
        let first_seen = Timestamp(row.first_seen.into());
        let last_change = Timestamp(row.touched().into());
        for cell in each(cells) {
            let figures = &mut self.all[cell];
            figures.records += 1;
            figures.entities += u64::from(!is_merged);
            figures.by_type[kind_place(row.entity_type)] += 1;
            figures.first_seen =
                Some(figures.first_seen.map_or(first_seen, |first| first.min(first_seen)));
            figures.last_change = figures.last_change.max(Some(last_change));
        }
    }

    fn countries(&mut self, shelves: &Shelves<'_>) {
        for (country, records) in shelves.countries.iter().zip(shelves.by_country.view().iter()) {
            let counts = self.count(records);
            for (figures, count) in self.all.iter_mut().zip(counts).filter(|(_, n)| *n > 0) {
                figures.top_countries.push((*country, count));
            }
        }
    }

    fn programmes(&mut self, shelves: &Shelves<'_>) {
        for records in shelves.programmes.records.view().iter() {
            let cells = records.iter().fold(0, |cells, record| cells | self.cells_of(*record));
            each(cells).for_each(|cell| self.all[cell].programmes += 1);
        }
    }
}

/// True if the cell contains every record of lists of this type, whatever its other scopes.
fn is_of_kind(cell: usize, list_type: ListType) -> bool {
    let collections = Collection::bits_of(list_type, None, false);
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
