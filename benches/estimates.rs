//! Compares the estimated time of queries with the measured one.
//!
//! Prints a line per query with its class, the estimate and the time, both in microseconds; at the end,
//! the share of queries within a factor of three. The cache of fuzzy expansions is empty for each
//! query.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench estimates`

mod support;

use std::hint::black_box;
use std::time::Instant;

use tamis_engine::matching::{
    BoundFilter, Filter, MatchQuery, MatchSettings, answer, estimated_micros,
};
use tamis_engine::model::Collection;

// The server's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EACH: usize = 2000;
const FACTOR: f64 = 3.0;

fn main() {
    let snapshot = support::snapshot();
    let filter = BoundFilter::new(&snapshot, &Filter::collection(Collection::Default));
    let (mut near, mut all) = (0, 0);
    for (class, queries) in support::queries(&snapshot, EACH) {
        // The first queries bring the file into memory.
        let first = queries.len() / 10;
        for (at, asked) in queries.iter().enumerate() {
            let query = MatchQuery::by_name(asked.schema, &asked.name);
            let estimate = estimated_micros(&snapshot.index(), &query.names, u64::MAX) as f64;
            let start = Instant::now();
            black_box(answer(&query, &filter, MatchSettings::default()));
            let time = start.elapsed().as_secs_f64() * 1e6;
            if at >= first {
                println!("{class}\t{estimate:.0}\t{time:.1}");
                all += 1;
                near += u32::from((time / FACTOR..time * FACTOR).contains(&estimate));
            }
        }
    }
    println!(
        "{:.1} % of {all} within a factor of {FACTOR}",
        f64::from(near) * 100.0 / f64::from(all)
    );
}
