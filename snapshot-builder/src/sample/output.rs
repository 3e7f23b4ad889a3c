//! The files of one version of a register, written as a stream.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::entry::Entry;
use super::registers::{CSV_COLUMNS, CSV_SEPARATOR, FileFormat};

/// An open data file; entries are written as they come.
pub(super) struct RecordFile {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    JsonLines(BufWriter<File>),
    Csv(Box<csv::Writer<File>>),
}

impl RecordFile {
    /// Creates `folder/records.jsonl` or `folder/records.csv`; replaces an existing file.
    pub(super) fn create(folder: &Path, format: FileFormat) -> anyhow::Result<Self> {
        fs::create_dir_all(folder).map_err(cannot_write(folder))?;
        let path = folder.join(format.file_name());
        let file = File::create(&path).map_err(cannot_write(&path))?;
        let sink = match format {
            FileFormat::JsonLines => Sink::JsonLines(BufWriter::with_capacity(1 << 18, file)),
            FileFormat::Csv => {
                let mut writer = csv::Writer::from_writer(file);
                let header = CSV_COLUMNS.map(|(_, header)| header);
                writer.write_record(header).map_err(|error| cannot_write(&path)(error.into()))?;
                Sink::Csv(Box::new(writer))
            }
        };
        Ok(Self { path, sink })
    }

    /// Appends one record.
    pub(super) fn write(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let written: io::Result<()> = match &mut self.sink {
            Sink::JsonLines(file) => serde_json::to_writer(&mut *file, entry)
                .map_err(io::Error::from)
                .and_then(|()| file.write_all(b"\n")),
            Sink::Csv(writer) => writer.write_record(csv_cells(entry)).map_err(io::Error::from),
        };
        written.map_err(cannot_write(&self.path))
    }

    /// Flushes everything to the operating system.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let flushed = match &mut self.sink {
            Sink::JsonLines(file) => file.flush(),
            Sink::Csv(writer) => writer.flush(),
        };
        flushed.map_err(cannot_write(&self.path))
    }
}

/// Adds the name of the file or folder that could not be written to the error.
pub(super) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| anyhow!("cannot write {}: {error}", path.display())
}

/// The cells in the order of [`CSV_COLUMNS`].
fn csv_cells(entry: &Entry) -> [String; CSV_COLUMNS.len()] {
    let several = |values: &[String]| values.join(CSV_SEPARATOR);
    let one = |value: &Option<String>| value.clone().unwrap_or_default();
    [
        entry.reference.clone(),
        entry.name.clone(),
        several(&entry.aliases),
        entry.entity_type.unwrap_or_default().to_owned(),
        several(&entry.birth_dates),
        several(&entry.countries),
        one(&entry.imo),
        several(&entry.programmes),
        one(&entry.listed_on),
        one(&entry.status),
        several(&entry.notes),
        one(&entry.source_url),
    ]
}
