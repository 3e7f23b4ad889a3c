//! Merges the entries of a register: previous entries and loaded records, both sorted by reference,
//! give the entries of the new ledger.

use rayon::prelude::*;
use serde_json::value::RawValue;
use tamis_engine::model::facts::FactSet;
use tamis_engine::model::{FactsChange, Record, Timestamp};

use super::World;
use super::attempt::ByReference;
use super::difference::{Differs, Publisher, differing_facts};
use super::previous::PreviousEntry;
use super::reused::Reused;
use crate::ledger::entry::{ContentHash, Entry, written};
use crate::ledger::{Holds, LedgerError};
use crate::limits::FACTS_CHANGES_MAX;
use crate::registers::Description;
use crate::report::Changes;

/// Loaded records that are serialized as JSON at a time, on all cores.
const RECORDS_AT_A_TIME: usize = 4_096;

/// Treatment of active records that a load does not contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Retired,
    /// They stay active and unchanged until the drop is accepted.
    Wait,
}

/// Result of loading a register, as input of the merge.
#[derive(Clone, Copy)]
pub(super) struct Load<'r> {
    pub(super) description: &'r Description,
    pub(super) records: &'r [Record],
    pub(super) order: &'r ByReference,
    /// Treatment of active records that the load does not contain.
    pub(super) missing: Missing,
}

/// State of a merge.
struct Merge<'r> {
    load: Load<'r>,
    /// Facts added to each record by its register, before and now.
    publishers: Option<[Publisher<'r>; 2]>,
    changes: Changes,
    retired: u64,
    reused: Reused,
    /// Entries that are not yet written.
    entries: Vec<Entry<Box<RawValue>>>,
}

impl World<'_> {
    /// Takes the loaded records over and treats the missing ones as the load says. Returns the changes,
    /// and warnings about references reused for another party.
    pub(super) fn merge(&mut self, load: Load<'_>) -> Result<(Changes, Vec<String>), LedgerError> {
        let Load { description, records, order, .. } = load;
        let previous = self.previous.register(&description.slug);
        let (changes, entries) = (Changes::default(), Vec::new());
        let before = previous.map(|previous| Publisher::from(&previous.line.register));
        let publishers = before.map(|before| [before, description.into()]);
        let reused = Reused::default();
        let mut merge = Merge { load, publishers, changes, retired: 0, reused, entries };
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
        self.counts.active += records.len() as u64 + merge.changes.waiting;
        self.counts.retired += merge.retired;
        Ok((merge.changes, merge.reused.into_warnings()))
    }

    /// Handles a record of the load together with its previous entry, if any.
    fn loaded(
        &mut self,
        merge: &mut Merge<'_>,
        record: &Record,
        json: Box<RawValue>,
        hash: ContentHash,
        known: Option<PreviousEntry>,
    ) {
        let now = self.built_at;
        let slug = &merge.load.description.slug;
        let mut history = known.as_ref().map_or_else(Vec::new, |entry| entry.known.history.clone());
        let mut facts = FactSet::default();
        let (id, first_seen, last_change, entity) = match &known {
            Some(entry) if !entry.known.is_active() => {
                merge.changes.returned += 1;
                let before = serde_json::from_str::<Record>(entry.json.get());
                facts = before.map_or(facts, |before| differing_facts(&before, record).collect());
                let known = &entry.known;
                (known.id, known.first_seen, now.into(), None)
            }
            Some(entry) => {
                let (differs, is_reused);
                (differs, facts, is_reused) = merge.differs(entry, record, hash);
                let known = &entry.known;
                let entity = known.entity.filter(|_| !is_reused);
                (known.id, known.first_seen, differs.since(known.changes(), now), entity)
            }
            None => {
                merge.changes.added += 1;
                (self.ids.assign(slug, &record.reference), now, now.into(), None)
            }
        };
        if !facts.is_empty() {
            history.push(FactsChange { at: now, facts });
            history.drain(..history.len().saturating_sub(FACTS_CHANGES_MAX));
        }
        let mut entry = Entry {
            id,
            first_seen,
            last_seen: now,
            last_change: now,
            party_change: None,
            listing_change: None,
            history,
            delisted_at: None,
            entity,
            hash,
            record: json,
        };
        entry.set_changes(last_change);
        merge.entries.push(entry);
    }

    fn write_entries(&mut self, merge: &mut Merge<'_>) -> Result<(), LedgerError> {
        let holds = Holds::Entries(self.next_place());
        self.writer.put_all(holds, &std::mem::take(&mut merge.entries))
    }
}

impl Merge<'_> {
    /// Handles an entry that the load does not contain: retired before, retired now, or waiting.
    fn not_loaded(&mut self, entry: PreviousEntry, now: Timestamp) {
        let mut kept = entry.known.with(entry.json);
        match (kept.is_active(), self.load.missing) {
            (true, Missing::Wait) => {
                self.changes.waiting += 1;
                kept.set_changes(self.of_publisher(&kept).since(kept.changes(), now));
            }
            (true, Missing::Retired) => {
                self.changes.retired += 1;
                kept.delisted_at = Some(now);
                self.retired += 1;
            }
            (false, _) => self.retired += 1,
        }
        self.entries.push(kept);
    }

    /// Compares an active entry with its loaded record, whose hash is given. Returns the differing
    /// parts, the differing facts, and true if the record is of another party.
    fn differs(
        &mut self,
        entry: &PreviousEntry,
        record: &Record,
        hash: ContentHash,
    ) -> (Differs, FactSet, bool) {
        let is_same = entry.known.hash == hash;
        let (mut differs, mut facts) = (Differs::NOTHING, FactSet::default());
        let mut is_reused = false;
        if let Some([before, now]) = self.publishers
            && (!is_same || before != now)
        {
            match serde_json::from_str::<Record>(entry.json.get()) {
                Ok(known) => {
                    differs = Differs::between((&known, before), (record, now));
                    if differs != Differs::NOTHING {
                        facts = differing_facts(&known, record).collect();
                        let slug = &self.load.description.slug;
                        is_reused = self.reused.note(slug, &known, record);
                    }
                }
                // An unreadable record counts as fully different.
                Err(_) => differs = Differs::ALL,
            }
        }
        match differs {
            Differs::NOTHING => self.changes.unchanged += 1,
            _ => self.changes.changed += 1,
        }
        (differs, facts, is_reused)
    }

    /// Differences of an unchanged record that come from its register's facts.
    fn of_publisher(&self, entry: &Entry<Box<RawValue>>) -> Differs {
        let Some([before, now]) = self.publishers.filter(|[before, now]| before != now) else {
            return Differs::NOTHING;
        };
        let known = serde_json::from_str::<Record>(entry.record.get());
        known.map_or(Differs::ALL, |known| Differs::between((&known, before), (&known, now)))
    }
}
