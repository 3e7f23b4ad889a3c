//! Record rows, dates, countries, details, and the look-ups by id, IMO number and entity.

use std::collections::BTreeMap;

use rayon::prelude::*;
use uuid::Uuid;

use super::browse::Table;
use super::file::SnapshotFile;
use super::input::{ActiveRecord, birth_codes, country_codes, is_by_addresses};
use super::names::Names;
use crate::lexicon::buckets::BucketParts;
use crate::lexicon::rows::NONE_U8;
use crate::model::{
    Collection, Fact, ImoNumber, ListingEnd, Record, RecordId, RecordOrdinal, Register,
};
use crate::snapshot::error::SnapshotError;
use crate::snapshot::file::Retired;
use crate::snapshot::format::Section;
use crate::snapshot::identifiers::records_by_identifier;
use crate::snapshot::record_detail;
use crate::snapshot::rows::{
    FactsChangeRow, ImoRow, NONE_U32, RecordRow, RetiredRow, SuccessorRow, record_flags,
};
use crate::text::{self, NameKind, Ranks};

/// Sorts records in the order of their ordinals: by primary name as written, then id. Sorts in place,
/// as there is no memory for a second copy of millions of records.
pub(super) fn sorted(mut records: Vec<ActiveRecord>) -> Vec<ActiveRecord> {
    let keyed = records.par_iter().enumerate().map(|(at, record)| {
        let key = text::as_written(&record.record.name).into_boxed_str();
        (key, record.id, at)
    });
    let mut keyed: Vec<(Box<str>, RecordId, usize)> = keyed.collect();
    keyed.par_sort_unstable();
    let order = keyed.into_iter().map(|(_, _, at)| at).collect();
    arrange(&mut records, order);
    records
}

/// Moves to each place the item that is now at `order[place]`.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// Returns the reading of a record's names.
pub(super) fn kind_of(record: &Record) -> NameKind {
    text::name_kind(record.entity_type, &record.name)
}

fn end_of(record: &Record) -> ListingEnd {
    ListingEnd::of(record.listed_until, record.historical.is_some())
}

fn collections_of(record: &ActiveRecord, registers: &[Register]) -> u8 {
    let list_type = registers[usize::from(record.register.0)].list_type;
    let Record { entity_type, imo, .. } = &record.record;
    Collection::bits_of(list_type, *entity_type, imo.is_some())
}

/// Counts the records of each collection, by its code.
pub(super) fn collection_counts(records: &[ActiveRecord], registers: &[Register]) -> Vec<u64> {
    let mut counts = vec![0; Collection::ALL.len()];
    for record in records {
        let bits = collections_of(record, registers);
        for &collection in Collection::ALL {
            counts[collection as usize] += u64::from(bits & collection.bit() != 0);
        }
    }
    counts
}

/// Record rows and the columns that they point into.
pub(super) struct Columns {
    /// Includes the sentinel row.
    rows: Vec<RecordRow>,
    births: Vec<u32>,
    countries: Vec<u16>,
    imos: Vec<ImoRow>,
    changes: Vec<FactsChangeRow>,
    entities: Entities,
}

impl Columns {
    /// Builds the columns of records in the order of their ordinals.
    pub(super) fn of(
        records: &[ActiveRecord],
        registers: &[Register],
        names: &Names,
        kinds: &[NameKind],
    ) -> Self {
        let mut columns = Self {
            rows: Vec::with_capacity(records.len() + 1),
            births: Vec::new(),
            countries: Vec::new(),
            imos: Vec::new(),
            changes: Vec::new(),
            entities: Entities::of(records),
        };
        for (at, record) in records.iter().enumerate() {
            let collections = collections_of(record, registers);
            columns.push(record, collections, kinds[at], names.starts[at]);
        }
        columns.finish(names.starts[records.len()]);
        columns
    }

    /// Returns the records with these rows.
    pub(super) fn table<'a>(
        &'a self,
        records: &'a [ActiveRecord],
        registers: &'a [Register],
        retired: &'a [Retired],
    ) -> Table<'a> {
        let (rows, births, countries) =
            (&self.rows[..records.len()], &self.births, &self.countries);
        Table { rows, births, countries, records, registers, retired }
    }

    /// Writes the sections about records, from `records` to `successors`.
    pub(super) fn write(
        mut self,
        file: &mut SnapshotFile,
        records: Vec<ActiveRecord>,
        retired: &[Retired],
        successors: &[(Uuid, Uuid)],
    ) -> Result<(), SnapshotError> {
        file.rows(Section::Records, &self.rows)?;
        let mut by_id: Vec<u32> = (0..records.len() as u32).collect();
        by_id.par_sort_unstable_by_key(|&at| records[at as usize].id);
        file.rows(Section::IdIndex, &by_id)?;
        file.rows(Section::Retired, &retired_rows(retired))?;
        file.rows(Section::Births, &self.births)?;
        file.rows(Section::Countries, &self.countries)?;
        self.imos.sort_unstable();
        file.rows(Section::ImoIndex, &self.imos)?;
        let by_identifier = by_identifier(&records);
        file.rows(Section::IdentifierBuckets, &by_identifier.starts)?;
        file.rows(Section::IdentifierRecords, &by_identifier.entries)?;
        file.rows(Section::FactsChanges, &self.changes)?;
        write_details(file, &records)?;
        drop(records);
        self.entities.write(file)?;
        file.rows(Section::Successors, &successor_rows(successors))
    }

    fn push(&mut self, record: &ActiveRecord, collections: u8, kind: NameKind, names: u32) {
        let imo = record.record.imo.map_or(0, ImoNumber::to_code);
        if imo != 0 {
            self.imos.push(ImoRow { imo, record: self.rows.len() as u32 });
        }
        let at = self.rows.len() as u32;
        self.changes.extend(record.changes.iter().map(|change| FactsChangeRow {
            record: at,
            at: change.at.0 as u32,
            facts: change.facts.bits(),
        }));
        self.rows.push(RecordRow {
            id: record.id.0,
            first_seen: record.first_seen.0 as u32,
            party_change: record.last_change.party.0 as u32,
            listing_change: record.last_change.listing.0 as u32,
            names,
            births: self.births.len() as u32,
            countries: self.countries.len() as u32,
            imo,
            entity: record.entity.map_or(NONE_U32, |entity| self.entities.place(entity)),
            register: record.register.0,
            ends: end_of(&record.record).to_code(),
            entity_type: record.record.entity_type.map_or(NONE_U8, |kind| kind as u8),
            collections,
            kind: kind as u8,
            flags: if is_by_addresses(&record.record) { record_flags::BY_ADDRESSES } else { 0 },
            last_seen: record.last_seen.0 as u32,
            ranks: ranks_of(&record.record).bits(),
        });
        self.births.extend(birth_codes(&record.record));
        self.countries.extend(country_codes(&record.record));
    }

    fn finish(&mut self, names: u32) {
        self.rows.push(RecordRow {
            names,
            births: self.births.len() as u32,
            countries: self.countries.len() as u32,
            ..bytemuck::Zeroable::zeroed()
        });
    }
}

/// Returns the ranks by which the party may be called.
fn ranks_of(record: &Record) -> Ranks {
    record.positions.iter().map(|position| Ranks::of_position(position)).collect()
}

fn retired_rows(retired: &[Retired]) -> Vec<RetiredRow> {
    let row = |retired: &Retired| RetiredRow {
        id: retired.id.0,
        key: retired.key,
        entity: retired.entity.map_or([0; 16], Uuid::into_bytes),
        first_seen: retired.first_seen.0 as u32,
        last_seen: retired.last_seen.0 as u32,
        delisted_at: retired.delisted_at.0 as u32,
        register: retired.register.0,
        reserved: 0,
    };
    let mut rows: Vec<RetiredRow> = retired.iter().map(row).collect();
    rows.sort_unstable_by_key(|row| row.id);
    rows
}

fn successor_rows(successors: &[(Uuid, Uuid)]) -> Vec<SuccessorRow> {
    let row = |&(entity, successor): &(Uuid, Uuid)| SuccessorRow {
        entity: entity.into_bytes(),
        successor: successor.into_bytes(),
    };
    let mut rows: Vec<SuccessorRow> = successors.iter().map(row).collect();
    rows.sort_unstable_by_key(|row| row.entity);
    rows
}

fn by_identifier(records: &[ActiveRecord]) -> BucketParts<u32> {
    let records = records.par_iter().enumerate();
    records_by_identifier(records.flat_map_iter(|(at, ActiveRecord { record, .. })| {
        let identifiers = record.fact(Fact::Identifiers).values().into_iter();
        identifiers
            .map(move |identifier| (RecordOrdinal(at as u32), record.entity_type, identifier))
    }))
}

/// Writes the detail of each record.
fn write_details(file: &mut SnapshotFile, records: &[ActiveRecord]) -> Result<(), SnapshotError> {
    const BATCH: usize = 16_384;
    let mut offsets = Vec::with_capacity(records.len() + 1);
    offsets.push(0u64);
    file.section(Section::Details, |sink| {
        records.chunks(BATCH).try_for_each(|batch| {
            let details: Vec<Vec<u8>> =
                batch.par_iter().map(|record| record_detail::encode(&record.record)).collect();
            details.iter().try_for_each(|detail| {
                offsets.push(offsets[offsets.len() - 1] + detail.len() as u64);
                sink.put(detail)
            })
        })
    })?;
    file.rows(Section::DetailOffsets, &offsets)
}

/// Merged entities and their members.
struct Entities {
    members: BTreeMap<[u8; 16], Vec<u32>>,
    places: BTreeMap<[u8; 16], u32>,
}

impl Entities {
    fn of(records: &[ActiveRecord]) -> Self {
        let mut members: BTreeMap<[u8; 16], Vec<u32>> = BTreeMap::new();
        for (at, record) in records.iter().enumerate() {
            if let Some(entity) = record.entity {
                members.entry(entity.into_bytes()).or_default().push(at as u32);
            }
        }
        let places = members.keys().enumerate().map(|(at, key)| (*key, at as u32)).collect();
        Self { members, places }
    }

    fn place(&self, entity: Uuid) -> u32 {
        self.places.get(entity.as_bytes()).copied().unwrap_or(NONE_U32)
    }

    fn write(&self, file: &mut SnapshotFile) -> Result<(), SnapshotError> {
        let keys: Vec<[u8; 16]> = self.members.keys().copied().collect();
        let mut offsets = vec![0u32];
        let mut members = Vec::new();
        for list in self.members.values() {
            members.extend_from_slice(list);
            offsets.push(members.len() as u32);
        }
        file.rows(Section::Entities, &keys)?;
        file.rows(Section::EntityOffsets, &offsets)?;
        file.rows(Section::EntityMembers, &members)
    }
}

#[cfg(test)]
mod tests {
    use super::arrange;

    #[test]
    fn items_are_arranged_where_they_are() {
        for order in [
            vec![],
            vec![0],
            vec![1, 0],
            vec![2, 0, 1],
            vec![1, 2, 0, 3],
            vec![3, 2, 1, 0],
            vec![4, 0, 3, 1, 2],
        ] {
            let mut items: Vec<usize> = (0..order.len()).map(|at| at * 10).collect();
            let expected: Vec<usize> = order.iter().map(|at| at * 10).collect();
            arrange(&mut items, order);
            assert_eq!(items, expected);
        }
    }
}
