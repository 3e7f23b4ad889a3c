//! How long does one query take in process, and how many can be answered on all cores?
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench queries [-- PART OF A CLASS'S NAME]`

mod support;

use std::slice::from_ref;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tamis::limits::MATCH_IN_PLACE_STEPS;
use tamis_engine::matching::{
    Algorithm, AskedName, BoundFilter, Filter, MatchQuery, MatchSettings, answer, steps,
};
use tamis_engine::model::{Collection, Schema};
use tamis_engine::snapshot::Snapshot;

const EACH: usize = 4000;

fn main() {
    let snapshot = support::snapshot();
    let filter = BoundFilter::new(&snapshot, &Filter::collection(Collection::Default));
    let settings = MatchSettings { limit: 5, algorithm: Algorithm::Standard };
    let ask =
        |name: &str| answer(&MatchQuery::by_name(Schema::LegalEntity, name), &filter, settings);
    println!(
        "{:<28} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "class", "p50 µs", "p99 µs", "mean µs", "total", "estim. µs", "in place", "their p99"
    );
    let mut all = Vec::new();
    // Cargo adds `--bench`.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    for (class, names) in support::queries(&snapshot, EACH) {
        if wanted.as_ref().is_some_and(|wanted| !class.contains(wanted.as_str())) {
            continue;
        }
        let mut total = 0;
        names.iter().take(EACH / 10).for_each(|name| drop(ask(name)));
        let mut times: Vec<_> = names
            .iter()
            .map(|name| {
                let start = Instant::now();
                let answer = ask(name);
                let time = start.elapsed();
                total += answer.total;
                time
            })
            .collect();
        let (p50, p99, mean) = support::percentiles(&mut times);
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        let total = total / EACH as u64;
        let InPlace { estimate, share, mut times } = in_place(&snapshot, &names, &ask);
        let slow =
            if times.is_empty() { Duration::ZERO } else { support::percentiles(&mut times).1 };
        println!(
            "{class:<28} {:>9.1} {:>9.1} {:>9.1} {total:>9} {:>9.1} {:>8.0}% {:>9.1}",
            us(p50),
            us(p99),
            us(mean),
            us(estimate),
            share * 100.0,
            us(slow)
        );
        all.extend(names);
    }
    let start = Instant::now();
    all.par_iter().for_each(|name| drop(ask(name)));
    let rate = all.len() as f64 / start.elapsed().as_secs_f64();
    println!("all classes on {} threads: {rate:.0} queries/s", rayon::current_num_threads());
}

/// What the server answers where a request stands.
struct InPlace {
    /// Mean time of the estimate that tells.
    estimate: Duration,
    /// Share of the queries.
    share: f64,
    /// How long they take.
    times: Vec<Duration>,
}

fn in_place<T>(snapshot: &Snapshot, names: &[String], ask: &impl Fn(&str) -> T) -> InPlace {
    let asked: Vec<AskedName> = names.iter().map(AskedName::new).collect();
    let index = snapshot.index();
    let start = Instant::now();
    let estimates = asked.iter().map(|name| steps(&index, from_ref(name), MATCH_IN_PLACE_STEPS));
    let estimates: Vec<u64> = estimates.collect();
    let estimate = start.elapsed() / names.len().max(1) as u32;
    let small = names.iter().zip(&estimates).filter(|(_, steps)| **steps <= MATCH_IN_PLACE_STEPS);
    let times: Vec<Duration> = small
        .map(|(name, _)| {
            let start = Instant::now();
            drop(ask(name));
            start.elapsed()
        })
        .collect();
    InPlace { estimate, share: times.len() as f64 / names.len().max(1) as f64, times }
}
