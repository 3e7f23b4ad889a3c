//! Tests of the folder of versions: staging, publishing, `CURRENT`, and the remains of a killed
//! program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use tamis_engine::limits;
use tamis_engine::snapshot::{Snapshot, SnapshotError, write_snapshot};
use tamis_engine::store::{
    FileEntry, LastRefresh, Manifest, RefreshOutcome, SIGNATURE, SnapshotStore, StagedVersion,
};
use tempfile::TempDir;

use crate::support::worlds::{self, person};

/// The version of every snapshot that these tests write.
const VERSION: &str = "20261004080000";
const OTHER: &str = "20270101000000";

fn store() -> (TempDir, SnapshotStore) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SnapshotStore::new(folder.path().join("snapshots"));
    (folder, store)
}

fn manifest(version: &str) -> Manifest {
    let builder = "test".to_owned();
    Manifest { version: version.to_owned(), builder, files: Vec::new(), inputs: Vec::new() }
}

fn staged(store: &SnapshotStore, version: &str) -> StagedVersion {
    let staged = store.stage(version).expect("staged");
    let input = worlds::input(vec![person(1, "Ivan Sokolov")]);
    write_snapshot(&staged.snapshot_path(), input, &|_| ()).expect("written");
    staged
}

fn publish(store: &SnapshotStore) {
    let staged = staged(store, VERSION);
    staged.publish(&manifest(VERSION)).expect("published");
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("UTF-8")).collect();
    names.sort();
    names
}

fn assert_refused(result: Result<impl Sized, SnapshotError>, path: &Path, part: &str) {
    let text = result.err().expect("an error").to_string();
    assert!(text.starts_with(&path.display().to_string()), "{text}");
    assert!(text.contains(part), "{text} has no {part:?}");
}

#[test]
fn a_version_appears_when_it_is_published_and_is_served_when_it_is_current() {
    let (_folder, store) = store();
    assert_eq!(store.current_version().expect("no folder is not an error"), None);
    publish(&store);
    assert_eq!(names_in(store.root()), [VERSION]);
    assert_eq!(names_in(&store.root().join(VERSION)), ["manifest.json", "snapshot.tamis"]);
    assert_eq!(store.current_version().expect("readable"), None, "publishing is not serving");

    store.make_current(VERSION).expect("it opens");
    assert_eq!(store.current_version().expect("readable").as_deref(), Some(VERSION));
    assert_eq!(names_in(store.root()), [VERSION, "CURRENT"], "nothing temporary stays");
    let (snapshot, read) = store.open(VERSION).expect("it opens");
    assert_eq!((snapshot.version(), read), (VERSION, manifest(VERSION)));
}

#[test]
fn a_staged_version_that_is_given_up_leaves_nothing() {
    let (_folder, store) = store();
    let staged = store.stage(VERSION).expect("staged");
    fs::write(staged.folder().join("half"), "half a file").expect("written");
    assert_eq!(names_in(store.root()), [format!(".{VERSION}.tmp")]);
    drop(staged);
    assert!(names_in(store.root()).is_empty());
}

#[test]
fn what_a_killed_build_left_is_harmless_and_goes_with_the_next() {
    let (_folder, store) = store();
    let left = store.root().join(format!(".{VERSION}.tmp"));
    fs::create_dir_all(left.join("collections")).expect("a folder");
    fs::write(left.join("snapshot.tamis"), "half a snapshot").expect("written");
    fs::write(left.join("collections/names.txt"), "half a file").expect("written");
    fs::write(store.root().join(".CURRENT.tmp"), "2026").expect("written");
    assert_eq!(store.current_version().expect("readable"), None);

    publish(&store);
    assert_eq!(names_in(&store.root().join(VERSION)), ["manifest.json", "snapshot.tamis"]);
    store.make_current(VERSION).expect("it opens");
    assert_eq!(names_in(store.root()), [VERSION, "CURRENT"]);
}

#[test]
fn a_version_is_never_replaced() {
    let (_folder, store) = store();
    publish(&store);
    assert_refused(store.stage(VERSION), &store.root().join(VERSION), "exists already");
    assert!(store.open(VERSION).is_ok());
}

#[test]
fn a_damaged_snapshot_is_not_published() {
    let (_folder, store) = store();
    let staged = store.stage(VERSION).expect("staged");
    let path = staged.snapshot_path();
    fs::write(&path, "half a snapshot").expect("written");
    assert_refused(staged.publish(&manifest(VERSION)), &path, "");
    assert!(names_in(store.root()).is_empty());
}

/// Writes a snapshot that opens and fails verification.
fn write_contradicting(path: &Path) {
    let input = worlds::input(vec![person(1, "Ivan Sokolov"), person(1, "Petr Sokolov")]);
    write_snapshot(path, input, &|_| ()).expect("the writer trusts its caller");
    Snapshot::open(path).expect("every number leads somewhere");
}

#[test]
fn a_snapshot_that_contradicts_itself_is_not_published() {
    let (_folder, store) = store();
    let staged = store.stage(VERSION).expect("staged");
    let path = staged.snapshot_path();
    write_contradicting(&path);
    assert_refused(staged.publish(&manifest(VERSION)), &path, "id-index");
    assert!(names_in(store.root()).is_empty());
}

#[test]
fn a_snapshot_that_contradicts_itself_replaces_none() {
    let (_folder, store) = store();
    publish(&store);
    let path = store.replacement(VERSION, "snapshot.tamis");
    write_contradicting(&path);
    assert_refused(store.replace(VERSION, &manifest(VERSION)), &path, "id-index");
    store.finish_replacement(VERSION).expect("it is taken back");
    let (snapshot, _) = store.open(VERSION).expect("as it was");
    assert_eq!(snapshot.record_count(), 1);
}

#[test]
fn a_version_whose_parts_disagree_is_not_published() {
    let (_folder, store) = store();
    for (folder, manifest_says) in [(VERSION, OTHER), (OTHER, OTHER)] {
        let staged = staged(&store, folder);
        let path = staged.folder().join("manifest.json");
        assert_refused(staged.publish(&manifest(manifest_says)), &path, "holds snapshot");
    }
    assert!(names_in(store.root()).is_empty());
}

#[test]
fn a_current_that_names_no_version_says_so() {
    let (_folder, store) = store();
    publish(&store);
    let current = store.root().join("CURRENT");
    for garbage in ["", "\n", "latest", "../20261004080000", "2026100408000", "2026100408000x"] {
        fs::write(&current, garbage).expect("written");
        assert_refused(store.current_version(), &current, "is not a version");
    }
    fs::write(&current, [0xff, 0xfe]).expect("written");
    assert_refused(store.current_version(), &current, "cannot read");
    fs::write(&current, format!("  {VERSION}\r\n")).expect("written");
    assert_eq!(store.current_version().expect("readable").as_deref(), Some(VERSION));
}

#[test]
fn a_version_that_is_not_there_is_not_made_current() {
    let (_folder, store) = store();
    publish(&store);
    store.make_current(VERSION).expect("it opens");
    let missing = store.root().join(OTHER).join("manifest.json");
    assert_refused(store.make_current(OTHER), &missing, "cannot read");
    assert_eq!(store.current_version().expect("readable").as_deref(), Some(VERSION));
}

#[test]
fn a_pipe_or_a_folder_in_place_of_a_file_is_refused_and_nothing_waits_for_it() {
    let (_folder, store) = store();
    publish(&store);
    // An unsigned version has no signature, whose file would be read all the same.
    let signature = store.folder(VERSION).join(SIGNATURE);
    fs::write(&signature, "").expect("written");
    for path in store.version_files(VERSION) {
        let aside = path.with_extension("aside");
        fs::rename(&path, &aside).expect("it is there");
        make_pipe(&path);
        assert_refused(store.open(VERSION), &path, "");
        fs::remove_file(&path).expect("it is there");
        fs::create_dir(&path).expect("made");
        assert_refused(store.open(VERSION), &path, "it is not a regular file");
        fs::remove_dir(&path).expect("it is there");
        fs::rename(&aside, &path).expect("it was there");
        store.open(VERSION).expect("as it was");
    }
    make_pipe(&store.root().join("refresh.json"));
    assert_eq!(store.last_refresh(), None);
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("it runs").success());
}

#[test]
fn what_is_read_of_a_manifest_and_of_a_refresh_is_bounded() {
    let (_folder, store) = store();
    publish(&store);
    let path = store.root().join(VERSION).join("manifest.json");
    grow(&path, limits::MANIFEST_BYTES_MAX);
    store.open(VERSION).expect("the longest one");
    grow(&path, limits::MANIFEST_BYTES_MAX + 1);
    assert_refused(store.open(VERSION), &path, "it is longer than 16777216 bytes");

    let (failed, error, pinned) = (BTreeMap::new(), None, None);
    let outcome = RefreshOutcome::Failed;
    let refresh = LastRefresh { ended_at: 1, outcome, failed, error, pinned };
    store.write_refresh(&refresh).expect("written");
    let path = store.root().join("refresh.json");
    grow(&path, limits::REFRESH_BYTES_MAX);
    assert_eq!(store.last_refresh(), Some(refresh));
    grow(&path, limits::REFRESH_BYTES_MAX + 1);
    assert_eq!(store.last_refresh(), None);
}

/// Pads a JSON text with blanks up to a length.
fn grow(path: &Path, bytes: u64) {
    let mut text = fs::read(path).expect("a file");
    text.resize(bytes as usize, b' ');
    fs::write(path, text).expect("written");
}

#[test]
fn a_folder_whose_parts_disagree_does_not_open() {
    let (_folder, store) = store();
    publish(&store);
    let path = store.root().join(VERSION).join("manifest.json");
    let other = serde_json::to_vec(&manifest(OTHER)).expect("JSON");
    fs::write(&path, other).expect("written");
    assert_refused(store.open(VERSION), &path, OTHER);
    fs::write(&path, "{\"version\": 1}").expect("written");
    assert_refused(store.open(VERSION), &path, "line 1, column 13: not of the expected shape");
    fs::write(&path, "").expect("written");
    assert_refused(store.open(VERSION), &path, "the text ends early");

    let sized = |size| {
        let sha256 = "0".repeat(64);
        let path = "snapshot.tamis".to_owned();
        let files = vec![FileEntry { path, size, sha256, list_date: None }];
        serde_json::to_vec(&Manifest { files, ..manifest(VERSION) }).expect("JSON")
    };
    fs::write(&path, sized(1)).expect("written");
    assert_refused(store.open(VERSION), &path, "bytes, not 1");
    let size = fs::metadata(store.snapshot_path(VERSION)).expect("a file").len();
    fs::write(&path, sized(size)).expect("written");
    assert!(store.open(VERSION).is_ok());

    // A whole version under another name: the manifest is right, the snapshot is of another version.
    fs::rename(store.root().join(VERSION), store.root().join(OTHER)).expect("renamed");
    let path = store.root().join(OTHER).join("manifest.json");
    fs::write(&path, serde_json::to_vec(&manifest(OTHER)).expect("JSON")).expect("written");
    assert_refused(store.open(OTHER), &path, VERSION);
    assert_refused(store.make_current(OTHER), &path, VERSION);
}
