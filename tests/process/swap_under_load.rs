//! Swapping snapshots while requests run: no request fails, no answer mixes two snapshots, and replaced
//! ones are released. A damaged snapshot is refused and the one in service stays.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use tamis_engine::model::Timestamp;
use tamis_engine::snapshot::format::Section;
use tamis_engine::snapshot::write_snapshot;
use tamis_engine::store::{Manifest, SnapshotStore};
use tempfile::TempDir;

use crate::support::connection::{Connection, Received};
use crate::support::effort::effort;
use crate::support::process::Server;
use crate::support::worlds::{self, person};

/// Two builds of the same records.
const BUILDS: [Timestamp; 2] = [worlds::BUILT_AT, Timestamp(worlds::BUILT_AT.0 + 86_400)];
const CLIENTS: usize = 4;
const RECORDS: u64 = 60;
/// Most mappings of snapshots at one time: the one in service, the one being opened, one for each
/// client's request, and further ones between two looks.
const MAPS_MOST: usize = CLIENTS + 4;

/// Writes a snapshot in which every record has the version as its programme and in its name.
fn write_version(path: &Path, built_at: Timestamp) {
    let version = built_at.to_version();
    let records = (1..=RECORDS).map(|id| {
        let mut made = person(id, &format!("Ivan Sokolov {}", spelt(id)));
        made.record.programmes = vec![version.clone()];
        made.record.birth_dates = "1962".parse().into_iter().collect();
        made.record.notes = vec![version.clone()];
        made.record.aliases = vec![tamis_engine::model::Alias::strong(format!("Vanya {version}"))];
        made
    });
    let mut input = worlds::input(records.collect());
    input.built_at = built_at;
    write_snapshot(path, input, &|_| ()).expect("a snapshot is written");
}

/// Spells a number as a distinct word.
fn spelt(number: u64) -> String {
    let syllables = ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu"];
    number.to_string().bytes().map(|digit| syllables[usize::from(digit - b'0')]).collect()
}

fn manifest(version: &str) -> Manifest {
    let builder = "test".to_owned();
    Manifest { version: version.to_owned(), builder, files: Vec::new(), inputs: Vec::new() }
}

/// Makes a store with the versions of [`BUILDS`], the first of them current.
fn store() -> (TempDir, SnapshotStore, [String; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SnapshotStore::new(folder.path());
    for built_at in BUILDS {
        let version = built_at.to_version();
        let staged = store.stage(&version).expect("staged");
        write_version(&staged.snapshot_path(), built_at);
        staged.publish(&manifest(&version)).expect("published");
    }
    let versions = BUILDS.map(Timestamp::to_version);
    store.make_current(&versions[0]).expect("it opens");
    (folder, store, versions)
}

#[test]
fn swapping_drops_no_request_and_mixes_no_answer() {
    let (folder, store, versions) = store();
    let swaps = effort(60, 200);
    let server = Server::start(folder.path(), &["--poll-interval", "60m", "--log", "off"]);
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let answers: Vec<[usize; 2]> = std::thread::scope(|scope| {
        let client = |number| {
            let (server, stop, versions) = (&server, &stop, &versions);
            scope.spawn(move || ask_until(stop, server, versions, number))
        };
        let clients: Vec<_> = (0..CLIENTS).map(client).collect();
        // Dropped at the end of the swaps, and also when one fails: the clients must end.
        let stopping = Stop(&stop);
        for swap in 1..=swaps {
            make_current(&server, &store, &versions[swap % 2]);
            let maps = server.maps_of("snapshot.tamis");
            assert!(maps <= MAPS_MOST, "{maps} snapshots are mapped after {swap} swaps");
        }
        drop(stopping);
        clients.into_iter().map(|client| client.join().expect("no request failed")).collect()
    });
    for of_client in &answers {
        assert!(of_client.iter().all(|count| *count >= 10), "too few to prove much: {answers:?}");
    }
    // A poll releases snapshots that no request holds.
    server.signal("HUP");
    server.until("/readyz", |_| server.maps_of("snapshot.tamis") == 1);
    eprintln!("{swaps} swaps, {answers:?} answers in {:.1?}", begun.elapsed());
}

/// Makes a version current and waits until it is served.
fn make_current(server: &Server, store: &SnapshotStore, version: &str) {
    store.make_current(version).expect("it opens");
    server.signal("HUP");
    let served = format!(r#""version":"{version}""#);
    server.until("/readyz", |body| body.contains(&served));
}

struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sends requests without pause on one connection; counts the answers by version.
fn ask_until(
    stop: &AtomicBool,
    server: &Server,
    versions: &[String; 2],
    client: usize,
) -> [usize; 2] {
    let mut connection = Connection::new(server.connect());
    let mut counts = [0; 2];
    for round in client.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let version = match round % 3 {
            0 => checked(&connection.post_json("/api/match/default?limit=50", &single(round)), 1),
            1 => checked(&connection.post_json("/api/match/sanctions", &batch(round)), 20),
            _ => checked_record(&connection.get(&format!("/api/entity/{}", id_of(round)))),
        };
        let of = versions.iter().position(|known| *known == version);
        counts[of.unwrap_or_else(|| panic!("{version} was never published"))] += 1;
    }
    counts
}

fn id_of(round: usize) -> u64 {
    round as u64 % RECORDS + 1
}

fn single(round: usize) -> String {
    json!({"schema": "Person", "name": format!("Ivan Sokolov {}", spelt(id_of(round)))}).to_string()
}

fn batch(round: usize) -> String {
    let query = |number: usize| {
        let name = format!("Iwan Sokolow {}", spelt(id_of(round + number)));
        (format!("q{number}"), json!({"name": name, "dob": "1962"}))
    };
    let queries: serde_json::Map<String, Value> = (0..20).map(query).collect();
    json!({ "queries": queries }).to_string()
}

/// Returns the version of a match answer, after checking that every part of it agrees.
fn checked(received: &Received, queries: usize) -> String {
    assert_eq!(received.status, 200, "{received:?}");
    let version = received.header("x-snapshot-version").expect("a version").to_owned();
    let answer = received.json();
    let entries = answer["responses"].as_object().expect("entries");
    assert_eq!(entries.len(), queries);
    for (key, entry) in entries {
        assert_eq!(entry["status"], 200, "{key}");
        let results = entry["results"].as_array().expect("results");
        assert!(!results.is_empty(), "{key}");
        for result in results {
            assert_eq!(result["programme"], version.as_str(), "{key} in {answer}");
            assert_eq!(result["aliases"], json!([format!("Vanya {version}")]), "{key}");
        }
    }
    version
}

fn checked_record(received: &Received) -> String {
    assert_eq!(received.status, 200, "{received:?}");
    let version = received.header("x-snapshot-version").expect("a version").to_owned();
    let tag = received.header("etag").expect("a validator");
    assert!(tag.contains(&version), "{tag} of {version}");
    let record = received.json();
    assert_eq!(record["program"], version.as_str(), "{record}");
    assert_eq!(record["alt_names"], format!("Vanya {version}"), "{record}");
    version
}

#[test]
fn a_damaged_version_is_refused_until_it_is_repaired() {
    let (folder, store, [old, new]) = store();
    let server = Server::start(folder.path(), &["--poll-interval", "10ms"]);
    let path = store.snapshot_path(&new);
    let sound = fs::read(&path).expect("a snapshot");
    let mut damaged = sound.clone();
    *damaged.last_mut().expect("not empty") ^= 1;
    replace(&path, &damaged);
    assert!(store.make_current(&new).is_err(), "the builder would refuse it");
    fs::write(folder.path().join("CURRENT"), &new).expect("written");

    let refused = format!(r#""last_refusal":{{"version":"{new}","error":""#);
    server.until("/api/status", |body| body.contains(&refused));
    let mut connection = Connection::new(server.connect());
    let status = connection.get("/api/status").json();
    assert_eq!((&status["status"], &status["version"]), (&json!("ok"), &json!(old)));
    let error = status["last_refusal"]["error"].as_str().expect("a sentence");
    // The section of signs behind it is empty: all names are Latin.
    let last = Section::FormSounds.name();
    assert!(error.contains(&format!("section {last} damaged")), "{error}");
    let answer = connection.post_json("/api/match/default", &single(1));
    assert_eq!(checked(&answer, 1), old, "the old one still answers");

    replace(&path, &sound);
    let served = format!(r#""version":"{new}""#);
    server.until("/readyz", |body| body.contains(&served));
    let status = connection.get("/api/status").json();
    assert_eq!((&status["version"], &status["last_refusal"]), (&json!(new), &Value::Null));
    assert_eq!(checked(&connection.post_json("/api/match/default", &single(1)), 1), new);
}

/// Replaces a file that may be mapped by another one.
fn replace(path: &Path, bytes: &[u8]) {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes).expect("written");
    fs::rename(&beside, path).expect("renamed");
}
