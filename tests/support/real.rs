//! The real lists as a snapshot, in their newest complete versions, built as a user builds them.

use std::path::PathBuf;

use snapshot_builder::{BuildOptions, LoadOptions, build};
use tamis_engine::snapshot::{Snapshot, SnapshotStore};

use super::shared::shared;

/// The lists that labelled names and measured figures are about: OFAC's two and the UN's.
pub const SLUGS: [&str; 3] = ["un_sc_consolidated", "us_ofac_cons", "us_ofac_sdn"];

/// A folder of snapshots whose current one holds the real lists.
pub struct RealLists {
    pub folder: tempfile::TempDir,
}

/// Builds the lists of [`SLUGS`], or gives `None` with a word of it when they are absent.
pub fn real_lists(test: &str) -> Option<RealLists> {
    build_lists(test, &SLUGS)
}

/// As [`real_lists`], all lists at hand.
pub fn every_list(test: &str) -> Option<RealLists> {
    build_lists(test, &[])
}

fn build_lists(test: &str, only: &[&str]) -> Option<RealLists> {
    let sources = shared(test)?.join("data/registers");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let only = only.iter().map(ToString::to_string).collect();
    let load = LoadOptions { only, ..LoadOptions::default() };
    let out: PathBuf = folder.path().to_owned();
    let report = build(&BuildOptions { sources, out, load, built_at: None });
    let report = report.expect("the real lists build");
    assert!(report.registers.iter().all(|register| register.error.is_none()), "{report:?}");
    Some(RealLists { folder })
}

impl RealLists {
    /// Opens the current snapshot.
    pub fn open(&self) -> Snapshot {
        let store = SnapshotStore::new(self.folder.path());
        let version = store.current_version().expect("CURRENT reads").expect("it is there");
        store.open(&version).expect("what was published opens").0
    }
}
