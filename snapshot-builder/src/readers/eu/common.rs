//! Facts common to both forms of the EU list: names without a main one, genders, legal acts.

use tamis_engine::model::{EntityType, PartialDate, Record};

use crate::readers::common::facts::{
    add_note, add_unique, entity_type_of, filled, gender_of, graded, is_latin,
};

/// A name of a party. The list repeats it for every legal act that states it.
pub(super) struct Name {
    pub(super) text: String,
    /// Language of the translation, as a two-letter code; mostly empty.
    pub(super) language: String,
    pub(super) is_strong: bool,
}

/// Sets the names of a party. The list marks no main name, so the primary name is the first in Latin
/// letters. Names that are not weak are preferred, then names that are not translations into a language
/// other than English. The others are aliases in the publisher's order.
pub(super) fn set_names(record: &mut Record, mut names: Vec<Name>) {
    let is_translated =
        |name: &Name| !name.language.is_empty() && !name.language.eq_ignore_ascii_case("EN");
    let rank = |name: &Name| (!is_latin(&name.text), !name.is_strong, is_translated(name));
    // The first of equal ranks.
    let Some((main, _)) = names.iter().enumerate().min_by_key(|(_, name)| rank(name)) else {
        return;
    };
    record.name = names.remove(main).text;
    record.aliases.extend(names.into_iter().map(|name| graded(name.text, !name.is_strong)));
}

/// Sets the type of the party from its published code: `P` is a person, `E` any other.
pub(super) fn set_entity_type(record: &mut Record, code: Option<String>) {
    record.entity_type = match code.as_deref() {
        Some("P" | "person") => Some(EntityType::Individual),
        Some("E" | "enterprise") => Some(entity_type_of(&record.name)),
        _ => None,
    };
    if record.entity_type.is_none() {
        add_note(record, "Subject type", &code.unwrap_or_default());
    }
}

/// Sets the gender given with a name; the first one counts.
pub(super) fn set_gender(record: &mut Record, gender: &str) {
    let Some(known) = gender_of(gender) else { return add_note(record, "Gender", gender) };
    match record.gender.as_deref() {
        None => record.gender = Some(known.to_owned()),
        Some(first) if first == known => {}
        Some(_) => add_note(record, "Gender", known),
    }
}

/// Adds titles and functions as positions.
pub(super) fn add_position(record: &mut Record, position: &str) {
    if let Some(position) = filled(position) {
        add_unique(&mut record.positions, position);
    }
}

/// Adds the legal act that lists the party at present.
pub(super) fn add_legal_basis(record: &mut Record, title: &str, date: &str) {
    let date = if date.is_empty() { String::new() } else { format!(", {date}") };
    if !title.is_empty() {
        add_note(record, "Legal basis", &format!("{title}{date}"));
    }
}

/// Moves the listing date to the earliest act. The list gives the act of each fact, but mostly no date
/// of listing.
pub(super) fn note_act_date(record: &mut Record, date: Option<String>) {
    let date: Option<PartialDate> = date.and_then(|date| date.parse().ok());
    record.listed_on = match (record.listed_on, date) {
        (Some(known), Some(date)) => Some(known.min(date)),
        (known, date) => known.or(date),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main_name(names: &[(&str, &str, bool)]) -> String {
        let mut record = Record::default();
        let names = names.iter().map(|&(text, language, is_strong)| Name {
            text: text.to_owned(),
            language: language.to_owned(),
            is_strong,
        });
        set_names(&mut record, names.collect());
        record.name
    }

    #[test]
    fn the_main_name_is_latin_strong_and_no_translation_as_far_as_there_is_one() {
        assert_eq!(main_name(&[]), "");
        assert_eq!(main_name(&[("Солнце", "", true)]), "Солнце");
        let sun = [("Солнце", "", true), ("Sol", "ES", true), ("Sun", "EN", true)];
        assert_eq!(main_name(&sun), "Sun");
        assert_eq!(main_name(&sun[..2]), "Sol");
        let weak = [("The Fox", "", false), ("Ana Lee", "", true), ("Ann Lee", "", true)];
        assert_eq!(main_name(&weak), "Ana Lee");
        assert_eq!(main_name(&weak[..1]), "The Fox");
        assert_eq!(main_name(&[("The Fox", "", false), ("Ana Lee", "FR", true)]), "Ana Lee");
    }
}
