//! `diff`: what differs between two versions.

use std::fs;

use serde_json::{Value, json};

use super::support::{Place, Ran, run, text};

const OLD: &str = "20261001080000";
const MIDDLE: &str = "20261002080000";
const NEW: &str = "20261003080000";

/// Three versions of two lists. From the first to the last: 2 changes, 3 goes, 4 comes; from the
/// second to the last 5 comes back; 6 came and went; of 7 only the remark and the order differ.
fn place() -> Place {
    let place = Place::new();
    let line = |reference: u32, name: &str, more: &str| {
        format!(
            "{{\"ref\": \"{reference}\", \"name\": \"{name}\", \"type\": \"INDIVIDUAL\"{more}}}\n"
        )
    };
    let seven = |remark: &str, addresses: &str| {
        let more = format!(", \"notes\": [\"{remark}\"], \"addresses\": [{addresses}]");
        line(7, "Guy Constant", &more)
    };
    let born = |year: &str, aliases: &str| {
        format!(", \"birth_dates\": [\"{year}\"], \"aliases\": [{aliases}]")
    };
    let ann = line(1, "Ann Example", "");
    let ben = |more: &str| line(2, "Ben Sample", more);
    let eva = line(5, "Eva Instance", "");
    let first = [
        &ann,
        &ben(&born("1962", "\"B.\", \"Benny\"")),
        &line(3, "Cem Specimen", ""),
        &eva,
        &seven("one", "\"A\", \"B\""),
    ];
    let second = [
        &ann,
        &ben(&born("1963", "\"B.\"")),
        &line(6, "Fay Moment", ""),
        &seven("one", "\"B\", \"A\""),
    ];
    let third = [
        &ann,
        &ben(&born("1963", "\"B.\", \"Big Ben\"")),
        &line(4, "Dan Placeholder", ""),
        &eva,
        &seven("one", "\"B\", \"A\""),
    ];
    for (day, lines) in [(1, &first[..]), (2, &second[..]), (3, &third[..])] {
        place.file("aa_list", &lines.iter().map(|line| line.as_str()).collect::<String>());
        place.list("bb_list", &["Someone Else"]);
        let built_at = format!("2026-10-0{day}T08:00:00Z");
        let ran = place.build(&["--built-at", &built_at]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    place
}

fn diff(place: &Place, arguments: &[&str]) -> Ran {
    let out = text(&place.out());
    run(&[&["diff"], arguments, &["--snapshots", &out]].concat())
}

fn json_lines(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let lines = ran.stdout.lines();
    lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_record_that_differs_is_a_line() {
    let place = place();
    let ran = diff(&place, &[OLD, NEW]);
    let expected = "\
aa_list\tchanged\t2\tBen Sample\taliases: Benny -> Big Ben; birth_dates: 1962 -> 1963
aa_list\tremoved\t3\tCem Specimen
aa_list\tadded\t4\tDan Placeholder
aa_list: 1 added, 1 removed, 1 changed, 0 returned, 0 relinked
bb_list: 0 added, 0 removed, 0 changed, 0 returned, 0 relinked
total: 1 added, 1 removed, 1 changed, 0 returned, 0 relinked
";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected), "{}", ran.stderr);
    let ran = diff(&place, &[NEW, NEW]);
    assert_eq!(ran.stdout.lines().filter(|line| line.contains('\t')).count(), 0);
}

#[test]
fn the_counts_of_one_step_are_those_of_the_build() {
    let place = place();
    let lines = json_lines(&diff(&place, &[MIDDLE, NEW, "--json"]));
    let register = lines.iter().find(|line| line["register"] == "aa_list" && line["ref"].is_null());
    let register = register.expect("a line of the register");
    let report = place.report();
    let changes = &report["registers"][0]["changes"];
    for (own, of_build) in [
        ("added", "added"),
        ("removed", "retired"),
        ("changed", "changed"),
        ("returned", "returned"),
    ] {
        assert_eq!(register[own], changes[of_build], "{own} in {report}");
        assert_eq!(register[own], 1, "each of them happens: {own}");
    }
}

#[test]
fn the_lines_of_json_hold_all_values() {
    let place = place();
    let lines = json_lines(&diff(&place, &[OLD, NEW, "--json", "--register", "aa_list"]));
    let [changed, removed, added, register, total] = lines.as_slice() else { panic!("{lines:?}") };
    let expected = json!([
        {"fact": "aliases", "old": ["B.", "Benny"], "new": ["B.", "Big Ben"]},
        {"fact": "birth_dates", "old": ["1962"], "new": ["1963"]},
    ]);
    assert_eq!(changed["facts"], expected);
    assert_eq!(changed["name"], "Ben Sample");
    assert_eq!((&removed["kind"], &removed["ref"]), (&json!("removed"), &json!("3")));
    assert_eq!((&added["kind"], &added["name"]), (&json!("added"), &json!("Dan Placeholder")));
    let ran = run(&["inspect", &text(&place.out()), "--record", &added["id"].to_string()]);
    assert!(ran.stdout.contains("Dan Placeholder"), "its id leads to it: {ran:?}");
    let expected = json!({"register": "aa_list", "added": 1, "removed": 1, "changed": 1,
                          "returned": 0, "relinked": 0});
    assert_eq!(*register, expected);
    assert_eq!(total["total"]["added"], 1);
}

#[test]
fn versions_are_named_by_their_folders_too_and_in_either_order() {
    let place = place();
    let [old, new] = [OLD, NEW].map(|version| text(&place.out().join(version)));
    let ran = run(&["diff", &new, &old]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    // What came later is removed on the way back, and what went is unknown to the older ledger no more.
    assert!(ran.stdout.contains("aa_list\tremoved\t4\tDan Placeholder"), "{}", ran.stdout);
    assert!(ran.stdout.contains("aa_list\treturned\t3\tCem Specimen"), "{}", ran.stdout);
    assert!(ran.stdout.contains("birth_dates: 1963 -> 1962"), "{}", ran.stdout);
}

#[test]
fn a_register_of_one_version_alone_is_compared_with_nothing() {
    let place = place();
    place.list("cc_list", &["Another One", "And Another"]);
    assert_eq!(place.build(&["--built-at", "2026-10-04T08:00:00Z"]).code, 0);
    let ran = diff(&place, &[NEW, "20261004080000", "--register", "cc_list"]);
    assert!(ran.stdout.contains("cc_list: 2 added, 0 removed"), "{}", ran.stdout);
    let ran = diff(&place, &["20261004080000", NEW, "--register", "cc_list"]);
    assert!(ran.stdout.contains("cc_list: 0 added, 2 removed"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let place = place();
    for (arguments, code, expected) in [
        (&[OLD, "20200101000000"][..], 1, "20200101000000: no such version"),
        (&[OLD], 2, "<NEW>"),
        (&[OLD, NEW, "--register", "zz_list"], 2, "neither version has a register zz_list"),
    ] {
        let ran = diff(&place, arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let ledger = place.out().join(OLD).join("ledger.tamis");
    let mut bytes = fs::read(&ledger).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&ledger, bytes).expect("written");
    let ran = diff(&place, &[OLD, NEW]);
    assert!(ran.code == 1 && ran.stderr.contains("ledger.tamis: "), "{ran:?}");
    fs::remove_file(&ledger).expect("removed");
    let ran = diff(&place, &[OLD, NEW]);
    assert!(ran.code == 1 && ran.stderr.contains("no ledger.tamis"), "{ran:?}");
}
