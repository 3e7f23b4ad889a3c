//! The rules for the entries of a register: the previous ones and the loaded records, both sorted
//! by reference, become the entries of the new ledger.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::value::RawValue;
use tamis_engine::model::{Record, Timestamp};
use tamis_engine::snapshot::record_key;

use super::previous::PreviousEntry;
use super::{ByReference, World};
use crate::ledger::entry::{ContentHash, Entry, KeyEntry, written};
use crate::ledger::{Holds, LedgerError};
use crate::report::Changes;

/// Loaded records that are written as JSON at a time, on all cores.
const RECORDS_AT_A_TIME: usize = 4_096;

/// What a merge has in hand.
struct Merge<'r> {
    slug: &'r str,
    changes: Changes,
    retired: u64,
    /// Retired records of which only the key is known.
    keys: BTreeMap<u64, KeyEntry>,
    /// Entries that are not yet written.
    entries: Vec<Entry<Box<RawValue>>>,
}

impl World<'_> {
    /// Takes the loaded records over and retires those that the register no longer holds.
    pub(super) fn merge(
        &mut self,
        slug: &str,
        records: &[Record],
        order: &ByReference,
    ) -> Result<Changes, LedgerError> {
        let previous = self.previous.register(slug);
        let keys = previous.map_or(Ok(BTreeMap::new()), |previous| previous.keys())?;
        let (changes, entries) = (Changes::default(), Vec::new());
        let mut merge = Merge { slug, changes, retired: 0, keys, entries };
        let before = previous.map(|previous| previous.entries());
        let mut before = before.into_iter().flatten().peekable();
        for places in order.0.chunks(RECORDS_AT_A_TIME) {
            let loaded = places.par_iter().map(|&at| &records[at as usize]);
            let loaded: Vec<_> = loaded.map(|record| (record, written(record))).collect();
            for (record, (json, hash)) in loaded {
                let is_before = |entry: &Result<PreviousEntry, LedgerError>| {
                    entry.as_ref().map_or(true, |entry| entry.reference < record.reference)
                };
                while let Some(entry) = before.next_if(is_before) {
                    merge.not_loaded(entry?, self.built_at);
                }
                let is_same = |entry: &Result<PreviousEntry, LedgerError>| {
                    entry.as_ref().is_ok_and(|entry| entry.reference == record.reference)
                };
                let known = before.next_if(is_same).transpose()?;
                self.loaded(&mut merge, record, json, hash, known);
            }
            self.write_entries(&mut merge)?;
        }
        for entry in before {
            merge.not_loaded(entry?, self.built_at);
            if merge.entries.len() >= RECORDS_AT_A_TIME {
                self.write_entries(&mut merge)?;
            }
        }
        self.write_entries(&mut merge)?;
        self.write_keys(&merge)?;
        self.counts.active += records.len() as u64;
        self.counts.retired += merge.retired + merge.keys.len() as u64;
        Ok(merge.changes)
    }

    /// A record that the load holds, with what is known of it.
    fn loaded(
        &mut self,
        merge: &mut Merge<'_>,
        record: &Record,
        json: Box<RawValue>,
        hash: ContentHash,
        known: Option<PreviousEntry>,
    ) {
        let now = self.built_at;
        let changes = &mut merge.changes;
        let (id, first_seen, last_change, entity) = match &known {
            Some(PreviousEntry { known, .. }) if !known.is_active() => {
                changes.returned += 1;
                (known.id, known.first_seen, now, None)
            }
            Some(entry) if entry.has_content(record, hash) => {
                changes.unchanged += 1;
                let known = &entry.known;
                (known.id, known.first_seen, known.last_change, known.entity)
            }
            Some(PreviousEntry { known, .. }) => {
                changes.changed += 1;
                (known.id, known.first_seen, now, known.entity)
            }
            None => match merge.keys.remove(&record_key(merge.slug, &record.reference)) {
                Some(retired) => {
                    changes.returned += 1;
                    (retired.id, retired.first_seen, now, None)
                }
                None => {
                    changes.added += 1;
                    (self.ids.assign(merge.slug, &record.reference), now, now, None)
                }
            },
        };
        let (last_seen, delisted_at, record) = (now, None, json);
        merge.entries.push(Entry {
            id,
            first_seen,
            last_seen,
            last_change,
            delisted_at,
            entity,
            hash,
            record,
        });
    }

    fn write_entries(&mut self, merge: &mut Merge<'_>) -> Result<(), LedgerError> {
        let holds = Holds::Entries(self.next_place());
        self.writer.put_all(holds, &std::mem::take(&mut merge.entries))
    }

    fn write_keys(&mut self, merge: &Merge<'_>) -> Result<(), LedgerError> {
        let holds = Holds::Keys(self.next_place());
        merge.keys.values().try_for_each(|entry| self.writer.put(holds, entry))
    }
}

impl Merge<'_> {
    /// An entry that the load does not hold: retired now, or already.
    fn not_loaded(&mut self, entry: PreviousEntry, now: Timestamp) {
        self.retired += 1;
        let mut retired = entry.known.with(entry.json);
        if retired.is_active() {
            self.changes.retired += 1;
            retired.delisted_at = Some(now);
        }
        self.entries.push(retired);
    }
}

impl PreviousEntry {
    /// Whether its record is this one. Where the hashes differ the records are compared: another
    /// version of this program may have written the same content in another way.
    fn has_content(&self, record: &Record, hash: ContentHash) -> bool {
        let known = || serde_json::from_str::<Record>(self.json.get());
        self.known.hash == hash || known().is_ok_and(|known| known == *record)
    }
}
