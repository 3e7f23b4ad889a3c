//! `fetch`: downloads lists from their publishers into the folder of sources.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::Refused;
use snapshot_builder::fetch::{FetchOptions, FetchReport, FetchStatus, fetch, planned};

use super::{print, print_error, progress};

/// Downloads lists from their publishers' official addresses into the folder that `build` reads.
///
/// Unchanged lists are not downloaded again; they count as fetched now, so that they do not become
/// stale. A new version of a list gets a folder of its own, DIR/<slug>/<date>T<time>Z/, once all of its
/// files have arrived and can be read. If a download fails, the list keeps its files. Lists that must
/// be fetched by hand (a login, a form) are named with instructions.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Fetch {
    #[command(flatten)]
    options: FetchOptions,
    /// Folder for the lists; created if it is missing.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Show what would be requested, without requesting anything.
    #[arg(long)]
    dry_run: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

const HELP: &str = "Examples:
  snapshot-builder fetch --out lists
  snapshot-builder fetch --register us_ofac_sdn,un_sc_consolidated --out lists
  snapshot-builder fetch --dry-run --out lists

Proxies are taken from HTTPS_PROXY and NO_PROXY.

Exit codes:
  0  something is new, and nothing failed
  1  nothing could be fetched
  2  a wrong option
  3  some lists failed; they keep what they had
  4  nothing is new
  5  another snapshot-builder is using the folder";

/// Exit code when some lists failed.
pub(super) const EXIT_PARTLY_FAILED: u8 = 3;
/// Exit code when nothing is new.
pub(super) const EXIT_NOTHING_NEW: u8 = 4;
/// Exit code when another program holds the folder.
pub(super) const EXIT_AT_WORK: u8 = 5;

impl Fetch {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let progress = progress::choose(quiet);
        let fetched = match self.dry_run {
            true => planned(&self.out, &self.options),
            false => fetch(&self.out, &self.options, progress.as_ref()),
        };
        // The progress line must be gone before anything else is printed.
        drop(progress);
        let report = match fetched {
            Ok(report) => report,
            Err(error) => return at_work(error),
        };
        if self.json {
            print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
        } else if !quiet {
            print(&report.summary())?;
        }
        name_not_fetched(&report);
        if self.dry_run {
            return Ok(ExitCode::SUCCESS);
        }
        Ok(ExitCode::from(code_of(&report)))
    }
}

/// Prints failed lists as errors, to the error stream, even if other lists were fetched.
pub(super) fn name_not_fetched(report: &FetchReport) {
    for (slug, reason) in report.failures() {
        print_error(&format!("{slug} could not be fetched and keeps what it has: {reason}"));
    }
}

/// Exit code for a report.
pub(super) fn code_of(report: &FetchReport) -> u8 {
    match report.status() {
        FetchStatus::New => 0,
        FetchStatus::NothingNew => EXIT_NOTHING_NEW,
        FetchStatus::PartlyFailed => EXIT_PARTLY_FAILED,
        FetchStatus::Failed => 1,
    }
}

/// Exit code if another program holds the folder; any other error is passed on.
pub(super) fn at_work(error: anyhow::Error) -> anyhow::Result<ExitCode> {
    let Some(Refused::Locked(_)) = error.downcast_ref() else { return Err(error) };
    print_error(&error);
    Ok(ExitCode::from(EXIT_AT_WORK))
}
