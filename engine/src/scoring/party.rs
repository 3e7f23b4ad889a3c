//! Parties: the records that share one result.

use crate::model::{RecordOrdinal, named_enum};
use crate::snapshot::IndexView;
use crate::snapshot::rows::NONE_U32;

named_enum!(
    /// Unit of results (docs/api.md, "Parties").
    Grouping {
        Record = "record",
        /// The records of a merged entity together; a record without one is alone.
        Entity = "entity",
    }
);

/// The records that share one result; the best of them represents it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// A record without a merged entity.
    Alone(RecordOrdinal),
    /// The records of the merged entity at this position.
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
