//! Totals that answers show, counted when a snapshot is written: of registers, of countries, of
//! every kind of list in every scope. They are few, whatever the number of records, and held as
//! they are.

use rkyv::{Archive, Deserialize, Serialize};

use crate::model::{
    CountryCode, EntityType, ListType, RecordOrdinal, RegisterIndex, Scope, Timestamp,
};

/// Records by entity type: in the order of [`EntityType::ALL`], then those of unknown type.
pub type ByType = [u64; EntityType::ALL.len() + 1];

/// All totals of a snapshot. Archived as it is: a change here raises
/// [`super::format::FORMAT_VERSION`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Totals {
    /// By kind of list and scope; see [`Totals::figures`].
    pub figures: Vec<Figures>,
    /// Merged entities with active records.
    pub merged_entities: u64,
    /// By register.
    pub sources: Vec<SourceFacts>,
    /// All countries of active records, by falling number of records, then by code.
    pub countries: Vec<CountryFacts>,
    /// All registers by name, case ignored; those without records as well.
    pub registers_by_name: Vec<RegisterIndex>,
}

const SCOPES: usize = Scope::ALL.len();
/// Kinds of list, and behind them lists of any kind.
const GROUPS: usize = ListType::ALL.len() + 1;

impl Totals {
    /// Pairs of a kind of list, or any, and a scope: so many figures there are.
    pub const CELLS: usize = SCOPES * GROUPS;

    /// The place of a pair among the figures.
    #[must_use]
    pub fn cell(list_type: Option<ListType>, scope: Scope) -> usize {
        list_type.map_or(GROUPS - 1, |kind| kind as usize) * SCOPES + scope as usize
    }

    /// The figures of lists of this type, or of any when `None`, in a scope.
    #[must_use]
    pub fn figures(&self, list_type: Option<ListType>, scope: Scope) -> &Figures {
        &self.figures[Self::cell(list_type, scope)]
    }
}

/// Figures of the active records of one kind of list, or of any, in one scope.
#[derive(Debug, Clone, Default, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Figures {
    pub records: u64,
    /// Distinct parties: a merged entity counts once, a record without one by itself.
    pub entities: u64,
    /// Registers with such records.
    pub registers: u64,
    /// Distinct countries.
    pub countries: u64,
    /// Distinct programmes.
    pub programmes: u64,
    /// When the earliest of the records was first collected.
    pub first_seen: Option<Timestamp>,
    /// When a record was last added, changed or removed. A record that was removed is known by its
    /// register only: in a scope that depends on more than the kind of list, it counts when the
    /// register has records there.
    pub last_change: Option<Timestamp>,
    /// Records by entity type.
    pub by_type: ByType,
    /// The registers of most records, at most [`crate::limits::COLLECTION_TOP_MAX`], by falling
    /// count.
    pub top_registers: Vec<(RegisterIndex, u64)>,
    /// The countries of most records, at most [`crate::limits::COLLECTION_TOP_MAX`], by falling
    /// count.
    pub top_countries: Vec<(CountryCode, u64)>,
}

/// Totals of one register.
#[derive(Debug, Clone, Default, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct SourceFacts {
    /// Active records.
    pub records: u64,
    /// Distinct parties: a merged entity counts once, a record without one by itself.
    pub entities: u64,
    /// Active records by entity type.
    pub by_type: ByType,
    /// The countries of most records, at most [`crate::limits::SOURCE_COUNTRIES_MAX`], by falling
    /// count.
    pub countries: Vec<(CountryCode, u64)>,
    /// The programmes of most records, at most [`crate::limits::SOURCE_PROGRAMMES_MAX`], by
    /// falling count, as places among all programmes.
    pub programmes: Vec<(u32, u64)>,
    /// The records collected last, at most [`crate::limits::SOURCE_RECENT_MAX`], newest first.
    pub recent: Vec<RecordOrdinal>,
    /// When its earliest record was first collected.
    pub first_seen: Option<Timestamp>,
    /// When a record was last added.
    pub last_added: Option<Timestamp>,
    /// When a record was last removed.
    pub last_removed: Option<Timestamp>,
    /// What came and went, by day, ascending; days without a change are left out.
    pub days: Vec<Change>,
}

impl SourceFacts {
    /// When a record was last added or removed.
    #[must_use]
    pub fn last_change(&self) -> Option<Timestamp> {
        self.last_added.max(self.last_removed)
    }
}

/// What changed in a register on one day, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Change {
    /// Midnight, UTC, with which the day begins.
    pub day: Timestamp,
    /// Records first collected on that day.
    pub added: u64,
    /// Records that left the list on that day.
    pub removed: u64,
}

/// A country of active records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct CountryFacts {
    pub code: CountryCode,
    /// Active records that have it among theirs.
    pub records: u64,
    /// Registers with such a record.
    pub sources: u64,
}
