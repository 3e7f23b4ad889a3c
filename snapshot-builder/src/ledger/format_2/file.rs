//! The sections of a file of format 2 that are carried over, verified and checked.

use std::fs::File;
use std::io;
use std::path::Path;

use rkyv::rancor;
use rkyv::util::AlignedVec;
use xxhash_rust::xxh3::xxh3_64;

use super::CarryOverError;

const MAGIC: [u8; 8] = *b"TAMIS\r\n\x1a";
const FORMAT: u32 = 2;
const HEADER_LEN: usize = 64;
const ROW_LEN: usize = 48;
const SECTIONS: usize = 31;
/// Header and table of sections, padded to 64 bytes.
const PREAMBLE_LEN: usize = (HEADER_LEN + SECTIONS * ROW_LEN).next_multiple_of(64);

/// The sections by their number in the table.
#[derive(Debug, Clone, Copy)]
pub(super) enum Section {
    Meta = 0,
    Registers = 1,
    Records = 2,
    Retired = 4,
    Births = 5,
    Countries = 6,
    Details = 8,
    DetailOffsets = 9,
    Entities = 10,
    Successors = 13,
}

/// A file of format 2 in memory. All its checksums were right.
pub(super) struct OldFile {
    bytes: AlignedVec,
    built_at: i64,
}

/// Whether the file begins as an index of format 2 does.
pub(super) fn is_format_2(path: &Path) -> io::Result<bool> {
    use std::io::Read;
    let mut start = Vec::new();
    File::open(path)?.take(12).read_to_end(&mut start)?;
    Ok(start == [&MAGIC[..], &FORMAT.to_le_bytes()].concat())
}

impl OldFile {
    pub(super) fn read(path: &Path) -> Result<Self, CarryOverError> {
        let io = |source| CarryOverError::Io { path: path.to_owned(), source };
        let damaged = |reason: &str| CarryOverError::damaged(path, reason);
        let mut file = File::open(path).map_err(io)?;
        let mut bytes = AlignedVec::with_capacity(file.metadata().map_err(io)?.len() as usize);
        bytes.extend_from_reader(&mut file).map_err(io)?;
        let preamble = bytes.get(..PREAMBLE_LEN).ok_or_else(|| damaged("it is cut off"))?;
        if preamble[..8] != MAGIC || preamble[8..12] != FORMAT.to_le_bytes() {
            return Err(damaged("it is not an index of format 2"));
        }
        let checked = xxh3_64(&[&preamble[..56], &preamble[HEADER_LEN..]].concat());
        if checked != u64_at(preamble, 56) || u64_at(preamble, 16) != bytes.len() as u64 {
            return Err(damaged("its header is damaged, or it is cut off"));
        }
        let built_at = u64_at(preamble, 24) as i64;
        let old = Self { bytes, built_at };
        for at in 0..SECTIONS {
            let [offset, len, _, checksum] = old.table_row(at);
            let end = offset.checked_add(len).and_then(|end| end.checked_next_multiple_of(64));
            let end = end.ok_or_else(|| damaged("a section is out of place"))?;
            let padded = old.bytes.get(offset as usize..end as usize);
            let padded = padded.ok_or_else(|| damaged("a section is out of place"))?;
            if !offset.is_multiple_of(64) || xxh3_64(padded) != checksum {
                return Err(damaged(&format!("section {at} is damaged")));
            }
        }
        Ok(old)
    }

    pub(super) fn built_at(&self) -> i64 {
        self.built_at
    }

    /// Offset, length, number of elements and checksum of a section.
    fn table_row(&self, at: usize) -> [u64; 4] {
        let row = &self.bytes[HEADER_LEN + at * ROW_LEN..][..ROW_LEN];
        [8, 16, 24, 32].map(|at| u64_at(row, at))
    }

    pub(super) fn section(&self, section: Section) -> &[u8] {
        let [offset, len, ..] = self.table_row(section as usize);
        &self.bytes[offset as usize..(offset + len) as usize]
    }

    /// The rows of a section.
    pub(super) fn rows<T: bytemuck::Pod>(&self, section: Section) -> Result<&[T], String> {
        bytemuck::try_cast_slice(self.section(section))
            .map_err(|error| format!("section {}: {error}", section as usize))
    }

    /// The one archive that fills a section.
    pub(super) fn archive<T>(&self, section: Section) -> Result<T, String>
    where
        T: rkyv::Archive,
        T::Archived: for<'a> rkyv::bytecheck::CheckBytes<rkyv::api::high::HighValidator<'a, rancor::Error>>
            + rkyv::Deserialize<T, rkyv::api::high::HighDeserializer<rancor::Error>>,
    {
        rkyv::from_bytes::<T, rancor::Error>(self.section(section))
            .map_err(|error| format!("section {}: {error}", section as usize))
    }
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}
