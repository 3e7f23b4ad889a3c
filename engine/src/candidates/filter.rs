//! Which records may answer: collection, topics, registers, time of change (docs/api.md, "Match").

use crate::model::{Collection, RegisterIndex, Timestamp, Topic};
use crate::snapshot::Snapshot;
use crate::snapshot::rows::RecordRow;

/// The filters of a request, as asked for. Several values of one filter are alternatives;
/// different filters must all hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// The collection of the path.
    pub collection: Collection,
    /// Topics to keep; none keeps all.
    pub topics: Vec<Topic>,
    /// Names of registers to keep, exact; `None` keeps all, an unknown name matches nothing.
    pub include: Option<Vec<String>>,
    /// Names of registers to leave out.
    pub exclude: Vec<String>,
    /// Keeps records first seen or last changed at this moment or later.
    pub changed_since: Option<Timestamp>,
}

impl Filter {
    /// Every record of a collection.
    #[must_use]
    pub fn collection(collection: Collection) -> Self {
        Self { collection, topics: vec![], include: None, exclude: vec![], changed_since: None }
    }
}

/// A filter resolved against one snapshot: a test of a record's row and nothing else.
#[derive(Debug, Clone)]
pub struct BoundFilter<'s> {
    snapshot: &'s Snapshot,
    collection: u8,
    /// By register, whether its records pass.
    registers: Vec<bool>,
    changed_since: u32,
    passes_all: bool,
}

impl<'s> BoundFilter<'s> {
    /// Resolves names of registers and topics.
    #[must_use]
    pub fn new(snapshot: &'s Snapshot, filter: &Filter) -> Self {
        let named = |names: &[String], name: &str| names.iter().any(|n| n == name);
        let passes = |register: &crate::model::Register| {
            (filter.topics.is_empty() || filter.topics.contains(&register.list_type.topic()))
                && filter.include.as_ref().is_none_or(|names| named(names, &register.name))
                && !named(&filter.exclude, &register.name)
        };
        let registers: Vec<bool> = snapshot.registers().iter().map(passes).collect();
        let since = filter.changed_since.map_or(0, |t| t.0.clamp(0, u32::MAX.into()) as u32);
        let passes_all = filter.collection == Collection::Default
            && registers.iter().all(|passes| *passes)
            && since == 0;
        let collection = filter.collection.bit();
        Self { snapshot, collection, registers, changed_since: since, passes_all }
    }

    /// The snapshot that it was resolved against.
    #[must_use]
    pub fn snapshot(&self) -> &'s Snapshot {
        self.snapshot
    }

    /// Whether every record passes.
    #[must_use]
    pub fn passes_all(&self) -> bool {
        self.passes_all
    }

    /// Whether this record may answer.
    #[inline]
    #[must_use]
    pub fn passes(&self, row: &RecordRow) -> bool {
        self.admits(row.collections, row.register, row.first_seen.max(row.last_change))
    }

    /// Whether a record of these collections and this register, first seen or last changed at
    /// this time, may answer.
    #[inline]
    #[must_use]
    pub fn admits(&self, collections: u8, register: u16, touched: u32) -> bool {
        collections & self.collection != 0
            && self.registers[usize::from(register)]
            && touched >= self.changed_since
    }

    /// Whether records of this register may answer.
    #[must_use]
    pub fn admits_register(&self, register: RegisterIndex) -> bool {
        self.registers[register.index()]
    }
}
