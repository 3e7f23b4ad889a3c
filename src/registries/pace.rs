//! Stops and pauses the count of a data file, and ends it after a sample.

use std::cell::Cell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tamis_ingest::watch::{Size, Watch};

use crate::limits::{REGISTRY_PAUSE, REGISTRY_STRETCH_BYTES};

/// Cancellation flag of a running count; clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Sets the flag.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Progress of reading data files, and the conditions for ending it.
#[derive(Debug)]
pub(super) struct Pace<'s> {
    stop: &'s Stop,
    /// Decompressed bytes after which a sample ends.
    sample: Option<u64>,
    /// Decompressed bytes passed on.
    bytes: Cell<u64>,
    /// Bytes read from the stored file.
    stored: Cell<u64>,
    /// Size of the file.
    whole: Cell<Size>,
}

impl<'s> Pace<'s> {
    /// A pace that reads to the end.
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

    /// A pace that reads this many decompressed bytes.
    pub(super) fn sample(stop: &'s Stop, bytes: u64) -> Self {
        Self { sample: Some(bytes), ..Self::whole(stop) }
    }

    /// True if reading was cancelled.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// True if a sample is complete.
    pub(super) fn sample_is_full(&self) -> bool {
        self.sample.is_some_and(|limit| self.bytes.get() >= limit)
    }

    /// Bytes read and bytes in all, both stored or both decompressed.
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
