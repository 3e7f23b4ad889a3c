//! Stores from which a version is pulled, for the fuzz target `remotes`: `CURRENT` and the files of the
//! version, its manifest among them, below lines that name them.

use std::fs;
use std::time::Duration;

use tamis_engine::store::SnapshotStore;
use tamis_remote::Remote;

use crate::support::costs::{Bound, Line};
use crate::support::described_files::files_of;

/// What pulling from a store may cost.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 2 << 20, per_byte: 128 }, Line { fixed: 4_000, per_byte: 3 });

/// The version whose files an input holds.
const VERSION: &str = "20261004080000";
/// Everything is near.
const TIMEOUT: Duration = Duration::from_millis(400);

/// Pulls from the store that an input describes, and gives the bytes of the input. A snapshot that is not
/// sound never becomes current, and nothing is written beside the folder.
pub(crate) fn pull_described(input: &[u8]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let (there, here) = (folder.path().join("there"), folder.path().join("in/here"));
    fs::create_dir_all(there.join(VERSION)).expect("made");
    for file in files_of(input) {
        let path = match file.name {
            "CURRENT" => there.join(file.name),
            name => there.join(VERSION).join(name),
        };
        fs::write(path, file.bytes).expect("written");
    }
    let address = format!("file://{}", there.display());
    let remote = Remote::open(&address, TIMEOUT).expect("an address");
    let store = SnapshotStore::new(&here);
    let pulled = remote.pull(&store, |_, _| ());
    assert_eq!(store.current_version().expect("readable").is_some(), pulled.is_ok());
    let entries = |path| fs::read_dir(path).map_or(0, Iterator::count);
    assert!(entries(folder.path().to_owned()) <= 2 && entries(folder.path().join("in")) <= 1);
    input.len()
}

#[test]
fn whatever_a_store_holds_is_pulled_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "remotes", 200, pull_described);
}
