//! The same input gives the same bytes, for any order of the records and any number of threads.

use proptest::prelude::*;
use tamis_engine::snapshot::{SnapshotInput, write_snapshot};

use super::world::input;

fn bytes_of(input: SnapshotInput) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("snapshot.tamis");
    write_snapshot(&path, input, &|_| ()).expect("a snapshot is written");
    std::fs::read(path).expect("it is there")
}

fn with_threads(threads: usize) -> Vec<u8> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| bytes_of(input()))
}

#[test]
fn the_number_of_threads_does_not_show() {
    let one = with_threads(1);
    assert!(one == with_threads(5) && one == bytes_of(input()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_records_does_not_show(
        records in Just(input().records).prop_shuffle(),
        retired in Just(input().retired).prop_shuffle(),
    ) {
        let shuffled = bytes_of(SnapshotInput { records, retired, ..input() });
        prop_assert!(shuffled == bytes_of(input()));
    }
}
