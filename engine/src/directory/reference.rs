//! Countries and programmes with their counts, in the order in which lists show them
//! (api.md 4.15 and 4.16).

use std::collections::BTreeMap;

use super::{Directory, by_falling_count};
use crate::model::{CountryCode, ListType, Register, RegisterIndex};
use crate::snapshot::Snapshot;

/// A country of active records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryFacts {
    /// Its code.
    pub code: CountryCode,
    /// Active records that have it among theirs.
    pub records: u64,
    /// Registers with such a record.
    pub sources: u64,
}

/// A programme of active records.
#[derive(Debug, Clone)]
pub struct ProgrammeFacts {
    /// Its name in lower case: what a text filter looks into.
    pub lower_case: String,
    /// Registers with records of it, and how many, in the order of their names.
    pub registers: Vec<(RegisterIndex, u64)>,
}

/// Programmes by falling number of records, then by name: as places in
/// [`Directory::programmes`], with that number.
#[derive(Debug)]
pub(super) struct Ranking {
    all: Vec<(u32, u64)>,
    of_type: [Vec<(u32, u64)>; ListType::ALL.len()],
}

impl Ranking {
    /// Those with records on lists of this type, counted there; of any type when `None`.
    pub(super) fn get(&self, list_type: Option<ListType>) -> &[(u32, u64)] {
        list_type.map_or(&self.all, |list_type| &self.of_type[list_type as usize])
    }

    pub(super) fn new(registers: &[Register], programmes: &[ProgrammeFacts]) -> Self {
        let ranked = |list_type: Option<ListType>| {
            let counts = |register: RegisterIndex| {
                list_type.is_none_or(|wanted| registers[register.index()].list_type == wanted)
            };
            let programmes = programmes.iter().enumerate();
            let mut ranked: Vec<(u32, u64)> = programmes
                .map(|(place, facts)| (place as u32, facts.records(counts)))
                .filter(|(_, records)| *records > 0)
                .collect();
            by_falling_count(&mut ranked);
            ranked
        };
        let mut of_type: [Vec<(u32, u64)>; ListType::ALL.len()] = Default::default();
        for (list_type, place) in ListType::ALL.iter().zip(&mut of_type) {
            *place = ranked(Some(*list_type));
        }
        Self { all: ranked(None), of_type }
    }
}

impl ProgrammeFacts {
    /// Records of it in the registers that count.
    fn records(&self, counts: impl Fn(RegisterIndex) -> bool) -> u64 {
        let counted = self.registers.iter().filter(|(register, _)| counts(*register));
        counted.map(|(_, records)| records).sum()
    }
}

/// All countries by falling number of records, then by code.
pub(super) fn countries(snapshot: &Snapshot, directory: &Directory) -> Vec<CountryFacts> {
    let facts = |(place, code): (usize, &CountryCode)| {
        let registers = by_register(snapshot, directory.by_country.get(place));
        let records = registers.values().sum();
        CountryFacts { code: *code, records, sources: registers.len() as u64 }
    };
    let mut countries: Vec<_> = directory.countries.iter().enumerate().map(facts).collect();
    countries.sort_by_key(|country| std::cmp::Reverse(country.records));
    countries
}

/// The facts of every programme, in the order of [`Directory::programmes`].
pub(super) fn programmes(snapshot: &Snapshot, directory: &Directory) -> Vec<ProgrammeFacts> {
    let mut rank = vec![0usize; snapshot.registers().len()];
    let by_name = directory.registers_by_name().iter().enumerate();
    by_name.for_each(|(at, register)| rank[register.index()] = at);
    let facts = |(place, name): (usize, &String)| {
        let counts = by_register(snapshot, directory.by_programme.get(place)).into_iter();
        let mut registers: Vec<(RegisterIndex, u64)> =
            counts.map(|(register, records)| (RegisterIndex(register), records)).collect();
        registers.sort_by_key(|(register, _)| rank[register.index()]);
        ProgrammeFacts { lower_case: name.to_lowercase(), registers }
    };
    directory.programmes.iter().enumerate().map(facts).collect()
}

/// How many of these records each register has.
fn by_register(snapshot: &Snapshot, records: &[u32]) -> BTreeMap<u16, u64> {
    let rows = snapshot.index().records;
    let mut counts = BTreeMap::new();
    for &record in records {
        *counts.entry(rows[record as usize].register).or_default() += 1;
    }
    counts
}
