//! `verify` and `inspect`.

use std::fs;

use tamis_engine::snapshot::Snapshot;

use super::support::{Place, run, text};

fn place() -> Place {
    let place = Place::new();
    place.list("aa_list", &["Mohammed Example", "Muhammad Sample", "Cem Specimen"]);
    let ran = place.build(&["--built-at", "2026-10-04T08:00:00Z"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    place
}

#[test]
fn a_store_a_version_and_a_file_can_be_verified() {
    let place = place();
    let version = place.out().join("20261004080000");
    for (target, files) in [
        (place.out(), "; 124 files as the manifest describes them"),
        (version.clone(), "; 124 files as the manifest describes them"),
        (version.join("snapshot.tamis"), ""),
    ] {
        let ran = run(&["verify", &text(&target)]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(ran.stdout, format!("sound: version 20261004080000, 3 records{files}\n"));
    }
}

#[test]
fn whatever_is_wrong_is_found_and_named() {
    let place = place();
    let out = text(&place.out());
    fs::write(place.current_file("build-report.json"), "{}").expect("written");
    let ran = run(&["verify", &out]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("build-report.json: 2 bytes long, the manifest says"), "{ran:?}");

    let snapshot = place.current_file("snapshot.tamis");
    fs::write(&snapshot, "no snapshot").expect("written");
    for target in [&out, &text(&snapshot)] {
        let ran = run(&["verify", target]);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains("snapshot.tamis: "), "{ran:?}");
    }
    for (target, expected) in [
        (place.sources(), "neither a version (no snapshot.tamis) nor a folder of snapshots"),
        (place.out().join("none"), "no such file or folder"),
    ] {
        let ran = run(&["verify", &text(&target)]);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains(expected), "{ran:?}");
    }
}

#[test]
fn a_snapshot_shows_what_it_is() {
    let shown = place().inspect(&[]).stdout;
    for expected in [
        "version    20261004080000\n",
        "records    3\n",
        "SANCTION list without date, run ok 2026-10-04T08:00:00+00:00\n",
        "  sanctions                            3\n",
        "  neighbours  ",
    ] {
        assert!(shown.contains(expected), "{expected:?} in {shown}");
    }
}

#[test]
fn a_record_shows_its_names_as_matching_reads_them() {
    let place = place();
    let snapshot = Snapshot::open(&place.current_file("snapshot.tamis")).expect("opens");
    let id = snapshot.record(tamis_engine::model::RecordOrdinal(0)).id().0.to_string();
    let shown = place.inspect(&["--record", &id]);
    for expected in [
        "  reference           3\n",
        "  name                Cem Specimen\n",
        "name 0: Cem Specimen\n",
        "  cem ",
    ] {
        assert!(shown.stdout.contains(expected), "{expected:?} in {}", shown.stdout);
    }
    let missing = place.inspect(&["--record", "1"]);
    assert_eq!(missing.code, 1);
    assert!(
        missing.stderr.ends_with("snapshot.tamis: there is no record 1\n"),
        "{}",
        missing.stderr
    );

    place.list("aa_list", &["Mohammed Example", "Muhammad Sample"]);
    place.build(&["--built-at", "2026-10-05"]);
    let retired = place.inspect(&["--record", &id]).stdout;
    assert!(retired.starts_with(&format!("record {id}, retired\n")), "{retired}");
    assert!(retired.contains("delisted at         2026-10-05T00:00:00+00:00"), "{retired}");
}

#[test]
fn a_word_shows_its_weight_and_the_words_close_to_it() {
    let place = place();
    let shown = place.inspect(&["--word", "Mohammed"]).stdout;
    for expected in
        ["word mohammed, ordinal ", "frequency  1 records", "close words: 1\n  muhammad "]
    {
        assert!(shown.contains(expected), "{expected:?} in {shown}");
    }
    let unknown = place.inspect(&["--word", "mohamad"]).stdout;
    assert!(
        unknown.starts_with("word mohamad, which is not in any name\nclose words: 2\n"),
        "{unknown}"
    );
    let two = place.inspect(&["--word", "two words"]);
    assert_eq!(two.code, 1);
    assert!(two.stderr.contains("give a single word"), "{}", two.stderr);
}

#[test]
fn variants_that_the_names_of_the_lists_teach_are_listed() {
    let place = Place::new();
    let records = ["Wolnarski", "Kravchuk"].map(|family| {
        let names = format!("\"name\": \"Zorbin {family}\", \"aliases\": [\"Tamlek {family}\"]");
        format!("{{\"ref\": \"{family}\", {names}, \"type\": \"INDIVIDUAL\"}}\n")
    });
    place.file("aa_list", &records.concat());
    let built = place.build(&[]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    let shown = place.inspect(&["--variants"]).stdout;
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(
        matches!(words[..2], ["zorbin", "tamlek"] | ["tamlek", "zorbin"])
            && shown.trim_end().ends_with("in names of persons")
            && shown.lines().count() == 1,
        "{shown}"
    );
}
