//! Gathers the rows of a party and makes its record.

use tamis_engine::model::{EntityType, Record};

use super::columns::{Field, Row};
use super::date::{read_birth_date, read_day};
use super::listings::Listings;
use super::names::Names;
use super::numbered::{values, without_mark};
use super::places::add_countries;
use super::references::add_un_reference;
use super::{documents, imo, places, remarks};
use crate::readers::collector::Collector;
use crate::readers::common::acronyms::add_acronyms;
use crate::readers::common::facts::{
    add_birth_reading, add_identifier, add_imo, add_note, add_unique, entity_type_of,
};

/// Kind of a person's national number if the list states no other.
const NATIONAL_NUMBER: &str = "National identification number";

/// Fields that are read separately.
const SINGLE: &[Field] = &[
    Field::Title,
    Field::Position,
    Field::BirthDate,
    Field::Nationality,
    Field::AddressCountry,
    Field::Flag,
    Field::Gender,
    Field::UnReference,
    Field::OfsiGroup,
    Field::BusinessNumber,
    Field::HullNumber,
    Field::Imo,
];

/// Pairs of fields that form one fact.
const PAIRS: &[(Field, Field)] = &[
    (Field::BirthTown, Field::BirthCountry),
    (Field::PassportNumber, Field::PassportDetails),
    (Field::NationalNumber, Field::NationalDetails),
];

/// Facts in the rows of a party. Rows are combinations of its names, dates and addresses, so each fact
/// is kept once.
#[derive(Default)]
pub(super) struct Party {
    reference: String,
    kinds: Vec<String>,
    names: Names,
    listings: Listings,
    facts: Vec<(Field, String)>,
    pairs: Vec<(Field, String, String)>,
    remarks: Vec<String>,
    addresses: Vec<String>,
    others: Vec<String>,
}

impl Party {
    /// A party without rows.
    pub(super) fn new(reference: String) -> Self {
        Self { reference, ..Self::default() }
    }

    /// True if the publisher's type is ship.
    pub(super) fn is_called_ship(&self) -> bool {
        self.kinds.first().is_some_and(|kind| type_of(kind) == Kind::Ship)
    }

    /// Adds the facts of a row.
    pub(super) fn add(&mut self, row: &Row<'_>) {
        self.names.add(row);
        self.listings.add(row);
        add_filled(&mut self.kinds, row.text(Field::Kind));
        add_filled(&mut self.remarks, row.text(Field::Remarks));
        add_filled(&mut self.addresses, without_mark(&row.address()).to_owned());
        for field in SINGLE {
            let text = row.text(*field);
            if !text.is_empty() {
                add_unique(&mut self.facts, (*field, text));
            }
        }
        for (first, second) in PAIRS {
            let (one, two) = (row.text(*first), row.text(*second));
            if !one.is_empty() || !two.is_empty() {
                add_unique(&mut self.pairs, (*first, one, two));
            }
        }
        let updated = row.text(Field::LastUpdated);
        if !updated.is_empty() {
            let shown = read_day(&updated).map_or(updated, |date| date.to_string());
            add_unique(&mut self.others, format!("Last updated: {shown}"));
        }
        for (name, text) in row.others() {
            add_filled(&mut self.others, format!("{name}: {}", text.replace('|', "; ")));
        }
    }

    /// Record of the party; `names_ships` is true if the list has a type for ships.
    pub(super) fn into_record(self, names_ships: bool, collector: &mut Collector<'_>) -> Record {
        let mut record = Record { reference: self.reference, ..Record::default() };
        self.names.put(&mut record);
        record.entity_type = entity_type(&self.kinds, &record.name, names_ships, &self.remarks);
        let is_known = self.kinds.len() < 2 && record.entity_type.is_some();
        for kind in self.kinds.iter().filter(|_| !is_known) {
            add_note(&mut record, "Type", kind);
        }
        self.listings.put(&mut record);
        for (field, text) in &self.facts {
            read_fact(*field, text, &mut record, collector);
        }
        for (field, one, two) in &self.pairs {
            read_pair(*field, one, two, &mut record);
        }
        for text in &self.remarks {
            remarks::read(text, &mut record, collector);
        }
        remarks::mark_approximate(&mut record);
        record.addresses = self.addresses;
        for note in self.others {
            add_unique(&mut record.notes, note);
        }
        add_acronyms(&mut record);
        record
    }
}

/// Type of a party in the lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Individual,
    Entity,
    Ship,
    Unknown,
}

fn type_of(text: &str) -> Kind {
    match text.to_lowercase().as_str() {
        "individual" => Kind::Individual,
        "entity" => Kind::Entity,
        "ship" => Kind::Ship,
        _ => Kind::Unknown,
    }
}

/// Type from the first row that states one.
fn entity_type(
    kinds: &[String],
    name: &str,
    names_ships: bool,
    remarks: &[String],
) -> Option<EntityType> {
    match type_of(kinds.first()?) {
        Kind::Individual => Some(EntityType::Individual),
        Kind::Ship => Some(EntityType::Vessel),
        Kind::Entity if !names_ships && imo::is_ship(name, remarks) => Some(EntityType::Vessel),
        Kind::Entity => Some(entity_type_of(name)),
        Kind::Unknown => None,
    }
}

fn read_fact(field: Field, text: &str, record: &mut Record, collector: &mut Collector<'_>) {
    for text in values(text).headed() {
        match field {
            Field::Title | Field::Position => add_unique(&mut record.positions, text),
            Field::BirthDate => add_birth_reading(record, &text, read_birth_date(&text)),
            Field::Nationality => add_countries(record, "Nationality", &text, collector),
            Field::AddressCountry => collector.add_address_country(&text, record),
            Field::Flag => add_countries(record, "Flag", &text, collector),
            Field::Gender => record.gender = Some(text.to_lowercase()),
            Field::UnReference => add_un_reference(record, &text),
            Field::OfsiGroup => add_identifier(record, "OFSI Group ID", text, None),
            Field::BusinessNumber => {
                add_identifier(record, "Business registration number", text, None);
            }
            Field::HullNumber => add_identifier(record, "Hull identification number", text, None),
            Field::Imo => add_imo(record, &text),
            _ => {}
        }
    }
}

fn read_pair(field: Field, one: &str, two: &str, record: &mut Record) {
    match field {
        Field::BirthTown => {
            for place in places::read(one, two) {
                add_unique(&mut record.birth_places, place);
            }
        }
        Field::PassportNumber => documents::add("Passport", one, two, record),
        _ => documents::add(NATIONAL_NUMBER, one, two, record),
    }
}

fn add_filled(texts: &mut Vec<String>, text: String) {
    if !text.is_empty() {
        add_unique(texts, text);
    }
}
