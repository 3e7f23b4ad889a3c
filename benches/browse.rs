//! Measures a search and its facets in process.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench browse [-- PART OF A CASE'S NAME]`

mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use tamis_engine::directory::Directory;
use tamis_engine::matching::Filter;
use tamis_engine::model::{Collection, CountryCode, EntityType, ListType, RecordOrdinal, Topic};
use tamis_engine::search::{Order, SearchFilter, SearchQuery, facets, search};
use tamis_engine::snapshot::Snapshot;

const EACH: usize = 200;

fn main() {
    let snapshot = support::snapshot();
    let directory = Directory::new(&snapshot);
    let words = frequent_words(&snapshot, directory);
    println!("most frequent words: {}", words.join(", "));
    println!("{:<44} {:>9} {:>9} {:>9} {:>9}", "case", "best µs", "p50 µs", "p99 µs", "total");
    // Cargo adds `--bench`.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    for (case, query) in cases(&snapshot, directory, &words) {
        if wanted.as_ref().is_some_and(|wanted| !case.contains(wanted.as_str())) {
            continue;
        }
        let found = search(&snapshot, directory, &query).total;
        measure(&case, found, || drop(black_box(search(&snapshot, directory, &query))));
        if query.order == Order::Name && query.offset == 0 {
            let text = query.text.as_deref();
            let count = || drop(black_box(facets(&snapshot, directory, text, &query.filter)));
            measure(&format!("facets: {case}"), found, count);
        }
    }
}

fn measure(case: &str, found: usize, ask: impl Fn()) {
    (0..EACH / 10).for_each(|_| ask());
    let mut times: Vec<Duration> = (0..EACH)
        .map(|_| {
            let start = Instant::now();
            ask();
            start.elapsed()
        })
        .collect();
    let (p50, p99, _) = support::percentiles(&mut times);
    // On a busy machine the best time is nearest to the cost of the work itself.
    let best = times[0];
    let us = |time: Duration| time.as_secs_f64() * 1e6;
    println!("{case:<44} {:>9.1} {:>9.1} {:>9.1} {found:>9}", us(best), us(p50), us(p99));
}

/// Returns the three words with the most names, among those of 400 evenly spaced records.
fn frequent_words(snapshot: &Snapshot, directory: Directory<'_>) -> Vec<String> {
    let step = (snapshot.record_count() / 400).max(1);
    let records = (0..snapshot.record_count()).step_by(step);
    let names = records.map(|at| snapshot.record(RecordOrdinal(at as u32)).name());
    let held = |word: &str| {
        directory
            .words()
            .lists_of(word)
            .map_or(0, |lists| if lists.len() == 1 { lists[0].len() } else { 0 })
    };
    let words = names.flat_map(str::split_whitespace);
    let mut words: Vec<(usize, String)> =
        words.map(|word| (held(word), word.to_lowercase())).collect();
    words.sort_unstable_by(|a, b| b.cmp(a));
    words.dedup();
    words.into_iter().take(3).map(|(_, word)| word).collect()
}

fn cases(
    snapshot: &Snapshot,
    directory: Directory<'_>,
    words: &[String],
) -> Vec<(String, SearchQuery)> {
    let all = || SearchFilter::of(Filter::collection(Collection::Default));
    let of = |collection| SearchFilter::of(Filter::collection(collection));
    let country: Option<CountryCode> =
        directory.countries().max_by_key(|country| directory.of_country(*country).len());
    let programmes = (0..directory.programme_count() as u32).map(|at| directory.programme(at).name);
    let programme = programmes.max_by_key(|name| directory.of_programme(name).len());
    let programme = programme.map(str::to_owned);
    let person = SearchFilter { entity_type: Some(EntityType::Individual), ..all() };
    let excluded = snapshot.registers().first().map(|register| register.name.clone());
    let several = SearchFilter {
        base: Filter {
            topics: vec![Topic::Sanction, Topic::Pep],
            exclude: excluded.into_iter().collect(),
            ..Filter::collection(Collection::Default)
        },
        nationality: country,
        ..person.clone()
    };
    let born = SearchFilter { birth_date: "1962".parse().ok(), ..all() };
    let of_programme = SearchFilter { programme, ..all() };
    let filters = [
        ("collection", of(Collection::Sanctions)),
        ("type", person),
        ("list type", SearchFilter { list_type: Some(ListType::Sanction), ..all() }),
        ("country", SearchFilter { nationality: country, ..all() }),
        ("birth year", born),
        ("programme", of_programme),
        ("several", several),
    ];
    let query = |text: Option<&str>, filter: &SearchFilter| SearchQuery {
        text: text.map(str::to_owned),
        filter: filter.clone(),
        order: Order::Name,
        offset: 0,
        limit: 25,
    };
    let newest = |query: &SearchQuery| SearchQuery { order: Order::Newest, ..query.clone() };
    let deep = |query: &SearchQuery| SearchQuery { offset: 10_000, ..newest(query) };
    let word = words[0].as_str();
    let two = words[..2].join(" ");
    let start: String = word.chars().take(2).collect();
    let mut cases = vec![
        ("word".to_owned(), query(Some(word), &all())),
        ("two words".to_owned(), query(Some(&two), &all())),
        ("two letters".to_owned(), query(Some(&start), &all())),
    ];
    for (name, filter) in &filters {
        cases.push((format!("word, {name}"), query(Some(word), filter)));
    }
    cases.extend(filters.iter().map(|(name, filter)| ((*name).to_owned(), query(None, filter))));
    let orders = cases.iter().flat_map(|(name, query)| {
        let at_end = (format!("{name}; newest, 10,000 on"), deep(query));
        [(format!("{name}; newest"), newest(query)), at_end]
    });
    let orders: Vec<_> = orders.collect();
    cases.extend(orders);
    cases
}
