//! Comparison of the engine's answers with those of the oracles.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use tamis_engine::directory::Directory;
use tamis_engine::limits::{THRESHOLD_DEFAULT, TOTAL_EXACT_BELOW};
use tamis_engine::matching::{
    Algorithm, BoundFilter, Explain, FeatureKind, Filter, Grouping, MatchAnswer, MatchQuery,
    MatchSettings, answer,
};
use tamis_engine::model::RecordOrdinal;
use tamis_engine::scoring::party::Party;
use tamis_engine::search::{Order, SearchFilter, SearchQuery, facets, search};
use tamis_engine::snapshot::Snapshot;
use uuid::Uuid;

use super::oracle::{Oracle, OracleAnswer, Scored};
use super::search_oracle::SearchOracle;

/// Asserts that the engine and the oracle agree on one query.
pub fn hold_answers(snapshot: &Snapshot, oracle: &Oracle<'_>, query: &MatchQuery, filter: &Filter) {
    if let Some(difference) = difference(snapshot, oracle, query, filter) {
        panic!("{difference}, {query:?} {filter:?}");
    }
}

/// Describes the first difference between the engine's answers to a query and the oracle's.
pub fn difference(
    snapshot: &Snapshot,
    oracle: &Oracle<'_>,
    query: &MatchQuery,
    filter: &Filter,
) -> Option<String> {
    let bound = BoundFilter::new(snapshot, filter);
    let candidates = oracle.candidates(query, &bound);
    each_settings().find_map(|settings| {
        let OracleAnswer { total, ranked, identified } = oracle.rank(query, &candidates, settings);
        let results = |ranked: Vec<Scored>| -> Vec<Expected> {
            let results = match settings.group {
                Grouping::Record => ranked.into_iter().map(|ranked| (ranked, None)).collect(),
                Grouping::Entity => parties(&bound, ranked),
            };
            let shown = |((_, score, _), _): &Expected| score.rounded() >= settings.cutoff;
            results.into_iter().take_while(shown).take(settings.limit).collect()
        };
        let party =
            |((record, ..), _): &Expected| settings.group.party(&bound.snapshot().index(), *record);
        let expected =
            with_imo_matches(results(ranked), results(identified), settings.limit, party);
        let found = answer(query, &bound, settings);
        let difference = of_hits(&found, &expected)
            .or_else(|| of_totals(&found, total, || oracle.widened_in_all(query)))?;
        Some(format!("{difference} ({settings:?})"))
    })
}

/// Returns all settings that every query is run with.
pub fn each_settings() -> impl Iterator<Item = MatchSettings> {
    let explain = Explain::Full;
    let each = move |(limit, cutoff, threshold)| {
        let algorithms = Algorithm::ALL.iter();
        let settings = move |&algorithm| {
            let groups = Grouping::ALL.iter();
            groups.map(move |&group| MatchSettings {
                limit,
                algorithm,
                group,
                threshold,
                cutoff,
                explain,
            })
        };
        algorithms.flat_map(settings)
    };
    let normal = [(1, 0.0), (5, 0.0), (5, 0.75), (50, 0.0), (50, 0.4)];
    let normal = normal.map(|(limit, cutoff)| (limit, cutoff, THRESHOLD_DEFAULT));
    normal.into_iter().chain([(3, 0.0, 0.95), (5, 0.8, 0.4), (5, 0.0, 0.0)]).flat_map(each)
}

/// A result: a record with its scores and, if grouped by party, the other records of the party.
type Expected = (Scored, Option<Vec<RecordOrdinal>>);

/// Returns the first record of each party, with the other records of the party that pass.
fn parties(filter: &BoundFilter<'_>, all: Vec<Scored>) -> Vec<Expected> {
    let (snapshot, rows) = (filter.snapshot(), filter.snapshot().index().records);
    let entity_of = |record| snapshot.merged_entity(record);
    let mut passing: BTreeMap<Uuid, Vec<RecordOrdinal>> = BTreeMap::new();
    for record in (0..rows.len() as u32 - 1).map(RecordOrdinal) {
        if let (Some(entity), true) = (entity_of(record), filter.passes(&rows[record.index()])) {
            passing.entry(entity).or_default().push(record);
        }
    }
    let mut parties: Vec<Expected> = Vec::new();
    let mut seen = BTreeSet::new();
    for ranked in all {
        let entity = entity_of(ranked.0);
        if entity.is_none_or(|entity| seen.insert(entity)) {
            let all = entity.map(|entity| passing[&entity].clone()).unwrap_or_default();
            let mut others: Vec<_> = all.into_iter().filter(|other| *other != ranked.0).collect();
            others.sort_by_key(|other| snapshot.record(*other).id());
            parties.push((ranked, Some(others)));
        }
    }
    parties
}

/// Returns the results, in which records with a queried IMO number replace the last ones if they are
/// missing.
fn with_imo_matches(
    mut results: Vec<Expected>,
    identified: Vec<Expected>,
    limit: usize,
    party: impl Fn(&Expected) -> Party,
) -> Vec<Expected> {
    let (parties, known): (Vec<Party>, Vec<Party>) =
        (identified.iter().map(&party).collect(), results.iter().map(&party).collect());
    for missing in identified.into_iter().filter(|one| !known.contains(&party(one))) {
        if results.len() == limit {
            let last = results.iter().rposition(|result| !parties.contains(&party(result)));
            results.remove(last.expect("there are no more of them than places"));
        }
        results.push(missing);
    }
    results.sort_by_key(|((record, score, name), _)| (Reverse(*score), Reverse(*name), *record));
    results
}

fn of_hits(found: &MatchAnswer, expected: &[Expected]) -> Option<String> {
    for (place, (hit, (record, others))) in found.hits.iter().zip(expected).enumerate() {
        let name = hit.features.iter().find(|feature| feature.kind == FeatureKind::NameMatch);
        let found = (hit.record, hit.score, name.map_or(0.0, |name| name.score), &hit.others);
        let expected = (record.0, record.1.rounded(), record.2.rounded(), others);
        if found != expected {
            return Some(format!("place {place}: {found:?} instead of {expected:?}"));
        }
    }
    let (found, expected) = (found.hits.len(), expected.len());
    (found != expected).then(|| format!("{found} results instead of {expected}"))
}

/// Compares totals. An estimate is allowed with many candidates, even when few of them pass the filter.
fn of_totals(
    found: &MatchAnswer,
    expected: usize,
    widened_in_all: impl Fn() -> usize,
) -> Option<String> {
    let total = found.total;
    if !found.total_estimated {
        return (total != expected as u64).then(|| format!("total {total} instead of {expected}"));
    }
    let are_few = expected < TOTAL_EXACT_BELOW && widened_in_all() < TOTAL_EXACT_BELOW;
    are_few.then(|| format!("total {total} is an estimate of {expected}"))
}

/// Returns the records of all pages of a search, one page after the other.
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

/// Asserts that the engine and the oracle agree on one search and its facets.
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
