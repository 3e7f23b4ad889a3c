//! What one result stands for: a record, or the party that a merged entity's records describe.

use crate::model::{RecordOrdinal, named_enum};
use crate::snapshot::IndexView;
use crate::snapshot::rows::NONE_U32;

named_enum!(
    /// What results are (docs/api.md, "Parties").
    Grouping {
        Record = "record",
        /// Parties: the records of a merged entity together, those without one each alone.
        Entity = "entity",
    }
);

/// The records that share one result; the best of them stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// A record by itself.
    Alone(RecordOrdinal),
    /// The records of the merged entity in this place.
    Merged(u32),
}

impl Grouping {
    #[inline]
    #[must_use]
    pub fn party(self, index: &IndexView<'_>, record: RecordOrdinal) -> Party {
        let place = || index.records[record.index()].entity;
        match self {
            Self::Entity if place() != NONE_U32 => Party::Merged(place()),
            Self::Entity | Self::Record => Party::Alone(record),
        }
    }
}
