//! Makes a record from the features of a line.

use tamis_engine::model::{DateOrder, EntityType, Record, read_numeric};

use super::attributes::{Feature, label};
use super::features::{Group, Parsed};
use super::identifiers;
use super::names::{add_names, is_in_parts};
use crate::readers::collector::Collector;
use crate::readers::common::country_codes::add_country;
use crate::readers::common::english_date::{DateReading, read_dates};
use crate::readers::common::facts::{
    add_all, add_birth_reading, add_note, add_unique, entity_type_of, gender_of, joined,
};

/// Payload keys of follow-the-money risk topics.
pub(super) const TOPICS: &[&str] = &["TOPIC", "TOPICS"];
/// Payload keys of the publisher's page, in order of preference.
const PAGES: &[&str] = &["SOURCE_URL", "URL"];
const PROGRAMMES: &[&str] = &["PROGRAM", "PROGRAMS", "PROGRAMME", "PROGRAMMES"];
const LISTING_DATES: &[&str] = &["LISTED_ON", "LISTING_DATE"];
const STATUS: &[&str] = &["STATUS"];
/// Payload keys without facts: instructions of the loader to the engine, and the time of an export.
const BOOKKEEPING: &[&str] =
    &["DSRC_ACTION", "ENTITY_TYPE", "LOAD_ID", "ROUTE_CODE", "LAST_CHANGE"];

/// Record of a line; its name is empty if the line has none.
pub(super) fn read_record(parsed: &Parsed, collector: &mut Collector<'_>) -> Record {
    let mut record = Record { reference: parsed.record_id.clone(), ..Record::default() };
    add_names(parsed, &mut record);
    add_entity_type(parsed, &mut record);
    for group in &parsed.features {
        add_feature(&mut record, group, collector);
    }
    add_payload(parsed, &mut record);
    record
}

/// Sets the type. An organization is an entity of other lists (docs/api.md, "Entity types and
/// schemas").
fn add_entity_type(parsed: &Parsed, record: &mut Record) {
    let stated = parsed.of(Feature::RecordType).find_map(|group| group.get("RECORD_TYPE"));
    let has_organization = || parsed.of(Feature::Name).any(|g| g.get("NAME_ORG").is_some());
    record.entity_type = match stated.map(str::to_ascii_uppercase).as_deref() {
        Some("PERSON") => Some(EntityType::Individual),
        Some("ORGANIZATION") => Some(entity_type_of(&record.name)),
        Some("VESSEL") => Some(EntityType::Vessel),
        Some("AIRCRAFT") => Some(EntityType::Aircraft),
        Some(_) => None,
        None if is_in_parts(parsed) => Some(EntityType::Individual),
        None if has_organization() => Some(entity_type_of(&record.name)),
        None => None,
    };
    if let Some(stated) = stated.filter(|_| record.entity_type.is_none()) {
        add_note(record, "Record type", stated);
    }
}

fn add_feature(record: &mut Record, group: &Group, collector: &mut Collector<'_>) {
    match group.feature {
        Feature::Name | Feature::RecordType | Feature::Anchor => {}
        Feature::Address => add_address(record, group, collector),
        Feature::Identifier(family, kind) => {
            identifiers::read(record, group, family, kind, collector);
        }
        Feature::Relationship => collector.leave_out("relationship"),
        Feature::Note => add_as_note(record, group),
        Feature::BirthDate | Feature::BirthPlace | Feature::Gender | Feature::Country => {
            for (name, value) in group.values() {
                add_value(record, group.feature, name, value, collector);
            }
        }
    }
}

fn add_value(
    record: &mut Record,
    feature: Feature,
    name: &str,
    value: &str,
    collector: &mut Collector<'_>,
) {
    match feature {
        Feature::BirthDate => add_birth_date(record, value),
        Feature::BirthPlace => add_unique(&mut record.birth_places, value.to_owned()),
        Feature::Gender => match gender_of(value) {
            Some(gender) => record.gender = Some(gender.to_owned()),
            None if ["N/A", "U", "UNKNOWN"].iter().any(|t| t.eq_ignore_ascii_case(value)) => {}
            None => add_note(record, "Gender", value),
        },
        _ => {
            if !add_country(value, &mut record.countries, collector) {
                add_note(record, &label(name), value);
            }
        }
    }
}

/// Adds a birth date: ISO, in words, or in digits with the month or the day first. If only their order
/// is unknown, both readings are added, since matching treats birth dates as alternatives.
fn add_birth_date(record: &mut Record, text: &str) {
    let reading = read_dates(text);
    let reading = if reading.dates.is_empty() { figures(text) } else { reading };
    add_birth_reading(record, text, reading);
}

/// Possible readings of a date in digits.
fn figures(text: &str) -> DateReading {
    if let Some(date) = read_numeric(text, DateOrder::YearMonthDay) {
        return DateReading::exact(date);
    }
    let orders = [DateOrder::MonthDayYear, DateOrder::DayMonthYear];
    let mut dates = Vec::new();
    add_all(&mut dates, orders.iter().filter_map(|order| Some(read_numeric(text, *order)?.into())));
    DateReading { is_lossy: dates.len() > 1, dates }
}

fn add_address(record: &mut Record, group: &Group, collector: &mut Collector<'_>) {
    if let Some(country) = group.get("ADDR_COUNTRY") {
        add_country(country, &mut record.address_countries, collector);
    }
    let parts = [
        "ADDR_LINE1",
        "ADDR_LINE2",
        "ADDR_LINE3",
        "ADDR_LINE4",
        "ADDR_LINE5",
        "ADDR_LINE6",
        "ADDR_CITY",
        "ADDR_STATE",
        "ADDR_POSTAL_CODE",
        "ADDR_COUNTRY",
    ];
    let line = match group.get("ADDR_FULL") {
        Some(full) => full.to_owned(),
        None => joined(parts.iter().filter_map(|part| group.get(part)), ", "),
    };
    let since = group.get("ADDR_FROM_DATE").map(|date| format!("from {date}"));
    let until = group.get("ADDR_THRU_DATE").map(|date| format!("until {date}"));
    let usage = group.usage("ADDR_TYPE").to_lowercase();
    let details = [usage, since.unwrap_or_default(), until.unwrap_or_default()];
    let details = joined(details.iter().map(String::as_str), ", ");
    if !line.is_empty() {
        let line = if details.is_empty() { line } else { format!("{line} ({details})") };
        add_unique(&mut record.addresses, line);
    }
}

/// Adds a note: the first attribute names the fact, the others are its details.
fn add_as_note(record: &mut Record, group: &Group) {
    let mut values = group.values();
    let Some((name, value)) = values.next() else { return };
    let usage = Some(group.usage("").to_lowercase()).filter(|usage| !usage.is_empty());
    let details = values.map(|(name, value)| format!("{} {value}", label(name).to_lowercase()));
    let details = usage.into_iter().chain(details).collect::<Vec<_>>().join("; ");
    let text = if details.is_empty() { value.to_owned() } else { format!("{value} ({details})") };
    add_note(record, &label(name), &text);
}

fn add_payload(parsed: &Parsed, record: &mut Record) {
    for programme in parsed.payload_texts(PROGRAMMES) {
        add_unique(&mut record.programmes, programme.to_owned());
    }
    let topics: Vec<&str> = parsed.payload_texts(TOPICS).collect();
    add_note(record, "Topics", &topics.join("; "));
    let mut pages = PAGES.iter().flat_map(|page| parsed.payload_texts(std::slice::from_ref(page)));
    record.source_url = pages.next().map(str::to_owned);
    for page in pages {
        add_note(record, "Source URL", page);
    }
    for (name, value) in &parsed.payload {
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let date = value.parse().ok().filter(|_| is(LISTING_DATES) && record.listed_on.is_none());
        if date.is_some() {
            record.listed_on = date;
        } else if is(STATUS) && record.status.is_none() {
            record.status = Some(value.clone());
        } else if ![PROGRAMMES, TOPICS, PAGES, BOOKKEEPING].into_iter().any(is) {
            add_note(record, &label(name), value);
        }
    }
}
