//! What the previous snapshot knows, arranged by register.

use ahash::AHashMap;
use rayon::prelude::*;
use tamis::model::{RecordId, RecordOrdinal, Register, Timestamp};
use tamis::snapshot::{RecordView, Retired, Snapshot, record_key};

/// The previous snapshot, or nothing on a first build.
pub(super) struct Lineage<'s> {
    snapshot: Option<&'s Snapshot>,
    /// Active records of each register, in the order of the snapshot's table.
    active: Vec<Vec<RecordOrdinal>>,
    /// Retired records by [`record_key`].
    retired: AHashMap<u64, Retired>,
}

/// A register as the previous snapshot has it.
#[derive(Clone, Copy)]
pub(super) struct PreviousRegister<'s, 'l> {
    snapshot: &'s Snapshot,
    pub(super) register: &'s Register,
    active: &'l [RecordOrdinal],
}

impl<'s> Lineage<'s> {
    pub(super) fn new(snapshot: Option<&'s Snapshot>) -> Self {
        let mut active = Vec::new();
        let mut retired = AHashMap::new();
        if let Some(snapshot) = snapshot {
            active.resize(snapshot.registers().len(), Vec::new());
            let rows = &snapshot.index().records[..snapshot.record_count()];
            for (at, row) in rows.iter().enumerate() {
                active[usize::from(row.register)].push(RecordOrdinal(at as u32));
            }
            retired.extend(snapshot.all_retired().map(|record| (record.key, record)));
        }
        Self { snapshot, active, retired }
    }

    /// Slugs of all registers.
    pub(super) fn slugs(&self) -> impl Iterator<Item = String> + 's {
        let registers = self.snapshot.map_or(&[][..], Snapshot::registers);
        registers.iter().map(|register| register.slug.clone())
    }

    /// Ids of all records, active and retired.
    pub(super) fn ids(&self) -> impl Iterator<Item = RecordId> + '_ {
        let count = self.snapshot.map_or(0, Snapshot::record_count);
        let rows = self.snapshot.map(|snapshot| &snapshot.index().records[..count]);
        let active = rows.unwrap_or_default().iter().map(|row| RecordId(row.id));
        active.chain(self.retired.values().map(|retired| retired.id))
    }

    pub(super) fn register(&self, slug: &str) -> Option<PreviousRegister<'s, '_>> {
        let snapshot = self.snapshot?;
        let place = snapshot.registers().iter().position(|register| register.slug == slug)?;
        let (register, active) = (&snapshot.registers()[place], &self.active[place]);
        Some(PreviousRegister { snapshot, register, active })
    }

    /// The active record with this ordinal; `None` on a first build.
    pub(super) fn record(&self, ordinal: RecordOrdinal) -> Option<RecordView<'s>> {
        Some(self.snapshot?.record(ordinal))
    }

    /// Notes that a record is no longer active.
    pub(super) fn retire(&mut self, record: Retired) {
        self.retired.insert(record.key, record);
    }

    /// The retired record of this entry, which is retired no longer.
    pub(super) fn take_back(&mut self, slug: &str, reference: &str) -> Option<Retired> {
        self.retired.remove(&record_key(slug, reference))
    }

    /// All retired records, by id.
    pub(super) fn into_retired(self) -> Vec<Retired> {
        let mut retired: Vec<Retired> = self.retired.into_values().collect();
        retired.sort_unstable_by_key(|record| record.id);
        retired
    }
}

impl<'s> PreviousRegister<'s, '_> {
    /// Its active records, by ordinal.
    pub(super) fn records(self) -> impl Iterator<Item = RecordView<'s>> {
        self.active.iter().map(move |&ordinal| self.snapshot.record(ordinal))
    }

    /// Its active records, by ordinal, for all cores.
    pub(super) fn par_records(self) -> impl IndexedParallelIterator<Item = RecordView<'s>> {
        self.active.par_iter().map(move |&ordinal| self.snapshot.record(ordinal))
    }

    /// The record with this ordinal.
    pub(super) fn record(self, ordinal: RecordOrdinal) -> RecordView<'s> {
        self.snapshot.record(ordinal)
    }

    /// Latest successful load, that of all its active records.
    pub(super) fn last_load(self) -> Timestamp {
        self.register.run.last_load.unwrap_or_else(|| self.snapshot.built_at())
    }
}
