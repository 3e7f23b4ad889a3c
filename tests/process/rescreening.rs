//! `tamis screen` after a refresh: new, changed and removed hits.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Value, json};
use tamis_engine::model::{RecordId, RecordOrdinal, Timestamp};
use tamis_engine::snapshot::{Snapshot, SnapshotInput};
use tamis_engine::store::SnapshotStore;
use uuid::Uuid;

use crate::support::desk::{Desk, column, rows};
use crate::support::real;
use crate::support::worlds::{BUILT_AT, With, input, person, publish_input};

pub(crate) const CUSTOMERS: &str =
    "id,name\nK-1,Ivan Sokolov\nK-2,Maria Garcia Lopez\nK-3,Olga Kurz\nK-4,Anna Maier\n";

/// Publishes the next version of a desk's list: Ivan is unchanged, María has a birth date, Olga is
/// removed and Anna is new.
pub(crate) fn refresh(desk: &Desk) -> String {
    let built_at = Timestamp(BUILT_AT.0 + 86_400);
    let mut records = vec![
        person(1, "Ivan Petrovich Sokolov"),
        person(2, "María García López").born("1962-05-17"),
        person(4, "Anna Maier"),
    ];
    records[1].last_change = built_at.into();
    (records[2].first_seen, records[2].last_change) = (built_at, built_at.into());
    publish_input(&desk.path("snapshots"), SnapshotInput { built_at, ..input(records) });
    built_at.to_version()
}

#[test]
fn hits_beside_those_of_an_earlier_run_are_new_changed_or_removed() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    let (code, _, said) = desk.screen(&["customers.csv", "-o", "before.csv"]);
    assert_eq!(code, 0, "{said}");
    refresh(&desk);
    // A reviewer adds a column.
    let noted: String =
        desk.read("before.csv").lines().flat_map(|line| [line, ",seen\n"]).collect();
    desk.write("before.csv", noted);
    let whole = ["customers.csv", "-o", "now.csv", "--earlier", "before.csv"];
    let (code, _, said) = desk.screen(&[&whole[..], &["--summary", "now.json"]].concat());
    assert_eq!(code, 0, "{said}");
    let new = rows(&desk.read("now.csv.new.csv"));
    assert_eq!(column(&new, "customer_id"), ["K-2", "K-4"]);
    assert_eq!(column(&new, "change"), ["changed", "new"]);
    let removed = rows(&desk.read("now.csv.removed.csv"));
    assert_eq!(column(&removed, "customer_id"), ["K-3"]);
    assert_eq!(column(&removed, "change"), ["there is no record 3"]);
    assert_eq!(column(&removed, "seen"), ["seen"], "what a reviewer added stays");
    assert_eq!(column(&rows(&desk.read("now.csv")), "customer_id"), ["K-1", "K-2", "K-4"]);
    assert!(
        said.contains(
            "compared with before.csv: 1 new and 1 changed, see now.csv.new.csv; 1 removed, \
             see now.csv.removed.csv; 1 unchanged\n"
        ),
        "{said}"
    );
    let summary: Value = serde_json::from_str(&desk.read("now.json")).expect("JSON");
    assert_eq!(
        summary["compared"],
        json!({
            "earlier": "before.csv", "new": 1, "changed": 1, "unchanged": 1, "removed": 1,
            "files": ["now.csv.new.csv", "now.csv.removed.csv"],
        })
    );
    let none = ["customers.csv", "-o", "again.csv", "--earlier", "now.csv", "--new", "n.csv"];
    let (_, _, said) = desk.screen(&[&none[..], &["--removed", "r.csv"]].concat());
    assert!(said.contains("0 new and 0 changed, see n.csv; 0 removed, see r.csv; 3 unchanged"));
    assert_eq!(desk.read("n.csv").lines().count(), 1, "the names of the columns");
    assert!(!said.contains("have no keys"), "{said}");
    desk.write("names.txt", "Anna Maier\n");
    let (_, _, said) = desk.screen(&["names.txt", "-o", "names.csv", "--earlier", "now.csv"]);
    assert!(
        said.starts_with("names.txt: customers have no keys; hits are compared by line number")
    );
}

#[test]
fn only_what_was_touched_since_a_version_is_looked_for() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    desk.screen(&["customers.csv", "-o", "before.csv"]);
    let first = BUILT_AT.to_version();
    refresh(&desk);
    let since = ["customers.csv", "-o", "since.csv", "--since", &first];
    let (code, _, said) = desk.screen(&[&since[..], &["--earlier", "before.csv"]].concat());
    assert_eq!(code, 0, "{said}");
    assert_eq!(column(&rows(&desk.read("since.csv")), "customer_id"), ["K-2", "K-4"]);
    let removed = rows(&desk.read("since.csv.removed.csv"));
    assert_eq!(column(&removed, "customer_id"), ["K-3"], "Ivan's record was not touched");
    assert!(said.contains("1 new and 1 changed"), "{said}");
    assert!(said.contains("1 unchanged"), "{said}");
}

#[test]
fn a_party_is_one_hit_whichever_of_its_records_stands_for_it() {
    let desk = Desk::new();
    desk.write("customers.csv", "id,name\nK-1,Ivan Sokolov\n");
    let publish = |day: i64, names: [&str; 2]| {
        let mut records = vec![person(1, names[0]), person(2, names[1])];
        records.iter_mut().for_each(|record| record.entity = Some(Uuid::from_u128(7)));
        let built_at = Timestamp(BUILT_AT.0 + day * 86_400);
        publish_input(&desk.path("snapshots"), SnapshotInput { built_at, ..input(records) });
    };
    let screen = |arguments: &[&str]| {
        let (code, _, said) = desk.screen(&[&["customers.csv"][..], arguments].concat());
        assert_eq!(code, 0, "{said}");
        said
    };
    let [near, far] = ["Ivan Sokolov", "Ivan Sokolow"];
    publish(1, [near, far]);
    screen(&["-o", "parties.csv"]);
    let parties = rows(&desk.read("parties.csv"));
    assert_eq!(column(&parties, "record_id"), ["1"]);
    assert!(column(&parties, "other_records")[0].starts_with("2 ("), "{parties:?}");
    screen(&["-o", "records.csv", "--group", "record"]);
    let records = rows(&desk.read("records.csv"));
    assert_eq!(column(&records, "record_id"), ["1", "2"]);
    assert_eq!(column(&records, "other_records"), ["", ""]);

    publish(2, [far, near]);
    for earlier in ["parties.csv", "records.csv"] {
        let said = screen(&["-o", "now.csv", "--earlier", earlier]);
        assert!(said.contains("0 new and 1 changed") && said.contains("; 0 removed"), "{said}");
        assert_eq!(column(&rows(&desk.read("now.csv")), "record_id"), ["2"]);
    }
}

#[test]
fn what_cannot_be_compared_is_told_before_anything_is_screened() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    let version = refresh(&desk);
    desk.write("other.csv", "id,record_id,match\n1,2,yes\n").write("empty.csv", "");
    let head = "customer_id,customer_name,match,record_id,record_name,list,list_type,programme,\
                birth_dates,countries,link\n";
    desk.write("odd.csv", format!("{head}K-1,,yes,many,,,,,,,\n"));
    let since = format!("tamis: no record can have changed after snapshot {version}");
    for (options, code, expected) in [
        (
            &["--earlier", "other.csv", "-o", "o.csv"][..],
            1,
            "tamis: other.csv: no column \"customer_id\"",
        ),
        (&["--earlier", "empty.csv", "-o", "o.csv"], 1, "tamis: empty.csv: the file is empty"),
        (&["--earlier", "none.csv", "-o", "o.csv"], 1, "tamis: none.csv: No such file"),
        (
            &["--earlier", "odd.csv", "-o", "o.csv"],
            1,
            "tamis: odd.csv: line 2: record_id is \"many\"; it must be the id of a record",
        ),
        (&["--earlier", "odd.csv", "-o", "o.ndjson"], 1, "tamis: --earlier compares tables"),
        (&["--earlier", "odd.csv"], 2, "--output <FILE>"),
        (&["--removed", "r.csv", "-o", "o.csv"], 2, "--earlier <FILE>"),
        (&["--since", "yesterday"], 2, "it must be a version: fourteen digits"),
        (&["--since", &version], 1, &since),
    ] {
        let (found, _, said) = desk.screen(&[&["customers.csv"][..], options].concat());
        assert_eq!(found, code, "{options:?}: {said}");
        assert!(said.contains(expected), "{options:?}: {said}");
        assert!(!desk.path("o.csv").exists() && !said.contains("screened in"), "{said}");
    }
}

/// Rows by customer and record.
type Pairs = BTreeMap<(String, String), BTreeMap<String, String>>;

fn pairs(desk: &Desk, file: &str) -> Pairs {
    let rows = rows(&desk.read(file)).into_iter().map(BTreeMap::from_iter);
    rows.map(|row| ((row["customer_id"].clone(), row["record_id"].clone()), row)).collect()
}

/// Returns names as the lists have them, and with their first letters swapped.
fn customers(snapshots: [&Snapshot; 2]) -> String {
    let names = snapshots.iter().flat_map(|snapshot| {
        let records = (0..snapshot.record_count() as u32).map(RecordOrdinal);
        let records = records.map(|at| snapshot.record(at).name().to_owned());
        records.collect::<Vec<_>>()
    });
    let names: BTreeSet<String> = names.collect();
    let mut text = "id\tname\n".to_owned();
    for (at, name) in names.iter().enumerate() {
        let mut letters: Vec<char> = name.chars().collect();
        if at % 2 == 0 && letters.len() > 4 {
            letters.swap(1, 2);
        }
        let name: String = letters.into_iter().filter(|letter| *letter != '"').collect();
        writeln!(text, "K-{at}\t{name}").expect("in memory");
    }
    text
}

/// Over consecutive versions of OFAC's and the UN's lists: the earlier hits, updated with the removed,
/// new and changed ones, are the hits of the whole run. The hits since a version are the hits of the
/// whole run on records added or changed since.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn earlier_hits_and_what_differs_are_the_hits_of_the_next_version() {
    for (slug, days) in [
        ("us_ofac_sdn", ["2021-12-31", "2024-01-31"]),
        ("un_sc_consolidated", ["2025-12-31", "2026-03-31"]),
    ] {
        let desk = Desk::new();
        let store = SnapshotStore::new(desk.path("real"));
        let versions = days.map(|day| {
            real::publish_as_of(Some(day), &[slug], store.root());
            store.current_version().expect("CURRENT reads").expect("it is there")
        });
        let [old, new] =
            versions.each_ref().map(|version| store.open(version).expect("it opens").0);
        desk.write("c.tsv", customers([&old, &new]));
        let screen = |options: &[&str]| {
            // No hit is left out for others, so the hits since a version can be found in the whole run.
            let common = ["c.tsv", "--snapshots", "real", "--limit", "50", "--threshold", "0.8"];
            // The record that represents a party may change with the scores.
            let common = [&common[..], &["--group", "record"]].concat();
            let (code, _, said) = desk.screen(&[&common[..], options].concat());
            assert_eq!(code, 0, "{said}");
        };
        store.make_current(&versions[0]).expect("it opens");
        screen(&["-o", "old.csv"]);
        store.make_current(&versions[1]).expect("it opens");
        screen(&["-o", "full.csv", "--earlier", "old.csv"]);
        screen(&["-o", "since.csv", "--since", &versions[0]]);

        let [before, full, since, differs, removed] =
            ["old.csv", "full.csv", "since.csv", "full.csv.new.csv", "full.csv.removed.csv"]
                .map(|file| pairs(&desk, file));
        let counts = [&before, &full, &since, &differs, &removed].map(BTreeMap::len);
        println!("{slug}: {counts:?}");
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        let mut composed = before.clone();
        removed.keys().for_each(|pair| assert!(composed.remove(pair).is_some(), "{pair:?}"));
        composed.extend(differs.into_iter().map(|(pair, mut row)| {
            let change = row.remove("change").expect("a column");
            assert_eq!(change == "new", !before.contains_key(&pair), "{pair:?}: {change}");
            (pair, row)
        }));
        assert!(composed.keys().eq(full.keys()), "the hits of the whole run");
        for (pair, row) in &full {
            let moved: Vec<&String> =
                row.keys().filter(|column| composed[pair][*column] != row[*column]).collect();
            let may_move = ["score", "matched_name", "reason"];
            assert!(moved.iter().all(|column| may_move.contains(&column.as_str())), "{moved:?}");
        }
        let moment = Timestamp::of_version(&versions[0]).expect("a version");
        let is_touched = |id: &str| {
            let record = new.find(RecordId(id.parse().expect("an id"))).expect("a record");
            let record = new.record(record);
            record.first_seen().max(record.last_change()) > moment
        };
        let touched: Pairs =
            full.into_iter().filter(|((_, record), _)| is_touched(record)).collect();
        assert_eq!(since, touched);
    }
}
