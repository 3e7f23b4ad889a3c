//! Totals that answers show, counted when a snapshot is written: of registers, of countries, and of
//! every kind of list in every scope. Their size does not depend on the number of records.

use rkyv::{Archive, Deserialize, Serialize};

use crate::model::{
    CountryCode, EntityType, ListType, RecordOrdinal, RegisterIndex, Scope, Timestamp,
};

/// Numbers of records by entity type: in the order of [`EntityType::ALL`], then those of unknown type.
pub type ByType = [u64; EntityType::ALL.len() + 1];

/// All totals of a snapshot. Archived as it is: a change here raises
/// [`super::format::FORMAT_VERSION`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Totals {
    /// Figures by kind of list and scope; see [`Totals::figures`].
    pub figures: Vec<Figures>,
    /// Merged entities with active records.
    pub merged_entities: u64,
    /// Facts of each register, by index.
    pub sources: Vec<SourceFacts>,
    /// All countries of active records, by falling number of records, then by code.
    pub countries: Vec<CountryFacts>,
    /// All registers by name, case ignored; includes those without records.
    pub registers_by_name: Vec<RegisterIndex>,
}

const SCOPES: usize = Scope::ALL.len();
/// Number of groups: one per kind of list, and one of lists of any kind.
const GROUPS: usize = ListType::ALL.len() + 1;

impl Totals {
    /// Number of cells: a kind of list, or any, times a scope.
    pub const CELLS: usize = SCOPES * GROUPS;

    /// Returns the cell of a kind of list, or any, in a scope.
    #[must_use]
    pub fn cell(list_type: Option<ListType>, scope: Scope) -> usize {
        list_type.map_or(GROUPS - 1, |kind| kind as usize) * SCOPES + scope as usize
    }

    /// Returns the figures of lists of this type, or of any when `None`, in a scope.
    #[must_use]
    pub fn figures(&self, list_type: Option<ListType>, scope: Scope) -> &Figures {
        &self.figures[Self::cell(list_type, scope)]
    }
}

/// Figures of the active records of one kind of list, or of any, in one scope.
#[derive(Debug, Clone, Default, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Figures {
    pub records: u64,
    /// Distinct parties: a merged entity counts once, a record without one counts alone.
    pub entities: u64,
    /// Registers with such records.
    pub registers: u64,
    /// Distinct countries.
    pub countries: u64,
    /// Distinct programmes.
    pub programmes: u64,
    /// Time when the earliest of the records was first collected.
    pub first_seen: Option<Timestamp>,
    /// Time when a record was last added, changed or removed. Removed records are known by register
    /// only: a scope that depends on more than the kind of list counts them if the register has records
    /// there.
    pub last_change: Option<Timestamp>,
    /// Records by entity type.
    pub by_type: ByType,
    /// The registers with the most records, at most [`crate::limits::COLLECTION_TOP_MAX`], by falling
    /// count.
    pub top_registers: Vec<(RegisterIndex, u64)>,
    /// The countries with the most records, at most [`crate::limits::COLLECTION_TOP_MAX`], by falling
    /// count.
    pub top_countries: Vec<(CountryCode, u64)>,
}

/// Totals of one register.
#[derive(Debug, Clone, Default, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct SourceFacts {
    /// Active records.
    pub records: u64,
    /// Distinct parties: a merged entity counts once, a record without one counts alone.
    pub entities: u64,
    /// Active records by entity type.
    pub by_type: ByType,
    /// The countries with the most records, at most [`crate::limits::SOURCE_COUNTRIES_MAX`], by falling
    /// count.
    pub countries: Vec<(CountryCode, u64)>,
    /// The programmes with the most records, at most [`crate::limits::SOURCE_PROGRAMMES_MAX`], by
    /// falling count, as places among all programmes.
    pub programmes: Vec<(u32, u64)>,
    /// The records collected last, at most [`crate::limits::SOURCE_RECENT_MAX`], newest first.
    pub recent: Vec<RecordOrdinal>,
    /// Time when its earliest record was first collected.
    pub first_seen: Option<Timestamp>,
    /// Time when a record was last added.
    pub last_added: Option<Timestamp>,
    /// Time when a record was last removed.
    pub last_removed: Option<Timestamp>,
    /// Records added and removed, by day, ascending; days without a change are left out.
    pub days: Vec<Change>,
}

impl SourceFacts {
    /// Returns the time when a record was last added or removed.
    #[must_use]
    pub fn last_change(&self) -> Option<Timestamp> {
        self.last_added.max(self.last_removed)
    }
}

/// Changes of a register on one day, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct Change {
    /// Midnight, UTC, at the start of the day.
    pub day: Timestamp,
    /// Records first collected on that day.
    pub added: u64,
    /// Records delisted on that day.
    pub removed: u64,
}

/// A country of active records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct CountryFacts {
    pub code: CountryCode,
    /// Active records with this country.
    pub records: u64,
    /// Registers with such a record.
    pub sources: u64,
}
