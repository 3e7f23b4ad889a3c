//! Indexes of format 2, which were written before there were ledgers and held themselves what must
//! not be lost: their records become a ledger, once.
//!
//! | module | what it holds |
//! |---|---|
//! | `types` | rows and archived types, as they were |
//! | `file` | the sections, verified |
//! | `models` | rows and archives to the lines of a ledger |
//!
//! Nothing here depends on the index of today: values are given as JSON with the keys of a ledger.

mod file;
mod models;
mod types;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tamis_engine::model::{Record, RecordId, Timestamp};
use uuid::Uuid;

use super::entry::{Day, Entry, KeyEntry, RegisterLine, Successor, written};
use super::error::LedgerError;
use super::format::{Head, Holds};
use super::write::LedgerWriter;
use file::{OldFile, Section};
use models::OldRecords;
use types::{Meta, Registers, RetiredRow, SuccessorRow};

/// Records of an old index that are written at a time.
const RECORDS_AT_A_TIME: usize = 4_096;

/// Why an old index cannot be carried over.
#[derive(Debug, thiserror::Error)]
pub enum CarryOverError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The index.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is damaged.
    #[error("{}: cannot be carried over: {reason}", path.display())]
    Damaged {
        /// The index.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// The ledger cannot be written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl CarryOverError {
    fn damaged(path: &Path, reason: &str) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.to_owned() }
    }
}

/// What a ledger took over from an old index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedOver {
    /// Active records, with everything that was known of them.
    pub active: u64,
    /// Retired ones, of which only ids, dates and keys are left.
    pub retired: u64,
}

impl std::fmt::Display for CarriedOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { active, retired } = self;
        write!(
            f,
            "an index of format 2, from before there were ledgers, was carried over: {active} \
             active records with everything that was known of them, and the ids, dates and merged \
             entities of {retired} retired ones. Not carried over, since that format did not keep \
             them: reference and content of retired records (one that comes back is known again \
             all the same), runs before the latest. Daily changes were derived from first_seen and \
             delisted_at, so records that came back or changed are not counted in them"
        )
    }
}

/// Whether this is an index of format 2.
///
/// # Errors
/// It cannot be read.
pub fn is_format_2(index: &Path) -> io::Result<bool> {
    file::is_format_2(index)
}

/// Writes what an index of format 2 holds as a new ledger.
///
/// # Errors
/// [`CarryOverError`].
pub fn carry_over(index: &Path, ledger: &Path) -> Result<CarriedOver, CarryOverError> {
    let old = OldFile::read(index)?;
    let damaged = |reason: String| CarryOverError::damaged(index, &reason);
    let meta: Meta = old.archive(Section::Meta).map_err(damaged)?;
    let registers: Registers = old.archive(Section::Registers).map_err(damaged)?;
    let registers = registers.registers.iter().map(models::register);
    let mut registers: Vec<RegisterLine> = registers.collect::<Result<_, _>>().map_err(damaged)?;
    let built_at = Timestamp(old.built_at());
    let slugs = registers.iter().map(|line| line.register.slug.clone()).collect();
    let head = Head { version: meta.version, built_at, builder: meta.builder, registers: slugs };
    let mut writer = LedgerWriter::create(ledger, &head)?;
    let records = OldRecords::of(&old).map_err(damaged)?;
    let retired: &[RetiredRow] = old.rows(Section::Retired).map_err(damaged)?;
    for (place, line) in registers.iter_mut().enumerate() {
        let last_seen = line.register.run.last_load.unwrap_or(built_at);
        let mut days = BTreeMap::new();
        let own = records.of_register(place).map_err(damaged)?;
        for places in own.chunks(RECORDS_AT_A_TIME) {
            let entries = places.par_iter().map(|&at| records.entry(at, last_seen));
            let entries: Vec<Entry<Record>> = entries.collect::<Result<_, _>>().map_err(damaged)?;
            entries.iter().for_each(|entry| count(&mut days, Some(entry.first_seen), None));
            let lines: Vec<_> = entries
                .par_iter()
                .map(|entry| {
                    let (json, hash) = written(&entry.record);
                    Entry { hash, ..entry.with(json) }
                })
                .collect();
            writer.put_all(Holds::Entries(place as u32), &lines)?;
        }
        let mut keys: Vec<KeyEntry> =
            retired.iter().filter(|row| usize::from(row.register) == place).map(key_of).collect();
        keys.sort_unstable_by_key(|entry| entry.key);
        for entry in &keys {
            count(&mut days, Some(entry.first_seen), Some(entry.delisted_at));
            writer.put(Holds::Keys(place as u32), entry)?;
        }
        line.days = days.into_values().collect();
    }
    for line in &registers {
        writer.put(Holds::Registers, line)?;
    }
    for row in old.rows::<SuccessorRow>(Section::Successors).map_err(damaged)? {
        let [entity, successor] = [row.entity, row.successor].map(Uuid::from_bytes);
        writer.put(Holds::Successors, &Successor { entity, successor })?;
    }
    writer.finish()?;
    Ok(CarriedOver { active: records.len() as u64, retired: retired.len() as u64 })
}

fn key_of(row: &RetiredRow) -> KeyEntry {
    let time = |seconds: u32| Timestamp(seconds.into());
    KeyEntry {
        key: row.key,
        id: RecordId(row.id),
        first_seen: time(row.first_seen),
        last_seen: time(row.last_seen),
        delisted_at: time(row.delisted_at),
        entity: (row.entity != [0; 16]).then(|| Uuid::from_bytes(row.entity)),
    }
}

/// Counts a record on the day on which it came, and on that on which it went.
fn count(days: &mut BTreeMap<i64, Day>, came: Option<Timestamp>, went: Option<Timestamp>) {
    let mut day = |moment: Timestamp, count: fn(&mut Day)| {
        count(days.entry(moment.0.div_euclid(86_400)).or_insert_with(|| Day::of(moment)));
    };
    came.into_iter().for_each(|moment| day(moment, |day| day.added += 1));
    went.into_iter().for_each(|moment| day(moment, |day| day.removed += 1));
}
