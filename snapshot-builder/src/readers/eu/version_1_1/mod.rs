//! Version 1.1 of the EU list: `sanctionEntity` with `nameAlias`, `birthdate`, `citizenship`, `address`
//! and `identification`. Facts are attributes. An unknown fact is mostly an empty attribute, and an
//! unknown country has the code `00`.

mod identification;
mod place;

use tamis_engine::model::{PartialDate, Record};

use super::common::{
    Name, add_legal_basis, add_position, note_act_date, set_entity_type, set_gender, set_names,
};
use crate::readers::collector::Collector;
use crate::readers::common::acronyms::add_acronyms;
use crate::readers::common::english_date::{DateReading, read_range};
use crate::readers::common::facts::{
    BIRTH_NOTE, add_birth_dates, add_note, add_un_reference, add_unique, filled, joined,
};
use tamis_ingest::xml::Element;

/// Reads the date from `generationDate`, a time whose first ten characters are the day.
pub(super) fn list_date(root: &Element) -> Option<PartialDate> {
    root.attribute("generationDate")?.get(..10)?.parse().ok()
}

pub(super) fn read_entity(entity: &Element, collector: &mut Collector<'_>) -> Record {
    let mut record = Record {
        reference: ["euReferenceNumber", "logicalId"]
            .iter()
            .find_map(|name| entity.attribute(name))
            .unwrap_or_default(),
        notes: entity.texts_of(&["remark"]),
        ..Record::default()
    };
    let names = entity.all("nameAlias").filter_map(|name| read_name(name, &mut record)).collect();
    set_names(&mut record, names);
    let subject = |name: &str| entity.all("subjectType").find_map(|e| e.attribute(name));
    set_entity_type(&mut record, subject("classificationCode").or_else(|| subject("code")));
    if let Some(value) = entity.attribute("unitedNationId") {
        add_un_reference(&mut record, &value);
    }
    if let Some(details) = entity.attribute("designationDetails") {
        add_note(&mut record, "Designation details", &details);
    }
    for part in &entity.children {
        match part.name.as_str() {
            "regulation" => read_regulation(part, &mut record),
            "birthdate" => read_birth(part, &mut record),
            "citizenship" => read_citizenship(part, &mut record, collector),
            "address" => place::read_address(part, &mut record, collector),
            "identification" => identification::read(part, &mut record, collector),
            _ => {}
        }
        for act in part.all("regulationSummary") {
            note_act_date(&mut record, act.attribute("publicationDate"));
        }
    }
    read_designation_date(entity, &mut record);
    add_acronyms(&mut record);
    record
}

/// Reads the date of designation; if the list states one, the dates of acts do not count.
fn read_designation_date(entity: &Element, record: &mut Record) {
    let Some(text) = entity.attribute("designationDate") else { return };
    match text.get(..10).and_then(|day| day.parse().ok()) {
        Some(date) => record.listed_on = Some(date),
        None => add_note(record, "Designation date", &text),
    }
}

fn read_regulation(regulation: &Element, record: &mut Record) {
    let attribute = |name: &str| regulation.attribute(name);
    if let Some(programme) = attribute("programme") {
        add_unique(&mut record.programmes, programme);
    }
    let published = attribute("publicationDate").unwrap_or_default();
    add_legal_basis(record, &attribute("numberTitle").unwrap_or_default(), &published);
    for date in ["publicationDate", "entryIntoForceDate"] {
        note_act_date(record, attribute(date));
    }
    if record.source_url.is_none() {
        record.source_url = regulation.text_of("publicationUrl");
    }
}

fn read_name(name: &Element, record: &mut Record) -> Option<Name> {
    let attribute = |field: &str| name.attribute(field).unwrap_or_default();
    for field in ["title", "function"] {
        add_position(record, &attribute(field));
    }
    set_gender(record, &attribute("gender"));
    let parts = || {
        let parts = ["firstName", "middleName", "lastName"].map(attribute);
        filled(&joined(parts.iter().map(String::as_str), " "))
    };
    let text = name.attribute("wholeName").or_else(parts)?;
    for remark in name.texts_of(&["remark"]) {
        add_note(record, &format!("Name {text}"), &remark);
    }
    // A name without the attribute is strong, like all names of the old form.
    let is_strong = !attribute("strong").eq_ignore_ascii_case("false");
    Some(Name { text, language: attribute("nameLanguage"), is_strong })
}

fn read_birth(birth: &Element, record: &mut Record) {
    if let Some(place) = filled(&place::one_line(birth)) {
        add_unique(&mut record.birth_places, place);
    }
    let calendar = birth.attribute("calendarType").filter(|c| !c.eq_ignore_ascii_case("GREGORIAN"));
    // A year of another calendar would be wrong here.
    let reading = if calendar.is_none() { read_birth_date(birth) } else { DateReading::default() };
    let is_about = birth.attribute("circa").is_some_and(|text| text == "true");
    if reading.is_lossy || reading.dates.is_empty() {
        let says = birth_date_text(birth);
        let about = if is_about && !says.is_empty() { "circa" } else { "" };
        let calendar = calendar.unwrap_or_default();
        add_note(record, BIRTH_NOTE, &joined([about, &*says, &*calendar], " "));
    }
    for remark in birth.texts_of(&["remark"]) {
        add_note(record, "Birth", &remark);
    }
    add_birth_dates(record, reading.about(is_about).dates);
}

/// Reads the day, else year and month, else the range of years. A range with one end is no date.
fn read_birth_date(birth: &Element) -> DateReading {
    let number = |name: &str| birth.attribute(name);
    let part = |name: &str| number(name).and_then(|text| text.parse().ok());
    let day = number("birthdate").and_then(|date| date.parse().ok());
    let year: Option<u16> = number("year").and_then(|year| year.parse().ok());
    let date = day.or_else(|| {
        let (year, month) = (year?, part("monthOfYear"));
        let day = month.and(part("dayOfMonth"));
        PartialDate::new(year, month, day).or_else(|| PartialDate::new(year, None, None))
    });
    if let Some(date) = date {
        return DateReading::exact(date);
    }
    let end = |name: &str| number(name).and_then(|year| year.parse::<PartialDate>().ok());
    match (end("yearRangeFrom"), end("yearRangeTo")) {
        (Some(from), Some(to)) => read_range(from, to),
        _ => DateReading::default(),
    }
}

/// All published parts of the date.
fn birth_date_text(birth: &Element) -> String {
    let attribute = |name: &str| birth.attribute(name).unwrap_or_default();
    let range = |from: String, to: String| match (from.is_empty(), to.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("up to {to}"),
        (false, true) => format!("{from} or later"),
        (false, false) => format!("{from} to {to}"),
    };
    let parts = ["year", "monthOfYear", "dayOfMonth"].map(attribute);
    filled(&attribute("birthdate"))
        .or_else(|| filled(&joined(parts.iter().map(String::as_str), "-")))
        .unwrap_or_else(|| range(attribute("yearRangeFrom"), attribute("yearRangeTo")))
}

fn read_citizenship(citizenship: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    match place::country_of(citizenship, collector) {
        Some(country) => add_unique(&mut record.countries, country),
        None => {
            let country = place::country_text(citizenship);
            add_note(record, "Citizenship", &country.unwrap_or_default());
        }
    }
    let region = citizenship.attribute("region");
    for detail in region.into_iter().chain(citizenship.texts_of(&["remark"])) {
        add_note(record, "Citizenship", &detail);
    }
}
