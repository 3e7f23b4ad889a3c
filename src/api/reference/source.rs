//! `GET /api/source` (docs/api.md, "Registers"): one register in detail.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;
use serde::Serialize;

use super::register_row::{RegisterRow, register_row};
use super::shared::{type_names, type_shares};
use crate::api::http::declared::{FILLED, Form, Parameter};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::{Parameters, REGISTER_RULE};
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::validated_by_content;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use crate::api::search::shape::{Counted, result, value_counts};
use crate::limits::{SOURCE_COUNTRIES_MAX, SOURCE_DAYS, SOURCE_PROGRAMMES_MAX, SOURCE_RECENT_MAX};
use tamis_engine::directory::{Change, RecentChanges, SourceFacts};
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::model::{Day, NotTaken, Register, RegisterIndex, RunStatus, Timestamp};

/// The `name` parameter of a register.
const NAME: Parameter<Form<String>> =
    Parameter::new("name", "A register, by its name, slug or short name.", FILLED);

pub(super) fn describe(document: &mut Document) {
    document.schema("RegisterDetail", detail().shape());
    document.schema("RegisterRun", run().shape());
    document.schema("RegisterChanges", changes_shape().shape());
    document.operation(
        Operation::get("/api/source", "getSource", source)
            .tag("Lists")
            .summary("One register in detail")
            .parameter(NAME.shown_needed())
            .answers("The register.", Shape::component("RegisterDetail"))
            .revalidates()
            .refuses(&[400, 404])
            .example("ofac", &[("name", rules::EXAMPLE_REGISTER)]),
    );
}

/// Answers `GET /api/source`.
async fn source(
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
            countries.clone().map(|&(code, count)| Counted { value: Shown(code), count })
        }),
        by_programme: Sequence(|| {
            programmes.clone().map(|&(place, count)| Counted { value: name(place), count })
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

answer! {
    /// The answer, in the order of docs/api.md, "Registers". `version` and `run_id` both name the load
    /// that produced the present records: a failed attempt changes nothing.
    struct SourceDetail<'s, Countries, Programmes, Records, Changes> as detail {
        row..: RegisterRow<'s> = register_row(),
        /// Distinct parties
        entities: u64 = Shape::count(),
        first_load: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        last_load: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// `UNKNOWN` if the list does not give the type of a party
        by_entity_type: Vec<Counted<&'static str>> = value_counts(type_or_unknown()),
        by_country: Countries = up_to(SOURCE_COUNTRIES_MAX, rules::country()),
        by_programme: Programmes = up_to(SOURCE_PROGRAMMES_MAX, Shape::string()),
        /// Most recently added records
        recent: Records = Shape::array(Shape::component("SearchResult"))
            .with("maxItems", SOURCE_RECENT_MAX as u64),
        /// Latest record added or removed
        last_change: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        /// Last load run
        version: Option<String> = rules::version().or_null(),
        /// The same as `version`
        run_id: Option<String> = rules::version().or_null(),
        run: Run<'s> = Shape::component("RegisterRun"),
        changes: Changes = Shape::component("RegisterChanges"),
    }
}

fn up_to(most: usize, values: Shape) -> Shape {
    value_counts(values).with("maxItems", most as u64)
}

fn type_or_unknown() -> Shape {
    Shape::one_of(&type_names().collect::<Vec<_>>())
}

answer! {
    /// The latest attempt to load the register, and the records since the latest successful one.
    struct Run<'s> as run {
        last_run_at: Shown<Timestamp> = rules::timestamp(),
        version: Option<String> = rules::version().or_null(),
        status: &'static str = Shape::one_of(RunStatus::NAMES),
        row_count: u64 = Shape::count(),
        /// `full`: each load reads the whole list
        method: &'static str = Shape::string(),
        cadence_hours: u32 = Shape::count(),
        /// Reason for a failure, or a note about an unusual load
        reason: Option<&'s str> = Shape::string().or_null(),
        /// Newer folders that were not loaded
        not_taken: &'s [NotTaken] = Shape::array(Shape::object(vec![
            ("folder", Shape::string()),
            ("reason", Shape::string()),
        ])),
        /// Records kept though missing from the list, until the drop is accepted
        removals_waiting: u64 = Shape::count(),
    }
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

/// Records added and removed lately. The windows are whole UTC days and end with today, so they are
/// sums of the listed days.
fn changes<'d>(facts: &'d SourceFacts, now: Timestamp) -> impl Serialize + 'd {
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

answer! {
    struct Changes<D> as changes_shape {
        last_added: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        last_removed: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        added_7d: u64 = Shape::count(),
        added_30d: u64 = Shape::count(),
        removed_7d: u64 = Shape::count(),
        removed_30d: u64 = Shape::count(),
        /// The last 90 days
        days: D = Shape::array(changes_of_day().shape()).with("maxItems", SOURCE_DAYS as u64),
    }
}

answer! {
    struct ChangesOfDay as changes_of_day {
        date: Shown<Date> = Shape::format("date"),
        added: u64 = Shape::count(),
        removed: u64 = Shape::count(),
    }
}

impl From<Change> for ChangesOfDay {
    fn from(change: Change) -> Self {
        Self { date: Shown(Date(change.day)), added: change.added, removed: change.removed }
    }
}

/// Calendar date of a timestamp, `YYYY-MM-DD`.
struct Date(Timestamp);

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.0.to_string();
        f.write_str(text.split('T').next().unwrap_or_default())
    }
}
