//! What the previous snapshot knows, arranged by register.

use ahash::AHashMap;
use rayon::prelude::*;
use tamis_engine::model::{RecordId, RecordOrdinal, Register, RegisterIndex, Timestamp};
use tamis_engine::snapshot::{RecordView, Retired, Snapshot, record_key};
use uuid::Uuid;

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
    /// Its place in the previous table of registers.
    pub(super) index: RegisterIndex,
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
        let index = RegisterIndex(place as u16);
        Some(PreviousRegister { snapshot, index, register, active })
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

    /// All retired records by id, and the mergers of entities, for a table of registers in which a
    /// slug has this place.
    pub(super) fn into_retired(
        self,
        place_of: impl Fn(&str) -> Option<usize>,
    ) -> (Vec<Retired>, Vec<(Uuid, Uuid)>) {
        let registers = self.snapshot.map_or(&[][..], Snapshot::registers);
        // No register is ever lost, so each has a place in the new table.
        let place = |register: &Register| place_of(&register.slug).unwrap_or_default() as u16;
        let places: Vec<RegisterIndex> =
            registers.iter().map(|register| RegisterIndex(place(register))).collect();
        let moved = |mut record: Retired| {
            record.register = places[record.register.index()];
            record
        };
        let mut retired: Vec<Retired> = self.retired.into_values().map(moved).collect();
        retired.sort_unstable_by_key(|record| record.id);
        let successors = self.snapshot.map(|snapshot| snapshot.all_successors().collect());
        (retired, successors.unwrap_or_default())
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
