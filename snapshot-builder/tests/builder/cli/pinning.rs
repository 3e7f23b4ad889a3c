//! Pins: a rollback holds its version while builds go on, until it is released.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use snapshot_builder::ledger::Ledger;
use tamis_engine::store::{PINNED, Pin, SnapshotStore};

use super::support::{Place, Ran, known, run, text};
use super::versions::{DAYS, nothing_is_half_there, place, prune, rollback, versions};
use crate::support::effort::effort;

fn release(place: &Place) -> Ran {
    run(&["release", &text(&place.out())])
}

fn pin(place: &Place) -> Option<Pin> {
    SnapshotStore::new(place.out()).pin().expect("readable")
}

/// Entries of the ledger that the next build continues.
fn continued(place: &Place) -> BTreeMap<String, (u64, i64)> {
    let version = SnapshotStore::new(place.out()).continued_version().expect("readable");
    let folder = place.out().join(version.expect("versions"));
    known(&Ledger::open(&folder.join("ledger.tamis")).expect("opens"))
}

/// The list of the n-th build since the rollback: an entry each comes, and stays for three builds.
fn list(place: &Place, round: usize) {
    let lines = (round.saturating_sub(2)..=round).map(|at| {
        format!(
            "{{\"ref\": \"late {at}\", \"name\": \"Late{at} Party\", \"type\": \"INDIVIDUAL\"}}\n"
        )
    });
    let always = "{\"ref\": \"3\", \"name\": \"Dan Placeholder\", \"type\": \"INDIVIDUAL\"}\n";
    place.file("aa_list", &(always.to_owned() + &lines.collect::<String>()));
    place.permit_drop("aa_list");
}

/// Runs of the timer while a version is pinned.
const RUNS: usize = 10;

#[test]
fn a_rollback_outlives_the_builds_after_it_until_it_is_released() {
    let place = place();
    assert_eq!(rollback(&place, &[]).code, 0);
    let mut before = continued(&place);
    for round in 0..RUNS {
        list(&place, round);
        let built_at = format!("2026-10-{:02}T08:00:00Z", round + 10);
        let ran = place.build(&["--built-at", &built_at]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let version = format!("202610{:02}080000", round + 10);
        let lines: Vec<&str> = ran.stdout.lines().rev().take(2).collect();
        let expected = format!(
            "version {} is pinned: it stays current until `snapshot-builder release`",
            DAYS[2]
        );
        assert_eq!(lines[0], expected);
        assert!(lines[1].starts_with(&format!("built version {version} with")), "{}", lines[1]);
        assert_eq!(place.current().as_deref(), Some(DAYS[2]), "build {round}");
        let now = continued(&place);
        for (record, facts) in &before {
            assert_eq!(now.get(record), Some(facts), "build {round}: {record}");
        }
        before = now;
    }
    let newest = versions(&place).pop().expect("versions");
    assert!(before.contains_key("aa_list/late 0"), "it came and went while a version was pinned");
    let listed = run(&["versions", "--snapshots", &text(&place.out())]).stdout;
    let marked: Vec<&str> = listed.lines().filter(|line| line.contains("current")).collect();
    assert!(marked.len() == 1 && marked[0].starts_with(DAYS[2]), "{listed}");
    assert!(marked[0].ends_with("  current, pinned"), "{listed}");

    assert_eq!(prune(&place, "1").code, 0);
    assert_eq!(versions(&place), [DAYS[2], &newest], "the pinned one and the newest one");
    assert!(pin(&place).is_some());
    let ran = release(&place);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let expected =
        format!("version {newest} is current, 4 records; {} was pinned before\n", DAYS[2]);
    assert!(ran.stdout.starts_with(&expected), "{}", ran.stdout);
    assert_eq!((place.current(), pin(&place)), (Some(newest), None));
    assert!(!place.out().join(PINNED).exists());

    let ran = place.build(&["--built-at", "2026-10-30T08:00:00Z"]);
    assert!(ran.code == 0 && ran.stdout.contains("published version 20261030080000"), "{ran:?}");
    assert_eq!(place.current().as_deref(), Some("20261030080000"));
    assert!(continued(&place).keys().eq(before.keys()), "every record is known");
    nothing_is_half_there(&place);
}

#[test]
fn what_was_rolled_back_from_is_not_released_by_mistake() {
    let place = place();
    let ran = release(&place);
    assert_eq!(ran.stdout, format!("no version is pinned; {} is current\n", DAYS[3]));
    assert_eq!(rollback(&place, &[]).code, 0);
    let ran = release(&place);
    assert!(ran.code == 1 && ran.stderr.contains("no version was built since"), "{ran:?}");
    assert!(ran.stderr.contains(&format!("rollback --to {}", DAYS[3])), "{ran:?}");
    assert_eq!(place.current().as_deref(), Some(DAYS[2]));
    assert!(pin(&place).is_some());
    for (to, is_pinned) in [(DAYS[0], true), (DAYS[1], true), (DAYS[3], false)] {
        let ran = rollback(&place, &["--to", to]);
        assert_eq!((ran.code, place.current().as_deref()), (0, Some(to)), "{}", ran.stderr);
        assert_eq!(pin(&place).is_some(), is_pinned, "{to}");
        assert_eq!(ran.stdout.contains("is pinned"), is_pinned, "{}", ran.stdout);
    }
    assert_eq!(place.build(&[]).code, 0);
    assert_eq!(place.current(), versions(&place).pop());
    let ran = run(&["release", "/nowhere/at/all"]);
    assert!(ran.code == 1 && ran.stderr.contains("not a folder of snapshots"), "{ran:?}");
}

#[test]
fn a_newest_version_that_is_not_sound_is_neither_continued_nor_released() {
    let place = place();
    assert_eq!(rollback(&place, &[]).code, 0);
    fs::write(place.out().join(DAYS[3]).join("ledger.tamis"), "").expect("written");
    let ran = place.build(&[]);
    assert!(ran.code == 1 && ran.stderr.contains("move its folder away"), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("while {} is pinned", DAYS[2])), "{}", ran.stderr);
    let ran = place.build(&["--built-at", "2026-10-01T08:00:00Z"]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    fs::remove_dir_all(place.out().join(DAYS[3])).expect("removed");
    let ran = place.build(&["--built-at", "2026-10-01T08:00:00Z"]);
    assert!(ran.stderr.contains("is before the newest version"), "{}", ran.stderr);
    assert_eq!(place.build(&["--built-at", "2026-10-06T08:00:00Z"]).code, 0);
    assert_eq!(place.current().as_deref(), Some(DAYS[2]), "still pinned");

    let index = place.out().join("20261006080000/snapshot.tamis");
    let sound = fs::read(&index).expect("there");
    fs::write(&index, "").expect("written");
    let ran = release(&place);
    assert!(ran.code == 1 && ran.stderr.contains("snapshot.tamis"), "{ran:?}");
    assert_eq!(place.current().as_deref(), Some(DAYS[2]));
    assert!(pin(&place).is_some());
    fs::write(&index, sound).expect("written");
    assert_eq!(release(&place).code, 0);
    assert_eq!(place.current().as_deref(), Some("20261006080000"));
}

#[test]
fn a_pin_that_cannot_be_read_stops_builds_and_is_set_right_by_a_rollback() {
    let place = place();
    assert_eq!(rollback(&place, &[]).code, 0);
    fs::write(place.out().join(PINNED), "what?").expect("written");
    for ran in
        [place.build(&[]), release(&place), run(&["versions", "--snapshots", &text(&place.out())])]
    {
        assert_eq!(ran.code, 1, "{}", ran.stdout);
        assert!(ran.stderr.contains(PINNED) && ran.stderr.contains("not a version"), "{ran:?}");
    }
    assert_eq!(versions(&place), DAYS, "nothing was built");
    assert_eq!(rollback(&place, &["--to", DAYS[2]]).code, 0);
    assert_eq!(place.build(&[]).code, 0);
    assert_eq!(place.current().as_deref(), Some(DAYS[2]));
}

/// Commands among which a killed one is drawn.
const WORKS: usize = 3;

#[test]
fn killed_at_any_moment_a_pin_is_whole_or_not_there() {
    let place = place();
    let (sources, out) = (text(&place.sources()), text(&place.out()));
    let store = SnapshotStore::new(place.out());
    let works: [&[&str]; WORKS] = [
        &["build", "--quiet", "--no-bulk", "--sources", &sources, "--out", &out],
        &["rollback", "--quiet", &out],
        &["release", "--quiet", &out],
    ];
    let mut random = ChaCha8Rng::seed_from_u64(20_261_129);
    let mut whole = [Duration::ZERO; WORKS];
    let (mut killed, kills) = (0, effort(30, 150));
    let mut before = continued(&place);
    for round in 0..kills {
        list(&place, round);
        let work = [0, 1, 0, 2][round % 4];
        let (was_current, was_pinned) = (place.current().expect("current"), pin(&place));
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
            .args(works[work])
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // The first of each kind is not disturbed, and shows how long it takes.
        if !whole[work].is_zero() {
            thread::sleep(whole[work].mul_f64(random.random_range(0.0..1.1)));
            child.kill().expect("killed");
        }
        killed += usize::from(!child.wait().expect("ended").success());
        if whole[work].is_zero() {
            whole[work] = began.elapsed();
        }
        let case = format!("round {round}, {:?}", works[work][0]);
        let current = place.current().expect("current");
        let newest = versions(&place).pop();
        store.open(&current).unwrap_or_else(|error| panic!("{case}: {error}"));
        match (work, &was_pinned) {
            _ if current == was_current => {}
            (0, None) | (2, Some(_)) => assert_eq!(Some(&current), newest.as_ref(), "{case}"),
            (1, _) => assert!(current < was_current && pin(&place).is_some(), "{case}"),
            _ => panic!("{case}: {current} is current in place of {was_current}"),
        }
        if current == was_current && was_pinned.is_some() && work != 2 {
            assert!(pin(&place).is_some(), "{case}: the pin is lost");
        }
        let now = continued(&place);
        for (record, facts) in &before {
            assert_eq!(now.get(record), Some(facts), "{case}: {record}");
        }
        before = now;
    }
    assert!(killed >= kills / 5, "many were killed in time: {killed} of {kills}");
    let _ = release(&place);
    assert_eq!(place.build(&[]).code, 0);
    nothing_is_half_there(&place);
    assert_eq!(run(&["verify", &out]).code, 0);
}
