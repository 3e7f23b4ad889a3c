//! What browsing reads, arranged and counted once, while the snapshot is written: records by
//! register, country, programme, birth year and age, names by word, and every total that answers
//! show.
//!
//! | module | what it makes |
//! |---|---|
//! | [`programmes`] | programmes and their records |
//! | [`reference`] | countries and programmes with their counts |
//! | [`cells`] | records by register, type and country |
//! | [`sources`] | totals of registers |
//! | [`figures`] | totals of kinds of list, in scopes |
//! | [`words`] | names by the words in them |

mod cells;
mod figures;
mod programmes;
mod reference;
mod sources;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rayon::slice::ParallelSliceMut;

use super::ActiveRecord;
use super::file::SnapshotFile;
use super::records::archive;
use crate::model::{BirthDate, CountryCode, EntityType, Register, RegisterIndex};
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::lists::ListParts;
use crate::snapshot::opened::Retired;
use crate::snapshot::rows::{Brief, CellRow, RecordRow};
use crate::snapshot::totals::Totals;
use programmes::Programmes;
use reference::ProgrammeColumns;
use words::NameWords;

/// What is arranged: records with their rows, by ordinal.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    /// Without the sentinel.
    pub(super) rows: &'a [RecordRow],
    /// Where the countries of each record begin and end is in the rows, the last end here.
    pub(super) countries: &'a [u16],
    pub(super) births: &'a [u32],
    pub(super) records: &'a [ActiveRecord],
    pub(super) registers: &'a [Register],
    pub(super) retired: &'a [Retired],
}

impl<'a> Table<'a> {
    /// Countries of a record, as codes.
    fn countries_of(self, record: u32) -> &'a [u16] {
        let end = self.rows.get(record as usize + 1).map(|row| row.countries as usize);
        let start = self.rows[record as usize].countries as usize;
        &self.countries[start..end.unwrap_or(self.countries.len())]
    }

    /// Birth dates of a record, as codes.
    fn births_of(self, record: u32) -> &'a [u32] {
        let end = self.rows.get(record as usize + 1).map(|row| row.births as usize);
        let start = self.rows[record as usize].births as usize;
        &self.births[start..end.unwrap_or(self.births.len())]
    }
}

/// Records by what they have.
struct Shelves<'a> {
    by_register: ListParts,
    countries: Vec<CountryCode>,
    by_country: ListParts,
    birth_years: Vec<u16>,
    by_birth_year: ListParts,
    programmes: Programmes<'a>,
    newest: Vec<u32>,
}

/// Everything that browsing reads.
pub(super) struct Browse<'a> {
    shelves: Shelves<'a>,
    briefs: Vec<Brief>,
    programmes: ProgrammeColumns,
    cells: Vec<CellRow>,
    words: NameWords,
    totals: Totals,
}

/// Arranges and counts everything.
pub(super) fn arrange<'a>(table: &Table<'a>) -> Browse<'a> {
    let (words, browse) = rayon::join(|| NameWords::read(table), || without_words(table));
    let (shelves, briefs, programmes, cells, totals) = browse;
    Browse { shelves, briefs, programmes, cells, words, totals }
}

type WithoutWords<'a> = (Shelves<'a>, Vec<Brief>, ProgrammeColumns, Vec<CellRow>, Totals);

fn without_words<'a>(table: &Table<'a>) -> WithoutWords<'a> {
    let (countries, by_country) = countries(table);
    let (birth_years, by_birth_year) = birth_years(table);
    let by_register = ListParts::build(table.registers.len(), table.rows.len(), |record, key| {
        key(usize::from(table.rows[record as usize].register));
    });
    let shelves = Shelves {
        by_register,
        countries,
        by_country,
        birth_years,
        by_birth_year,
        programmes: Programmes::read(table.records),
        newest: newest(table.rows),
    };
    let registers_by_name = registers_by_name(table.registers);
    let briefs = briefs(table);
    let cells = cells::all(table, &shelves.countries);
    let programmes = ProgrammeColumns::new(table, &shelves.programmes, &registers_by_name);
    let sources = sources::all(table, &shelves, &programmes);
    let (figures, merged_entities) = figures::all(table, &shelves, &sources);
    let countries = reference::countries(table, &shelves);
    let totals = Totals { figures, merged_entities, sources, countries, registers_by_name };
    (shelves, briefs, programmes, cells, totals)
}

impl Browse<'_> {
    /// Writes the sections from `totals` to `name-word-records`.
    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        use Section as S;
        let Self { shelves, .. } = self;
        file.section(S::Totals, |sink| sink.put(&archive(&self.totals)?))?;
        file.rows(S::Briefs, &self.briefs)?;
        file.rows(S::Newest, &shelves.newest)?;
        lists(file, S::RegisterOffsets, S::RegisterRecords, &shelves.by_register)?;
        let codes = shelves.countries.iter().map(|country| country.to_code().to_le_bytes());
        file.rows(S::CountryCodes, &codes.collect::<Vec<_>>())?;
        lists(file, S::CountryOffsets, S::CountryRecords, &shelves.by_country)?;
        file.rows(S::BirthYears, &shelves.birth_years)?;
        lists(file, S::BirthYearOffsets, S::BirthYearRecords, &shelves.by_birth_year)?;
        self.programmes.write_names(file)?;
        let by_programme = &shelves.programmes.records;
        lists(file, S::ProgrammeOffsets, S::ProgrammeRecords, by_programme)?;
        self.programmes.write_ranking(file)?;
        file.rows(S::CountryCells, &self.cells)?;
        self.words.write(file)
    }
}

fn lists(
    file: &mut SnapshotFile,
    starts: Section,
    items: Section,
    lists: &ListParts,
) -> Result<(), SnapshotError> {
    file.rows(starts, &lists.starts)?;
    file.rows(items, &lists.items)
}

fn briefs(table: &Table<'_>) -> Vec<Brief> {
    let rows = (0..).zip(table.rows);
    rows.map(|(record, row)| Brief::of(row, table.countries_of(record))).collect()
}

/// All countries, sorted, and the records of each.
fn countries(table: &Table<'_>) -> (Vec<CountryCode>, ListParts) {
    let codes: BTreeSet<CountryCode> =
        table.countries.iter().filter_map(|code| CountryCode::from_code(*code)).collect();
    let countries: Vec<CountryCode> = codes.into_iter().collect();
    let place = |code: u16| {
        CountryCode::from_code(code).and_then(|code| countries.binary_search(&code).ok())
    };
    let lists = ListParts::build(countries.len(), table.rows.len(), |record, key| {
        distinct(table.countries_of(record)).filter_map(place).for_each(&mut *key);
    });
    (countries, lists)
}

/// All birth years, sorted, and the records of each.
fn birth_years(table: &Table<'_>) -> (Vec<u16>, ListParts) {
    let year = |code: &u32| BirthDate::from_code(*code).map(BirthDate::year);
    let years: BTreeSet<u16> = table.births.iter().filter_map(year).collect();
    let years: Vec<u16> = years.into_iter().collect();
    let lists = ListParts::build(years.len(), table.rows.len(), |record, key| {
        let own = table.births_of(record).iter().filter_map(year);
        let own: Vec<usize> = own.filter_map(|year| years.binary_search(&year).ok()).collect();
        distinct(&own).for_each(key);
    });
    (years, lists)
}

fn newest(rows: &[RecordRow]) -> Vec<u32> {
    // Sorting pairs saves a look into the rows for every comparison.
    let rows = rows.iter().enumerate();
    let mut newest: Vec<(Reverse<u32>, u32)> =
        rows.map(|(record, row)| (Reverse(row.first_seen), record as u32)).collect();
    newest.par_sort_unstable();
    newest.into_iter().map(|(_, record)| record).collect()
}

fn registers_by_name(registers: &[Register]) -> Vec<RegisterIndex> {
    let mut by_name: Vec<RegisterIndex> =
        (0..registers.len()).map(|at| RegisterIndex(at as u16)).collect();
    by_name.sort_by_cached_key(|at| {
        let name = &registers[at.index()].name;
        (name.to_lowercase(), name.clone())
    });
    by_name
}

/// Each value once: a record counts once for a country, however often its list gives it.
fn distinct<T: PartialEq + Copy>(values: &[T]) -> impl Iterator<Item = T> {
    let is_first = |at: usize| !values[..at].contains(&values[at]);
    (0..values.len()).filter(move |at| is_first(*at)).map(|at| values[at])
}

/// The place of an entity type, by its code in a row, in a [`crate::snapshot::totals::ByType`].
fn kind_place(code: u8) -> usize {
    EntityType::from_code(code).map_or(EntityType::ALL.len(), |kind| kind as usize)
}

/// By falling count, then by key.
fn by_falling_count<K: Ord + Copy>(counts: &mut [(K, u64)]) {
    counts.sort_unstable_by_key(|(key, count)| (Reverse(*count), *key));
}

/// Keeps the entries of the highest counts, by falling count, then by key.
fn most<K: Ord + Copy>(counts: &mut Vec<(K, u64)>, keep: usize) {
    by_falling_count(counts);
    counts.truncate(keep);
}
