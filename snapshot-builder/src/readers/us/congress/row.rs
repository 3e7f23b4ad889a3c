//! Rows of the tables of members: the last office of each, without dates.

use super::names::{Name, Parts};
use super::offices::Office;
use super::person::{BIOGUIDE, FEC, GOVTRACK, Person, identifier};
use crate::readers::common::facts::filled;
use crate::readers::common::rows::NamedRow;

/// Required columns of a table of members; the first is the key.
pub(super) const REQUIRED: [&str; 3] = ["bioguide_id", "last_name", "first_name"];

/// Reads the person of a row.
pub(super) fn read(row: NamedRow<'_>) -> Person {
    let value = |name: &str| row.value(name);
    let text = |name: &str| value(name).unwrap_or_default();
    let fec = text("fec_ids");
    let numbers = [(BIOGUIDE, value("bioguide_id")), (GOVTRACK, value("govtrack_id"))]
        .into_iter()
        .filter_map(|(kind, number)| Some(identifier(kind, number?)));
    let fec = fec.split(',').filter_map(filled).map(|number| identifier(FEC, number));
    let office = Office {
        party: value("party"),
        ..Office::of(&text("type"), &text("state"), &text("district"))
    };
    let notes = [("Website", value("url")), ("Telephone", value("phone"))];
    Person {
        bioguide: value("bioguide_id"),
        identifiers: numbers.chain(fec).collect(),
        names: vec![Name::of(&Parts {
            first: text("first_name"),
            middle: text("middle_name"),
            last: text("last_name"),
            suffix: text("suffix"),
            nickname: text("nickname"),
            full: text("full_name"),
        })],
        birthdays: value("birthday").into_iter().collect(),
        gender: value("gender"),
        offices: Some(office).filter(|office| !office.title.is_empty()).into_iter().collect(),
        addresses: value("address").into_iter().collect(),
        notes: notes.into_iter().filter_map(|(label, text)| Some((label, text?))).collect(),
        ..Person::default()
    }
}
