//! Features and identity documents of an entity of the enhanced XML.

use tamis_engine::model::Record;

use super::super::elements::{items, marked_first};
use super::super::fact::Fact;
use super::value_date;
use crate::readers::collector::Collector;
use crate::readers::common::english_date::read_dates;
use crate::readers::common::facts::add_birth_dates;
use tamis_ingest::xml::Element;

/// The publisher vouches for what bears this mark or none.
const CONFIRMED: &str = "Confirmed";

/// Adds all of them; of each kind the primary one comes first.
pub(super) fn read(entity: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    for feature in marked_first(entity, "features", "feature", "isPrimary") {
        match feature.text_of("type").unwrap_or_default().as_str() {
            "Birthdate" => add_birth(feature, record),
            kind => feature_fact(feature, kind).add_to(record, collector),
        }
    }
    for document in items(entity, "identityDocuments", "identityDocument") {
        document_fact(document, &record.name).add_to(record, collector);
    }
}

fn feature_fact(feature: &Element, kind: &str) -> Fact {
    let date = || feature.all("valueDate").find_map(value_date::shown);
    let value = feature.text_of("value").or_else(date).unwrap_or_default();
    Fact { more: doubt(feature).into_iter().collect(), ..Fact::new(kind, &value) }
}

/// How far the publisher vouches for a feature, where not fully.
fn doubt(feature: &Element) -> Option<String> {
    let reliability = feature.text_of("reliability").filter(|text| text != CONFIRMED)?;
    Some(format!("({reliability})"))
}

/// The days count, not the text beside them, which is kept where it says more.
fn add_birth(feature: &Element, record: &mut Record) {
    let text = feature.text_of("value").unwrap_or_default();
    let dates = feature.all("valueDate").find_map(value_date::read);
    let reading = dates.unwrap_or_else(|| read_dates(&text));
    let doubt = doubt(feature);
    if reading.dates.is_empty() || reading.is_lossy || doubt.is_some() {
        let parts = ["DOB", &text].into_iter().chain(doubt.as_deref());
        record.notes.push(parts.collect::<Vec<_>>().join(" "));
    }
    add_birth_dates(record, reading.dates);
}

/// A document, and in whose name it was issued where that is not the primary name.
fn document_fact(document: &Element, primary_name: &str) -> Fact {
    let part = |name| document.text_of(name);
    let labelled = |name, label| part(name).map(|text| format!("{label} {text}"));
    let date = |name, word| {
        let date = document.all(name).find_map(value_date::shown)?;
        Some(format!("{word} {date}"))
    };
    let is_invalid = part("isValid").is_some_and(|text| text == "false");
    let features = document.all("idFeatures").flat_map(|all| all.texts_of(&["idFeature"]));
    let more = [
        date("issueDate", "issued"),
        date("expirationDate", "expires"),
        labelled("issuingAuthority", "by"),
        labelled("issuingLocation", "in"),
        part("name")
            .filter(|name| name != primary_name)
            .map(|name| format!("in the name of {name}")),
        is_invalid.then(|| "not valid".to_owned()),
    ];
    Fact {
        country: part("issuingCountry"),
        more: more.into_iter().flatten().chain(features).collect(),
        is_document: true,
        ..Fact::new(&part("type").unwrap_or_default(), &part("documentNumber").unwrap_or_default())
    }
}
