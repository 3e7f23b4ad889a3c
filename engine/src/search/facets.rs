//! Counts of the records found by list type, entity type, country and register (docs/api.md, "Facets").

use super::filter::BoundSearch;
use super::{Found, SearchFilter};
use crate::directory::{ByType, Directory};
use crate::limits::FACET_VALUES_MAX;
use crate::model::{CountryCode, EntityType, ListType, RecordOrdinal, RegisterIndex};
use crate::snapshot::Snapshot;

/// Counts by value, highest first, then by value (docs/api.md, "Facets").
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// Number of records found.
    pub total: u64,
    pub list_types: Vec<(ListType, u64)>,
    /// By entity type; `None` counts the records of unknown type.
    pub entity_types: Vec<(Option<EntityType>, u64)>,
    /// By country, at most [`FACET_VALUES_MAX`]. A record with two countries counts for both.
    pub countries: Vec<(CountryCode, u64)>,
    /// By register, at most [`FACET_VALUES_MAX`].
    pub registers: Vec<(RegisterIndex, u64)>,
}

/// Counts the records that a search would find.
#[must_use]
pub fn facets(
    snapshot: &Snapshot,
    directory: Directory<'_>,
    text: Option<&str>,
    filter: &SearchFilter,
) -> Facets {
    let search = BoundSearch::new(snapshot, directory, filter);
    let mut counts = Counts::new(snapshot);
    if text.is_none() && search.is_by_totals() {
        counts.add_totals(&search);
    } else {
        Found::new(&search, text).for_each(|record| counts.add(&search, record));
    }
    counts.into_facets(snapshot)
}

/// Number of two-letter country codes, each with a place of its own.
const COUNTRY_PLACES: usize = 26 * 26;

struct Counts {
    /// Records by register and entity type. All totals but those of countries are sums of these.
    cells: Vec<ByType>,
    countries: Vec<u64>,
}

impl Counts {
    fn new(snapshot: &Snapshot) -> Self {
        Self {
            cells: vec![ByType::default(); snapshot.registers().len()],
            countries: vec![0; COUNTRY_PLACES],
        }
    }

    /// Adds all records that pass by their totals, without visiting them.
    fn add_totals(&mut self, search: &BoundSearch<'_>) {
        for (register, kind, records) in search.totals() {
            self.cells[register.index()][kind] += records;
        }
        let cells = search.directory().country_cells();
        for cell in cells.filter(|cell| search.passes_all_of(cell.register, cell.entity_type)) {
            if let Some(place) = place_of(cell.country) {
                self.countries[place] += cell.records;
            }
        }
    }

    #[inline]
    fn add(&mut self, search: &BoundSearch<'_>, record: u32) {
        let brief = search.directory().summaries()[record as usize];
        let kind = usize::from(brief.entity_type).min(EntityType::ALL.len());
        self.cells[usize::from(brief.register)][kind] += 1;
        if brief.has_more_countries() {
            self.add_countries(search.index().countries_of(RecordOrdinal(record)));
        } else if let Some(place) = place_of(brief.country()) {
            self.countries[place] += 1;
        }
    }

    fn add_countries(&mut self, codes: &[u16]) {
        for (at, code) in codes.iter().enumerate() {
            if let Some(place) = place_of(*code).filter(|_| !codes[..at].contains(code)) {
                self.countries[place] += 1;
            }
        }
    }

    fn into_facets(self, snapshot: &Snapshot) -> Facets {
        let registers = self.cells.iter().enumerate();
        let mut registers: Vec<(RegisterIndex, u64)> =
            registers.map(|(at, cells)| (RegisterIndex(at as u16), cells.iter().sum())).collect();
        let total = registers.iter().map(|(_, count)| count).sum();
        let list_type_of = |at: RegisterIndex| snapshot.registers()[at.index()].list_type;
        let of_list_type = |list_type: &ListType| {
            let own = registers.iter().filter(|(at, _)| list_type_of(*at) == *list_type);
            (*list_type, own.map(|(_, count)| count).sum())
        };
        let mut list_types: Vec<_> = ListType::ALL.iter().map(of_list_type).collect();
        let of_place = |place: usize| self.cells.iter().map(|cells| cells[place]).sum();
        // The unknown type follows the known ones.
        let types = (0..=EntityType::ALL.len()).map(|at| (EntityType::ALL.get(at).copied(), at));
        let mut entity_types: Vec<_> = types.map(|(kind, at)| (kind, of_place(at))).collect();
        let countries = self.countries.iter().enumerate();
        let mut countries: Vec<(CountryCode, u64)> =
            countries.filter_map(|(at, count)| Some((country_at(at)?, *count))).collect();
        sort(&mut list_types, |value| value.as_str());
        sort(&mut entity_types, |value| value.map_or("UNKNOWN", EntityType::as_str));
        sort(&mut countries, |value| *value);
        sort(&mut registers, |at| snapshot.registers()[at.index()].name.as_str());
        countries.truncate(FACET_VALUES_MAX);
        registers.truncate(FACET_VALUES_MAX);
        Facets { total, list_types, entity_types, countries, registers }
    }
}

/// Removes values without records and sorts the rest by falling count, then by the value shown.
fn sort<V, K: Ord>(counts: &mut Vec<(V, u64)>, shown: impl Fn(&V) -> K) {
    counts.retain(|(_, count)| *count > 0);
    counts.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| shown(a).cmp(&shown(b))));
}

/// Returns the place of a country; `None` for a code without a country.
fn place_of(code: u16) -> Option<usize> {
    let [a, b] = code.to_le_bytes().map(|letter| usize::from(letter.wrapping_sub(b'A')));
    (a < 26 && b < 26).then_some(a * 26 + b)
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
            assert_eq!(place_of(code.to_code()), Some(place));
        }
        assert_eq!(place_of(0), None);
    }
}
