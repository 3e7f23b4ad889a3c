//! Exact count of data files, and an estimate for the time before it.

use std::path::Path;

use tamis_ingest::text::{ControlCharacters, Encoding, TextRules};
use tamis_ingest::{FileError, SourceFile};

use super::description::{Data, Description};
use super::files;
use super::forms::{self, FormError};
use super::pace::{Pace, Stop};
use super::tally::{Sink, Tally};
use super::{RegistryKind, tally};
use crate::limits::REGISTRY_SAMPLE_BYTES;

pub(super) use super::tally::Counts;

/// Result of counting data files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Counts of each kind.
    pub(super) counts: Vec<(RegistryKind, Counts)>,
    /// Identifies the state of the files.
    pub(super) files: String,
}

/// Reason why data files could not be counted.
#[derive(Debug, thiserror::Error)]
pub(super) enum CountError {
    #[error("counting was cancelled")]
    Stopped,
    #[error("{0}: there is no such file")]
    NoFile(String),
    /// An unreadable file, or one of another format.
    #[error(transparent)]
    Unreadable(#[from] FormError),
}

/// Data files may have any encoding and length. A whole register of companies takes tens of gigabytes,
/// but is streamed.
const RULES: TextRules = TextRules {
    controls: ControlCharacters::Allowed,
    encoding: Encoding::Unchecked,
    bytes_max: u64::MAX,
    may_be_blank: true,
};

/// Counts every record.
///
/// # Errors
/// A file cannot be read to its end, or the count was stopped.
pub(super) fn count(
    folder: &Path,
    description: &Description,
    data: &Data,
    stop: &Stop,
) -> Result<Found, CountError> {
    let mut tally = Tally::new(description, data);
    let mut states = Vec::new();
    for file in all_files(folder, data)? {
        // The state before the count: a file replaced during the count is then counted again.
        let state = files::state(&file).map_err(|error| FileError::io(&file.name, error));
        states.push(state.map_err(FormError::File)?);
        let pace = Pace::whole(stop);
        read(&file, data, &mut tally, &pace)?;
    }
    Ok(Found { counts: of(&tally), files: states.join("; ") })
}

/// Estimates the number of records from the size of the files and the mean length of a record at the
/// start of each. Small files are counted.
///
/// # Errors
/// Those of [`count`].
pub(super) fn estimate(
    folder: &Path,
    description: &Description,
    data: &Data,
) -> Result<Vec<(RegistryKind, Counts)>, CountError> {
    let stop = Stop::default();
    let mut sum: Vec<(RegistryKind, Counts)> = Vec::new();
    for file in all_files(folder, data)? {
        let mut tally = Tally::new(description, data);
        let pace = Pace::sample(&stop, REGISTRY_SAMPLE_BYTES);
        let outcome = read(&file, data, &mut tally, &pace);
        let mut found = of(&tally);
        if pace.sample_is_full() {
            let (part, whole) = pace.part_and_whole();
            found.iter_mut().for_each(|(_, counts)| *counts = counts.scaled(whole, part));
        } else {
            outcome?;
        }
        match sum.is_empty() {
            true => sum = found,
            false => sum.iter_mut().zip(&found).for_each(|((_, sum), (_, more))| sum.add(more)),
        }
    }
    Ok(sum)
}

/// Finds the files; each name must match at least one.
fn all_files(folder: &Path, data: &Data) -> Result<Vec<SourceFile>, CountError> {
    let mut all = Vec::new();
    for name in &data.files {
        let found = files::find(folder, name).unwrap_or_default();
        if found.is_empty() {
            return Err(CountError::NoFile(name.clone()));
        }
        all.extend(found);
    }
    Ok(all)
}

fn read<'d>(
    file: &SourceFile,
    data: &'d Data,
    tally: &mut Tally<'d>,
    pace: &Pace<'_>,
) -> Result<(), CountError> {
    let mut sink = Sink::new(data, tally);
    let read = file.read_each(data.member.as_deref(), RULES, pace, &mut |text| {
        forms::read(&data.form, text, &mut sink)
    });
    read.map_err(|reason: FormError| match pace.is_stopped() {
        true => CountError::Stopped,
        false => CountError::Unreadable(reason),
    })
}

fn of(tally: &tally::Tally<'_>) -> Vec<(RegistryKind, Counts)> {
    tally.counts().map(|(kind, counts)| (kind, counts.clone())).collect()
}
