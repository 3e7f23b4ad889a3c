//! A table or file of customers that is being screened, on threads of its own.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::vec;

use arrow_array::RecordBatchReader;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tamis::customers::Field;
use tamis::limits::{CHUNK_LINES, WAITING_BYTES_MAX};
use tamis::screen::{CustomerFile, FileRow, FileRows, Screened, Table, TableSettings, Unread};
use tamis_engine::batch::{Ahead, Fault, Weighed, in_order};

use crate::cells::Cells;
use crate::frame::{Frame, Hits, Reject, Rejects};
use crate::snapshot::Loaded;

/// How often somebody who waits is asked whether he still does.
const ASKED_EVERY: Duration = Duration::from_millis(50);
/// Customers of which the hits are handed on together, and hits that are.
const CUSTOMERS_TOGETHER: u64 = 1 << 15;
const HITS_TOGETHER: usize = 1 << 14;
/// Batches of hits that wait for whoever reads them.
const BATCHES_WAITING: usize = 2;
/// How long somebody who stops a run waits for it to end: as long as its table takes for a batch.
const ENDS_WITHIN: Duration = Duration::from_secs(5);

/// What is screened, and how.
pub(crate) struct Job {
    pub(crate) snapshot: Arc<Loaded>,
    pub(crate) settings: TableSettings,
    /// `None`: one per core.
    pub(crate) threads: Option<usize>,
    pub(crate) errors: Errors,
    /// True if a row that is passed over has its place among the hits.
    pub(crate) aligned: bool,
}

/// The customers to screen.
pub(crate) enum Customers {
    Table(Box<dyn RecordBatchReader + Send>),
    File(CustomerFile),
}

/// What becomes of what cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    /// The first of it ends the run.
    Raise,
    /// It is told, row by row.
    Keep,
    /// It is counted.
    Coerce,
}

/// What comes of some customers, one batch after the other.
#[pyclass(frozen, weakref, module = "tamis._tamis")]
pub(crate) struct Run {
    said: Mutex<Receiver<Message>>,
    is_stopped: Arc<AtomicBool>,
    understood: Understood,
}

/// What is understood of the columns.
#[derive(Default)]
struct Understood {
    sentence: String,
    key_column: Option<String>,
    ignored: Vec<String>,
}

enum Message {
    Begun(Understood),
    Made(Counts, Frame, Frame),
    Failed(Failure),
}

/// How many customers, those of them of whom nothing could be asked, and values that were not read as
/// they stand.
type Counts = (u64, u64, u64);

/// Why a run ended before its end.
enum Failure {
    /// The table, a parameter or a stream.
    Wrong(String),
    Row(Reject),
    Bug,
}

#[pymethods]
impl Run {
    /// What is understood of the columns.
    #[getter]
    fn understood(&self) -> &str {
        &self.understood.sentence
    }

    /// What is said of every row, such as that a register is not known.
    #[getter]
    fn ignored(&self) -> Vec<&str> {
        self.understood.ignored.iter().map(String::as_str).collect()
    }

    /// The column with the keys of customers.
    #[getter]
    fn key_column(&self) -> Option<&str> {
        self.understood.key_column.as_deref()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// How many customers, their hits, and what of their rows is not read.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Counts, Frame, Frame)>> {
        match self.next_message(py)? {
            Some(Message::Made(counts, hits, rejects)) => Ok(Some((counts, hits, rejects))),
            Some(Message::Failed(failure)) => Err(failure.into_error(py)),
            Some(Message::Begun(_)) | None => Ok(None),
        }
    }

    /// Ends it, and waits until its table is not read any more: a thread that asks for the interpreter
    /// when that is gone takes the process with it.
    fn stop(&self, py: Python<'_>) {
        self.is_stopped.store(true, Ordering::Relaxed);
        let until = Instant::now() + ENDS_WITHIN;
        py.detach(|| {
            let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
            let ended =
                || matches!(said.recv_timeout(ASKED_EVERY), Err(RecvTimeoutError::Disconnected));
            while Instant::now() < until && !ended() {}
        });
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        Python::attach(|py| self.stop(py));
    }
}

impl Run {
    /// Begins to screen a table.
    pub(crate) fn begin(py: Python<'_>, job: Job, customers: Customers) -> PyResult<Self> {
        let pool = ThreadPoolBuilder::new().num_threads(job.threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let (sender, said) = sync_channel(BATCHES_WAITING);
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        let work = move || {
            if let Err(failure) = job.screen(&pool, customers, &sender, &stop) {
                // Nobody reads any more where that fails.
                let _ = sender.send(Message::Failed(failure));
            }
        };
        thread::Builder::new().name("tamis".to_owned()).spawn(work)?;
        let mut run =
            Self { said: Mutex::new(said), is_stopped, understood: Understood::default() };
        match run.next_message(py)? {
            Some(Message::Begun(understood)) => run.understood = understood,
            Some(Message::Failed(failure)) => return Err(failure.into_error(py)),
            _ => return Err(Failure::Bug.into_error(py)),
        }
        Ok(run)
    }

    /// The next message, unless the caller is interrupted first. Others run meanwhile.
    fn next_message(&self, py: Python<'_>) -> PyResult<Option<Message>> {
        loop {
            let message = py.detach(|| {
                let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
                said.recv_timeout(ASKED_EVERY)
            });
            match message {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.stop(py))?;
                }
            }
        }
    }
}

impl Failure {
    fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Wrong(reason) => PyValueError::new_err(reason),
            Self::Bug => {
                PyRuntimeError::new_err("a customer could not be screened: a bug in tamis")
            }
            Self::Row(Reject { row, key, column, value, reason, .. }) => {
                let error = py.import("tamis._errors").and_then(|errors| {
                    errors.getattr("RowError")?.call1((row, key, column, value, reason))
                });
                error.map_or_else(|own| own, PyErr::from_value)
            }
        }
    }
}

/// Some rows.
enum Piece {
    /// Of a batch: its cells, the number of the first row in the table, and the rows in the batch.
    Cells(Arc<Cells>, u64, Range<usize>),
    OfFile(Vec<FileRow>),
}

/// The rows of customers, piece by piece.
enum Pieces {
    Table {
        reader: Box<dyn RecordBatchReader + Send>,
        /// The columns that are read.
        places: Vec<usize>,
        /// Rows so far.
        number: u64,
        /// The rest of a batch.
        ready: vec::IntoIter<Piece>,
    },
    File(Box<FileRows>),
}

impl Pieces {
    /// The next rows; `None` at the end.
    fn next(&mut self) -> Result<Option<Piece>, String> {
        match self {
            Self::File(rows) => {
                let rows = rows.next_rows().map_err(|error| error.to_string())?;
                Ok(rows.map(Piece::OfFile))
            }
            Self::Table { reader, places, number, ready } => loop {
                if let Some(piece) = ready.next() {
                    return Ok(Some(piece));
                }
                let Some(batch) = reader.next() else { return Ok(None) };
                let batch = batch.map_err(|error| error.to_string())?;
                let (rows, cells) = (batch.num_rows(), Arc::new(Cells::of(&batch, places)?));
                let starts = (0..rows).step_by(CHUNK_LINES);
                let of_batch = starts.map(|at| {
                    let rows = at..rows.min(at + CHUNK_LINES);
                    Piece::Cells(Arc::clone(&cells), *number + at as u64, rows)
                });
                *ready = of_batch.collect::<Vec<_>>().into_iter();
                *number += rows as u64;
            },
        }
    }
}

/// What came of them.
#[derive(Default)]
struct Made<'s> {
    screened: Vec<(u64, Screened<'s>)>,
}

impl Weighed for Made<'_> {
    fn bytes(&self) -> usize {
        self.screened.iter().map(|(_, own)| size_of_val(own) + own.name.len()).sum()
    }
}

impl Job {
    fn screen(
        &self,
        pool: &ThreadPool,
        customers: Customers,
        sender: &SyncSender<Message>,
        is_stopped: &AtomicBool,
    ) -> Result<(), Failure> {
        let (table, mut pieces) = self.open(customers).map_err(Failure::Wrong)?;
        let table = &table;
        let key_column = table.column_of(Field::Id).map(str::to_owned);
        let sentence = table.understood().to_owned();
        let ignored = table.says().map(str::to_owned).collect();
        let _ = sender.send(Message::Begun(Understood { sentence, key_column, ignored }));

        let mut unread = None;
        let read = || {
            if is_stopped.load(Ordering::Relaxed) {
                return None;
            }
            pieces.next().unwrap_or_else(|reason| {
                unread = Some(reason);
                None
            })
        };
        let work = |piece: Piece| {
            let screened = match piece {
                Piece::Cells(cells, number, rows) => {
                    let screen = |(number, at)| (number, table.screen(number, cells.row(at)));
                    (number..).zip(rows).map(screen).collect()
                }
                Piece::OfFile(rows) => {
                    rows.iter().map(|row| (row.line, table.screen_row(row))).collect()
                }
            };
            Made { screened }
        };
        let mut written = Written { job: self, table, sender, together: Together::new() };
        let ahead = Ahead { in_work: 2 * pool.current_num_threads(), bytes: WAITING_BYTES_MAX };
        let mut refused = None;
        let outcome = in_order(pool, ahead, read, work, |made| match written.take(made) {
            Ok(goes_on) => goes_on,
            Err(reject) => {
                refused = Some(reject);
                ControlFlow::Break(())
            }
        });
        if let Some(reject) = refused {
            return Err(Failure::Row(reject));
        }
        // What is done stands, whatever ends the run.
        let _ = written.hand_on();
        match (outcome, unread) {
            (Err(Fault::Panicked), _) => Err(Failure::Bug),
            (_, Some(reason)) => Err(Failure::Wrong(reason)),
            _ => Ok(()),
        }
    }

    /// The table of customers, and its rows.
    fn open(&self, customers: Customers) -> Result<(Table<'_>, Pieces), String> {
        let snapshot = &self.snapshot.snapshot;
        let opened = match customers {
            Customers::File(file) => Table::of_file(snapshot, &file, &self.settings)
                .map(|(table, rows)| (table, Pieces::File(Box::new(rows)))),
            Customers::Table(reader) => {
                let schema = reader.schema();
                let header = schema.fields().iter().map(|field| field.name().clone()).collect();
                Table::new(snapshot, header, &self.settings).map(|table| {
                    let places = table.columns_read().collect();
                    let ready = Vec::new().into_iter();
                    (table, Pieces::Table { reader, places, number: 0, ready })
                })
            }
        };
        opened.map_err(|error| error.to_string())
    }

    fn reject(&self, table: &Table<'_>, row: u64, key: &str, screened: bool, of: Unread) -> Reject {
        let column = of.field.and_then(|field| table.column_of(field)).unwrap_or_default();
        let (key, column) = (key.to_owned(), column.to_owned());
        Reject { row, key, screened, column, value: of.value, reason: of.reason }
    }
}

/// What is handed on together.
struct Together {
    customers: u64,
    refused: u64,
    unread: u64,
    hits: Hits,
    count: usize,
    rejects: Rejects,
}

impl Together {
    fn new() -> Self {
        let (hits, rejects) = (Hits::new(), Rejects::new());
        Self { customers: 0, refused: 0, unread: 0, hits, count: 0, rejects }
    }
}

/// Hands on what came of customers, in their order.
struct Written<'j, 's> {
    job: &'j Job,
    table: &'j Table<'s>,
    sender: &'j SyncSender<Message>,
    together: Together,
}

impl Written<'_, '_> {
    /// Takes what came of some rows.
    ///
    /// # Errors
    /// The first row that cannot be read, where that ends the run.
    fn take(&mut self, made: Made<'_>) -> Result<ControlFlow<()>, Reject> {
        for (row, Screened { key, name, hits, notes }) in made.screened {
            self.together.customers += 1;
            for note in notes {
                self.together.unread += 1;
                self.put_aside(self.job.reject(self.table, row, &key, hits.is_ok(), note))?;
            }
            match hits {
                Err(fault) => {
                    self.together.refused += 1;
                    if self.job.aligned {
                        self.together.hits.push_refused(row, &key, &name, &fault.reason);
                        self.together.count += 1;
                    }
                    self.put_aside(self.job.reject(self.table, row, &key, false, fault))?;
                }
                Ok(hits) => {
                    let Together { hits: all, count, .. } = &mut self.together;
                    let results = &hits.results;
                    results.iter().for_each(|hit| all.push(row, &key, &name, Some(hit)));
                    *count += results.len();
                    if results.is_empty() && self.job.settings.all {
                        all.push(row, &key, &name, None);
                        *count += 1;
                    }
                }
            }
        }
        let Together { customers, count, .. } = self.together;
        match customers >= CUSTOMERS_TOGETHER || count >= HITS_TOGETHER {
            true => Ok(self.hand_on()),
            false => Ok(ControlFlow::Continue(())),
        }
    }

    fn put_aside(&mut self, reject: Reject) -> Result<(), Reject> {
        match self.job.errors {
            Errors::Raise => return Err(reject),
            Errors::Keep => self.together.rejects.push(&reject),
            Errors::Coerce => {}
        }
        Ok(())
    }

    fn hand_on(&mut self) -> ControlFlow<()> {
        let together = std::mem::replace(&mut self.together, Together::new());
        let counts = (together.customers, together.refused, together.unread);
        let (hits, rejects) = (together.hits.finish(), together.rejects.finish());
        match self.sender.send(Message::Made(counts, hits, rejects)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}
