//! Search and facets answer what looking at every record answers: the same records, in the same
//! order, each on exactly one page, and the same counts.

mod support;

use proptest::prelude::*;
use proptest::sample::select;
use support::real::real_lists;
use support::search_oracle::SearchOracle;
use support::worlds::{BUILT_AT, With, World, record};
use tamis_engine::directory::Directory;
use tamis_engine::matching::Filter;
use tamis_engine::model::{
    Collection, CountryCode, EntityType, ListType, RecordOrdinal, Timestamp, Topic,
};
use tamis_engine::search::{Order, SearchFilter, SearchQuery, facets, search};
use tamis_engine::snapshot::{ActiveRecord, Snapshot};

/// Words that matching reads as one code, joins, splits or drops; words that begin alike;
/// several scripts.
const WORDS: &[&str] = &[
    "Star",
    "Start",
    "Starr",
    "Shipping",
    "Company",
    "Limited",
    "Ltd",
    "LLC",
    "Joint-Stock",
    "Joint",
    "Stock",
    "Trading",
    "abd",
    "al-Rahman",
    "Abdul",
    "Rahman",
    "bin",
    "O'Neill",
    "U.S.A.",
    "usa",
    "Iván",
    "Ivan",
    "Иван",
    "Two",
    "2",
    "II",
    "Мария",
    "محمد",
    "بن",
    "习近平",
    "习",
    "&",
    "the",
];

const GAPS: &[&str] = &[" ", " ", " ", ", ", "-", " / ", " (", "\u{a0}"];

fn a_name() -> impl Strategy<Value = String> {
    let word = (select(WORDS), select(GAPS)).prop_map(|(word, gap)| format!("{word}{gap}"));
    prop::collection::vec(word, 1..5).prop_map(|words| words.concat())
}

fn a_date() -> impl Strategy<Value = &'static str> {
    select(&["1960", "1960-05", "1960-05-01", "1960-06", "1961", "1961-12-31"][..])
}

fn a_country() -> impl Strategy<Value = &'static str> {
    select(&["RU", "IR", "KP", "AA", "ZZ"][..])
}

fn a_programme() -> impl Strategy<Value = &'static str> {
    select(&["P-ONE", "P-TWO", "p-one"][..])
}

fn an_entity_type() -> impl Strategy<Value = Option<EntityType>> {
    prop::option::weighted(0.8, select(EntityType::ALL))
}

/// A moment around the build of the snapshot, one of few.
fn a_moment() -> impl Strategy<Value = Timestamp> {
    (0i64..6).prop_map(|day| Timestamp(BUILT_AT.0 - day * 86_400))
}

fn a_record() -> impl Strategy<Value = ActiveRecord> {
    let names = prop::collection::vec(a_name(), 1..4);
    let dates = prop::collection::vec(a_date(), 0..3);
    let countries = prop::collection::vec(a_country(), 0..4);
    let programmes = prop::collection::vec(a_programme(), 0..3);
    let moments = (a_moment(), a_moment());
    let imo = prop::option::weighted(0.2, Just("9074729"));
    (names, an_entity_type(), dates, countries, programmes, moments, imo, 0u16..3).prop_map(
        |(names, kind, dates, countries, programmes, (first_seen, last_change), imo, register)| {
            let mut made = record(0, kind, &names[0]).in_register(register);
            made = names[1..].iter().fold(made, |made, alias| made.alias(alias));
            made = dates.into_iter().fold(made, With::born);
            made = countries.into_iter().fold(made, With::of);
            made = imo.into_iter().fold(made, With::imo);
            made.record.programmes = programmes.into_iter().map(str::to_owned).collect();
            ActiveRecord { first_seen, last_change, ..made }
        },
    )
}

fn a_text() -> impl Strategy<Value = Option<String>> {
    let cut = (a_name(), 1usize..12).prop_map(|(name, end)| name.chars().take(end).collect());
    prop_oneof![
        2 => Just(None),
        4 => a_name().prop_map(Some),
        2 => a_name().prop_map(|name| Some(name.to_uppercase())),
        3 => cut.prop_map(Some),
        1 => select(&["\"Star\" OR Ivan", "sta*", "Star~1", "!?", "nobody", "star star"][..])
            .prop_map(|text| Some(text.to_owned())),
    ]
}

fn sometimes<T: std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    prop::option::weighted(0.2, value)
}

fn a_filter() -> impl Strategy<Value = SearchFilter> {
    let registers = || {
        let name = select(&["Test Sanctions", "Test Peps", "Test Debarments", "Nobody's"][..]);
        name.prop_map(str::to_owned)
    };
    let collection = prop_oneof![3 => Just(Collection::Default), 1 => select(Collection::ALL)];
    let base = (
        collection,
        sometimes(select(Topic::ALL)),
        sometimes(prop::collection::vec(registers(), 1..3)),
        sometimes(registers()),
        sometimes(a_moment()),
    );
    let base = base.prop_map(|(collection, topic, include, exclude, changed_since)| Filter {
        collection,
        topics: topic.into_iter().collect(),
        include,
        exclude: exclude.into_iter().collect(),
        changed_since,
    });
    let own = (
        sometimes(select(EntityType::ALL)),
        sometimes(select(ListType::ALL)),
        sometimes(registers()),
        sometimes(a_country()),
        sometimes(a_date()),
        sometimes(a_programme()),
    );
    (base, own).prop_map(|(base, (entity_type, list_type, source, country, date, programme))| {
        SearchFilter {
            base,
            entity_type,
            list_type,
            source,
            nationality: country.and_then(CountryCode::parse),
            birth_date: date.and_then(|date| date.parse().ok()),
            programme: programme.map(str::to_owned),
        }
    })
}

/// The records of all pages of a search, one page after the other.
fn all_pages(
    snapshot: &Snapshot,
    directory: &Directory,
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
fn compare(
    snapshot: &Snapshot,
    directory: &Directory,
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn for_awkward_worlds(
        records in prop::collection::vec(a_record(), 1..120),
        searches in prop::collection::vec((a_text(), a_filter(), 1usize..30), 40),
    ) {
        let numbered = records.into_iter().enumerate();
        let records = numbered.map(|(at, mut record)| {
            record.id.0 = at as u64 + 1;
            record.record.reference = at.to_string();
            record
        });
        let world = World::new(records.collect());
        let directory = Directory::new(&world.snapshot);
        let oracle = SearchOracle::new(&world.snapshot);
        for (text, filter, limit) in &searches {
            compare(&world.snapshot, &directory, &oracle, (text, filter, *limit));
        }
    }
}

/// Parts of the names of real records, in another order, and the values of their other fields.
#[test]
fn over_the_real_lists() {
    let Some(lists) = real_lists("search against oracle") else { return };
    let snapshot = lists.open();
    let directory = Directory::new(&snapshot);
    let oracle = SearchOracle::new(&snapshot);
    // So many records are found that they are not put in order but walked by age.
    let sanctions = SearchFilter::of(Filter::collection(Collection::Sanctions));
    let persons = SearchFilter {
        base: Filter {
            changed_since: Some(Timestamp(1)),
            ..Filter::collection(Collection::Sanctions)
        },
        entity_type: Some(EntityType::Individual),
        ..sanctions.clone()
    };
    // Of these only the newest are held while all are looked at.
    let source = Some("US OFAC Specially Designated Nationals".to_owned());
    let register = SearchFilter { source, ..sanctions.clone() };
    for filter in [&sanctions, &persons, &register] {
        assert!(oracle.search(None, filter, Order::Name).len() > 5000);
        compare(&snapshot, &directory, &oracle, (&None, filter, 1000));
    }
    let step = snapshot.record_count() / 60;
    for at in (0..snapshot.record_count()).step_by(step) {
        let record = snapshot.record(RecordOrdinal(at as u32));
        let name = record.aliases().last().unwrap_or(record.name());
        let mut words: Vec<&str> = name.split_whitespace().collect();
        words.reverse();
        words.truncate(2);
        let start: String = record.name().chars().take(3).collect();
        let everything = SearchFilter::of(Filter::collection(Collection::Default));
        let like = SearchFilter {
            entity_type: record.entity_type(),
            nationality: record.countries().next(),
            birth_date: record.birth_dates().next(),
            programme: record.programmes().next().map(str::to_owned),
            ..everything.clone()
        };
        for (text, filter) in [
            (Some(words.join(" ")), &everything),
            (Some(start), &everything),
            (Some(words.join(" ")), &like),
            (None, &like),
        ] {
            compare(&snapshot, &directory, &oracle, (&text, filter, 500));
        }
        let found = oracle.search(Some(&words.join(" ")), &everything, Order::Name);
        assert!(found.contains(&record.ordinal()), "{name} by {words:?}");
    }
}
