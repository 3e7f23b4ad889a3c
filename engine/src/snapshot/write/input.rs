//! What a snapshot is written from.

use uuid::Uuid;

use crate::model::{
    BornBefore, CountryCode, FactsChange, LastChange, Record, RecordId, Register, RegisterIndex,
    Timestamp,
};
use crate::snapshot::file::Retired;
use crate::snapshot::rows::may_be_by_addresses;

/// Everything a snapshot holds.
#[derive(Debug, Clone)]
pub struct SnapshotInput {
    /// Build time; the version is made of it.
    pub built_at: Timestamp,
    /// Name and version of the building program.
    pub builder: String,
    /// All registers, sorted by slug.
    pub registers: Vec<Register>,
    /// Active records in any order; ids must be distinct.
    pub records: Vec<ActiveRecord>,
    /// Retired records in any order; ids must be distinct from all others.
    pub retired: Vec<Retired>,
    /// Merged entities no longer in use, each with the one that its records have now, in any
    /// order. A successor must not itself be out of use.
    pub successors: Vec<(Uuid, Uuid)>,
}

/// An active record with what the lineage knows of it.
#[derive(Debug, Clone)]
pub struct ActiveRecord {
    /// Published id.
    pub id: RecordId,
    /// Place of its register in [`SnapshotInput::registers`].
    pub register: RegisterIndex,
    /// First successful load that held it.
    pub first_seen: Timestamp,
    /// Latest successful load that held it. Older than that of its register where its removal waits.
    pub last_seen: Timestamp,
    /// Latest builds in which its content differed.
    pub last_change: LastChange,
    /// The last builds in which facts of it differed, the oldest first.
    pub changes: Vec<FactsChange>,
    /// Its merged entity.
    pub entity: Option<Uuid>,
    /// What its list says.
    pub record: Record,
}

/// Whether the countries of the addresses stand in for those of a record, which has none.
pub(super) fn is_by_addresses(record: &Record) -> bool {
    may_be_by_addresses(record.entity_type)
        && record.countries.is_empty()
        && !record.address_countries.is_empty()
}

/// Codes of its birth dates, and of the date before which its party was born.
pub(super) fn birth_codes(record: &Record) -> impl Iterator<Item = u32> {
    let dates = record.birth_dates.iter().map(|date| date.to_code());
    dates.chain(record.born_before.map(|date| BornBefore(date).to_code()))
}

/// Codes of the countries that matching and filters look at.
pub(super) fn country_codes(record: &Record) -> impl Iterator<Item = u16> {
    let by_addresses = is_by_addresses(record);
    let countries = if by_addresses { &record.address_countries } else { &record.countries };
    countries.iter().map(|country| CountryCode::to_code(*country))
}
