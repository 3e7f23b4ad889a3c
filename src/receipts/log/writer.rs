//! The thread that writes a log: entries in groups, each on disk before its request is answered, and a head
//! after the last one.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::segment::Segment;
use crate::limits::{LOG_ENTRIES_WAITING_MAX, LOG_GROUP_MAX, LOG_HEAD_INTERVAL};
use tamis_engine::model::{Day, Timestamp};
use tamis_engine::store::Lock;
use tamis_signing::{SigningError, SigningKey};

/// Name of the file that a writer locks.
const LOCK: &str = "lock";

/// Location of a log and the key that signs it.
#[derive(Debug, Clone)]
pub struct LogSettings {
    pub folder: PathBuf,
    /// File of the secret key, if heads are signed.
    pub key: Option<PathBuf>,
    /// File with its password, if it has one.
    pub key_password: Option<PathBuf>,
}

/// Reason why a log cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("{}: {source}", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("{}: another process writes this log", folder.display())]
    Locked { folder: PathBuf },
    #[error(transparent)]
    Key(#[from] SigningError),
}

/// State of a log.
#[derive(Debug, Clone, Default)]
pub struct LogState {
    /// Receipts kept since the start.
    pub receipts: u64,
    /// Time of the last head.
    pub signed_at: Option<Timestamp>,
    /// Reason why the last entry could not be written.
    entry_failed: Option<String>,
    /// Reason why the last head could not be written.
    head_failed: Option<String>,
}

impl LogState {
    /// Reason why the last entry or head could not be written. A head may still fit where an entry does not.
    pub fn failed(&self) -> Option<&str> {
        self.entry_failed.as_deref().or(self.head_failed.as_deref())
    }
}

/// An entry on its way to the writer.
struct Entry {
    /// Receipts as a JSON array.
    text: String,
    receipts: u64,
    /// Takes the outcome; an error was logged.
    written: oneshot::Sender<bool>,
}

/// A log during writing, until it is closed.
pub struct ReceiptLog {
    /// `None` once it is closed.
    entries: RwLock<Option<SyncSender<Entry>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    state: Arc<Mutex<LogState>>,
}

impl fmt::Debug for ReceiptLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReceiptLog").field(&self.state()).finish()
    }
}

impl LogSettings {
    /// Reads the key; `None` if heads are not signed.
    ///
    /// # Errors
    /// As [`SigningKey::read`].
    pub fn signing_key(&self) -> Result<Option<SigningKey>, SigningError> {
        let password = self.key_password.as_deref();
        self.key.as_deref().map(|key| SigningKey::read(key, password)).transpose()
    }
}

impl ReceiptLog {
    /// Opens the log of a folder, which is made if needed, and begins a segment.
    ///
    /// # Errors
    /// The folder cannot be written, another process writes it, or the key cannot be read.
    pub fn open(settings: &LogSettings) -> Result<Self, LogError> {
        let folder = &settings.folder;
        let failed = |source| LogError::Folder { folder: folder.clone(), source };
        let key = settings.signing_key()?;
        std::fs::create_dir_all(folder).map_err(failed)?;
        let lock = Lock::try_new(&folder.join(LOCK)).map_err(failed)?;
        let lock = lock.ok_or_else(|| LogError::Locked { folder: folder.clone() })?;
        let segment = Segment::begin(folder).map_err(failed)?;
        tracing::info!(segment = %segment.path.display(), "receipts are logged");
        let state = Arc::new(Mutex::new(LogState::default()));
        let (sender, entries) = sync_channel(LOG_ENTRIES_WAITING_MAX);
        let writer = Writer {
            folder: folder.clone(),
            segment,
            key,
            day: Day::of(Timestamp::now()),
            unsigned_since: None,
            state: Arc::clone(&state),
            _lock: lock,
        };
        let writer = thread::Builder::new()
            .name("receipt-log".to_owned())
            .spawn(move || writer.run(&entries))
            .map_err(failed)?;
        let (entries, writer) = (RwLock::new(Some(sender)), Mutex::new(Some(writer)));
        Ok(Self { entries, writer, state })
    }

    /// Keeps receipts, as a JSON array of canonical objects. The outcome is true once they are on disk.
    pub(crate) fn keep(&self, text: String, receipts: u64) -> oneshot::Receiver<bool> {
        let (written, outcome) = oneshot::channel();
        let entry = Entry { text, receipts, written };
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let sent = entries.as_ref().map(|entries| entries.try_send(entry));
        if let Some(Err(TrySendError::Full(_))) = sent {
            tracing::warn!(
                "the log of receipts cannot follow: {LOG_ENTRIES_WAITING_MAX} entries wait"
            );
        }
        // Dropped with the entry if it was not sent, which is an outcome as well.
        outcome
    }

    /// Writes what waits and the last head; nothing is kept from then on.
    pub(crate) fn close(&self) {
        drop(self.entries.write().unwrap_or_else(PoisonError::into_inner).take());
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if writer.is_some_and(|writer| writer.join().is_err()) {
            tracing::error!("the log of receipts ended in a fault");
        }
    }

    pub(crate) fn state(&self) -> LogState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

struct Writer {
    folder: PathBuf,
    segment: Segment,
    key: Option<SigningKey>,
    /// Day on which the segment began.
    day: Day,
    /// Time of the first entry after the last head.
    unsigned_since: Option<Instant>,
    state: Arc<Mutex<LogState>>,
    _lock: Lock,
}

impl Writer {
    /// Writes entries until nobody can send one, then the last head.
    fn run(mut self, entries: &Receiver<Entry>) {
        loop {
            let until_head = self.unsigned_since.map(|since| {
                LOG_HEAD_INTERVAL.saturating_sub(since.elapsed()).max(Duration::from_millis(1))
            });
            let first = match until_head {
                None => entries.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(time) => entries.recv_timeout(time),
            };
            match first {
                Ok(first) => {
                    let more = entries.try_iter().take(LOG_GROUP_MAX - 1);
                    self.write(std::iter::once(first).chain(more).collect());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.sign(),
            }
            let is_due = |since: Instant| since.elapsed() >= LOG_HEAD_INTERVAL;
            if self.unsigned_since.is_some_and(is_due) {
                self.sign();
            }
        }
    }

    fn write(&mut self, group: Vec<Entry>) {
        let written = self.turn_over().and_then(|()| {
            self.segment.add(|end| group.iter().flat_map(|own| end.entry(&own.text)).collect())
        });
        let receipts = group.iter().map(|entry| entry.receipts).sum::<u64>();
        let is_written = written.is_ok();
        self.tell(written, |state| &mut state.entry_failed, |state| state.receipts += receipts);
        if is_written {
            self.unsigned_since.get_or_insert_with(Instant::now);
        }
        for entry in group {
            // Its caller may have gone.
            let _ = entry.written.send(is_written);
        }
    }

    /// Begins the segment of a new day, and closes the one before.
    fn turn_over(&mut self) -> io::Result<()> {
        let today = Day::of(Timestamp::now());
        if today == self.day {
            return Ok(());
        }
        self.sign();
        self.segment = Segment::begin(&self.folder)?;
        self.day = today;
        Ok(())
    }

    /// Signs the lines since the last head, if heads are signed.
    fn sign(&mut self) {
        let Some(key) = self.key.as_ref().filter(|_| self.unsigned_since.is_some()) else {
            self.unsigned_since = None;
            return;
        };
        let comment = format!("head of receipts, {}", Timestamp::now());
        let signed = key.signature(self.segment.last().as_bytes(), &comment);
        let written = signed
            .map_err(io::Error::other)
            .and_then(|signature| self.segment.add(|end| end.head(&signature)));
        // After a failure it is tried again after the same interval.
        self.unsigned_since = written.is_err().then(Instant::now);
        let signed_at = |state: &mut LogState| state.signed_at = Some(Timestamp::now());
        self.tell(written, |state| &mut state.head_failed, signed_at);
    }

    /// Records an outcome, and logs a failure that differs from the one `failure` holds.
    fn tell(
        &self,
        outcome: io::Result<()>,
        failure: impl FnOnce(&mut LogState) -> &mut Option<String>,
        done: impl FnOnce(&mut LogState),
    ) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let reason = outcome.err().map(|error| describe(&self.segment.path, &error));
        if reason.is_none() {
            done(&mut state);
        }
        let failure = failure(&mut state);
        if let Some(reason) = reason.as_ref().filter(|_| *failure != reason) {
            tracing::error!(reason, "receipts cannot be logged; requests for them fail");
        }
        *failure = reason;
    }
}

fn describe(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
