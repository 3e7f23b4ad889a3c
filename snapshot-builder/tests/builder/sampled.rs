//! The engine over invented records, as many as `TAMIS_ORACLE_RECORDS` says, held to the oracle.

use std::path::Path;

use snapshot_builder::sample::{SampleOptions, generate};
use snapshot_builder::{BuildOptions, LoadOptions, build};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

use crate::support::held_at_random::{Asked, hold_at_random, hold_threads, number_of};
use crate::support::parties::with_parties;

#[test]
fn random_queries_are_answered_as_the_oracle_answers_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    publish(number_of("TAMIS_ORACLE_RECORDS", 3000), folder.path());
    let (snapshot, again) = (opened(folder.path()), opened(folder.path()));
    let asked = Asked::or(36);
    hold_threads(&snapshot, &again, asked);
    hold_at_random(&snapshot, asked);
    hold_at_random(&with_parties(&snapshot, asked.seed).snapshot, asked);
}

/// Invents records and builds them.
fn publish(records: u64, folder: &Path) {
    let sources = folder.join("sources");
    let options = SampleOptions { records, seed: 7, out: sources.clone() };
    generate(&options, &mut |_| ()).expect("a sample is written");
    let (out, load) = (folder.join("snapshots"), LoadOptions::default());
    let report = build(&BuildOptions { load, ..BuildOptions::new(sources, out) });
    let report = report.expect("the sample builds");
    assert!(report.registers.iter().all(|register| register.error.is_none()), "{report:?}");
}

fn opened(folder: &Path) -> Snapshot {
    let store = SnapshotStore::new(folder.join("snapshots"));
    let version = store.current_version().expect("CURRENT reads").expect("it is there");
    store.open(&version).expect("what was published opens").0
}
