//! Help texts, wrong options, exit codes.

use super::support::{Place, run, run_with, text};

#[test]
fn every_command_explains_itself_with_an_example() {
    for (arguments, expected) in [
        (&["--help"][..], "Exit codes:"),
        (&["build", "--help"], "--only us_ofac_sdn,un_sc_consolidated"),
        (&["build", "--help"], "SOURCE_DATE_EPOCH"),
        (&["sample", "--help"], "--records 5000"),
        (&["verify", "--help"], "verify snapshots/20261004080000"),
        (&["inspect", "--help"], "--word muhammad"),
        (&["evaluate", "--help"], "--pairs my-pairs.csv --wrong"),
        (&["learn-signs", "--help"], "--script arabic arabic_train.tsv.gz"),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}");
        assert!(ran.stdout.contains(expected), "{arguments:?}: {}", ran.stdout);
    }
}

#[test]
fn wrong_options_are_exit_code_2_and_name_the_option() {
    let build = ["build", "--sources", "nowhere", "--out", "nowhere"];
    let with = |option: &'static [&'static str]| [&build[..], option].concat();
    for (arguments, expected) in [
        (vec![], "Usage:"),
        (vec!["built"], "'built'"),
        (vec!["build"], "--sources <DIR>"),
        (with(&["--as-of", "yesterday"]), "'--as-of <DATE>': not a date of the form YYYY"),
        (with(&["--built-at", "now"]), "'--built-at <TIME>': give a time between 1970 and 2106"),
        (vec!["sample", "--out", "nowhere", "--records", "0"], "0 is not in 1..=8000000"),
        (vec!["prune", "nowhere", "--keep", "0"], "'--keep <N>': give a whole number of 1 or more"),
        (vec!["inspect", "nowhere", "--record", "x"], "'--record <ID>'"),
        (vec!["inspect", "nowhere", "--record", "1", "--word", "x"], "cannot be used with"),
    ] {
        let ran = run(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn an_unknown_register_is_a_wrong_option() {
    let place = Place::new();
    place.list("aa_list", &["Ann Example"]);
    let ran = place.build(&["--only", "bb_list"]);
    assert_eq!(ran.code, 2);
    let expected = "--only: unknown register \"bb_list\"; accepted: aa_list";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    assert_eq!(place.current(), None);
}

#[test]
fn a_folder_without_sources_is_an_error_that_names_it() {
    let ran = run(&["build", "--sources", "no/such/folder", "--out", "no/such/folder"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with("snapshot-builder: no/such/folder: "), "{}", ran.stderr);
}

#[test]
fn a_file_where_a_folder_is_needed_is_a_wrong_option() {
    let place = Place::new();
    place.list("aa_list", &["Ann Example"]);
    let (sources, file) = (text(&place.sources()), text(&place.sources().join("file")));
    std::fs::write(&file, "").expect("written");
    for arguments in [
        &["build", "--sources", &sources, "--out", &file][..],
        &["fetch", "--register", "us_bis_dpl", "--out", &file],
        &["sample", "--records", "10", "--out", &file],
        &["refresh", "--register", "us_bis_dpl", "--sources", &file, "--out", &sources],
    ] {
        let ran = run(arguments);
        let expected =
            format!("snapshot-builder: {file}: a folder is needed here, this is a file\n");
        assert_eq!((ran.code, ran.stderr), (2, expected), "{arguments:?}");
    }
}

#[test]
fn a_wrong_time_in_the_environment_is_refused() {
    let place = Place::new();
    place.list("aa_list", &["Ann Example"]);
    let ran = place.build_to(&place.out(), &[], &[("SOURCE_DATE_EPOCH", "soon")]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

#[test]
fn quiet_says_nothing_where_there_is_nothing_wrong() {
    let place = Place::new();
    place.list("aa_list", &["Ann Example"]);
    let ran = place.build(&["--quiet"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    place.file("aa_list", "");
    let ran = place.build(&["--quiet"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
    assert!(ran.stderr.contains("aa_list failed and keeps its previous records"), "{}", ran.stderr);
}

#[test]
fn versions_are_told() {
    let ran = run_with(&["--version"], &[]);
    assert_eq!(ran.stdout.trim(), concat!("snapshot-builder ", env!("CARGO_PKG_VERSION")));
}
