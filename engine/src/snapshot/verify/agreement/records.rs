//! Checks of records: their details, changes, look-ups and merged entities.

use rayon::prelude::*;

use super::{Check, require, require_buckets};
use crate::model::facts::{FactSet, Value};
use crate::model::{BirthDate, Collection, EntityType, Fact, ListingEnd, RecordOrdinal};
use crate::snapshot::details::Meta;
use crate::snapshot::file::Snapshot;
use crate::snapshot::format::Section;
use crate::snapshot::identifiers::records_by_identifier;
use crate::snapshot::record::RecordView;
use crate::snapshot::rows::{
    FactsChangeRow, ImoRow, NONE_U32, RecordRow, RetiredRow, SuccessorRow, may_be_by_addresses,
};
use crate::snapshot::sections::Parts;
use crate::text::{NameKind, Ranks};

/// Checks the counts that the snapshot states for its records as a whole.
pub(super) fn check(snapshot: &Snapshot, meta: &Meta) -> Check {
    let (parts, rows) = (&snapshot.parts(), records(snapshot));
    require(parts, Section::Meta, collection_counts(rows) == meta.collections, "wrong counts")?;
    let types =
        Meta::types_of(rows.iter().map(|row| {
            (NameKind::ALL[usize::from(row.kind)], EntityType::from_code(row.entity_type))
        }));
    require(parts, Section::Meta, types == meta.types, "wrong types of a kind")
}

/// Checks that changes of facts are sorted, distinct, and each of at least one fact.
pub(super) fn check_changes(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let changes = parts.slice::<FactsChangeRow>(Section::FactsChanges);
    let sorted = changes.is_sorted_by(|a, b| (a.record, a.at) < (b.record, b.at));
    require(parts, Section::FactsChanges, sorted, "not sorted by record and time")?;
    let known =
        |row: &FactsChangeRow| row.facts != 0 && FactSet::from_bits(row.facts).bits() == row.facts;
    require(parts, Section::FactsChanges, changes.iter().all(known), "not of known facts")
}

/// Checks that every detail is valid and agrees with the columns that filters read.
pub(super) fn check_details(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    (0..snapshot.record_count()).into_par_iter().try_for_each(|at| {
        let detail = snapshot.detail(at);
        detail.check().map_err(|reason| {
            parts.inconsistent(Section::Details, format!("record {at}: {reason}"))
        })?;
        let is_historical = detail.text(Fact::Historical).is_some();
        let end = ListingEnd::of(detail.date(Fact::ListedUntil), is_historical);
        let fits = snapshot.rows()[at].ends == end.to_code();
        require(parts, Section::Records, fits, "not the end of its listing")?;
        let positions = detail.texts(Fact::Positions);
        let ranks: Ranks = positions.map(Ranks::of_position).collect();
        let fits = snapshot.rows()[at].ranks == ranks.bits();
        require(parts, Section::Records, fits, "not the ranks of its positions")?;
        let births = snapshot.index().births_of(RecordOrdinal(at as u32));
        let dates = births.iter().take_while(|code| BirthDate::from_code(**code).is_some()).count();
        let fit = births.len() - dates <= 1;
        require(parts, Section::Births, fit, "not birth dates and what they lie before")?;
        let fit = has_its_countries(snapshot.record(RecordOrdinal(at as u32)));
        require(parts, Section::Countries, fit, "not those of its addresses")
    })
}

/// True if countries of addresses are used exactly when the record's type allows it and it has no
/// others.
fn has_its_countries(record: RecordView<'_>) -> bool {
    let of_addresses = || {
        record.values(Fact::AddressCountries).filter_map(|value| match value {
            Value::Country(country) => Some(country),
            _ => None,
        })
    };
    let may_stand_in = may_be_by_addresses(record.entity_type());
    match record.is_by_addresses() {
        true => may_stand_in && record.compared_countries().eq(of_addresses()),
        false => {
            !may_stand_in || record.countries().next().is_some() || of_addresses().next().is_none()
        }
    }
}

/// Checks the look-ups of records by id and by IMO number.
pub(super) fn check_look_ups(snapshot: &Snapshot) -> Check {
    let (parts, rows) = (&snapshot.parts(), records(snapshot));
    ids(parts, rows)?;
    imos(parts, rows)
}

pub(super) fn check_entities(snapshot: &Snapshot) -> Check {
    let (parts, rows) = (&snapshot.parts(), records(snapshot));
    entities(parts, rows)?;
    successors(parts)
}

/// The record rows without the sentinel.
fn records(snapshot: &Snapshot) -> &[RecordRow] {
    &snapshot.rows()[..snapshot.record_count()]
}

fn collection_counts(rows: &[RecordRow]) -> Vec<u64> {
    let members = |collection: &Collection| {
        let bit = collection.bit();
        rows.par_iter().filter(|row| row.collections & bit != 0).count() as u64
    };
    Collection::ALL.iter().map(members).collect()
}

fn ids(parts: &Parts<'_>, rows: &[RecordRow]) -> Check {
    let by_id = parts.slice::<u32>(Section::IdIndex);
    let rising =
        by_id.par_windows(2).all(|pair| rows[pair[0] as usize].id < rows[pair[1] as usize].id);
    require(parts, Section::IdIndex, rising, "not sorted by id")?;
    let retired = parts.slice::<RetiredRow>(Section::Retired);
    require(parts, Section::Retired, retired.is_sorted_by(|a, b| a.id < b.id), "not sorted by id")?;
    let active = |id: u64| by_id.binary_search_by_key(&id, |&at| rows[at as usize].id).is_ok();
    let apart = !retired.par_iter().any(|row| active(row.id));
    require(parts, Section::Retired, apart, "a record is both active and retired")
}

/// Checks that the index of identifiers holds those of all records and nothing else.
pub(super) fn check_identifiers(snapshot: &Snapshot) -> Check {
    let parts = &snapshot.parts();
    let records = (0..snapshot.record_count() as u32).into_par_iter().map(RecordOrdinal);
    let expected = records_by_identifier(records.flat_map_iter(|at| {
        let record = snapshot.record(at);
        let identifiers = record.values(Fact::Identifiers);
        identifiers.map(move |identifier| (at, record.entity_type(), identifier))
    }));
    let buckets = (Section::IdentifierBuckets, "not as many as the identifiers");
    let entries = (Section::IdentifierRecords, "not the records with the identifiers");
    require_buckets(parts, &expected, buckets, entries)
}

fn imos(parts: &Parts<'_>, rows: &[RecordRow]) -> Check {
    let index = parts.slice::<ImoRow>(Section::ImoIndex);
    let sorted = index.is_sorted_by(|a, b| a < b);
    require(parts, Section::ImoIndex, sorted, "not sorted")?;
    let carried = |row: &ImoRow| rows[row.record as usize].imo == row.imo;
    let fits = index.iter().all(carried);
    require(parts, Section::ImoIndex, fits, "a record that does not carry the number")?;
    let carriers = rows.par_iter().filter(|row| row.imo != 0).count();
    require(parts, Section::ImoIndex, index.len() == carriers, "a number is missing")
}

fn entities(parts: &Parts<'_>, rows: &[RecordRow]) -> Check {
    let entities = parts.slice::<[u8; 16]>(Section::Entities);
    require(parts, Section::Entities, entities.is_sorted_by(|a, b| a < b), "not sorted")?;
    let members = parts.slice::<u32>(Section::EntityMembers);
    let ends = parts.slice::<u32>(Section::EntityOffsets).windows(2);
    let section = Section::EntityMembers;
    for (entity, ends) in ends.enumerate() {
        let members = &members[ends[0] as usize..ends[1] as usize];
        require(parts, section, members.is_sorted_by(|a, b| a < b), "not sorted")?;
        let belongs = |&member: &u32| rows[member as usize].entity as usize == entity;
        require(parts, section, members.iter().all(belongs), "a record of another entity")?;
    }
    let of_entities = rows.par_iter().filter(|row| row.entity != NONE_U32).count();
    require(parts, section, members.len() == of_entities, "a record is missing")
}

/// Checks that an entity no longer in use has no records, and that no successor is out of use.
fn successors(parts: &Parts<'_>) -> Check {
    let section = Section::Successors;
    let rows = parts.slice::<SuccessorRow>(section);
    require(parts, section, rows.is_sorted_by(|a, b| a.entity < b.entity), "not sorted")?;
    let entities = parts.slice::<[u8; 16]>(Section::Entities);
    let in_use = |row: &SuccessorRow| entities.binary_search(&row.entity).is_ok();
    require(parts, section, !rows.iter().any(in_use), "an entity that is in use")?;
    let moved = |uuid: &[u8; 16]| rows.binary_search_by_key(uuid, |row| row.entity).is_ok();
    let ends = !rows.iter().any(|row| moved(&row.successor));
    require(parts, section, ends, "a successor that is out of use")
}
