//! The cost of inputs: the bytes and allocations of all threads while a function runs, held to bounds
//! in proportion to the input. For programs of their own, whose allocator it sets.

use std::alloc::System;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

use super::mutated::try_corpus;

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A line over the bytes of an input, in whatever unit.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// For an input of no bytes.
    pub fixed: usize,
    /// More for each byte.
    pub per_byte: usize,
}

impl Line {
    fn at(self, bytes: usize) -> usize {
        self.fixed + self.per_byte * bytes
    }
}

/// The most that an input of a fuzz target may cost, and the most that one has cost so far.
#[derive(Debug)]
pub struct Bound {
    /// Bytes allocated, those included that are given back: a stand-in for work, since whatever is
    /// computed anew for each part of an input allocates for it.
    bytes: Line,
    /// The number of times that memory was allocated, or made larger or smaller.
    allocations: Line,
    /// Shares of both that were used, in thousandths.
    most: [AtomicUsize; 2],
}

impl Bound {
    pub const fn new(bytes: Line, allocations: Line) -> Self {
        Self { bytes, allocations, most: [const { AtomicUsize::new(0) }; 2] }
    }

    /// Runs a function over an input and holds what that costs to the bound. The function gives how many
    /// bytes the input describes, which are more than it has where it says that something is repeated.
    ///
    /// Tables that are made at their first use would count to whichever input comes first: one that costs
    /// too much is tried once more.
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

/// The greatest shares of the bound that were used.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bytes, allocations] = self.most.each_ref().map(|most| most.load(Ordering::Relaxed));
        write!(f, "at most {bytes} ‰ of the bytes and {allocations} ‰ of the allocations allowed")
    }
}

/// The cost of one input: bytes and allocations, beside those allowed.
struct Used {
    described: usize,
    spent: [usize; 2],
    allowed: [usize; 2],
}

impl Used {
    fn is_within(&self) -> bool {
        self.spent.iter().zip(&self.allowed).all(|(spent, allowed)| spent <= allowed)
    }

    /// In thousandths of what is allowed.
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

/// [`try_corpus`] within a bound. Other tests of the same program wait meanwhile: their costs would
/// count as well.
pub fn try_corpus_within(
    bound: &Bound,
    target: &str,
    usual_cases: u32,
    run: impl Fn(&[u8]) -> usize,
) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // A panic that is caught counts by what it costs wherever RUST_BACKTRACE is not set: without a trace.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    try_corpus(target, usual_cases, |input| bound.hold(input, &run));
    println!("{target}: {bound}");
}
