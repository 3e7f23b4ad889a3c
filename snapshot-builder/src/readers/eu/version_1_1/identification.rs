//! Documents and numbers of version 1.1.

use tamis_engine::model::{EntityType, ImoNumber, Record};

use super::place::{country_of, country_text};
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_identifier, add_note, joined};
use tamis_ingest::xml::Element;

/// Code of IMO numbers, of ships and of companies.
const IMO: &str = "imo";

/// Flags of a document, with their wording in notes.
const FLAGS: [(&str, &str); 5] = [
    ("diplomatic", "diplomatic"),
    ("knownExpired", "known to be expired"),
    ("knownFalse", "known to be false"),
    ("reportedLost", "reported lost"),
    ("revokedByIssuer", "revoked by issuer"),
];

/// Further facts about a document, with their labels.
const FACTS: [(&str, &str); 6] = [
    ("nameOnDocument", "in the name of"),
    ("issuedBy", "issued by"),
    ("issuedDate", "issued"),
    ("issueDate", "issued"),
    ("validFrom", "valid from"),
    ("validTo", "valid to"),
];

/// Reads a number with its kind. Further facts about the document become a note.
pub(super) fn read(element: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    let code = element.attribute("identificationTypeCode").unwrap_or_default();
    let kind = element
        .attribute("identificationTypeDescription")
        .unwrap_or_else(|| if code.is_empty() { "Document".to_owned() } else { code.clone() });
    let country = country_of(element, collector);
    let mut details = details(element);
    if country.is_none() {
        details.extend(country_text(element));
    }
    let details = details.join(", ");
    let numbers = ["number", "latinNumber"].map(|name| element.attribute(name));
    let Some(value) = numbers.into_iter().flatten().next() else {
        return add_note(record, &kind, &details);
    };
    add_note(record, &format!("{kind} {value}"), &details);
    match ship_number(&code, &value, record) {
        Some(imo) => {
            record.entity_type = Some(EntityType::Vessel);
            record.imo = Some(imo);
        }
        None => add_identifier(record, kind, value, country),
    }
}

/// Recognises ships, which this list calls enterprises. A ship has a name without a legal form, and an
/// IMO number with the check digit of ships. Company numbers have that digit only by chance.
fn ship_number(code: &str, value: &str, record: &Record) -> Option<ImoNumber> {
    let may_be_ship = record.imo.is_none() && record.entity_type == Some(EntityType::Organization);
    let imo = ImoNumber::parse(value).filter(|imo| imo.has_valid_check_digit());
    imo.filter(|_| may_be_ship && code == IMO)
}

fn details(element: &Element) -> Vec<String> {
    let is_set = |name: &str| element.attribute(name).is_some_and(|text| text == "true");
    let mut details: Vec<String> =
        FLAGS.iter().filter(|(name, _)| is_set(name)).map(|(_, text)| (*text).to_owned()).collect();
    for (name, label) in FACTS {
        details.extend(element.attribute(name).map(|value| format!("{label} {value}")));
    }
    let latin = element.attribute("number").and(element.attribute("latinNumber"));
    details.extend(latin.map(|number| format!("in Latin letters {number}")));
    details.extend(element.attribute("region"));
    details.extend(element.texts_of(&["remark"]).iter().map(|remark| joined([&**remark], " ")));
    details
}
