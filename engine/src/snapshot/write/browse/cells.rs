//! Numbers of records by country, register and entity type. Facets sum them up where registers and
//! types alone decide which records count.

use super::table::{Table, distinct, kind_place};
use crate::lexicon::rows::NONE_U8;
use crate::model::{CountryCode, EntityType};
use crate::snapshot::rows::CellRow;
use crate::snapshot::totals::ByType;

/// Returns every cell that holds a record, by register, country and type.
pub(super) fn all(table: &Table<'_>, countries: &[CountryCode]) -> Vec<CellRow> {
    let mut counts = vec![ByType::default(); table.registers.len() * countries.len()];
    for (record, row) in (0..).zip(table.rows) {
        let first = usize::from(row.register) * countries.len();
        let codes = distinct(table.countries_of(record));
        let places =
            codes.filter_map(|code| countries.binary_search(&CountryCode::from_code(code)?).ok());
        places.for_each(|place| counts[first + place][kind_place(row.entity_type)] += 1);
    }
    let by_type = counts.iter().enumerate().flat_map(|(at, by_type)| {
        by_type.iter().enumerate().map(move |(code, records)| CellRow {
            records: *records as u32,
            register: (at / countries.len()) as u16,
            country: countries[at % countries.len()].to_code(),
            entity_type: if code < EntityType::ALL.len() { code as u8 } else { NONE_U8 },
            reserved: [0; 3],
        })
    });
    by_type.filter(|cell| cell.records > 0).collect()
}
