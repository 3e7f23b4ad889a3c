//! `build`: builds and publishes a version from sources.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use snapshot_builder::report::{BulkFileReport, CollectionReport, DeltaReport};
use snapshot_builder::{BuildOptions, BuildReport, Plan, Refused, build, render_summary};

use super::rollback::pinned;
use super::{EXIT_REGISTER_FAILED, grouped, interrupt, print, print_error, progress};

/// Compiles the lists in a folder into a new snapshot and makes it the current one.
///
/// DIR/<slug>/ holds the files of a register as its publisher offers them (gzip and zstd are unpacked),
/// directly or in folders whose names begin with a date. The newest complete folder is read. Registers
/// that the builder does not know are described by DIR/<slug>/register.toml.
///
/// The build continues the current snapshot of the output folder: records keep their IDs and dates, and
/// records that are no longer listed are retired. A register that cannot be read keeps its records
/// unchanged. If a list lacks more than max_drop_percent of its register's records, the missing ones
/// are kept, as are any that go missing later; everything else is loaded. --accept-drop removes them.
/// Registers that are not built (left out by --only, or without a folder) stay unchanged.
///
/// The new version appears complete or not at all. Its build-report.json says what was read and what
/// was rejected. If no register can be loaded and none ever was, nothing is published.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Build {
    #[command(flatten)]
    options: BuildOptions,
}

const HELP: &str = "Examples:
  snapshot-builder build --sources lists --out snapshots
  snapshot-builder build --sources lists --out snapshots --only us_ofac_sdn,un_sc_consolidated
  snapshot-builder build --sources lists --out snapshots --as-of 2024-05-03

Exit codes:
  0  published
  1  an error; nothing was published and the current version is as it was
  2  a wrong option
  3  published, but a register failed: it kept its last good records, or those missing from its list
  130, 143  interrupted by SIGINT or SIGTERM; as for 1, unless it says that a version was published";

impl Build {
    pub(super) fn run(self, quiet: bool) -> anyhow::Result<ExitCode> {
        let Self { mut options } = self;
        options.load.progress = progress::choose(quiet);
        interrupt::watch(&options.unfinished)?;
        let built = build(&options);
        options.unfinished.go_on();
        let BuildOptions { sources, out, load, .. } = options;
        // The progress line must be gone before anything else is printed.
        drop(load);
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
                name_not_loaded(&error);
                Err(error)
            }
        }
    }
}

/// Prints failed registers as errors, to the error stream, even if the build goes on. Likewise
/// registers that were probably left out by mistake.
pub(super) fn name_failures(report: &BuildReport) {
    for (folder, slug) in &report.misspelt {
        print_error(&format!(
            "warning: the folder {folder} is of no known register and was left out; nearest: {slug}"
        ));
    }
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

/// Prints the reason of each register if none could be loaded.
pub(super) fn name_not_loaded(error: &anyhow::Error) {
    if let Some(Refused::NothingLoaded(failures)) = error.downcast_ref() {
        failures.iter().for_each(|failure| print_error(failure));
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
    let done = if report.pin.is_some() { "built" } else { "published" };
    let _ = writeln!(
        text,
        "{done} version {} with {} records in {}",
        report.version,
        grouped(report.records),
        out.display()
    );
    if let Some(pin) = &report.pin {
        let _ = writeln!(text, "{}", pinned(pin));
    }
    text
}

/// Summary of a collection's bulk files and changes.
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
