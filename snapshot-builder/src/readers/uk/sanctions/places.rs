//! Countries of a party, in columns and after labels, and its places of birth. Towns and countries of
//! birth are numbered in separate columns.

use tamis_engine::model::Record;

use super::numbered::{Values, values};
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_all, add_note};
use crate::readers::common::wording::says_more_than_a_country;

/// Adds the countries of a text. Unknown texts, and those that say more than a country, also become
/// notes.
pub(super) fn add_countries(
    record: &mut Record,
    label: &str,
    text: &str,
    collector: &mut Collector<'_>,
) {
    if !collector.add_countries(text, &mut record.countries) || says_more_than_a_country(text) {
        add_note(record, label, text);
    }
}

/// Places combined from a column of towns and a column of countries.
pub(super) fn read(towns: &str, countries: &str) -> Vec<String> {
    let (towns, countries) = (values(towns), values(countries));
    let count = towns.items.len().max(countries.items.len());
    let places = (0..count).map(|at| joined(item(&towns, at), item(&countries, at)));
    let mut read = Vec::new();
    add_all(&mut read, places.filter(|place| !place.is_empty()));
    read
}

/// Value of this number; a single value holds for all numbers of the other column.
fn item(values: &Values, at: usize) -> &str {
    let only =
        if values.items.len() == 1 && !values.is_counted { values.items.first() } else { None };
    values.items.get(at).or(only).map_or("", String::as_str)
}

/// Town and country; some cells contain both.
fn joined(town: &str, country: &str) -> String {
    let last = town.rsplit(',').next().unwrap_or_default().trim();
    if country.is_empty() || last.eq_ignore_ascii_case(country) {
        town.to_owned()
    } else if town.is_empty() || country.starts_with(&format!("{town},")) {
        country.to_owned()
    } else {
        format!("{town}, {country}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towns_and_countries_are_joined_by_their_numbers() {
        let table: [(&str, &str, &[&str]); 14] = [
            ("Lima", "Peru", &["Lima, Peru"]),
            ("Lima", "", &["Lima"]),
            ("", "Peru", &["Peru"]),
            ("", "", &[]),
            (
                "(1) Sfax (2) Goma",
                "(1) Tunisia (2) former Zaire",
                &["Sfax, Tunisia", "Goma, former Zaire"],
            ),
            ("(1) Herat (2) Kabul", "Afghanistan", &["Herat, Afghanistan", "Kabul, Afghanistan"]),
            ("Bor", "(1) Sudan (2) South Sudan", &["Bor, Sudan", "Bor, South Sudan"]),
            ("(1) Samarra", "(1) (2) Iraq", &["Samarra, Iraq", "Iraq"]),
            (
                "(1) Beja (2) - (3) -",
                "(1)-(2) Tunisia (3) Mali",
                &["Beja, Tunisia", "Tunisia", "Mali"],
            ),
            ("(1) Tunis (2)-(3) -", "(1) Tunisia (2)-(3) Mali", &["Tunis, Tunisia", "Mali"]),
            ("(1) - (2) Shabwa", "(1) Saudi Arabia (2) Yemen", &["Saudi Arabia", "Shabwa, Yemen"]),
            ("(a) Kidal, Mali (b) Gao", "Mali", &["Kidal, Mali", "Gao, Mali"]),
            ("Isfahan", "Isfahan, Iran", &["Isfahan, Iran"]),
            ("", "(1) Kuwait (2) Pakistan", &["Kuwait", "Pakistan"]),
        ];
        for (towns, countries, expected) in table {
            assert_eq!(read(towns, countries), expected, "{towns} | {countries}");
        }
    }
}
