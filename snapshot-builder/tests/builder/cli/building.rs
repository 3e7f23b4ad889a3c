//! Builds of tiny lists: what is published, what is kept, what is left alone.

use std::fs;

use super::support::{Place, run, text};

const NAMES: &[&str] = &["Ann Example", "Ben Sample", "Cem Specimen", "Dan Placeholder"];
const TIME: &str = "2026-10-04T08:00:00Z";

#[test]
fn a_build_publishes_a_version_with_report_and_manifest() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    let ran = place.build(&["--built-at", TIME]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(place.current().as_deref(), Some("20261004080000"));
    let expected = "published version 20261004080000 with 4 records in ";
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
    assert!(ran.stderr.contains("comparing words"), "plain progress: {}", ran.stderr);

    let report = place.report();
    assert_eq!(report["version"], "20261004080000");
    assert_eq!(report["registers"][0]["changes"]["added"], 4);
    let manifest = fs::read(place.current_file("manifest.json")).expect("there");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
    let paths: Vec<_> = manifest["files"].as_array().expect("files").iter().collect();
    assert_eq!(paths[0]["path"], "build-report.json");
    assert_eq!(paths[1]["path"], "collections/crime/delta.json");
    let last: Vec<_> = paths[paths.len() - 3..].iter().map(|file| &file["path"]).collect();
    assert_eq!(last, ["ledger.tamis", "links.jsonl", "snapshot.tamis"]);
    assert_eq!(manifest["inputs"][0]["path"], "aa_list/records.jsonl");
    assert_eq!(manifest["inputs"][0]["sha256"].as_str().map(str::len), Some(64));
}

#[test]
fn a_second_refresh_continues_the_first() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.build(&["--built-at", TIME]);
    place.list("aa_list", &["Ann Example", "Ben Sampel", "Cem Specimen"]);
    // The same second has a version already, so the next one is taken.
    assert_eq!(place.build(&["--built-at", TIME]).code, 0);
    assert_eq!(place.current().as_deref(), Some("20261004080001"));
    let report = place.report();
    assert_eq!(report["previous"], "20261004080000");
    let changes = &report["registers"][0]["changes"];
    for (kind, count) in [("added", 0), ("changed", 1), ("unchanged", 2), ("retired", 1)] {
        assert_eq!(changes[kind], count, "{kind}");
    }
}

#[test]
fn a_register_that_fails_keeps_its_records_and_gives_exit_code_3() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.list("bb_list", NAMES);
    assert_eq!(place.build(&[]).code, 0);
    for (text, reason) in [
        ("<!DOCTYPE html><html>gone</html>", "this is an HTML page, not the list"),
        ("", "the file is empty"),
        ("{\"ref\": \"1\", \"name\": \"Ann\"}\n", "the list lacks 3 of the register's 4 records"),
    ] {
        place.file("bb_list", text);
        let ran = place.build(&[]);
        assert_eq!(ran.code, 3, "{}", ran.stderr);
        assert!(ran.stderr.contains(reason), "{}", ran.stderr);
        let report = place.report();
        assert_eq!(report["records"], 8, "{reason}");
        assert_eq!(report["registers"][0]["status"], "ok");
        assert_eq!(report["registers"][1]["status"], "failed");
    }
}

#[test]
fn with_only_the_other_registers_stay_as_they_are() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.list("bb_list", NAMES);
    place.build(&[]);
    place.list("aa_list", &[NAMES, &["Eva New"]].concat());
    place.file("bb_list", "damaged");
    assert_eq!(place.build(&["--only", "aa_list"]).code, 0);
    assert_eq!(place.report()["carried_over"][0], "bb_list");
    assert_eq!(place.report()["records"], 9);
    fs::remove_dir_all(place.sources().join("bb_list")).expect("removed");
    assert_eq!(place.build(&[]).code, 0, "a register whose folder is gone stays too");
    assert_eq!(place.report()["records"], 9);
}

#[test]
fn a_folder_whose_name_is_near_that_of_a_register_is_warned_of() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    for folder in ["us_sdn", "notes"] {
        fs::create_dir(place.sources().join(folder)).expect("created");
    }
    let ran = place.build(&["--quiet"]);
    let expected = "snapshot-builder: warning: the folder us_sdn is of no known register and was left \
                    out; nearest: us_ofac_sdn\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, expected));
    assert_eq!(place.report()["misspelt"], serde_json::json!({"us_sdn": "us_ofac_sdn"}));
    let inside = text(&place.sources().join("aa_list"));
    let ran = run(&["build", "--sources", &inside, "--out", &text(&place.out())]);
    assert_eq!(ran.code, 1);
    let expected =
        "aa_list: this is the folder of the register aa_list, or in it; give the folder above";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn nothing_is_published_when_no_register_was_ever_loaded() {
    let place = Place::new();
    place.file("aa_list", "");
    let ran = place.build(&[]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("aa_list/records.jsonl: the file is empty"), "{}", ran.stderr);
    assert!(ran.stderr.contains("nothing to publish"), "{}", ran.stderr);
    assert_eq!(place.current(), None);
}

#[test]
fn the_same_input_gives_the_same_bytes_whatever_the_threads() {
    let place = Place::new();
    let slugs = ["aa_list", "bb_list", "cc_list"];
    for (at, slug) in slugs.iter().enumerate() {
        let names: Vec<String> =
            (0..200).map(|n| format!("Name{} Family{}", n % 17, n + at)).collect();
        place.list(slug, &names.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let outs = ["one", "four"].map(|name| place.sources().join("..").join(name));
    for (out, threads) in outs.iter().zip(["1", "4"]) {
        let threads = [("RAYON_NUM_THREADS", threads), ("SOURCE_DATE_EPOCH", "1791100800")];
        // Twice, so that continuing a history is compared too.
        for names in [200, 150] {
            let kept: Vec<String> = (0..names).map(|n| format!("Name{n} Family")).collect();
            place.list("bb_list", &kept.iter().map(String::as_str).collect::<Vec<_>>());
            let ran = place.build_to(out, &[], &threads);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
        }
    }
    for version in ["20261004080000", "20261004080001"] {
        // Among them the bulk files.
        let manifest = fs::read(outs[0].join(version).join("manifest.json")).expect("there");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
        let files = manifest["files"].as_array().expect("files").iter();
        let files: Vec<&str> = files.filter_map(|file| file["path"].as_str()).collect();
        assert_eq!(files.len(), 124);
        for file in files.into_iter().chain(["manifest.json"]) {
            let [one, four] =
                outs.each_ref().map(|out| fs::read(out.join(version).join(file)).expect("there"));
            assert!(one == four, "{version}/{file} differs");
        }
    }
}

#[test]
fn a_damaged_ledger_stops_the_build_and_its_version_stays_current() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.build(&["--built-at", TIME]);
    let path = place.current_file("ledger.tamis");
    let mut bytes = fs::read(&path).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("written");
    let ran = place.build(&[]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("the current version"), "{}", ran.stderr);
    assert!(ran.stderr.contains("ledger.tamis: block "), "{}", ran.stderr);
    assert_eq!(place.current().as_deref(), Some("20261004080000"));
}

#[test]
fn a_build_before_the_current_version_is_refused() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.build(&["--built-at", TIME]);
    let ran = place.build(&["--built-at", "2026-10-04T07:59:59Z"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("is before the current version"), "{}", ran.stderr);
    assert_eq!(place.current().as_deref(), Some("20261004080000"));
}

#[test]
fn a_clock_that_went_back_stops_no_build() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    place.build(&["--built-at", "2099-12-31T23:59:59Z"]);
    for expected in ["21000101000000", "21000101000001"] {
        let ran = place.build(&[]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(place.current().as_deref(), Some(expected));
        assert_eq!(run(&["verify", &text(&place.out())]).code, 0);
    }
}

#[test]
fn an_output_that_cannot_be_a_folder_is_an_error_that_names_it() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    fs::write(place.out(), "a file").expect("written");
    let ran = place.build(&[]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains(&text(&place.out())), "{}", ran.stderr);
}

#[test]
fn a_second_builder_is_turned_away() {
    let place = Place::new();
    place.list("aa_list", NAMES);
    let held = snapshot_builder::publish::Output::lock(&place.out()).expect("free");
    let ran = place.build(&[]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("another snapshot-builder is at work"), "{}", ran.stderr);
    drop(held);
    assert_eq!(place.build(&[]).code, 0);
}

#[test]
fn a_sample_can_be_built() {
    let place = Place::new();
    let sources = text(&place.sources());
    let ran = run(&["sample", "--records", "300", "--seed", "7", "--out", &sources]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = place.build(&["--as-of", "2026-01-31"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(place.report()["records"], 300);
    assert_eq!(place.report()["registers"][0]["list_date"], "2026-01-01");
    assert_eq!(place.build(&[]).code, 0);
    assert_eq!(place.report()["registers"][0]["list_date"], "2026-02-01");
}

#[test]
fn data_sets_of_one_file_become_registers() {
    let place = Place::new();
    let folder = place.sources().join("zz_collection");
    std::fs::create_dir(&folder).expect("created");
    let description = "name = 'Collection'\nshort_name = 'All'\nslug = 'zz_collection'\npublisher = 'P'\n\
        country = 'ZZ'\nlist_type = 'SANCTION'\ncadence_hours = 24\nformat = 'ftm_entities'\n\
        source_url = 'https://example.org'\nlicence = 'CC0'\noffer = 'none'\n";
    std::fs::write(folder.join("register.toml"), description).expect("written");
    let entity = |id: &str, name: &str, topic: &str, datasets: &str| {
        format!(
            "{{\"id\": \"{id}\", \"schema\": \"Person\", \"caption\": \"{name}\", \"properties\": \
             {{\"name\": [\"{name}\"], \"topics\": [\"{topic}\"]}}, \"datasets\": {datasets}, \
             \"target\": true}}\n"
        )
    };
    let both = entity("a", "Ana Example", "sanction", "[\"gb_proscribed\", \"zz_new\"]");
    let one = entity("b", "Bo Sample", "role.pep", "[\"zz_new\"]")
        + &entity("c", "Cem Example", "role.pep", "[\"zz_new\"]");
    std::fs::write(folder.join("entities.ftm.json"), both + &one).expect("written");
    let ran = place.build(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let report = place.report();
    let registers = report["registers"].as_array().expect("a list");
    let shown: Vec<_> = registers
        .iter()
        .map(|r| (r["slug"].as_str().expect("text"), r["records"].as_u64().expect("a number")))
        .collect();
    assert_eq!(shown, [("gb_proscribed", 1), ("zz_collection", 0), ("zz_new", 3)]);
    let inspected = place.inspect(&[]).stdout;
    let line = |slug: &str| inspected.lines().find(|line| line.contains(slug)).map(str::to_owned);
    assert!(line("gb_proscribed").is_some_and(|line| line.contains("SANCTION")), "{inspected}");
    assert!(line("zz_new").is_some_and(|line| line.contains("PEP")), "by its topics: {inspected}");
    assert_eq!(line("zz_collection"), None, "the file itself is not a register");

    // A damaged file leaves both registers as they were and says so.
    std::fs::write(folder.join("entities.ftm.json"), "<html>").expect("written");
    let ran = place.build(&["--built-at", "2090-01-01T00:00:00Z"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("zz_collection failed"), "{}", ran.stderr);
    assert_eq!(place.report()["records"], 4);
}
