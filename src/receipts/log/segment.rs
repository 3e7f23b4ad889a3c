//! A segment during writing.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::line::{End, Opening};
use crate::receipts::last_line;
use tamis_engine::model::{Timestamp, is_version};
use tamis_engine::store::checksum::sha256_of;

/// Ending of the names of segments, which begin with the time of their opening.
const ENDING: &str = ".ndjson";

/// A segment that is written.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) path: PathBuf,
    file: File,
    /// Bytes that are known to be on disk.
    length: u64,
    /// True if a write failed, so that more bytes may follow them.
    is_torn: bool,
    end: End,
}

impl Segment {
    /// Begins a segment that goes on from the last one of the folder.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(super) fn begin(folder: &Path) -> io::Result<Self> {
        let before = segments(folder)?.pop();
        let previous = before.as_deref().map(last_of).transpose()?.unwrap_or_default();
        let opening = Opening::after(&previous);
        let (path, mut file) = new_file(folder, before.as_deref())?;
        file.write_all(&opening)?;
        file.sync_all()?;
        File::open(folder)?.sync_all()?;
        let end = End::of_opening(&opening);
        Ok(Self { path, file, length: opening.len() as u64, is_torn: false, end })
    }

    /// SHA-256 of the last line.
    pub(super) fn last(&self) -> &str {
        &self.end.last
    }

    /// Adds lines, and returns when they are on disk. After an error the segment is as before, or is
    /// made so before the next lines.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn add(&mut self, add: impl FnOnce(&mut End) -> Vec<u8>) -> io::Result<()> {
        if self.is_torn {
            self.file.set_len(self.length)?;
            self.is_torn = false;
        }
        let mut end = self.end.clone();
        let lines = add(&mut end);
        let written = self.file.write_all(&lines).and_then(|()| self.file.sync_data());
        if written.is_err() {
            self.is_torn = self.file.set_len(self.length).is_err();
            return written;
        }
        self.length += lines.len() as u64;
        self.end = end;
        Ok(())
    }
}

/// The segments of a folder in their order; other files are none of them.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn segments(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut segments = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.strip_suffix(ENDING).is_some_and(is_version) {
            segments.push(path);
        }
    }
    segments.sort();
    Ok(segments)
}

/// SHA-256 of the last whole line of a segment. What follows it was never acknowledged.
fn last_of(path: &Path) -> io::Result<String> {
    Ok(sha256_of(&last_line(path)?))
}

/// A new file that is named by the time and comes after another. Only its owner can read it.
fn new_file(folder: &Path, before: Option<&Path>) -> io::Result<(PathBuf, File)> {
    let named = |time: Timestamp| folder.join(format!("{}{ENDING}", time.to_version()));
    let mut time = Timestamp::now();
    while before.is_some_and(|before| *before >= *named(time)) {
        time = Timestamp(time.0 + 1);
    }
    let path = named(time);
    let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(&path)?;
    Ok((path, file))
}
