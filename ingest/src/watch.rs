//! Observers of reading a file, which can also slow or end it. Every byte passes here, so that parsers
//! need not know of them.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// The size of a file.
#[derive(Debug, Clone, Copy)]
pub enum Size {
    Stored(u64),
    /// Unpacked size, as stated by the archive's directory.
    Unpacked(u64),
}

/// Observer of the reading of a file.
pub trait Watch {
    /// Called before a file of this size is read.
    fn begins(&self, _size: Size) {}

    /// Called when this many stored bytes of the file have been read.
    fn used(&self, _stored: u64) {}

    /// Called before each block is read.
    ///
    /// # Errors
    /// Ends the reading.
    fn before_block(&self) -> io::Result<()> {
        Ok(())
    }

    /// Called after a block with this many unpacked bytes was read.
    fn after_block(&self, _unpacked: u64) {}
}

/// Ignores everything.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// A stored file that reports the bytes read to its observer.
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
