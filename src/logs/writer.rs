//! Writes log lines on a thread of its own, all waiting lines at once. Neither writing nor a stalled
//! reader of the log delays a request.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::limits;

/// Buffer of lines to be written; a line is copied without an allocation of its own.
#[derive(Debug, Default)]
pub(super) struct LogLines {
    waiting: Mutex<Waiting>,
    /// Signalled for the first waiting line, for the end, and when the last lines are written.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// Lines dropped for lack of room.
    lost: u64,
    end: End,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum End {
    #[default]
    Open,
    /// Waiting lines are to be written now.
    Asked,
    Written,
}

/// Writes the waiting lines when dropped; gives up after a short time if the output is stalled.
#[derive(Debug)]
pub(super) struct LogEnd(Arc<LogLines>);

/// Starts the thread, which writes lines to `output`.
///
/// # Errors
/// The system cannot start a thread.
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
            // Waking the thread for each line would cost its callers more than writing it.
            let more = |waiting: &mut Waiting| waiting.end == End::Open;
            let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
            let waited = self.changed.wait_timeout_while(waiting, limits::LOG_PAUSE, more);
            let mut waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
            std::mem::swap(&mut waiting.bytes, &mut bytes);
            let (lost, end) = (std::mem::take(&mut waiting.lost), waiting.end);
            drop(waiting);
            // A failure to write the log cannot be reported.
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
        // Ends the wait, written or not.
        let asked = |waiting: &mut Waiting| waiting.end == End::Asked;
        drop(self.0.changed.wait_timeout_while(waiting, limits::LOG_END_WAIT_MAX, asked));
    }
}

impl Write for &LogLines {
    /// Takes a line; without room it is dropped and counted.
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
