//! `versions`, `prune` and `rollback`: several versions in one folder.

use std::fs;
use std::path::Path;

use snapshot_builder::publish::Output;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;

use super::support::{Place, Ran, run, text};

pub(super) const DAYS: [&str; 4] =
    ["20261001080000", "20261002080000", "20261003080000", "20261004080000"];

/// A place with a version of each day; every day a name is added, and one goes on the last.
pub(super) fn place() -> Place {
    let place = Place::new();
    let names = ["Ann Example", "Ben Sample", "Cem Specimen", "Dan Placeholder", "Eva Instance"];
    for (day, version) in DAYS.iter().enumerate() {
        let lines = (usize::from(day == 3)..day + 2).map(|at| {
            format!(
                "{{\"ref\": \"{at}\", \"name\": \"{}\", \"type\": \"INDIVIDUAL\"}}\n",
                names[at]
            )
        });
        place.file("aa_list", &lines.collect::<String>());
        let built_at = format!("2026-10-0{}T08:00:00Z", day + 1);
        assert_eq!(place.build(&["--built-at", &built_at]).code, 0);
        assert_eq!(place.current().as_deref(), Some(*version));
    }
    place
}

pub(super) fn versions(place: &Place) -> Vec<String> {
    SnapshotStore::new(place.out()).versions().expect("a folder")
}

pub(super) fn prune(place: &Place, keep: &str) -> Ran {
    run(&["prune", &text(&place.out()), "--keep", keep])
}

pub(super) fn rollback(place: &Place, options: &[&str]) -> Ran {
    let out = text(&place.out());
    run(&[&["rollback", &out], options].concat())
}

/// Nothing hidden but the lock is in the folder.
pub(super) fn nothing_is_half_there(place: &Place) {
    let entries = fs::read_dir(place.out()).expect("there").map(|entry| entry.expect("there"));
    let names = entries.map(|entry| entry.file_name().into_string().expect("plain"));
    let hidden: Vec<String> = names.filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, [".build.lock"]);
}

/// Bytes of all files below a folder.
fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("there").map(|entry| entry.expect("there").path());
    let bytes = entries.map(|path| match path.is_dir() {
        true => bytes_below(&path),
        false => path.metadata().expect("there").len(),
    });
    bytes.sum()
}

#[test]
fn the_newest_versions_stay_and_what_went_is_said() {
    let place = place();
    let bytes = |version: &str| bytes_below(&place.out().join(version));
    let (first, second) = (bytes(DAYS[0]), bytes(DAYS[1]));
    let ran = prune(&place, "2");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines: Vec<String> = ran.stdout.lines().map(|line| line.replace(',', "")).collect();
    let expected = [
        format!("removed version {}: {first} bytes", DAYS[0]),
        format!("removed version {}: {second} bytes", DAYS[1]),
        format!("removed 2 versions {} bytes; 2 are left {} is current", first + second, DAYS[3]),
    ];
    assert_eq!(lines, expected);
    assert_eq!(versions(&place), DAYS[2..]);
    nothing_is_half_there(&place);
    let again = prune(&place, "2");
    assert!(again.stdout.starts_with("removed 0 versions, 0 bytes; 2 are left"), "{again:?}");
    assert_eq!(prune(&place, "100").code, 0, "more than there are");
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
}

#[test]
fn the_current_version_stays_however_old_it_is() {
    let place = place();
    assert_eq!(rollback(&place, &["--to", DAYS[0]]).code, 0);
    let open = Snapshot::open(&place.out().join(DAYS[2]).join("snapshot.tamis")).expect("opens");
    assert_eq!(prune(&place, "1").code, 0);
    assert_eq!(versions(&place), [DAYS[0], DAYS[3]]);
    assert_eq!(open.record_count(), 4, "who has a file open keeps it");
    assert_eq!(place.build(&[]).code, 0, "the current version can be continued");
}

#[test]
fn nothing_is_removed_where_it_might_be_needed() {
    let place = place();
    let out = text(&place.out());
    for (arguments, code, expected) in [
        (&["prune", &out, "--keep", "0"][..], 2, "--keep"),
        (&["prune", &out], 2, "--keep"),
        (&["prune", "/nowhere/at/all", "--keep", "1"], 1, "not a folder of snapshots"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, code, "{arguments:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let held = Output::lock(&place.out()).expect("free");
    let ran = prune(&place, "1");
    assert!(ran.code == 1 && ran.stderr.contains("another snapshot-builder"), "{}", ran.stderr);
    drop(held);
    let index = place.current_file("snapshot.tamis");
    let sound = fs::read(&index).expect("there");
    fs::write(&index, &sound[..sound.len() - 1]).expect("written");
    let ran = prune(&place, "1");
    assert!(ran.code == 1 && ran.stderr.contains("all others are kept"), "{}", ran.stderr);
    fs::write(&index, sound).expect("written");
    fs::remove_file(place.out().join("CURRENT")).expect("removed");
    let ran = prune(&place, "1");
    assert!(ran.code == 1 && ran.stderr.contains("no CURRENT"), "{}", ran.stderr);
    assert_eq!(versions(&place), DAYS);
}

#[test]
fn what_a_killed_prune_left_is_removed_by_the_next_command() {
    let place = place();
    let folder = place.out().join(format!(".{}.removed", DAYS[0]));
    fs::rename(place.out().join(DAYS[0]), &folder).expect("renamed");
    fs::remove_file(folder.join("ledger.tamis")).expect("removed");
    assert_eq!(prune(&place, "9").code, 0);
    nothing_is_half_there(&place);
    assert_eq!(versions(&place), DAYS[1..]);
}

#[test]
fn the_version_before_is_current_again_and_the_way_back_is_open() {
    let place = place();
    let ran = rollback(&place, &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let expected = format!(
        "version {} is current, 4 records; {} was current before\n\
         compared with it, {} had 1 records added, 1 removed, 0 changed, 0 returned\n\
         version {} is pinned: it stays current until `snapshot-builder release`\n",
        DAYS[2], DAYS[3], DAYS[3], DAYS[2]
    );
    assert_eq!(ran.stdout, expected);
    assert_eq!(place.current().as_deref(), Some(DAYS[2]));
    assert_eq!(rollback(&place, &[]).code, 0);
    assert_eq!(place.current().as_deref(), Some(DAYS[1]), "one further");
    assert_eq!(rollback(&place, &["--to", DAYS[3]]).code, 0);
    assert_eq!(place.current().as_deref(), Some(DAYS[3]));
    let ran = rollback(&place, &["--to", DAYS[3]]);
    assert!(ran.stdout.ends_with("; it already was\n"), "{}", ran.stdout);
    assert_eq!(rollback(&place, &["--quiet"]).stdout, "");
    assert_eq!(versions(&place), DAYS, "no version is removed");
}

#[test]
fn a_broken_current_version_does_not_stand_in_the_way() {
    for break_it in [
        |place: &Place| fs::write(place.current_file("snapshot.tamis"), "").expect("written"),
        |place: &Place| fs::write(place.current_file("ledger.tamis"), "").expect("written"),
        |place: &Place| fs::remove_dir_all(place.out().join(DAYS[3])).expect("removed"),
    ] {
        let place = place();
        break_it(&place);
        let ran = rollback(&place, &[]);
        assert_eq!((ran.code, place.current().as_deref()), (0, Some(DAYS[2])), "{}", ran.stderr);
    }
    let place = place();
    fs::write(place.out().join("CURRENT"), "what?").expect("written");
    let ran = rollback(&place, &[]);
    assert_eq!(ran.code, 1, "before what?");
    for expected in [
        "its text is not a version",
        "--to VERSION makes a version current",
        "versions --snapshots",
    ] {
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    assert_eq!(rollback(&place, &["--to", DAYS[1]]).code, 0);
    assert_eq!(place.current().as_deref(), Some(DAYS[1]));
}

#[test]
fn versions_are_listed_with_the_current_one_marked() {
    let place = place();
    let listed = || run(&["versions", "--snapshots", &text(&place.out())]);
    let ran = listed();
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), DAYS.len());
    for (day, (line, version)) in lines.iter().zip(DAYS).enumerate() {
        let bytes = bytes_below(&place.out().join(version));
        let words: Vec<&str> = line.split_whitespace().collect();
        let records = if day == 3 { "4" } else { ["2", "3", "4"][day] };
        assert_eq!(words[..3], [version, records, "records"]);
        assert_eq!(words[3].replace(',', ""), bytes.to_string());
        assert_eq!(words[4..6], ["bytes", "built"]);
        assert!(words[6].starts_with(&format!("2026-10-0{}T08:00:00", day + 1)), "{line}");
        assert_eq!(words.get(7), (day == 3).then_some(&"current"));
    }
    fs::write(place.out().join(DAYS[0]).join("snapshot.tamis"), "").expect("written");
    for (current, expected) in
        [("what?", "its text is not a version"), ("20200101000000", "which is not there")]
    {
        fs::write(place.out().join("CURRENT"), current).expect("written");
        let ran = listed();
        assert_eq!(ran.code, 1, "{}", ran.stdout);
        assert!(ran.stdout.starts_with(&format!("{}  does not open: ", DAYS[0])), "{}", ran.stdout);
        assert!(ran.stdout.contains(DAYS[2]) && !ran.stdout.contains("current"), "{}", ran.stdout);
        assert!(ran.stderr.contains(expected) && ran.stderr.contains("--to"), "{}", ran.stderr);
    }
    let ran = run(&["versions", "--snapshots", "/nowhere/at/all"]);
    assert!(ran.code == 1 && ran.stderr.contains("no such folder"), "{ran:?}");
}

#[test]
fn a_version_that_is_not_sound_is_never_made_current() {
    let place = place();
    for (name, expected) in [
        ("snapshot.tamis", "snapshot.tamis"),
        ("ledger.tamis", "ledger.tamis"),
        ("build-report.json", "SHA-256"),
    ] {
        let path = place.out().join(DAYS[1]).join(name);
        let sound = fs::read(&path).expect("there");
        let mut broken = sound.clone();
        let middle = broken.len() / 2;
        broken[middle] ^= 1;
        fs::write(&path, broken).expect("written");
        let ran = rollback(&place, &["--to", DAYS[1]]);
        assert!(ran.code == 1 && ran.stderr.contains(expected), "{name}: {}", ran.stderr);
        assert_eq!(place.current().as_deref(), Some(DAYS[3]), "{name}");
        fs::write(&path, sound).expect("written");
    }
    for (options, code, expected) in [
        (&["--to", "20200101000000"][..], 2, "no version 20200101000000"),
        (&["--to", ".."], 2, "no version .."),
    ] {
        let ran = rollback(&place, options);
        assert!(ran.code == code && ran.stderr.contains(expected), "{ran:?}");
    }
    assert_eq!(rollback(&place, &["--to", DAYS[0]]).code, 0);
    let ran = rollback(&place, &[]);
    assert!(ran.code == 1 && ran.stderr.contains("there is no version before"), "{ran:?}");
    let ran = run(&["rollback", "/nowhere/at/all"]);
    assert!(ran.code == 1 && ran.stderr.contains("not a folder of snapshots"), "{ran:?}");
}
