//! Rows of the tables of members: the last office of each, without dates.

use std::collections::BTreeMap;

use tamis_ingest::table::StringRecord;

use super::names::{Name, Parts};
use super::offices::Office;
use super::person::{BIOGUIDE, FEC, GOVTRACK, Person, identifier};
use crate::error::LoadError;
use crate::readers::common::facts::filled;
use tamis_ingest::table::Header;

/// Columns without which a table is not one of members.
const REQUIRED: [&str; 3] = ["bioguide_id", "last_name", "first_name"];
/// Columns that earlier versions of the tables may lack.
const OPTIONAL: [&str; 15] = [
    "middle_name",
    "suffix",
    "nickname",
    "full_name",
    "birthday",
    "gender",
    "type",
    "state",
    "district",
    "party",
    "url",
    "address",
    "phone",
    "govtrack_id",
    "fec_ids",
];

pub(super) struct Columns(BTreeMap<&'static str, usize>);

impl Columns {
    /// Finds the columns that are read.
    pub(super) fn of(header: &Header) -> Result<Self, LoadError> {
        let mut places = BTreeMap::new();
        for name in REQUIRED {
            places.insert(name, header.require(name)?);
        }
        for name in OPTIONAL {
            places.extend(header.find(name).map(|at| (name, at)));
        }
        Ok(Self(places))
    }

    /// Position of the key.
    pub(super) fn reference(&self) -> Option<usize> {
        self.0.get(REQUIRED[0]).copied()
    }

    fn value(&self, row: &StringRecord, name: &str) -> Option<String> {
        row.get(*self.0.get(name)?).and_then(filled)
    }

    pub(super) fn read(&self, row: &StringRecord) -> Person {
        let value = |name: &str| self.value(row, name);
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
            names: vec![self.name(row)],
            birthdays: value("birthday").into_iter().collect(),
            gender: value("gender"),
            offices: Some(office).filter(|office| !office.title.is_empty()).into_iter().collect(),
            addresses: value("address").into_iter().collect(),
            notes: notes.into_iter().filter_map(|(label, text)| Some((label, text?))).collect(),
            ..Person::default()
        }
    }

    fn name(&self, row: &StringRecord) -> Name {
        let text = |name: &str| self.value(row, name).unwrap_or_default();
        Name::of(&Parts {
            first: text("first_name"),
            middle: text("middle_name"),
            last: text("last_name"),
            suffix: text("suffix"),
            nickname: text("nickname"),
            full: text("full_name"),
        })
    }
}
