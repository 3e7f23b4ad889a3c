//! How the records of a search fall into list types, entity types, countries and registers
//! (api.md 4.8).

use super::SearchFilter;
use super::filter::BoundSearch;
use super::matches::Matches;
use crate::directory::Directory;
use crate::limits::FACET_VALUES_MAX;
use crate::model::{CountryCode, EntityType, ListType, RecordOrdinal, RegisterIndex};
use crate::snapshot::Snapshot;

/// Counts by value, highest first, then by value (decisions D5).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Records found.
    pub total: u64,
    /// By type of list.
    pub list_types: Vec<(ListType, u64)>,
    /// By entity type; records of unknown type are in none.
    pub entity_types: Vec<(EntityType, u64)>,
    /// By country, at most [`FACET_VALUES_MAX`]; a record of two countries counts for both.
    pub countries: Vec<(CountryCode, u64)>,
    /// By register, at most [`FACET_VALUES_MAX`].
    pub registers: Vec<(RegisterIndex, u64)>,
}

/// Counts what a search would find.
#[must_use]
pub fn facets(
    snapshot: &Snapshot,
    directory: &Directory,
    text: Option<&str>,
    filter: &SearchFilter,
) -> Facets {
    let search = BoundSearch::new(snapshot, directory, filter);
    let mut counts = Counts::new(snapshot);
    match text {
        Some(text) => Matches::find(&search, text).iter().for_each(|r| counts.add(&search, r)),
        None => search.for_each(|record| counts.add(&search, record)),
    }
    counts.into_facets(snapshot)
}

/// Countries have two letters, so there is a place for each.
const COUNTRY_PLACES: usize = 26 * 26;

struct Counts {
    total: u64,
    entity_types: [u64; EntityType::ALL.len()],
    registers: Vec<u64>,
    countries: Vec<u64>,
}

impl Counts {
    fn new(snapshot: &Snapshot) -> Self {
        Self {
            total: 0,
            entity_types: [0; EntityType::ALL.len()],
            registers: vec![0; snapshot.registers().len()],
            countries: vec![0; COUNTRY_PLACES],
        }
    }

    fn add(&mut self, search: &BoundSearch<'_>, record: u32) {
        let index = search.index();
        let row = &index.records[record as usize];
        self.total += 1;
        self.registers[usize::from(row.register)] += 1;
        if let Some(count) = self.entity_types.get_mut(usize::from(row.entity_type)) {
            *count += 1;
        }
        let codes = index.countries_of(RecordOrdinal(record));
        for (at, code) in codes.iter().enumerate() {
            if !codes[..at].contains(code) {
                self.countries[place_of(*code)] += 1;
            }
        }
    }

    fn into_facets(self, snapshot: &Snapshot) -> Facets {
        let registers = self.registers.iter().enumerate();
        let mut registers: Vec<(RegisterIndex, u64)> =
            registers.map(|(at, count)| (RegisterIndex(at as u16), *count)).collect();
        let list_type_of = |at: RegisterIndex| snapshot.registers()[at.index()].list_type;
        let of_list_type = |list_type: &ListType| {
            let own = registers.iter().filter(|(at, _)| list_type_of(*at) == *list_type);
            (*list_type, own.map(|(_, count)| count).sum())
        };
        let mut list_types: Vec<_> = ListType::ALL.iter().map(of_list_type).collect();
        let entity_types = EntityType::ALL.iter().copied().zip(self.entity_types);
        let mut entity_types: Vec<(EntityType, u64)> = entity_types.collect();
        let countries = self.countries.iter().enumerate();
        let mut countries: Vec<(CountryCode, u64)> =
            countries.filter_map(|(at, count)| Some((country_at(at)?, *count))).collect();
        sort(&mut list_types, |value| value.as_str());
        sort(&mut entity_types, |value| value.as_str());
        sort(&mut countries, |value| *value);
        sort(&mut registers, |at| snapshot.registers()[at.index()].name.as_str());
        countries.truncate(FACET_VALUES_MAX);
        registers.truncate(FACET_VALUES_MAX);
        Facets { total: self.total, list_types, entity_types, countries, registers }
    }
}

/// Leaves out what was not found and sorts by falling count, then by the value shown.
fn sort<'v, V, K: Ord>(counts: &'v mut Vec<(V, u64)>, shown: impl Fn(&V) -> K) {
    counts.retain(|(_, count)| *count > 0);
    counts.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| shown(a).cmp(&shown(b))));
}

fn place_of(code: u16) -> usize {
    let [a, b] = code.to_le_bytes().map(|letter| usize::from(letter.wrapping_sub(b'A')) % 26);
    a * 26 + b
}

fn country_at(place: usize) -> Option<CountryCode> {
    let letter = |at: usize| char::from(b'A' + at as u8);
    CountryCode::parse(&[letter(place / 26), letter(place % 26)].iter().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_a_place_of_its_own() {
        for place in 0..COUNTRY_PLACES {
            let code = country_at(place).expect("two letters");
            assert_eq!(place_of(code.to_code()), place);
        }
    }
}
