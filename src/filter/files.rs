//! The files that a run reads.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::screen::{ScreenError, Watch};
use tamis_ingest::file::unpack;
use tamis_payments::limits::MESSAGE_BYTES_MAX;

/// Standard input, as a path.
const STANDARD_INPUT: &str = "-";

/// Files in the order in which they are read.
pub(super) struct Files {
    all: usize,
    left: VecDeque<PathBuf>,
}

/// A file in memory.
pub(super) struct MessageFile {
    /// Path as shown.
    pub(super) name: String,
    /// At most one byte more than a file of messages may have.
    pub(super) bytes: Vec<u8>,
}

impl Files {
    /// The given files, and those in the given folders and below them, by name. Hidden files and links to
    /// folders are left out, which is said, and so is the output.
    pub(super) fn find(
        given: &[PathBuf],
        output: Option<&Path>,
        watch: &dyn Watch,
    ) -> Result<Self, ScreenError> {
        let mut left = VecDeque::new();
        let mut passed_over = 0;
        for path in given {
            if path.is_dir() {
                let before = left.len();
                passed_over += add_folder(path, output, &mut left)
                    .map_err(|(path, source)| unreadable(&path, source))?;
                if left.len() == before {
                    watch.says(&format!("{}: no files", path.display()));
                }
            } else {
                left.push_back(path.clone());
            }
        }
        if passed_over > 0 {
            watch.says(&format!("left out: {passed_over} hidden files or links to folders"));
        }
        Ok(Self { all: left.len(), left })
    }

    /// Number of all files.
    pub(super) fn len(&self) -> usize {
        self.all
    }

    /// The files that are not read yet.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.left.iter()
    }

    /// True if the files can be read again; the standard input cannot.
    pub(super) fn are_repeatable(&self) -> bool {
        self.left.iter().all(|path| path.is_file())
    }

    /// Leaves out the first files.
    pub(super) fn skip(&mut self, files: usize) {
        self.left.drain(..files.min(self.left.len()));
    }

    /// Reads the next file; one that is packed by gzip or zstd is unpacked.
    pub(super) fn next_file(&mut self) -> Result<Option<MessageFile>, ScreenError> {
        let Some(path) = self.left.pop_front() else { return Ok(None) };
        let mut bytes = Vec::new();
        let read = if path.as_os_str() == STANDARD_INPUT {
            bounded(io::stdin().lock(), &mut bytes)
        } else {
            File::open(&path).and_then(|file| bounded(file, &mut bytes))
        };
        read.map_err(|source| unreadable(&path, source))?;
        let name = match path.as_os_str() == STANDARD_INPUT {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        };
        Ok(Some(MessageFile { name, bytes }))
    }
}

fn bounded(input: impl Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let unpacked = unpack(io::BufReader::new(input))?;
    unpacked.take(MESSAGE_BYTES_MAX as u64 + 1).read_to_end(bytes)
}

fn unreadable(path: &Path, source: io::Error) -> ScreenError {
    ScreenError::Read { path: path.display().to_string(), source }
}

/// Adds the files of a folder, by name, and returns the number of those left out.
fn add_folder(
    folder: &Path,
    output: Option<&Path>,
    files: &mut VecDeque<PathBuf>,
) -> Result<usize, (PathBuf, io::Error)> {
    let in_folder = |error| (folder.to_owned(), error);
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<io::Result<Vec<_>>>)
        .map_err(in_folder)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut passed_over = 0;
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(in_folder)?);
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if is_hidden || (kind.is_symlink() && path.is_dir()) {
            passed_over += 1;
        } else if kind.is_dir() {
            passed_over += add_folder(&path, output, files)?;
        } else if !is_of_output(&path, output) {
            files.push_back(path);
        }
    }
    Ok(passed_over)
}

/// True for the output and the files next to it that a run makes.
fn is_of_output(path: &Path, output: Option<&Path>) -> bool {
    let Some(output) = output else { return false };
    let names = path.file_name().zip(output.file_name());
    names.is_some_and(|(name, output)| {
        name.as_encoded_bytes().starts_with(output.as_encoded_bytes())
    }) && path.parent().and_then(|own| own.canonicalize().ok())
        == output.parent().and_then(|own| match own.as_os_str().is_empty() {
            true => Path::new(".").canonicalize().ok(),
            false => own.canonicalize().ok(),
        })
}
