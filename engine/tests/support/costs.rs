//! Cost of inputs: the bytes and allocations of all threads while a function runs, checked against
//! bounds in proportion to the input. It sets the allocator of its program, so it needs one of its own.

use std::alloc::System;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use super::mutated::try_corpus;

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A linear bound over the bytes of an input.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// Bound for an empty input.
    pub fixed: usize,
    /// Increase per byte.
    pub per_byte: usize,
}

impl Line {
    fn at(self, bytes: usize) -> usize {
        self.fixed + self.per_byte * bytes
    }
}

/// Upper bound of the cost of an input of a fuzz target, with the greatest cost so far.
#[derive(Debug)]
pub struct Bound {
    /// Bytes allocated, including those freed again. They approximate the work, because code that
    /// recomputes something for each part of an input also allocates for it.
    bytes: Line,
    /// Number of allocations and reallocations.
    allocations: Line,
    /// Greatest shares of both bounds so far, in thousandths.
    most: [AtomicUsize; 2],
}

impl Bound {
    pub const fn new(bytes: Line, allocations: Line) -> Self {
        Self { bytes, allocations, most: [const { AtomicUsize::new(0) }; 2] }
    }

    /// Runs a function over an input and checks its cost against the bound. The function returns the
    /// number of bytes that the input describes, which exceeds its length where the input repeats
    /// something.
    ///
    /// Tables built at first use would count for the first input that needs them, so an input above the
    /// bound is run once more.
    pub fn hold(&self, input: &[u8], run: impl Fn(&[u8]) -> usize) {
        let used = self.used(input, &run);
        let used = if used.is_within() { used } else { self.used(input, &run) };
        for (most, share) in self.most.iter().zip(used.shares()) {
            most.fetch_max(share, Ordering::Relaxed);
        }
        assert!(used.is_within(), "{used}");
    }

    fn used(&self, input: &[u8], run: impl Fn(&[u8]) -> usize) -> Used {
        let region = Region::new(MEMORY);
        let described = run(input);
        let change = region.change();
        Used {
            described,
            spent: [change.bytes_allocated, change.allocations + change.reallocations],
            allowed: [self.bytes, self.allocations].map(|line| line.at(described)),
        }
    }
}

/// Shows the greatest shares of the bound.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bytes, allocations] = self.most.each_ref().map(|most| most.load(Ordering::Relaxed));
        write!(f, "at most {bytes} ‰ of the bytes and {allocations} ‰ of the allocations allowed")
    }
}

/// Cost of one input in bytes and allocations, with the allowed cost.
struct Used {
    described: usize,
    spent: [usize; 2],
    allowed: [usize; 2],
}

impl Used {
    fn is_within(&self) -> bool {
        self.spent.iter().zip(&self.allowed).all(|(spent, allowed)| spent <= allowed)
    }

    /// Returns the shares of the allowed cost in thousandths.
    fn shares(&self) -> [usize; 2] {
        [0, 1].map(|at| 1000 * self.spent[at] / self.allowed[at])
    }
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { described, spent: [bytes, allocations], allowed } = self;
        write!(f, "{described} bytes cost {bytes} bytes in {allocations} allocations; ")?;
        write!(f, "allowed: {} in {}", allowed[0], allowed[1])
    }
}

/// Runs [`try_corpus`] within a bound. Other tests of the same program wait meanwhile, because their
/// costs would count as well.
pub fn try_corpus_within(
    bound: &Bound,
    target: &str,
    usual_cases: u32,
    run: impl Fn(&[u8]) -> usize,
) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // A caught panic would cost more with a backtrace, so the hook prints none, whatever
    // RUST_BACKTRACE says.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    try_corpus(target, usual_cases, |input| bound.hold(input, &run));
    println!("{target}: {bound}");
}
