//! Files that are written: under a working name until they are whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::ScreenError;
use super::hits::{OutputForm, rejects_head};

/// What is behind the name of a file that is not whole.
const PARTIAL: &str = ".partial";
/// What is behind the name of the output for what was not read.
const REJECTS: &str = ".rejects.csv";

/// How hits are written to a file of this name.
pub(super) fn form_of(path: &Path) -> Option<OutputForm> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "ndjson" | "jsonl" | "json" => Some(OutputForm::Ndjson),
        "csv" => Some(OutputForm::Csv),
        _ => None,
    }
}

/// The standard output, or a file under its working name.
pub(super) struct Output {
    writer: Box<dyn Write + Send>,
    path: Option<PathBuf>,
}

impl Output {
    /// Begins an output.
    pub(super) fn create(path: Option<&Path>, head: Vec<u8>) -> Result<Self, ScreenError> {
        let writer: Box<dyn Write + Send> = match path {
            None => Box::new(io::stdout()),
            Some(path) => {
                let partial = with_ending(path, PARTIAL);
                Box::new(File::create(&partial).map_err(|source| failed(Some(&partial), source))?)
            }
        };
        let path = path.map(Path::to_owned);
        let mut output = Self { writer: Box::new(BufWriter::new(writer)), path };
        output.write(&head)?;
        Ok(output)
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), ScreenError> {
        self.writer.write_all(text).map_err(|source| failed(self.path.as_deref(), source))
    }

    /// Gives the file its name.
    pub(super) fn finish(mut self) -> Result<(), ScreenError> {
        let named = |source| failed(self.path.as_deref(), source);
        self.writer.flush().map_err(named)?;
        drop(self.writer);
        match &self.path {
            Some(path) => fs::rename(with_ending(path, PARTIAL), path)
                .map_err(|source| failed(Some(path), source)),
            None => Ok(()),
        }
    }
}

/// What was not read: a file that is there only when there is something in it.
pub(super) struct Rejects {
    path: Option<PathBuf>,
    output: Option<Output>,
}

impl Rejects {
    /// Into this file, else beside the output, else to the standard error stream.
    pub(super) fn beside(path: Option<&Path>, output: Option<&Path>) -> Self {
        let path = path.map(Path::to_owned);
        let path = path.or_else(|| output.map(|output| with_ending(output, REJECTS)));
        Self { path, output: None }
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), ScreenError> {
        if text.is_empty() {
            return Ok(());
        }
        let Some(path) = &self.path else {
            return io::stderr().write_all(text).map_err(|source| failed(None, source));
        };
        if self.output.is_none() {
            self.output = Some(Output::create(Some(path), rejects_head())?);
        }
        self.output.as_mut().map_or(Ok(()), |output| output.write(text))
    }

    /// The file, where there is one.
    pub(super) fn finish(self) -> Result<Option<PathBuf>, ScreenError> {
        let Some(output) = self.output else { return Ok(None) };
        output.finish().map(|()| self.path)
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn failed(path: Option<&Path>, source: io::Error) -> ScreenError {
    let path = path.map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
    ScreenError::Write { path, source }
}
