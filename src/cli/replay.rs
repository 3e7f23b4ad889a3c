//! `tamis replay`.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use tamis::policy::Policy;
use tamis::replay::{Counts, Replay as Job};

use super::trust::Trust;

const EXIT_CODES: &str = "Exit codes:
  0  everything is as the receipts say
  1  failed; the reason is on the standard error stream
  2  an option is wrong
  3  done, but something is different or missing; each such line is printed with what it is";

/// Exit code of a replay with differences.
const DIFFERENT: u8 = 3;

/// Replays receipts: asks each query again on the version that its receipt names, and compares the answers.
///
/// Prints a line of JSON for each receipt with a difference, with its line, the customer's key and what is
/// different: a broken chain, another query, a version that is missing or another one, another program or
/// constants, another answer.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Replay {
    /// The receipts, as tamis screen --receipts or tamis filter --receipts writes them.
    #[arg(value_name = "RECEIPTS")]
    receipts: PathBuf,
    /// The queries of the receipts; by default the file of that name followed by .queries.ndjson.
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// Stored answers to compare as well: the lines that the same run wrote as ndjson.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Folder with the versions.
    #[arg(long, env = "TAMIS_SNAPSHOTS", value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    #[command(flatten)]
    trust: Trust,
    /// File of the rules on payment messages that the receipts name.
    #[arg(long, env = "TAMIS_FILTER_POLICY", value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Print only differences and errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Replay {
    pub(crate) fn run(self) -> Result<ExitCode, Box<dyn Error>> {
        let store = self.trust.store(&self.snapshots);
        let policy = Policy::of(self.policy.as_deref())?;
        let job = Job {
            receipts: self.receipts,
            queries: self.queries,
            answers: self.answers,
            store,
            policy,
        };
        let mut output = io::stdout().lock();
        let mut unwritten = Ok(());
        let counts = job.run(|finding| {
            let line = serde_json::to_string(finding).expect("texts and numbers are JSON");
            if unwritten.is_ok() {
                unwritten = writeln!(output, "{line}");
            }
        })?;
        unwritten.and_then(|()| output.flush())?;
        let Counts { receipts, equal, not_asked, different, answers, last } = &counts;
        if !self.quiet {
            eprintln!(
                "{receipts} receipts: {equal} equal ({not_asked} of rows that could not be screened), \
                 {different} lines with differences; {answers} stored answers compared\n\
                 the last receipt has SHA-256 {last}"
            );
        }
        Ok(if *different == 0 { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
    }
}
