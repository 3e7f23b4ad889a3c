//! Features and identity documents of an entity of the enhanced XML.

use tamis_engine::model::{PartialDate, Record};

use super::super::elements::{is_true, items, marked_first};
use super::super::fact::Fact;
use crate::readers::collector::Collector;
use crate::readers::common::english_date::{DateReading, in_words, read_dates, read_range};
use crate::readers::common::facts::add_birth_dates;
use tamis_ingest::xml::Element;

/// Reliability mark of a feature that the publisher confirms; a missing mark means the same.
const CONFIRMED: &str = "Confirmed";

/// Adds all of them; the primary one of each kind comes first.
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
    let date = || feature.all("valueDate").find_map(shown);
    let value = feature.text_of("value").or_else(date).unwrap_or_default();
    Fact { more: doubt(feature).into_iter().collect(), ..Fact::new(kind, &value) }
}

/// Reliability of a feature, if the publisher does not fully confirm it.
fn doubt(feature: &Element) -> Option<String> {
    let reliability = feature.text_of("reliability").filter(|text| text != CONFIRMED)?;
    Some(format!("({reliability})"))
}

/// Adds a birth date. The days are read, not the text next to them, which is kept if it says more.
fn add_birth(feature: &Element, record: &mut Record) {
    let text = feature.text_of("value").unwrap_or_default();
    let dates = feature.all("valueDate").find_map(dates_of);
    let reading = dates.unwrap_or_else(|| read_dates(&text));
    let doubt = doubt(feature);
    if reading.dates.is_empty() || reading.is_lossy || doubt.is_some() {
        let parts = ["DOB", &text].into_iter().chain(doubt.as_deref());
        record.notes.push(parts.collect::<Vec<_>>().join(" "));
    }
    add_birth_dates(record, reading.dates);
}

/// A document, with the name of its holder if that is not the primary name.
fn document_fact(document: &Element, primary_name: &str) -> Fact {
    let part = |name| document.text_of(name);
    let labelled = |name, label| part(name).map(|text| format!("{label} {text}"));
    let date = |name, word| {
        let date = document.all(name).find_map(shown)?;
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

/// Dates of an element; `None` if it states none. A date is given by four days, `fromDateBegin` to
/// `toDateEnd`, so that a year extends from its first to its last day.
fn dates_of(dates: &Element) -> Option<DateReading> {
    let day = |name| dates.text_of(name)?.get(..10)?.parse::<PartialDate>().ok();
    let from = day("fromDateBegin").or_else(|| day("fromDateEnd"))?;
    let to = day("toDateEnd").or_else(|| day("toDateBegin")).unwrap_or(from);
    let reading = match from == to {
        true => DateReading::exact(from),
        false => read_range(from, to),
    };
    Some(reading.about(is_true(dates, "isApproximate")))
}

/// Dates in the form of the other files of the list: `10 Jul 1991`.
fn shown(dates: &Element) -> Option<String> {
    let texts: Vec<String> =
        dates_of(dates)?.dates.into_iter().map(|born| in_words(born.date)).collect();
    Some(texts.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(name: &str, text: &str) -> Element {
        Element { name: name.to_owned(), text: text.to_owned(), ..Element::default() }
    }

    #[test]
    fn dates_are_written_as_in_the_other_forms() {
        for (date, expected) in
            [("1991-07-01", "01 Jul 1991"), ("1991-12", "Dec 1991"), ("1991", "1991")]
        {
            assert_eq!(in_words(date.parse().expect(date)), expected);
        }
    }

    #[test]
    fn days_months_years_and_ranges_are_read() {
        let table: [(&str, &str, bool, &[&str], bool); 7] = [
            ("1961-07-23", "1961-07-23", false, &["1961-07-23"], false),
            ("1961-07-01", "1961-07-31", false, &["1961-07"], false),
            ("1961-01-01", "1961-12-31", false, &["1961"], false),
            ("1957-01-01", "1957-12-31", true, &["circa 1957"], false),
            ("1951-01-01", "1952-12-31", false, &["circa 1951", "circa 1952"], false),
            ("1965-03-21", "1966-03-20", false, &["circa 1965", "circa 1966"], false),
            ("1940-01-01", "1960-12-31", false, &[], true),
        ];
        for (from, to, is_approximate, expected, is_lossy) in table {
            let children = vec![
                element("fromDateBegin", from),
                element("toDateEnd", to),
                element("isApproximate", &is_approximate.to_string()),
            ];
            let reading = dates_of(&Element { children, ..Element::default() }).expect(from);
            let dates: Vec<_> = reading.dates.iter().map(ToString::to_string).collect();
            assert_eq!(
                (dates, reading.is_lossy),
                (expected.iter().map(ToString::to_string).collect(), is_lossy)
            );
        }
        assert_eq!(dates_of(&element("valueDate", "1961")), None);
    }
}
