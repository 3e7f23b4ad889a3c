//! `check` and `registers`.

use std::fs;

use serde_json::Value;

use super::support::{Place, run, text};

const LINES: &str = "{\"ref\": \"1\", \"name\": \"Ana Example\", \"type\": \"INDIVIDUAL\", \"birth_dates\": [\"1962-05\"]}\n\
{\"ref\": \"2\", \"name\": \"Bo Sample\", \"aliases\": [\"Bobby\"]}\n\
{\"ref\": \"3\"}\n";

/// A place with a list of two good lines and a bad one; gives the file beside it.
fn place() -> (Place, String) {
    let place = Place::new();
    place.file("aa_list", LINES);
    let file = text(&place.sources().join("aa_list").join("records.jsonl"));
    (place, file)
}

#[test]
fn a_file_is_shown_with_counts_fields_samples_and_rejects() {
    let (place, file) = place();
    let ran = run(&["check", &file, "--register", "aa_list", "--samples", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for expected in [
        "Test list (Publisher)\n",
        "aa_list: ok, 2 records, ",
        "types      INDIVIDUAL 1, UNKNOWN 1\n",
        "rejected   1\n",
        "line 3 (3): name is missing\n",
        "  aliases                      1   50.0 %\n",
        "  name                Ana Example\n  type                INDIVIDUAL\n  birth date          1962-05\n",
    ] {
        assert!(ran.stdout.contains(expected), "{expected:?} in {}", ran.stdout);
    }
    assert!(!ran.stdout.contains("Bo Sample"), "one sample was asked for");
    assert!(!place.out().exists(), "nothing is written");
}

#[test]
fn json_holds_the_report_and_samples_that_can_be_read_again() {
    let (_place, file) = place();
    let ran = run(&["check", &file, "--register", "aa_list", "--json"]);
    let shown: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let register = &shown["registers"][0];
    assert_eq!(register["report"]["records"], 2);
    assert_eq!(register["report"]["filled"]["aliases"], 1);
    assert_eq!(register["report"]["rejects"][0]["reason"], "name is missing");
    let samples = register["samples"].as_array().expect("a list");
    let lines: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
    let again = Place::new();
    again.file("aa_list", &lines);
    let ran = again.build(&[]);
    assert_eq!((ran.code, &again.report()["records"]), (0, &Value::from(2)), "{}", ran.stderr);
}

#[test]
fn a_file_that_cannot_be_loaded_is_an_error_with_the_reason() {
    let place = Place::new();
    place.file("aa_list", "{}\n");
    let file = text(&place.sources().join("aa_list").join("records.jsonl"));
    let ran = run(&["check", &file, "--register", "aa_list"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no usable record (1 rejected"), "{}", ran.stderr);
    assert!(ran.stdout.contains("line 1: ref is missing"), "{}", ran.stdout);
}

#[test]
fn what_a_build_would_not_read_is_warned_of() {
    let (place, file) = place();
    let own = place.sources().join("aa_list");
    let copy = |folder: &str, name: &str| {
        let folder = place.sources().join(folder);
        fs::create_dir_all(&folder).expect("created");
        fs::copy(&file, folder.join(name)).expect("copied");
        text(&folder.join(name))
    };
    let registers = text(&place.sources().join("../registers"));
    fs::create_dir(&registers).expect("created");
    fs::copy(own.join("register.toml"), format!("{registers}/aa_list.toml")).expect("copied");
    for (file, expected) in [
        (file.clone(), None),
        (copy("aa_list/2024-05-03", "records.jsonl"), None),
        (copy("aa_list", "list.jsonl"), Some("called list.jsonl; it reads records.jsonl")),
        (copy("aa_list/newest", "records.jsonl"), Some("its name does not begin with a date")),
        (copy("aa", "records.jsonl"), Some("in the folder aa: the lists of this register go into")),
    ] {
        let ran = run(&["check", &file, "--register", "aa_list", "--registers", &registers]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let warned = ran.stdout.contains("  warning    a build does not read ");
        assert_eq!(warned, expected.is_some(), "{file}: {}", ran.stdout);
        assert!(ran.stdout.contains(expected.unwrap_or_default()), "{file}: {}", ran.stdout);
    }
    // A build of this folder ends with the same error.
    fs::copy(own.join("register.toml"), place.sources().join("aa/register.toml")).expect("copied");
    let file = text(&place.sources().join("aa/records.jsonl"));
    let ran = run(&["check", &file, "--register", "aa_list", "--registers", &registers]);
    let expected = "slug is \"aa_list\" in the folder \"aa\"";
    assert!(ran.code == 1 && ran.stderr.contains(expected), "{ran:?}");
    let built = place.build(&[]);
    assert!(built.code == 1 && built.stderr.contains(expected), "{built:?}");
}

#[test]
fn a_file_of_which_nobody_knows_what_it_is_is_a_wrong_option() {
    let (_place, file) = place();
    for (arguments, expected) in [
        (&["check", "none.csv", "--register", "aa_list"][..], "none.csv: no such file"),
        (&["check", &file, "--register", "zz_none"], "--register: unknown register \"zz_none\""),
        (
            &["check", &file, "--register", "aa_list", "--format", "xlsx"],
            "--format: unknown format \"xlsx\"; accepted: ",
        ),
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn all_known_registers_are_listed_with_how_they_are_read() {
    let ran = run(&["registers"]);
    let (read, general) = ran.stdout.split_once("\nRead in a general format").expect("two lists");
    assert!(read.contains("un_sc_consolidated") && read.contains("[consolidated.xml]"), "{read}");
    assert!(general.contains("gb_proscribed") && general.contains("[HTML; PDF]"), "{general}");
}

#[test]
fn the_page_counts_the_versions_at_hand() {
    let (place, _) = place();
    let sources = text(&place.sources());
    let ran = run(&["registers", "--markdown", "--sources", &sources, "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("\nNo version at hand.\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("| `gb_proscribed` | Proscribed"), "{}", ran.stdout);
}

#[test]
fn one_register_of_a_file_of_several_can_be_looked_at() {
    let place = Place::new();
    let file = place.sources().join("consolidated.csv");
    let rows = "source,name,type\nEntity List (EL) - Bureau of Industry and Security,Sun Ltd.,\n\
                Unverified List (UVL) - Bureau of Industry and Security,Moon Ltd.,\n";
    std::fs::write(&file, rows).expect("written");
    for (slug, shown, hidden) in
        [("us_bis_entity", "Sun Ltd.", "Moon Ltd."), ("us_bis_uvl", "Moon Ltd.", "Sun Ltd.")]
    {
        let ran = run(&["check", &text(&file), "--register", slug]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains(shown) && !ran.stdout.contains(hidden), "{}", ran.stdout);
    }
    let ran = run(&["check", &text(&file), "--register", "us_trade_csl"]);
    assert!(ran.stdout.contains("Sun Ltd.") && ran.stdout.contains("Moon Ltd."), "{}", ran.stdout);
}
