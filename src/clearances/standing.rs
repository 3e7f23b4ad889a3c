//! The decisions on a customer as they stand now: which still hold, and why others do not.

use std::collections::BTreeMap;

use super::basis::Basis;
use super::decision::{Clearance, Decision, OfCustomer};
use super::facts::Facts;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{Day, RecordId};
use tamis_engine::snapshot::{RecordView, Snapshot};

/// A decision that leaves a record among the hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StandingDecision {
    /// Word for tables: `reopened`, `expired`, `confirmed` or `open`.
    pub(crate) word: &'static str,
    /// The parts that have changed since, or the end of the decision; empty if it is as it was.
    pub(crate) changed: String,
}

impl StandingDecision {
    /// True if it was cleared once.
    pub(crate) fn is_back(&self) -> bool {
        matches!(self.word, REOPENED | EXPIRED)
    }
}

const REOPENED: &str = "reopened";
const EXPIRED: &str = "expired";

/// The words of decisions that leave a record among the hits.
pub(crate) const DECISIONS_LEFT: [&str; 4] =
    [REOPENED, EXPIRED, Decision::Confirmed.as_str(), Decision::Open.as_str()];

/// The decisions on a customer whose records are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Records that are cleared.
    pub(crate) cleared: Vec<RecordId>,
    /// The decisions on others.
    pub(crate) others: BTreeMap<RecordId, StandingDecision>,
}

impl Standing {
    /// The decisions on a customer on a day, given the query and the lists as they are.
    pub(crate) fn of(
        decisions: &OfCustomer,
        query: &MatchQuery,
        snapshot: &Snapshot,
        today: Day,
    ) -> Self {
        let mut standing = Self::default();
        for (record, clearance) in decisions {
            // A record that is not listed is no hit. It may come back, and its decision with it.
            let Some(listed) = snapshot.find(*record) else { continue };
            match decision_now(clearance, query, snapshot.record(listed), today) {
                None => standing.cleared.push(*record),
                Some(other) => {
                    standing.others.insert(*record, other);
                }
            }
        }
        standing
    }
}

/// The decision if it leaves the record among the hits; `None` if it clears it.
fn decision_now(
    clearance: &Clearance,
    query: &MatchQuery,
    record: RecordView<'_>,
    today: Day,
) -> Option<StandingDecision> {
    let now = Basis::of(query, record);
    let changed = (now != clearance.basis).then(|| {
        let facts = clearance.facts.as_ref().map(|then| (then, Facts::of(record)));
        let facts = facts.as_ref().map(|(then, now)| (*then, now));
        now.changed_since(&clearance.basis, facts)
    });
    let changed = changed.flatten();
    let word = match clearance.decision {
        Decision::Cleared if changed.is_some() => REOPENED,
        Decision::Cleared if clearance.is_over(today) => EXPIRED,
        Decision::Cleared => return None,
        other => other.as_str(),
    };
    let expired = || match (word, clearance.until) {
        (EXPIRED, Some(until)) => format!("it was cleared until {until}"),
        _ => String::new(),
    };
    Some(StandingDecision { word, changed: changed.unwrap_or_else(expired) })
}
