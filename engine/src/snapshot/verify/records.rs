//! Records, their look-ups and merged entities.

use rayon::prelude::*;

use super::{Check, Counts, offsets, require};
use crate::model::{Collection, CountryCode, EntityType, PartialDate};
use crate::snapshot::details::Meta;
use crate::snapshot::format::Section;
use crate::snapshot::opened::Parts;
use crate::snapshot::rows::{ImoRow, NONE_U8, NONE_U32, RecordRow, RetiredRow, SuccessorRow};
use crate::text::NameKind;

pub(super) fn check(
    parts: &Parts<'_>,
    meta: &Meta,
    counts: &Counts,
    with_sentinel: &[RecordRow],
) -> Check {
    ranges(parts, counts, with_sentinel)?;
    let rows = &with_sentinel[..with_sentinel.len() - 1];
    codes(parts, counts, rows)?;
    require(parts, Section::Meta, collection_counts(rows) == meta.collections, "wrong counts")?;
    let types =
        Meta::types_of(rows.iter().map(|row| {
            (NameKind::ALL[usize::from(row.kind)], EntityType::from_code(row.entity_type))
        }));
    require(parts, Section::Meta, types == meta.types, "wrong types of a kind")?;
    ids(parts, counts, rows)?;
    imos(parts, rows)?;
    entities(parts, rows)?;
    successors(parts)?;
    let details = parts.bytes(Section::Details).len() as u64;
    offsets::<u64>(parts, Section::DetailOffsets, counts.records.into(), details)
}

/// Each record has a range of names, of birth dates and of countries.
fn ranges(parts: &Parts<'_>, counts: &Counts, rows: &[RecordRow]) -> Check {
    let section = Section::Records;
    let births = parts.slice::<u32>(Section::Births).len() as u32;
    let countries = parts.slice::<u16>(Section::Countries).len() as u32;
    let of = |row: &RecordRow| [row.names, row.births, row.countries];
    require(parts, section, of(&rows[0]) == [0; 3], "wrong start")?;
    let end = [counts.names, births, countries];
    require(parts, section, of(&rows[rows.len() - 1]) == end, "wrong sentinel")?;
    let rising = rows.par_windows(2).all(|pair| {
        let (a, b) = (&pair[0], &pair[1]);
        a.names < b.names && a.births <= b.births && a.countries <= b.countries
    });
    require(parts, section, rising, "a range falls, or a record has no name")
}

fn codes(parts: &Parts<'_>, counts: &Counts, rows: &[RecordRow]) -> Check {
    let entities = parts.bytes(Section::Entities).len() as u32 / 16;
    let known = rows.par_iter().all(|row| {
        u32::from(row.register) < counts.registers
            && (row.entity_type == NONE_U8 || EntityType::from_code(row.entity_type).is_some())
            && usize::from(row.kind) < NameKind::ALL.len()
            && (row.entity == NONE_U32 || row.entity < entities)
    });
    require(parts, Section::Records, known, "an unknown code")?;
    let dates = parts.slice::<u32>(Section::Births);
    let known = dates.par_iter().all(|&code| PartialDate::from_code(code).is_some());
    require(parts, Section::Births, known, "not a date")?;
    let countries = parts.slice::<u16>(Section::Countries);
    let known = countries.par_iter().all(|&code| CountryCode::from_code(code).is_some());
    require(parts, Section::Countries, known, "not a country code")
}

fn collection_counts(rows: &[RecordRow]) -> Vec<u64> {
    let members = |collection: &Collection| {
        let bit = collection.bit();
        rows.par_iter().filter(|row| row.collections & bit != 0).count() as u64
    };
    Collection::ALL.iter().map(members).collect()
}

fn ids(parts: &Parts<'_>, counts: &Counts, rows: &[RecordRow]) -> Check {
    let by_id = parts.slice::<u32>(Section::IdIndex);
    require(parts, Section::IdIndex, by_id.len() as u32 == counts.records, "wrong length")?;
    let exist = by_id.par_iter().all(|&at| at < counts.records);
    require(parts, Section::IdIndex, exist, "a record that does not exist")?;
    let rising =
        by_id.par_windows(2).all(|pair| rows[pair[0] as usize].id < rows[pair[1] as usize].id);
    require(parts, Section::IdIndex, rising, "not sorted by id")?;
    let retired = parts.slice::<RetiredRow>(Section::Retired);
    require(parts, Section::Retired, retired.is_sorted_by(|a, b| a.id < b.id), "not sorted by id")?;
    let known = retired.iter().all(|row| u32::from(row.register) < counts.registers);
    require(parts, Section::Retired, known, "an unknown register")?;
    let active = |id: u64| by_id.binary_search_by_key(&id, |&at| rows[at as usize].id).is_ok();
    let apart = !retired.par_iter().any(|row| active(row.id));
    require(parts, Section::Retired, apart, "a record is both active and retired")
}

fn imos(parts: &Parts<'_>, rows: &[RecordRow]) -> Check {
    let index = parts.slice::<ImoRow>(Section::ImoIndex);
    let sorted = index.is_sorted_by(|a, b| a < b);
    require(parts, Section::ImoIndex, sorted, "not sorted")?;
    let carried = |row: &ImoRow| rows.get(row.record as usize).is_some_and(|r| r.imo == row.imo);
    let fits = index.iter().all(carried);
    require(parts, Section::ImoIndex, fits, "a record that does not carry the number")?;
    let carriers = rows.par_iter().filter(|row| row.imo != 0).count();
    require(parts, Section::ImoIndex, index.len() == carriers, "a number is missing")
}

fn entities(parts: &Parts<'_>, rows: &[RecordRow]) -> Check {
    let entities = parts.slice::<[u8; 16]>(Section::Entities);
    require(parts, Section::Entities, entities.is_sorted_by(|a, b| a < b), "not sorted")?;
    let members = parts.slice::<u32>(Section::EntityMembers);
    let (section, count) = (Section::EntityOffsets, entities.len() as u64);
    offsets::<u32>(parts, section, count, members.len() as u64)?;
    let ends = parts.slice::<u32>(section).windows(2);
    let section = Section::EntityMembers;
    for (entity, ends) in ends.enumerate() {
        let members = &members[ends[0] as usize..ends[1] as usize];
        require(parts, section, members.is_sorted_by(|a, b| a < b), "not sorted")?;
        let belongs =
            |&member: &u32| rows.get(member as usize).is_some_and(|r| r.entity as usize == entity);
        require(parts, section, members.iter().all(belongs), "a record of another entity")?;
    }
    let of_entities = rows.par_iter().filter(|row| row.entity != NONE_U32).count();
    require(parts, section, members.len() == of_entities, "a record is missing")
}

/// Out of use are only entities that nothing has any more, and no successor is out of use.
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
