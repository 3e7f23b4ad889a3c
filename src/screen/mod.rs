//! Files of customers, screened in this process: what `tamis screen` does.
//!
//! ```text
//! files ─► rows, in chunks ─► queries on all cores ─► hits and rejects, in order
//! ```
//!
//! The pipeline is the engine's, the answers are those of the stream.
//!
//! | module | what it holds |
//! |---|---|
//! | `columns` | what the columns of a table hold |
//! | `source` | files, row by row |
//! | `customer` | a row as a query |
//! | `counts` | what a run comes to, in numbers |
//! | `hits` | what is written of a customer |
//! | `output` | files that are written, whole or not at all |
//! | `summary` | what is told at the end |

mod columns;
mod counts;
mod customer;
mod hits;
mod output;
mod source;
mod summary;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use rayon::ThreadPool;

pub use self::columns::Field;
use self::counts::Counts;
use self::customer::Reading;
pub use self::hits::OutputForm;
use self::hits::{Made, Writer};
use self::output::Output;
pub use self::source::InputForm;
use self::source::{Chunk, Source};
pub use self::summary::Summary;
use crate::api::http::error::ApiError;
use crate::api::matching::asking::{Asking, read_settings};
use crate::limits::WAITING_BYTES_MAX;
use tamis_engine::batch::{Ahead, Fault, in_order};
use tamis_engine::model::{Collection, DateOrder, Day, Schema, Timestamp};
use tamis_engine::snapshot::Snapshot;
use tamis_ingest::FileError;

/// What is screened, and how.
#[derive(Debug, Clone)]
pub struct Job {
    /// Files of customers; `-` is the standard input.
    pub files: Vec<PathBuf>,
    /// How they are written; `None` to tell it from their names and first bytes.
    pub input_form: Option<InputForm>,
    /// What columns hold whose names do not tell it.
    pub columns: Vec<(Field, String)>,
    /// The order of dates in figures that do not begin with the year.
    pub dates: DateOrder,
    /// What customers are whose row does not say it.
    pub schema: Schema,
    /// The collection they are screened against.
    pub collection: Collection,
    /// The parameters of a match (docs/api.md, "Match"), as they stand in an address.
    pub parameters: String,
    /// Where hits go; `None` for the standard output.
    pub output: Option<PathBuf>,
    /// How hits are written; `None` to tell it from the name of the output.
    pub output_form: Option<OutputForm>,
    /// Whether customers without a hit, and results below the threshold, are written too.
    pub all: bool,
    /// Where rows go that cannot be read, or not wholly; `None` for beside the output, or where there is
    /// none for the standard error stream.
    pub rejects: Option<PathBuf>,
}

/// Why a run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// A file that cannot be read to its end.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file that is not what it should be.
    #[error("{file}: {reason}")]
    Input {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A parameter outside its rule.
    #[error(transparent)]
    Parameter(#[from] ApiError),
    /// Something cannot be written.
    #[error("{path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// A fault of the program.
    #[error("a customer could not be screened; this is a fault of the program")]
    Fault,
}

/// Whoever follows a run.
pub trait Watch: Sync {
    /// Something to know before it begins.
    fn says(&self, text: &str);

    /// So many customers were screened so far, and so many of them have hits.
    fn screened(&self, customers: u64, with_hits: u64);
}

impl Job {
    /// Screens all customers on the threads of a pool, which the caller's is not one of.
    ///
    /// # Errors
    /// [`ScreenError`]. Then there is no output: what was written is left under its working name.
    pub fn run(
        &self,
        snapshot: &Snapshot,
        sha256: &str,
        pool: &ThreadPool,
        watch: &dyn Watch,
    ) -> Result<Summary, ScreenError> {
        let began = Instant::now();
        let settings = read_settings(&self.parameters)?;
        let algorithm = settings.algorithm;
        let today = Day::of(Timestamp::now());
        let asking = Asking::new(snapshot, self.collection, settings, !self.all, today);
        asking.ignored.sentences().for_each(|sentence| watch.says(sentence));
        // Every file is looked at before the first customer is screened.
        let open = |path| Source::open(path, self.input_form, &self.columns);
        let sources: Vec<Source> =
            self.files.iter().map(PathBuf::as_path).map(open).collect::<Result<_, _>>()?;
        for Source { file, columns, .. } in &sources {
            if let Some(columns) = columns {
                watch.says(&format!("{file}: {columns}"));
            }
        }
        let form = self.output_form.or_else(|| self.output.as_deref().and_then(output::form_of));
        let form = form.unwrap_or(OutputForm::Csv);
        let writer = Writer { asking, form, all: self.all };
        let mut hits = Output::create(self.output.as_deref(), form.head())?;
        let mut rejects = output::Rejects::beside(self.rejects.as_deref(), self.output.as_deref());
        let mut counts = Counts::default();
        for mut source in sources {
            self.screen(&mut source, &writer, pool, |made: Made| {
                hits.write(&made.hits)?;
                rejects.write(&made.rejects)?;
                counts.add_all(&made.counts);
                watch.screened(counts.screened + counts.refused, counts.with_hits);
                Ok(())
            })?;
        }
        hits.finish()?;
        let rejects = rejects.finish()?;
        let time = began.elapsed();
        Ok(Summary::new(snapshot, sha256, algorithm.as_str(), counts, rejects, time))
    }

    /// Screens the customers of one file.
    fn screen(
        &self,
        source: &mut Source,
        writer: &Writer<'_>,
        pool: &ThreadPool,
        mut write: impl FnMut(Made) -> Result<(), ScreenError> + Send,
    ) -> Result<(), ScreenError> {
        let ahead = Ahead { in_work: 2 * pool.current_num_threads(), bytes: WAITING_BYTES_MAX };
        let reading = Reading { dates: self.dates, schema: self.schema };
        let (file, columns) = (source.file.clone(), source.columns.clone());
        let (mut unread, mut unwritten) = (None, None);
        let read = || {
            source.next_chunk().unwrap_or_else(|error| {
                unread = Some(error);
                None
            })
        };
        let work = |chunk: Chunk| {
            let mut made = Made::default();
            for (line, row) in &chunk.rows {
                let customer = reading.customer(*line, row, columns.as_ref());
                writer.push(&mut made, &file, *line, customer);
            }
            made
        };
        let outcome = in_order(pool, ahead, read, work, |made| match write(made) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        });
        match (outcome, unwritten, unread) {
            (Err(Fault::Panicked), ..) => Err(ScreenError::Fault),
            (_, Some(error), _) => Err(error),
            (_, _, Some(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }
}
