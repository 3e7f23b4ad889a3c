//! Small steps that add facts to a record, shared by all forms of the OFAC lists.

use tamis_engine::model::{EntityType, Identifier, Record};

use super::identifiers::plain;
use crate::readers::common::english_date::read_dates;
use crate::readers::common::facts::{
    add_birth_dates, add_unique, entity_type_of, filled, joined, take_imo,
};
use tamis_ingest::squeeze;

/// Type of a party from the publisher's word for it, in any case; types of entities follow from their
/// names.
pub(super) fn type_of(kind: &str, name: &str) -> Option<EntityType> {
    match kind.to_ascii_lowercase().as_str() {
        "individual" => Some(EntityType::Individual),
        "entity" => Some(entity_type_of(name)),
        "vessel" => Some(EntityType::Vessel),
        "aircraft" => Some(EntityType::Aircraft),
        _ => None,
    }
}

/// Full name with the family name first, as in the CSV files and the printed list.
pub(super) fn full_name(last: &str, first: &str) -> String {
    match (last.is_empty(), first.is_empty()) {
        (false, false) => format!("{last}, {first}"),
        _ => format!("{last}{first}"),
    }
}

/// An address in one line, as in the CSV files: city, state and post code are one part.
pub(super) fn address_line<T: AsRef<str>>(street: [T; 3], place: [T; 3], country: &str) -> String {
    let [city, state, code] = place.each_ref().map(AsRef::as_ref);
    let place = joined([&*joined([city, state], ", "), code], " ");
    joined(street.iter().map(AsRef::as_ref).chain([&*place, country]), ", ")
}

/// Adds the birth dates of a text. False if it is no date or says more than dates.
pub(super) fn add_birth_date(text: &str, record: &mut Record) -> bool {
    let reading = read_dates(text);
    let is_read = !reading.dates.is_empty() && !reading.is_lossy;
    add_birth_dates(record, reading.dates);
    is_read
}

/// Adds positions; several titles are one text.
pub(super) fn add_positions(titles: &str, record: &mut Record) -> bool {
    record.positions.extend(titles.split("; ").filter_map(filled));
    true
}

/// The gender in lower case.
pub(super) fn set_gender(text: &str, record: &mut Record) -> bool {
    record.gender = filled(text).map(|gender| gender.to_lowercase());
    true
}

/// Sets the ticker; false if the field already has one.
pub(super) fn add_ticker(ticker: &str, record: &mut Record) -> bool {
    let is_first = record.ticker.is_none();
    record.ticker.get_or_insert_with(|| squeeze(ticker));
    is_first
}

/// Adds an identifier. The first ISIN and the IMO number of a vessel have their own fields.
pub(super) fn add_identifier(mut identifier: Identifier, record: &mut Record) {
    if let Some(isin) = identifier.value.strip_prefix("ISIN: ") {
        identifier = plain("ISIN", isin);
    }
    if identifier.kind == "ISIN" {
        let first = record.isin.get_or_insert_with(|| identifier.value.clone());
        if *first == identifier.value {
            return;
        }
    }
    // By chance, 15 of the 137 company numbers have the check digit of ships.
    if identifier.value.strip_prefix("IMO ").is_some_and(|number| take_imo(record, number)) {
        return;
    }
    add_unique(&mut record.identifiers, identifier);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_one_line_whatever_is_missing() {
        let street = ["1 High St", "", "2nd floor"];
        for (place, expected) in [
            (["Lima", "Callao", "15001"], "1 High St, 2nd floor, Lima, Callao 15001, Peru"),
            (["", "Callao", "15001"], "1 High St, 2nd floor, Callao 15001, Peru"),
            (["", "", ""], "1 High St, 2nd floor, Peru"),
        ] {
            assert_eq!(address_line(street, place, "Peru"), expected);
        }
        assert_eq!(address_line([""; 3], [""; 3], "Peru"), "Peru");
    }

    #[test]
    fn names_are_written_family_name_first() {
        for (last, first, expected) in
            [("LEE", "Ana", "LEE, Ana"), ("LEE", "", "LEE"), ("", "Ana", "Ana"), ("", "", "")]
        {
            assert_eq!(full_name(last, first), expected);
        }
    }
}
