//! The real lists as snapshots, in their newest complete versions, built as a user builds them.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use snapshot_builder::{BuildOptions, LoadOptions, build};
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

use super::shared::shared;

/// The lists that labelled names and measured figures are about: OFAC's two and the UN's.
pub const SLUGS: [&str; 3] = ["un_sc_consolidated", "us_ofac_cons", "us_ofac_sdn"];

/// The lists of [`SLUGS`], built and opened once for all tests of a program.
pub fn snapshot() -> Arc<Snapshot> {
    static OPENED: OnceLock<Arc<Snapshot>> = OnceLock::new();
    Arc::clone(OPENED.get_or_init(|| opened(&SLUGS)))
}

/// As [`snapshot`], all lists at hand.
pub fn snapshot_of_every_list() -> Arc<Snapshot> {
    static OPENED: OnceLock<Arc<Snapshot>> = OnceLock::new();
    Arc::clone(OPENED.get_or_init(|| opened(&[])))
}

/// Publishes the lists of these slugs, of all when there are none, in a folder of snapshots.
pub fn publish(only: &[&str], folder: &Path) {
    publish_as_of(None, only, folder);
}

/// The same, as they were on a day.
pub fn publish_as_of(day: Option<&str>, only: &[&str], folder: &Path) {
    let as_of = day.map(|day| day.parse().expect("a date"));
    let only = only.iter().map(ToString::to_string).collect();
    let load = LoadOptions { as_of, only, ..LoadOptions::default() };
    let sources = shared().join("data/registers");
    let report = build(&BuildOptions { load, ..BuildOptions::new(sources, folder) });
    let report = report.expect("the real lists build");
    assert!(report.registers.iter().all(|register| register.error.is_none()), "{report:?}");
}

/// A snapshot of these lists, of all when there are none, whose file is unlinked already: nothing is
/// left when the program ends.
pub fn opened(only: &[&str]) -> Arc<Snapshot> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    publish(only, folder.path());
    let store = SnapshotStore::new(folder.path());
    let version = store.current_version().expect("CURRENT reads").expect("it is there");
    Arc::new(store.open(&version).expect("what was published opens").0)
}
