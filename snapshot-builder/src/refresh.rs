//! The use case: lists fetched from their publishers, and a new version where that is worth it.

use tamis_engine::model::Timestamp;

use crate::build::{BuildError, BuildOptions, build};
use crate::fetch::{FetchFailure, FetchOptions, FetchReport, Outcome, fetch};
use crate::ledger::{LEDGER_FILE, Ledger};
use crate::publish::PublishError;
use crate::report::BuildReport;
use tamis_engine::snapshot::SnapshotStore;

/// Seconds of an hour, in which cadences are given.
const HOUR: i64 = 3_600;

/// What a refresh came to.
#[derive(Debug)]
pub struct RefreshReport {
    /// What became of the registers that were to be fetched.
    pub fetched: FetchReport,
    /// The version that was built; none where nothing is new.
    pub built: Option<BuildReport>,
}

/// Why a refresh ended early. The version that was current still is.
#[derive(Debug, thiserror::Error)]
pub enum RefreshFailure {
    /// Nothing could be asked for.
    #[error(transparent)]
    Fetch(#[from] FetchFailure),
    /// What was fetched cannot be built or published.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Fetches and builds. A list that cannot be fetched holds up no other.
///
/// A version is built where a list is new, where there is none yet, and where the current one would
/// soon call lists stale that have only not changed.
///
/// # Errors
/// [`RefreshFailure`].
pub fn refresh(
    fetching: &FetchOptions,
    building: &BuildOptions,
    always_build: bool,
) -> Result<RefreshReport, RefreshFailure> {
    let fetched = fetch(fetching)?;
    let is_due = always_build
        || has_new(&fetched)
        || forgets_a_fetch(building, &fetched, Timestamp::now()).map_err(BuildError::from)?;
    let built = is_due.then(|| build(building)).transpose()?;
    Ok(RefreshReport { fetched, built })
}

fn has_new(fetched: &FetchReport) -> bool {
    fetched.registers.iter().any(|row| matches!(row.outcome, Outcome::New { .. }))
}

/// Whether the current version takes lists for older than a cadence which were just found unchanged.
/// Without a current version, or with one whose ledger cannot be read, a build is due: it says why.
fn forgets_a_fetch(
    building: &BuildOptions,
    fetched: &FetchReport,
    now: Timestamp,
) -> Result<bool, PublishError> {
    let store = SnapshotStore::new(&building.out);
    let Some(version) = store.current_version()? else { return Ok(true) };
    let Ok(ledger) = Ledger::open(&store.root().join(version).join(LEDGER_FILE)) else {
        return Ok(true);
    };
    let is_unchanged = |slug: &str| {
        let mut rows = fetched.registers.iter().filter(|row| row.slug == slug);
        rows.any(|row| matches!(row.outcome, Outcome::Unchanged { .. }))
    };
    Ok(ledger.registers().iter().map(|line| &line.register).any(|register| {
        let age = register.run.fetched_at.map_or(i64::MAX, |fetched_at| now.0 - fetched_at.0);
        is_unchanged(&register.slug) && age > i64::from(register.cadence_hours) * HOUR
    }))
}
