//! Outputs of a run with its progress: created, or resumed where an interrupted run stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::ScreenError;
use super::hits::OutputForm;
use super::output::{Output, Rejects};
use super::progress::Place;
pub(crate) use super::progress::Progress;
use super::watch::Watch;
use crate::limits::WORKBOOK_CELL_MAX;

/// Treatment of an interrupted run into the same output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// Resume it against the snapshot that it began with.
    GoOn,
    /// Resume it even if another snapshot is current by now.
    GoOnWithAnotherSnapshot,
    /// Start again.
    Anew,
}

/// Length of a file and time of its last change, which identify its content for a resumed run; `None` if
/// it is missing.
pub(crate) fn state_of(path: &Path) -> Option<(u64, Duration)> {
    let file = fs::metadata(path).ok()?;
    let changed = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((file.len(), changed))
}

/// The outputs of a run before it begins.
pub(crate) struct Beginning<'b> {
    /// Fingerprint of the job.
    pub(crate) job: String,
    /// Version of the current snapshot.
    pub(crate) version: &'b str,
    pub(crate) output: Option<&'b Path>,
    pub(crate) rejects: Option<&'b Path>,
    /// Further outputs, which resume and appear with the hits.
    pub(crate) further: &'b [PathBuf],
    /// True if the input can be read again, so that the run can be resumed.
    pub(crate) is_repeatable: bool,
    /// Text before the first hit.
    pub(crate) head: Vec<u8>,
    pub(crate) begun: Begun,
    /// Interval between saves of the progress.
    pub(crate) noted_every: Duration,
}

/// The outputs of a run, and its progress with counts of its own.
pub(crate) struct Run<C> {
    pub(crate) hits: Output,
    rejects: Rejects,
    pub(crate) further: Vec<Output>,
    pub(crate) progress: Progress<C>,
    /// True if it continues an interrupted run.
    pub(crate) is_resumed: bool,
    /// The file of the progress, the time of the last save, and the interval.
    place: Option<Place>,
    noted: (Instant, Duration),
}

impl<C: Default + Serialize + DeserializeOwned> Run<C> {
    /// Creates the outputs, or resumes those of an interrupted run.
    ///
    /// # Errors
    /// The outputs are those of another job or snapshot, or cannot be written.
    pub(crate) fn begin(beginning: Beginning<'_>) -> Result<Self, ScreenError> {
        let Beginning { job, version, output, begun, further, .. } = beginning;
        let rejects = || Rejects::beside(beginning.rejects, output);
        let place = output.filter(|_| beginning.is_repeatable).map(Place::beside);
        let noted = (Instant::now(), beginning.noted_every);
        let known = place.as_ref().filter(|_| begun != Begun::Anew).and_then(Place::read);
        if let (Some(output), Some(progress)) = (output, known) {
            let mut progress: Progress<C> = progress;
            let shown = || output.display().to_string();
            if progress.job != job {
                return Err(ScreenError::OtherJob { output: shown() });
            }
            let began = progress.snapshots.last().cloned().unwrap_or_default();
            let is_other = began != version;
            if is_other && begun == Begun::GoOn {
                let current = version.to_owned();
                return Err(ScreenError::OtherSnapshot { output: shown(), began, current });
            }
            let hits = Output::go_on(output, progress.hits)?;
            let mut rejects = rejects();
            let lengths = further.iter().zip(&progress.further);
            let resumed = lengths.map(|(path, length)| Output::go_on(path, *length));
            let resumed: Option<Vec<_>> = resumed.collect::<Result<_, _>>()?;
            let resumed = resumed.filter(|resumed| resumed.len() == further.len());
            if let (Some(hits), true, Some(further)) =
                (hits, rejects.go_on(progress.rejects)?, resumed)
            {
                progress.snapshots.extend(is_other.then(|| version.to_owned()));
                return Ok(Self {
                    hits,
                    rejects,
                    further,
                    progress,
                    is_resumed: true,
                    place,
                    noted,
                });
            }
        }
        let hits = Output::create(output, &beginning.head)?;
        let further = further.iter().map(|path| Output::create(Some(path), b""));
        let further = further.collect::<Result<_, _>>()?;
        let snapshots = vec![version.to_owned()];
        let progress = Progress { job, snapshots, ..Progress::default() };
        Ok(Self { hits, rejects: rejects(), further, progress, is_resumed: false, place, noted })
    }

    /// Writes output; `advance` moves the progress behind it.
    pub(crate) fn write(
        &mut self,
        hits: &[u8],
        rejects: &[u8],
        advance: impl FnOnce(&mut Progress<C>),
    ) -> Result<(), ScreenError> {
        self.hits.write(hits)?;
        self.rejects.write(rejects)?;
        advance(&mut self.progress);
        let (last, every) = self.noted;
        match &self.place {
            Some(place) if last.elapsed() >= every => {
                self.progress.hits = self.hits.settle()?;
                self.progress.rejects = self.rejects.settle()?;
                let lengths = self.further.iter_mut().map(Output::settle);
                self.progress.further = lengths.collect::<Result<_, _>>()?;
                place.keep(&self.progress)?;
                self.noted.0 = Instant::now();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Renames the outputs to their final names, the hits in their form.
    pub(crate) fn finish(
        self,
        form: OutputForm,
        watch: &dyn Watch,
    ) -> Result<(Progress<C>, Option<PathBuf>), ScreenError> {
        let rejects = self.rejects.finish()?;
        self.further.into_iter().try_for_each(Output::finish)?;
        match form {
            OutputForm::Csv | OutputForm::Ndjson => self.hits.finish()?,
            OutputForm::Xlsx => {
                let cut = self.hits.finish_as_workbook()?;
                if cut > 0 {
                    watch.says(&format!(
                        "{cut} texts were cut: a cell of a workbook has at most {WORKBOOK_CELL_MAX} letters"
                    ));
                }
            }
        }
        if let Some(place) = self.place {
            place.remove();
        }
        Ok((self.progress, rejects))
    }
}
