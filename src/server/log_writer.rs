//! Log lines are written by a thread of their own, as many at once as wait: neither the writing nor
//! somebody who does not take them holds up a request.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use tracing_subscriber::fmt::MakeWriter;

use crate::limits;

/// Where lines are left to be written.
#[derive(Debug, Clone)]
pub(super) struct LogLines {
    waiting: SyncSender<Message>,
    lost: Arc<AtomicU64>,
}

#[derive(Debug)]
enum Message {
    Line(Box<[u8]>),
    /// All that was said before this is to be written now; dropped when it is.
    End(SyncSender<()>),
}

/// Writes what waits when it is dropped, for a short while if nobody takes it.
#[derive(Debug)]
pub struct LogEnd(SyncSender<Message>);

/// Starts the thread, which writes lines to `output`.
///
/// # Errors
/// The system gives no thread.
pub(super) fn start(output: impl Write + Send + 'static) -> io::Result<(LogLines, LogEnd)> {
    let (sender, receiver) = sync_channel(limits::LOG_LINES_WAITING_MAX);
    let lines = LogLines { waiting: sender.clone(), lost: Arc::default() };
    let lost = Arc::clone(&lines.lost);
    thread::Builder::new()
        .name("log".to_owned())
        .spawn(move || write_all(&receiver, output, &lost))?;
    Ok((lines, LogEnd(sender)))
}

fn write_all(waiting: &Receiver<Message>, mut output: impl Write, lost: &AtomicU64) {
    let (mut bytes, mut is_behind) = (Vec::new(), false);
    while let Ok(first) = waiting.recv() {
        if !is_behind {
            // To be woken for each line would cost those who leave them more than to write them.
            thread::sleep(limits::LOG_PAUSE);
        }
        let mut end = None;
        for message in std::iter::once(first).chain(waiting.try_iter()) {
            match message {
                Message::Line(line) => bytes.extend_from_slice(&line),
                Message::End(told) => end = Some(told),
            }
            if end.is_some() || bytes.len() >= limits::LOG_BYTES_AT_ONCE {
                break;
            }
        }
        is_behind = bytes.len() >= limits::LOG_BYTES_AT_ONCE;
        // There is nobody to tell that a log cannot be written.
        let _ = output.write_all(&bytes);
        bytes.clear();
        drop(end);
        let lost = lost.swap(0, Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(lost, "log lines were left out because nobody took them");
        }
    }
}

impl Drop for LogEnd {
    fn drop(&mut self) {
        let (told, ended) = sync_channel(0);
        if self.0.try_send(Message::End(told)).is_ok() {
            // Whether it is written by then or not.
            let _ = ended.recv_timeout(limits::LOG_END_WAIT_MAX);
        }
    }
}

impl Write for LogLines {
    /// Takes a line; one for which there is no room is lost, and counted.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.waiting.try_send(Message::Line(line.into())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for LogLines {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}
