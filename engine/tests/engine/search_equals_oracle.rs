//! Search and facets give the same answers as examining every record: the same records in the same
//! order, each on exactly one page, and the same counts.

use proptest::prelude::*;
use proptest::sample::select;
use tamis_engine::directory::Directory;
use tamis_engine::matching::Filter;
use tamis_engine::model::{
    Collection, CountryCode, EntityType, LastChange, ListType, ListingFilter, Timestamp, Topic,
};
use tamis_engine::search::SearchFilter;
use tamis_engine::snapshot::ActiveRecord;

use crate::support::held_to_oracle::hold_searches;
use crate::support::listings::{ENDS, a_listing_filter};
use crate::support::search_oracle::SearchOracle;
use crate::support::worlds::{BUILT_AT, With, World, record};

/// Words that matching folds, joins, splits or drops; words with a common beginning; several scripts.
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

/// Draws one of a few moments around the build of the snapshot.
fn a_moment() -> impl Strategy<Value = Timestamp> {
    (0i64..6).prop_map(|day| Timestamp(BUILT_AT.0 - day * 86_400))
}

fn a_record() -> impl Strategy<Value = ActiveRecord> {
    let names = prop::collection::vec(a_name(), 1..4);
    let dates = prop::collection::vec(a_date(), 0..3);
    let countries = prop::collection::vec(a_country(), 0..4);
    let programmes = prop::collection::vec(a_programme(), 0..3);
    let moments = (a_moment(), a_moment(), a_moment());
    let imo = prop::option::weighted(0.2, Just("9074729"));
    let past = prop::option::weighted(0.2, Just("born before 1900"));
    let listed = (prop::option::weighted(0.4, select(ENDS)), past, 0u16..3);
    (names, an_entity_type(), dates, countries, programmes, moments, imo, listed).prop_map(
        |(names, kind, dates, countries, programmes, moments, imo, (until, past, register))| {
            let (first_seen, party, listing) = moments;
            let last_change = LastChange { party, listing };
            let mut made = record(0, kind, &names[0]).in_register(register);
            made = names[1..].iter().fold(made, |made, alias| made.alias(alias));
            made = dates.into_iter().fold(made, With::born);
            made = countries.into_iter().fold(made, With::of);
            made = imo.into_iter().fold(made, With::imo);
            made = until.into_iter().fold(made, With::until);
            made.record.historical = past.map(str::to_owned);
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
        sometimes(a_listing_filter()),
    );
    let base = base.prop_map(|(collection, topic, include, exclude, since, listing)| Filter {
        collection,
        topics: topic.into_iter().collect(),
        include,
        exclude: exclude.into_iter().collect(),
        changed_since: since,
        listing: listing.unwrap_or(ListingFilter::All),
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
            hold_searches(&world.snapshot, directory, &oracle, (text, filter, *limit));
        }
    }
}
