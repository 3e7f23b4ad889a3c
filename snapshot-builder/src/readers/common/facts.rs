//! Small steps that many readers share when they put facts into a record.

use tamis_engine::model::{
    Alias, BirthDate, CountryCode, EntityType, Fact, Identifier, ImoNumber, PartialDate, Record,
};
use tamis_engine::text::has_legal_form;

use super::english_date::DateReading;
use crate::limits::RECORD_VALUES_MAX;
use tamis_ingest::squeeze;

/// What stands between the parts of a made reference.
pub(in crate::readers) const MADE_OF_JOINER: &str = " | ";

/// Kind of an identifier that holds an IMO number of a party that is not a ship.
pub(in crate::readers) const IMO_NUMBER: &str = "IMO number";

/// Label of a note that holds a birth date as published.
pub(in crate::readers) const BIRTH_NOTE: &str = "Date of birth";

/// Adds the birth dates that the record does not have yet.
pub(in crate::readers) fn add_birth_dates(
    record: &mut Record,
    dates: impl IntoIterator<Item = impl Into<BirthDate>>,
) {
    add_all(&mut record.birth_dates, dates.into_iter().map(Into::into));
}

/// Adds the birth dates that a text was read as. Where it is none, or says more than dates do, the
/// text is a note.
pub(in crate::readers) fn add_birth_reading(record: &mut Record, text: &str, reading: DateReading) {
    if reading.is_lossy || reading.dates.is_empty() {
        add_note(record, BIRTH_NOTE, text);
    }
    add_birth_dates(record, reading.dates);
}

/// Sets the reference of the entry of the UN list on which the record rests; a further one is a note.
pub(in crate::readers) fn add_un_reference(record: &mut Record, reference: &str) {
    let other = filled(reference).and_then(|one| set_first(&mut record.un_reference, one));
    add_note(record, Fact::UnReference.label(), &other.unwrap_or_default());
}

/// Sets a field of one value; gives the value back where the field has another one.
pub(in crate::readers) fn set_first<T: PartialEq + Clone>(
    field: &mut Option<T>,
    value: T,
) -> Option<T> {
    let is_other = *field.get_or_insert_with(|| value.clone()) != value;
    is_other.then_some(value)
}

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

/// The date that a text was read as; a text that is not a date becomes a note.
pub(in crate::readers) fn date_or_note(
    date: Option<PartialDate>,
    label: &str,
    text: &str,
    record: &mut Record,
) -> Option<PartialDate> {
    if date.is_none() {
        add_note(record, label, text);
    }
    date
}

/// What a list calls an entity: COMPANY with a legal form in the name, else ORGANIZATION (docs/api.md, "Entity types and
/// schemas").
pub(in crate::readers) fn entity_type_of(name: &str) -> EntityType {
    if has_legal_form(name) { EntityType::Company } else { EntityType::Organization }
}

/// The gender for which a letter or word stands.
pub(in crate::readers) fn gender_of(text: &str) -> Option<&'static str> {
    match text.to_ascii_uppercase().as_str() {
        "M" | "MALE" => Some("male"),
        "F" | "FEMALE" => Some("female"),
        _ => None,
    }
}

/// A name beside the primary one, of the quality that the publisher gives it.
pub(in crate::readers) fn graded(name: impl Into<String>, is_weak: bool) -> Alias {
    if is_weak { Alias::weak(name) } else { Alias::strong(name) }
}

/// Adds a value unless it is there. Beyond [`RECORD_VALUES_MAX`] values, with which the record is
/// rejected anyway, it is not compared with them.
pub(in crate::readers) fn add_unique<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if values.len() > RECORD_VALUES_MAX || !values.contains(&value) {
        values.push(value);
    }
}

/// Adds the values that are not there yet.
pub(in crate::readers) fn add_all<T: PartialEq>(
    values: &mut Vec<T>,
    further: impl IntoIterator<Item = T>,
) {
    further.into_iter().for_each(|value| add_unique(values, value));
}

/// The parts that are not empty, without superfluous blanks, in one text.
pub(in crate::readers) fn joined<'t>(
    parts: impl IntoIterator<Item = &'t str>,
    separator: &str,
) -> String {
    let parts = parts.into_iter().map(squeeze).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(separator)
}

/// The text without superfluous blanks; `None` where nothing is left.
pub(in crate::readers) fn filled(text: &str) -> Option<String> {
    Some(squeeze(text)).filter(|text| !text.is_empty())
}

/// Keeps a text that found no field of its own, behind a label that says what it is.
pub(in crate::readers) fn add_note(record: &mut Record, label: &str, text: &str) {
    if let Some(text) = filled(text) {
        add_unique(&mut record.notes, format!("{label}: {text}"));
    }
}

/// Whether all letters of a text are Latin ones.
pub(in crate::readers) fn is_latin(text: &str) -> bool {
    let is_latin =
        |c: char| matches!(c, '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}' | '\u{FF00}'..='\u{FF5E}');
    text.chars().filter(|c| c.is_alphabetic()).all(is_latin)
}

/// Gives the record a reference made of fields that do not change while the publisher keeps the
/// entry, for lists that have no reference of their own.
pub(in crate::readers) fn make_reference<'t>(
    record: &mut Record,
    parts: impl IntoIterator<Item = &'t str>,
) {
    record.reference = joined(parts, MADE_OF_JOINER);
    record.is_reference_made = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_without_empty_parts_and_kept_once() {
        assert_eq!(joined([" 1  High St", "", "Leeds "], ", "), "1 High St, Leeds");
        assert_eq!((filled(" \n"), filled(" a  b ")), (None, Some("a b".to_owned())));
        let mut record = Record::default();
        for text in ["seen", " seen ", "", "gone"] {
            add_note(&mut record, "Port", text);
        }
        assert_eq!(record.notes, ["Port: seen", "Port: gone"]);
    }

    /// A value that counts how often it is compared.
    struct Counted<'c>(usize, &'c std::cell::Cell<usize>);

    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }

    #[test]
    fn values_of_a_record_that_is_rejected_are_not_compared() {
        let compared = std::cell::Cell::new(0);
        let mut values = Vec::new();
        for number in 0..10 * RECORD_VALUES_MAX {
            add_unique(&mut values, Counted(number, &compared));
        }
        assert_eq!(values.len(), 10 * RECORD_VALUES_MAX);
        assert_eq!(compared.get(), RECORD_VALUES_MAX * (RECORD_VALUES_MAX + 1) / 2);
    }

    #[test]
    fn latin_is_told_from_other_scripts_by_letters_alone() {
        for (text, expected) in [
            ("Łódź ‘Ngā’ 2", true),
            ("Nguyễn", true),
            ("ƏLI Şən A’B", true),
            ("ʻĀina", true),
            ("ＳＵＮ", true),
            ("Sun ООО", false),
            ("Солнце", false),
            ("太阳", false),
            ("សា", false),
        ] {
            assert_eq!(is_latin(text), expected, "{text}");
        }
    }

    #[test]
    fn a_made_reference_says_that_it_is_made() {
        let mut record = Record::default();
        make_reference(&mut record, [" LEE,  Ana", "", "1962-05-01"]);
        assert_eq!(record.reference, "LEE, Ana | 1962-05-01");
        assert!(record.is_reference_made);
    }

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

    #[test]
    fn a_legal_form_makes_a_company() {
        for (name, expected) in [
            ("NORTHERN TRADING CO., LTD.", EntityType::Company),
            ("Granja La Sierra S.A. de C.V.", EntityType::Company),
            ("ARMY OF THE SUN", EntityType::Organization),
            ("COALITION OF SAILORS", EntityType::Organization),
        ] {
            assert_eq!(entity_type_of(name), expected, "{name}");
        }
    }
}
