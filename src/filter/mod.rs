//! Screening of files of payment messages in this process or by a server: the implementation of
//! `tamis filter`.
//!
//! ```text
//! files ─► memory, one by one ─► verdicts on all cores, or by a server ─► lines or a table, in order
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `files` | the files that a run reads |
//! | `coverage` | report on the treatment of every element of messages |
//! | `judge` | verdicts by a snapshot in this process, or by a server |
//! | `output` | a line or the rows of a table for each file |
//! | `summary` | counts and summary of a run |

mod coverage;
mod files;
mod judge;
mod output;
mod summary;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

pub use self::coverage::{Coverage, CoverageForm, report as coverage};
use self::files::{Files, MessageFile};
use self::judge::{Verdicts, link_of};
use self::output::Made;
use self::summary::Counts;
pub use self::summary::FilterSummary;
use crate::limits::WAITING_BYTES_MAX;
use crate::policy::Policy;
use crate::screen::run::{Beginning, Run, state_of};
use crate::screen::{Against, Begun, OutputForm, Receipts, ScreenError, SoFar, Watch, form_of};
use tamis_engine::batch::{Ahead, Fault, Weighed, in_order};
use tamis_engine::model::Collection;

/// The output of a file, or the reason why a run ends.
struct Judged(Result<Made, ScreenError>);

impl Weighed for Judged {
    fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, Made::bytes)
    }
}

/// Input, settings and output of a run.
#[derive(Debug, Clone)]
pub struct FilterJob {
    /// Files, and folders of files; `-` is the standard input.
    pub files: Vec<PathBuf>,
    /// The collection to screen against.
    pub collection: Collection,
    /// Parameters of a filter request (docs/api.md, "Filter"), encoded as in an address.
    pub parameters: String,
    /// Rules on elements of messages. A server has rules of its own.
    pub policy: Arc<Policy>,
    /// File of the verdicts; `None` for the standard output.
    pub output: Option<PathBuf>,
    /// Format of the verdicts; `None` to derive it from the name of the output.
    pub output_form: Option<OutputForm>,
    /// File of the receipts of all files (docs/evidence.md); a second one beside it has the messages. The
    /// lists are those of a snapshot.
    pub receipts: Option<PathBuf>,
    /// True if a table begins with a byte order mark. Without it Excel assumes the encoding of its
    /// machine.
    pub has_mark: bool,
    /// True if a table has a row for files that pass, too.
    pub all: bool,
    /// Treatment of an interrupted run into the same output.
    pub begun: Begun,
    /// Interval between saves of the progress.
    pub noted_every: Duration,
}

impl FilterJob {
    /// Screens all files.
    ///
    /// # Errors
    /// [`ScreenError`]. There is then no output file: its partial content stays under the working name.
    pub fn run(
        &self,
        against: Against<'_>,
        watch: &dyn Watch,
    ) -> Result<FilterSummary, ScreenError> {
        let began = Instant::now();
        let form = form_of(self.output_form, self.output.as_deref())?;
        let parameters = if form.is_table() {
            output::parameters_of_table(&self.parameters)
        } else {
            self.parameters.clone()
        };
        let mut files = Files::find(&self.files, self.output.as_deref(), watch)?;
        let verdicts = Verdicts::new(against, self.collection, &parameters, &self.policy)?;
        let basis = self.receipts.as_ref().map(|_| verdicts.basis(&parameters)).transpose()?;
        let receipts = self.receipts.as_deref().map(Receipts::files);
        let version = verdicts.version().clone();
        let mut run: Run<Counts> = Run::begin(Beginning {
            job: self.fingerprint(&files),
            version: &version.version,
            output: self.output.as_deref(),
            rejects: None,
            further: receipts.as_ref().map_or(&[], |files| files),
            is_repeatable: files.are_repeatable(),
            head: form.head(output::columns(), self.has_mark),
            begun: self.begun,
            noted_every: self.noted_every,
        })?;
        if run.is_resumed {
            watch.says(&format!("resuming after {} files", run.progress.counts.files));
        }
        let receipts =
            basis.zip(receipts).map(|(basis, files)| Receipts::begin(basis, files, &mut run));
        let mut receipts = receipts.transpose()?;
        self.screen(&verdicts, &mut files, form, (&mut run, receipts.as_mut()), watch)?;
        let (progress, _) = run.finish(form, watch)?;
        let mut summary = FilterSummary::new(version, progress, began.elapsed());
        summary.receipts = receipts.map(Receipts::finish);
        Ok(summary)
    }

    /// Screens the remaining files and writes the output.
    fn screen(
        &self,
        verdicts: &Verdicts<'_>,
        files: &mut Files,
        form: OutputForm,
        (run, mut receipts): (&mut Run<Counts>, Option<&mut Receipts>),
        watch: &dyn Watch,
    ) -> Result<(), ScreenError> {
        let all = files.len();
        files.skip(run.progress.files);
        let (mut unread, mut unwritten) = (None, None);
        let read = || {
            files.next_file().unwrap_or_else(|error| {
                unread = Some(error);
                None
            })
        };
        let work = |file: MessageFile| {
            Judged(verdicts.judge(&file).and_then(|judge| {
                let link = self.receipts.as_ref().map(|_| link_of(&file, &judge)).transpose();
                let made = Made::of(&file, judge, form, self.all);
                made.and_then(|made| Ok(Made { link: link?, ..made }))
                    .map_err(|error| verdicts.unreadable(&error))
            }))
        };
        let write = |Judged(made): Judged| {
            let written = made.and_then(|mut made| {
                if let Some(receipts) = &mut receipts {
                    receipts.write(made.link.take().into_iter().collect(), run)?;
                }
                run.write(&made.text, &[], |progress| {
                    progress.files += 1;
                    progress.counts.add(&made);
                    let version = made.version.as_ref();
                    let new = version.filter(|own| progress.snapshots.last() != Some(own));
                    progress.snapshots.extend(new.cloned());
                })
            });
            if let Err(error) = written {
                unwritten = Some(error);
                return ControlFlow::Break(());
            }
            let Counts { files, with_hits, .. } = run.progress.counts;
            let share = (all > 0).then(|| files as f64 / all as f64);
            watch.screened(SoFar { done: files, with_hits, share });
            ControlFlow::Continue(())
        };
        let in_work = 2 * verdicts.pool().current_num_threads();
        let ahead = Ahead { in_work, bytes: WAITING_BYTES_MAX };
        let outcome = in_order(verdicts.pool(), ahead, read, work, write);
        match (outcome, unwritten, unread) {
            (Err(Fault::Panicked), ..) => Err(ScreenError::Fault),
            (_, Some(error), _) | (_, _, Some(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// Identifies a job: the current state of its files and all settings that affect the output.
    fn fingerprint(&self, files: &Files) -> String {
        let files: Vec<_> = files.paths().map(|path| (path, state_of(path))).collect();
        let Self { collection, parameters, policy, output_form, has_mark, all, .. } = self;
        let receipts = &self.receipts;
        let policy = policy.sha256();
        let version = env!("CARGO_PKG_VERSION");
        let form = (output_form, has_mark, all, receipts);
        let job = (files, collection, parameters, policy, form, version);
        format!("{:016x}", xxh3_64(format!("{job:?}").as_bytes()))
    }
}
