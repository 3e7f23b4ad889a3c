//! What is known of each register as a whole (api.md 2.13).

use std::collections::HashMap;

use super::changes::{self, Change, RecentChanges};
use super::{ByType, Directory, distinct, kind_place, most};
use crate::limits::{SOURCE_COUNTRIES_MAX, SOURCE_PROGRAMMES_MAX, SOURCE_RECENT_MAX};
use crate::model::{CountryCode, RecordOrdinal, RegisterIndex, Timestamp};
use crate::snapshot::Snapshot;
use crate::snapshot::rows::NONE_U32;

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
    /// When a record was last added.
    pub last_added: Option<Timestamp>,
    /// When a record was last removed.
    pub last_removed: Option<Timestamp>,
    /// What came and went, by day, ascending; days without a change are left out.
    pub(super) days: Vec<Change>,
}

impl SourceFacts {
    /// When a record was last added or removed.
    #[must_use]
    pub fn last_change(&self) -> Option<Timestamp> {
        self.last_added.max(self.last_removed)
    }

    /// What came and went lately, seen from `now`.
    #[must_use]
    pub fn changes(&self, now: Timestamp) -> RecentChanges<'_> {
        RecentChanges::new(&self.days, now)
    }
}

/// The facts of every register, by index. Needs the directory's lists and nothing that is made
/// of the facts.
pub(super) fn all(snapshot: &Snapshot, directory: &Directory) -> Vec<SourceFacts> {
    let count = snapshot.registers().len();
    // By merged entity, the register in which it was counted last.
    let mut counted_in: Vec<Option<RegisterIndex>> = Vec::new();
    let registers = (0..count).map(|at| RegisterIndex(at as u16));
    let mut sources: Vec<SourceFacts> =
        registers.map(|register| facts(snapshot, directory, register, &mut counted_in)).collect();
    recent(snapshot, directory, &mut sources);
    programmes(directory, &mut sources);
    changes::fill_in(snapshot, &mut sources);
    sources
}

fn facts(
    snapshot: &Snapshot,
    directory: &Directory,
    register: RegisterIndex,
    counted_in: &mut Vec<Option<RegisterIndex>>,
) -> SourceFacts {
    let index = snapshot.index();
    let mut facts = SourceFacts::default();
    let mut countries: HashMap<u16, u64> = HashMap::new();
    let records = directory.of_register(register);
    for &record in records {
        let row = &index.records[record as usize];
        facts.by_type[kind_place(row.entity_type)] += 1;
        facts.entities += u64::from(is_new(row.entity, register, counted_in));
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

/// Whether the party of a record was not yet counted in this register.
fn is_new(
    entity: u32,
    register: RegisterIndex,
    counted_in: &mut Vec<Option<RegisterIndex>>,
) -> bool {
    if entity == NONE_U32 {
        return true;
    }
    let place = entity as usize;
    if place >= counted_in.len() {
        counted_in.resize(place + 1, None);
    }
    counted_in[place].replace(register) != Some(register)
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

fn programmes(directory: &Directory, sources: &mut [SourceFacts]) {
    for (place, facts) in (0..).zip(&directory.programme_facts) {
        for (register, count) in &facts.registers {
            sources[register.index()].programmes.push((place, *count));
        }
    }
    sources.iter_mut().for_each(|source| most(&mut source.programmes, SOURCE_PROGRAMMES_MAX));
}
