//! `sdn.xml` and `consolidated.xml`: `sdnList` with one `sdnEntry` per party. The namespace changed
//! between the years, and `publshInformation` is the publisher's spelling.

use tamis_engine::model::{Alias, DateOrder, Record, read_numeric};

use super::elements::{items, marked_first};
use super::fact::Fact;
use super::fields::{add_birth_date, add_positions, address_line, full_name, type_of};
use super::remarks;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_unique, graded};
use crate::report::Position;
use tamis_ingest::xml::{Element, XmlStream};

const PUBLICATION: &str = "publshInformation";
const ENTRY: &str = "sdnEntry";

/// Elements of `vesselInfo` and their kinds of facts.
const VESSEL_FACTS: [(&str, &str); 6] = [
    ("callSign", "Vessel Call Sign"),
    ("vesselType", "VESSEL TYPE"),
    ("tonnage", "Vessel Tonnage"),
    ("grossRegisteredTonnage", "Vessel Gross Registered Tonnage"),
    ("vesselOwner", "Vessel Owner"),
    ("vesselFlag", "Vessel Flag"),
];

/// Reads the list, one party at a time.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        let (mut stream, _) = XmlStream::open(file, &["sdnList"])?;
        let (mut seen, mut stated) = (0u64, None);
        while let Some((kind, element)) = stream.next_of(&[ENTRY, PUBLICATION])? {
            if kind > 0 {
                stated = element.text_of("Record_Count");
                read_date(&element, &file.name, collector);
                continue;
            }
            seen += 1;
            let position = Position::Element(ENTRY, seen);
            match read_entry(&element, collector) {
                Ok(mut record) => {
                    record.source_url = input.url_of(&record.reference);
                    collector.accept(record, &file.name, position);
                }
                Err(reason) => {
                    collector.reject(&file.name, position, reason, element.text_of("uid"));
                }
            }
        }
        if let Some(stated) = stated.filter(|stated| *stated != seen.to_string()) {
            collector
                .warn(format!("{}: the list states {stated} entries and holds {seen}", file.name));
        }
    }
    Ok(())
}

/// Reads the date that the list states.
fn read_date(publication: &Element, file: &str, collector: &mut Collector<'_>) {
    let text = publication.text_of("Publish_Date").unwrap_or_default();
    match read_numeric(&text, DateOrder::MonthDayYear) {
        Some(date) => collector.set_list_date(date),
        None => collector.warn(format!("{file}: Publish_Date {text:?} is not a date")),
    }
}

fn read_entry(entry: &Element, collector: &mut Collector<'_>) -> Result<Record, String> {
    let name = name_of(entry);
    let kind = entry.text_of("sdnType").unwrap_or_default();
    let entity_type = type_of(&kind, &name).ok_or_else(|| {
        format!("sdnType is {kind:?}; accepted: Individual, Entity, Vessel, Aircraft")
    })?;
    let mut record = Record {
        reference: entry.text_of("uid").unwrap_or_default(),
        name,
        entity_type: Some(entity_type),
        ..Record::default()
    };
    for programme in entry.all("programList").flat_map(|list| list.texts_of(&["program"])) {
        add_unique(&mut record.programmes, programme);
    }
    for titles in entry.texts_of(&["title"]) {
        add_positions(&titles, &mut record);
    }
    for vessel in entry.all("vesselInfo") {
        for (name, kind) in VESSEL_FACTS {
            let facts = vessel.texts_of(&[name]);
            facts.iter().for_each(|v| Fact::new(kind, v).add_to(&mut record, collector));
        }
    }
    read_person(entry, &mut record, collector);
    record.aliases = items(entry, "akaList", "aka").filter_map(read_alias).collect();
    for address in items(entry, "addressList", "address") {
        read_address(address, &mut record, collector);
    }
    for id in items(entry, "idList", "id") {
        read_id(id).add_to(&mut record, collector);
    }
    for text in entry.texts_of(&["remarks"]) {
        remarks::read_open(&text, &mut record, collector);
    }
    Ok(record)
}

/// Reads birth dates, places of birth and nationalities, the main one of each first.
fn read_person(entry: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    for text in main_first(entry, "dateOfBirthList", "dateOfBirthItem", "dateOfBirth") {
        if !add_birth_date(&text, record) {
            record.notes.push(format!("DOB {text}"));
        }
    }
    for place in main_first(entry, "placeOfBirthList", "placeOfBirthItem", "placeOfBirth") {
        add_unique(&mut record.birth_places, place);
    }
    for (list, item, word) in [
        ("nationalityList", "nationality", "nationality"),
        ("citizenshipList", "citizenship", "citizen"),
    ] {
        for country in main_first(entry, list, item, "country") {
            if !collector.add_countries(&country, &mut record.countries) {
                record.notes.push(format!("{word} {country}"));
            }
        }
    }
}

/// Texts of a list, those marked as the main entry first.
fn main_first(entry: &Element, list: &str, item: &str, text: &str) -> Vec<String> {
    let items = marked_first(entry, list, item, "mainEntry").into_iter();
    items.flat_map(|item| item.texts_of(&[text])).collect()
}

/// Name of a party or an alias.
fn name_of(element: &Element) -> String {
    let part = |name| element.text_of(name).unwrap_or_default();
    full_name(&part("lastName"), &part("firstName"))
}

fn read_alias(alias: &Element) -> Option<Alias> {
    let name = Some(name_of(alias)).filter(|name| !name.is_empty())?;
    let says =
        |field, word| alias.text_of(field).is_some_and(|text| text.eq_ignore_ascii_case(word));
    Some(graded(name, says("category", "weak")).formerly(says("type", "f.k.a.")))
}

fn read_address(address: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    let part = |name| address.text_of(name).unwrap_or_default();
    let street = ["address1", "address2", "address3"].map(part);
    let place = ["city", "stateOrProvince", "postalCode"].map(part);
    let line = address_line(street, place, &part("country"));
    collector.add_address_country(&part("country"), record);
    record.addresses.extend(Some(line).filter(|line| !line.is_empty()));
}

fn read_id(id: &Element) -> Fact {
    let part = |name| id.text_of(name);
    let dates = [("issueDate", "issued"), ("expirationDate", "expires")];
    let dates = dates.map(|(name, word)| part(name).map(|date| format!("{word} {date}")));
    Fact {
        country: part("idCountry"),
        more: dates.into_iter().flatten().collect(),
        ..Fact::new(&part("idType").unwrap_or_default(), &part("idNumber").unwrap_or_default())
    }
}
