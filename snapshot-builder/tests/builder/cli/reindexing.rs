//! `reindex`: the same bytes as the build, whatever there was in the place of the index.

use std::fs;
use std::path::Path;

use tamis_engine::snapshot::{Snapshot, SnapshotStore};

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

/// A version as the program before ledgers left it: an index of format 2 and its manifest.
fn old_version(out: &Path) -> String {
    let version = "20260201080000".to_owned();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/builder/cli/fixtures");
    let packed = fs::read(fixtures.join("index-format-2.tamis.zst")).expect("the fixture");
    let index = zstd::bulk::decompress(&packed, 1 << 20).expect("packed by zstd");
    let folder = out.join(&version);
    fs::create_dir_all(&folder).expect("created");
    fs::write(folder.join("snapshot.tamis"), index).expect("written");
    let manifest = format!(
        "{{\"version\": \"{version}\", \"builder\": \"old\", \"files\": [], \"inputs\": []}}"
    );
    fs::write(folder.join("manifest.json"), manifest).expect("written");
    fs::write(out.join("CURRENT"), format!("{version}\n")).expect("written");
    version
}

const LOST: &str = "reference and content of retired records";

#[test]
fn a_version_of_format_2_gets_a_ledger_and_an_index() {
    let place = Place::new();
    let version = old_version(&place.out());
    let ran = run(&["reindex", &text(&place.out())]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("21 active records") && ran.stdout.contains(LOST), "{ran:?}");
    let (snapshot, manifest) = SnapshotStore::new(place.out()).open(&version).expect("opens");
    assert_eq!((snapshot.record_count(), snapshot.all_retired().count()), (21, 1));
    let files: Vec<_> = manifest.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(files, ["ledger.tamis", "snapshot.tamis"]);
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
    let again = run(&["reindex", &text(&place.out())]);
    assert!(again.code == 0 && !again.stdout.contains(LOST), "only once: {again:?}");
}

#[test]
fn a_build_continues_a_version_of_format_2() {
    let place = Place::new();
    let folder = place.sources().join("every_fact");
    let list = |references: &[&str]| {
        let line = |r: &&str| format!("{{\"ref\": \"{r}\", \"name\": \"Name {r}\"}}\n");
        place.file("every_fact", &references.iter().map(line).collect::<String>());
    };
    old_version(&place.out());
    list(&["1", "2", "3", "4"]);
    let ran = place.build(&["--built-at", "2026-10-04T08:00:00Z"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains(LOST), "{}", ran.stdout);
    let changes = &place.report()["registers"][0]["changes"];
    for (kind, count) in [("added", 0), ("returned", 1), ("changed", 3), ("retired", 0)] {
        assert_eq!(changes[kind], count, "{kind}");
    }
    assert_eq!(place.report()["carried_over"].as_array().map(Vec::len), Some(3));
    let key = tamis_engine::snapshot::record_key("every_fact", "4");
    let id = tamis_engine::model::RecordId(key & ((1 << 50) - 1));
    let snapshot = Snapshot::open(&place.current_file("snapshot.tamis")).expect("opens");
    let back = snapshot.record(snapshot.find(id).expect("has its id again"));
    assert_eq!(back.first_seen().to_string(), "2026-01-31T08:00:00+00:00");
    let left: Vec<_> = fs::read_dir(place.out()).expect("there").collect();
    assert_eq!(left.len(), 4, "two versions, CURRENT and the lock: {left:?}");
    assert!(folder.exists());
    list(&["1", "2", "3", "4"]);
    let ran = place.build(&[]);
    assert!(ran.code == 0 && !ran.stdout.contains(LOST), "{ran:?}");
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
