//! Lists of records by property: register, country, programme, birth year and age.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rayon::slice::ParallelSliceMut;

use super::programmes::Programmes;
use super::table::{Table, distinct};
use crate::model::{BirthDate, CountryCode};
use crate::snapshot::lists::ListParts;
use crate::snapshot::rows::RecordRow;

/// Lists of records by property.
pub(super) struct Shelves<'a> {
    pub(super) by_register: ListParts,
    pub(super) countries: Vec<CountryCode>,
    pub(super) by_country: ListParts,
    pub(super) birth_years: Vec<u16>,
    pub(super) by_birth_year: ListParts,
    pub(super) programmes: Programmes<'a>,
    pub(super) newest: Vec<u32>,
}

impl<'a> Shelves<'a> {
    pub(super) fn of(table: &Table<'a>) -> Self {
        let (countries, by_country) = countries(table);
        let (birth_years, by_birth_year) = birth_years(table);
        let by_register =
            ListParts::build(table.registers.len(), table.rows.len(), |record, key| {
                key(usize::from(table.rows[record as usize].register));
            });
        Self {
            by_register,
            countries,
            by_country,
            birth_years,
            by_birth_year,
            programmes: Programmes::read(table.records),
            newest: newest(table.rows),
        }
    }
}

/// Returns all countries, sorted, and the records of each.
fn countries(table: &Table<'_>) -> (Vec<CountryCode>, ListParts) {
    let codes: BTreeSet<CountryCode> =
        table.countries.iter().filter_map(|code| CountryCode::from_code(*code)).collect();
    let countries: Vec<CountryCode> = codes.into_iter().collect();
    let place = |code: u16| {
        CountryCode::from_code(code).and_then(|code| countries.binary_search(&code).ok())
    };
    let lists = ListParts::build(countries.len(), table.rows.len(), |record, key| {
        distinct(table.countries_of(record)).filter_map(place).for_each(&mut *key);
    });
    (countries, lists)
}

/// Returns all birth years, sorted, and the records of each.
fn birth_years(table: &Table<'_>) -> (Vec<u16>, ListParts) {
    let year = |code: &u32| BirthDate::from_code(*code).map(BirthDate::year);
    let years: BTreeSet<u16> = table.births.iter().filter_map(year).collect();
    let years: Vec<u16> = years.into_iter().collect();
    let lists = ListParts::build(years.len(), table.rows.len(), |record, key| {
        let own = table.births_of(record).iter().filter_map(year);
        let own: Vec<usize> = own.filter_map(|year| years.binary_search(&year).ok()).collect();
        distinct(&own).for_each(key);
    });
    (years, lists)
}

fn newest(rows: &[RecordRow]) -> Vec<u32> {
    // Sorting pairs saves a read of the rows for every comparison.
    let rows = rows.iter().enumerate();
    let mut newest: Vec<(Reverse<u32>, u32)> =
        rows.map(|(record, row)| (Reverse(row.first_seen), record as u32)).collect();
    newest.par_sort_unstable();
    newest.into_iter().map(|(_, record)| record).collect()
}
