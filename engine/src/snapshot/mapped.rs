//! The mapped file. All unsafe code of the project is in this file.

#![allow(unsafe_code, reason = "mapping a file")]

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

/// A file mapped read-only for the life of this value; clones share the map.
#[derive(Debug, Clone)]
pub(super) struct MappedFile {
    map: Arc<Mmap>,
}

impl MappedFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: a map is sound while nobody changes or truncates the file. Snapshots are
        // written under a temporary name, renamed, and never opened for writing again; a
        // version that is no longer wanted is unlinked, which leaves existing maps intact.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self { map: Arc::new(map) })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.map
    }
}
