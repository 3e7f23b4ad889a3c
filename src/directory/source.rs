//! What is known of each register as a whole (api.md 2.13).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{ByType, Directory, distinct};
use crate::limits::{SOURCE_COUNTRIES_MAX, SOURCE_PROGRAMMES_MAX, SOURCE_RECENT_MAX};
use crate::model::{CountryCode, EntityType, RecordOrdinal, RegisterIndex, Timestamp};
use crate::snapshot::Snapshot;
use crate::snapshot::rows::NONE_U32;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Totals of one register.
#[derive(Debug, Clone, Default)]
pub struct SourceFacts {
    /// Active records.
    pub records: u64,
    /// Distinct parties: a merged entity counts once, a record without one by itself.
    pub entities: u64,
    /// Active records by entity type.
    pub by_type: ByType,
    /// The countries of most records, at most [`SOURCE_COUNTRIES_MAX`], by falling count.
    pub countries: Vec<(CountryCode, u64)>,
    /// The programmes of most records, at most [`SOURCE_PROGRAMMES_MAX`], by falling count, as
    /// places in [`Directory::programmes`].
    pub programmes: Vec<(u32, u64)>,
    /// The records collected last, at most [`SOURCE_RECENT_MAX`], newest first.
    pub recent: Vec<RecordOrdinal>,
    /// When its earliest record was first collected.
    pub first_seen: Option<Timestamp>,
    /// What came and went, by day, ascending; days without a change are left out.
    pub days: Vec<Change>,
    /// When a record was last added.
    pub last_added: Option<Timestamp>,
    /// When a record was last removed.
    pub last_removed: Option<Timestamp>,
}

/// What changed in a register on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Midnight, UTC, with which the day begins.
    pub day: Timestamp,
    /// Records first collected on that day.
    pub added: u64,
    /// Records that left the list on that day.
    pub removed: u64,
}

impl SourceFacts {
    /// When a record was last added or removed.
    #[must_use]
    pub fn last_change(&self) -> Option<Timestamp> {
        self.last_added.max(self.last_removed)
    }
}

/// The facts of every register, by index. Needs the directory's lists and nothing that is made
/// of the facts.
pub(super) fn all(snapshot: &Snapshot, directory: &Directory) -> Vec<SourceFacts> {
    let count = snapshot.registers().len();
    let mut sources: Vec<SourceFacts> =
        (0..count).map(|at| facts(snapshot, directory, RegisterIndex(at as u16))).collect();
    recent(snapshot, directory, &mut sources);
    programmes(snapshot, directory, &mut sources);
    changes(snapshot, &mut sources);
    sources
}

fn facts(snapshot: &Snapshot, directory: &Directory, register: RegisterIndex) -> SourceFacts {
    let index = snapshot.index();
    let mut facts = SourceFacts::default();
    let (mut entities, mut countries) = (HashSet::new(), HashMap::<u16, u64>::new());
    let records = directory.of_register(register);
    for &record in records {
        let row = &index.records[record as usize];
        let kind = EntityType::from_code(row.entity_type);
        facts.by_type[kind.map_or(EntityType::ALL.len(), |kind| kind as usize)] += 1;
        if row.entity == NONE_U32 || entities.insert(row.entity) {
            facts.entities += 1;
        }
        for code in distinct(index.countries_of(RecordOrdinal(record))) {
            *countries.entry(code).or_default() += 1;
        }
    }
    facts.records = records.len() as u64;
    let first = records.iter().map(|&record| index.records[record as usize].first_seen).min();
    facts.first_seen = first.map(|seconds| Timestamp(seconds.into()));
    facts.countries = countries
        .into_iter()
        .filter_map(|(code, count)| Some((CountryCode::from_code(code)?, count)))
        .collect();
    most(&mut facts.countries, SOURCE_COUNTRIES_MAX);
    facts
}

/// Keeps the entries of the highest counts, by falling count, then by key.
fn most<K: Ord + Copy>(counts: &mut Vec<(K, u64)>, keep: usize) {
    counts.sort_unstable_by_key(|(key, count)| (std::cmp::Reverse(*count), *key));
    counts.truncate(keep);
}

fn recent(snapshot: &Snapshot, directory: &Directory, sources: &mut [SourceFacts]) {
    let index = snapshot.index();
    for &record in directory.newest() {
        let register = usize::from(index.records[record as usize].register);
        let recent = &mut sources[register].recent;
        if recent.len() < SOURCE_RECENT_MAX {
            recent.push(RecordOrdinal(record));
        }
    }
}

fn programmes(snapshot: &Snapshot, directory: &Directory, sources: &mut [SourceFacts]) {
    let index = snapshot.index();
    for (key, name) in directory.programmes().iter().enumerate() {
        let mut counts: BTreeMap<u16, u64> = BTreeMap::new();
        for &record in directory.of_programme(name) {
            *counts.entry(index.records[record as usize].register).or_default() += 1;
        }
        for (register, count) in counts {
            sources[usize::from(register)].programmes.push((key as u32, count));
        }
    }
    sources.iter_mut().for_each(|source| most(&mut source.programmes, SOURCE_PROGRAMMES_MAX));
}

fn changes(snapshot: &Snapshot, sources: &mut [SourceFacts]) {
    let mut days: Vec<BTreeMap<i64, (u64, u64)>> = vec![BTreeMap::new(); sources.len()];
    let mut added = |register: usize, at: i64| {
        days[register].entry(at.div_euclid(DAY)).or_default().0 += 1;
        sources[register].last_added = sources[register].last_added.max(Some(Timestamp(at)));
    };
    let rows = &snapshot.index().records[..snapshot.record_count()];
    for row in rows {
        added(row.register.into(), row.first_seen.into());
    }
    for retired in snapshot.all_retired() {
        added(retired.register.index(), retired.first_seen.0);
    }
    for retired in snapshot.all_retired() {
        let register = retired.register.index();
        days[register].entry(retired.delisted_at.0.div_euclid(DAY)).or_default().1 += 1;
        let source = &mut sources[register];
        source.last_removed = source.last_removed.max(Some(retired.delisted_at));
    }
    for (source, days) in sources.iter_mut().zip(days) {
        let change = |(day, (added, removed))| Change { day: Timestamp(day * DAY), added, removed };
        source.days = days.into_iter().map(change).collect();
    }
}
