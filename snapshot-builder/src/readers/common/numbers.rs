//! Numbers that identify a party, and the one that only a ship has.

use tamis_engine::model::{CountryCode, EntityType, Identifier, ImoNumber, Record};

use super::facts::add_unique;

/// Kind of an identifier that holds an IMO number of a party that is not a ship.
pub(in crate::readers) const IMO_NUMBER: &str = "IMO number";

/// Adds a number, with the country that issued it where that is known.
pub(in crate::readers) fn add_identifier(
    record: &mut Record,
    kind: impl Into<String>,
    value: impl Into<String>,
    country: Option<CountryCode>,
) {
    let identifier = Identifier { kind: kind.into(), value: value.into(), country };
    add_unique(&mut record.identifiers, identifier);
}

/// Adds an IMO number: to the field of a ship, else to the identifiers. That of a company is the
/// number of an owner and names no ship.
pub(in crate::readers) fn add_imo(record: &mut Record, text: &str) {
    if !take_imo(record, text) {
        add_identifier(record, IMO_NUMBER, text, None);
    }
}

/// Takes a number as the IMO number of the record; false where it is none, where the record is
/// no ship, and where the ship has another one.
pub(in crate::readers) fn take_imo(record: &mut Record, text: &str) -> bool {
    if record.entity_type != Some(EntityType::Vessel) {
        return false;
    }
    ImoNumber::parse(text).is_some_and(|imo| *record.imo.get_or_insert(imo) == imo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_imo_number_is_that_of_a_ship_or_an_identifier() {
        let read = |entity_type, texts: &[&str]| {
            let mut record = Record { entity_type: Some(entity_type), ..Record::default() };
            texts.iter().for_each(|text| add_imo(&mut record, text));
            let others: Vec<_> = record.identifiers.into_iter().map(|id| id.value).collect();
            (record.imo.map(|imo| imo.to_string()), others)
        };
        let texts = ["9074729", "9074729", "8814275", "12"];
        let (imo, others) = read(EntityType::Vessel, &texts);
        assert_eq!(imo.as_deref(), Some("9074729"));
        assert_eq!(others, ["8814275", "12"]);
        let (imo, others) = read(EntityType::Company, &texts);
        assert_eq!((imo, others), (None, ["9074729", "8814275", "12"].map(str::to_owned).to_vec()));
    }
}
