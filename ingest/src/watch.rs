//! What whoever reads a file is told while it is read, and how it ends or slows the reading: every
//! byte passes here, so no parser needs to know of it.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The size of a file.
#[derive(Debug, Clone, Copy)]
pub enum Size {
    Stored(u64),
    /// Unpacked, where its directory says so.
    Unpacked(u64),
}

/// Follows the reading of a file.
pub trait Watch {
    /// The file that is about to be read is this large.
    fn begins(&self, _size: Size) {}

    /// This many bytes of the file as stored were used.
    fn used(&self, _stored: u64) {}

    /// A block is about to be read.
    ///
    /// # Errors
    /// Reading is to end.
    fn before_block(&self) -> io::Result<()> {
        Ok(())
    }

    /// A block of so many unpacked bytes was read.
    fn after_block(&self, _unpacked: u64) {}
}

/// Lets everything pass.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// A file as stored, whose used bytes are told.
pub(crate) struct Metered<'w, R> {
    pub(crate) inner: R,
    pub(crate) watch: &'w dyn Watch,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.watch.used(read as u64);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Metered<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.watch.used(bytes as u64);
        self.inner.consume(bytes);
    }
}

impl<R: Seek> Seek for Metered<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}
