//! A builder that is killed, or whose disk is full: what was current stays so, no version is there in
//! part, and nothing is lost.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use snapshot_builder::ledger::{Ledger, Survey};
use tamis_engine::store::SnapshotStore;

use super::support::{Place, known, run, text};
use crate::support::effort::effort;

const SLUGS: [&str; 3] = ["aa_list", "bb_list", "cc_list"];
/// Versions that are left by a prune.
const KEPT: &str = "2";

/// Lists of the n-th round: every one loses an entry and gains one, and changes another. Together the
/// rounds, seconds apart, remove more than a list may lose in a week, so any drop is permitted.
fn lists(place: &Place, round: usize) {
    let first = round % 25;
    for slug in SLUGS {
        let lines = (first..first + 60).map(|n| {
            let family = if n == first + 30 { "Changed" } else { "Family" };
            format!("{{\"ref\": \"{n}\", \"name\": \"Name{} {family}{}\"}}\n", n % 97, n % 89)
        });
        place.file(slug, &lines.collect::<String>());
        place.permit_drop(slug);
    }
}

/// What a builder can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    Build,
    Reindex,
    Prune,
}

impl Work {
    /// Builds mostly, and of the others every fifth each.
    fn of_round(round: usize) -> Self {
        match round % 5 {
            3 => Self::Reindex,
            4 => Self::Prune,
            _ => Self::Build,
        }
    }

    fn arguments(self, place: &Place) -> Vec<String> {
        let (sources, out) = (text(&place.sources()), text(&place.out()));
        let arguments: &[&str] = match self {
            Self::Build => &["build", "--quiet", "--sources", &sources, "--out", &out],
            Self::Reindex => &["reindex", "--quiet", &out],
            Self::Prune => &["prune", "--quiet", &out, "--keep", KEPT],
        };
        arguments.iter().map(|argument| (*argument).to_owned()).collect()
    }

    /// How long it takes when nobody disturbs it.
    fn duration(self, place: &Place) -> Duration {
        let arguments = self.arguments(place);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let began = Instant::now();
        assert_eq!(run(&arguments).code, 0, "{self:?}");
        began.elapsed()
    }
}

/// What is known of every record.
type Known = BTreeMap<String, (u64, i64)>;

/// Holds the folder of snapshots to what must be true at any moment, and gives what its current
/// version knows: all that was known before, with the same ids and dates.
fn held(place: &Place, before: &Known, case: &str) -> Known {
    let store = SnapshotStore::new(place.out());
    let current = store.current_version().expect("readable").expect("a current version");
    let versions = store.versions().expect("a folder");
    assert!(versions.contains(&current), "{case}: {current} is not among {versions:?}");
    for version in versions {
        let opened = store.open(&version);
        assert!(opened.is_ok(), "{case}: {version} is there and does not open: {opened:?}");
    }
    let ledger = Ledger::open(&place.current_file("ledger.tamis")).expect("opens");
    Survey::of(&ledger, |_, _| true).unwrap_or_else(|error| panic!("{case}: {error}"));
    let now = known(&ledger);
    for (record, facts) in before {
        assert_eq!(now.get(record), Some(facts), "{case}: {record}");
    }
    now
}

/// A last build, which nobody disturbs, continues all and leaves nothing half-made.
fn ends_well(place: &Place, before: &Known) {
    let ran = place.build(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    held(place, before, "the last build");
    assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
    let left = fs::read_dir(place.out()).expect("there").map(|entry| entry.expect("there"));
    let left = left.map(|entry| entry.file_name().into_string().expect("plain"));
    let hidden: Vec<String> = left.filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, [".build.lock"], "nothing half-made is left");
    let current = fs::read_dir(place.out().join(place.current().expect("published")));
    let names = current.expect("there").map(|entry| entry.expect("there").file_name());
    let names: Vec<String> = names.map(|name| name.into_string().expect("plain")).collect();
    assert!(names.iter().all(|name| !name.ends_with(".new")), "{names:?}");
}

/// A place with two versions.
fn place() -> (Place, Known) {
    let place = Place::new();
    for round in [0, 1] {
        lists(&place, round);
        assert_eq!(place.build(&[]).code, 0);
    }
    let known = held(&place, &BTreeMap::new(), "the first builds");
    (place, known)
}

#[test]
fn killed_at_any_moment_a_builder_loses_nothing() {
    let (place, mut before) = place();
    let kills = effort(30, 200);
    let whole = [Work::Build, Work::Reindex, Work::Prune].map(|work| work.duration(&place));
    let mut random = ChaCha8Rng::seed_from_u64(20_260_201);
    let mut killed = 0;
    for round in 2..kills + 2 {
        lists(&place, round);
        let work = Work::of_round(round);
        let mut builder = Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
            .args(work.arguments(&place))
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        thread::sleep(whole[work as usize].mul_f64(random.random_range(0.0..1.1)));
        builder.kill().expect("killed");
        killed += usize::from(!builder.wait().expect("ended").success());
        before = held(&place, &before, &format!("round {round}, {work:?}"));
    }
    assert!(killed >= kills / 4, "many were killed in time: {killed} of {kills}");
    ends_well(&place, &before);
}

/// A write beyond a size fails as on a full disk: the limit of the size of files, whose signal is
/// ignored, gives an error (EFBIG).
const ON_A_FULL_DISK: &str = "trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$@\"";
/// Bytes of one step of `ulimit -f` where it is smallest.
const BLOCK: u64 = 512;

#[test]
fn on_a_full_disk_a_builder_fails_and_loses_nothing() {
    let (place, mut before) = place();
    let full_disks = effort(20, 60);
    let files = fs::read_dir(place.current_file("snapshot.tamis").parent().expect("a folder"));
    let sizes = files.expect("there").map(|file| file.expect("there").metadata().expect("there"));
    let longest = sizes.map(|metadata| metadata.len()).max().expect("files") / BLOCK + 1;
    let mut random = ChaCha8Rng::seed_from_u64(20_260_202);
    let mut failed = 0;
    for round in 2..full_disks + 2 {
        lists(&place, round);
        let work = Work::of_round(round);
        // The first rounds have no room at all; small files fail at small limits only.
        let limit = match round {
            ..8 => 0,
            8..20 => random.random_range(0..8),
            _ => random.random_range(0..longest + 4),
        };
        let output = Command::new("sh")
            .args(["-c", ON_A_FULL_DISK, "sh", &limit.to_string()])
            .arg(env!("CARGO_BIN_EXE_snapshot-builder"))
            .args(work.arguments(&place))
            .output()
            .expect("a shell");
        let case = format!("round {round}, {work:?} with {limit} blocks");
        let errors = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => {}
            Some(1) => {
                assert!(errors.contains("File too large"), "{case}: {errors}");
                failed += 1;
            }
            other => panic!("{case}: ended with {other:?}: {errors}"),
        }
        before = held(&place, &before, &case);
    }
    assert!(failed >= full_disks / 4, "{failed} of {full_disks} had no room");
    ends_well(&place, &before);
}

/// The version before, and the one that [`at_bulk_files`] makes.
const BEFORE: &str = "2026-10-04T08:00:00Z";
const NEXT: &str = "2026-10-05T08:00:00Z";

/// A place with one version, and a list whose bulk files take a second.
fn place_with_a_long_list() -> Place {
    let place = Place::new();
    lists(&place, 0);
    assert_eq!(place.build(&["--built-at", BEFORE]).code, 0);
    let lines =
        (0..12_000).map(|n| format!("{{\"ref\": \"{n}\", \"name\": \"Name{n} Family\"}}\n"));
    place.file("aa_list", &lines.collect::<String>());
    place
}

/// A builder that is writing bulk files.
fn at_bulk_files(place: &Place) -> Child {
    let (sources, out) = (text(&place.sources()), text(&place.out()));
    let mut builder = Command::new(env!("CARGO_BIN_EXE_snapshot-builder"))
        .args(["build", "--quiet", "--sources", &sources, "--out", &out, "--built-at", NEXT])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let written = place.out().join(".20261005080000.tmp/collections/default/entities.ftm.json");
    while !written.exists() {
        assert!(builder.try_wait().expect("asked").is_none(), "it ended without being seen at it");
        thread::yield_now();
    }
    builder
}

#[test]
fn an_interrupted_build_says_so_and_leaves_nothing_half_made() {
    let place = place_with_a_long_list();
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let builder = at_bulk_files(&place);
        let told = Command::new("kill").args(["-s", signal, &builder.id().to_string()]).status();
        assert!(told.expect("a program for it").success());
        let ended = builder.wait_with_output().expect("ended");
        let errors = String::from_utf8_lossy(&ended.stderr);
        let expected = "snapshot-builder: interrupted; nothing was published\n";
        assert_eq!((ended.status.code(), &*errors), (Some(code), expected), "{signal}");
        let left = fs::read_dir(place.out()).expect("there").map(|entry| entry.expect("there"));
        let mut left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        left.sort();
        assert_eq!(left, [".build.lock", "20261004080000", "CURRENT"], "{signal}");
    }
    assert_eq!(place.build(&["--built-at", NEXT]).code, 0);
}

#[test]
fn killed_while_it_writes_bulk_files_a_builder_leaves_the_version_before() {
    let place = place_with_a_long_list();
    let mut builder = at_bulk_files(&place);
    builder.kill().expect("killed");
    assert!(!builder.wait().expect("ended").success(), "killed in time");

    let (out, half_made) = (text(&place.out()), place.out().join(".20261005080000.tmp"));
    assert_eq!(place.current().as_deref(), Some("20261004080000"));
    assert!(half_made.exists() && !place.out().join("20261005080000").exists());
    assert_eq!(run(&["verify", &out]).code, 0);
    assert_eq!(place.build(&["--built-at", NEXT]).code, 0);
    assert!(!half_made.exists());
    assert_eq!(run(&["verify", &out]).code, 0);
}
