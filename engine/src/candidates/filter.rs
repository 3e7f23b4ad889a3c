//! Filters of a request: collection, topics, registers, time of change, state of the listing
//! (docs/api.md, "Match").

use crate::model::{
    Collection, ListingEnd, ListingFilter, RecordId, RecordOrdinal, Register, RegisterIndex,
    Timestamp, Topic, registers_named,
};
use crate::snapshot::Snapshot;
use crate::snapshot::rows::RecordRow;

/// The filters of a request. Several values of one filter are alternatives; different filters must all
/// hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// The collection of the path.
    pub collection: Collection,
    /// Topics to keep; none keeps all.
    pub topics: Vec<Topic>,
    /// Registers to keep, each by a text that [names](registers_named) it; `None` keeps all, one
    /// that names none matches nothing.
    pub include: Option<Vec<String>>,
    /// Registers to leave out, named in the same way.
    pub exclude: Vec<String>,
    /// Keeps records first seen or last changed at this moment or later.
    pub changed_since: Option<Timestamp>,
    /// Keeps records by the state of their listing.
    pub listing: ListingFilter,
}

impl Filter {
    /// Every record of a collection.
    #[must_use]
    pub fn collection(collection: Collection) -> Self {
        Self {
            collection,
            topics: vec![],
            include: None,
            exclude: vec![],
            changed_since: None,
            listing: ListingFilter::All,
        }
    }
}

/// A filter resolved against one snapshot: a test of a record's row.
#[derive(Debug, Clone)]
pub struct BoundFilter<'s> {
    snapshot: &'s Snapshot,
    collection: u8,
    /// By register: true if its records pass.
    registers: Vec<bool>,
    changed_since: u32,
    listing: ListingFilter,
    /// Published IDs of further records that do not pass, sorted.
    excluded: Vec<u64>,
    passes_all: bool,
}

impl<'s> BoundFilter<'s> {
    /// Resolves names of registers and topics.
    #[must_use]
    pub fn new(snapshot: &'s Snapshot, filter: &Filter) -> Self {
        let registers = passing_registers(snapshot.registers(), filter);
        let since = filter.changed_since.map_or(0, |t| t.0.clamp(0, u32::MAX.into()) as u32);
        let passes_all = filter.collection == Collection::Default
            && registers.iter().all(|passes| *passes)
            && since == 0
            && filter.listing == ListingFilter::All;
        Self {
            snapshot,
            collection: filter.collection.bit(),
            registers,
            changed_since: since,
            listing: filter.listing,
            excluded: Vec::new(),
            passes_all,
        }
    }

    /// Returns the same filter, which these records do not pass.
    #[must_use]
    pub fn without(&self, records: &[RecordId]) -> Self {
        let mut excluded: Vec<u64> = records.iter().map(|record| record.0).collect();
        excluded.extend(&self.excluded);
        excluded.sort_unstable();
        let passes_all = self.passes_all && excluded.is_empty();
        Self { excluded, passes_all, ..self.clone() }
    }

    /// The snapshot it was resolved against.
    #[must_use]
    pub fn snapshot(&self) -> &'s Snapshot {
        self.snapshot
    }

    /// True if every record passes.
    #[must_use]
    pub fn passes_all(&self) -> bool {
        self.passes_all
    }

    /// True if the record of this row passes.
    #[inline]
    #[must_use]
    pub fn passes(&self, row: &RecordRow) -> bool {
        let end = ListingEnd::from_code(row.ends);
        self.admits(row.collections, row.register, row.touched(), end)
            && (self.excluded.is_empty() || self.excluded.binary_search(&row.id).is_err())
    }

    /// True if this record passes.
    #[must_use]
    pub fn passes_record(&self, record: RecordOrdinal) -> bool {
        self.passes(&self.snapshot.index().records[record.index()])
    }

    /// True if a record of these collections and this register passes that was first seen or last
    /// changed at this time and whose listing ends so.
    #[inline]
    #[must_use]
    pub fn admits(&self, collections: u8, register: u16, touched: u32, end: ListingEnd) -> bool {
        collections & self.collection != 0
            && self.registers[usize::from(register)]
            && touched >= self.changed_since
            && self.listing.admits(end)
    }

    /// True if records of this register may pass.
    #[must_use]
    pub fn admits_register(&self, register: RegisterIndex) -> bool {
        self.registers[register.index()]
    }
}

/// By register: true if its records may pass.
fn passing_registers(registers: &[Register], filter: &Filter) -> Vec<bool> {
    let has_topic = |register: &Register| {
        filter.topics.is_empty() || filter.topics.contains(&register.list_type.topic())
    };
    let mut passing: Vec<bool> = registers.iter().map(has_topic).collect();
    let named = |names: &[String]| {
        let mut named = vec![false; registers.len()];
        let all = names.iter().flat_map(|name| registers_named(registers, name));
        all.for_each(|register| named[register.index()] = true);
        named
    };
    if let Some(names) = &filter.include {
        passing.iter_mut().zip(named(names)).for_each(|(passes, kept)| *passes &= kept);
    }
    if !filter.exclude.is_empty() {
        passing.iter_mut().zip(named(&filter.exclude)).for_each(|(passes, out)| *passes &= !out);
    }
    passing
}
