//! The second hop: copies addresses and positions to the parties that name them.

use std::collections::BTreeMap;

use super::partition::leave_out_alone;
use super::row::{Kind, Origin, Row};
use super::spill::{BucketRows, Spill};
use crate::error::LoadError;
use crate::readers::Input;
use crate::readers::collector::Collector;
use crate::report::Position;

/// Addresses or positions of a bucket, by id.
type Places = BTreeMap<String, Place>;

struct Place {
    schema: String,
    text: String,
    is_wanted: bool,
}

/// Adds rows with the texts of the places to those of the parties.
pub(super) fn deliver(
    places: Spill,
    parties: &mut Spill,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    places.for_each_bucket(|rows| {
        let mut held = hold(rows, input, collector)?;
        rows.for_each(|row| match row.kind {
            Kind::Place => Ok(()),
            _ => answer(&row, &mut held, parties, collector),
        })?;
        for place in held.values().filter(|place| !place.is_wanted) {
            leave_out_alone(&place.schema, collector);
        }
        Ok(())
    })
}

/// Holds the places of a bucket in memory. Requests for them are streamed, since an address may be
/// shared by every party.
fn hold(
    rows: &mut BucketRows<'_>,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) -> Result<Places, LoadError> {
    let mut places = Places::new();
    rows.for_each(|row| {
        if row.kind != Kind::Place {
            return Ok(());
        }
        if places.contains_key(row.key) {
            reject_repeated(row.origin, row.key, input, collector);
            return Ok(());
        }
        let (schema, text) = (row.other.to_owned(), row.body.to_owned());
        places.insert(row.key.to_owned(), Place { schema, text, is_wanted: false });
        Ok(())
    })?;
    Ok(places)
}

fn answer(
    wish: &Row<'_>,
    places: &mut Places,
    parties: &mut Spill,
    collector: &mut Collector<'_>,
) -> Result<(), LoadError> {
    let (kind, expected) = match wish.kind {
        Kind::AddressWanted => (Kind::Address, "Address"),
        _ => (Kind::Post, "Position"),
    };
    match places.get_mut(wish.key).filter(|place| place.schema == expected) {
        Some(place) => {
            place.is_wanted = true;
            let (key, other, body) = (wish.other, wish.body, place.text.as_str());
            parties.push(&Row { kind, order: wish.order, origin: wish.origin, key, other, body })
        }
        None => {
            collector.leave_out(&format!("{expected} that is not in the file"));
            Ok(())
        }
    }
}

/// Rejects an entity whose id was used before.
pub(super) fn reject_repeated(
    origin: Origin,
    id: &str,
    input: &Input<'_>,
    collector: &mut Collector<'_>,
) {
    let reason = format!("id {id:?} occurs a second time");
    let position = Position::Line(origin.line);
    collector.reject(origin.file_name(input), position, reason, Some(id.to_owned()));
}
