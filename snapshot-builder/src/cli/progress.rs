//! Progress on the standard error stream: an updated line on a terminal, plain lines otherwise.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use snapshot_builder::Progress;
use snapshot_builder::progress::Silent;

use super::grouped;

/// Time between two plain lines about the same stage, and between two frames of a spinner.
const LINE_INTERVAL: Duration = Duration::from_secs(1);
const TICK_INTERVAL: Duration = Duration::from_millis(120);

/// Progress suited to the output; none if quiet.
pub(super) fn choose(quiet: bool) -> Arc<dyn Progress> {
    if quiet { Arc::new(Silent) } else { Arc::new(Lines::new(Sink::choose())) }
}

/// Counter towards a known total.
pub(super) fn counter(quiet: bool, total: u64, label: &'static str) -> Counter {
    let show = !quiet;
    let bar = (show && io::stderr().is_terminal()).then(|| {
        let bar = ProgressBar::new(total);
        bar.set_style(style("{bar:40} {human_pos} of {human_len} {msg}  {elapsed}"));
        bar.set_message(label);
        bar
    });
    Counter { bar, plain: show.then(Instant::now), total, label }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is sound: a test makes it")
}

/// Shows a count; like a progress bar, it disappears from the terminal when dropped.
pub(super) struct Counter {
    bar: Option<ProgressBar>,
    /// Time of the last plain line.
    plain: Option<Instant>,
    total: u64,
    label: &'static str,
}

impl Counter {
    pub(super) fn show(&mut self, count: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(count);
        } else if let Some(last) = &mut self.plain
            && last.elapsed() >= LINE_INTERVAL
        {
            *last = Instant::now();
            eprintln!("{} of {} {}", grouped(count), grouped(self.total), self.label);
        }
    }
}

/// Stages and counts of a build.
struct Lines {
    sink: Sink,
    started: Instant,
    state: Mutex<State>,
}

struct State {
    /// Records read so far by register.
    records: BTreeMap<String, u64>,
    last_line: Instant,
}

enum Sink {
    Terminal(ProgressBar),
    Plain,
}

impl Sink {
    fn choose() -> Self {
        if !io::stderr().is_terminal() {
            return Self::Plain;
        }
        let spinner = ProgressBar::new_spinner();
        spinner.set_style(style("{spinner} {msg}  {elapsed}"));
        spinner.enable_steady_tick(TICK_INTERVAL);
        Self::Terminal(spinner)
    }

    fn show(&self, started: Instant, message: String) {
        match self {
            Self::Terminal(spinner) => spinner.set_message(message),
            Self::Plain => eprintln!("{:>8.1} s  {message}", started.elapsed().as_secs_f64()),
        }
    }
}

impl Lines {
    fn new(sink: Sink) -> Self {
        let started = Instant::now();
        let state = State { records: BTreeMap::new(), last_line: started };
        Self { sink, started, state: Mutex::new(state) }
    }

    /// Shows a count if a line is due; on a terminal always if it is `rare`.
    fn count(&self, rare: bool, message: impl FnOnce(&mut BTreeMap<String, u64>) -> String) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let message = message(&mut state.records);
        let is_due = state.last_line.elapsed() >= LINE_INTERVAL;
        if is_due || rare && matches!(self.sink, Sink::Terminal(_)) {
            state.last_line = Instant::now();
            self.sink.show(self.started, message);
        }
    }
}

impl Progress for Lines {
    fn records_read(&self, slug: &str, records: u64) {
        self.count(true, |read| {
            read.insert(slug.to_owned(), records);
            let total = grouped(read.values().sum());
            format!("read {total} records of {} registers", read.len())
        });
    }

    fn bytes_fetched(&self, file: &str, bytes: u64) {
        self.count(false, |_| format!("fetching {file}: {} bytes", grouped(bytes)));
    }

    fn bytes_sent(&self, file: &str, bytes: u64) {
        self.count(false, |_| format!("sending {file}: {} bytes", grouped(bytes)));
    }

    fn records_written(&self, records: u64, all: u64) {
        let (records, all) = (grouped(records), grouped(all));
        self.count(true, |_| format!("writing bulk files: {records} of {all} records"));
    }

    fn stage(&self, name: &str) {
        self.sink.show(self.started, name.to_owned());
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if let Sink::Terminal(spinner) = &self.sink {
            spinner.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_sound() {
        style("{bar:40} {human_pos} of {human_len} {msg}  {elapsed}");
        style("{spinner} {msg}  {elapsed}");
    }
}
