//! The form of the EU list until 2016: `ENTITY` with `NAME`, `BIRTH`, `CITIZEN`, `ADDRESS` and
//! `PASSPORT`, each with its legal act. Countries have three letters.

use tamis_engine::model::{DateOrder, PartialDate, Record, read_numeric};

use super::common::{
    Name, add_legal_basis, add_position, note_act_date, set_entity_type, set_gender, set_names,
};
use crate::readers::collector::Collector;
use crate::readers::common::acronyms::add_acronyms;
use crate::readers::common::english_date::read_dates;
use crate::readers::common::facts::{
    add_birth_reading, add_identifier, add_note, add_unique, filled, joined,
};
use tamis_ingest::xml::Element;

/// Greatest number of bracket pairs removed from a remark; the list has at most two.
const BRACKETS_MAX: usize = 4;

/// The date on the root element, DD/MM/YYYY.
pub(super) fn list_date(root: &Element) -> Option<PartialDate> {
    read_numeric(&root.attribute("Date")?, DateOrder::DayMonthYear)
}

pub(super) fn read_entity(entity: &Element, collector: &mut Collector<'_>) -> Record {
    let attribute = |name: &str| entity.attribute(name).unwrap_or_default();
    let mut record = Record {
        reference: attribute("Id"),
        source_url: entity.attribute("pdf_link"),
        notes: filled(without_brackets(&attribute("remark"))).into_iter().collect(),
        ..Record::default()
    };
    let names = entity.all("NAME").filter_map(|name| read_name(name, &mut record)).collect();
    set_names(&mut record, names);
    set_entity_type(&mut record, entity.attribute("Type"));
    add_legal_basis(&mut record, &attribute("legal_basis"), &attribute("reg_date"));
    for part in std::iter::once(entity).chain(&entity.children) {
        note_act_date(&mut record, part.attribute("reg_date"));
        // A party listed under two regimes has one on itself and both on its names.
        if let Some(programme) = part.attribute("programme") {
            add_unique(&mut record.programmes, programme);
        }
        match part.name.as_str() {
            "BIRTH" => read_birth(part, &mut record),
            "CITIZEN" => {
                if let Some(country) = part.text_of("COUNTRY") {
                    collector.add_party_countries("Citizenship", &country, &mut record);
                }
            }
            "ADDRESS" => read_address(part, &mut record, collector),
            "PASSPORT" => read_document(part, &mut record, collector),
            _ => {}
        }
    }
    add_acronyms(&mut record);
    record
}

fn read_name(name: &Element, record: &mut Record) -> Option<Name> {
    let text = |field: &str| name.text_of(field).unwrap_or_default();
    for field in ["TITLE", "FUNCTION"] {
        add_position(record, &text(field));
    }
    set_gender(record, &text("GENDER"));
    let parts =
        || filled(&joined([&*text("FIRSTNAME"), &*text("MIDDLENAME"), &*text("LASTNAME")], " "));
    let whole = name.text_of("WHOLENAME").or_else(parts)?;
    Some(Name { text: whole, language: text("LANGUAGE"), is_strong: true })
}

fn read_birth(birth: &Element, record: &mut Record) {
    // An unknown place may be a hyphen.
    let parts = birth.texts_of(&["PLACE", "COUNTRY"]).into_iter().filter(|part| part != "-");
    let place = parts.collect::<Vec<_>>().join(", ");
    if !place.is_empty() {
        add_unique(&mut record.birth_places, place);
    }
    let Some(date) = birth.text_of("DATE") else { return };
    add_birth_reading(record, &date, read_dates(&date));
}

fn read_address(address: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    let text = |field: &str| address.text_of(field).unwrap_or_default();
    collector.add_address_country(&text("COUNTRY"), record);
    let street = joined([&*text("STREET"), &*text("NUMBER")], " ");
    let city = joined([&*text("ZIPCODE"), &*text("CITY")], " ");
    let line = joined([&*street, &*city, &*text("COUNTRY")], ", ");
    let other = text("OTHER");
    match (line.is_empty(), other.is_empty()) {
        (true, _) => add_note(record, "Address", without_brackets(&other)),
        (false, true) => add_unique(&mut record.addresses, line),
        (false, false) => {
            add_unique(&mut record.addresses, format!("{line} ({})", without_brackets(&other)));
        }
    }
}

/// Reads a document. `NUMBER` is `D 000857 (passport-National passport) (issued on ...)`.
fn read_document(document: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    let Some(text) = document.text_of("NUMBER") else { return };
    let (value, kind, rest) = split_number(&text);
    let country_text = document.text_of("COUNTRY").unwrap_or_default();
    let country = filled(&country_text).and_then(|text| collector.country(&text));
    let unread = if country.is_none() { &*country_text } else { "" };
    let details = joined([without_brackets(rest), unread], ", ");
    // "UNKNOWN" is not a number.
    if !value.contains(|c: char| c.is_ascii_digit()) {
        return add_note(record, kind, &joined([value, &*details], ", "));
    }
    add_note(record, &format!("{kind} {value}"), &details);
    add_identifier(record, kind, value, country);
}

/// Splits a text into a number, its kind, and the rest.
fn split_number(text: &str) -> (&str, &str, &str) {
    let parts = text.split_once(" (").and_then(|(value, rest)| {
        let (kind, rest) = rest.split_once(')')?;
        let (code, kind) = kind.split_once('-')?;
        code.bytes().all(|b| b.is_ascii_lowercase()).then_some((value, kind, rest.trim()))
    });
    parts.unwrap_or((text, "Document", ""))
}

/// The text without the one or two pairs of brackets that the publisher puts around remarks.
fn without_brackets(text: &str) -> &str {
    let mut text = text.trim();
    for _ in 0..BRACKETS_MAX {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let Some(inner) = inner else { break };
        // "(a) and (b)" is not in brackets.
        if inner.split_once(')').is_some_and(|(before, _)| !before.contains('(')) {
            break;
        }
        text = inner.trim();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_birth_date_is_read() {
        let table: [(&str, &[&str], bool); 7] = [
            ("1963-05-01", &["1963-05-01"], false),
            ("1963", &["1963"], false),
            ("1963 (approximative)", &["circa 1963"], false),
            ("1958 - 1959 (approximative)", &["circa 1958", "circa 1959"], false),
            ("1958 - 1959", &["circa 1958", "circa 1959"], false),
            ("1938 - 1959", &[], true),
            ("in spring", &[], false),
        ];
        for (text, dates, is_lossy) in table {
            let reading = read_dates(text);
            let shown: Vec<_> = reading.dates.iter().map(ToString::to_string).collect();
            assert_eq!(
                (shown, reading.is_lossy),
                (dates.iter().map(ToString::to_string).collect(), is_lossy),
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_are_told_from_what_they_are() {
        for (text, expected) in [
            (
                "A 1 (passport-National passport) (in Rome)",
                ("A 1", "National passport", "(in Rome)"),
            ),
            ("A 1 (passport-National passport)", ("A 1", "National passport", "")),
            ("A 1 (in Rome)", ("A 1 (in Rome)", "Document", "")),
            ("A 1 (in north-west", ("A 1 (in north-west", "Document", "")),
        ] {
            assert_eq!(split_number(text), expected, "{text}");
        }
    }

    #[test]
    fn brackets_around_remarks_go() {
        for (text, expected) in [
            ("(a)", "a"),
            ("((a (b)))", "a (b)"),
            ("(a) and (b)", "(a) and (b)"),
            ("(a (b)", "a (b"),
            ("a (b)", "a (b)"),
            ("()", ""),
            ("", ""),
        ] {
            assert_eq!(without_brackets(text), expected, "{text}");
        }
    }
}
