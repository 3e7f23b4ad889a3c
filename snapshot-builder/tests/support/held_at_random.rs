//! The engine held to the oracle by random queries.
//!
//! `TAMIS_ORACLE_SEED` draws other queries, `TAMIS_ORACLE_QUERIES` says how many are asked and
//! `TAMIS_ORACLE_FIRST` from which number on, so that one can be asked alone.

use rayon::prelude::*;
use tamis_engine::matching::{BoundFilter, Filter, MatchAnswer, MatchQuery, answer};
use tamis_engine::snapshot::Snapshot;

use super::held_to_oracle::{difference, each_settings};
use super::oracle::Oracle;
use super::random_queries::RandomQueries;

/// Which queries are asked.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub seed: u64,
    pub first: u64,
    pub queries: u64,
}

impl Asked {
    /// What the environment says, else the queries 0 to this many.
    pub fn or(queries: u64) -> Self {
        Self {
            seed: number_of("TAMIS_ORACLE_SEED", 1),
            first: number_of("TAMIS_ORACLE_FIRST", 0),
            queries: number_of("TAMIS_ORACLE_QUERIES", queries),
        }
    }

    fn numbers(self) -> std::ops::Range<u64> {
        self.first..self.first + self.queries
    }
}

/// A number in the environment.
pub fn number_of(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable}: {text}")))
}

/// Every query has the answers of the oracle. All that have not are shown.
pub fn hold_at_random(snapshot: &Snapshot, asked: Asked) {
    let oracle = Oracle::new(snapshot);
    let queries = RandomQueries::new(snapshot, asked.seed);
    let differing: Vec<String> = asked
        .numbers()
        .into_par_iter()
        .filter_map(|number| {
            let (query, filter) = queries.query(number);
            let difference = difference(snapshot, &oracle, &query, &filter)?;
            Some(told(asked.seed, number, &query, &filter, &difference))
        })
        .collect();
    let (records, count) = (snapshot.record_count(), differing.len());
    println!("{asked:?} over {records} records: {count} differ");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Answers found by two threads at once are those that one finds alone. The second snapshot is the
/// first one, opened again: what a thread remembers of a word cannot come from the other run.
pub fn hold_threads(snapshot: &Snapshot, again: &Snapshot, asked: Asked) {
    let queries = RandomQueries::new(snapshot, asked.seed);
    let numbers: Vec<u64> = asked.numbers().collect();
    let alone: Vec<Vec<MatchAnswer>> =
        numbers.iter().map(|&number| answers(snapshot, &queries.query(number))).collect();
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let together: Vec<Vec<MatchAnswer>> = two.install(|| {
        let numbers = numbers.par_iter().with_max_len(1);
        numbers.map(|&number| answers(again, &queries.query(number))).collect()
    });
    for (number, (alone, together)) in numbers.iter().zip(alone.iter().zip(&together)) {
        let (query, filter) = queries.query(*number);
        let about = || told(asked.seed, *number, &query, &filter, "two threads answer otherwise");
        assert_eq!(alone, together, "{}", about());
    }
}

/// The answers to a query, whatever they are.
fn answers(snapshot: &Snapshot, (query, filter): &(MatchQuery, Filter)) -> Vec<MatchAnswer> {
    let bound = BoundFilter::new(snapshot, filter);
    each_settings().map(|settings| answer(query, &bound, settings)).collect()
}

fn told(seed: u64, number: u64, query: &MatchQuery, filter: &Filter, what: &str) -> String {
    format!(
        "TAMIS_ORACLE_SEED={seed} TAMIS_ORACLE_FIRST={number} TAMIS_ORACLE_QUERIES=1: {what}: \
         {query:?} {filter:?}"
    )
}
