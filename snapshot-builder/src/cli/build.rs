//! `build`: sources to a published version.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::report::{BulkFileReport, CollectionReport, DeltaReport};
use snapshot_builder::{
    BuildOptions, BuildReport, LoadOptions, Plan, Refused, build, render_summary,
};
use tamis_engine::model::{PartialDate, Timestamp};

use super::{EXIT_REGISTER_FAILED, grouped, print, print_error, progress};

/// Compiles the lists in a folder into a new snapshot and makes it the current one.
///
/// DIR/<slug>/ holds the files of a register as its publisher offers them (gzip and zstd are
/// unpacked), directly or in folders whose names begin with a date. The newest complete folder is
/// read. Registers that the builder does not know are described by DIR/<slug>/register.toml.
///
/// The current snapshot of the output folder is continued: records keep their IDs and dates, and
/// records that are no longer listed are retired. A register that cannot be read keeps its records as
/// they were. Where more than max_drop_percent of a register's records are missing from its list, these
/// and those that follow are kept and all else is loaded, until --accept-drop says that they may go. Registers that are not
/// built this time (left out by --only, or without a folder) stay unchanged.
///
/// The new version appears complete or not at all, and build-report.json beside it says what was
/// read and what was rejected. When no register can be loaded and none was before, nothing is
/// published.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Build {
    /// Folder with the lists: a folder for each register, named by its slug.
    #[arg(long, value_name = "DIR")]
    sources: PathBuf,
    /// Folder of snapshots; created if it is missing.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Build only these registers; may be repeated.
    #[arg(long, value_name = "SLUG,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Read the lists as they were on this date (YYYY-MM-DD, YYYY-MM or YYYY): folders named by a
    /// later date are passed over.
    #[arg(long, value_name = "DATE")]
    as_of: Option<PartialDate>,
    /// Let the missing records of these registers go, however many they are; may be repeated.
    #[arg(long, value_name = "SLUG,...", value_delimiter = ',')]
    accept_drop: Vec<String>,
    /// Folder with descriptions (*.toml) of further registers.
    #[arg(long, value_name = "DIR")]
    registers: Option<PathBuf>,
    /// What reviewers decided of pairs of records (docs/linking.md); by default links.csv in the
    /// folder of lists, if it is there.
    #[arg(long, value_name = "FILE")]
    links: Option<PathBuf>,
    /// Time of the build, in ISO 8601 or seconds since 1970; the same time and the same input give
    /// the same bytes. By default the present second, or the next one of which there is no version.
    #[arg(long, value_name = "TIME", env = "SOURCE_DATE_EPOCH", value_parser = read_time)]
    built_at: Option<Timestamp>,
    #[command(flatten)]
    bulk: BulkChoice,
}

/// Whether bulk files are written.
#[derive(Debug, Args)]
pub(super) struct BulkChoice {
    /// Leave out the bulk files, which take about ten times the room of the snapshot.
    #[arg(long)]
    no_bulk: bool,
}

impl BulkChoice {
    /// Whether they are.
    pub(super) fn is_made(&self) -> bool {
        !self.no_bulk
    }
}

const HELP: &str = "Examples:
  snapshot-builder build --sources lists --out snapshots
  snapshot-builder build --sources lists --out snapshots --only us_ofac_sdn,un_sc_consolidated
  snapshot-builder build --sources lists --out snapshots --as-of 2024-05-03

Exit codes:
  0  published
  1  an error; nothing was published and the current version is as it was
  2  a wrong option
  3  published, but a register failed: it kept its last good records, or those missing from its list";

impl Build {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let progress = progress::choose(quiet);
        let options = BuildOptions {
            sources: self.sources,
            out: self.out,
            load: LoadOptions {
                as_of: self.as_of,
                only: self.only,
                accept_drop: self.accept_drop,
                registers_dir: self.registers,
                progress,
            },
            links: self.links,
            built_at: self.built_at,
            bulk: self.bulk.is_made(),
        };
        let built = build(&options);
        // The progress line must be gone before anything else is printed.
        let BuildOptions { sources, out, .. } = options;
        match built {
            Ok(report) => {
                if !quiet {
                    print(&summary(&sources, &out, &report))?;
                }
                let code = if report.all_loaded() { 0 } else { EXIT_REGISTER_FAILED };
                name_failures(&report);
                Ok(ExitCode::from(code))
            }
            Err(error) => {
                if let Some(Refused::NothingLoaded(failures)) = error.downcast_ref() {
                    failures.iter().for_each(|failure| print_error(failure));
                }
                Err(error)
            }
        }
    }
}

/// Failures are errors even where the build goes on, so they go to the error stream too.
pub(super) fn name_failures(report: &BuildReport) {
    for register in &report.registers {
        if let Some(error) = &register.error {
            let kept = match register.changes.waiting {
                0 => "failed and keeps its previous records",
                _ => "was loaded, but the missing records were kept",
            };
            print_error(&format!("{} {kept}: {error}", register.slug));
        }
    }
}

pub(super) fn summary(sources: &Path, out: &Path, report: &BuildReport) -> String {
    let mut text = render_summary(&report.registers);
    for folder in &report.ignored {
        text.push_str(&Plan::ignored_hint(sources, folder));
        text.push('\n');
    }
    // Writing to a String cannot fail.
    for collection in &report.collections {
        let _ = writeln!(text, "{}", bulk_line(collection));
        if let Some(warning) = &collection.delta.warning {
            let _ = writeln!(text, "  warning    {warning}");
        }
    }
    if !report.carried_over.is_empty() {
        let _ = writeln!(text, "unchanged: {}", report.carried_over.join(", "));
    }
    let _ = writeln!(
        text,
        "published version {} with {} records in {}",
        report.version,
        grouped(report.records),
        out.display()
    );
    text
}

/// What was written of a collection, and what changed in it.
fn bulk_line(CollectionReport { name, delta, files }: &CollectionReport) -> String {
    let sum = |size: fn(&BulkFileReport) -> u64| grouped(files.iter().map(size).sum());
    let (plain, gzip) = (sum(|file| file.size), sum(|file| file.size_gzip));
    let DeltaReport { since, added, modified, deleted, .. } = delta;
    let changes = match since {
        None => format!("{} entities", grouped(*added)),
        Some(version) => format!(
            "added {}, changed {}, removed {} since {version}",
            grouped(*added),
            grouped(*modified),
            grouped(*deleted)
        ),
    };
    format!("bulk files of {name}: {plain} bytes ({gzip} as gzip), {changes}")
}

/// Reads ISO 8601 or seconds since 1970, up to 2106: times in a snapshot have 32 bits.
fn read_time(text: &str) -> Result<Timestamp, String> {
    // A year alone is no time of a build.
    let time = match text.parse::<i64>() {
        Ok(seconds) => Some(Timestamp(seconds)).filter(|_| text.len() != 4),
        Err(_) => Timestamp::parse_iso(text),
    };
    let time = time.filter(|time| u32::try_from(time.0).is_ok());
    time.ok_or_else(|| {
        "give a time between 1970 and 2106 as 2026-10-04T08:00:00Z or in seconds since 1970"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_iso_8601_or_seconds() {
        for (text, seconds) in [
            ("1791100800", Some(1_791_100_800)),
            ("2026-10-04T08:00:00Z", Some(1_791_100_800)),
            ("2026-10-04T10:00:00+02:00", Some(1_791_100_800)),
            ("2026-10-04", Some(1_791_072_000)),
            // A year is not a time, and nobody means the thirty-fourth minute of 1970.
            ("2026", None),
            ("-1", None),
            ("4294967296", None),
            ("1969-12-31", None),
            ("now", None),
        ] {
            assert_eq!(read_time(text).ok(), seconds.map(Timestamp), "{text}");
        }
    }
}
