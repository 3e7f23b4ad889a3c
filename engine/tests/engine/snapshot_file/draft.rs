//! A snapshot taken apart and reassembled with right offsets and checksums, as a faulty or hostile
//! program could write it.

use std::path::Path;

use tamis_engine::snapshot::format::{Header, Section, SectionEntry, align, preamble_len};
use tamis_engine::snapshot::{Snapshot, SnapshotError};
use xxhash_rust::xxh3::xxh3_64;

#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) built_at: i64,
    sections: Vec<Vec<u8>>,
}

impl Draft {
    pub(crate) fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).expect("a snapshot");
        let header = Header::decode(&bytes).expect("a sound header");
        let section = |entry: &SectionEntry| {
            bytes[entry.offset as usize..(entry.offset + entry.len) as usize].to_vec()
        };
        let sections = header.sections.iter().map(section).collect();
        Self { built_at: header.built_at, sections }
    }

    pub(crate) fn section(&mut self, section: Section) -> &mut Vec<u8> {
        &mut self.sections[section as usize]
    }

    /// Reads a little-endian number of `width` bytes.
    pub(crate) fn number(&self, section: Section, at: usize, width: usize) -> u64 {
        let bytes = &self.sections[section as usize][at..at + width];
        bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
    }

    /// Writes a little-endian number of `width` bytes.
    pub(crate) fn set(&mut self, section: Section, at: usize, width: usize, value: u64) {
        let bytes = &value.to_le_bytes()[..width];
        self.sections[section as usize][at..at + width].copy_from_slice(bytes);
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut sections = Vec::new();
        for (&section, bytes) in Section::ALL.iter().zip(&self.sections) {
            let offset = (preamble_len() + body.len()) as u64;
            let start = body.len();
            body.extend_from_slice(bytes);
            body.resize(start + align(bytes.len() as u64) as usize, 0);
            let checksum = xxh3_64(&body[start..]);
            sections.push(SectionEntry { section, offset, len: bytes.len() as u64, checksum });
        }
        let file_len = (preamble_len() + body.len()) as u64;
        let header = Header { file_len, built_at: self.built_at, sections };
        [header.encode(), body].concat()
    }

    /// Writes the draft to a new file and opens it.
    pub(crate) fn open(&self) -> Result<Snapshot, SnapshotError> {
        open_bytes(&self.to_bytes())
    }
}

/// Opens a file of these bytes. The file is removed at once; the mapping stays.
pub(crate) fn open_bytes(bytes: &[u8]) -> Result<Snapshot, SnapshotError> {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), bytes).expect("it is written");
    Snapshot::open(file.path())
}
