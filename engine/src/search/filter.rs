//! The filters of a search (docs/api.md, "Search"), in addition to those that it shares with a match.

use super::ascending::Ascending;
use crate::candidates::{BoundFilter, Filter};
use crate::directory::{Directory, RecordSummary};
use crate::model::{
    BirthDate, Collection, CountryCode, EntityType, ListType, ListingEnd, ListingFilter,
    PartialDate, RecordOrdinal, Register, RegisterIndex, registers_named,
};
use crate::snapshot::{IndexView, Snapshot};

/// Conditions on a record; every condition that is set must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchFilter {
    /// Collection, topics, registers, time of change, and state of the listing.
    pub base: Filter,
    /// Entity type; a record of unknown type has none (docs/api.md, "Entity types and schemas").
    pub entity_type: Option<EntityType>,
    pub list_type: Option<ListType>,
    /// The one register, given by a text that [names](registers_named) it.
    pub source: Option<String>,
    /// A country among those of the record.
    pub nationality: Option<CountryCode>,
    /// A birth date of the record begins with this one.
    pub birth_date: Option<PartialDate>,
    /// Name of a programme, exact.
    pub programme: Option<String>,
}

impl SearchFilter {
    /// Returns a filter that passes every record of `base`.
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

/// A filter resolved against one snapshot. It is made for each search and remembers the positions of
/// the last tests, so that tests in ascending order are cheap.
pub(super) struct BoundSearch<'s> {
    index: IndexView<'s>,
    directory: Directory<'s>,
    base: BoundFilter<'s>,
    filter: &'s SearchFilter,
    /// By register: true if its records can pass.
    registers: Vec<bool>,
    /// Records of the programme.
    programme: Option<Ascending<'s>>,
    /// Records born in the year of the birth date.
    birth_year: Option<Ascending<'s>>,
    /// The shortest list that holds every record that can pass; `None` for all records.
    shortest: Option<&'s [u32]>,
}

impl<'s> BoundSearch<'s> {
    pub(super) fn new(
        snapshot: &'s Snapshot,
        directory: Directory<'s>,
        filter: &'s SearchFilter,
    ) -> Self {
        let base = BoundFilter::new(snapshot, &filter.base);
        let collection = filter.base.collection;
        let named = |name| registers_named(snapshot.registers(), name).collect::<Vec<_>>();
        let source = filter.source.as_deref().map(named);
        let passes = |(at, register): (usize, &Register)| {
            let place = RegisterIndex(at as u16);
            base.admits_register(place)
                && may_hold(collection, register.list_type)
                && filter.list_type.is_none_or(|list_type| register.list_type == list_type)
                && source.as_ref().is_none_or(|named| named.contains(&place))
        };
        let registers: Vec<bool> = snapshot.registers().iter().enumerate().map(passes).collect();
        let programme = filter.programme.as_deref().map(|name| directory.of_programme(name));
        let birth_year = filter.birth_date.map(|date| directory.of_birth_year(date.year()));
        let lists = [
            programme,
            birth_year,
            filter.nationality.map(|country| directory.of_country(country)),
            only_register(&registers, directory),
        ];
        Self {
            index: snapshot.index(),
            directory,
            base,
            filter,
            registers,
            programme: programme.map(Ascending::new),
            birth_year: birth_year.map(Ascending::new),
            shortest: lists.into_iter().flatten().min_by_key(|list| list.len()),
        }
    }

    pub(super) fn snapshot(&self) -> &'s Snapshot {
        self.base.snapshot()
    }

    pub(super) fn index(&self) -> &IndexView<'s> {
        &self.index
    }

    pub(super) fn directory(&self) -> Directory<'s> {
        self.directory
    }

    /// True if every record must be visited to find those that pass.
    pub(super) fn looks_at_all(&self) -> bool {
        self.shortest.is_none()
    }

    /// True if register and type alone decide which records pass, so that totals give their number.
    pub(super) fn is_by_totals(&self) -> bool {
        let Self { filter, .. } = self;
        filter.base.collection != Collection::Maritime
            && filter.base.changed_since.is_none()
            && filter.base.listing == ListingFilter::All
            && filter.nationality.is_none()
            && filter.birth_date.is_none()
            && filter.programme.is_none()
    }

    /// True if the records of this register and type pass, where these alone decide it.
    pub(super) fn passes_all_of(
        &self,
        register: RegisterIndex,
        entity_type: Option<EntityType>,
    ) -> bool {
        let wanted = self.filter.entity_type;
        self.registers[register.index()] && (wanted.is_none() || wanted == entity_type)
    }

    /// Returns the numbers of passing records by register and type (its place in a `ByType`), where
    /// these alone decide it.
    pub(super) fn totals(&self) -> impl Iterator<Item = (RegisterIndex, usize, u64)> {
        let registers = (0..self.registers.len()).map(|at| RegisterIndex(at as u16));
        registers.flat_map(move |register| {
            let by_type = self.directory.source(register).by_type.iter().enumerate();
            let passing = by_type.filter(move |(kind, _)| {
                self.passes_all_of(register, EntityType::from_code(*kind as u8))
            });
            passing.map(move |(kind, records)| (register, kind, *records))
        })
    }

    /// Returns the number of passing records, where totals give it.
    pub(super) fn known_total(&self) -> Option<usize> {
        let total = || self.totals().map(|(_, _, records)| records).sum::<u64>();
        self.is_by_totals().then(|| total() as usize)
    }

    /// Returns the passing records, ascending, without the first `offset` and at most `limit`.
    pub(super) fn page(&self, offset: usize, limit: usize) -> Vec<u32> {
        fn cut(records: impl Iterator<Item = u32>, offset: usize, limit: usize) -> Vec<u32> {
            records.skip(offset).take(limit).collect()
        }
        match self.shortest {
            Some(list) => cut(list.iter().copied().filter(|r| self.passes(*r)), offset, limit),
            None => {
                let all = 0..self.directory.summaries().len() as u32;
                cut(all.filter(|record| self.passes(*record)), offset, limit)
            }
        }
    }

    /// Calls `on_record` with every passing record, ascending.
    pub(super) fn for_each(&self, mut on_record: impl FnMut(u32)) {
        let mut offer = |record: u32| {
            if self.passes(record) {
                on_record(record);
            }
        };
        match self.shortest {
            Some(list) => list.iter().copied().for_each(&mut offer),
            None => (0..self.directory.summaries().len() as u32).for_each(&mut offer),
        }
    }

    /// True if the record passes.
    #[inline]
    pub(super) fn passes(&self, record: u32) -> bool {
        let brief = &self.directory.summaries()[record as usize];
        let (Self { filter, .. }, end) = (self, ListingEnd::from_code(brief.ends));
        self.registers[usize::from(brief.register)]
            && self.base.admits(brief.collections, brief.register, brief.touched, end)
            && filter.entity_type.is_none_or(|kind| brief.entity_type == kind as u8)
            && filter.nationality.is_none_or(|country| self.is_of(record, *brief, country))
            && self.programme.as_ref().is_none_or(|list| list.contains(record))
            && self.birth_year.as_ref().is_none_or(|list| list.contains(record))
            && filter.birth_date.is_none_or(|date| self.is_born(record, date))
    }

    fn is_of(&self, record: u32, brief: RecordSummary, country: CountryCode) -> bool {
        let code = country.to_code();
        brief.country() == code
            || brief.has_more_countries()
                && self.index.countries_of(RecordOrdinal(record)).contains(&code)
    }

    fn is_born(&self, record: u32, prefix: PartialDate) -> bool {
        let dates = self.index.births_of(RecordOrdinal(record)).iter();
        let begins = |date: PartialDate| {
            date.precision() >= prefix.precision() && date.truncated(prefix.precision()) == prefix
        };
        dates.filter_map(|code| BirthDate::from_code(*code)).any(|born| begins(born.date))
    }
}

/// True if a register of this type of list may have records in a collection. Except for the maritime
/// collection, it then has all of them there.
fn may_hold(collection: Collection, list_type: ListType) -> bool {
    collection == Collection::Maritime
        || Collection::bits_of(list_type, None, false) & collection.bit() != 0
}

/// Returns the records of the only register that passes, or an empty list when none does.
fn only_register<'s>(registers: &[bool], directory: Directory<'s>) -> Option<&'s [u32]> {
    let mut passing = registers.iter().enumerate().filter(|(_, passes)| **passes);
    match (passing.next(), passing.next()) {
        (None, _) => Some(&[]),
        (Some((at, _)), None) => Some(directory.of_register(RegisterIndex(at as u16))),
        _ => None,
    }
}
