//! The consolidated list of the UN Security Council: `CONSOLIDATED_LIST` with `INDIVIDUAL` and `ENTITY`
//! elements. There are no ships; IMO numbers in comments belong to companies. [`names`] describes the
//! cells of names.

mod names;

use tamis_engine::model::{Alias, CountryCode, EntityType, Identifier, PartialDate, Record};
use tamis_engine::rewrite::free_text;

use crate::countries::country_of_code;
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::readers::common::acronyms::add_acronyms;
use crate::readers::common::english_date::{DateReading, read_dates, read_month, read_range};
use crate::readers::common::facts::{
    BIRTH_NOTE, add_birth_dates, add_note, date_or_note, entity_type_of, graded, joined,
};
use crate::report::Position;
use tamis_ingest::xml::{Element, XmlStream};

const INDIVIDUAL: &str = "INDIVIDUAL";
const ENTITY: &str = "ENTITY";

/// Reads the list, one party at a time.
pub(super) fn read(input: &Input<'_>, collector: &mut Collector<'_>) -> Result<(), LoadError> {
    for file in input.main {
        let (mut stream, root) = XmlStream::open(file, &["CONSOLIDATED_LIST"])?;
        match root.attribute("dateGenerated").as_deref().and_then(read_day) {
            Some(date) => collector.set_list_date(date),
            None => collector.warn(format!("{}: no date in dateGenerated", file.name)),
        }
        let kinds = [INDIVIDUAL, ENTITY];
        let mut seen = [0u64; 2];
        while let Some((kind, element)) = stream.next_of(&kinds)? {
            seen[kind] += 1;
            let mut record = read_party(&element, kinds[kind], collector);
            record.source_url = input.url_of(&record.reference);
            collector.accept(record, &file.name, Position::Element(kinds[kind], seen[kind]));
        }
    }
    Ok(())
}

fn read_party(party: &Element, kind: &str, collector: &mut Collector<'_>) -> Record {
    let part = |name: &str| format!("{kind}_{name}");
    let name =
        party.texts_of(&["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"]).join(" ");
    let entity_type =
        if kind == INDIVIDUAL { EntityType::Individual } else { entity_type_of(&name) };
    let mut record = Record {
        // Some references end with a blank.
        reference: party.text_of("REFERENCE_NUMBER").unwrap_or_default(),
        entity_type: Some(entity_type),
        programmes: party.text_of("UN_LIST_TYPE").into_iter().collect(),
        gender: party.text_of("GENDER").map(|gender| gender.to_lowercase()),
        notes: party.text_of("COMMENTS1").into_iter().collect(),
        ..Record::default()
    };
    names::set_name(&name, &mut record);
    if let Some(text) = party.text_of("LISTED_ON") {
        record.listed_on = date_or_note(read_day(&text), "Listed on", &text, &mut record);
    }
    for name in ["TITLE", "DESIGNATION"] {
        record.positions.extend(party.all(name).flat_map(|e| e.texts_of(&["VALUE"])));
    }
    for country in party.all("NATIONALITY").flat_map(|e| e.texts_of(&["VALUE"])) {
        collector.add_party_countries("Nationality", &country, &mut record);
    }
    for birth in party.all("INDIVIDUAL_DATE_OF_BIRTH") {
        read_birth_date(birth, &mut record);
    }
    let places = party.all("INDIVIDUAL_PLACE_OF_BIRTH").map(one_line);
    record.birth_places.extend(places.filter(|place| !place.is_empty()));
    for address in party.all(&part("ADDRESS")) {
        collector.add_address_country(&address.text_of("COUNTRY").unwrap_or_default(), &mut record);
        record.addresses.extend(Some(one_line(address)).filter(|line| !line.is_empty()));
    }
    if let Some(cell) = party.text_of("NAME_ORIGINAL_SCRIPT") {
        names::read(&cell).add_to(&mut record, Alias::strong);
    }
    for updated in party.all("LAST_DAY_UPDATED").flat_map(|e| e.texts_of(&["VALUE"])) {
        add_note(&mut record, "Last updated", &updated);
    }
    for alias in party.all(&part("ALIAS")) {
        read_alias(alias, &mut record);
    }
    for document in party.all("INDIVIDUAL_DOCUMENT") {
        read_document(document, &mut record, collector);
    }
    add_acronyms(&mut record);
    record
}

/// Reads a birth date. TYPE_OF_DATE is not a precision: EXACT with only a year is usual. Further facts
/// about the date (from a false passport, another calendar) become a note.
fn read_birth_date(birth: &Element, record: &mut Record) {
    let text = |name: &str| birth.text_of(name);
    let note = text("NOTE");
    let mut is_note_read = note.is_none();
    let reading = if let Some(date) = text("DATE") {
        DateReading::of(read_day(&date))
    } else if let Some(year) = text("YEAR") {
        let month = note.as_deref().and_then(read_month);
        is_note_read |= month.is_some();
        match month.zip(year.parse().ok()).and_then(|(m, y)| PartialDate::new(y, Some(m), None)) {
            Some(date) => DateReading::exact(date),
            None => read_dates(&year),
        }
    } else if let (Some(from), Some(to)) = (text("FROM_YEAR"), text("TO_YEAR")) {
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => read_range(from, to),
            _ => DateReading::default(),
        }
    } else {
        let reading = note.as_deref().map(read_dates).unwrap_or_default();
        is_note_read |= !reading.dates.is_empty();
        reading
    };
    let says = birth.texts_of(&["TYPE_OF_DATE", "DATE", "YEAR", "FROM_YEAR", "TO_YEAR", "NOTE"]);
    let about = |text: String| text.to_ascii_lowercase().starts_with("approximately");
    let is_unread = reading.dates.is_empty() && says.len() > 1;
    if !is_note_read || reading.is_lossy || is_unread {
        add_note(record, BIRTH_NOTE, &says.join(" "));
    }
    let is_about = [text("TYPE_OF_DATE"), note].into_iter().flatten().any(about);
    add_birth_dates(record, reading.about(is_about).dates);
}

/// Reads an alias. A birth date published with it is used by the party, so it is matched as well.
fn read_alias(alias: &Element, record: &mut Record) {
    let Some(cell) = alias.text_of("ALIAS_NAME") else { return };
    let names = names::read(&cell);
    let is_weak = alias.text_of("QUALITY").is_some_and(|q| q.eq_ignore_ascii_case("low"));
    if let Some(date) = alias.text_of("DATE_OF_BIRTH") {
        add_birth_dates(record, read_dates(&date).dates);
    }
    for text in alias.texts_of(&["ALIAS_NAME", "NOTE"]) {
        add_birth_dates(record, births_in(&text));
    }
    let details = alias.texts_of(&["DATE_OF_BIRTH", "CITY_OF_BIRTH", "COUNTRY_OF_BIRTH", "NOTE"]);
    add_note(record, &format!("Alias {}", names.first()), &details.join(", "));
    let is_former = alias.text_of("QUALITY").is_some_and(|q| q.eq_ignore_ascii_case("f.k.a."));
    let named = |name: String| graded(name, is_weak).formerly(is_former);
    let of_note = alias.text_of("NOTE").map(|note| names::of_note(&note, &cell));
    names.add_to(record, named);
    record.aliases.extend(of_note.into_iter().flatten().map(named));
}

/// The first date after every `born`; further dates are not births (such as the issue of a passport).
fn births_in(text: &str) -> impl Iterator<Item = PartialDate> {
    let is_word = |at: usize| !text[..at].ends_with(char::is_alphabetic);
    let told = text.match_indices("born ").filter(move |&(at, _)| is_word(at));
    told.filter_map(|(at, _)| free_text(&text[at..]).birth_dates.into_iter().next())
}

fn read_document(document: &Element, record: &mut Record, collector: &mut Collector<'_>) {
    let kind = ["TYPE_OF_DOCUMENT2", "TYPE_OF_DOCUMENT"]
        .iter()
        .find_map(|name| document.text_of(name))
        .map_or_else(|| "Document".to_owned(), |kind| kind.trim_end_matches([':', ' ']).to_owned());
    let details = document.texts_of(&["DATE_OF_ISSUE", "CITY_OF_ISSUE", "NOTE"]).join(", ");
    let number = document.text_of("NUMBER");
    let label = joined([kind.as_str(), number.as_deref().unwrap_or_default()], " ");
    add_note(record, &label, &details);
    let country = document.texts_of(&["ISSUING_COUNTRY", "COUNTRY_OF_ISSUE"]);
    for other in country.iter().skip(1).filter(|other| country.first() != Some(other)) {
        add_note(record, &label, &format!("also of {other}"));
    }
    if let Some(number) = number {
        let country = country.first().and_then(|country| collector.country(country));
        let (bare, in_number) = number_and_country(&number);
        let (value, country) = match (in_number, country) {
            (Some(own), None) => (bare.to_owned(), Some(own)),
            (_, country) => (number.clone(), country),
        };
        record.identifiers.push(Identifier { kind, value, country });
    }
}

/// A number, and the country whose code follows it: `403062567 (US)`.
fn number_and_country(number: &str) -> (&str, Option<CountryCode>) {
    let parted = number.strip_suffix(')').and_then(|number| number.rsplit_once(" ("));
    let known = parted.and_then(|(number, code)| Some((number, country_of_code(code)?)));
    known.map_or((number, None), |(number, country)| (number, Some(country)))
}

/// An address or place in one line, its note in parentheses.
fn one_line(place: &Element) -> String {
    let parts = place.texts_of(&["STREET", "CITY", "STATE_PROVINCE", "ZIP_CODE", "COUNTRY"]);
    let line = parts.join(", ");
    match place.text_of("NOTE") {
        Some(note) if line.is_empty() => note,
        Some(note) => format!("{line} ({note})"),
        None => line,
    }
}

/// Day of a date that may be followed by a time or a time zone (`2001-10-08-04:00`).
fn read_day(text: &str) -> Option<PartialDate> {
    text.get(..10).unwrap_or(text).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn births_told_with_an_alias_are_read() {
        for (text, expected) in [
            ("Ana Lee born in 1963", "1963"),
            ("Ana Lee, born 1 Jan. 1953 (passport 0382, issued 4 May 2014)", "1953-01-01"),
            ("Ana Lee, born in Sol on 02 Jan.1967; Ana Li, born in 1968", "1967-01-02 1968"),
            ("born in 1965 in Sol passport number OR 1961825 issued on 4 Feb. 2003", "1965"),
            ("son of Jo Lee, born in 1955, passport number TR024417", "1955"),
            ("Ana Lee (passport 0382, issued 4 May 2014)", ""),
            ("Ana born free", ""),
            ("Ana Stubborn 1963", ""),
        ] {
            let dates: Vec<String> = births_in(text).map(|date| date.to_string()).collect();
            assert_eq!(dates.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn days_lose_their_time_zone() {
        for (text, expected) in [
            ("2001-10-08-04:00", Some("2001-10-08")),
            ("2026-02-27T00:00:09.554Z", Some("2026-02-27")),
            ("2001", Some("2001")),
            ("yesterday", None),
        ] {
            assert_eq!(read_day(text).map(|d| d.to_string()).as_deref(), expected, "{text}");
        }
    }
}
