//! `GET /api/source` (docs/api.md, "Registers"): one register in detail.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;
use serde::Serialize;

use super::register_row::RegisterRow;
use super::{Share, type_shares};
use crate::api::http::declared::{FILLED, Form, Parameter};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::{Parameters, REGISTER_RULE};
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::validated_by_content;
use crate::api::search::shape::result;
use tamis_engine::directory::{Change, RecentChanges, SourceFacts};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{Day, NotTaken, Register, RegisterIndex, Timestamp};

/// Which register.
pub(in crate::api) const NAME: Parameter<Form<String>> =
    Parameter::new("name", "A register, by its name, slug or short name.", FILLED);

/// Answers `GET /api/source`.
pub(in crate::api) async fn source(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let parameters = Parameters::parse(query.as_deref());
    let name = NAME.needed(&parameters, REGISTER_RULE)?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    Ok(answer(&loaded, loaded.register_named(&name)?, Timestamp::now()))
}

fn answer(loaded: &Loaded, place: RegisterIndex, now: Timestamp) -> Response {
    let (snapshot, directory) = (&loaded.snapshot, loaded.directory());
    let register = &snapshot.registers()[place.index()];
    let facts = directory.source(place);
    let (run, today) = (Run::of(register), Day::of(now));
    let countries = facts.countries.iter();
    let programmes = facts.programmes.iter();
    let name = |place: u32| directory.programme(place).name;
    let detail = SourceDetail {
        row: RegisterRow::new(register, facts, now),
        entities: facts.entities,
        first_load: register.run.first_load.map(Shown),
        last_load: register.run.last_load.map(Shown),
        by_entity_type: type_shares(&facts.by_type),
        by_country: Sequence(|| {
            countries.clone().map(|&(code, count)| Share { value: Shown(code), count })
        }),
        by_programme: Sequence(|| {
            programmes.clone().map(|&(place, count)| Share { value: name(place), count })
        }),
        recent: Sequence(|| facts.recent.iter().map(|at| result(snapshot.record(*at), today))),
        last_change: facts.last_change().map(Shown),
        version: run.version.clone(),
        run_id: run.version.clone(),
        run,
        changes: changes(facts, now),
    };
    validated_by_content(&detail, "no-cache")
}

/// The answer, in the order of docs/api.md, "Registers". `version` and `run_id` both name the load
/// whose records are held: an attempt that failed changed nothing.
#[derive(Serialize)]
struct SourceDetail<'s, Countries, Programmes, Records, Changes> {
    #[serde(flatten)]
    row: RegisterRow<'s>,
    entities: u64,
    first_load: Option<Shown<Timestamp>>,
    last_load: Option<Shown<Timestamp>>,
    by_entity_type: Vec<Share<&'static str>>,
    by_country: Countries,
    by_programme: Programmes,
    recent: Records,
    last_change: Option<Shown<Timestamp>>,
    version: Option<String>,
    run_id: Option<String>,
    run: Run<'s>,
    changes: Changes,
}

/// The latest attempt to load the register, and what is held since the latest successful one.
#[derive(Serialize)]
struct Run<'s> {
    last_run_at: Shown<Timestamp>,
    /// The load whose records are held; `null` before the first.
    version: Option<String>,
    status: &'static str,
    /// Records that this load held.
    row_count: u64,
    /// `full`: each load reads the whole list, and records that are no longer there are retired.
    method: &'static str,
    cadence_hours: u32,
    /// Why the attempt failed, or what was odd about it (docs/api.md, "Active and retired
    /// records").
    reason: Option<&'s str>,
    /// Folders that seem newer than the one that was read, and why they were not taken.
    not_taken: &'s [NotTaken],
    /// Records kept though the list no longer holds them, until somebody accepts that they go.
    removals_waiting: u64,
}

impl<'s> Run<'s> {
    fn of(register: &'s Register) -> Self {
        let run = &register.run;
        Self {
            last_run_at: Shown(run.at),
            version: run.last_load.map(Timestamp::to_version),
            status: run.status.as_str(),
            row_count: run.records,
            method: "full",
            cadence_hours: register.cadence_hours,
            reason: run.reason.as_deref(),
            not_taken: &run.not_taken,
            removals_waiting: run.removals_waiting,
        }
    }
}

/// What came and went lately. The windows are whole days, UTC, and end with today, so that they
/// are sums of the days listed.
fn changes<'d>(facts: &'d SourceFacts, now: Timestamp) -> impl Serialize + 'd {
    #[derive(Serialize)]
    struct Changes<D> {
        last_added: Option<Shown<Timestamp>>,
        last_removed: Option<Shown<Timestamp>>,
        added_7d: u64,
        added_30d: u64,
        removed_7d: u64,
        removed_30d: u64,
        days: D,
    }
    let recent: RecentChanges<'d> = facts.changes(now);
    let [(added_7d, removed_7d), (added_30d, removed_30d)] = [7, 30].map(|d| recent.within(d));
    Changes {
        last_added: facts.last_added.map(Shown),
        last_removed: facts.last_removed.map(Shown),
        added_7d,
        added_30d,
        removed_7d,
        removed_30d,
        days: Sequence(move || recent.days().map(ChangesOfDay::from)),
    }
}

#[derive(Serialize)]
struct ChangesOfDay {
    date: Shown<Date>,
    added: u64,
    removed: u64,
}

impl From<Change> for ChangesOfDay {
    fn from(change: Change) -> Self {
        Self { date: Shown(Date(change.day)), added: change.added, removed: change.removed }
    }
}

/// The calendar date of a moment, `YYYY-MM-DD`.
struct Date(Timestamp);

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.0.to_string();
        f.write_str(text.split('T').next().unwrap_or_default())
    }
}
