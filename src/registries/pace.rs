//! Stopping, pausing and limiting whoever reads a data file: every byte passes here, so no parser
//! needs to know of it.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::limits::{REGISTRY_PAUSE, REGISTRY_RECORD_BYTES_MAX, REGISTRY_STRETCH_BYTES};

/// The sign by which a count in work is told to end; copies are the same sign.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Gives the sign.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far the reading of data files is, and when it must end.
#[derive(Debug)]
pub(super) struct Pace<'s> {
    stop: &'s Stop,
    /// Unpacked bytes after which reading ends, in a sample.
    sample: Option<u64>,
    /// Unpacked bytes passed on.
    bytes: Cell<u64>,
    /// Of these, since the last record ended.
    record_bytes: Cell<u64>,
    /// Bytes used of the file as stored.
    stored: Cell<u64>,
    /// How large the file is.
    whole: Cell<Whole>,
}

/// The size of a file.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whole {
    /// As stored.
    Stored(u64),
    /// Unpacked, where its directory says so.
    Unpacked(u64),
}

impl<'s> Pace<'s> {
    /// Reads to the end.
    pub(super) fn whole(stop: &'s Stop) -> Self {
        let zero = || Cell::new(0);
        let whole = Cell::new(Whole::Stored(0));
        Self { stop, sample: None, bytes: zero(), record_bytes: zero(), stored: zero(), whole }
    }

    /// Reads this many unpacked bytes.
    pub(super) fn sample(stop: &'s Stop, bytes: u64) -> Self {
        Self { sample: Some(bytes), ..Self::whole(stop) }
    }

    /// Whether reading was told to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Whether a sample has as many bytes as it should.
    pub(super) fn sample_is_full(&self) -> bool {
        self.sample.is_some_and(|limit| self.bytes.get() >= limit)
    }

    /// Says how large the file is that is about to be read.
    pub(super) fn set_whole(&self, whole: Whole) {
        self.whole.set(whole);
    }

    /// How much of the file was read, and how much there is, in bytes of the same kind.
    pub(super) fn part_and_whole(&self) -> (u64, u64) {
        match self.whole.get() {
            Whole::Stored(whole) => (self.stored.get(), whole),
            Whole::Unpacked(whole) => (self.bytes.get(), whole),
        }
    }

    /// Says that a record ended. Parsers hold a record in memory, so without it a file that never
    /// ends one would fill it.
    pub(super) fn record_ended(&self) {
        self.record_bytes.set(0);
    }

    /// Whether more may be read.
    fn go_on(&self) -> io::Result<()> {
        match self.stop.is_set() || self.sample_is_full() {
            true => Err(io::Error::other("told to stop")),
            false => Ok(()),
        }
    }

    /// Lets some bytes pass, or ends the reading.
    fn pass(&self, bytes: u64) -> io::Result<()> {
        let (before, after) = (self.bytes.get(), self.bytes.get() + bytes);
        self.bytes.set(after);
        self.record_bytes.set(self.record_bytes.get() + bytes);
        if self.record_bytes.get() > REGISTRY_RECORD_BYTES_MAX {
            let reason = format!("one record has more than {REGISTRY_RECORD_BYTES_MAX} bytes");
            return Err(io::Error::other(reason));
        }
        if before / REGISTRY_STRETCH_BYTES != after / REGISTRY_STRETCH_BYTES {
            std::thread::sleep(REGISTRY_PAUSE);
        } else {
            std::thread::yield_now();
        }
        Ok(())
    }
}

/// Unpacked bytes on their way to a parser.
pub(super) struct Paced<'p, R> {
    pub(super) inner: R,
    pub(super) pace: &'p Pace<'p>,
}

impl<R: Read> Read for Paced<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.pace.go_on()?;
        let read = self.inner.read(buffer)?;
        self.pace.pass(read as u64)?;
        Ok(read)
    }
}

/// A file as stored, whose used bytes are counted.
pub(super) struct Metered<'p, R> {
    pub(super) inner: R,
    pub(super) pace: &'p Pace<'p>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.pace.stored.set(self.pace.stored.get() + read as u64);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Metered<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.pace.stored.set(self.pace.stored.get() + bytes as u64);
        self.inner.consume(bytes);
    }
}

impl<R: io::Seek> io::Seek for Metered<'_, R> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::{Pace, Paced, Stop};
    use crate::limits::REGISTRY_RECORD_BYTES_MAX;

    fn copy(pace: &Pace<'_>, bytes: u64) -> io::Result<u64> {
        let mut input = BufReader::new(Paced { inner: io::repeat(b'a'), pace });
        io::copy(&mut input.by_ref().take(bytes), &mut io::sink())
    }

    #[test]
    fn reading_ends_when_told_to() {
        let stop = Stop::default();
        let pace = Pace::whole(&stop);
        assert_eq!(copy(&pace, 1000).ok(), Some(1000));
        stop.clone().set();
        assert!(copy(&pace, 1000).is_err() && pace.is_stopped());
    }

    #[test]
    fn a_sample_ends_when_it_is_full() {
        let stop = Stop::default();
        let pace = Pace::sample(&stop, 100_000);
        assert!(copy(&pace, 1_000_000).is_err() && pace.sample_is_full());
    }

    #[test]
    fn a_record_without_an_end_is_refused_and_one_after_the_other_is_not() {
        let stop = Stop::default();
        let pace = Pace::whole(&stop);
        for _ in 0..3 {
            assert!(copy(&pace, REGISTRY_RECORD_BYTES_MAX / 2).is_ok());
            pace.record_ended();
        }
        let error = copy(&pace, REGISTRY_RECORD_BYTES_MAX * 2).expect_err("too large");
        assert_eq!(error.to_string(), "one record has more than 16777216 bytes");
    }
}
