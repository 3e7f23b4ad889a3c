//! Parallel work on a sequence of pieces, with results in order.
//!
//! ```text
//! the caller reads ─► the pool works ─► a thread writes, in order
//! ```
//!
//! All three run at the same time. The distance between reading and writing is bounded ([`Ahead`]), so that
//! memory does not grow with the input. A slow writer slows down the reader.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

use super::remembered::Weighed;

/// Bounds of reading ahead of writing.
#[derive(Debug, Clone, Copy)]
pub struct Ahead {
    /// Most pieces in work or waiting for a thread. One more than the number of threads keeps all of
    /// them busy, and leaves room in the pool for other work.
    pub in_work: usize,
    /// Most bytes of results that wait to be written, because an earlier piece takes longer.
    pub bytes: usize,
}

/// Reason why a run stopped early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The work on a piece panicked. The results of all earlier pieces are written.
    #[error("the work panicked")]
    Panicked,
    #[error("the writer ended the run")]
    Ended,
}

/// Reads pieces until there are no more, works each on the pool, and writes the results in the order in
/// which the pieces were read.
///
/// `read` runs on the thread of the caller, which must not be one of the pool, and `write` on a thread
/// of its own. `read` may wait for its source for any time: earlier pieces are worked and written
/// meanwhile.
///
/// # Errors
/// [`Fault`]. The run ends when `read` returns for the last time: nothing is read after a fault.
pub fn in_order<P: Send, M: Weighed + Send>(
    pool: &ThreadPool,
    ahead: Ahead,
    mut read: impl FnMut() -> Option<P>,
    work: impl Fn(P) -> M + Sync,
    write: impl FnMut(M) -> ControlFlow<()> + Send,
) -> Result<(), Fault> {
    let (gate, work) = (&Gate::new(ahead), &work);
    std::thread::scope(|threads| {
        let (sender, made) = mpsc::channel();
        let writer = threads.spawn(|| write_in_order(made, gate, write));
        pool.in_place_scope_fifo(|tasks| {
            for at in 0_u64.. {
                let Some(piece) = read() else { return };
                if !gate.enter() {
                    return;
                }
                let sender = sender.clone();
                tasks.spawn_fifo(move |_| {
                    let made = catch_unwind(AssertUnwindSafe(|| work(piece))).ok();
                    gate.made(made.as_ref().map_or(0, Weighed::bytes));
                    // The receiver is gone after a fault.
                    let _ = sender.send((at, made));
                });
            }
        });
        drop(sender);
        writer.join().unwrap_or(Err(Fault::Panicked))
    })
}

/// Writes the result of each piece once all earlier ones are written. `None` is a panic.
fn write_in_order<M: Weighed>(
    made: mpsc::Receiver<(u64, Option<M>)>,
    gate: &Gate,
    mut write: impl FnMut(M) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (at, made) in made {
        waiting.insert(at, made);
        while let Some(made) = waiting.remove(&next) {
            next += 1;
            let outcome = made.ok_or(Fault::Panicked).and_then(|made| {
                let bytes = made.bytes();
                let goes_on = write(made);
                gate.written(bytes);
                if goes_on.is_break() { Err(Fault::Ended) } else { Ok(()) }
            });
            if outcome.is_err() {
                gate.close();
                return outcome;
            }
        }
    }
    Ok(())
}

/// Gate that holds the reader back until the others have caught up.
struct Gate {
    ahead: Ahead,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    in_work: usize,
    bytes: usize,
    is_closed: bool,
}

impl Gate {
    fn new(ahead: Ahead) -> Self {
        Self { ahead, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until one more piece may be worked. False if the gate is closed.
    fn enter(&self) -> bool {
        let Ahead { in_work, bytes } = self.ahead;
        let is_full =
            |own: &mut State| !own.is_closed && (own.in_work >= in_work || own.bytes >= bytes);
        let state = self.changed.wait_while(self.state(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.in_work += 1;
        !state.is_closed
    }

    /// Records that a piece was worked and that its bytes wait.
    fn made(&self, bytes: usize) {
        self.change(|state| {
            state.in_work -= 1;
            state.bytes += bytes;
        });
    }

    /// Records that bytes were written.
    fn written(&self, bytes: usize) {
        self.change(|state| state.bytes -= bytes);
    }

    /// Closes the gate: no more pieces may be worked.
    fn close(&self) {
        self.change(|state| state.is_closed = true);
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_one();
    }

    /// Returns the state, even after a panic: no change of it can fail halfway.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const AHEAD: Ahead = Ahead { in_work: 3, bytes: 100 };

    fn pool() -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads")
    }

    /// Runs pieces 0 to 199 and returns the written results with the outcome.
    fn run(
        work: impl Fn(usize) -> Vec<u8> + Sync,
        mut write: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
    ) -> (Vec<u8>, Result<(), Fault>) {
        let (mut written, mut pieces) = (Vec::new(), 0..200_usize);
        let outcome = in_order(
            &pool(),
            AHEAD,
            || pieces.next(),
            work,
            |made| {
                let goes_on = write(&made);
                written.extend(made);
                goes_on
            },
        );
        (written, outcome)
    }

    fn spin(turns: usize) {
        (0..turns).for_each(|turn| {
            std::hint::black_box(turn);
        });
    }

    #[test]
    fn what_takes_longer_is_still_written_in_its_turn() {
        let slow_ones_first = |piece: usize| {
            spin(if piece.is_multiple_of(10) { 1_000_000 } else { 10 });
            vec![piece as u8]
        };
        let (written, outcome) = run(slow_ones_first, |_| ControlFlow::Continue(()));
        assert_eq!((written, outcome), ((0..200).collect(), Ok(())));
    }

    #[test]
    fn reading_is_never_further_ahead_than_it_may_be() {
        let (read, written) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let furthest = AtomicUsize::new(0);
        let next = || {
            let read = read.fetch_add(1, Ordering::SeqCst);
            furthest.fetch_max(read - written.load(Ordering::SeqCst), Ordering::SeqCst);
            (read < 2000).then_some(read)
        };
        let work = |_| vec![0; 10];
        let write = |_: Vec<u8>| {
            spin(1000);
            written.fetch_add(1, Ordering::SeqCst);
            ControlFlow::Continue(())
        };
        assert_eq!(in_order(&pool(), AHEAD, next, work, write), Ok(()));
        // Ten pieces wait to be written. Those in work may be added, one is at the gate, and one
        // is being written.
        let furthest = furthest.into_inner();
        assert!(furthest <= 10 + AHEAD.in_work + 2, "{furthest} pieces ahead");
        assert_eq!(written.into_inner(), 2000);
    }

    #[test]
    fn after_a_panic_nothing_is_written_but_what_was_before_it() {
        let work = |piece: usize| {
            assert_ne!(piece, 150, "a fault");
            vec![piece as u8]
        };
        let (written, outcome) = run(work, |_| ControlFlow::Continue(()));
        assert_eq!((written, outcome), ((0..150).collect(), Err(Fault::Panicked)));
    }

    #[test]
    fn a_writer_that_ends_the_run_ends_the_reading() {
        let end = |made: &[u8]| match made {
            [7] => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let (written, outcome) = run(|piece| vec![piece as u8], end);
        assert_eq!((written, outcome), ((0..8).collect(), Err(Fault::Ended)));
    }

    #[test]
    fn what_was_read_is_written_while_the_reader_waits() {
        let (sender, receiver) = mpsc::channel();
        let mut pieces = 0..3_usize;
        let next = move || {
            let piece = pieces.next()?;
            // The source has more only after the piece before has been written.
            (piece == 0 || receiver.recv().is_ok()).then_some(piece)
        };
        let write = |_: Vec<u8>| {
            // It ends behind the last one.
            let _ = sender.send(());
            ControlFlow::Continue(())
        };
        assert_eq!(in_order(&pool(), AHEAD, next, |_| vec![0], write), Ok(()));
    }
}
