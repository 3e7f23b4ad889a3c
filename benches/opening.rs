//! Measures the time and memory of opening a snapshot and of a swap, and the time of verifying, which a
//! build does once.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench opening`

mod support;

use std::time::Instant;

use peak_alloc::PeakAlloc;
use tamis_engine::directory::Directory;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let store = SnapshotStore::new(support::snapshots_folder());
    let version = store.current_version().ok().flatten().expect("a current snapshot");
    println!("{:<24} {:>8} {:>12} {:>12}", "", "s", "peak kB", "held kB");
    let first = measured("open", || open(&store, &version));
    // The snapshot in service stays until the new one has replaced it.
    let second = measured("swap", || open(&store, &version));
    measured("verify", || second.verify().expect("what was published verifies"));
    println!("{} records, {} bytes", second.record_count(), second.file_len());
    drop(first);
}

/// Does everything between finding a version in its folder and the first answer from it.
fn open(store: &SnapshotStore, version: &str) -> Snapshot {
    let (snapshot, _) = store.open(version).expect("the current snapshot opens");
    assert_eq!(Directory::new(&snapshot).summaries().len(), snapshot.record_count());
    snapshot
}

fn measured<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let start = Instant::now();
    let made = work();
    let seconds = start.elapsed().as_secs_f64();
    let kb = |bytes: usize| bytes.saturating_sub(before) as f64 / 1e3;
    let (peak, held) = (kb(MEMORY.peak_usage()), kb(MEMORY.current_usage()));
    println!("{what:<24} {seconds:>8.2} {peak:>12.1} {held:>12.1}");
    made
}
