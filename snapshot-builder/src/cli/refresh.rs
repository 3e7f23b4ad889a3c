//! `refresh`: fetch, build and publish in one run.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgAction, Args};
use snapshot_builder::fetch::FetchStatus;
use snapshot_builder::refresh::{RefreshOptions, RefreshReport, refresh};
use snapshot_builder::{BuildOptions, LoadOptions, Refused};
use tamis_engine::store::SnapshotStore;

use super::fetch::{EXIT_NOTHING_NEW, EXIT_PARTLY_FAILED, at_work, code_of, name_not_fetched};
use super::prune::{at_least_one, print_removed};
use super::rollback::pinned;
use super::{build, interrupt, print, print_error, progress};

/// Fetches lists, builds a new version from them, and publishes it: `fetch` and `build` in one run, for
/// cron or a systemd timer.
///
/// A list that cannot be fetched does not delay the others, and keeps its last good records. If lists
/// are still being fetched after five minutes, the others are built and published first. If nothing is
/// new, no version is built, unless the current one would soon call unchanged lists stale. The current
/// version stays current after any error. A second run during a first one ends at once without harm.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Refresh {
    #[command(flatten)]
    options: RefreshOptions,
    /// Folder with the lists, as for `fetch` and `build`; created if it is missing.
    #[arg(long, value_name = "DIR")]
    sources: PathBuf,
    /// Folder of snapshots; created if it is missing.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Accept the removal of any number of missing records of these registers; may be repeated.
    #[arg(long, value_name = "SLUG,...", value_delimiter = ',')]
    accept_drop: Vec<String>,
    /// Leave out the bulk files, which take about ten times the disk space of the snapshot.
    #[arg(long = "no-bulk", action = ArgAction::SetFalse)]
    bulk: bool,
    /// Remove old versions afterwards, like `prune`: number of newest versions to keep, in addition to
    /// the current one; at least 1. Nothing is removed after an error.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    keep: Option<NonZeroUsize>,
}

const HELP: &str = "Examples:
  snapshot-builder refresh --sources lists --out snapshots
  snapshot-builder refresh --register us_ofac_sdn --sources lists --out snapshots
  snapshot-builder refresh --sources lists --out snapshots --keep 12

All registers in the folder of lists are built, also those that were not fetched.

While a version is pinned by `rollback`, versions are built as ever, but none becomes current until
`release`. That is no failure: the summary and refresh.json say it, and the exit codes are the same.

Exit codes:
  0  a new version is published, and nothing failed
  1  an error; the current version is as it was, unless a version was published before it
  2  a wrong option
  3  published, or nothing new, but some lists failed; they keep what they had
  4  nothing is new
  5  another snapshot-builder is at work in one of the folders
  130, 143  interrupted by SIGINT or SIGTERM; as for 1, unless it says that a version was published";

impl Refresh {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let load = LoadOptions {
            accept_drop: self.accept_drop,
            registers_dir: self.options.fetching.registers_dir.clone(),
            progress: progress::choose(quiet),
            ..LoadOptions::default()
        };
        let building =
            BuildOptions { load, bulk: self.bulk, ..BuildOptions::new(self.sources, self.out) };
        interrupt::watch(&building.unfinished)?;
        let refreshed = refresh(&self.options, &building);
        building.unfinished.go_on();
        let BuildOptions { sources, out, load, .. } = building;
        // The progress line must be gone before anything else is printed.
        drop(load);
        let RefreshReport { fetched, early, built } = match refreshed {
            Ok(report) => report,
            Err(error) => return at_work(error),
        };
        if !quiet {
            print(&fetched.summary())?;
        }
        name_not_fetched(&fetched);
        if !quiet {
            for report in &early {
                print(&build::summary(&sources, &out, report))?;
            }
        }
        let built = match built {
            Ok(built) => built,
            Err(error) => {
                if fetched.status() == FetchStatus::Failed {
                    print_error(&"nothing could be fetched, and what is there cannot be built");
                }
                build::name_not_loaded(&error);
                return at_work(error);
            }
        };
        if !quiet {
            if let Some(report) = &built {
                print(&build::summary(&sources, &out, report))?;
            } else if early.is_empty() {
                let pin = SnapshotStore::new(&out).pin()?;
                let pinned = pin.map_or_else(String::new, |pin| pinned(&pin) + "\n");
                print(&format!("nothing is new; the current version stays\n{pinned}"))?;
            }
        }
        let published = built.as_ref().or(early.last());
        if let Some(report) = published {
            build::name_failures(report);
        }
        let is_error = published.is_none() && fetched.status() == FetchStatus::Failed;
        if let Some(keep) = self.keep.filter(|_| !is_error) {
            match print_removed(&out, keep, &BTreeSet::new(), quiet) {
                Err(error) if matches!(error.downcast_ref(), Some(Refused::Locked(_))) => {
                    print_error(&format!("{error}; old versions go with the next refresh"));
                }
                removed => drop(removed?),
            }
        }
        let has_failed = published.is_some_and(|report| !report.all_loaded());
        let code = match (code_of(&fetched), fetched.status()) {
            (0 | EXIT_NOTHING_NEW, _) if has_failed => EXIT_PARTLY_FAILED,
            (EXIT_NOTHING_NEW, _) if published.is_some() => 0,
            (_, FetchStatus::Failed) if published.is_some() => EXIT_PARTLY_FAILED,
            (code, _) => code,
        };
        Ok(ExitCode::from(code))
    }
}
