//! The engine answers what scoring everything answers: same records, same scores, same order,
//! same total, for small worlds made to be awkward.

mod support;

use proptest::prelude::*;
use proptest::sample::select;
use support::oracle::Oracle;
use support::real::real_lists;
use support::worlds::{With, World, person, record};
use tamis_engine::matching::{Algorithm, BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Collection, CountryCode, EntityType, ImoNumber, Schema, Topic};
use tamis_engine::snapshot::{ActiveRecord, Snapshot};

/// Words close to each other, words that join, initials, particles, titles, numbers, places,
/// legal forms, several scripts.
const WORDS: &[&str] = &[
    "danan",
    "banan",
    "danam",
    "danana",
    "mohammed",
    "muhammad",
    "mohamed",
    "محمد",
    "ali",
    "alia",
    "abdul",
    "rahman",
    "abdulrahman",
    "rahim",
    "bin",
    "ben",
    "al",
    "hassan",
    "hussein",
    "hasan",
    "j",
    "m",
    "a",
    "ivan",
    "ivanov",
    "ivanova",
    "petrov",
    "иванов",
    "sergei",
    "sergey",
    "dr",
    "maria",
    "mario",
    "garcia",
    "lopez",
    "kim",
    "jong",
    "un",
    "jongun",
    "chol",
    "king",
    "of",
    "the",
    "blue",
    "star",
    "bluestar",
    "trading",
    "bank",
    "llc",
    "ltd",
    "gmbh",
    "2",
    "3",
    "iii",
    "iran",
    "tehran",
    "russia",
    "zhang",
    "wei",
    "张",
    "伟",
    "김",
    "정은",
    "ocean",
    "oceanic",
];

fn name() -> impl Strategy<Value = String> {
    prop::collection::vec(select(WORDS), 1..6).prop_map(|words| words.join(" "))
}

fn entity_type() -> impl Strategy<Value = Option<EntityType>> {
    prop_oneof![
        4 => Just(Some(EntityType::Individual)),
        2 => Just(Some(EntityType::Company)),
        1 => Just(Some(EntityType::Vessel)),
        1 => Just(None),
    ]
}

fn a_record() -> impl Strategy<Value = ActiveRecord> {
    let date = prop::option::weighted(0.5, select(&["1960", "1960-05", "1960-05-01", "1961"][..]));
    let country = prop::option::weighted(0.5, select(&["RU", "IR", "KP"][..]));
    let imo = prop::option::weighted(0.1, select(&["9074729", "9000001"][..]));
    let names = prop::collection::vec(name(), 1..4);
    (names, entity_type(), date, country, imo, 0u16..3).prop_map(
        |(names, entity_type, date, country, imo, register)| {
            let mut made = record(0, entity_type, &names[0]).in_register(register);
            made = names[1..].iter().fold(made, |made, alias| made.alias(alias));
            made = date.into_iter().fold(made, With::born);
            made = country.into_iter().fold(made, With::of);
            imo.into_iter().fold(made, With::imo)
        },
    )
}

fn a_query() -> impl Strategy<Value = MatchQuery> {
    let names = prop_oneof![
        8 => prop::collection::vec(name(), 1..2),
        1 => prop::collection::vec(name(), 2..4),
        1 => select(&["mohammed", "al", "iv", "ocean s", "danan banan", "x y"][..])
            .prop_map(|name| vec![name.to_owned()]),
    ];
    let schema = select(Schema::ALL);
    let dates = prop::collection::vec(select(&["1960", "1960-05-01", "1975"][..]), 0..2);
    let countries = prop::collection::vec(select(&["RU", "KP", "US"][..]), 0..2);
    let imos = prop::collection::vec(select(&["9074729"][..]), 0..2);
    let imos = prop_oneof![9 => Just(Vec::new()), 1 => imos];
    (names, schema, dates, countries, imos).prop_map(|(names, schema, dates, countries, imos)| {
        MatchQuery {
            schema,
            names,
            birth_dates: dates.iter().map(|date| date.parse().expect("a date")).collect(),
            countries: countries.iter().filter_map(|code| CountryCode::parse(code)).collect(),
            imos: imos.iter().filter_map(|imo| ImoNumber::parse(imo)).collect(),
        }
    })
}

fn a_filter() -> impl Strategy<Value = Filter> {
    let collection = prop_oneof![3 => Just(Collection::Default), 1 => select(Collection::ALL)];
    let topics = prop_oneof![3 => Just(Vec::new()), 1 => Just(vec![Topic::Pep])];
    let exclude = prop_oneof![3 => Just(Vec::new()), 1 => Just(vec!["Test Sanctions".to_owned()])];
    (collection, topics, exclude).prop_map(|(collection, topics, exclude)| Filter {
        topics,
        exclude,
        ..Filter::collection(collection)
    })
}

/// Holds the engine to the oracle for one query.
fn compare(snapshot: &Snapshot, oracle: &Oracle<'_>, query: &MatchQuery, filter: &Filter) {
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
            assert_eq!(found.total, expected.total as u64, "total of {query:?} {filter:?}");
            assert!(!found.total_estimated);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn for_awkward_worlds(
        records in prop::collection::vec(a_record(), 1..220),
        queries in prop::collection::vec((a_query(), a_filter()), 24),
    ) {
        let numbered = records.into_iter().enumerate();
        let records = numbered.map(|(at, mut record)| {
            record.id.0 = at as u64 + 1;
            record.record.reference = at.to_string();
            record
        });
        let world = World::new(records.collect());
        let oracle = Oracle::new(&world.snapshot);
        for (query, filter) in &queries {
            compare(&world.snapshot, &oracle, query, filter);
        }
    }
}

/// Fifty or more records hold the word, so the search is not widened; a close spelling and a
/// record whose words are spread over several names are at stake.
#[test]
fn with_enough_namesakes_only_they_answer() {
    let mut records: Vec<ActiveRecord> =
        (0..60).map(|at| person(at + 1, &format!("Danan Family{at}"))).collect();
    records.push(person(100, "Banan Danam"));
    records.push(person(101, "Danan").alias("Other Banan"));
    records.push(person(102, "Mohammed").alias("Danan").alias("Ivan Petrov"));
    let world = World::new(records);
    let oracle = Oracle::new(&world.snapshot);
    for name in ["danan", "danan family7", "danan banan", "mohammed danan", "danam"] {
        let query = MatchQuery::by_name(Schema::Person, name);
        compare(&world.snapshot, &oracle, &query, &Filter::collection(Collection::Default));
    }
}

/// The words of real lists are more, and closer to each other, than any made-up world's.
#[test]
fn over_the_real_lists() {
    let Some(lists) = real_lists("engine against oracle") else { return };
    let snapshot = lists.open();
    let oracle = Oracle::new(&snapshot);
    let filter = Filter::collection(Collection::Default);
    for (name, born) in [
        ("Mohammad Hassan Ali", None),
        ("Abdul Rahman al Zarqawi", Some("1966")),
        ("Maria Garcia Lopez", None),
        ("Ocean Star Shipping Co Ltd", None),
        ("Serguei Ivanof", Some("1970-01-01")),
        ("محمد علي", None),
    ] {
        let birth_dates = born.iter().map(|date| date.parse().expect("a date")).collect();
        let query = MatchQuery { birth_dates, ..MatchQuery::by_name(Schema::LegalEntity, name) };
        compare(&snapshot, &oracle, &query, &filter);
    }
}
