//! Holding what the engine answers to what the oracles answer.

use tamis_engine::directory::Directory;
use tamis_engine::limits::TOTAL_EXACT_BELOW;
use tamis_engine::matching::{Algorithm, BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::RecordOrdinal;
use tamis_engine::search::{Order, SearchFilter, SearchQuery, facets, search};
use tamis_engine::snapshot::Snapshot;

use super::oracle::Oracle;
use super::search_oracle::SearchOracle;

/// Holds the engine to the oracle for one query.
pub fn hold_answers(snapshot: &Snapshot, oracle: &Oracle<'_>, query: &MatchQuery, filter: &Filter) {
    let bound = BoundFilter::new(snapshot, filter);
    for algorithm in [Algorithm::Standard, Algorithm::NameOnly] {
        let expected = oracle.answer(query, &bound, algorithm);
        for limit in [1, 5, 50] {
            let found = answer(query, &bound, MatchSettings { limit, algorithm });
            let expected_hits = expected.ranked.iter().take(limit).copied();
            for (place, (hit, expected)) in found.hits.iter().zip(expected_hits).enumerate() {
                let name_score = hit.features.first().map_or(0.0, |name| name.score);
                let found = (hit.record, hit.score, name_score);
                let expected = (expected.0, expected.1.rounded(), expected.2.rounded());
                assert_eq!(found, expected, "place {place} of {limit}, {query:?} {filter:?}");
            }
            assert_eq!(found.hits.len(), expected.ranked.len().min(limit), "{query:?} {filter:?}");
            if found.total_estimated {
                assert!(expected.total >= TOTAL_EXACT_BELOW, "{query:?} {filter:?}");
            } else {
                assert_eq!(found.total, expected.total as u64, "total of {query:?} {filter:?}");
            }
        }
    }
}

/// The records of all pages of a search, one page after the other.
fn all_pages(
    snapshot: &Snapshot,
    directory: Directory<'_>,
    query: &SearchQuery,
) -> Vec<RecordOrdinal> {
    let mut all = Vec::new();
    loop {
        let query = SearchQuery { offset: all.len(), ..query.clone() };
        let page = search(snapshot, directory, &query);
        assert!(page.records.len() <= query.limit);
        all.extend(&page.records);
        if page.records.is_empty() {
            assert_eq!(page.total, all.len(), "{query:?}");
            return all;
        }
    }
}

/// Holds one search and its facets to the oracle.
pub fn hold_searches(
    snapshot: &Snapshot,
    directory: Directory<'_>,
    oracle: &SearchOracle<'_>,
    (text, filter, limit): (&Option<String>, &SearchFilter, usize),
) {
    for order in [Order::Name, Order::Newest] {
        let (text, filter) = (text.clone(), filter.clone());
        let expected = oracle.search(text.as_deref(), &filter, order);
        let query = SearchQuery { text, filter, order, offset: 0, limit };
        assert_eq!(all_pages(snapshot, directory, &query), expected, "{query:?}");
    }
    let text = text.as_deref();
    let counted = facets(snapshot, directory, text, filter);
    assert_eq!(counted, oracle.facets(text, filter), "{text:?} {filter:?}");
}
