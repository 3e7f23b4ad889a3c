//! What a snapshot holds beyond what matching reads, as those who browse it ask for it: records by
//! register, country, programme, birth year and age, names by word, and every total that answers
//! show. All of it stands in the snapshot; this borrows it.

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

/// What is known of a programme of active records.
#[derive(Debug, Clone, Copy)]
pub struct ProgrammeFacts<'s> {
    /// Its name as published.
    pub name: &'s str,
    /// Its name in lower case: what a text filter looks into.
    pub lower_case: &'s str,
    registers: &'s [CountRow],
}

impl<'s> ProgrammeFacts<'s> {
    /// Registers with records of it, in the order of their names.
    pub fn registers(self) -> impl Iterator<Item = RegisterIndex> + Clone + 's {
        self.registers.iter().map(|row| RegisterIndex(row.key as u16))
    }
}

/// How many records of a register, a type and a country there are; never none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryCell {
    pub register: RegisterIndex,
    /// The entity type; `None` is the unknown one.
    pub entity_type: Option<EntityType>,
    /// Code of the country. A record of two countries counts in two cells.
    pub country: u16,
    /// Active records.
    pub records: u64,
}

impl<'s> Directory<'s> {
    /// The directory of a snapshot.
    #[must_use]
    pub fn new(snapshot: &'s Snapshot) -> Self {
        Self { view: snapshot.browse(), totals: snapshot.totals() }
    }

    /// All countries of active records, sorted.
    pub fn countries(self) -> impl Iterator<Item = CountryCode> + 's {
        let codes = self.view.countries.iter();
        codes.filter_map(|letters| CountryCode::from_code(u16::from_le_bytes(*letters)))
    }

    /// All countries of active records with their counts, by falling number of records, then by
    /// code.
    #[must_use]
    pub fn country_facts(self) -> &'s [CountryFacts] {
        &self.totals.countries
    }

    /// Programmes of active records.
    #[must_use]
    pub fn programme_count(self) -> usize {
        self.view.programme_count()
    }

    /// What is known of the programme at this place among all of them, sorted by name.
    #[must_use]
    pub fn programme(self, place: u32) -> ProgrammeFacts<'s> {
        ProgrammeFacts {
            name: self.view.programme_name(place),
            lower_case: self.view.programme_lower_case(place),
            registers: self.view.programme_registers(place),
        }
    }

    /// Programmes with records on lists of this type, or on any when `None`, as places among all
    /// programmes with the number of these records, by falling number, then by name.
    pub fn programmes_by_records(
        self,
        list_type: Option<ListType>,
    ) -> impl ExactSizeIterator<Item = (u32, u64)> + Clone + 's {
        self.view.ranking(list_type).iter().map(|row| (row.key, row.records.into()))
    }

    /// Active records of a register, ascending.
    #[must_use]
    pub fn of_register(self, register: RegisterIndex) -> &'s [u32] {
        self.view.by_register.get(register.index())
    }

    /// Active records of a country, ascending; none for a country that nobody has.
    #[must_use]
    pub fn of_country(self, country: CountryCode) -> &'s [u32] {
        self.view.place_of_country(country).map_or(&[], |place| self.view.by_country.get(place))
    }

    /// Active records of a programme of exactly this name, ascending.
    #[must_use]
    pub fn of_programme(self, name: &str) -> &'s [u32] {
        self.view.place_of_programme(name).map_or(&[], |place| self.view.by_programme.get(place))
    }

    /// Active records with a birth date in a year, ascending.
    #[must_use]
    pub fn of_birth_year(self, year: u16) -> &'s [u32] {
        let place = self.view.birth_years.binary_search(&year);
        place.map_or(&[], |place| self.view.by_birth_year.get(place))
    }

    /// What filters look at in each active record, by ordinal.
    #[inline]
    #[must_use]
    pub fn summaries(self) -> &'s [RecordSummary] {
        self.view.summaries
    }

    /// Active records by register, entity type and country.
    pub fn country_cells(self) -> impl Iterator<Item = CountryCell> + 's {
        self.view.cells.iter().map(|row| CountryCell {
            register: RegisterIndex(row.register),
            entity_type: EntityType::from_code(row.entity_type),
            country: row.country,
            records: row.records.into(),
        })
    }

    /// The names of active records by the words in them.
    #[must_use]
    pub fn words(self) -> NameWords<'s> {
        NameWords { view: self.view }
    }

    /// All active records, those first collected latest leading, equally old ones by ordinal.
    #[must_use]
    pub fn newest(self) -> &'s [u32] {
        self.view.newest
    }

    /// All registers by name, case ignored; those without records as well.
    #[must_use]
    pub fn registers_by_name(self) -> &'s [RegisterIndex] {
        &self.totals.registers_by_name
    }

    /// All registers, those whose earliest record was first collected latest leading, equally old
    /// ones by name; those without records at the end.
    #[must_use]
    pub fn registers_by_age(self) -> Vec<RegisterIndex> {
        let mut by_age = self.totals.registers_by_name.clone();
        by_age.sort_by_key(|register| Reverse(self.source(*register).first_seen));
        by_age
    }

    /// What is known of a register as a whole.
    #[must_use]
    pub fn source(self, register: RegisterIndex) -> &'s SourceFacts {
        &self.totals.sources[register.index()]
    }

    /// The figures of lists of this type, or of any when `None`, in a scope.
    #[must_use]
    pub fn figures(self, list_type: Option<ListType>, scope: Scope) -> &'s Figures {
        self.totals.figures(list_type, scope)
    }

    /// Merged entities with active records.
    #[must_use]
    pub fn merged_entities(self) -> u64 {
        self.totals.merged_entities
    }
}
