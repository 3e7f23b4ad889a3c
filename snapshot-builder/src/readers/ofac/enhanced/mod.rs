//! `sdn_enhanced.xml` and `cons_enhanced.xml`: `sanctionsData` with one `entity` per party. Its id is
//! the `ent_num` of the CSV files and the `uid` of the other XML. Values refer to `referenceValues` at
//! the head of the file but also state their text, so that head is skipped.
//!
//! The publisher's search exports the same form for a selection of parties.

mod features;
mod names;

use tamis_engine::model::Record;

use super::elements::items;
use super::fields::{add_positions, address_line, type_of};
use super::remarks;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_note, add_unique, joined};
use crate::report::Position;
use tamis_ingest::xml::{Element, XmlStream};

const ENTITY: &str = "entity";
const PUBLICATION: &str = "publicationInfo";

/// The default list: nearly all parties are on it alone, so it is not mentioned.
const MAIN_LIST: &str = "SDN List";

/// Reads the list, one party at a time.
pub(in crate::readers) fn read(
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    for file in input.main {
        let (mut stream, _) = XmlStream::open(file, &["sanctionsData"])?;
        let mut seen = 0u64;
        while let Some((kind, element)) = stream.next_of(&[ENTITY, PUBLICATION])? {
            if kind > 0 {
                read_publication(&element, &file.name, collector);
                continue;
            }
            seen += 1;
            let position = Position::Element(ENTITY, seen);
            match read_entity(&element, collector) {
                Ok(mut record) => {
                    record.source_url = input.url_of(&record.reference);
                    collector.accept(record, &file.name, position);
                }
                Err(reason) => {
                    collector.reject(&file.name, position, reason, element.attribute("id"));
                }
            }
        }
    }
    Ok(())
}

/// Reads the date of the list, and checks that it is the whole list.
fn read_publication(publication: &Element, file: &str, collector: &mut Collector<'_>) {
    let text = publication.text_of("dataAsOf").unwrap_or_default();
    match text.get(..10).and_then(|day| day.parse().ok()) {
        Some(date) => collector.set_list_date(date),
        None => collector.warn(format!("{file}: dataAsOf {text:?} is not a date")),
    }
    let filters = publication.all("filters").flat_map(|filters| &filters.children);
    let narrowing = filters.filter(|filter| filter.name != "sanctionsLists");
    for filter in narrowing.filter(|filter| !filter.children.is_empty()) {
        let values: Vec<&str> = filter.children.iter().map(|value| &*value.text).collect();
        collector.warn(format!(
            "{file}: not the whole list but an export filtered by {} ({})",
            filter.name,
            joined(values, ", ")
        ));
    }
}

fn read_entity(entity: &Element, collector: &mut Collector<'_>) -> Result<Record, String> {
    let general = |name| texts(entity, "generalInfo", &[name]);
    let (name, aliases) = names::read(entity);
    let kind = general("entityType").pop().unwrap_or_default();
    let entity_type = type_of(&kind, &name).ok_or_else(|| {
        format!("entityType is {kind:?}; accepted: Individual, Entity, Vessel, Aircraft")
    })?;
    let mut record = Record {
        reference: entity.attribute("id").unwrap_or_default(),
        name,
        aliases,
        entity_type: Some(entity_type),
        ..Record::default()
    };
    general("title").iter().for_each(|titles| {
        add_positions(titles, &mut record);
    });
    read_lists(entity, &mut record);
    for address in items(entity, "addresses", "address") {
        read_address(address, &mut record, collector);
    }
    features::read(entity, &mut record, collector);
    for text in general("remarks") {
        remarks::read_open(&text, &mut record, collector);
    }
    for link in items(entity, "relationships", "relationship") {
        read_link(link, &mut record);
    }
    Ok(record)
}

/// Texts of these elements inside an element of an entity.
fn texts(entity: &Element, within: &str, names: &[&str]) -> Vec<String> {
    entity.children.iter().filter(|e| e.name == within).flat_map(|e| e.texts_of(names)).collect()
}

/// Reads lists with their dates, programmes, and legal bases.
fn read_lists(entity: &Element, record: &mut Record) {
    let lists: Vec<&Element> = items(entity, "sanctionsLists", "sanctionsList").collect();
    let dates = lists.iter().filter_map(|list| list.attribute("datePublished")?.parse().ok());
    record.listed_on = dates.min();
    for list in &lists {
        let date = list.attribute("datePublished").unwrap_or_default();
        if lists.len() > 1 || list.text.trim() != MAIN_LIST {
            add_note(record, "List", &joined([&*list.text, &*date], ", "));
        }
    }
    for programme in texts(entity, "sanctionsPrograms", &["sanctionsProgram"]) {
        add_unique(&mut record.programmes, programme);
    }
    for (label, within, name) in [
        ("Sanctions type", "sanctionsTypes", "sanctionsType"),
        ("Legal authority", "legalAuthorities", "legalAuthority"),
    ] {
        texts(entity, within, &[name]).iter().for_each(|text| add_note(record, label, text));
    }
}

/// Reads an address, which is repeated in each script; an address of only a country has no parts.
fn read_address(address: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    let country = address.text_of("country").unwrap_or_default();
    collector.add_address_country(&country, record);
    let translations = items(address, "translations", "translation");
    let mut lines: Vec<String> = translations.map(|text| address_of(text, &country)).collect();
    if lines.is_empty() {
        lines.push(country);
    }
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        add_unique(&mut record.addresses, line);
    }
}

fn address_of(translation: &Element, country: &str) -> String {
    let parts: Vec<&Element> = items(translation, "addressParts", "addressPart").collect();
    let part = |kind: &str| {
        let is_wanted = |part: &&&Element| part.text_of("type").is_some_and(|t| t == kind);
        parts.iter().find(is_wanted).and_then(|part| part.text_of("value")).unwrap_or_default()
    };
    let street = ["ADDRESS1", "ADDRESS2", "ADDRESS3"].map(part);
    let place = ["CITY", "STATE/PROVINCE", "POSTAL CODE"].map(part);
    address_line(street, place, country)
}

/// Reads a link to another party of the lists, with its kind and the other's reference.
fn read_link(link: &Element, record: &mut Record) {
    let Some(party) = link.all("relatedEntity").next() else { return };
    let reference = party.attribute("entityId").map(|id| format!("reference {id}"));
    let quality = link.text_of("quality").map(|quality| format!("quality {quality}"));
    let details: Vec<String> =
        link.text_of("type").into_iter().chain(quality).chain(reference).collect();
    add_note(record, "Linked To", &format!("{} ({})", party.text, details.join("; ")));
}
