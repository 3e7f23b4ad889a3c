//! `retain` and `restore`: versions that receipts name, out of the archive again as they were.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use snapshot_builder::archive::{lock, restore, retain};
use snapshot_builder::ledger::{Ledger, write_index};
use snapshot_builder::progress::Silent;
use snapshot_builder::receipts::{NamedVersion, named_versions};
use tamis_engine::store::checksum::{sha256_of, size_and_sha256};
use tamis_engine::store::{ManifestFile, SnapshotStore, TrustedKey};

use super::support::{Place, Ran, run, text};
use crate::support::effort::effort;

const VERSIONS: [&str; 3] = ["20261004080000", "20261005080000", "20261006080000"];
/// The files of a version that come back.
const FILES: [&str; 4] =
    ["ledger.tamis", "manifest.json", "manifest.json.minisig", "snapshot.tamis"];

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files below a folder but the lock, by their paths in it.
fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("readable").path();
        let name = PathBuf::from(path.file_name().expect("a name"));
        if path.is_dir() {
            files
                .extend(self::files(&path).into_iter().map(|(own, bytes)| (name.join(own), bytes)));
        } else if name != Path::new(".build.lock") {
            files.insert(name, fs::read(&path).expect("readable"));
        }
    }
    files
}

/// Three versions, the second of them signed, with bulk files, and receipts of all in a folder.
struct Office {
    place: Place,
    folder: tempfile::TempDir,
}

impl Office {
    fn new() -> Self {
        let office =
            Self { place: Place::new(), folder: tempfile::tempdir().expect("temporary folder") };
        let key = text(&office.path("lists.key"));
        assert_eq!(run(&["keygen", &key]).code, 0);
        let names = ["Ann Example", "Ben Sample", "Cem Specimen", "Dan Placeholder"];
        fs::create_dir(office.path("receipts")).expect("created");
        for (day, version) in VERSIONS.iter().enumerate() {
            office.place.list("aa_list", &names[..=day + 1]);
            let time = format!("2026-10-0{}T08:00:00Z", day + 4);
            let signed: &[&str] = if day == 1 { &["--sign", &key] } else { &[] };
            let ran = office.place.build(&[&["--built-at", &time], signed].concat());
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            office.write_receipts(&format!("receipts/{day}.ndjson"), &[version]);
        }
        fs::write(office.path("receipts/0.ndjson.queries.ndjson"), "{}\n").expect("written");
        fs::write(office.path("receipts/notes.txt"), "no receipts\n").expect("written");
        office
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn named(&self, version: &str) -> NamedVersion {
        let manifest = fs::read(self.place.out().join(version).join("manifest.json"));
        let manifest = manifest.map_or_else(|_| "0".repeat(64), |bytes| sha256_of(&bytes));
        NamedVersion { version: version.to_owned(), manifest }
    }

    /// Receipts that name these versions as they are now.
    fn write_receipts(&self, name: &str, versions: &[&str]) {
        let mut lines = "{\"format\":1,\"number\":0}\n".to_owned();
        for (number, version) in (1..).zip(versions) {
            let NamedVersion { version, manifest } = self.named(version);
            lines += &format!(
                "{{\"manifest\":\"{manifest}\",\"number\":{number},\"version\":\"{version}\"}}\n"
            );
        }
        fs::write(self.path(name), lines).expect("written");
    }

    fn retain(&self, receipts: &str) -> Ran {
        let [receipts, archive] = [receipts, "archive"].map(|name| text(&self.path(name)));
        run(&["retain", &text(&self.place.out()), "--receipts", &receipts, "--to", &archive])
    }

    fn restore(&self, options: &[&str]) -> Ran {
        let [archive, to] = ["archive", "restored"].map(|name| text(&self.path(name)));
        run(&[&["restore", &archive, "--to", &to], options].concat())
    }

    fn archived(&self, version: &str, name: &str) -> PathBuf {
        self.path("archive").join(version).join(name)
    }

    /// The files of the versions that come back.
    fn expected(&self, versions: &[&str]) -> Files {
        let is_expected = |path: &PathBuf| {
            versions
                .iter()
                .any(|version| FILES.iter().any(|name| *path == Path::new(version).join(name)))
        };
        files(&self.place.out()).into_iter().filter(|(path, _)| is_expected(path)).collect()
    }
}

#[test]
fn versions_come_back_byte_for_byte_after_they_are_gone() {
    let office = Office::new();
    let expected = office.expected(&VERSIONS);
    assert_eq!(expected.len(), 10, "one signature");
    let ran = office.retain("receipts");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with(&format!("retained version {}: ", VERSIONS[0])),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .ends_with("3 versions named: 3 retained, 0 in the archive before, 0 not retained\n"),
        "{}",
        ran.stdout
    );
    let archive = files(&office.path("archive"));
    assert_eq!(archive.len(), 7, "{:?}", archive.keys());

    // The versions are no longer needed, and the same command may be run again.
    fs::remove_dir_all(office.place.out()).expect("removed");
    fs::create_dir(office.place.out()).expect("created");
    let ran = office.retain("receipts");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("0 retained, 3 in the archive before"), "{}", ran.stdout);
    assert_eq!(files(&office.path("archive")), archive);

    let ran = office.restore(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.ends_with("3 versions: 3 restored, 0 restored before, 0 not restored\n"),
        "{}",
        ran.stdout
    );
    assert!(files(&office.path("restored")) == expected);
    let ran = office.restore(&["--quiet", "--version", VERSIONS[1]]);
    assert_eq!((ran.code, ran.stdout, ran.stderr), (0, String::new(), String::new()));
    assert!(files(&office.path("restored")) == expected);
    let ran = office.restore(&["--version", VERSIONS[0], VERSIONS[2]]);
    assert!(ran.stdout.contains("2 versions: 0 restored, 2 restored before"), "{}", ran.stdout);
}

#[test]
fn a_version_that_is_nowhere_or_another_one_is_named_and_the_others_are_retained() {
    let office = Office::new();
    office.write_receipts("receipts/nowhere.ndjson", &["20200101000000"]);
    fs::remove_dir_all(office.place.out().join(VERSIONS[0])).expect("removed");
    let index = office.place.out().join(VERSIONS[1]).join("ledger.tamis");
    let mut bytes = fs::read(&index).expect("there");
    *bytes.last_mut().expect("bytes") ^= 1;
    fs::write(&index, bytes).expect("written");
    let ran = office.retain("receipts");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    for expected in [
        "version 20200101000000 is neither in ",
        "version 20261004080000 is neither in ",
        "20261005080000/ledger.tamis: SHA-256 ",
    ] {
        assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }
    assert!(
        ran.stdout
            .contains("4 versions named: 1 retained, 0 in the archive before, 3 not retained"),
        "{}",
        ran.stdout
    );
    let archive = files(&office.path("archive"));
    assert!(archive.keys().all(|path| path.starts_with(VERSIONS[2])), "{:?}", archive.keys());

    // Another manifest of that name, in the archive and in the snapshots.
    let text = fs::read_to_string(office.path("receipts/2.ndjson")).expect("there");
    let other = office.named(VERSIONS[2]).manifest.chars().rev().collect::<String>();
    let text = text.replace(&office.named(VERSIONS[2]).manifest, &other);
    fs::write(office.path("other.ndjson"), text).expect("written");
    for folder in ["archive", "snapshots"] {
        let ran = office.retain("other.ndjson");
        let expected = format!("{folder}/{}/manifest.json: SHA-256 ", VERSIONS[2]);
        assert!(ran.code == 3 && ran.stderr.contains(&expected), "{expected}: {}", ran.stderr);
        assert!(ran.stderr.contains(&format!("receipts name {other}")), "{}", ran.stderr);
        let _ = fs::remove_dir_all(office.path("archive"));
    }
}

#[test]
fn a_file_that_is_no_receipts_is_named_and_nothing_is_archived() {
    let office = Office::new();
    let sound = fs::read_to_string(office.path("receipts/0.ndjson")).expect("there");
    let last = sound.lines().last().expect("a line");
    for (foreign, line) in [
        ("{\"id\":\"K-1\",\"results\":[]}\n".to_owned(), 1),
        (format!("{sound}{{\"number\":2}}\n"), 3),
        (format!("{sound}{}\n", last.replace(VERSIONS[0], "../snapshots")), 3),
        (format!("{sound}{}\n", last.replace("manifest", "digest")), 3),
        (format!("{sound}\n"), 3),
        (format!("{sound}\u{fffd}"), 3),
    ] {
        fs::write(office.path("receipts/1.hits.ndjson"), &foreign).expect("written");
        for ran in [office.retain("receipts"), office.retain("receipts/1.hits.ndjson")] {
            let expected = format!("receipts/1.hits.ndjson: line {line} is no receipt");
            assert!(ran.code == 2 && ran.stderr.contains(&expected), "{foreign:?}: {}", ran.stderr);
        }
        assert!(!office.path("archive").exists(), "{foreign:?}");
    }
    fs::create_dir(office.path("empty")).expect("created");
    let ran = office.retain("empty");
    assert!(ran.code == 2 && ran.stderr.contains("empty: no file of receipts"), "{}", ran.stderr);
    let ran = office.retain("receipts/nowhere.ndjson");
    assert!(ran.code == 1 && ran.stderr.contains("nowhere.ndjson"), "{}", ran.stderr);
}

#[test]
fn folders_that_are_served_or_missing_and_versions_that_are_missing_are_refused() {
    let office = Office::new();
    assert_eq!(office.retain("receipts").code, 0);
    let (out, archive) = (text(&office.place.out()), text(&office.path("archive")));
    let receipts = text(&office.path("receipts"));
    let before = files(&office.place.out());
    for (arguments, code, expected) in [
        (&["restore", &archive, "--to", &out][..], 2, "it has a CURRENT, so it may be served"),
        (&["retain", &out, "--receipts", &receipts, "--to", &out], 2, "it has a CURRENT"),
        (
            &["retain", "/nowhere/at/all", "--receipts", &receipts, "--to", &archive],
            1,
            "no such folder",
        ),
        (
            &["restore", "/nowhere/at/all", "--to", &text(&office.path("restored"))],
            1,
            "/nowhere/at/all",
        ),
        (&["restore", &archive, "--to", &archive], 3, "snapshot.tamis: cannot read"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, code, "{arguments:?} {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    assert!(files(&office.place.out()) == before);
    let ran = office.restore(&["--version", "20200101000000", "..", VERSIONS[2]]);
    assert_eq!(ran.code, 3);
    for missing in ["no version 20200101000000", "no version .."] {
        assert!(ran.stderr.contains(missing), "{}", ran.stderr);
    }
    assert!(files(&office.path("restored")) == office.expected(&VERSIONS[2..]));
    let held = lock(&office.path("archive")).expect("free");
    let ran = office.retain("receipts");
    assert!(ran.code == 1 && ran.stderr.contains("another snapshot-builder"), "{}", ran.stderr);
    drop(held);
}

#[test]
fn what_an_interrupted_run_left_is_completed_by_the_next() {
    let office = Office::new();
    for (folder, name) in [("archive", "ledger.tamis"), ("restored", "snapshot.tamis")] {
        let half = office.path(folder).join(format!(".{}.tmp", VERSIONS[0]));
        fs::create_dir_all(&half).expect("created");
        fs::write(half.join(name), "half").expect("written");
    }
    let ran = office.retain("receipts");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(office.restore(&[]).code, 0);
    assert!(files(&office.path("restored")) == office.expected(&VERSIONS));
    let archived: BTreeSet<PathBuf> = files(&office.path("archive")).into_keys().collect();
    assert!(
        archived.iter().all(|path| !path.starts_with(format!(".{}.tmp", VERSIONS[0]))),
        "{archived:?}"
    );
}

/// A version whose index was made by another program, and one that was indexed by this one later.
#[test]
fn the_index_of_another_program_is_made_where_it_can_be_and_named_where_not() {
    const OTHER: &str = "snapshot-builder 0.0.9";
    let office = Office::new();
    let store = SnapshotStore::new(office.place.out());
    for (version, by) in [(VERSIONS[0], Some(OTHER)), (VERSIONS[2], None)] {
        let mut manifest = store.manifest(version).expect("there");
        OTHER.clone_into(&mut manifest.builder);
        if let Some(by) = by {
            let index = store.replacement(version, "snapshot.tamis");
            let ledger = Ledger::of_version(&store.folder(version)).expect("a ledger");
            write_index(&ledger, &index, by, &Silent).expect("written");
            let (size, sha256) = size_and_sha256(&index).expect("there");
            let listed = manifest.files.iter_mut().find(|file| file.path == "snapshot.tamis");
            let listed = listed.expect("listed");
            assert_ne!(listed.sha256, sha256, "an index names the program that made it");
            (listed.size, listed.sha256) = (size, sha256);
            store.replace(version, &manifest).expect("replaced");
        } else {
            let bytes = ManifestFile::from(&manifest).bytes;
            fs::write(store.folder(version).join("manifest.json"), bytes).expect("written");
        }
    }
    office.write_receipts("receipts.ndjson", &VERSIONS);
    assert_eq!(office.retain("receipts.ndjson").code, 0);
    assert_eq!(office.restore(&[]).code, 0);
    assert!(files(&office.path("restored")) == office.expected(&VERSIONS));

    // Another format makes other bytes.
    let path = office.archived(VERSIONS[0], "manifest.json");
    let manifest = fs::read_to_string(&path).expect("there");
    let index = store
        .manifest(VERSIONS[0])
        .expect("there")
        .file("snapshot.tamis")
        .expect("listed")
        .sha256
        .clone();
    fs::write(&path, manifest.replace(&index, &"0".repeat(64))).expect("written");
    fs::remove_dir_all(office.path("restored")).expect("removed");
    let ran = office.restore(&[]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let expected = format!("version {}: {OTHER}, which made it, makes another index", VERSIONS[0]);
    assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
    assert!(files(&office.path("restored")) == office.expected(&VERSIONS[1..]));
    assert_eq!(
        SnapshotStore::new(office.path("restored")).versions().expect("there"),
        VERSIONS[1..]
    );
}

/// An archive of one signed version, its name and the key.
fn signed() -> (Office, NamedVersion, TrustedKey) {
    let office = Office::new();
    assert_eq!(office.retain("receipts/1.ndjson").code, 0);
    let key = text(&office.path("lists.key.pub")).parse().expect("a key");
    let named = named_versions(&[office.path("receipts/1.ndjson")]).expect("receipts");
    (office, named.into_iter().next().expect("a version"), key)
}

#[test]
fn a_required_signature_must_be_there_and_of_the_manifest() {
    let (office, named, _) = signed();
    let key = text(&office.path("lists.key.pub"));
    assert_eq!(office.retain("receipts/0.ndjson").code, 0);
    let ran = office.restore(&["--require-signature", &key]);
    assert!(ran.code == 3 && ran.stderr.contains("the version is not signed"), "{}", ran.stderr);
    assert!(files(&office.path("restored")) == office.expected(&[&named.version]));
}

/// Any flipped bit and any cut of a file of the archive is named, and nothing is restored but the version as
/// it was.
#[test]
fn damage_of_an_archive_is_always_named() {
    let (office, named, key) = signed();
    let archive = SnapshotStore::new(office.path("archive")).trusting(vec![key].into());
    let [held, to] = ["archive", "restored"].map(|name| lock(&office.path(name)).expect("free"));
    let snapshots = SnapshotStore::new(office.place.out());
    let config = ProptestConfig {
        cases: effort(60, 1_000),
        failure_persistence: None,
        ..Default::default()
    };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let damage = (any::<bool>(), any::<bool>(), any::<Index>(), 0..8_u32);
    let outcome = runner.run(&damage, |(of_ledger, is_cut, at, bit)| {
        let name = if of_ledger { "ledger.tamis" } else { "manifest.json" };
        let path = office.archived(&named.version, name);
        let sound = fs::read(&path).expect("there");
        let at = at.index(sound.len());
        let mut bytes = sound.clone();
        if is_cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1_u8 << bit;
        }
        fs::write(&path, bytes).expect("written");
        let restored = restore(&archive, &named.version, &to, &Silent);
        let retained = retain(&snapshots, &named, &held);
        fs::write(&path, sound).expect("written");
        let Err(error) = restored else {
            // A few bits of the packed form, such as the size of the window, do not change the content.
            prop_assert!(of_ledger && !is_cut);
            let restored = files(&office.path("restored"));
            prop_assert!(restored == office.expected(&[&named.version]));
            fs::remove_dir_all(office.path("restored").join(&named.version)).expect("removed");
            return Ok(());
        };
        let error = error.to_string();
        // A signature vouches for the manifest.
        prop_assert!(
            error.contains(&format!("{}/manifest.json", named.version)) != of_ledger,
            "{error}"
        );
        prop_assert!(error.contains("/ledger.tamis: ") == of_ledger, "{error}");
        prop_assert_eq!(retained.is_err(), !of_ledger);
        prop_assert!(files(&office.path("restored")).is_empty());
        Ok(())
    });
    outcome.expect("named");
    restore(&archive, &named.version, &to, &Silent).expect("sound");
}
