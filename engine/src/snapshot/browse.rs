//! The sections that browsing reads, as one bundle of borrowed slices: records by register,
//! country, programme, birth year and age, and names by the words in them.

use std::cmp::Ordering;

use super::format::Section;
use super::lists::Lists;
use super::rows::{CellRow, CountRow, ProgrammeRow, RecordSummary};
use super::sections::Parts;
use crate::lexicon::dictionary::Dictionary;
use crate::model::{CountryCode, ListType};

/// Borrowed slices over the mapped file; nothing is copied.
#[derive(Debug, Clone, Copy)]
pub struct BrowseView<'s> {
    /// Columns of each record that filters read, by ordinal.
    pub summaries: &'s [RecordSummary],
    /// Records by the time of their first collection, newest first, then by ordinal.
    pub newest: &'s [u32],
    pub by_register: Lists<'s>,
    /// Country codes of records as pairs of letters, sorted.
    pub countries: &'s [[u8; 2]],
    /// Records of each of [`Self::countries`].
    pub by_country: Lists<'s>,
    /// Years of birth, sorted.
    pub birth_years: &'s [u16],
    /// Records of each of [`Self::birth_years`].
    pub by_birth_year: Lists<'s>,
    /// Records of each programme, by its place.
    pub by_programme: Lists<'s>,
    /// Numbers of records by register, entity type and country; empty cells are left out.
    pub cells: &'s [CellRow],
    /// Programmes sorted by name, with a sentinel row.
    pub(super) programmes: &'s [ProgrammeRow],
    pub(super) programme_text: &'s [u8],
    pub(super) programme_registers: &'s [CountRow],
    pub(super) ranking_starts: &'s [u32],
    pub(super) ranking: &'s [CountRow],
    pub(super) word_fst: &'s [u8],
    /// Names that contain each word.
    pub(super) by_word: Lists<'s>,
    /// Record ordinal of each name.
    pub(super) name_records: &'s [u32],
    /// Records that contain each word in one of their names.
    pub(super) by_written: Lists<'s>,
}

impl<'s> BrowseView<'s> {
    pub(super) fn new(parts: &Parts<'s>) -> Self {
        use Section as S;
        let lists = |starts, items| Lists::new(parts.slice(starts), parts.slice(items));
        Self {
            summaries: parts.slice(S::Summaries),
            newest: parts.slice(S::Newest),
            by_register: lists(S::RegisterOffsets, S::RegisterRecords),
            countries: parts.slice(S::CountryCodes),
            by_country: lists(S::CountryOffsets, S::CountryRecords),
            birth_years: parts.slice(S::BirthYears),
            by_birth_year: lists(S::BirthYearOffsets, S::BirthYearRecords),
            by_programme: lists(S::ProgrammeOffsets, S::ProgrammeRecords),
            cells: parts.slice(S::CountryCells),
            programmes: parts.slice(S::Programmes),
            programme_text: parts.bytes(S::ProgrammeText),
            programme_registers: parts.slice(S::ProgrammeRegisters),
            ranking_starts: parts.slice(S::RankingOffsets),
            ranking: parts.slice(S::Ranking),
            word_fst: parts.bytes(S::NameWordFst),
            by_word: lists(S::NameWordOffsets, S::NameWordLists),
            name_records: parts.slice(S::NameWordRecords),
            by_written: lists(S::WrittenOffsets, S::WrittenRecords),
        }
    }

    /// Returns the place of a country in [`Self::countries`].
    #[must_use]
    pub fn place_of_country(&self, country: CountryCode) -> Option<usize> {
        let code = country.to_code().to_le_bytes();
        self.countries.binary_search(&code).ok()
    }

    #[must_use]
    pub fn programme_count(&self) -> usize {
        self.programmes.len() - 1
    }

    /// Returns the place of the programme with exactly this name.
    #[must_use]
    pub fn place_of_programme(&self, name: &str) -> Option<usize> {
        let (mut from, mut to) = (0, self.programme_count());
        while from < to {
            let middle = from.midpoint(to);
            match self.programme_name(middle as u32).cmp(name) {
                Ordering::Less => from = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => to = middle,
            }
        }
        None
    }

    /// Name of the programme at a place, as published.
    #[must_use]
    pub fn programme_name(&self, place: u32) -> &'s str {
        let row = &self.programmes[place as usize];
        self.programme_part(row.name, row.lower_case)
    }

    /// Name of the programme at a place, in lower case.
    #[must_use]
    pub fn programme_lower_case(&self, place: u32) -> &'s str {
        let rows = &self.programmes[place as usize..place as usize + 2];
        self.programme_part(rows[0].lower_case, rows[1].name)
    }

    fn programme_part(&self, from: u32, to: u32) -> &'s str {
        let bytes = &self.programme_text[from as usize..to as usize];
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// Registers with records of the programme at a place, with their number, in the order of the
    /// registers' names.
    #[must_use]
    pub fn programme_registers(&self, place: u32) -> &'s [CountRow] {
        let rows = &self.programmes[place as usize..place as usize + 2];
        &self.programme_registers[rows[0].registers as usize..rows[1].registers as usize]
    }

    /// Programmes with records on lists of this type, or of any type when `None`: places and numbers of
    /// records, by falling number, then by name.
    #[must_use]
    pub fn ranking(&self, list_type: Option<ListType>) -> &'s [CountRow] {
        let list = Self::ranking_of(list_type);
        let ends = &self.ranking_starts[list..list + 2];
        &self.ranking[ends[0] as usize..ends[1] as usize]
    }

    /// Number of rankings: one per list type, and one of all types.
    pub(super) const RANKINGS: usize = ListType::ALL.len() + 1;

    /// Returns the place of the ranking of a list type, or of all types.
    pub(super) fn ranking_of(list_type: Option<ListType>) -> usize {
        list_type.map_or(ListType::ALL.len(), |list_type| list_type as usize)
    }

    /// Returns the names that contain a word, ascending; `None` when no name does. The word is folded
    /// in the same way as the words of published names ([`crate::text`]).
    #[must_use]
    pub fn names_with(&self, word: &str) -> Option<&'s [u32]> {
        let place = Dictionary::new(self.word_fst).get(word)?;
        self.by_word.find(place)
    }

    /// Returns the records that contain a word in one of their names, ascending; see
    /// [`Self::names_with`].
    #[must_use]
    pub fn records_with(&self, word: &str) -> Option<&'s [u32]> {
        let place = Dictionary::new(self.word_fst).get(word)?;
        self.by_written.find(place)
    }

    /// Returns the record of a name in these lists.
    #[inline]
    #[must_use]
    pub fn record_of_name(&self, name: u32) -> u32 {
        self.name_records[name as usize]
    }
}

/// Returns the records of names, each once; names are numbered in the order of their records.
pub(super) fn records_of(names: &[u32], record_of: &[u32]) -> impl Iterator<Item = u32> {
    let record = |name: &u32| record_of[*name as usize];
    names.chunk_by(move |one, other| record(one) == record(other)).map(move |run| record(&run[0]))
}
