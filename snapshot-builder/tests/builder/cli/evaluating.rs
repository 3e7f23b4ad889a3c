//! `evaluate`, on pairs that a test writes.

use std::fs;
use std::path::PathBuf;

use super::support::{Ran, run, text};

const HEADER: &str = "case_id,schema,name1,name2,is_match,quality\n";
/// One pair of each outcome that is right, and the misspelt one that is called a match and is labelled none.
const PAIRS: &str = "\
a,Person,Zbigniew Wolnarski,Zbigniew Wolnarski,true,STRONG
b,Person,Anneliese Kravchuk,Oluwaseun Bamidele,false,STRONG
c,Person,Marguerite Delacroix,Marguerite Delacroix,false,WEAK
";

/// Files of one test.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    fn write(&self, name: &str, content: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        fs::write(&path, content).expect("written");
        text(&path)
    }

    fn pairs(&self, rows: &str) -> String {
        self.write("mine.csv", &format!("{HEADER}{rows}"))
    }
}

/// The value of a figure, and of how many cases it is, as printed.
fn figure(ran: &Ran, name: &str) -> (f64, usize) {
    let line = ran.stdout.lines().find(|line| line.split(' ').next() == Some(name));
    let line = line.unwrap_or_else(|| panic!("{name} is not in {ran:?}"));
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [_, value, "of", cases] = fields[..] else { panic!("{line}") };
    (value.parse().expect("a number"), cases.parse().expect("a number"))
}

#[test]
fn pairs_have_figures_by_the_name_of_their_file() {
    let files = Files::new();
    let ran = run(&["evaluate", "--pairs", &files.pairs(PAIRS)]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    // One match found, one alarm; the alarm scores as the match does, so half of its pair counts.
    assert_eq!(figure(&ran, "mine.f1"), (0.6667, 3));
    assert_eq!(figure(&ran, "mine.auc"), (0.75, 3));
    assert_eq!(figure(&ran, "mine.strong_wrong"), (0.0, 2));
    assert!(!ran.stdout.contains("Delacroix"), "wrong cases are not asked for: {}", ran.stdout);
}

#[test]
fn names_match_in_any_script_and_with_or_without_accents() {
    let files = Files::new();
    let pairs = files.pairs(
        "a,Person,Дмитрий Зайцев,Dmitry Zaytsev,true,\n\
         b,Person,محمود القذافي,Mahmoud Qaddafi,true,\n\
         c,Person,Jose Munoz Barragan,José Muñoz Barragán,true,\n\
         d,Person,Дмитрий Зайцев,Oluwaseun Bamidele,false,\n",
    );
    let ran = run(&["evaluate", "--pairs", &pairs, "--wrong"]);
    assert_eq!(figure(&ran, "mine.f1"), (1.0, 4), "{}", ran.stdout);
}

#[test]
fn cases_on_the_wrong_side_are_printed_when_asked_for() {
    let files = Files::new();
    let ran = run(&["evaluate", "--pairs", &files.pairs(PAIRS), "--wrong"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let wrong: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with(' ')).collect();
    let [alarm] = wrong[..] else { panic!("{wrong:?}") };
    assert!(alarm.trim_start().starts_with("alarm 1.000 \"Marguerite Delacroix\""), "{alarm}");
}

#[test]
fn suites_are_chosen_by_a_part_of_their_name() {
    let files = Files::new();
    let (mine, pairs) = (files.pairs(PAIRS), files.write("other.csv", HEADER));
    let ran = run(&["evaluate", "--pairs", &mine, "--pairs", &pairs, "--only", "oth"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.lines().all(|line| line.starts_with("other.")), "{}", ran.stdout);
    assert_eq!(figure(&ran, "other.f1"), (0.0, 0));
}

#[test]
fn a_part_of_no_name_is_said_with_the_names_that_there_are() {
    let files = Files::new();
    let (mine, pairs) = (files.pairs(PAIRS), files.write("other.csv", HEADER));
    let ran = run(&["evaluate", "--pairs", &mine, "--pairs", &pairs, "--only", "negatives"]);
    assert_eq!(ran.code, 1);
    let expected = "--only negatives: no suite has this in its name; there are mine, other";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn floors_that_do_not_hold_fail_and_are_named() {
    let files = Files::new();
    let pairs = files.pairs(PAIRS);
    let with_floors = |floors: &str| {
        let floors = files.write("floors.csv", floors);
        run(&["evaluate", "--pairs", &pairs, "--floors", &floors])
    };
    let held = with_floors("# a comment\nmine.f1,at least,0.6\nmine.strong_wrong,at most,0\n");
    assert_eq!((held.code, held.stderr.as_str()), (0, ""));

    let broken =
        with_floors("mine.f1,at least,0.9\nmine.auc,at most,0.5\nmine.strong_wrong,at most,0\n");
    assert_eq!(broken.code, 1);
    for expected in ["mine.f1 is 0.6667, not at least 0.9", "mine.auc is 0.7500, not at most 0.5"] {
        assert!(broken.stderr.contains(expected), "{expected:?} in {}", broken.stderr);
    }
    assert!(!broken.stderr.contains("strong_wrong"), "{}", broken.stderr);
    assert_eq!(figure(&broken, "mine.f1").1, 3, "figures are printed all the same");
}

#[test]
fn a_floor_of_what_was_not_measured_fails_unless_suites_are_chosen() {
    let files = Files::new();
    let pairs = files.pairs(PAIRS);
    let floors = files.write("floors.csv", "mine.f1,at least,0.6\nelsewhere.f1,at least,0.6\n");
    let arguments = ["evaluate", "--pairs", &pairs, "--floors", &floors];
    let ran = run(&arguments);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("elsewhere.f1 was not measured"), "{}", ran.stderr);
    let chosen = run(&[&arguments[..], &["--only", "mine"]].concat());
    assert_eq!(chosen.code, 0, "{}", chosen.stderr);
}

#[test]
fn floors_that_cannot_be_read_are_named_with_the_reason() {
    let files = Files::new();
    let pairs = files.pairs(PAIRS);
    let ran = run(&["evaluate", "--pairs", &pairs, "--floors", "no-such-floors.csv"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no-such-floors.csv: No such file"), "{}", ran.stderr);
}

#[test]
fn what_does_not_parse_is_named_with_file_and_line() {
    let files = Files::new();
    let malformed = files.pairs(&PAIRS.replace(",true,", ",perhaps,"));
    let floors = files.write("floors.csv", "# a comment\nmine.f1,above,0.6\n");
    for (arguments, expected) in [
        (vec!["evaluate", "--pairs", &malformed], ["mine.csv", "line: 2"]),
        (vec!["evaluate", "--pairs", "no/such.csv"], ["no/such.csv", "No such file"]),
        (vec!["evaluate", "--floors", &floors], ["floors.csv, line 2", "at least|at most"]),
    ] {
        let ran = run(&arguments);
        assert_eq!(ran.code, 1, "{arguments:?}");
        for expected in expected {
            assert!(ran.stderr.contains(expected), "{expected:?} in {}", ran.stderr);
        }
    }
}
