//! Output files, written under a working name until they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use super::error::ScreenError;
use super::hits::{OutputForm, rejects_head};
use super::workbook;
use crate::customers::sheet;
use tamis_engine::files::with_ending;

/// Suffix of the name of an incomplete file.
const PARTIAL: &str = ".partial";
/// Suffix of the output's name for rejects.
const REJECTS: &str = ".rejects.csv";
/// Suffix of the name of a workbook that is being written.
const UNFINISHED_BOOK: &str = ".unfinished";

/// The given format of an output, else that of its name, else CSV.
///
/// # Errors
/// The name is that of a spreadsheet that is not written, or a workbook has none.
pub(crate) fn form_of(
    given: Option<OutputForm>,
    output: Option<&Path>,
) -> Result<OutputForm, ScreenError> {
    let output = match (output, given) {
        (None, Some(OutputForm::Xlsx)) => return Err(ScreenError::WorkbookToStandardOutput),
        (Some(output), None) => output,
        _ => return Ok(given.unwrap_or(OutputForm::Csv)),
    };
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    Ok(match ending.to_ascii_lowercase().as_str() {
        "ndjson" | "jsonl" | "json" => OutputForm::Ndjson,
        "xlsx" => OutputForm::Xlsx,
        _ if sheet::is_named(output) => {
            return Err(ScreenError::SheetOutput { output: output.display().to_string() });
        }
        _ => OutputForm::Csv,
    })
}

/// The standard output, or a file under its working name.
pub(crate) struct Output {
    writer: Writer,
    path: Option<PathBuf>,
    /// Bytes written so far.
    written: u64,
}

enum Writer {
    Standard(BufWriter<Stdout>),
    File(BufWriter<File>),
}

impl Output {
    /// Creates an output.
    pub(crate) fn create(path: Option<&Path>, head: &[u8]) -> Result<Self, ScreenError> {
        let writer = match path {
            None => Writer::Standard(BufWriter::new(io::stdout())),
            Some(path) => {
                let partial = with_ending(path, PARTIAL);
                let file = File::create(&partial);
                Writer::File(BufWriter::new(file.map_err(|error| failed(Some(&partial), error))?))
            }
        };
        let mut output = Self { writer, path: path.map(Path::to_owned), written: 0 };
        output.write(head)?;
        Ok(output)
    }

    /// Resumes a file after a number of bytes; the rest is truncated and made again. `None` if the file
    /// is missing or shorter.
    pub(super) fn go_on(path: &Path, written: u64) -> Result<Option<Self>, ScreenError> {
        let partial = with_ending(path, PARTIAL);
        let opened = || -> io::Result<Option<File>> {
            let mut file = match File::options().write(true).open(&partial) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                file => file?,
            };
            if file.metadata()?.len() < written {
                return Ok(None);
            }
            file.set_len(written)?;
            file.seek(SeekFrom::Start(written))?;
            Ok(Some(file))
        };
        let file = opened().map_err(|error| failed(Some(&partial), error))?;
        Ok(file.map(|file| {
            let writer = Writer::File(BufWriter::new(file));
            Self { writer, path: Some(path.to_owned()), written }
        }))
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), ScreenError> {
        let outcome = match &mut self.writer {
            Writer::Standard(writer) => writer.write_all(text),
            Writer::File(writer) => writer.write_all(text),
        };
        self.written += text.len() as u64;
        outcome.map_err(|error| failed(self.path.as_deref(), error))
    }

    /// Flushes the output to its target; returns its length in bytes.
    pub(super) fn settle(&mut self) -> Result<u64, ScreenError> {
        let outcome = match &mut self.writer {
            Writer::Standard(writer) => writer.flush(),
            Writer::File(writer) => writer.flush().and_then(|()| writer.get_ref().sync_data()),
        };
        outcome.map_err(|error| failed(self.path.as_deref(), error))?;
        Ok(self.written)
    }

    /// The working file with all output so far; `None` for the standard output.
    pub(super) fn working_file(&mut self) -> Result<Option<PathBuf>, ScreenError> {
        self.settle()?;
        Ok(self.path.as_deref().map(|path| with_ending(path, PARTIAL)))
    }

    /// Makes a workbook of the table so far, under the final name. Returns the number of cells that had
    /// to be cut.
    pub(super) fn finish_as_workbook(mut self) -> Result<u64, ScreenError> {
        self.settle()?;
        let Some(path) = &self.path else { return Err(ScreenError::WorkbookToStandardOutput) };
        let (table, book) = (with_ending(path, PARTIAL), with_ending(path, UNFINISHED_BOOK));
        let cut = workbook::write(&table, &book).map_err(io::Error::other);
        let made = cut.and_then(|cut| {
            File::open(&book)?.sync_all()?;
            fs::rename(&book, path)?;
            fs::remove_file(&table)?;
            Ok(cut)
        });
        made.map_err(|error| failed(Some(path), error))
    }

    /// Renames the file to its final name.
    pub(crate) fn finish(mut self) -> Result<(), ScreenError> {
        self.settle()?;
        drop(self.writer);
        match &self.path {
            Some(path) => fs::rename(with_ending(path, PARTIAL), path)
                .map_err(|error| failed(Some(path), error)),
            None => Ok(()),
        }
    }
}

/// Output of unread rows: the file is created with the first one.
pub(super) struct Rejects {
    path: Option<PathBuf>,
    output: Option<Output>,
}

impl Rejects {
    /// Writes to this file, else next to the output, else to the standard error stream.
    pub(super) fn beside(path: Option<&Path>, output: Option<&Path>) -> Self {
        let path = path.map(Path::to_owned);
        let path = path.or_else(|| output.map(|output| with_ending(output, REJECTS)));
        Self { path, output: None }
    }

    /// Resumes an earlier file; returns true if it exists.
    pub(super) fn go_on(&mut self, written: Option<u64>) -> Result<bool, ScreenError> {
        let (Some(path), Some(written)) = (&self.path, written) else { return Ok(true) };
        self.output = Output::go_on(path, written)?;
        Ok(self.output.is_some())
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), ScreenError> {
        if text.is_empty() {
            return Ok(());
        }
        let Some(path) = &self.path else {
            return io::stderr().write_all(text).map_err(|error| failed(None, error));
        };
        if self.output.is_none() {
            self.output = Some(Output::create(Some(path), &rejects_head())?);
        }
        self.output.as_mut().map_or(Ok(()), |output| output.write(text))
    }

    /// Flushes the output to its target; returns its length in bytes if there is any.
    pub(super) fn settle(&mut self) -> Result<Option<u64>, ScreenError> {
        self.output.as_mut().map(Output::settle).transpose()
    }

    /// The file, if there is one.
    pub(super) fn finish(self) -> Result<Option<PathBuf>, ScreenError> {
        let Some(output) = self.output else { return Ok(None) };
        output.finish().map(|()| self.path)
    }
}

/// Error for an output that cannot be written.
pub(super) fn failed(path: Option<&Path>, source: io::Error) -> ScreenError {
    let path = path.map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
    ScreenError::Write { path, source }
}
