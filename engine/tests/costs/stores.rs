//! Folders of versions, for the fuzz target `stores`: the texts of `CURRENT`, `manifest.json` and
//! `refresh.json` below lines that name them, beside a snapshot that is sound.

use std::fs;
use std::sync::LazyLock;

use tamis_engine::store::{HeldStore, MANIFEST, SnapshotStore};
use tempfile::TempDir;

use crate::support::costs::{Bound, Line};
use crate::support::described_files::files_of;
use crate::support::worlds::{BUILT_AT, person, publish};

/// The most that looking at a folder of versions may cost.
pub(crate) static BOUND: Bound =
    Bound::new(Line { fixed: 768 << 10, per_byte: 64 }, Line { fixed: 4_000, per_byte: 2 });

/// Opens what is current in the folder that an input describes, and gives the bytes of the input.
pub(crate) fn open_described(input: &[u8]) -> usize {
    static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        publish(folder.path(), vec![person(1, "Ivan Sokolov")]);
        folder
    });
    let store = SnapshotStore::new(FOLDER.path());
    let version = BUILT_AT.to_version();
    for name in ["CURRENT", "refresh.json"] {
        let _ = fs::remove_file(FOLDER.path().join(name));
    }
    for file in files_of(input) {
        let path = match file.name {
            MANIFEST => store.folder(&version).join(MANIFEST),
            "CURRENT" | "refresh.json" => FOLDER.path().join(file.name),
            _ => continue,
        };
        fs::write(path, file.bytes).expect("written");
    }
    let current = store.current_version();
    for version in current.ok().flatten().iter().chain([&version]) {
        let _ = store.open(version);
        let _ = store.manifest(version).map(|manifest| manifest.snapshot_sha256().map(str::len));
    }
    let _ = (store.last_refresh(), store.absence(), store.versions());
    let _ = HeldStore::try_hold(store);
    input.len()
}

#[test]
fn any_folder_of_versions_is_opened_or_refused_at_a_bounded_cost() {
    crate::support::costs::try_corpus_within(&BOUND, "stores", 600, open_described);
}
