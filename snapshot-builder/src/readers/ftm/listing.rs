//! Reads Sanction entities as listings of a party.

use tamis_engine::model::{PartialDate, Record};

use super::entity::{Entity, label};
use super::party::read_date;
use crate::readers::common::facts::{
    add_identifier, add_note, add_un_reference, add_unique, set_first,
};

/// Properties of a Sanction that are read elsewhere or refer to other entities.
const READ: [&str; 13] = [
    "entity",
    "program",
    "programId",
    "listingDate",
    "startDate",
    "endDate",
    "status",
    "sourceUrl",
    "authority",
    "country",
    "unscId",
    "authorityId",
    "retrievedAt",
];

/// Adds the listings of a party in one register to its record: the day of the earliest, and the end of
/// the latest if all of them have ended.
pub(super) fn add_listings(record: &mut Record, listings: &[&Entity]) {
    let starts: Vec<Option<PartialDate>> =
        listings.iter().map(|listing| first_date(listing, &["listingDate", "startDate"])).collect();
    let ends: Vec<Option<PartialDate>> =
        listings.iter().map(|listing| last_date(listing, "endDate")).collect();
    record.listed_on = starts.into_iter().flatten().min();
    if ends.iter().all(Option::is_some) {
        record.listed_until = ends.into_iter().flatten().max();
    }
    for listing in listings {
        add_programmes(record, listing);
        add_status(record, listing);
        note_dates(record, listing);
        note_authority(record, listing);
        for value in listing.values("unscId") {
            add_un_reference(record, &value);
        }
        for value in listing.values("authorityId") {
            add_identifier(record, "Authority ID", value, None);
        }
        for property in listing.properties().filter(|property| !READ.contains(property)) {
            for value in listing.values(property) {
                add_note(record, &label(property), &value);
            }
        }
    }
}

/// Adds the programmes of a Sanction or a party. Names come before the ids that the publisher of the
/// export gives the same programmes.
pub(super) fn add_programmes(record: &mut Record, entity: &Entity) {
    let (names, ids) = (entity.values("program"), entity.values("programId"));
    let (programmes, others) = if names.is_empty() { (ids, names) } else { (names, ids) };
    for programme in programmes {
        add_unique(&mut record.programmes, programme);
    }
    note_programmes(record, others);
}

/// Keeps ids of programmes that the record has by name.
pub(super) fn note_programmes(record: &mut Record, ids: Vec<String>) {
    for id in ids.iter().filter(|id| !record.programmes.contains(id)).collect::<Vec<_>>() {
        add_note(record, &label("programId"), id);
    }
}

fn add_status(record: &mut Record, listing: &Entity) {
    for status in listing.values("status") {
        let other = set_first(&mut record.status, status);
        add_note(record, "Status", &other.unwrap_or_default());
    }
}

/// Notes dates that have no field in the record.
fn note_dates(record: &mut Record, listing: &Entity) {
    let shown = [record.listed_on, record.listed_on, record.listed_until];
    for (property, shown) in ["listingDate", "startDate", "endDate"].into_iter().zip(shown) {
        for value in listing.values(property) {
            if shown.is_none() || read_date(&value) != shown {
                add_note(record, &label(property), &value);
            }
        }
    }
}

fn note_authority(record: &mut Record, listing: &Entity) {
    let authority = listing.values("authority").join("; ");
    let country = listing.values("country").join(", ").to_uppercase();
    match (authority.is_empty(), country.is_empty()) {
        (false, false) => add_note(record, "Authority", &format!("{authority} ({country})")),
        (_, true) => add_note(record, "Authority", &authority),
        (true, false) => add_note(record, "Country of the authority", &country),
    }
}

/// The earliest date of the first of these properties that has one.
fn first_date(listing: &Entity, properties: &[&str]) -> Option<PartialDate> {
    properties
        .iter()
        .find_map(|property| listing.values(property).iter().filter_map(|v| read_date(v)).min())
}

fn last_date(listing: &Entity, property: &str) -> Option<PartialDate> {
    listing.values(property).iter().filter_map(|value| read_date(value)).max()
}
