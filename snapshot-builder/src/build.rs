//! The use case: builds and publishes a version from a folder of sources.

use std::collections::{BTreeMap, BTreeSet};
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
use crate::signing::SigningOptions;
use crate::unfinished::Unfinished;

/// Name and version of this program, as recorded in snapshots and manifests.
pub const BUILDER: &str = concat!("snapshot-builder ", env!("CARGO_PKG_VERSION"));

/// File name of the ledger before linking; never published.
const MERGED_FILE: &str = "ledger.merged.tmp";

/// Sources, destination and options of a build.
#[derive(Debug, Clone, clap::Args)]
pub struct BuildOptions {
    /// Folder with the lists: a folder for each register, named by its slug.
    #[arg(long, value_name = "DIR")]
    pub sources: PathBuf,
    /// Folder of snapshots; created if it is missing.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub load: LoadOptions,
    /// Reviewers' decisions about pairs of records (docs/linking.md); by default links.csv in the
    /// folder of lists, if it exists.
    #[arg(long, value_name = "FILE")]
    pub links: Option<PathBuf>,
    /// Time of the build, in ISO 8601 or seconds since 1970; the same time and the same input give the
    /// same bytes. By default the current second, or the next second without a version.
    #[arg(long, value_name = "TIME", env = "SOURCE_DATE_EPOCH", value_parser = read_time)]
    pub built_at: Option<Timestamp>,
    /// Leave out the bulk files, which take about ten times the disk space of the snapshot.
    #[arg(long = "no-bulk", action = clap::ArgAction::SetFalse)]
    pub bulk: bool,
    #[command(flatten)]
    pub signing: SigningOptions,
    /// Registers that could not be fetched before the build, by slug, with the reason; the report
    /// repeats them.
    #[arg(skip)]
    pub not_fetched: BTreeMap<String, String>,
    /// Handle for interrupting the build from another thread.
    #[arg(skip)]
    pub unfinished: Unfinished,
}

impl BuildOptions {
    /// Options for a build of all lists in a folder, at the present time, without bulk files.
    #[must_use]
    pub fn new(sources: impl Into<PathBuf>, out: impl Into<PathBuf>) -> Self {
        let (sources, out, load) = (sources.into(), out.into(), LoadOptions::default());
        let (not_fetched, unfinished) = (BTreeMap::new(), Unfinished::default());
        Self {
            sources,
            out,
            load,
            links: None,
            built_at: None,
            bulk: false,
            signing: SigningOptions::default(),
            not_fetched,
            unfinished,
        }
    }
}

/// Loads the planned registers, continues the ledger of the current version and publishes the result as
/// the current version. The index is made from the new ledger; older indexes are never opened.
///
/// A pinned version stays current, but the build continues the ledger of the newest version. Continuing
/// the pinned one would lose the facts recorded by later versions.
///
/// A failed register keeps its last good records. This is not an error; the report names it.
///
/// # Errors
/// Any error that stops the build as a whole; nothing is published then.
pub fn build(options: &BuildOptions) -> anyhow::Result<BuildReport> {
    let progress = options.load.progress.as_ref();
    let plan = plan(&options.sources, &options.load)?;
    let decisions = match &options.links {
        Some(path) => Decisions::read(path)?,
        None => Decisions::of_sources(&options.sources)?,
    };
    let key = options.signing.key()?;
    let output = Output::lock(&options.out)?;
    let pin = output.store().pin()?;
    let version = output.store().continued_version()?;
    let previous = version.map(|version| output.ledger(&version)).transpose();
    let previous = previous.map_err(|error| match &pin {
        None => anyhow!(
            "the current version, whose ids and dates are to be continued, cannot be read: \
             {error}; name an older version in CURRENT, or build into an empty folder to begin anew"
        ),
        Some(pin) => anyhow!(
            "the newest version, whose ids and dates are to be continued while {} is pinned, cannot \
             be read: {error}; move its folder away to continue the version before it",
            pin.version
        ),
    })?;
    let previous = previous.as_ref();
    check_accepted(&options.load.accept_drop, &plan, previous)?;
    let continued = previous.map(|ledger| ledger.head().built_at);
    let which = if pin.is_some() { "newest" } else { "current" };
    let built_at = output.free_time(build_time(options.built_at, continued, which)?);

    progress.stage("reading lists");
    let Attempts { registers, containers } = attempts(&plan, load_all(&plan, options));
    progress.stage("comparing with the version before");
    let stage = || output.store().stage(&built_at.to_version());
    let staged = options.unfinished.begin(stage)?;
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
        misspelt: plan.misspelt,
        not_fetched: options.not_fetched.clone(),
        collections,
        pin,
    };
    progress.stage("verifying and publishing");
    let publish = || output.publish(staged, files, &report, key.as_ref());
    options.unfinished.publish(&report.version, publish)?;
    Ok(report)
}

/// Checks that every register with an accepted drop is built. Slugs come from the folders, since the
/// previous version may know registers without a description.
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

/// Returns the requested or the present time; it must be later than the version that is continued.
/// `which` says if that is the current or the newest one.
fn build_time(
    requested: Option<Timestamp>,
    continued: Option<Timestamp>,
    which: &str,
) -> anyhow::Result<Timestamp> {
    match (requested, continued) {
        (Some(requested), Some(before)) if requested < before => {
            bail!(
                "--built-at {requested} is before the {which} version, which was built at {before}"
            )
        }
        (requested, continued) => {
            let wanted = requested.unwrap_or_else(Timestamp::now);
            Ok(continued.map_or(wanted, |before| wanted.max(Timestamp(before.0 + 1))))
        }
    }
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

fn load_all(plan: &Plan, options: &BuildOptions) -> Vec<Loaded> {
    let load = |description| load_register(description, &options.sources, &options.load);
    plan.registers.par_iter().map(load).collect()
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
            // A year is not a time; as seconds it would be the thirty-fourth minute of 1970.
            ("2026", None),
            ("-1", None),
            ("4294967296", None),
            ("1969-12-31", None),
            ("now", None),
        ] {
            assert_eq!(read_time(text).ok(), seconds.map(Timestamp), "{text}");
        }
    }

    #[test]
    fn a_build_is_later_than_the_version_it_continues() {
        for (requested, current, expected) in [
            (Some(100), None, Some(100)),
            (Some(100), Some(99), Some(100)),
            (Some(100), Some(100), Some(101)),
            (Some(100), Some(101), None),
            // The clock is behind the current version.
            (None, Some(4_000_000_000), Some(4_000_000_001)),
        ] {
            let time = build_time(requested.map(Timestamp), current.map(Timestamp), "current").ok();
            assert_eq!(time, expected.map(Timestamp), "{requested:?} after {current:?}");
        }
    }
}
