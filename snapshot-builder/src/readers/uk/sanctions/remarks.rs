//! The "Other Information" of a party: free text, with labelled facts since 2022.

use tamis_engine::model::{Alias, EntityType, Record};

use super::labels::{Part, parts};
use super::numbered::values;
use super::places::add_countries;
use super::{imo, other_names, references};
use crate::readers::collector::Collector;
use crate::readers::common::facts::{IMO_NUMBER, add_identifier, add_imo, add_note, add_unique};

/// Kind of an identifier for a reference of the UK Sanctions List.
const UK_REFERENCE: &str = "UK Sanctions List reference";

/// Adds the facts of the remarks to the record, whose type must be known. Free text is kept completely.
pub(super) fn read(text: &str, record: &mut Record, collector: &mut Collector<'_>) {
    for Part { label, text } in parts(text) {
        let rest = match label {
            Some(label) => read_fact(label, text, record, collector),
            None => Some(text),
        };
        match (rest, label) {
            (Some(rest), _) => read_free_text(rest, record, collector),
            (None, label) => add_note(record, label.unwrap_or_default(), text),
        }
    }
}

/// Adds a labelled fact; returns the free text after it, or `None` if it has no field.
fn read_fact<'t>(
    label: &str,
    text: &'t str,
    record: &mut Record,
    collector: &mut Collector<'_>,
) -> Option<&'t str> {
    match label.to_lowercase().as_str() {
        "un ref" => {
            let (reference, rest) = references::un_reference(text)?;
            references::add_un_reference(record, &reference);
            Some(rest)
        }
        "uk sanctions list ref" => {
            let (found, rest) = references::uk_references(text);
            found
                .iter()
                .for_each(|reference| add_identifier(record, UK_REFERENCE, reference, None));
            (!found.is_empty()).then_some(rest)
        }
        "gender" => {
            let (gender, rest) = text.split_once([' ', '.']).unwrap_or((text, ""));
            record.gender.get_or_insert(gender.to_lowercase());
            Some(rest)
        }
        "imo number" => {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            let (number, rest) = text.split_at_checked(end).filter(|(n, _)| !n.is_empty())?;
            add_imo(record, number);
            Some(rest)
        }
        "flag of ship" | "current believed flag of ship" => {
            let flags = values(text).headed();
            flags.iter().for_each(|flag| add_countries(record, label, flag, collector));
            Some("")
        }
        "business reg no" | "hull identification number" => {
            values(text)
                .headed()
                .iter()
                .for_each(|number| add_identifier(record, label, number, None));
            Some("")
        }
        _ => None,
    }
}

/// Keeps the text, and adds the facts in it that have a field.
fn read_free_text(text: &str, record: &mut Record, collector: &mut Collector<'_>) {
    let text = text.trim_start_matches(['.', ',', ';', ' ']).trim_end();
    if text.is_empty() {
        return;
    }
    add_unique(&mut record.notes, text.to_owned());
    for reference in references::un_references(text) {
        references::add_un_reference(record, &reference);
    }
    if let Some(gender) = gender(text) {
        record.gender.get_or_insert_with(|| gender.to_owned());
    }
    let is_person = record.entity_type == Some(EntityType::Individual);
    record.aliases.extend(other_names::read(text, is_person).into_iter().map(Alias::weak));
    if record.entity_type == Some(EntityType::Vessel) {
        read_ship(text, record, collector);
    } else if let [imo::Mention { imo, is_own: true }] = imo::mentions(text).as_slice() {
        add_identifier(record, IMO_NUMBER, imo.to_string(), None);
    }
}

/// Marks birth dates as approximate if the remarks say so: all of them, or those of a year.
pub(super) fn mark_approximate(record: &mut Record) {
    for year in record.notes.iter().flat_map(|note| approximate_years(note)).collect::<Vec<_>>() {
        for born in &mut record.birth_dates {
            born.is_approximate |= year.is_none_or(|year| born.year() == year);
        }
    }
}

/// Years in "DOB is approximate." and "Date of birth: 1957 is approximate."; `None` for a sentence
/// without one.
fn approximate_years(text: &str) -> impl Iterator<Item = Option<u16>> {
    text.split('.').filter_map(|sentence| {
        let sentence = sentence.trim().to_lowercase();
        let said = sentence.strip_suffix("is approximate")?;
        let what = ["dob", "date of birth", "year of birth"];
        let year = what.iter().find_map(|what| said.strip_prefix(what))?.trim_matches([' ', ':']);
        if year.is_empty() { Some(None) } else { year.parse().ok().map(Some) }
    })
}

/// Gender from a sentence such as "Male." or "Gender: male."
fn gender(text: &str) -> Option<&'static str> {
    text.split('.').find_map(|sentence| {
        let sentence = sentence.trim().to_lowercase();
        let word = sentence.strip_prefix("gender:").unwrap_or(&sentence).trim();
        ["male", "female"].into_iter().find(|gender| *gender == word)
    })
}

/// Adds the facts of a ship in free text.
fn read_ship(text: &str, record: &mut Record, collector: &mut Collector<'_>) {
    for mention in imo::mentions(text).iter().filter(|mention| mention.is_own) {
        add_imo(record, &mention.imo.to_string());
    }
    if let Some(flag) = behind(text, "Flag State:") {
        add_countries(record, "Flag State", flag, collector);
    }
    if let Some(number) = behind(text, "MMSI:") {
        add_identifier(record, "MMSI", number, None);
    }
}

/// Text after a word, up to the end of the sentence.
fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (_, behind) = text.split_once(word)?;
    behind.split('.').next().map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_the_remarks_call_approximate_are_so() {
        for (note, expected) in [
            ("DOB is approximate", "circa 1957, circa 1962"),
            (
                "Brother of ANA. Date of birth is approximate. Lives in Lima.",
                "circa 1957, circa 1962",
            ),
            ("Date of birth:1957 is approximate.", "circa 1957, 1962"),
            ("Date of birth 1962 is approximate.", "1957, circa 1962"),
            ("In approximately 2005, ran a camp.", "1957, 1962"),
            ("The amount is approximate.", "1957, 1962"),
        ] {
            let mut record = Record {
                birth_dates: ["1957", "1962"].map(|date| date.parse().expect("a date")).to_vec(),
                notes: vec![note.to_owned()],
                ..Record::default()
            };
            mark_approximate(&mut record);
            let shown: Vec<String> = record.birth_dates.iter().map(ToString::to_string).collect();
            assert_eq!(shown.join(", "), expected, "{note}");
        }
    }
}
