//! Facts of each register as a whole (docs/api.md, "Registers"), and the days on which records were
//! added and removed.

use std::collections::{BTreeMap, HashMap};

use super::reference::ProgrammeColumns;
use super::shelves::Shelves;
use super::table::{Table, distinct, kind_place, most};
use crate::limits::{SOURCE_COUNTRIES_MAX, SOURCE_PROGRAMMES_MAX, SOURCE_RECENT_MAX};
use crate::model::{CountryCode, RecordOrdinal, RegisterIndex, SECONDS_PER_DAY, Timestamp};
use crate::snapshot::rows::NONE_U32;
use crate::snapshot::totals::{Change, SourceFacts};

/// Returns the facts of every register, by index.
pub(super) fn all(
    table: &Table<'_>,
    shelves: &Shelves<'_>,
    by_programme: &ProgrammeColumns,
) -> Vec<SourceFacts> {
    // For each merged entity, the register in which it was last counted.
    let mut counted_in: Vec<Option<RegisterIndex>> = Vec::new();
    let lists = (0..).map(RegisterIndex).zip(shelves.by_register.view().iter());
    let facts = lists.map(|(register, records)| facts(table, register, records, &mut counted_in));
    let mut sources: Vec<SourceFacts> = facts.collect();
    recent(table, &shelves.newest, &mut sources);
    programmes(by_programme, &mut sources);
    days(table, &mut sources);
    sources
}

fn facts(
    table: &Table<'_>,
    register: RegisterIndex,
    records: &[u32],
    counted_in: &mut Vec<Option<RegisterIndex>>,
) -> SourceFacts {
    let mut facts = SourceFacts::default();
    let mut countries: HashMap<u16, u64> = HashMap::new();
    for &record in records {
        let row = &table.rows[record as usize];
        facts.by_type[kind_place(row.entity_type)] += 1;
        facts.entities += u64::from(is_new(row.entity, register, counted_in));
        for code in distinct(table.countries_of(record)) {
            *countries.entry(code).or_default() += 1;
        }
    }
    facts.records = records.len() as u64;
    let first = records.iter().map(|&record| table.rows[record as usize].first_seen).min();
    facts.first_seen = first.map(|seconds| Timestamp(seconds.into()));
    facts.countries = countries
        .into_iter()
        .filter_map(|(code, count)| Some((CountryCode::from_code(code)?, count)))
        .collect();
    most(&mut facts.countries, SOURCE_COUNTRIES_MAX);
    facts
}

/// True if the party of a record was not yet counted in this register.
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

fn recent(table: &Table<'_>, newest: &[u32], sources: &mut [SourceFacts]) {
    for &record in newest {
        let register = usize::from(table.rows[record as usize].register);
        let recent = &mut sources[register].recent;
        if recent.len() < SOURCE_RECENT_MAX {
            recent.push(RecordOrdinal(record));
        }
    }
}

fn programmes(by_programme: &ProgrammeColumns, sources: &mut [SourceFacts]) {
    for (place, registers) in by_programme.registers() {
        for count in registers {
            sources[count.key as usize].programmes.push((place, count.records.into()));
        }
    }
    sources.iter_mut().for_each(|source| most(&mut source.programmes, SOURCE_PROGRAMMES_MAX));
}

/// Fills in the days on which records of each register were added and removed. A record that left and
/// came back counts as added only, on the day of its first load.
fn days(table: &Table<'_>, sources: &mut [SourceFacts]) {
    let mut days = Days(vec![BTreeMap::new(); sources.len()]);
    for row in table.rows {
        days.add(sources, row.register.into(), Timestamp(row.first_seen.into()));
    }
    for retired in table.retired {
        days.add(sources, retired.register.index(), retired.first_seen);
        days.remove(sources, retired.register.index(), retired.delisted_at);
    }
    days.write_to(sources);
}

/// Records added and removed, by day since 1970, by register.
struct Days(Vec<BTreeMap<i64, (u64, u64)>>);

impl Days {
    fn add(&mut self, sources: &mut [SourceFacts], register: usize, at: Timestamp) {
        let last = &mut sources[register].last_added;
        *last = (*last).max(Some(at));
        self.day(register, at).0 += 1;
    }

    fn remove(&mut self, sources: &mut [SourceFacts], register: usize, at: Timestamp) {
        let last = &mut sources[register].last_removed;
        *last = (*last).max(Some(at));
        self.day(register, at).1 += 1;
    }

    fn day(&mut self, register: usize, at: Timestamp) -> &mut (u64, u64) {
        self.0[register].entry(at.0.div_euclid(SECONDS_PER_DAY)).or_default()
    }

    fn write_to(self, sources: &mut [SourceFacts]) {
        for (source, days) in sources.iter_mut().zip(self.0) {
            let days = days.into_iter().map(|(day, (added, removed))| Change {
                day: Timestamp(day * SECONDS_PER_DAY),
                added,
                removed,
            });
            source.days = days.collect();
        }
    }
}
