//! How long does one query take in process, and how many can be answered on all cores?
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench queries [-- PART OF A CLASS'S NAME]`

mod support;

use std::time::Instant;

use rayon::prelude::*;
use tamis_engine::matching::{Algorithm, BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Collection, Schema};

const EACH: usize = 4000;

fn main() {
    let snapshot = support::snapshot();
    let filter = BoundFilter::new(&snapshot, &Filter::collection(Collection::Default));
    let settings = MatchSettings { limit: 5, algorithm: Algorithm::Standard };
    let ask =
        |name: &str| answer(&MatchQuery::by_name(Schema::LegalEntity, name), &filter, settings);
    println!("{:<28} {:>9} {:>9} {:>9} {:>9}", "class", "p50 µs", "p99 µs", "mean µs", "total");
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
        let us = |time: std::time::Duration| time.as_secs_f64() * 1e6;
        let total = total / EACH as u64;
        println!("{class:<28} {:>9.1} {:>9.1} {:>9.1} {total:>9}", us(p50), us(p99), us(mean));
        all.extend(names);
    }
    let start = Instant::now();
    all.par_iter().for_each(|name| drop(ask(name)));
    let rate = all.len() as f64 / start.elapsed().as_secs_f64();
    println!("all classes on {} threads: {rate:.0} queries/s", rayon::current_num_threads());
}
