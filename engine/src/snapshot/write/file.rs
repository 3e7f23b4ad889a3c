//! Writes the file: sections one after the other, then the header that describes them.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rkyv::api::high::HighSerializer;
use rkyv::rancor;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use xxhash_rust::xxh3::Xxh3;

use crate::snapshot::error::SnapshotError;
use crate::snapshot::format::{Header, Section, SectionEntry, align, preamble_len};

/// A snapshot file being written. Sections must come in the order of [`Section::ALL`].
pub(super) struct SnapshotFile {
    path: PathBuf,
    file: BufWriter<File>,
    at: u64,
    sections: Vec<SectionEntry>,
}

/// Receives the bytes of one section.
pub(super) struct SectionSink<'f> {
    file: &'f mut BufWriter<File>,
    hash: Xxh3,
    len: u64,
}

impl SectionSink<'_> {
    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.len += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}

impl SnapshotFile {
    pub(super) fn create(path: &Path) -> Result<Self, SnapshotError> {
        let file = File::create_new(path).map_err(SnapshotError::io(path, "create"))?;
        let mut file = BufWriter::with_capacity(1 << 20, file);
        file.write_all(&vec![0; preamble_len()]).map_err(SnapshotError::io(path, "write"))?;
        let at = preamble_len() as u64;
        Ok(Self { path: path.to_owned(), file, at, sections: Vec::new() })
    }

    /// Writes a section from a slice of rows.
    pub(super) fn rows<T: bytemuck::Pod>(
        &mut self,
        section: Section,
        rows: &[T],
    ) -> Result<(), SnapshotError> {
        self.section(section, |sink| sink.put(bytemuck::cast_slice(rows)))
    }

    /// Writes a section with the bytes that `fill` puts into the sink.
    pub(super) fn section(
        &mut self,
        section: Section,
        fill: impl FnOnce(&mut SectionSink<'_>) -> io::Result<()>,
    ) -> Result<(), SnapshotError> {
        debug_assert_eq!(Section::ALL[self.sections.len()], section, "sections in file order");
        let mut sink = SectionSink { file: &mut self.file, hash: Xxh3::new(), len: 0 };
        let filled = fill(&mut sink).and_then(|()| {
            let len = sink.len;
            let padding = (align(len) - len) as usize;
            sink.put(&[0u8; crate::snapshot::format::ALIGNMENT][..padding])?;
            Ok((len, sink.hash.digest()))
        });
        let (len, checksum) = filled.map_err(SnapshotError::io(&self.path, "write"))?;
        self.sections.push(SectionEntry { section, offset: self.at, len, checksum });
        self.at += align(len);
        Ok(())
    }

    /// Writes an archived section.
    pub(super) fn archive<T>(&mut self, section: Section, value: &T) -> Result<(), SnapshotError>
    where
        T: for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, rancor::Error>>,
    {
        self.section(section, |sink| {
            let bytes = rkyv::to_bytes::<rancor::Error>(value).map_err(io::Error::other)?;
            sink.put(&bytes)
        })
    }

    /// Writes the header and makes the file durable.
    pub(super) fn finish(mut self, built_at: i64) -> Result<(), SnapshotError> {
        let header = Header { file_len: self.at, built_at, sections: self.sections };
        let written = self
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.write_all(&header.encode()))
            .and_then(|()| self.file.flush())
            .and_then(|()| self.file.get_ref().sync_all());
        written.map_err(SnapshotError::io(&self.path, "write"))
    }
}
