//! Earlier decisions on the customer of a query (docs/evidence.md, "Clearances"): what they leave out of
//! the answer, and what is said of the others.

use std::iter::once;

use super::dropped::customer_unread;
use super::queries::NamedQuery;
use crate::api::http::ignored::Ignored;
use crate::clearances::{Basis, Clearances, Standing, StandingDecision};
use crate::limits::ENTITY_RECORDS_MAX;
use tamis_engine::matching::{self, BoundFilter, Hit, MatchAnswer, MatchQuery, MatchSettings};
use tamis_engine::model::{Day, RecordOrdinal};
use tamis_engine::snapshot::Snapshot;

/// The decisions on the customer of a query, applied to its answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Decided {
    /// SHA-256 of the file of decisions; empty if there is none yet.
    sha256: String,
    /// The decisions on the customer, as they stand.
    standing: Standing,
    /// Hits that are left out as cleared.
    pub(crate) cleared: u64,
}

/// Notes a customer whose decisions do not count, since none are heeded.
pub(crate) fn note_unheeded(
    of: &NamedQuery,
    clearances: Option<&Clearances>,
    ignored: &mut Ignored,
) {
    if of.customer.is_some() && clearances.is_none() {
        ignored.note(|| customer_unread(&of.key));
    }
}

impl Decided {
    /// The decisions on a customer of whom there are none.
    pub(crate) fn none(clearances: &Clearances) -> Self {
        Self { sha256: clearances.sha256.clone(), ..Self::default() }
    }

    /// Asks for a customer, without the records that are cleared.
    pub(crate) fn answer(
        clearances: &Clearances,
        customer: &str,
        query: &MatchQuery,
        filter: &BoundFilter<'_>,
        how: MatchSettings,
        today: Day,
    ) -> (MatchAnswer, Self) {
        let snapshot = filter.snapshot();
        let decisions = clearances.of(customer);
        let standing = decisions.map(|own| Standing::of(own, query, snapshot, today));
        let standing = standing.unwrap_or_default();
        let is_hit = |at: &RecordOrdinal| {
            let hit = || matching::of_record(query, filter, how, *at);
            filter.passes_record(*at) && hit().is_some_and(|hit| hit.score >= how.threshold)
        };
        let cleared = standing.cleared.iter().filter_map(|record| snapshot.find(*record));
        let cleared = cleared.filter(is_hit).count() as u64;
        let answer = matching::answer(query, &filter.without(&standing.cleared), how);
        (answer, Self { sha256: clearances.sha256.clone(), standing, cleared })
    }

    /// SHA-256 of the file of decisions; empty if there is none yet.
    pub(crate) fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The earlier decision on a hit: the first on one of its records.
    pub(crate) fn on(&self, snapshot: &Snapshot, hit: &Hit) -> Option<&StandingDecision> {
        records_of(hit).find_map(|at| self.standing.others.get(&snapshot.record(at).id()))
    }
}

/// The record of a hit, and the others of its party that are shown.
pub(crate) fn records_of(hit: &Hit) -> impl Iterator<Item = RecordOrdinal> + '_ {
    once(hit.record).chain(hit.others.iter().flatten().copied().take(ENTITY_RECORDS_MAX - 1))
}

/// The basis of a decision on each record of a hit.
pub(crate) fn bases(
    query: &MatchQuery,
    snapshot: &Snapshot,
    hit: &Hit,
) -> impl Iterator<Item = String> {
    records_of(hit).map(|at| Basis::of(query, snapshot.record(at)).to_string())
}
