//! Shared support of the benches: a snapshot, realistic queries and percentiles.

#![allow(dead_code, unreachable_pub, reason = "each bench uses a part of it")]

pub mod load;
mod queries;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use queries::{Asked, Numbers, queries};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

/// Opens the current snapshot in `TAMIS_BENCH_SNAPSHOTS`, a folder of versions (default `snapshots/`).
pub fn snapshot() -> Snapshot {
    let store = SnapshotStore::new(snapshots_folder());
    let version = store.current_version().ok().flatten().unwrap_or_else(|| {
        panic!("no current snapshot in {}: build one first", store.root().display())
    });
    let (snapshot, _) = store.open(&version).expect("the current snapshot opens");
    println!("snapshot {version}: {} records", snapshot.record_count());
    snapshot
}

pub fn snapshots_folder() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    std::env::var_os("TAMIS_BENCH_SNAPSHOTS").map_or(built, PathBuf::from)
}

/// Columns of [`percentile_cells`].
pub fn percentile_heads() -> String {
    format!("{:>9} {:>9} {:>9}", "p50 µs", "p99 µs", "mean µs")
}

/// Formats median, 99th percentile and mean of times, in µs.
pub fn percentile_cells(times: &mut [Duration]) -> String {
    let (p50, p99, mean) = percentiles(times);
    format!("{:>9.1} {:>9.1} {:>9.1}", us(p50), us(p99), us(mean))
}

pub fn us(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Returns median, 99th percentile and mean of times.
pub fn percentiles(times: &mut [Duration]) -> (Duration, Duration, Duration) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    (at(0.5), at(0.99), mean)
}
