//! Asks the queries whose cost `.ci/budget` counts, and prints the allocations of each class.
//!
//! `.ci/budget` runs this program under callgrind, which writes its counts to a file at each call and at each
//! return of [`counted`]: every other file has the instructions of one class, in the order of the lines that
//! are printed here.
//!
//! `cargo bench --profile budget -p tamis-engine --bench budget -- SNAPSHOTS`

#[path = "../../benches/support/queries.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the benches of the server")]
mod queries;

use std::alloc::System;
use std::hint::black_box;

use ahash::random_state::{RandomSource, set_random_source};
use queries::Asked;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::Collection;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Queries of each of the five classes, so 600 in all.
const EACH: usize = 120;

/// Seeds every table of hashes alike, so that two runs count the same.
struct SameSeed;

impl RandomSource for SameSeed {
    fn gen_hasher_seed(&self) -> usize {
        0
    }
}

fn main() {
    set_random_source(SameSeed).expect("no table of hashes is made before this");
    // Several threads that open a snapshot would leave the allocator in another state each time.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    alone.build_global().expect("the first pool");
    // Cargo adds `--bench`.
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let store = SnapshotStore::new(folder.expect("a folder of snapshots"));
    let warm = open(&store);
    for (class, queries) in queries::queries(&warm, EACH) {
        // Sets up the tables that all snapshots share.
        let filter = bound(&warm);
        queries.iter().for_each(|asked| ask(asked, &filter));
        // Has found no words yet: most of the cost of a misspelt word is finding those like it.
        let fresh = open(&store);
        let (filter, region) = (bound(&fresh), Region::new(ALLOCATOR));
        counted(&queries, &filter);
        let used = region.change();
        println!("{class}\t{}\t{}", queries.len(), used.allocations + used.reallocations);
    }
}

fn open(store: &SnapshotStore) -> Snapshot {
    let version = store.current_version().ok().flatten().expect("a current snapshot");
    store.open(&version).expect("the current snapshot opens").0
}

fn bound(snapshot: &Snapshot) -> BoundFilter<'_> {
    BoundFilter::new(snapshot, &Filter::collection(Collection::Default))
}

/// Asks the queries of a class. Callgrind finds this function by its name.
#[inline(never)]
fn counted(queries: &[Asked], filter: &BoundFilter<'_>) {
    for asked in queries {
        ask(asked, filter);
    }
}

fn ask(asked: &Asked, filter: &BoundFilter<'_>) {
    let query = MatchQuery::by_name(asked.schema, asked.name.as_str());
    black_box(answer(&query, filter, MatchSettings::default()));
}
