//! Screening of files of messages with the same settings over one snapshot.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::answer::{About, FilterAnswer, shown_fault};
pub(crate) use super::embargo::FoundEmbargo;
pub(crate) use super::found::{AppliedRule, Found, FoundHit, NO_TEXT, Verdict};
pub(crate) use super::plan::Treated;
pub(crate) use super::plan::{Plan, Treatment};
use super::planner::plan;
use super::screening::Screening;
use crate::api::http::declared::{Choice, Defaulted, Parameter};
use crate::api::http::error::ApiError;
use crate::api::http::ignored::Ignored;
use crate::api::http::metrics::QueryCounts;
use crate::api::http::shape::to_json;
use crate::api::http::turns::{GivenUp, Turn};
use crate::api::matching::Settings;
use crate::policy::Policy;
use crate::receipts::{self, Basis, canonical};
use tamis_engine::matching::{BoundFilter, MatchSettings};
use tamis_engine::model::{Collection, Day};
use tamis_engine::snapshot::Snapshot;

/// Extent of the report on elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    Short,
    Full,
}

pub(crate) const REPORT: Defaulted<Choice<Report>> = Parameter::new(
    "report",
    "With `full`, the answer names every element of the messages, with what was done about it.",
    Choice {
        from_name: |name| match name {
            "short" => Some(Report::Short),
            "full" => Some(Report::Full),
            _ => None,
        },
        accepted: &["short", "full"],
    },
)
.or(Report::Short);

/// A snapshot with the settings of a filter request.
pub(crate) struct MessageFilter<'s> {
    about: About<'s>,
    filter: BoundFilter<'s>,
    how: MatchSettings,
    counts: QueryCounts,
    /// Notes that apply to every file: unknown registers.
    ignored: Ignored,
}

/// The answer about a file of messages.
pub(crate) struct Filtered {
    pub(crate) verdict: Verdict,
    /// The answer as JSON (docs/api.md, "Filter").
    pub(crate) json: Vec<u8>,
}

impl<'s> MessageFilter<'s> {
    pub(crate) fn new(
        (snapshot, sha256): (&'s Snapshot, &'s str),
        collection: Collection,
        mut settings: Settings,
        report: Report,
        today: Day,
        counts: QueryCounts,
    ) -> Self {
        let mut ignored = Ignored::default();
        let (filter, mut how) = settings.bind(collection, snapshot, today, &mut ignored);
        how.cutoff = settings.looked_for_from(true);
        let showing = settings.showing(today);
        let has_report = report == Report::Full;
        let about = About { snapshot, sha256, collection, settings, showing, has_report };
        Self { about, filter, how, counts, ignored }
    }

    /// The fields that the receipts of its answers have in common, without a policy. `manifest` is the
    /// SHA-256 of the manifest, `given` are the parameters.
    pub(crate) fn basis(&self, manifest: &str, given: &str) -> Basis {
        let About { snapshot, collection, settings, showing, has_report, .. } = &self.about;
        let report = if *has_report { "full" } else { "short" };
        let decided = settings.decided(given, false) + &format!("&{}={report}", REPORT.name());
        Basis::new(snapshot, manifest, *collection, settings.algorithm, decided, showing.today)
    }

    /// Screens a file of messages without writing the answer. Notes that apply to every file are added to
    /// `ignored`.
    pub(in crate::api) fn found(
        &self,
        plan: Plan,
        ignored: &mut Ignored,
        turn: &Turn,
    ) -> Result<Found<'s>, GivenUp> {
        ignored.add(self.ignored.clone());
        let About { snapshot, collection, settings, showing, .. } = &self.about;
        let today = showing.today;
        let mut without = Vec::new();
        for (rule, registers) in plan.exclusions() {
            let parameter = format!("exclude_dataset of rule {}", rule.number());
            ignored.note_unknown(&parameter, registers, snapshot.registers());
            without.push((rule, settings.bind_without(registers, *collection, snapshot, today)));
        }
        let Self { filter, how, counts, .. } = self;
        let cutoff = settings.looked_for_from(false);
        Screening { filter, without, how: *how, cutoff, today, counts }.run(plan, turn)
    }

    /// Screens a file of messages. Notes that apply to every file are added to `ignored`.
    pub(crate) fn screen(
        &self,
        plan: Plan,
        mut ignored: Ignored,
        turn: &Turn,
    ) -> Result<Filtered, GivenUp> {
        let found = self.found(plan, &mut ignored, turn)?;
        let verdict = found.verdict();
        let json = to_json(&FilterAnswer { about: &self.about, found: &found, ignored });
        Ok(Filtered { verdict, json })
    }
}

/// The answer about a file in the canonical form of receipts, and its verdict: without the time of the
/// answer, what was ignored of the request, and receipts.
///
/// # Errors
/// It is no such answer.
pub(crate) fn canonical_verdict(json: &[u8]) -> serde_json::Result<(Vec<u8>, receipts::Verdict)> {
    let mut answer: Map<String, Value> = serde_json::from_slice(json)?;
    for of_request in ["checked_at", "ignored", "receipts"] {
        answer.remove(of_request);
    }
    let verdict = match answer.get("verdict").and_then(Value::as_str) {
        Some("pass") => receipts::Verdict::Clear,
        Some("hit") => receipts::Verdict::Hit,
        _ => receipts::Verdict::Unverified,
    };
    Ok((canonical(&answer), verdict))
}

/// Reads a file of messages, for a policy.
pub(crate) fn read_plan(file: &[u8], policy: &Arc<Policy>) -> Result<Plan, ApiError> {
    let file =
        tamis_payments::read(file).map_err(|fault| ApiError::BadMessage(shown_fault(fault)))?;
    Ok(plan(file, policy))
}
