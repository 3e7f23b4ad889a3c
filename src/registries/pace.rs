//! Stopping and pausing the count of a data file, and ending it with a sample.

use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tamis_ingest::watch::{Size, Watch};

use crate::limits::{REGISTRY_PAUSE, REGISTRY_STRETCH_BYTES};

/// The sign that cancels a count in work; copies are the same sign.
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
    /// Bytes used of the file as stored.
    stored: Cell<u64>,
    /// How large the file is.
    whole: Cell<Size>,
}

impl<'s> Pace<'s> {
    /// Reads to the end.
    pub(super) fn whole(stop: &'s Stop) -> Self {
        let zero = || Cell::new(0);
        Self {
            stop,
            sample: None,
            bytes: zero(),
            stored: zero(),
            whole: Cell::new(Size::Stored(0)),
        }
    }

    /// Reads this many unpacked bytes.
    pub(super) fn sample(stop: &'s Stop, bytes: u64) -> Self {
        Self { sample: Some(bytes), ..Self::whole(stop) }
    }

    /// Whether reading was cancelled.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Whether a sample has as many bytes as it should.
    pub(super) fn sample_is_full(&self) -> bool {
        self.sample.is_some_and(|limit| self.bytes.get() >= limit)
    }

    /// How much of the file was read, and how much there is, in bytes of the same kind.
    pub(super) fn part_and_whole(&self) -> (u64, u64) {
        match self.whole.get() {
            Size::Stored(whole) => (self.stored.get(), whole),
            Size::Unpacked(whole) => (self.bytes.get(), whole),
        }
    }
}

impl Watch for Pace<'_> {
    fn begins(&self, size: Size) {
        self.whole.set(size);
    }

    fn used(&self, stored: u64) {
        self.stored.set(self.stored.get() + stored);
    }

    fn before_block(&self) -> io::Result<()> {
        match self.stop.is_set() || self.sample_is_full() {
            true => Err(io::Error::other("cancelled")),
            false => Ok(()),
        }
    }

    fn after_block(&self, unpacked: u64) {
        let (before, after) = (self.bytes.get(), self.bytes.get() + unpacked);
        self.bytes.set(after);
        if before / REGISTRY_STRETCH_BYTES != after / REGISTRY_STRETCH_BYTES {
            std::thread::sleep(REGISTRY_PAUSE);
        } else {
            std::thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use tamis_ingest::watch::Watch;

    use super::{Pace, Stop};

    #[test]
    fn reading_ends_when_told_to() {
        let stop = Stop::default();
        let pace = Pace::whole(&stop);
        pace.after_block(1000);
        assert!(pace.before_block().is_ok() && !pace.is_stopped());
        stop.clone().set();
        assert!(pace.before_block().is_err() && pace.is_stopped());
    }

    #[test]
    fn a_sample_ends_when_it_is_full() {
        let stop = Stop::default();
        let pace = Pace::sample(&stop, 100_000);
        pace.after_block(99_999);
        assert!(pace.before_block().is_ok() && !pace.sample_is_full());
        pace.after_block(1);
        assert!(pace.before_block().is_err() && pace.sample_is_full());
    }
}
