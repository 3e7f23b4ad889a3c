//! The answer to one query: its names read, its candidates gathered, the best of them walked to,
//! and those put into words.

use std::cell::RefCell;

use super::explain::{Explainer, Hit};
use super::query::{MatchQuery, MatchSettings};
use crate::candidates::{BoundFilter, Scratch, Walk, gather};
use crate::model::Schema;
use crate::query::{QueryName, read_names};

/// The answer to one query.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchAnswer {
    /// Candidates compared: records gathered that pass the filter.
    pub total: u64,
    /// Whether `total` is an estimate (docs/api.md, "Match answers").
    pub total_estimated: bool,
    /// The best records, best first.
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
    let names = read_names(&filter.snapshot().index(), &query.names);
    answer_as(query, query.schema, &names, filter, settings)
}

/// Answers one query as if it had this schema; its names are those that were read of it.
pub(crate) fn answer_as(
    query: &MatchQuery,
    schema: Schema,
    names: &[QueryName<'_>],
    filter: &BoundFilter<'_>,
    settings: MatchSettings,
) -> MatchAnswer {
    let snapshot = filter.snapshot();
    let index = &snapshot.index();
    let MatchSettings { limit, algorithm } = settings;
    let facts = &algorithm.facts(query, schema);
    SCRATCH.with_borrow_mut(|scratch| {
        let gathered = gather(index, names, &query.imos, filter, &mut scratch.members);
        let stage = gathered.stage;
        let walk = Walk { index, filter, stage, names, imos: &query.imos, facts };
        let ranked = walk.best(limit, scratch);
        let mut explainer =
            Explainer { snapshot, index, query, schema, names, facts, algorithm, scratch };
        MatchAnswer {
            total: gathered.total,
            total_estimated: gathered.estimated,
            hits: explainer.hits(&ranked),
        }
    })
}
