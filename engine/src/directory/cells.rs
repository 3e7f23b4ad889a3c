//! Records of each country by register and entity type: what facets add up where registers and
//! types alone say which records count.

use super::{Brief, ByType, distinct, kind_place};
use crate::model::{CountryCode, EntityType, RecordOrdinal, RegisterIndex};
use crate::snapshot::Snapshot;

/// How many records of a register, a type and a country there are; never none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountryCell {
    /// The register.
    pub register: RegisterIndex,
    /// The entity type; `None` is the unknown one.
    pub entity_type: Option<EntityType>,
    /// The country. A record of two countries counts in two cells.
    pub country: CountryCode,
    /// Active records.
    pub records: u64,
}

/// Every cell that holds a record, by register.
pub(super) fn all(
    snapshot: &Snapshot,
    countries: &[CountryCode],
    briefs: &[Brief],
) -> Vec<CountryCell> {
    let index = snapshot.index();
    let mut counts = vec![ByType::default(); snapshot.registers().len() * countries.len()];
    for (record, brief) in briefs.iter().enumerate() {
        let first = usize::from(brief.register) * countries.len();
        let codes = distinct(index.countries_of(RecordOrdinal(record as u32)));
        let places =
            codes.filter_map(|code| countries.binary_search(&CountryCode::from_code(code)?).ok());
        places.for_each(|place| counts[first + place][kind_place(brief.entity_type)] += 1);
    }
    let by_type = counts.iter().enumerate().flat_map(|(at, by_type)| {
        by_type.iter().enumerate().map(move |(code, records)| CountryCell {
            register: RegisterIndex((at / countries.len()) as u16),
            entity_type: EntityType::from_code(code as u8),
            country: countries[at % countries.len()],
            records: *records,
        })
    });
    by_type.filter(|cell| cell.records > 0).collect()
}
