//! Refreshes that are left to themselves for weeks: how many versions they leave, and what a pin does to them.

use std::fs;

use tamis_engine::store::SnapshotStore;

use super::fetching::{list, place, refresh};
use super::server::{Answer, Server};
use super::support::{Place, run, text};
use super::versions::{rollback, versions};
use crate::support::effort::effort;

/// Versions that the refreshes keep.
const KEPT: usize = 4;

/// Refreshes as a timer does, and builds whether or not anything is new.
fn refreshed(place: &Place) -> String {
    let kept = KEPT.to_string();
    let ran = refresh(place, &["--always-build", "--no-bulk", "--keep", &kept]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout
}

#[test]
fn weeks_of_refreshes_leave_as_many_versions_as_they_are_told() {
    let server = Server::start(|_, before| Answer::ok(list(3 + before % 2)));
    let place = place(&server.url("/list"));
    // Four a day for a month, and a rollback in the middle of it.
    let runs = effort(16, 120);
    for _ in 0..runs / 2 {
        refreshed(&place);
        let left = versions(&place);
        assert!(left.len() <= KEPT, "{left:?}");
        assert_eq!(place.current().as_ref(), left.last());
    }
    assert_eq!(rollback(&place, &[]).code, 0);
    let pinned = place.current().expect("pinned");
    let told = || SnapshotStore::new(place.out()).last_refresh().expect("told").pinned;
    assert_eq!(told(), None);
    for _ in 0..runs / 2 {
        let summary = refreshed(&place);
        assert!(summary.contains(&format!("version {pinned} is pinned")), "{summary}");
        assert!(summary.contains("built version") && !summary.contains("published"), "{summary}");
        assert_eq!(told().as_ref(), Some(&pinned));
        let left = versions(&place);
        assert!(left.contains(&pinned) && left.len() <= KEPT + 1, "{left:?}");
        assert_eq!(place.current().as_ref(), Some(&pinned));
    }
    assert_eq!(run(&["release", &text(&place.out())]).code, 0);
    refreshed(&place);
    assert_eq!((told(), versions(&place).len()), (None, KEPT));
    assert_eq!(place.current(), versions(&place).pop());
}

#[test]
fn a_refresh_with_nothing_new_names_the_pin_and_builds_nothing() {
    let server = Server::start(|_, before| Answer::ok(list(3 + before.min(1))));
    let place = place(&server.url("/list"));
    for _ in 0..2 {
        assert_eq!(refresh(&place, &[]).code, 0);
    }
    let all = versions(&place);
    assert_eq!(rollback(&place, &[]).code, 0);
    let ran = refresh(&place, &[]);
    assert_eq!(ran.code, 4, "the newest version is made of what is there: {}", ran.stdout);
    assert!(ran.stdout.contains("nothing is new; the current version stays\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains(&format!("version {} is pinned", all[0])), "{}", ran.stdout);
    assert_eq!(versions(&place), all);
}

#[test]
fn after_an_error_a_refresh_removes_nothing() {
    let server = Server::start(|_, before| match before {
        0 | 1 => Answer::ok(list(3 + before)),
        _ => Answer::status("404 Not Found", ""),
    });
    let place = place(&server.url("/list"));
    for _ in 0..2 {
        assert_eq!(refresh(&place, &[]).code, 0);
    }
    let all = versions(&place);
    std::fs::write(place.current_file("ledger.tamis"), "").expect("written");
    let ran = refresh(&place, &["--always-build", "--keep", "1"]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert_eq!(versions(&place), all);
    let ran = refresh(&place, &["--keep", "0"]);
    assert!(ran.code == 2 && ran.stderr.contains("--keep"), "{}", ran.stderr);
}

#[test]
fn versions_that_receipts_name_are_kept_until_they_name_them_no_longer() {
    let place = Place::new();
    place.list("aa_list", &["Ann Example"]);
    for day in 4..9 {
        assert_eq!(place.build(&["--built-at", &format!("2026-10-0{day}T08:00:00Z")]).code, 0);
    }
    let version = |day: usize| format!("2026100{day}080000");
    let receipts = place.sources().join("receipts");
    fs::create_dir(&receipts).expect("created");
    let ran = run(&["prune", &text(&place.out()), "--keep", "1", "--receipts", &text(&receipts)]);
    assert!(ran.code == 2 && ran.stderr.contains("no file of receipts"), "{}", ran.stderr);
    let line =
        |version: &str| format!("{{\"manifest\":\"\",\"number\":1,\"version\":\"{version}\"}}\n");
    let opening = "{\"format\":1,\"number\":0}\n".to_owned();
    let prune = |lines: String| {
        fs::write(receipts.join("of_a_week.ndjson"), lines).expect("written");
        run(&["prune", &text(&place.out()), "--keep", "1", "--receipts", &text(&receipts)])
    };
    let ran = prune("no receipt\n".to_owned());
    assert!(ran.code == 2 && ran.stderr.contains("line 1 is no receipt"), "{}", ran.stderr);
    assert_eq!(versions(&place).len(), 5);
    let ran = prune(opening.clone() + &line(&version(5)) + &line(&version(5)) + &line(&version(7)));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(versions(&place), [version(5), version(7), version(8)]);
    assert_eq!(prune(opening).code, 0);
    assert_eq!(versions(&place), [version(8)]);
}
