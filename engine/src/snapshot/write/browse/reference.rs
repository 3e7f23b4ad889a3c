//! Countries and programmes with their counts, in the order in which lists show them
//! (docs/api.md, "Programmes", "Countries").

use std::collections::BTreeMap;

use super::programmes::Programmes;
use super::shelves::Shelves;
use super::table::{Table, by_falling_count};
use crate::model::{ListType, RegisterIndex};
use crate::snapshot::browse::BrowseView;
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::rows::{CountRow, ProgrammeRow};
use crate::snapshot::totals::CountryFacts;
use crate::snapshot::write::file::SnapshotFile;

/// All countries by falling number of records, then by code.
pub(super) fn countries(table: &Table<'_>, shelves: &Shelves<'_>) -> Vec<CountryFacts> {
    let lists = shelves.countries.iter().zip(shelves.by_country.view().iter());
    let facts = lists.map(|(code, records)| {
        let registers = by_register(table, records);
        let sources = registers.len() as u64;
        CountryFacts { code: *code, records: records.len() as u64, sources }
    });
    let mut countries: Vec<CountryFacts> = facts.collect();
    countries.sort_by_key(|country| std::cmp::Reverse(country.records));
    countries
}

/// The columns of programmes.
pub(super) struct ProgrammeColumns {
    rows: Vec<ProgrammeRow>,
    text: String,
    registers: Vec<CountRow>,
    ranking_starts: Vec<u32>,
    ranking: Vec<CountRow>,
}

impl ProgrammeColumns {
    /// Fills the columns: names and registers of every programme, and their rankings.
    pub(super) fn new(
        table: &Table<'_>,
        programmes: &Programmes<'_>,
        registers_by_name: &[RegisterIndex],
    ) -> Self {
        let mut columns = Self {
            rows: Vec::with_capacity(programmes.names.len() + 1),
            text: String::new(),
            registers: Vec::new(),
            ranking_starts: vec![0],
            ranking: Vec::new(),
        };
        let mut rank = vec![0usize; table.registers.len()];
        let by_name = registers_by_name.iter().enumerate();
        by_name.for_each(|(at, register)| rank[register.index()] = at);
        for (name, records) in programmes.names.iter().zip(programmes.records.view().iter()) {
            let mut registers: Vec<(u16, u32)> = by_register(table, records).into_iter().collect();
            registers.sort_by_key(|(register, _)| rank[usize::from(*register)]);
            columns.push(name, &registers);
        }
        columns.push("", &[]);
        for list_type in ListType::ALL.iter().copied().map(Some).chain([None]) {
            columns.rank(table, list_type);
        }
        columns
    }

    /// Adds a programme, or the sentinel row behind the last one.
    fn push(&mut self, name: &str, registers: &[(u16, u32)]) {
        let start = self.text.len() as u32;
        self.text.push_str(name);
        self.rows.push(ProgrammeRow {
            name: start,
            lower_case: self.text.len() as u32,
            registers: self.registers.len() as u32,
        });
        self.text.push_str(&name.to_lowercase());
        let counts = registers.iter();
        self.registers
            .extend(counts.map(|&(register, records)| CountRow { key: register.into(), records }));
    }

    /// Registers with records of the programme at a place, with their number.
    fn registers_of(&self, place: usize) -> &[CountRow] {
        let [row, next] = [place, place + 1].map(|at| self.rows[at].registers as usize);
        &self.registers[row..next]
    }

    /// Adds the ranking of the programmes with records on lists of a type, or of any.
    fn rank(&mut self, table: &Table<'_>, list_type: Option<ListType>) {
        debug_assert_eq!(BrowseView::ranking_of(list_type) + 1, self.ranking_starts.len());
        let counts = |row: &&CountRow| {
            list_type.is_none_or(|wanted| table.registers[row.key as usize].list_type == wanted)
        };
        let records = |place: usize| {
            self.registers_of(place).iter().filter(counts).map(|row| u64::from(row.records)).sum()
        };
        let all = 0..self.rows.len() - 1;
        let mut ranked: Vec<(u32, u64)> = all
            .map(|place| (place as u32, records(place)))
            .filter(|(_, records)| *records > 0)
            .collect();
        by_falling_count(&mut ranked);
        let rows =
            ranked.into_iter().map(|(key, records)| CountRow { key, records: records as u32 });
        self.ranking.extend(rows);
        self.ranking_starts.push(self.ranking.len() as u32);
    }

    /// Iterates over the programmes by place, each with its registers and their counts.
    pub(super) fn registers(&self) -> impl Iterator<Item = (u32, &[CountRow])> {
        (0..self.rows.len() - 1).map(|place| (place as u32, self.registers_of(place)))
    }

    pub(super) fn write_names(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::Programmes, &self.rows)?;
        file.section(Section::ProgrammeText, |sink| sink.put(self.text.as_bytes()))?;
        file.rows(Section::ProgrammeRegisters, &self.registers)
    }

    pub(super) fn write_ranking(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        file.rows(Section::RankingOffsets, &self.ranking_starts)?;
        file.rows(Section::Ranking, &self.ranking)
    }
}

/// Counts these records by register.
fn by_register(table: &Table<'_>, records: &[u32]) -> BTreeMap<u16, u32> {
    let mut counts = BTreeMap::new();
    for &record in records {
        *counts.entry(table.rows[record as usize].register).or_default() += 1;
    }
    counts
}
