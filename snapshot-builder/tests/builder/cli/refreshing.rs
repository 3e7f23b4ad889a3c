//! Refreshes that somebody must look at: lists that shrank, folders not taken, and how old lists are.

use std::fs;

use snapshot_builder::ledger::Ledger;
use tamis_engine::model::RegisterRun;

use super::support::Place;

const NAMES: &[&str] = &["Ann Example", "Ben Sample", "Cem Specimen", "Dan Placeholder"];
const SHRUNK: &str = "{\"ref\": \"1\", \"name\": \"Ann\"}\n{\"ref\": \"9\", \"name\": \"Eva\"}\n";

/// The latest run of the only register.
fn run(place: &Place) -> RegisterRun {
    let ledger = Ledger::open(&place.current_file("ledger.tamis")).expect("opens");
    ledger.registers()[0].register.run.clone()
}

#[test]
fn removals_beyond_the_limit_wait_until_they_are_accepted() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    assert_eq!(place.build(&[]).code, 0);
    place.file("aa_list", SHRUNK);
    let ran = place.build(&[]);
    let expected = "aa_list was loaded, but the missing records were kept: the list lacks 3 of the register's 4";
    assert!(ran.code == 3 && ran.stderr.contains(expected), "{}", ran.stderr);
    assert!(ran.stderr.contains("build with --accept-drop aa_list"), "{}", ran.stderr);
    let changes = "added 1, returned 0, changed 1, unchanged 0, retired 0, kept though missing 3";
    assert!(ran.stdout.contains(changes), "{}", ran.stdout);
    assert_eq!(place.report()["records"], 5);
    assert_eq!(run(&place).removals_waiting, 3);

    let ran = place.build(&["--accept-drop", "bb_list"]);
    let expected = "--accept-drop: unknown register \"bb_list\"; accepted: aa_list";
    assert!(ran.code == 2 && ran.stderr.contains(expected), "{}", ran.stderr);

    let ran = place.build(&["--accept-drop", "aa_list"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let report = place.report();
    assert_eq!((&report["records"], &report["retired"]), (&2.into(), &3.into()));
    assert_eq!((run(&place).removals_waiting, run(&place).reason), (0, None));
}

#[test]
fn newer_folders_that_were_not_taken_are_told_with_the_register() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    let folder = place.sources().join("aa_list");
    for (name, file) in [("2024-05-03", "records.jsonl"), ("2024-06-01", "list.pdf")] {
        fs::create_dir(folder.join(name)).expect("created");
        fs::copy(folder.join("records.jsonl"), folder.join(name).join(file)).expect("copied");
    }
    fs::remove_file(folder.join("records.jsonl")).expect("removed");
    assert_eq!(place.build(&[]).code, 0);
    let taken = run(&place);
    assert_eq!(taken.list_date.as_deref(), Some("2024-05-03"));
    let not_taken = taken.not_taken.iter().map(|n| (n.folder.as_str(), n.reason.as_str()));
    let reason = "it lacks records.jsonl (it holds list.pdf)";
    assert_eq!(not_taken.collect::<Vec<_>>(), [("2024-06-01", reason)]);
}

#[test]
fn a_file_beside_the_list_says_when_it_was_fetched() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    let file = place.sources().join("aa_list/fetched_at");
    for (text, fetched_at, reason) in [
        ("2026-10-04T08:00:00Z\n", Some("2026-10-04T08:00:00+00:00"), None),
        (
            "yesterday",
            None,
            Some(
                "aa_list/fetched_at: \"yesterday\" is not a time of the form 2026-10-04T08:00:00Z",
            ),
        ),
    ] {
        fs::write(&file, text).expect("written");
        assert_eq!(place.build(&[]).code, 0);
        let run = run(&place);
        let shown = run.fetched_at.map(|time| time.to_string());
        assert_eq!((shown.as_deref(), run.reason.as_deref()), (fetched_at, reason));
    }
}
