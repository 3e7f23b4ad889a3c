//! The bytes of a snapshot: its file mapped, or a copy in memory. All unsafe code of the project is in
//! this file.

#![allow(unsafe_code, reason = "mapping a file")]

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use memmap2::{Mmap, MmapOptions};

use crate::files::open_regular;

/// Placement of the bytes of an open snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loading {
    /// Mapped from the file: opens fast and shares the page cache. Truncating the file while it is
    /// mapped ends the process (SIGBUS).
    #[default]
    Map,
    /// Copied to memory of the process, in huge pages if the system gives them (Linux, transparent huge
    /// pages). Changes of the file have no effect on the bytes.
    Memory,
}

/// A file's bytes, read-only for the life of this value; clones share them.
#[derive(Debug, Clone)]
pub(super) struct MappedFile {
    map: Arc<Mmap>,
}

impl MappedFile {
    pub(super) fn open(path: &Path, loading: Loading) -> io::Result<Self> {
        let file = open_regular(path)?;
        match loading {
            Loading::Map => Self::map(&file),
            Loading::Memory => Self::copy(file),
        }
    }

    fn copy(mut file: File) -> io::Result<Self> {
        let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        let mut map = MmapOptions::new().len(length).map_anon()?;
        // A system without huge pages gives small ones.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        file.read_exact(&mut map)?;
        Ok(Self { map: Arc::new(map.make_read_only()?) })
    }

    fn map(file: &File) -> io::Result<Self> {
        // SAFETY: a map is sound while nobody changes or truncates the file. Snapshots are
        // written under a temporary name, renamed, and never opened for writing again; a
        // version that is no longer wanted is unlinked, which leaves existing maps intact.
        let map = unsafe { Mmap::map(file)? };
        Ok(Self { map: Arc::new(map) })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }
}
