//! Measures the time of one query in process, and the rate of queries on all cores.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench queries [-- PART OF A CLASS'S NAME]`
//!
//! With `TAMIS_BENCH_QUERIES=FILE`, the queries of a file replace the generated ones
//! (`support::queries`).

mod support;

use std::slice::from_ref;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use support::{Asked, percentile_cells, percentile_heads, us};
use tamis::limits::MATCH_IN_PLACE_MICROS;
use tamis_engine::matching::{
    BoundFilter, Filter, MatchQuery, MatchSettings, QueryName, answer, estimated_micros,
};
use tamis_engine::model::Collection;
use tamis_engine::query::resolve_names;
use tamis_engine::snapshot::Snapshot;

// The server's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EACH: usize = 4000;

fn main() {
    let snapshot = support::snapshot();
    let filter = BoundFilter::new(&snapshot, &Filter::collection(Collection::Default));
    let settings = MatchSettings::default();
    let ask =
        |query: &Asked| answer(&MatchQuery::by_name(query.schema, &query.name), &filter, settings);
    println!(
        "{:<28} {} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "class",
        percentile_heads(),
        "reading",
        "total",
        "estim. µs",
        "in place",
        "their p99"
    );
    // Cargo adds `--bench`.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let (mut all, mut all_times) = (Vec::new(), Vec::new());
    for (class, queries) in support::queries(&snapshot, EACH) {
        if wanted.as_ref().is_some_and(|wanted| !class.contains(wanted.as_str())) {
            continue;
        }
        queries.iter().take(queries.len() / 10).for_each(|query| drop(ask(query)));
        let (mut times, totals): (Vec<Duration>, Vec<u64>) =
            queries.iter().map(|query| timed(|| ask(query).total)).unzip();
        let total = totals.iter().sum::<u64>() / queries.len() as u64;
        let InPlace { estimate, share, times: theirs } = in_place(&snapshot, &queries, &ask);
        println!(
            "{class:<28} {} {:>9.1} {total:>9} {:>9.1} {:>8.0}% {:>9.1}",
            percentile_cells(&mut times),
            us(reading(&snapshot, &queries)),
            us(estimate),
            share * 100.0,
            us(theirs)
        );
        all_times.extend(times);
        all.extend(queries);
    }
    println!("{:<28} {}", "all classes", percentile_cells(&mut all_times));
    let (time, ()) = timed(|| all.par_iter().for_each(|query| drop(ask(query))));
    let rate = all.len() as f64 / time.as_secs_f64();
    println!("all classes on {} threads: {rate:.0} queries/s", rayon::current_num_threads());
}

/// Mean time of reading a query's words and expanding them to terms.
fn reading(snapshot: &Snapshot, queries: &[Asked]) -> Duration {
    let names: Vec<QueryName> = queries.iter().map(|query| QueryName::new(&query.name)).collect();
    let (time, ()) =
        timed(|| names.iter().for_each(|name| drop(resolve_names(snapshot, from_ref(name)))));
    time / queries.len().max(1) as u32
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

/// Queries that the server answers in place, on the thread of the request.
struct InPlace {
    /// Mean time of the estimate that decides it.
    estimate: Duration,
    /// Share of the queries.
    share: f64,
    /// 99th percentile of their times.
    times: Duration,
}

fn in_place<T>(snapshot: &Snapshot, queries: &[Asked], ask: &impl Fn(&Asked) -> T) -> InPlace {
    let names: Vec<QueryName> = queries.iter().map(|query| QueryName::new(&query.name)).collect();
    let index = snapshot.index();
    let estimate_of = |name| estimated_micros(&index, from_ref(name), MATCH_IN_PLACE_MICROS);
    let (time, estimates) = timed(|| names.iter().map(estimate_of).collect::<Vec<u64>>());
    let asked = queries.iter().zip(&estimates);
    let small = asked.filter(|(_, micros)| **micros <= MATCH_IN_PLACE_MICROS);
    let mut times: Vec<Duration> = small.map(|(query, _)| timed(|| ask(query)).0).collect();
    InPlace {
        estimate: time / queries.len().max(1) as u32,
        share: times.len() as f64 / queries.len().max(1) as f64,
        times: if times.is_empty() { Duration::ZERO } else { support::percentiles(&mut times).1 },
    }
}
