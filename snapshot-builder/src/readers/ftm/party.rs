//! Maps the properties of a party to the fields of a record.

use std::cmp::Reverse;

use tamis_engine::model::{EntityType, PartialDate, Record};

use super::entity::{Entity, label};
use super::names::{NAME_PARTS, add_names};
use crate::readers::collector::Collector;
use crate::readers::common::country_codes::add_country;
use crate::readers::common::english_date::{DateReading, read_dates};
use crate::readers::common::facts::{
    add_birth_reading, add_identifier, add_imo, add_note, add_unique,
};

/// Destination of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    BirthDate,
    BirthPlace,
    Country,
    Gender,
    Position,
    Address,
    /// IMO number of a ship; for any other party, an identifier.
    Imo,
    Isin,
    Ticker,
    Identifier(&'static str),
    Remark,
    /// Read elsewhere, or not a fact about the party.
    Elsewhere,
}

/// Properties with a field, in the order in which their values are added; all others become notes.
const FIELDS: &[(&str, Field)] = &[
    ("birthDate", Field::BirthDate),
    ("birthPlace", Field::BirthPlace),
    ("nationality", Field::Country),
    ("citizenship", Field::Country),
    ("jurisdiction", Field::Country),
    ("flag", Field::Country),
    ("mainCountry", Field::Country),
    ("country", Field::Country),
    ("gender", Field::Gender),
    ("title", Field::Position),
    ("position", Field::Position),
    ("address", Field::Address),
    ("imoNumber", Field::Imo),
    ("isinCode", Field::Isin),
    ("isin", Field::Isin),
    ("ticker", Field::Ticker),
    ("passportNumber", Field::Identifier("Passport")),
    ("idNumber", Field::Identifier("ID number")),
    ("socialSecurityNumber", Field::Identifier("Social security number")),
    ("taxNumber", Field::Identifier("Tax number")),
    ("vatCode", Field::Identifier("VAT number")),
    ("registrationNumber", Field::Identifier("Registration number")),
    ("licenseNumber", Field::Identifier("License number")),
    ("leiCode", Field::Identifier("LEI")),
    ("dunsCode", Field::Identifier("DUNS")),
    ("uniqueEntityId", Field::Identifier("Unique entity ID")),
    ("cageCode", Field::Identifier("CAGE")),
    ("npiCode", Field::Identifier("NPI")),
    ("swiftBic", Field::Identifier("SWIFT/BIC")),
    ("bikCode", Field::Identifier("BIK")),
    ("giiNumber", Field::Identifier("GIIN")),
    ("cikCode", Field::Identifier("CIK")),
    ("irsCode", Field::Identifier("IRS number")),
    ("innCode", Field::Identifier("INN")),
    ("ogrnCode", Field::Identifier("OGRN")),
    ("kppCode", Field::Identifier("KPP")),
    ("okpoCode", Field::Identifier("OKPO")),
    ("pfrNumber", Field::Identifier("PFR number")),
    ("fnsCode", Field::Identifier("FNS code")),
    ("fssCode", Field::Identifier("FSS code")),
    ("uscCode", Field::Identifier("USCC")),
    ("voenCode", Field::Identifier("VOEN")),
    ("ipoCode", Field::Identifier("IPO code")),
    ("jibCode", Field::Identifier("JIB")),
    ("mbsCode", Field::Identifier("MBS")),
    ("ricCode", Field::Identifier("RIC")),
    ("permId", Field::Identifier("PermID")),
    ("bvdId", Field::Identifier("BvD ID")),
    ("sayariId", Field::Identifier("Sayari ID")),
    ("brightQueryId", Field::Identifier("BrightQuery ID")),
    ("brightQueryOrgId", Field::Identifier("BrightQuery organization ID")),
    ("icijId", Field::Identifier("ICIJ ID")),
    ("wikidataId", Field::Identifier("Wikidata ID")),
    ("mmsi", Field::Identifier("MMSI")),
    ("callSign", Field::Identifier("Call sign")),
    ("crsNumber", Field::Identifier("CRS number")),
    ("serialNumber", Field::Identifier("Serial number")),
    ("notes", Field::Remark),
    ("name", Field::Elsewhere),
    ("alias", Field::Elsewhere),
    ("previousName", Field::Elsewhere),
    ("weakAlias", Field::Elsewhere),
    ("abbreviation", Field::Elsewhere),
    ("addressEntity", Field::Elsewhere),
    ("program", Field::Elsewhere),
    ("programId", Field::Elsewhere),
    ("sourceUrl", Field::Elsewhere),
    // Internal data of the publisher that changes with every export.
    ("indexText", Field::Elsewhere),
    ("retrievedAt", Field::Elsewhere),
];

/// Record of a party, without the facts of other entities and without the listings.
pub(super) fn read_party(
    party: &Entity,
    entity_type: Option<EntityType>,
    collector: &mut Collector<'_>,
) -> Record {
    let mut record = Record { reference: party.id.clone(), entity_type, ..Record::default() };
    add_names(party, &mut record);
    for (property, field) in FIELDS {
        for value in party.values(property) {
            add(&mut record, *field, property, value, collector);
        }
    }
    // The most precise date is shown.
    record.birth_dates.sort_by_key(|date| (Reverse(date.precision()), *date));
    let is_other = |property: &&str| {
        !NAME_PARTS.contains(property) && FIELDS.iter().all(|(known, _)| known != property)
    };
    for property in party.properties().filter(is_other) {
        add_note(&mut record, &label(property), &party.values(property).join("; "));
    }
    record
}

fn add(
    record: &mut Record,
    field: Field,
    property: &str,
    value: String,
    collector: &mut Collector<'_>,
) {
    match field {
        Field::BirthDate => {
            let reading = read_date(&value).map_or_else(|| read_dates(&value), DateReading::exact);
            add_birth_reading(record, &value, reading);
        }
        Field::BirthPlace => add_unique(&mut record.birth_places, value),
        Field::Country => {
            if !add_country(&value, &mut record.countries, collector) {
                add_note(record, &label(property), &value);
            }
        }
        Field::Gender if record.gender.is_none() => record.gender = Some(value.to_lowercase()),
        Field::Gender => add_note(record, &label(property), &value),
        Field::Position => add_unique(&mut record.positions, value),
        Field::Address => add_unique(&mut record.addresses, value),
        Field::Imo => add_imo(record, &value),
        Field::Isin if record.isin.is_none() => record.isin = Some(value),
        Field::Isin => add_identifier(record, "ISIN", value, None),
        Field::Ticker if record.ticker.is_none() => record.ticker = Some(value),
        Field::Ticker => add_identifier(record, "Ticker", value, None),
        Field::Identifier(kind) => add_identifier(record, kind, value, None),
        Field::Remark => add_unique(&mut record.notes, value),
        Field::Elsewhere => {}
    }
}

/// Reads a date and ignores a time after it.
pub(super) fn read_date(text: &str) -> Option<PartialDate> {
    text.split(['T', ' ']).next()?.parse().ok()
}
