//! Counts of the last run, in a file that the operator names. After a restart they are shown until the
//! first count ends. The file holds only data that the next count finds again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::RegistryKind;
use super::counts::{Held, Key};
use super::tally::Counts;
use tamis_engine::files;
use tamis_engine::model::{CountryCode, Timestamp};

#[derive(Serialize, Deserialize)]
struct Entry {
    slug: String,
    kind: String,
    /// Seconds since 1970.
    counted_at: i64,
    /// Seconds since 1970.
    loaded_at: i64,
    files: String,
    by_jurisdiction: BTreeMap<String, u64>,
}

/// Reads the exact counts of the last run; empty without a readable file.
pub(super) fn read(file: &Path) -> BTreeMap<Key, Held> {
    let text = fs::read(file).unwrap_or_default();
    let entries: Vec<Entry> = serde_json::from_slice(&text).unwrap_or_default();
    entries.into_iter().filter_map(held).collect()
}

fn held(entry: Entry) -> Option<(Key, Held)> {
    let kind = RegistryKind::from_name(&entry.kind)?;
    let by_jurisdiction = entry.by_jurisdiction.iter();
    let by_jurisdiction: Option<BTreeMap<CountryCode, u64>> = by_jurisdiction
        .map(|(code, records)| Some((CountryCode::parse(code)?, *records)))
        .collect();
    let by_jurisdiction = by_jurisdiction?;
    let records =
        by_jurisdiction.values().try_fold(0_u64, |sum, records| sum.checked_add(*records))?;
    let held = Held {
        counts: Counts { records, by_jurisdiction },
        counted_at: Some(Timestamp(entry.counted_at)),
        loaded_at: Some(Timestamp(entry.loaded_at)),
        files: entry.files,
        problem: None,
    };
    Some(((entry.slug, kind), held))
}

/// Writes the exact counts atomically.
///
/// # Errors
/// The folder of the file is not writable.
pub(super) fn write(file: &Path, held: &BTreeMap<Key, Held>) -> io::Result<()> {
    let entries: Vec<Entry> = held.iter().filter_map(entry).collect();
    let text = serde_json::to_vec_pretty(&entries)?;
    files::replace(file, &text)
}

fn entry(((slug, kind), held): (&Key, &Held)) -> Option<Entry> {
    let by_jurisdiction = held.counts.by_jurisdiction.iter();
    Some(Entry {
        slug: slug.clone(),
        kind: kind.as_str().to_owned(),
        counted_at: held.counted_at?.0,
        loaded_at: held.loaded_at?.0,
        files: held.files.clone(),
        by_jurisdiction: by_jurisdiction.map(|(code, n)| (code.to_string(), *n)).collect(),
    })
}
