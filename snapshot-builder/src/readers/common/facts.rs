//! Small steps, shared by many readers, that put facts into a record.

use tamis_engine::model::{
    Alias, BirthDate, CountryCode, EntityType, Fact, Identifier, ImoNumber, PartialDate, Record,
};
use tamis_engine::text::has_legal_form;

use super::english_date::DateReading;
use crate::limits::RECORD_VALUES_MAX;
use tamis_ingest::squeeze;

/// Separator of the parts of a made reference.
pub(in crate::readers) const MADE_OF_JOINER: &str = " | ";

/// Kind of an identifier that holds the IMO number of a party other than a ship.
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

/// Adds the birth dates read from a text. If there are none, or the text says more than dates, it
/// becomes a note.
pub(in crate::readers) fn add_birth_reading(record: &mut Record, text: &str, reading: DateReading) {
    if reading.is_lossy || reading.dates.is_empty() {
        add_note(record, BIRTH_NOTE, text);
    }
    add_birth_dates(record, reading.dates);
}

/// Sets the UN reference: the entry of the UN list that is the basis of the record. A further one
/// becomes a note.
pub(in crate::readers) fn add_un_reference(record: &mut Record, reference: &str) {
    let other = filled(reference).and_then(|one| set_first(&mut record.un_reference, one));
    add_note(record, Fact::UnReference.label(), &other.unwrap_or_default());
}

/// Sets a field of one value; returns the value if the field already has another one.
pub(in crate::readers) fn set_first<T: PartialEq + Clone>(
    field: &mut Option<T>,
    value: T,
) -> Option<T> {
    let is_other = *field.get_or_insert_with(|| value.clone()) != value;
    is_other.then_some(value)
}

/// Adds an identifier, with the issuing country if known.
pub(in crate::readers) fn add_identifier(
    record: &mut Record,
    kind: impl Into<String>,
    value: impl Into<String>,
    country: Option<CountryCode>,
) {
    let identifier = Identifier { kind: kind.into(), value: value.into(), country };
    add_unique(&mut record.identifiers, identifier);
}

/// Adds an IMO number: to the field of a ship, else to the identifiers. A company's IMO number
/// identifies an owner, not a ship.
pub(in crate::readers) fn add_imo(record: &mut Record, text: &str) {
    if !take_imo(record, text) {
        add_identifier(record, IMO_NUMBER, text, None);
    }
}

/// Sets the IMO number of the record. False if the number is invalid, the record is no ship, or the
/// ship has another one.
pub(in crate::readers) fn take_imo(record: &mut Record, text: &str) -> bool {
    if record.entity_type != Some(EntityType::Vessel) {
        return false;
    }
    ImoNumber::parse(text).is_some_and(|imo| *record.imo.get_or_insert(imo) == imo)
}

/// Reads a date from a text; a text that is not a date becomes a note.
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

/// Type of a party that a list calls an entity: COMPANY if the name has a legal form, else ORGANIZATION
/// (docs/api.md, "Entity types and schemas").
pub(in crate::readers) fn entity_type_of(name: &str) -> EntityType {
    if has_legal_form(name) { EntityType::Company } else { EntityType::Organization }
}

/// Gender for a letter or word.
pub(in crate::readers) fn gender_of(text: &str) -> Option<&'static str> {
    match text.to_ascii_uppercase().as_str() {
        "M" | "MALE" => Some("male"),
        "F" | "FEMALE" => Some("female"),
        _ => None,
    }
}

/// An alias of the quality that the publisher states.
pub(in crate::readers) fn graded(name: impl Into<String>, is_weak: bool) -> Alias {
    if is_weak { Alias::weak(name) } else { Alias::strong(name) }
}

/// Adds a value unless it already exists. Beyond [`RECORD_VALUES_MAX`] values, with which the record is
/// rejected anyway, it is added without comparing.
pub(in crate::readers) fn add_unique<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if values.len() > RECORD_VALUES_MAX || !values.contains(&value) {
        values.push(value);
    }
}

/// Adds the values that do not exist yet.
pub(in crate::readers) fn add_all<T: PartialEq>(
    values: &mut Vec<T>,
    further: impl IntoIterator<Item = T>,
) {
    further.into_iter().for_each(|value| add_unique(values, value));
}

/// Joins the non-empty parts into one text, without superfluous blanks.
pub(in crate::readers) fn joined<'t>(
    parts: impl IntoIterator<Item = &'t str>,
    separator: &str,
) -> String {
    let parts = parts.into_iter().map(squeeze).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(separator)
}

/// The text without superfluous blanks; `None` if it is empty then.
pub(in crate::readers) fn filled(text: &str) -> Option<String> {
    Some(squeeze(text)).filter(|text| !text.is_empty())
}

/// Keeps a text without a field of its own as a labelled note.
pub(in crate::readers) fn add_note(record: &mut Record, label: &str, text: &str) {
    if let Some(text) = filled(text) {
        add_unique(&mut record.notes, format!("{label}: {text}"));
    }
}

/// True if all letters of a text are Latin.
pub(in crate::readers) fn is_latin(text: &str) -> bool {
    let is_latin =
        |c: char| matches!(c, '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}' | '\u{FF00}'..='\u{FF5E}');
    text.chars().filter(|c| c.is_alphabetic()).all(is_latin)
}

/// Gives the record a reference made of stable fields of its entry, for lists without references.
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

    /// A value that counts its comparisons.
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
