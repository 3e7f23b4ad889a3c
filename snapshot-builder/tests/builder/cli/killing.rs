//! A builder that is killed: what was current stays so, and nothing is lost.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use snapshot_builder::ledger::{Ledger, Survey};
use tamis_engine::snapshot::SnapshotStore;

use super::support::{Place, known, run, text};

/// Builders that are killed.
const KILLS: u32 = 24;
const SLUGS: [&str; 3] = ["aa_list", "bb_list", "cc_list"];

/// Lists of the n-th round: every one loses an entry and gains one.
fn lists(place: &Place, round: u32) {
    for slug in SLUGS {
        let lines = (round..round + 1_000).map(|n| {
            format!("{{\"ref\": \"{n}\", \"name\": \"Name{} Family{}\"}}\n", n % 97, n % 89)
        });
        place.file(slug, &lines.collect::<String>());
    }
}

#[test]
fn killed_at_any_moment_a_builder_loses_nothing() {
    let place = Place::new();
    lists(&place, 0);
    let began = Instant::now();
    assert_eq!(place.build(&[]).code, 0);
    let whole_run = began.elapsed();
    let mut random = ChaCha8Rng::seed_from_u64(20_260_201);
    let mut before = known(&Ledger::open(&place.current_file("ledger.tamis")).expect("opens"));
    let mut killed = 0;
    for round in 1..=KILLS {
        lists(&place, round);
        let out = text(&place.out());
        let sources = text(&place.sources());
        let build = ["build", "--quiet", "--sources", &sources, "--out", &out];
        // Every fourth is killed while it makes an index anew.
        let reindex = ["reindex", "--quiet", &out];
        let arguments = if round % 4 == 0 { &reindex[..] } else { &build[..] };
        let mut builder = Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
            .args(arguments)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        thread::sleep(whole_run.mul_f64(random.random_range(0.0..1.1)));
        builder.kill().expect("killed");
        killed += u32::from(!builder.wait().expect("ended").success());

        let version = place.current().expect("a current version");
        if round % 4 != 0 {
            SnapshotStore::new(place.out()).open(&version).expect("the current version opens");
        }
        let ledger = Ledger::open(&place.current_file("ledger.tamis")).expect("opens");
        Survey::of(&ledger, |_, _| true).expect("sound");
        let now = known(&ledger);
        assert!(before.iter().all(|(key, facts)| now.get(key) == Some(facts)), "round {round}");
        before = now;
    }
    assert!(killed >= KILLS / 2, "most were killed in time: {killed} of {KILLS}");
    let ran = place.build(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let now = known(&Ledger::open(&place.current_file("ledger.tamis")).expect("opens"));
    assert!(before.iter().all(|(key, facts)| now.get(key) == Some(facts)));
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
    let left = fs::read_dir(place.out()).expect("there").map(|entry| entry.expect("there"));
    let left: Vec<_> = left.map(|entry| entry.file_name().into_string().expect("plain")).collect();
    let hidden: Vec<_> = left.iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, [".build.lock"], "nothing half-made is left");
}

#[test]
fn killed_while_it_writes_bulk_files_a_builder_leaves_the_version_before() {
    let place = Place::new();
    lists(&place, 0);
    assert_eq!(place.build(&["--built-at", "2026-10-04T08:00:00Z"]).code, 0);
    lists(&place, 1);
    let (sources, out) = (text(&place.sources()), text(&place.out()));
    let mut builder = Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
        .args(["build", "--quiet", "--sources", &sources, "--out", &out])
        .args(["--built-at", "2026-10-05T08:00:00Z"])
        .spawn()
        .expect("the program starts");
    let half_made = place.out().join(".20261005080000.tmp");
    while !half_made.join("collections/default/entities.ftm.json").exists() {
        assert!(builder.try_wait().expect("asked").is_none(), "it ended without being seen at it");
        thread::yield_now();
    }
    builder.kill().expect("killed");
    assert!(!builder.wait().expect("ended").success(), "killed in time");

    assert_eq!(place.current().as_deref(), Some("20261004080000"));
    assert!(half_made.exists() && !place.out().join("20261005080000").exists());
    assert_eq!(run(&["verify", &out]).code, 0);
    assert_eq!(place.build(&["--built-at", "2026-10-05T08:00:00Z"]).code, 0);
    assert!(!half_made.exists());
    assert_eq!(run(&["verify", &out]).code, 0);
}
