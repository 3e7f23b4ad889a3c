//! `reindex`: the same bytes as the build, whatever there was in the place of the index.

use std::fs;

use tamis_engine::snapshot::Snapshot;

use tamis_engine::store::SnapshotStore;

use super::support::{Place, run, text};

const NAMES: &[&str] = &["Ann Example", "Ben Sample", "Cem Specimen", "Dan Placeholder"];

/// A place with two versions: one record changed, one retired.
fn place() -> Place {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.list("bb_list", NAMES);
    place.build(&["--built-at", "2026-10-04T08:00:00Z"]);
    place.list("aa_list", &["Ann Example", "Ben Sampel", "Cem Specimen"]);
    place.build(&["--built-at", "2026-10-05T08:00:00Z"]);
    place
}

#[test]
fn the_index_made_anew_has_the_same_bytes() {
    let place = place();
    let manifest = place.current_file("manifest.json");
    let before = fs::read(&manifest).expect("there");
    for version in ["20261005080000", "20261004080000"] {
        let index = place.out().join(version).join("snapshot.tamis");
        let built = fs::read(&index).expect("there");
        for garbage in [None, Some(&b"no index"[..]), Some(b"")] {
            match garbage {
                None => fs::remove_file(&index).expect("removed"),
                Some(garbage) => fs::write(&index, garbage).expect("written"),
            }
            let ran = run(&["reindex", &text(&place.out()), "--version", version]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            let expected = format!("made a new index of version {version}: ");
            assert!(ran.stdout.contains(&expected), "{}", ran.stdout);
            assert!(ran.stderr.contains("comparing words"), "plain progress: {}", ran.stderr);
            assert!(fs::read(&index).expect("there") == built, "{version}");
        }
    }
    assert_eq!(fs::read(&manifest).expect("there"), before);
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
}

#[test]
fn an_open_index_is_not_harmed() {
    let place = place();
    let index = place.current_file("snapshot.tamis");
    let open = Snapshot::open(&index).expect("opens");
    assert_eq!(run(&["reindex", &text(&place.out()), "--quiet"]).code, 0);
    fs::write(&index, "garbage").expect("written");
    assert_eq!(open.record_count(), 7);
    assert_eq!(open.record(tamis_engine::model::RecordOrdinal(0)).name(), "Ann Example");
}

#[test]
fn an_index_of_another_format_is_called_that_and_can_be_made_anew() {
    let place = place();
    let index = place.current_file("snapshot.tamis");
    let mut bytes = fs::read(&index).expect("there");
    bytes[8] += 1;
    fs::write(&index, bytes).expect("written");
    let ran = run(&["verify", &text(&place.out())]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("snapshot-builder reindex SNAPSHOTS"), "{}", ran.stderr);
    assert_eq!(run(&["reindex", &text(&place.out())]).code, 0);
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
}

#[test]
fn what_cannot_be_made_anew_is_said_and_stays_as_it_is() {
    let place = place();
    let out = text(&place.out());
    for (arguments, code, expected) in [
        (&["reindex", &out, "--version", "20200101000000"][..], 2, "no version 20200101000000"),
        (&["reindex", &out, "--version", ".."], 2, "no version .."),
        (&["reindex", &text(&place.sources())], 1, "not a folder of snapshots"),
        (&["reindex", "/nowhere/at/all"], 1, "not a folder of snapshots"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, code, "{arguments:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let held = snapshot_builder::publish::Output::lock(&place.out()).expect("free");
    let ran = run(&["reindex", &out]);
    assert!(ran.stderr.contains("another snapshot-builder is at work"), "{}", ran.stderr);
    drop(held);
    fs::remove_file(place.current_file("ledger.tamis")).expect("removed");
    let ran = run(&["reindex", &out]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("there is no ledger.tamis"), "{}", ran.stderr);
    Snapshot::open(&place.current_file("snapshot.tamis")).expect("as it was");
}

#[test]
fn an_interrupted_replacement_is_ended() {
    let place = place();
    let store = SnapshotStore::new(place.out());
    let version = place.current().expect("published");
    let built = fs::read(place.current_file("snapshot.tamis")).expect("there");
    let new = store.replacement(&version, "snapshot.tamis");
    // Killed while the new index was being written: it goes.
    fs::write(&new, "half").expect("written");
    drop(snapshot_builder::publish::Output::lock(&place.out()).expect("free"));
    assert!(!new.exists());
    assert_eq!(fs::read(place.current_file("snapshot.tamis")).expect("there"), built);
    // Killed when the new manifest was there and nothing was renamed: all of it takes its place.
    fs::write(place.current_file("snapshot.tamis"), "old").expect("written");
    fs::write(&new, &built).expect("written");
    let manifest = fs::read(place.current_file("manifest.json")).expect("there");
    fs::write(store.replacement(&version, "manifest.json"), manifest).expect("written");
    drop(snapshot_builder::publish::Output::lock(&place.out()).expect("free"));
    assert_eq!(fs::read(place.current_file("snapshot.tamis")).expect("there"), built);
    store.open(&version).expect("opens");
}
