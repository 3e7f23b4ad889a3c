//! Persons from Wikidata: a JSON list of objects, one per item. Keys are the English labels of
//! properties; values are labels, one or a list of them.
//!
//! There is no label of the item itself; see `names`. A value without a label is the identifier of an
//! item (`Q123`), an unknown one the address of a blank node. Facts about the office and the identity
//! of the person become part of the record, relatives included. Facts about health, religion and the
//! like are not kept, nor are identifiers in libraries and on web sites.
//!
//! | module | what it holds |
//! |---|---|
//! | `labels` | informative values of properties |
//! | `names`, `found_names` | the name of a person, from properties for names and from others |
//! | `texts` | texts of other properties that may contain it |

mod found_names;
mod labels;
mod names;
mod texts;

use serde_json::Value;
use tamis_engine::model::{
    CountryCode, DateOrder, DatePrecision, EntityType, PartialDate, Record, read_numeric,
};
use tamis_engine::text::normalize;

use self::labels::{is_item, labels};
use crate::error::LoadError;
use crate::limits::ITEM_VALUES_MAX;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{
    BIRTH_NOTE, add_birth_dates, add_identifier, add_note, make_reference,
};
use crate::readers::common::json::{text, texts};
use crate::report::Position;
use tamis_ingest::json::for_each_element;

/// The key of an item.
const ITEM: &str = "wdid";
/// The European Parliament's number of a person.
const MEP: &str = "MEP directory ID";

/// Properties kept as notes, with their labels.
const NOTES: [(&str, &str); 12] = [
    ("member of political party", "Political party"),
    ("occupation", "Occupation"),
    ("date of death", "Date of death"),
    ("spouse", "Spouse"),
    ("unmarried partner", "Partner"),
    ("child", "Child"),
    ("father", "Father"),
    ("mother", "Mother"),
    ("sibling", "Sibling"),
    ("relative", "Relative"),
    ("different from", "Different from"),
    ("official website", "Website"),
];

/// Reads the list, one person at a time.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        for_each_element(file, &[], |number, item| {
            let position = Position::Element("item", number);
            match read_item(item, input, collector) {
                Ok(record) => collector.accept(record, &file.name, position),
                Err(reason) => {
                    collector.reject(&file.name, position, reason, text(item, ITEM));
                }
            }
        })?;
    }
    Ok(())
}

/// Record of an item, or the reason for rejecting it.
fn read_item(
    item: &Value,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<Record, String> {
    check_size(item)?;
    let naming = names::read(item)?;
    let mut record = Record {
        name: naming.name,
        aliases: naming.aliases,
        entity_type: Some(EntityType::Individual),
        birth_places: labels(item, "place of birth"),
        addresses: labels(item, "residence"),
        positions: naming.titles,
        ..Record::default()
    };
    refer(item, input, &mut record)?;
    record.positions.extend(labels(item, "position held"));
    let unlabelled = texts(item, "position held").into_iter().filter(|text| is_item(text));
    for position in unlabelled {
        add_note(&mut record, "Position held (without a label)", &position);
    }
    for country in labels(item, "country of citizenship") {
        let known = record.countries.len();
        collector.add_countries(&country, &mut record.countries);
        // The value is no country ("statelessness"), or another name of one ("Polish People's
        // Republic").
        if record.countries.len() == known {
            add_note(&mut record, "Country of citizenship", &country);
        }
    }
    note_parts(item, &mut record);
    read_birth_dates(item, &mut record);
    read_gender(item, &mut record);
    if let Some(note) = naming.note {
        record.notes.push(note);
    }
    for (property, label) in NOTES {
        add_note(&mut record, label, &labels(item, property).join("; "));
    }
    Ok(record)
}

/// Keeps given and family names that occur in none of the names.
fn note_parts(item: &Value, record: &mut Record) {
    let aliases = record.aliases.iter().map(|alias| &alias.name);
    let names: Vec<String> = aliases.chain([&record.name]).map(|name| normalize(name)).collect();
    for (property, label) in [("given name", "Given name"), ("family name", "Family name")] {
        for part in labels(item, property) {
            if !names.iter().any(|name| name.contains(&normalize(&part))) {
                add_note(record, label, &part);
            }
        }
    }
}

/// Checks the number of names and notes, since they are compared with one another.
fn check_size(item: &Value) -> Result<(), String> {
    let properties = item.as_object().into_iter().flatten();
    let mut counts = properties.map(|(name, value)| (name, value.as_array().map_or(1, Vec::len)));
    match counts.find(|(_, count)| *count > ITEM_VALUES_MAX) {
        Some((name, count)) => {
            Err(format!("{name:?} has {count} values; at most {ITEM_VALUES_MAX} are accepted"))
        }
        None => Ok(()),
    }
}

fn refer(item: &Value, input: &Input<'_>, record: &mut Record) -> Result<(), String> {
    let number = labels(item, MEP);
    match (text(item, ITEM), number.first()) {
        (Some(reference), _) => {
            record.source_url = input.url_of(&reference);
            record.reference = reference;
        }
        (None, Some(number)) => make_reference(record, [MEP, number]),
        (None, None) => return Err(format!("{ITEM} and {MEP} are missing")),
    }
    for value in number {
        add_identifier(record, MEP, value, CountryCode::parse("EU"));
    }
    Ok(())
}

/// Reads birth dates. The list writes 1 January if only the year is known, without saying so: 81 of
/// 1,090 persons would be born that day. Such a date is read as the year, which also fits a true 1
/// January. It is left out if there is a day in the same year.
fn read_birth_dates(item: &Value, record: &mut Record) {
    let mut dates = Vec::new();
    for text in labels(item, "date of birth") {
        match read_numeric(text.trim_start_matches('+'), DateOrder::YearMonthDay) {
            Some(date) => dates.push(without_placeholder(date)),
            None => add_note(record, BIRTH_NOTE, &text),
        }
    }
    let days: Vec<PartialDate> =
        dates.iter().copied().filter(|date| date.day().is_some()).collect();
    let is_said_better = |date: &PartialDate| {
        date.day().is_none() && days.iter().any(|day| day.year() == date.year())
    };
    add_birth_dates(record, dates.into_iter().filter(|date| !is_said_better(date)));
}

fn without_placeholder(date: PartialDate) -> PartialDate {
    let is_placeholder = (date.month(), date.day()) == (Some(1), Some(1));
    if is_placeholder { date.truncated(DatePrecision::Year) } else { date }
}

fn read_gender(item: &Value, record: &mut Record) {
    let genders = labels(item, "sex or gender").join(", ");
    record.gender = match genders.as_str() {
        "male" | "trans man" => Some("male".to_owned()),
        "female" | "trans woman" => Some("female".to_owned()),
        _ => None,
    };
    if record.gender.is_none() {
        add_note(record, "Sex or gender", &genders);
    }
}
