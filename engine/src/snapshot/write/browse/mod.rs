//! The browsing sections, arranged and counted while the snapshot is written: records by register,
//! country, programme, birth year and age, names by word, and every total that answers show.
//!
//! | module | what it makes |
//! |---|---|
//! | [`table`] | nothing: the records that the others read |
//! | [`shelves`] | lists of records by property |
//! | [`programmes`] | programmes and their records |
//! | [`reference`] | countries and programmes with their counts |
//! | [`cells`] | numbers of records by register, type and country |
//! | [`sources`] | totals of registers |
//! | [`figures`] | totals of kinds of list, in scopes |
//! | [`words`] | names by the words in them |

mod cells;
mod figures;
mod programmes;
mod reference;
mod shelves;
mod sources;
mod table;
mod words;

use super::file::SnapshotFile;
use crate::model::{Register, RegisterIndex};
use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::Section;
use crate::snapshot::lists::ListParts;
use crate::snapshot::rows::{CellRow, RecordSummary};
use crate::snapshot::totals::Totals;
use reference::ProgrammeColumns;
use shelves::Shelves;
pub(super) use table::Table;
use words::NameWords;

/// All browsing sections.
pub(super) struct Browse<'a> {
    shelves: Shelves<'a>,
    summaries: Vec<RecordSummary>,
    programmes: ProgrammeColumns,
    cells: Vec<CellRow>,
    words: NameWords,
    totals: Totals,
}

/// Arranges and counts all browsing sections.
pub(super) fn arrange<'a>(table: &Table<'a>) -> Browse<'a> {
    let (words, browse) = rayon::join(|| NameWords::read(table), || without_words(table));
    let (shelves, summaries, programmes, cells, totals) = browse;
    Browse { shelves, summaries, programmes, cells, words, totals }
}

type WithoutWords<'a> = (Shelves<'a>, Vec<RecordSummary>, ProgrammeColumns, Vec<CellRow>, Totals);

fn without_words<'a>(table: &Table<'a>) -> WithoutWords<'a> {
    let shelves = Shelves::of(table);
    let registers_by_name = registers_by_name(table.registers);
    let summaries = summaries(table);
    let cells = cells::all(table, &shelves.countries);
    let programmes = ProgrammeColumns::new(table, &shelves.programmes, &registers_by_name);
    let sources = sources::all(table, &shelves, &programmes);
    let (figures, merged_entities) = figures::all(table, &shelves, &sources);
    let countries = reference::countries(table, &shelves);
    let totals = Totals { figures, merged_entities, sources, countries, registers_by_name };
    (shelves, summaries, programmes, cells, totals)
}

impl Browse<'_> {
    /// Writes the sections from `totals` to `name-word-records`.
    pub(super) fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        use Section as S;
        let Self { shelves, .. } = self;
        file.archive(S::Totals, &self.totals)?;
        file.rows(S::Summaries, &self.summaries)?;
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

fn summaries(table: &Table<'_>) -> Vec<RecordSummary> {
    let rows = (0..).zip(table.rows);
    rows.map(|(record, row)| RecordSummary::of(row, table.countries_of(record))).collect()
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
