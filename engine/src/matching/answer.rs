//! The answer to one query: names resolved, candidates generated, the top k found and explained.

use std::cell::RefCell;

use super::explain::{Explainer, Hit};
use super::query::{MatchQuery, MatchSettings};
use crate::candidates::{Best, BoundFilter, Scratch, Traversal};
use crate::model::{RecordOrdinal, Schema};
use crate::query::{ResolvedName, resolve_names, rewrite_names};
use crate::scoring::Score;
use crate::scoring::party::Grouping;

/// The answer to one query.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchAnswer {
    /// Candidates that pass the filter.
    pub total: u64,
    /// True if `total` is an estimate (docs/api.md, "Match answers").
    pub total_estimated: bool,
    /// Names that were aligned in full.
    pub aligned: u64,
    /// The best records, or the best record of each of the best parties, best first.
    pub hits: Vec<Hit>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Answers one query from the snapshot of the filter.
#[must_use]
pub fn answer(
    query: &MatchQuery,
    filter: &BoundFilter<'_>,
    settings: MatchSettings,
) -> MatchAnswer {
    let snapshot = filter.snapshot();
    let asked = rewrite_names(&snapshot.index(), &query.names);
    let names = resolve_names(snapshot, &asked);
    answer_as(query, query.schema, &names, filter, settings)
}

/// Answers one query under another schema; `names` are its resolved names.
pub(crate) fn answer_as(
    query: &MatchQuery,
    schema: Schema,
    names: &[ResolvedName<'_>],
    filter: &BoundFilter<'_>,
    settings: MatchSettings,
) -> MatchAnswer {
    let snapshot = filter.snapshot();
    let index = &snapshot.index();
    let MatchSettings { limit, algorithm, group, threshold, cutoff, explain } = settings;
    let [threshold, cutoff] = [threshold, cutoff].map(Score::shown_from);
    let facts = &algorithm.facts(query, schema);
    SCRATCH.with_borrow_mut(|scratch| {
        let traversal = Traversal { index, filter, names, imos: &query.imos, facts, group, cutoff };
        let Best { total, estimated, aligned, ranked } =
            traversal.best_candidates(limit, threshold, scratch);
        let mut explainer =
            Explainer { snapshot, index, query, schema, names, facts, algorithm, explain, scratch };
        let mut hits = explainer.hits(&ranked);
        if group == Grouping::Entity {
            hits.iter_mut().for_each(|hit| hit.others = Some(others_of_party(hit.record, filter)));
        }
        MatchAnswer { total, total_estimated: estimated, aligned, hits }
    })
}

/// Result of one record for a query, whether or not it is in the top k and passes the filter: explains
/// why it is, or is not, among the results.
#[must_use]
pub fn of_record(
    query: &MatchQuery,
    filter: &BoundFilter<'_>,
    settings: MatchSettings,
    record: RecordOrdinal,
) -> Option<Hit> {
    let snapshot = filter.snapshot();
    let (index, schema) = (&snapshot.index(), query.schema);
    let MatchSettings { algorithm, group, explain, .. } = settings;
    let asked = rewrite_names(index, &query.names);
    let names = &resolve_names(snapshot, &asked);
    let facts = &algorithm.facts(query, schema);
    let cutoff = Score::ZERO;
    SCRATCH.with_borrow_mut(|scratch| {
        let traversal = Traversal { index, filter, names, imos: &query.imos, facts, group, cutoff };
        let ranked = traversal.of_record(record, scratch)?;
        let mut explainer =
            Explainer { snapshot, index, query, schema, names, facts, algorithm, explain, scratch };
        explainer.hits(&[ranked]).pop()
    })
}

/// Other records of the record's merged entity that pass the filter, by ascending id.
fn others_of_party(record: RecordOrdinal, filter: &BoundFilter<'_>) -> Vec<RecordOrdinal> {
    let snapshot = filter.snapshot();
    let rows = snapshot.index().records;
    let mut others = snapshot.others_of_entity(record);
    others.retain(|other| filter.passes(&rows[other.index()]));
    others
}
