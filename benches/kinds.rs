//! Measures, in process, queries other than one full name: with birth date and country, several names,
//! a filter that few records pass, one word, one letter, a number.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench kinds`

mod support;

use std::time::{Duration, Instant};

use support::load::mixed;
use support::{Asked, Numbers, percentile_cells, percentile_heads};
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Collection, CountryCode, PartialDate, RecordOrdinal, WordOrdinal};
use tamis_engine::snapshot::Snapshot;

// The server's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Queries of each kind, and of each class when they are generated.
const EACH: usize = 2000;
/// Names of a query with several names.
const NAMES: usize = 5;

fn main() {
    let snapshot = support::snapshot();
    let names = mixed(support::queries(&snapshot, EACH));
    let (all, narrow) = (Filter::collection(Collection::Default), narrow(&snapshot));
    println!("{:<36} {}", "kind", percentile_heads());
    for (kind, queries) in kinds(&snapshot, &names) {
        print(kind, &snapshot, &queries, &all);
    }
    let queries: Vec<MatchQuery> = by_name(&names).collect();
    print("name, register of fewest records", &snapshot, &queries, &narrow);
}

fn print(kind: &str, snapshot: &Snapshot, queries: &[MatchQuery], filter: &Filter) {
    let filter = BoundFilter::new(snapshot, filter);
    let settings = MatchSettings::default();
    let time = |query: &MatchQuery| {
        let start = Instant::now();
        drop(answer(query, &filter, settings));
        start.elapsed()
    };
    let mut times: Vec<Duration> = queries.iter().map(time).collect();
    println!("{kind:<36} {}", percentile_cells(&mut times));
}

fn kinds(snapshot: &Snapshot, names: &[Asked]) -> Vec<(&'static str, Vec<MatchQuery>)> {
    let mut numbers = Numbers(7);
    let index = snapshot.index();
    let one_word = |word: u32| {
        let schema = names[word as usize % names.len()].schema;
        MatchQuery::by_name(schema, index.word_text(WordOrdinal(word)))
    };
    let several = names.chunks_exact(NAMES).map(|names| MatchQuery {
        names: names.iter().map(|asked| asked.name.as_str().into()).collect(),
        ..MatchQuery::by_name(names[0].schema, "")
    });
    let imo = |record: u32| {
        let imos = snapshot.record(RecordOrdinal(record)).imo().into_iter().collect();
        MatchQuery { imos, ..MatchQuery::default() }
    };
    let letters = ('a'..='z').cycle().take(EACH);
    vec![
        ("name", by_name(names).collect()),
        ("name, birth date and country", with_facts(names, &mut numbers).collect()),
        ("five names", several.take(EACH).collect()),
        ("one of the 100 most frequent words", (0..100).cycle().take(EACH).map(one_word).collect()),
        (
            "one letter",
            letters.map(|l| MatchQuery::by_name(names[0].schema, l.to_string())).collect(),
        ),
        (
            "IMO number alone",
            (0..snapshot.record_count() as u32)
                .map(imo)
                .filter(|query| !query.imos.is_empty())
                .take(EACH)
                .collect(),
        ),
    ]
}

fn by_name(names: &[Asked]) -> impl Iterator<Item = MatchQuery> {
    names.iter().map(|asked| MatchQuery::by_name(asked.schema, asked.name.as_str()))
}

/// Adds an invented birth date and a country to names.
fn with_facts<'a>(
    names: &'a [Asked],
    numbers: &'a mut Numbers,
) -> impl Iterator<Item = MatchQuery> + 'a {
    const COUNTRIES: [&str; 8] = ["RU", "IR", "SY", "CN", "US", "GB", "MX", "UA"];
    by_name(names).map(|query| {
        let [year, month, day] =
            [1940 + numbers.below(60), 1 + numbers.below(12), 1 + numbers.below(28)];
        let born: PartialDate = format!("{year}-{month:02}-{day:02}").parse().expect("a date");
        let country = CountryCode::parse(COUNTRIES[numbers.below(8)]).expect("a country");
        MatchQuery { birth_dates: vec![born], countries: vec![country], ..query }
    })
}

/// Returns a filter for the register with the fewest records.
fn narrow(snapshot: &Snapshot) -> Filter {
    let registers = snapshot.registers().iter();
    let fewest = registers.min_by_key(|register| register.run.records).expect("a register");
    let include = Some(vec![fewest.name.clone()]);
    Filter { include, ..Filter::collection(Collection::Default) }
}
