//! The input of a snapshot.

use uuid::Uuid;

use crate::model::{
    BornBefore, CountryCode, FactsChange, LastChange, Record, RecordId, Register, RegisterIndex,
    Timestamp,
};
use crate::snapshot::file::Retired;
use crate::snapshot::rows::may_be_by_addresses;

/// All contents of a snapshot.
#[derive(Debug, Clone)]
pub struct SnapshotInput {
    /// Build time, from which the version is made.
    pub built_at: Timestamp,
    /// Name and version of the building program.
    pub builder: String,
    /// All registers, sorted by slug.
    pub registers: Vec<Register>,
    /// Active records in any order; ids must be distinct.
    pub records: Vec<ActiveRecord>,
    /// Retired records in any order; ids must be distinct from all others.
    pub retired: Vec<Retired>,
    /// Merged entities no longer in use, in any order, each with the one that now holds its records. A
    /// successor must itself be in use.
    pub successors: Vec<(Uuid, Uuid)>,
}

/// An active record with its history in the ledger.
#[derive(Debug, Clone)]
pub struct ActiveRecord {
    /// Published id.
    pub id: RecordId,
    /// Place of its register in [`SnapshotInput::registers`].
    pub register: RegisterIndex,
    /// First successful load that contained it.
    pub first_seen: Timestamp,
    /// Latest successful load that contained it. Older than the register's latest load while its
    /// removal is pending.
    pub last_seen: Timestamp,
    /// Latest builds in which its content changed.
    pub last_change: LastChange,
    /// The last builds in which its facts changed, oldest first.
    pub changes: Vec<FactsChange>,
    /// Its merged entity.
    pub entity: Option<Uuid>,
    /// The content of the record, as its list gives it.
    pub record: Record,
}

/// True if the record has no countries of its own and those of its addresses replace them.
pub(super) fn is_by_addresses(record: &Record) -> bool {
    may_be_by_addresses(record.entity_type)
        && record.countries.is_empty()
        && !record.address_countries.is_empty()
}

/// Returns the codes of its birth dates, followed by the date before which its party was born.
pub(super) fn birth_codes(record: &Record) -> impl Iterator<Item = u32> {
    let dates = record.birth_dates.iter().map(|date| date.to_code());
    dates.chain(record.born_before.map(|date| BornBefore(date).to_code()))
}

/// Returns the codes of the countries that matching and filters use.
pub(super) fn country_codes(record: &Record) -> impl Iterator<Item = u16> {
    let by_addresses = is_by_addresses(record);
    let countries = if by_addresses { &record.address_countries } else { &record.countries };
    countries.iter().map(|country| CountryCode::to_code(*country))
}
