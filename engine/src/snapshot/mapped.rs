//! The mapped file. All unsafe code of the project is in this file.

#![allow(unsafe_code, reason = "mapping a file, and reading archives that were validated")]

use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
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

/// Archives of one type that stand in a mapped file and were validated, each on its own. Where
/// each begins and ends is read from the file as well: nothing is held by archive.
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
{
    /// Validates every archive; on failure says which one and why. Both ranges are those of
    /// sections of the file, and the offsets are known to rise up to the end of the archives.
    pub(super) fn validate(
        file: &MappedFile,
        archives: Range<usize>,
        offsets: Range<usize>,
    ) -> Result<Self, (usize, String)> {
        use rayon::prelude::*;
        let all = Self { file: file.clone(), archives, offsets, archived: PhantomData };
        (0..all.len()).into_par_iter().try_for_each(|at| {
            let bytes = all.bytes(at).ok_or_else(|| (at, "outside the section".to_owned()))?;
            match rkyv::access::<T, rancor::Error>(bytes) {
                Ok(_) => Ok(()),
                Err(error) => Err((at, error.to_string())),
            }
        })?;
        Ok(all)
    }

    /// The archive at this place.
    ///
    /// # Panics
    /// When there is none, as indexing a slice does.
    pub(super) fn get(&self, at: usize) -> &T {
        let bytes = self.bytes(at).expect("an archive at this place");
        // SAFETY: `validate` accepted exactly these bytes as a `T` before this value came to be,
        // and neither they nor the offsets change with the map (see `MappedFile::open`).
        unsafe { rkyv::access_unchecked::<T>(bytes) }
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
        let all = Identifiers::validate(&file, archives, offsets).expect("valid");
        drop(file);
        for number in 0..7 {
            let archived = all.get(number);
            let written = identifier(number as u16);
            assert_eq!(archived.kind.as_str(), written.kind);
            assert_eq!(archived.value.as_str(), written.value);
            assert_eq!(archived.country.as_ref().map(|code| code.to_native()), written.country);
        }
    }

    #[test]
    fn bytes_that_are_not_an_archive_are_refused_by_their_place() {
        let (mut bytes, archives, offsets) = file(5);
        let ends: Vec<u64> = bytemuck::cast_slice(&bytes[offsets.clone()]).to_vec();
        // The last word of an archive belongs to its root.
        let last = ends[4] as usize;
        bytes[last - 24..last].fill(0xff);
        let refused = Identifiers::validate(&held(bytes), archives, offsets);
        assert_eq!(refused.map(|_| ()).map_err(|(at, _)| at), Err(3));
    }

    #[test]
    fn an_archive_that_ends_outside_the_section_is_refused() {
        let (bytes, archives, offsets) = file(5);
        let shorter = archives.start..archives.end - 8;
        let refused = Identifiers::validate(&held(bytes), shorter, offsets);
        let expected = Err((4, "outside the section".to_owned()));
        assert_eq!(refused.map(|_| ()), expected);
    }
}
