//! The use case: a folder of sources to a published version.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use rayon::prelude::*;
use tamis_engine::model::Timestamp;

use crate::attempts::{Attempts, attempts};
use crate::bulk::{self, Bulk, BulkOptions};
use crate::error::Refused;
use crate::history::{self, Refreshed, ThisBuild};
use crate::ledger::{LEDGER_FILE, Ledger, write_index};
use crate::links::{Decisions, link};
use crate::load::{LoadOptions, Loaded, load_register};
use crate::plan::{Plan, plan, unknown_slug};
use crate::publish::Output;
use crate::report::{BuildReport, RegisterReport};

/// Name and version of this program, as snapshots and manifests state it.
pub const BUILDER: &str = concat!("snapshot-builder ", env!("CARGO_PKG_VERSION"));

/// Name of the ledger before its records are linked; it is never published.
const MERGED_FILE: &str = "ledger.merged.tmp";

/// What to build, from what, to where.
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// Folder with one folder per register.
    pub sources: PathBuf,
    /// Folder of snapshots; its current one is the history that the new one continues.
    pub out: PathBuf,
    /// What to read.
    pub load: LoadOptions,
    /// What reviewers decided of pairs of records; `links.csv` of the sources, if it is there, when
    /// `None`.
    pub links: Option<PathBuf>,
    /// Time of the build; the present moment when `None`. When a version of this second is there
    /// already, the next free second is taken.
    pub built_at: Option<Timestamp>,
    /// Whether to write bulk files.
    pub bulk: bool,
}

impl BuildOptions {
    /// A build of all lists of a folder of sources, at the present time, without bulk files.
    #[must_use]
    pub fn new(sources: impl Into<PathBuf>, out: impl Into<PathBuf>) -> Self {
        let (sources, out, load) = (sources.into(), out.into(), LoadOptions::default());
        Self { sources, out, load, links: None, built_at: None, bulk: false }
    }
}

/// Loads the planned registers, continues the ledger of the current version and publishes the
/// result as the current one. The new index is made from the new ledger; an older index is not
/// opened.
///
/// A register that fails keeps its last good records; that is not an error, and the report says so.
///
/// # Errors
/// Nothing is published then.
pub fn build(options: &BuildOptions) -> anyhow::Result<BuildReport> {
    let progress = options.load.progress.as_ref();
    let plan = plan(&options.sources, &options.load)?;
    let decisions = match &options.links {
        Some(path) => Decisions::read(path)?,
        None => Decisions::of_sources(&options.sources)?,
    };
    let output = Output::lock(&options.out)?;
    let version = output.store().current_version()?;
    let previous = version.map(|version| output.ledger(&version)).transpose();
    let previous = previous.map_err(|error| {
        anyhow!(
            "the current version, whose ids and dates are to be continued, cannot be read: \
             {error}; name an older version in CURRENT, or build into an empty folder to begin anew"
        )
    })?;
    let previous = previous.as_ref();
    check_accepted(&options.load.accept_drop, &plan, previous)?;
    let current = previous.map(|ledger| ledger.head().built_at);
    let built_at = output.free_time(build_time(options.built_at, current)?);

    progress.stage("reading lists");
    let Attempts { registers, containers } = attempts(&plan, load_all(&plan, options));
    progress.stage("comparing with the current version");
    let staged = output.store().stage(&built_at.to_version())?;
    let path = staged.folder().join(LEDGER_FILE);
    let merged = staged.folder().join(MERGED_FILE);
    let accept_drop = &options.load.accept_drop;
    let this_build = ThisBuild { built_at, builder: BUILDER, accept_drop, path: &merged };
    let Refreshed { counts, mut reports, carried_over } =
        history::refresh(registers, previous, this_build)?;
    reports.extend(containers);
    reports.sort_by(|a, b| a.slug.cmp(&b.slug));
    if counts.active == 0 {
        let told = |report: &RegisterReport| {
            format!("{}: {}", report.slug, report.error.as_deref().unwrap_or_default())
        };
        return Err(Refused::NothingLoaded(reports.iter().map(told).collect()).into());
    }
    progress.stage("linking records");
    let links = link(&merged, &decisions, &path)?;
    let ledger = Ledger::open(&path)?;
    write_index(&ledger, &staged.snapshot_path(), BUILDER, progress)?;
    let before = previous.map(|ledger| output.store().root().join(&ledger.head().version));
    let Bulk { files, collections } = match options.bulk {
        false => Bulk::default(),
        true => {
            let (index, folder) = (&staged.snapshot_path(), staged.folder());
            let previous = before.as_deref();
            bulk::write(BulkOptions { index, folder, previous }, progress)?
        }
    };
    let report = BuildReport {
        version: built_at.to_version(),
        builder: BUILDER.to_owned(),
        previous: previous.map(|ledger| ledger.head().version.clone()),
        records: counts.active,
        retired: counts.retired,
        registers: reports,
        links,
        carried_over,
        ignored: plan.ignored,
        collections,
    };
    progress.stage("verifying and publishing");
    output.publish(staged, files, &report)?;
    Ok(report)
}

/// Makes sure that the registers whose drop is accepted are built: from the folders, where the version
/// before may know some that no description does.
fn check_accepted(
    accept_drop: &[String],
    plan: &Plan,
    previous: Option<&Ledger>,
) -> Result<(), Refused> {
    let folders = plan.registers.iter();
    let parts = folders.clone().flat_map(|register| {
        plan.known.parts_of(&register.slug).filter(|part| plan.wants(register, &part.slug))
    });
    let described = folders.chain(parts).map(|register| &register.slug);
    let held = previous.filter(|_| plan.only.is_empty());
    let held = held.map_or(&[][..], |ledger| &ledger.head().registers[..]);
    let accepted: BTreeSet<&String> = described.chain(held).collect();
    match accept_drop.iter().find(|slug| !accepted.contains(slug)) {
        None => Ok(()),
        Some(slug) => Err(unknown_slug("--accept-drop", slug, &accepted)),
    }
}

/// The time asked for, or the present one; later than the current version.
fn build_time(
    requested: Option<Timestamp>,
    current: Option<Timestamp>,
) -> anyhow::Result<Timestamp> {
    match (requested, current) {
        (Some(requested), Some(current)) if requested < current => {
            bail!(
                "--built-at {requested} is before the current version, which was built at {current}"
            )
        }
        (requested, current) => {
            let wanted = requested.unwrap_or_else(Timestamp::now);
            Ok(current.map_or(wanted, |current| wanted.max(Timestamp(current.0 + 1))))
        }
    }
}

fn load_all(plan: &Plan, options: &BuildOptions) -> Vec<Loaded> {
    let load = |description| load_register(description, &options.sources, &options.load);
    plan.registers.par_iter().map(load).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_later_than_the_version_it_continues() {
        for (requested, current, expected) in [
            (Some(100), None, Some(100)),
            (Some(100), Some(99), Some(100)),
            (Some(100), Some(100), Some(101)),
            (Some(100), Some(101), None),
            // A clock that runs behind the current version.
            (None, Some(4_000_000_000), Some(4_000_000_001)),
        ] {
            let time = build_time(requested.map(Timestamp), current.map(Timestamp)).ok();
            assert_eq!(time, expected.map(Timestamp), "{requested:?} after {current:?}");
        }
    }
}
