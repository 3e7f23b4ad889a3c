//! Loads a register: chooses its files, reads them and reports.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tamis_engine::model::{PartialDate, Record, RunStatus, Timestamp};

use crate::error::LoadError;
use crate::progress::{Progress, Silent};
use crate::readers::{Collected, Collector, Format, Input, Keep};
use crate::registers::Description;
use crate::report::{FileReport, RegisterReport};
use crate::sources::{Choice, FETCHED_AT_FILE, FileNames, SourceFile, choose};
use crate::word_budget::check_words;
use tamis_engine::store::checksum::size_and_sha256;

/// Selection of the lists that a build reads.
#[derive(Clone, clap::Args)]
pub struct LoadOptions {
    /// Build only these registers; may be repeated.
    #[arg(long, value_name = "SLUG,...", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Read the lists as they were on this date (YYYY-MM-DD, YYYY-MM or YYYY): folders with a later
    /// date are skipped.
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<PartialDate>,
    /// Accept the removal of any number of missing records of these registers; may be repeated.
    #[arg(long, value_name = "SLUG,...", value_delimiter = ',')]
    pub accept_drop: Vec<String>,
    /// Folder with descriptions (*.toml) of further registers.
    #[arg(long = "registers", value_name = "DIR")]
    pub registers_dir: Option<PathBuf>,
    /// Receiver of progress reports.
    #[arg(skip = Arc::new(Silent) as Arc<dyn Progress>)]
    pub progress: Arc<dyn Progress>,
}

impl Default for LoadOptions {
    fn default() -> Self {
        let progress = Arc::new(Silent);
        let (only, accept_drop) = (Vec::new(), Vec::new());
        Self { as_of: None, only, accept_drop, registers_dir: None, progress }
    }
}

impl fmt::Debug for LoadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { as_of, only, accept_drop, registers_dir, progress: _ } = self;
        f.debug_struct("LoadOptions")
            .field("as_of", as_of)
            .field("only", only)
            .field("accept_drop", accept_drop)
            .field("registers_dir", registers_dir)
            .finish_non_exhaustive()
    }
}

/// Result of loading one register.
#[derive(Debug)]
pub struct Loaded {
    /// Report of the load, whether it succeeded or failed.
    pub report: RegisterReport,
    /// Records in the publisher's order, or the reason for which the register fails as a whole.
    pub outcome: Result<Vec<Record>, LoadError>,
    /// Further registers in the same files, by slug; empty if the load failed. With parts, the register
    /// itself may have no records.
    pub parts: BTreeMap<String, Collected>,
}

/// Loads the register from its folder in `sources_dir`.
#[must_use]
pub fn load_register(
    description: &Description,
    sources_dir: &Path,
    options: &LoadOptions,
) -> Loaded {
    let names: Vec<&FileNames> = description.forms.iter().map(|form| &form.files).collect();
    let choice = choose(sources_dir, &description.slug, &names, options.as_of);
    let chosen = choice.map(|choice| {
        let format = description.forms[choice.form].format;
        (choice, format)
    });
    let loaded = load_chosen(description, chosen, Keep::All, options.progress.as_ref());
    with_words_checked(loaded)
}

/// Fails the load if its words are too alike to be compared with those of other lists.
fn with_words_checked(mut loaded: Loaded) -> Loaded {
    let Ok(records) = &loaded.outcome else { return loaded };
    let parts = loaded.parts.values().map(|part| &part.records);
    let lists: Vec<&[Record]> = std::iter::once(records).chain(parts).map(Vec::as_slice).collect();
    if let Err(error) = check_words(&lists) {
        loaded.fail(error);
    }
    loaded
}

/// Loads the register from the chosen files, or fails if the choice failed.
pub(crate) fn load_chosen(
    description: &Description,
    chosen: Result<(Choice, &Format), LoadError>,
    keep: Keep,
    progress: &dyn Progress,
) -> Loaded {
    let mut collector = Collector::new(RegisterReport::new(&description.slug), keep, progress);
    let result =
        chosen.and_then(|(choice, format)| read(description, &choice, format, &mut collector));
    let Collected { records, mut report, mut parts, .. } = collector.finish();
    let has_records = report.records > 0 || parts.values().any(|part| part.report.records > 0);
    let outcome = result.and_then(|main| match has_records {
        true => Ok(records),
        false => Err(no_records(main, &report)),
    });
    if outcome.is_ok() {
        report.status = RunStatus::Ok;
    }
    parts.values_mut().for_each(|part| part.report.status = RunStatus::Ok);
    let mut loaded = Loaded { report, outcome: Ok(Vec::new()), parts };
    match outcome {
        Ok(records) => loaded.outcome = Ok(records),
        Err(error) => loaded.fail(error),
    }
    loaded
}

impl Loaded {
    /// Fails the load as a whole, with all registers in the files.
    fn fail(&mut self, error: LoadError) {
        self.report.status = RunStatus::Failed;
        self.report.error = Some(error.to_string());
        self.parts.clear();
        self.outcome = Err(error);
    }
}

/// Reads everything into the collector; returns the name of the main file.
fn read(
    description: &Description,
    choice: &Choice,
    format: &Format,
    collector: &mut Collector<'_>,
) -> Result<String, LoadError> {
    collector.set_choice(choice, format.label);
    collector.set_scope(description.scope);
    let Choice { main, companions, .. } = choice;
    if let Some(newest) = main.last() {
        note_fetch(newest, collector);
    }
    for file in main.iter().chain(companions.values().flatten()) {
        collector.add_file(describe(file)?);
    }
    let input = Input {
        main,
        companions,
        columns: &description.columns,
        record_url: description.record_url.as_deref(),
    };
    (format.read)(&input, collector)?;
    Ok(main.first().map(|file| file.name.clone()).unwrap_or_default())
}

/// Notes the time when the files were fetched, if a [`FETCHED_AT_FILE`] next to them states it.
fn note_fetch(newest: &SourceFile, collector: &mut Collector<'_>) {
    let text = match fs::read_to_string(newest.path.with_file_name(FETCHED_AT_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        text => text.map_err(|error| error.to_string()),
    };
    let time = text.and_then(|text| {
        let text = text.trim();
        let time = Timestamp::parse_iso(text);
        time.ok_or_else(|| format!("{text:?} is not a time of the form 2026-10-04T08:00:00Z"))
    });
    match time {
        Ok(time) => collector.set_fetched_at(time),
        Err(fault) => {
            let folder = newest.name.rsplit_once('/').map_or("", |(folder, _)| folder);
            collector.warn(format!("{folder}/{FETCHED_AT_FILE}: {fault}"));
        }
    }
}

fn no_records(file: String, report: &RegisterReport) -> LoadError {
    let first_reject = report
        .rejects
        .first()
        .map(|reject| format!("; the first: {}, {}", reject.line_or_element, reject.reason));
    LoadError::NoRecords {
        file,
        rejected: report.rejected,
        first_reject: first_reject.unwrap_or_default(),
    }
}

/// Size and SHA-256 of the file as stored.
fn describe(file: &SourceFile) -> Result<FileReport, LoadError> {
    let described = size_and_sha256(&file.path);
    let (size, sha256) = described.map_err(|error| LoadError::io(&file.name, error))?;
    Ok(FileReport { path: file.name.clone(), size, sha256 })
}
