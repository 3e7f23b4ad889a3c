//! The use case: fetches lists from their publishers, and builds a new version if one is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tamis_engine::model::Timestamp;

use crate::build::{BuildOptions, build};
use crate::error::{Refused, make_folder};
use crate::fetch::{
    FetchOptions, FetchReport, FetchStatus, Meanwhile, Outcome, fetch_meanwhile, read_seconds,
};
use crate::ledger::{LEDGER_FILE, Ledger};
use crate::limits::REFRESH_WAIT;
use crate::report::BuildReport;
use tamis_engine::snapshot::SnapshotError;
use tamis_engine::store::{LastRefresh, RefreshOutcome, SnapshotStore};

/// Seconds of an hour, the unit of cadences.
const HOUR: i64 = 3_600;

/// Reason for a version without a list that had not arrived when it was built.
const STILL_COMING: &str =
    "its list was still coming when this version was built; a later one takes it";

/// Selection of lists to fetch, and conditions for building a version from them.
#[derive(Debug, Clone, clap::Args)]
pub struct RefreshOptions {
    #[command(flatten)]
    pub fetching: FetchOptions,
    /// Build even if nothing is new.
    #[arg(long)]
    pub always_build: bool,
    /// Seconds after which the lists that have arrived are built and published while others are still
    /// being fetched; 300 unless given.
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub publish_after: Option<Duration>,
}

/// Result of a refresh.
#[derive(Debug)]
pub struct RefreshReport {
    /// Results of the fetch, for each register.
    pub fetched: FetchReport,
    /// Versions built while lists were still being fetched, oldest first.
    pub early: Vec<BuildReport>,
    /// Version built at the end; `None` if nothing is new since the last one. On an error the current
    /// version stays; callers must still report the fetch.
    pub built: anyhow::Result<Option<BuildReport>>,
}

/// The builds of one refresh.
struct Builds<'r> {
    building: &'r BuildOptions,
    early: Vec<BuildReport>,
    /// Registers that were fetched before the last build of `early`.
    in_early: BTreeSet<String>,
    /// Number of registers that had arrived at the last attempt.
    came: usize,
}

/// Fetches and builds. A failed list delays no other, and a late one delays others by at most
/// `publish_after`.
///
/// A version is built if a list is new, if no version exists, or if the current one was not made from
/// the present lists. It is also built if it would soon call lists stale that are merely unchanged.
///
/// # Errors
/// No list could be fetched; the current version stays.
pub fn refresh(options: &RefreshOptions, building: &BuildOptions) -> anyhow::Result<RefreshReport> {
    let mut builds = Builds { building, early: Vec::new(), in_early: BTreeSet::new(), came: 0 };
    let every = options.publish_after.unwrap_or(REFRESH_WAIT);
    let mut work = |came: &FetchReport, coming: &BTreeSet<String>| builds.early(came, coming);
    let meanwhile = Meanwhile { every, work: &mut work };
    let progress = building.load.progress.as_ref();
    let fetched = fetch_meanwhile(&building.sources, &options.fetching, progress, meanwhile)?;
    let (early, built) = builds.last(&fetched, options.always_build)?;
    Ok(RefreshReport { fetched, early, built })
}

impl Builds<'_> {
    /// Builds the lists that arrived since the last build, if a build is needed. Errors are left to the
    /// last build, which tries again and reports them.
    fn early(&mut self, came: &FetchReport, coming: &BTreeSet<String>) {
        let has_come = came.registers.len() > self.came;
        self.came = came.registers.len();
        let fresh = self.fresh(came);
        if !has_come || !has_any(&fresh) {
            return;
        }
        let mut building = with_failures(self.building, came);
        let late = coming.iter().map(|slug| (slug.clone(), STILL_COMING.to_owned()));
        building.not_fetched.extend(late);
        let Ok(Some(report)) = build_where_due(&building, &fresh, false) else { return };
        self.in_early = came.registers.iter().map(|row| row.slug.clone()).collect();
        let built = Ok(Some(report));
        // The version is published; the server is notified again at the end of the refresh.
        let _ = report_outcome(&building, came, &built, None);
        self.early.extend(built.ok().flatten());
    }

    /// Builds the lists that are in no version yet, after all downloads have ended.
    fn last(
        self,
        fetched: &FetchReport,
        always_build: bool,
    ) -> anyhow::Result<(Vec<BuildReport>, anyhow::Result<Option<BuildReport>>)> {
        let building = with_failures(self.building, fetched);
        let always_build = always_build && self.early.is_empty();
        let built = build_where_due(&building, &self.fresh(fetched), always_build);
        let is_turned_away = matches!(
            built.as_ref().map_err(anyhow::Error::downcast_ref),
            Err(Some(Refused::Locked(_)))
        );
        if !is_turned_away {
            report_outcome(&building, fetched, &built, self.early.last())?;
        }
        Ok((self.early, built))
    }

    /// Registers that arrived after the last early build.
    fn fresh(&self, came: &FetchReport) -> FetchReport {
        let rows = came.registers.iter().filter(|row| !self.in_early.contains(&row.slug));
        FetchReport { registers: rows.cloned().collect() }
    }
}

/// Build options that name the lists that could not be fetched.
fn with_failures(building: &BuildOptions, fetched: &FetchReport) -> BuildOptions {
    let failures = fetched.failures().map(|(slug, reason)| (slug.to_owned(), reason.to_owned()));
    BuildOptions { not_fetched: failures.collect(), ..building.clone() }
}

/// True if a list has come, new or unchanged.
fn has_any(fetched: &FetchReport) -> bool {
    let is_there = |of: &Outcome| matches!(of, Outcome::New { .. } | Outcome::Unchanged { .. });
    fetched.registers.iter().any(|row| is_there(&row.outcome))
}

/// Notifies the server of the versions. `early` is the version published before.
fn report_outcome(
    building: &BuildOptions,
    fetched: &FetchReport,
    built: &anyhow::Result<Option<BuildReport>>,
    early: Option<&BuildReport>,
) -> anyhow::Result<()> {
    let mut failed = BTreeMap::new();
    let published = built.as_ref().map(|report| report.as_ref().or(early));
    let outcome = match published {
        Ok(Some(report)) => {
            let of_build = report.registers.iter();
            failed.extend(of_build.filter_map(|row| Some((row.slug.clone(), row.error.clone()?))));
            RefreshOutcome::Published
        }
        Ok(None) if fetched.status() != FetchStatus::Failed => RefreshOutcome::NothingNew,
        Ok(None) | Err(_) => RefreshOutcome::Failed,
    };
    // A list that was not fetched cannot be loaded either; the reason of the fetch is more useful.
    failed.extend(building.not_fetched.clone());
    let error = built.as_ref().err().map(|error| format!("{error:#}"));
    make_folder(&building.out)?;
    let store = SnapshotStore::new(&building.out);
    // An unreadable pin is an error of the build.
    let pinned = store.pin().ok().flatten().map(|pin| pin.version);
    let refresh = LastRefresh { ended_at: Timestamp::now().0, outcome, failed, error, pinned };
    Ok(store.write_refresh(&refresh)?)
}

fn build_where_due(
    building: &BuildOptions,
    fetched: &FetchReport,
    always_build: bool,
) -> anyhow::Result<Option<BuildReport>> {
    let is_due =
        always_build || has_new(fetched) || lags_behind(building, fetched, Timestamp::now())?;
    is_due.then(|| build(building)).transpose()
}

fn has_new(fetched: &FetchReport) -> bool {
    fetched.registers.iter().any(|row| matches!(row.outcome, Outcome::New { .. }))
}

/// True if the version to continue needs a build although no list is new. This version is the current
/// one, or the newest one while another is pinned. A build is due if an earlier one failed, so that the
/// version was made from another folder than the unchanged one. It is also due if the version takes its
/// list for older than a cadence. Without a readable current version a build is due as well; it reports
/// the reason.
fn lags_behind(
    building: &BuildOptions,
    fetched: &FetchReport,
    now: Timestamp,
) -> Result<bool, SnapshotError> {
    let store = SnapshotStore::new(&building.out);
    let Some(version) = store.continued_version()? else { return Ok(true) };
    let ledger = Ledger::open(&store.root().join(&version).join(LEDGER_FILE));
    let (Ok(ledger), Ok(manifest)) = (ledger, store.manifest(&version)) else { return Ok(true) };
    let unchanged = fetched.registers.iter().filter_map(|row| match &row.outcome {
        Outcome::Unchanged { folder } => Some((&row.slug, folder)),
        _ => None,
    });
    let mut lagging = unchanged.map(|(slug, folder)| {
        let own = format!("{slug}/{folder}/");
        let is_made_of_it = manifest.inputs.iter().any(|file| file.path.starts_with(&own));
        let registers = ledger.registers().iter().map(|line| &line.register);
        let is_old = registers.filter(|register| register.slug == *slug).any(|register| {
            let age = register.run.fetched_at.map_or(i64::MAX, |fetched_at| now.0 - fetched_at.0);
            age > i64::from(register.cadence_hours) * HOUR
        });
        !is_made_of_it || is_old
    });
    Ok(lagging.any(|lags| lags))
}
