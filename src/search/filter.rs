//! The filters of a search (api.md 4.6), beyond those that it shares with a match.

use crate::candidates::{BoundFilter, Filter};
use crate::directory::Directory;
use crate::model::{
    CountryCode, EntityType, ListType, PartialDate, RecordOrdinal, Register, RegisterIndex,
};
use crate::snapshot::{IndexView, Snapshot};

/// What a record must be like; every part that is set must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchFilter {
    /// Collection, topics, registers and time of change.
    pub base: Filter,
    /// Entity type; a record of unknown type has none (decisions D2).
    pub entity_type: Option<EntityType>,
    /// Type of the list.
    pub list_type: Option<ListType>,
    /// Name of the one register, exact.
    pub source: Option<String>,
    /// A country among those of the record.
    pub nationality: Option<CountryCode>,
    /// A birth date of the record begins with this one.
    pub birth_date: Option<PartialDate>,
    /// Name of a programme, exact.
    pub programme: Option<String>,
}

impl SearchFilter {
    /// Every record that `base` lets through.
    #[must_use]
    pub fn of(base: Filter) -> Self {
        Self {
            base,
            entity_type: None,
            list_type: None,
            source: None,
            nationality: None,
            birth_date: None,
            programme: None,
        }
    }
}

/// A filter resolved against one snapshot.
pub(super) struct BoundSearch<'s> {
    index: IndexView<'s>,
    base: BoundFilter<'s>,
    filter: &'s SearchFilter,
    /// By register, whether its records pass.
    registers: Vec<bool>,
    /// Records of the programme, ascending.
    programme: Option<&'s [u32]>,
    /// The shortest list that holds every record that can pass; `None` for all records.
    base_list: Option<&'s [u32]>,
}

impl<'s> BoundSearch<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        directory: &'s Directory,
        filter: &'s SearchFilter,
    ) -> Self {
        let passes = |register: &Register| {
            filter.list_type.is_none_or(|list_type| register.list_type == list_type)
                && filter.source.as_ref().is_none_or(|name| register.name == *name)
        };
        let registers: Vec<bool> = snapshot.registers().iter().map(passes).collect();
        let programme = filter.programme.as_deref().map(|name| directory.of_programme(name));
        let source = filter.source.as_ref().map(|_| {
            let place = registers.iter().position(|passes| *passes);
            place.map_or(&[][..], |at| directory.of_register(RegisterIndex(at as u16)))
        });
        let country = filter.nationality.map(|country| directory.of_country(country));
        let lists = [programme, source, country].into_iter().flatten();
        Self {
            index: snapshot.index(),
            base: BoundFilter::new(snapshot, &filter.base),
            filter,
            registers,
            programme,
            base_list: lists.min_by_key(|list| list.len()),
        }
    }

    pub(super) fn index(&self) -> &IndexView<'s> {
        &self.index
    }

    /// Calls back with every record that passes, ascending.
    pub(super) fn for_each(&self, mut on_record: impl FnMut(u32)) {
        let mut offer = |record: u32| {
            if self.passes(record) {
                on_record(record);
            }
        };
        match self.base_list {
            Some(list) => list.iter().copied().for_each(&mut offer),
            None => (0..self.index.record_count() as u32).for_each(&mut offer),
        }
    }

    /// Whether the record may answer.
    pub(super) fn passes(&self, record: u32) -> bool {
        let (row, ordinal) = (&self.index.records[record as usize], RecordOrdinal(record));
        let Self { filter, .. } = self;
        self.base.passes(row)
            && self.registers[usize::from(row.register)]
            && filter.entity_type.is_none_or(|kind| row.entity_type == kind as u8)
            && filter
                .nationality
                .is_none_or(|country| self.index.countries_of(ordinal).contains(&country.to_code()))
            && filter.birth_date.is_none_or(|date| self.is_born(ordinal, date))
            && self.programme.is_none_or(|list| list.binary_search(&record).is_ok())
    }

    fn is_born(&self, record: RecordOrdinal, prefix: PartialDate) -> bool {
        let dates = self.index.births_of(record).iter();
        let begins = |date: PartialDate| {
            date.precision() >= prefix.precision() && date.truncated(prefix.precision()) == prefix
        };
        dates.filter_map(|code| PartialDate::from_code(*code)).any(begins)
    }
}
