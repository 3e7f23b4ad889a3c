//! Log lines are written by a thread of their own, as many at once as wait: neither the writing nor
//! somebody who does not take them holds up a request.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::limits;

/// Where lines are left to be written: copied into what waits, and nothing allocated for each.
#[derive(Debug, Default)]
pub(super) struct LogLines {
    waiting: Mutex<Waiting>,
    /// Told of the first line that waits, of the end, and of all being written after it.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// Lines for which there was no room.
    lost: u64,
    end: End,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum End {
    #[default]
    Open,
    /// What waits is to be written now.
    Asked,
    Written,
}

/// Writes what waits when it is dropped, for a short while if nobody takes it.
#[derive(Debug)]
pub(super) struct LogEnd(Arc<LogLines>);

/// Starts the thread, which writes lines to `output`.
///
/// # Errors
/// The system gives no thread.
pub(super) fn start(output: impl Write + Send + 'static) -> io::Result<(Arc<LogLines>, LogEnd)> {
    let lines = Arc::new(LogLines::default());
    let of_thread = Arc::clone(&lines);
    thread::Builder::new().name("log".to_owned()).spawn(move || of_thread.write_all(output))?;
    Ok((Arc::clone(&lines), LogEnd(lines)))
}

impl LogLines {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_all(&self, mut output: impl Write) {
        let mut bytes = Vec::new();
        loop {
            let idle = |waiting: &mut Waiting| waiting.bytes.is_empty() && waiting.end == End::Open;
            let waiting = self.changed.wait_while(self.waiting(), idle);
            // To be woken for each line would cost those who leave them more than to write them.
            let more = |waiting: &mut Waiting| waiting.end == End::Open;
            let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
            let waited = self.changed.wait_timeout_while(waiting, limits::LOG_PAUSE, more);
            let mut waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
            std::mem::swap(&mut waiting.bytes, &mut bytes);
            let (lost, end) = (std::mem::take(&mut waiting.lost), waiting.end);
            drop(waiting);
            // There is nobody to tell that a log cannot be written.
            let _ = output.write_all(&bytes);
            bytes.clear();
            if lost > 0 {
                tracing::warn!(lost, "log lines were left out because nobody took them");
            } else if end == End::Asked {
                self.waiting().end = End::Written;
                self.changed.notify_all();
                return;
            }
        }
    }
}

impl Drop for LogEnd {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        waiting.end = End::Asked;
        self.0.changed.notify_all();
        // Whether it is written by then or not.
        let asked = |waiting: &mut Waiting| waiting.end == End::Asked;
        drop(self.0.changed.wait_timeout_while(waiting, limits::LOG_END_WAIT_MAX, asked));
    }
}

impl Write for &LogLines {
    /// Takes a line; one for which there is no room is lost, and counted.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.waiting();
        let is_first = waiting.bytes.is_empty();
        if waiting.bytes.len() + line.len() <= limits::LOG_BYTES_WAITING_MAX {
            waiting.bytes.extend_from_slice(line);
        } else {
            waiting.lost += 1;
        }
        drop(waiting);
        if is_first {
            self.changed.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
