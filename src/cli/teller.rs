//! Progress of a run on the standard error stream.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tamis::screen::{SoFar, Watch};

/// Interval of progress updates on a terminal, and of progress lines elsewhere.
const SHOWN_EVERY: Duration = Duration::from_millis(200);
const PROGRESS_EVERY: Duration = Duration::from_secs(10);

/// Shows the progress of a run: an updated line on a terminal, otherwise occasional lines of their own.
pub(super) struct Teller {
    bar: ProgressBar,
    is_quiet: bool,
    /// Word for what is counted, such as `customers`.
    counted: &'static str,
    /// Start of the run, and time of the last output.
    told: Mutex<(Instant, Instant)>,
}

impl Teller {
    pub(super) fn new(is_quiet: bool, counted: &'static str) -> Self {
        let bar = match !is_quiet && stderr().is_terminal() {
            true => ProgressBar::new_spinner(),
            false => ProgressBar::hidden(),
        };
        let style = "{spinner} {msg}";
        bar.set_style(
            ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_spinner()),
        );
        Self { bar, is_quiet, counted, told: Mutex::new((Instant::now(), Instant::now())) }
    }

    /// Removes the line of progress.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Teller {
    fn says(&self, text: &str) {
        if !self.is_quiet {
            self.bar.suspend(|| eprintln!("{text}"));
        }
    }

    fn screened(&self, so_far: SoFar) {
        let Ok(mut told) = self.told.lock() else { return };
        let (began, last) = *told;
        let every = if self.bar.is_hidden() { PROGRESS_EVERY } else { SHOWN_EVERY };
        if last.elapsed() < every {
            return;
        }
        told.1 = Instant::now();
        let SoFar { done, with_hits, share } = so_far;
        let time = began.elapsed();
        let rate = done as f64 / time.as_secs_f64();
        let mut text =
            format!("{done} {}, {rate:.0} a second, {with_hits} with hits", self.counted);
        if let Some(share) = share.filter(|share| *share > 0.0) {
            let left = Duration::from_secs((time.as_secs_f64() * (1.0 / share - 1.0)) as u64);
            let left = humantime::format_duration(left);
            text += &format!(", {:.0} %, {left} left", share * 100.0);
        }
        match self.bar.is_hidden() {
            true => self.says(&text),
            false => self.bar.set_message(text),
        }
    }
}
