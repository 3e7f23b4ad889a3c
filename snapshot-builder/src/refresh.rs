//! The use case: lists fetched from their publishers, and a new version where that is worth it.

use tamis_engine::model::Timestamp;

use crate::build::{BuildOptions, build};
use crate::error::{Refused, make_folder};
use crate::fetch::{FetchOptions, FetchReport, FetchStatus, Outcome, fetch};
use crate::ledger::{LEDGER_FILE, Ledger};
use crate::report::BuildReport;
use tamis_engine::snapshot::{LastRefresh, RefreshOutcome, SnapshotError, SnapshotStore};

/// Seconds of an hour, in which cadences are given.
const HOUR: i64 = 3_600;

/// What a refresh came to.
#[derive(Debug)]
pub struct RefreshReport {
    /// What became of the registers that were to be fetched.
    pub fetched: FetchReport,
    /// The version that was built; none where nothing is new. An error leaves what was current so;
    /// what became of the fetch must be told all the same.
    pub built: anyhow::Result<Option<BuildReport>>,
}

/// Fetches and builds. A list that cannot be fetched holds up no other.
///
/// A version is built where a list is new, where there is none yet, where the current one was not
/// made of what is there, and where it would soon call lists stale that have only not changed.
///
/// # Errors
/// Nothing could be asked for; what was current still is.
pub fn refresh(
    fetching: &FetchOptions,
    building: &mut BuildOptions,
    always_build: bool,
) -> anyhow::Result<RefreshReport> {
    let fetched = fetch(&building.sources, fetching, building.load.progress.as_ref())?;
    let failures = fetched.failures().map(|(slug, reason)| (slug.to_owned(), reason.to_owned()));
    building.not_fetched = failures.collect();
    let built = build_where_due(building, &fetched, always_build);
    let is_turned_away = matches!(
        built.as_ref().map_err(anyhow::Error::downcast_ref),
        Err(Some(Refused::Locked(_)))
    );
    if !is_turned_away {
        tell(building, &fetched, &built)?;
    }
    Ok(RefreshReport { fetched, built })
}

/// Leaves word for whoever serves the versions.
fn tell(
    building: &BuildOptions,
    fetched: &FetchReport,
    built: &anyhow::Result<Option<BuildReport>>,
) -> anyhow::Result<()> {
    let mut failed = building.not_fetched.clone();
    let outcome = match built {
        Ok(Some(report)) => {
            let of_build = report.registers.iter();
            failed.extend(of_build.filter_map(|row| Some((row.slug.clone(), row.error.clone()?))));
            RefreshOutcome::Published
        }
        Ok(None) if fetched.status() != FetchStatus::Failed => RefreshOutcome::NothingNew,
        Ok(None) | Err(_) => RefreshOutcome::Failed,
    };
    let error = built.as_ref().err().map(|error| format!("{error:#}"));
    let refresh = LastRefresh { ended_at: Timestamp::now().0, outcome, failed, error };
    make_folder(&building.out)?;
    Ok(SnapshotStore::new(&building.out).tell_refresh(&refresh)?)
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

/// Whether the current version was made of another folder than the one that was just found unchanged,
/// because a build failed meanwhile, or takes its list for older than a cadence. Without a current
/// version, or with one that cannot be read, a build is due: it says why.
fn lags_behind(
    building: &BuildOptions,
    fetched: &FetchReport,
    now: Timestamp,
) -> Result<bool, SnapshotError> {
    let store = SnapshotStore::new(&building.out);
    let Some(version) = store.current_version()? else { return Ok(true) };
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
