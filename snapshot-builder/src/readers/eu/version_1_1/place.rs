//! Countries, addresses and places of birth of version 1.1.

use tamis_engine::model::{CountryCode, Record};

use crate::countries::country_of_code;
use crate::readers::collector::Collector;
use crate::readers::common::facts::{add_note, add_unique, joined};
use tamis_ingest::xml::Element;

/// Code of a country that is not known.
const UNKNOWN_CODE: &str = "00";
const UNKNOWN: &str = "UNKNOWN";

/// Country of an element: its code, else the country that its description names.
pub(super) fn country_of(element: &Element, collector: &mut Collector<'_>) -> Option<CountryCode> {
    let code = element.attribute("countryIso2Code").filter(|code| code != UNKNOWN_CODE);
    let country = code.as_deref().and_then(country_of_code);
    country.or_else(|| collector.country(&country_text(element)?))
}

/// Country in the publisher's words, else its code; `None` if unknown.
pub(super) fn country_text(element: &Element) -> Option<String> {
    let stated = |name: &str, unknown: &str| {
        element.attribute(name).filter(|text| !text.eq_ignore_ascii_case(unknown))
    };
    stated("countryDescription", UNKNOWN).or_else(|| stated("countryIso2Code", UNKNOWN_CODE))
}

/// All parts of a place in one line, from the smallest to the country.
pub(super) fn one_line(element: &Element) -> String {
    let attribute = |name: &str| element.attribute(name).unwrap_or_default();
    let post_box = element.attribute("poBox").map(|text| post_box(&text)).unwrap_or_default();
    let city = joined([&*attribute("zipCode"), &*attribute("city")], " ");
    let country = country_text(element).unwrap_or_default();
    let (street, place, region) = (attribute("street"), attribute("place"), attribute("region"));
    joined([&*street, &*post_box, &*place, &*city, &*region, &*country], ", ")
}

/// Reads an address, with its remarks in parentheses.
pub(super) fn read_address(address: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    if let Some(country) = country_of(address, collector) {
        add_unique(&mut record.address_countries, country);
    }
    let line = one_line(address);
    let mut details = address.texts_of(&["remark"]);
    for contact in address.all("contactInfo") {
        let values = contact.attributes.iter().map(|(_, value)| value.as_str());
        details.extend(Some(joined(values.chain([&*contact.text]), " ")).filter(|t| !t.is_empty()));
    }
    if address.attribute("asAtListingTime").is_some_and(|text| text == "true") {
        details.push("at the time of listing".to_owned());
    }
    let details = details.join("; ");
    match (line.is_empty(), details.is_empty()) {
        (true, _) => add_note(record, "Address", &details),
        (false, true) => add_unique(&mut record.addresses, line),
        (false, false) => add_unique(&mut record.addresses, format!("{line} ({details})")),
    }
}

/// Wording of a post box: `1234` needs a label, `P.O. Box 1234` has one.
fn post_box(text: &str) -> String {
    let is_number = text.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == '-');
    if is_number { format!("P.O. Box {text}") } else { text.to_owned() }
}
