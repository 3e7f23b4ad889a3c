//! The mapped file. All unsafe code of the project is in this file.

#![allow(unsafe_code, reason = "mapping a file")]

use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use rayon::prelude::*;
use rkyv::Portable;
use rkyv::api::high::HighValidator;
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor;

/// A file mapped read-only for the life of this value; clones share the map.
#[derive(Debug, Clone)]
pub(super) struct MappedFile {
    bytes: Arc<Bytes>,
}

#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    /// What the tests read: Miri, which runs them, maps no files.
    #[cfg(test)]
    Held(rkyv::util::AlignedVec),
}

impl MappedFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: a map is sound while nobody changes or truncates the file. Snapshots are
        // written under a temporary name, renamed, and never opened for writing again; a
        // version that is no longer wanted is unlinked, which leaves existing maps intact.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self { bytes: Arc::new(Bytes::Mapped(map)) })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match &*self.bytes {
            Bytes::Mapped(map) => map,
            #[cfg(test)]
            Bytes::Held(bytes) => bytes,
        }
    }
}

/// Archives of one type that stand in a mapped file. Each is validated whenever it is read, which
/// takes about as long as reading it: an answer shows a few, and a file holds millions. Where each
/// begins and ends is read from the file as well: nothing is held by archive.
pub(super) struct Archives<T> {
    file: MappedFile,
    /// All archives, end to end.
    archives: Range<usize>,
    /// The start of each within them, and the end of the last, as numbers of eight bytes.
    offsets: Range<usize>,
    archived: PhantomData<fn() -> T>,
}

impl<T> Archives<T>
where
    T: Portable + for<'a> CheckBytes<HighValidator<'a, rancor::Error>>,
    T: for<'a> CheckBytes<HighValidator<'a, rancor::Failure>>,
{
    /// Archives in these ranges of a file, which are those of sections.
    pub(super) fn new(file: &MappedFile, archives: Range<usize>, offsets: Range<usize>) -> Self {
        Self { file: file.clone(), archives, offsets, archived: PhantomData }
    }

    /// The archive at this place; `None` when there is none, or its bytes are not one.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<&T> {
        rkyv::access::<T, rancor::Failure>(self.bytes(at)?).ok()
    }

    /// Validates every archive; on failure says which one and why.
    pub(super) fn check(&self) -> Result<(), (usize, String)> {
        (0..self.len()).into_par_iter().try_for_each(|at| {
            let bytes = self.bytes(at).ok_or_else(|| (at, "outside the section".to_owned()))?;
            let archive = rkyv::access::<T, rancor::Error>(bytes);
            archive.map(|_| ()).map_err(|error| (at, error.to_string()))
        })
    }
}

impl<T> Archives<T> {
    fn offsets(&self) -> &[u64] {
        bytemuck::cast_slice(&self.file.bytes()[self.offsets.clone()])
    }

    fn len(&self) -> usize {
        self.offsets().len().saturating_sub(1)
    }

    /// The bytes of one archive, which end within the archives.
    fn bytes(&self, at: usize) -> Option<&[u8]> {
        let [start, end] = self.offsets().get(at..at + 2)? else { return None };
        self.file.bytes()[self.archives.clone()].get(*start as usize..*end as usize)
    }
}

impl<T> std::fmt::Debug for Archives<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Archives({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use rkyv::util::AlignedVec;

    use super::*;
    use crate::snapshot::record_detail::{ArchivedIdentifierDetail, IdentifierDetail};

    type Identifiers = Archives<ArchivedIdentifierDetail>;

    fn identifier(number: u16) -> IdentifierDetail {
        let country = number.is_multiple_of(2).then_some(number);
        let kind = "Passport".repeat(usize::from(number));
        IdentifierDetail { kind, value: format!("No. {number} of somebody"), country }
    }

    /// A file of archives and, behind them, their offsets.
    fn file(count: u16) -> (AlignedVec, Range<usize>, Range<usize>) {
        let mut bytes = AlignedVec::new();
        let mut offsets = vec![0u64];
        for number in 0..count {
            let archive = rkyv::to_bytes::<rancor::Error>(&identifier(number)).expect("archived");
            bytes.extend_from_slice(&archive);
            offsets.push(bytes.len() as u64);
        }
        let archives = 0..bytes.len();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        let start = bytes.len();
        bytes.extend_from_slice(bytemuck::cast_slice(&offsets));
        let offsets = start..bytes.len();
        (bytes, archives, offsets)
    }

    fn held(bytes: AlignedVec) -> MappedFile {
        MappedFile { bytes: Arc::new(Bytes::Held(bytes)) }
    }

    #[test]
    fn every_archive_is_read_as_it_was_written() {
        let (bytes, archives, offsets) = file(7);
        let file = held(bytes);
        let all = Identifiers::new(&file, archives, offsets);
        drop(file);
        assert_eq!(all.check(), Ok(()));
        for number in 0..7 {
            let archived = all.get(number).expect("valid");
            let written = identifier(number as u16);
            assert_eq!(archived.kind.as_str(), written.kind);
            assert_eq!(archived.value.as_str(), written.value);
            assert_eq!(archived.country.as_ref().map(|code| code.to_native()), written.country);
        }
        assert!(all.get(7).is_none());
    }

    #[test]
    fn bytes_that_are_not_an_archive_are_told_by_their_place() {
        let (mut bytes, archives, offsets) = file(5);
        let ends: Vec<u64> = bytemuck::cast_slice(&bytes[offsets.clone()]).to_vec();
        // The last word of an archive belongs to its root.
        let last = ends[4] as usize;
        bytes[last - 24..last].fill(0xff);
        let all = Identifiers::new(&held(bytes), archives, offsets);
        assert_eq!(all.check().map_err(|(at, _)| at), Err(3));
        assert!(all.get(3).is_none() && all.get(4).is_some());
    }

    #[test]
    fn an_archive_that_ends_outside_the_section_is_told() {
        let (bytes, archives, offsets) = file(5);
        let shorter = archives.start..archives.end - 8;
        let all = Identifiers::new(&held(bytes), shorter, offsets);
        assert_eq!(all.check(), Err((4, "outside the section".to_owned())));
        assert!(all.get(4).is_none());
    }
}
