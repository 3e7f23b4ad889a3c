//! What filters and facets look at in a record, in a quarter of the room that its row takes: a
//! million records are read in a millisecond.

use crate::model::{CountryCode, RecordOrdinal};
use crate::snapshot::Snapshot;

/// The short of one record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brief {
    /// When it was first seen or last changed, whichever is later; seconds since 1970 UTC.
    pub touched: u32,
    /// Place of its register.
    pub register: u16,
    /// See [`Self::country`] and [`Self::has_more_countries`].
    country: u16,
    /// [`crate::model::EntityType`] code, or [`crate::snapshot::rows::NONE_U8`].
    pub entity_type: u8,
    /// [`crate::model::Collection`] bits.
    pub collections: u8,
}

/// Marks that a record has further countries. Letters are ASCII, so the bit is free.
const MORE: u16 = 1 << 15;

impl Brief {
    /// Code of the record's first country, 0 for none.
    #[inline]
    #[must_use]
    pub fn country(self) -> u16 {
        self.country & !MORE
    }

    /// Whether the record has countries beside the first.
    #[inline]
    #[must_use]
    pub fn has_more_countries(self) -> bool {
        self.country & MORE != 0
    }
}

/// The briefs of all active records, by ordinal.
pub(super) fn all(snapshot: &Snapshot) -> Vec<Brief> {
    let index = snapshot.index();
    let brief = |record: u32| {
        let row = &index.records[record as usize];
        let codes = index.countries_of(RecordOrdinal(record));
        let first = codes.first().filter(|code| CountryCode::from_code(**code).is_some());
        let more = if codes.len() > 1 { MORE } else { 0 };
        Brief {
            touched: row.first_seen.max(row.last_change),
            register: row.register,
            country: first.copied().unwrap_or(0) | more,
            entity_type: row.entity_type,
            collections: row.collections,
        }
    };
    (0..snapshot.record_count() as u32).map(brief).collect()
}
