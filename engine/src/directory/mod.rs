//! The directory of a snapshot, for browsing beyond matching: records by register, country, programme,
//! birth year and age, names by word, and all totals that answers show. The snapshot holds all of it;
//! this module borrows it.

mod changes;
mod words;

use std::cmp::Reverse;

use crate::model::{CountryCode, EntityType, ListType, RegisterIndex, Scope};
use crate::snapshot::rows::CountRow;
pub use crate::snapshot::rows::RecordSummary;
use crate::snapshot::totals::Totals;
pub use crate::snapshot::totals::{ByType, Change, CountryFacts, Figures, SourceFacts};
use crate::snapshot::{BrowseView, Snapshot};
pub use changes::RecentChanges;
pub use words::NameWords;

/// The directory of one snapshot. Copies are cheap; making one and reading it allocate nothing.
#[derive(Debug, Clone, Copy)]
pub struct Directory<'s> {
    view: BrowseView<'s>,
    totals: &'s Totals,
}

/// A programme of active records.
#[derive(Debug, Clone, Copy)]
pub struct ProgrammeFacts<'s> {
    /// Its name as published.
    pub name: &'s str,
    /// Its name in lower case, which a text filter searches.
    pub lower_case: &'s str,
    registers: &'s [CountRow],
}

impl<'s> ProgrammeFacts<'s> {
    /// Returns the registers with records of it, in the order of their names.
    pub fn registers(self) -> impl Iterator<Item = RegisterIndex> + Clone + 's {
        self.registers.iter().map(|row| RegisterIndex(row.key as u16))
    }
}

/// Number of records of a register, a type and a country; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryCell {
    pub register: RegisterIndex,
    /// Entity type; `None` if unknown.
    pub entity_type: Option<EntityType>,
    /// Code of the country. A record of two countries counts in two cells.
    pub country: u16,
    /// Number of active records.
    pub records: u64,
}

impl<'s> Directory<'s> {
    /// Returns the directory of a snapshot.
    #[must_use]
    pub fn new(snapshot: &'s Snapshot) -> Self {
        Self { view: snapshot.browse(), totals: snapshot.totals() }
    }

    /// Returns all countries of active records, sorted.
    pub fn countries(self) -> impl Iterator<Item = CountryCode> + 's {
        let codes = self.view.countries.iter();
        codes.filter_map(|letters| CountryCode::from_code(u16::from_le_bytes(*letters)))
    }

    /// Returns all countries of active records with their counts, by falling number of records, then by
    /// code.
    #[must_use]
    pub fn country_facts(self) -> &'s [CountryFacts] {
        &self.totals.countries
    }

    /// Returns the number of programmes of active records.
    #[must_use]
    pub fn programme_count(self) -> usize {
        self.view.programme_count()
    }

    /// Returns the programme at this place among all programmes, sorted by name.
    #[must_use]
    pub fn programme(self, place: u32) -> ProgrammeFacts<'s> {
        ProgrammeFacts {
            name: self.view.programme_name(place),
            lower_case: self.view.programme_lower_case(place),
            registers: self.view.programme_registers(place),
        }
    }

    /// Returns the programmes with records on lists of this type, or on any list when `None`. Each is a
    /// place among all programmes with the number of these records, by falling number, then by name.
    pub fn programmes_by_records(
        self,
        list_type: Option<ListType>,
    ) -> impl ExactSizeIterator<Item = (u32, u64)> + Clone + 's {
        self.view.ranking(list_type).iter().map(|row| (row.key, row.records.into()))
    }

    /// Returns the active records of a register, ascending.
    #[must_use]
    pub fn of_register(self, register: RegisterIndex) -> &'s [u32] {
        self.view.by_register.get(register.index())
    }

    /// Returns the active records of a country, ascending; empty for a country without records.
    #[must_use]
    pub fn of_country(self, country: CountryCode) -> &'s [u32] {
        self.view.place_of_country(country).map_or(&[], |place| self.view.by_country.get(place))
    }

    /// Returns the active records of a programme of exactly this name, ascending.
    #[must_use]
    pub fn of_programme(self, name: &str) -> &'s [u32] {
        self.view.place_of_programme(name).map_or(&[], |place| self.view.by_programme.get(place))
    }

    /// Returns the active records with a birth date in a year, ascending.
    #[must_use]
    pub fn of_birth_year(self, year: u16) -> &'s [u32] {
        let place = self.view.birth_years.binary_search(&year);
        place.map_or(&[], |place| self.view.by_birth_year.get(place))
    }

    /// Returns the data of each active record that filters read, by ordinal.
    #[inline]
    #[must_use]
    pub fn summaries(self) -> &'s [RecordSummary] {
        self.view.summaries
    }

    /// Returns the numbers of active records by register, entity type and country.
    pub fn country_cells(self) -> impl Iterator<Item = CountryCell> + 's {
        self.view.cells.iter().map(|row| CountryCell {
            register: RegisterIndex(row.register),
            entity_type: EntityType::from_code(row.entity_type),
            country: row.country,
            records: row.records.into(),
        })
    }

    /// Returns the names of active records by their words.
    #[must_use]
    pub fn words(self) -> NameWords<'s> {
        NameWords { view: self.view }
    }

    /// Returns all active records, the most recently collected first, those of equal age by ordinal.
    #[must_use]
    pub fn newest(self) -> &'s [u32] {
        self.view.newest
    }

    /// Returns all registers by name, ignoring case, including those without records.
    #[must_use]
    pub fn registers_by_name(self) -> &'s [RegisterIndex] {
        &self.totals.registers_by_name
    }

    /// Returns all registers by the time at which their earliest record was first collected, the latest
    /// first. Registers of equal age are sorted by name, and those without records come last.
    #[must_use]
    pub fn registers_by_age(self) -> Vec<RegisterIndex> {
        let mut by_age = self.totals.registers_by_name.clone();
        by_age.sort_by_key(|register| Reverse(self.source(*register).first_seen));
        by_age
    }

    /// Returns the facts of a register as a whole.
    #[must_use]
    pub fn source(self, register: RegisterIndex) -> &'s SourceFacts {
        &self.totals.sources[register.index()]
    }

    /// Returns the figures of lists of this type, or of all lists when `None`, in a scope.
    #[must_use]
    pub fn figures(self, list_type: Option<ListType>, scope: Scope) -> &'s Figures {
        self.totals.figures(list_type, scope)
    }

    /// Returns the number of merged entities with active records.
    #[must_use]
    pub fn merged_entities(self) -> u64 {
        self.totals.merged_entities
    }
}
