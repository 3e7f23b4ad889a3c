//! Records of one party: what joins them, what keeps them apart, and UUIDs that last.

use std::collections::BTreeMap;
use std::fs;

use snapshot_builder::ledger::Ledger;
use snapshot_builder::links::{Link, Outcome, evidence};
use tamis_engine::lookup::{self, EntityState, RecordState};
use tamis_engine::model::RecordId;
use tamis_engine::snapshot::Snapshot;
use tamis_engine::store::SnapshotStore;
use uuid::Uuid;

use super::support::{Place, Ran, known, run, text};

/// The two lists most of these tests need: a man on both, and a woman with two entries on one.
fn lists(place: &Place) {
    place.file(
        "aa_list",
        &[man("1", "KONY, Joseph", "1964-09-18"), woman("2"), woman("3")].concat(),
    );
    place.file("bb_list", &man("7", "Joseph Kony", "1964-09-18"));
}

fn man(reference: &str, name: &str, born: &str) -> String {
    format!(
        "{{\"ref\": {reference:?}, \"name\": {name:?}, \"type\": \"INDIVIDUAL\", \
         \"birth_dates\": [{born:?}]}}\n"
    )
}

fn woman(reference: &str) -> String {
    man(reference, "Ann Lee", "1970-02-03")
}

fn decide(place: &Place, rows: &[&str]) {
    let header =
        "left_register,left_reference,right_register,right_reference,decision,reviewer,date\n";
    let rows: String = rows.iter().map(|row| format!("{row},Ann,2026-11-01\n")).collect();
    fs::write(place.sources().join("links.csv"), format!("{header}{rows}")).expect("written");
}

/// The current version.
struct Built {
    snapshot: Snapshot,
    ids: BTreeMap<String, (u64, i64)>,
    links: Vec<Link>,
}

impl Built {
    fn of(place: &Place, built_at: &str) -> Self {
        let ran = place.build(&["--built-at", built_at]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let version = place.current().expect("published");
        let snapshot = SnapshotStore::new(place.out()).open(&version).expect("opens").0;
        snapshot.verify().expect("sound");
        let ledger = Ledger::open(&place.current_file("ledger.tamis")).expect("opens");
        let links = evidence::read(&place.current_file("links.jsonl")).expect("there");
        let links = links.collect::<Result<Vec<Link>, _>>().expect("readable");
        Self { snapshot, ids: known(&ledger), links }
    }

    fn id(&self, entry: &str) -> RecordId {
        RecordId(self.ids[entry].0)
    }

    /// The merged entity of an active entry (`register/reference`).
    fn entity(&self, entry: &str) -> Option<Uuid> {
        let ordinal = self.snapshot.find(self.id(entry)).expect("active");
        self.snapshot.merged_entity(ordinal)
    }

    fn joined(&self) -> usize {
        self.links.iter().filter(|link| link.outcome == Outcome::Joined).count()
    }
}

fn links(place: &Place, arguments: &[&str]) -> Ran {
    let out = text(&place.out());
    let [command, rest @ ..] = arguments else { panic!("a subcommand of links") };
    run(&[&["links", command, &out], rest].concat())
}

#[test]
fn entries_of_one_party_become_one_entity_whatever_the_order_of_words() {
    let place = Place::new();
    lists(&place);
    let built = Built::of(&place, "1000000000");
    let kony = built.entity("aa_list/1").expect("merged");
    assert_eq!(built.entity("bb_list/7"), Some(kony));
    let ann = built.entity("aa_list/2").expect("one register's records are merged too");
    assert_eq!(built.entity("aa_list/3"), Some(ann));
    assert_ne!(kony, ann);
    let report = place.report();
    assert_eq!(report["links"]["entities"], 2);
    assert_eq!(report["links"]["records"], 4);
    assert_eq!(report["links"]["joined"]["name"], 2);

    // The same sources give the same entities, also without a history.
    let again = place.build_to(&place.out().join("anew"), &["--built-at", "1000000000"], &[]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let version = place.current().expect("published");
    for file in ["ledger.tamis", "links.jsonl", "snapshot.tamis"] {
        let path = place.out().join("anew").join(&version).join(file);
        assert!(
            fs::read(path).expect("there") == fs::read(place.current_file(file)).expect("there")
        );
    }
}

#[test]
fn a_uuid_outlives_records_and_leads_from_those_that_were_retired() {
    let place = Place::new();
    lists(&place);
    let before = Built::of(&place, "1000000000");
    let kony = before.entity("aa_list/1").expect("merged");
    // The one that named the entity goes.
    place.file("aa_list", &[woman("2"), woman("3")].concat());
    let after = Built::of(&place, "1000000001");
    assert_eq!(after.entity("bb_list/7"), Some(kony), "alone, it stays the entity");
    let retired = lookup::record(&after.snapshot, before.id("aa_list/1"));
    assert!(matches!(retired, RecordState::Moved(entity) if entity == kony));
    let told = links(&place, &["explain", &before.id("aa_list/1").0.to_string()]);
    assert!(told.stdout.contains("the others are no longer listed"), "{}", told.stdout);
    // It comes back, and is of the same party again.
    lists(&place);
    let back = Built::of(&place, "1000000002");
    assert_eq!(back.entity("aa_list/1"), Some(kony));
    assert_eq!(back.entity("bb_list/7"), Some(kony));
}

#[test]
fn a_reference_that_is_given_to_another_party_leaves_its_entity_and_is_said() {
    let place = Place::new();
    lists(&place);
    let before = Built::of(&place, "1000000000");
    let kony = before.entity("aa_list/1").expect("merged");
    let others = [woman("2"), woman("3")].concat();
    place.file("aa_list", &[man("1", "EXAMPLE, Carl", "1981-04-30"), others].concat());
    let after = Built::of(&place, "1000000001");
    assert_eq!(after.id("aa_list/1"), before.id("aa_list/1"), "the reference keeps its id");
    assert_eq!(after.entity("aa_list/1"), None);
    assert_eq!(after.entity("bb_list/7"), Some(kony));
    let report = place.report();
    let warnings = &report["registers"][0]["warnings"];
    let expected = "reference \"1\" of aa_list named \"KONY, Joseph\" and now names \
        \"EXAMPLE, Carl\", another party: it is no longer part of the merged entity that it was in";
    assert_eq!(warnings[0], expected, "{warnings}");
}

#[test]
fn where_entities_merge_the_former_uuid_leads_to_the_one_that_stays() {
    let place = Place::new();
    let parties = [man("1", "Ann Lee", "1970-02-03"), man("2", "Ann Lee", "1970-02-03")];
    let others = [man("3", "Ann Leigh", "1971-02-03"), man("4", "Ann Leigh", "1971-02-03")];
    place.file("aa_list", &[parties.concat(), others.concat()].concat());
    place.file("bb_list", &man("5", "Ann Lee", "1970-02-03"));
    let before = Built::of(&place, "1000000000");
    let (stays, goes) = (before.entity("aa_list/1").expect("merged"), before.entity("aa_list/3"));
    let goes = goes.expect("merged");
    decide(&place, &["aa_list,4,bb_list,5,same"]);
    let after = Built::of(&place, "1000000001");
    for entry in ["aa_list/1", "aa_list/2", "aa_list/3", "aa_list/4", "bb_list/5"] {
        assert_eq!(after.entity(entry), Some(stays), "{entry}");
    }
    let moved = lookup::merged_entity(&after.snapshot, goes);
    assert!(matches!(moved, EntityState::Moved(entity) if entity == stays));
    assert_eq!(place.report()["links"]["merged"], 1);
    // Told apart again, each has its own, and the UUID that was given up is in use again.
    decide(&place, &["aa_list,4,bb_list,5,different"]);
    let apart = Built::of(&place, "1000000002");
    assert_eq!(apart.entity("bb_list/5"), Some(stays));
    assert_eq!(apart.entity("aa_list/3"), Some(goes));
}

#[test]
fn different_keeps_apart_what_a_name_and_a_reference_would_join() {
    let place = Place::new();
    lists(&place);
    decide(&place, &["bb_list,7,aa_list,1,different"]);
    let built = Built::of(&place, "1000000000");
    assert_eq!((built.entity("aa_list/1"), built.entity("bb_list/7")), (None, None));
    assert_eq!((built.joined(), built.links.len()), (1, 2));
    let checked = links(&place, &["check"]);
    assert_eq!(checked.code, 3);
    assert!(checked.stdout.contains("a reviewer told 1 of aa_list"), "{}", checked.stdout);
    let told = links(&place, &["explain", &built.id("aa_list/1").0.to_string()]);
    assert!(told.stdout.contains("linked with no other"), "{}", told.stdout);
    assert!(told.stdout.contains("told 1 of aa_list"), "{}", told.stdout);
}

#[test]
fn decisions_that_are_not_understood_stop_the_build_and_unknown_records_are_said() {
    let place = Place::new();
    lists(&place);
    decide(&place, &["aa_list,1,bb_list,8,same"]);
    let built = Built::of(&place, "1000000000");
    assert!(built.entity("aa_list/1").is_some());
    let warnings = place.report()["links"]["warnings"].to_string();
    assert!(
        warnings.contains("links.csv, line 2: no active record \\\"8\\\" of bb_list"),
        "{warnings}"
    );
    decide(&place, &["aa_list,1,bb_list,7,perhaps"]);
    let ran = place.build(&[]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("links.csv, line 2: decision is \"perhaps\""), "{}", ran.stderr);
    assert_eq!(place.current().as_deref(), Some(built.snapshot.version()));
    let other = place.sources().join("other.csv");
    let ran = place.build(&["--links", &text(&other)]);
    assert!(ran.stderr.contains("other.csv"), "{}", ran.stderr);
}

#[test]
fn numbers_of_a_compilation_join_where_names_agree() {
    let place = Place::new();
    let firm = |reference: &str, name: &str| {
        format!("{{\"ref\": {reference:?}, \"name\": {name:?}, \"type\": \"COMPANY\"}}\n")
    };
    place.file("aa_list", &[firm("36", "Moon Trading Ltd"), firm("37", "Sun Ltd")].concat());
    place.file("bb_all", &[firm("36", "MOON TRADING"), firm("37", "Star Ltd")].concat());
    place.file("cc_list", &firm("36", "Moon Trading Ltd"));
    let path = place.sources().join("bb_all/register.toml");
    let description = fs::read_to_string(&path).expect("there");
    fs::write(&path, format!("{description}numbered_by = \"aa_list\"\n")).expect("written");
    let built = Built::of(&place, "1000000000");
    assert!(built.entity("aa_list/36").is_some());
    assert_eq!(built.entity("aa_list/36"), built.entity("bb_all/36"));
    assert_eq!(built.entity("aa_list/37"), None, "another party has its number");
    assert_eq!(built.entity("cc_list/36"), None, "a number of its own");
    // What was refused is suggested, with a reason; a decision on it is not asked for again.
    let suggested = links(&place, &["suggest"]);
    assert_eq!(suggested.code, 0, "{}", suggested.stderr);
    let row = suggested.stdout.lines().find(|line| line.starts_with("aa_list,37,bb_all,37,,,,"));
    assert!(row.is_some_and(|row| row.contains("share no word")), "{}", suggested.stdout);
    assert!(suggested.stdout.contains("cc_list,36"), "the matcher finds it alike");
    decide(&place, &["aa_list,37,bb_all,37,different"]);
    let decided = text(&place.sources().join("links.csv"));
    let suggested = links(&place, &["suggest", "--links", &decided]);
    assert!(!suggested.stdout.contains("aa_list,37,bb_all"), "{}", suggested.stdout);
}

#[test]
fn a_sample_is_the_same_for_the_same_seed() {
    let place = Place::new();
    let lines: Vec<String> = (0..40)
        .flat_map(|at| {
            ["a", "b"]
                .map(|side| man(&format!("{at}{side}"), &format!("Ann{at} Lee"), "1970-02-03"))
        })
        .collect();
    place.file("aa_list", &lines.concat());
    Built::of(&place, "1000000000");
    let sample =
        |seed| links(&place, &["list", "--kind", "name", "--sample", "5", "--seed", seed]).stdout;
    assert_eq!(sample("1"), sample("1"));
    assert_ne!(sample("1"), sample("2"));
    assert_eq!(sample("1").lines().filter(|line| line.contains(". name: ")).count(), 5);
    let all = links(&place, &["list", "--kind", "name"]).stdout;
    assert_eq!(all.lines().filter(|line| line.contains(". name: ")).count(), 40);
}

#[test]
fn what_no_id_is_and_nobody_has_is_said() {
    let place = Place::new();
    lists(&place);
    Built::of(&place, "1000000000");
    for (id, expected) in [
        ("x", "\"x\" is neither the ID of a record nor the UUID of a merged entity"),
        ("17", "there is no record 17"),
        ("00000000-0000-0000-0000-000000000000", "there is no merged entity"),
    ] {
        let ran = links(&place, &["explain", id]);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains(expected), "{id}: {}", ran.stderr);
    }
    let kind = links(&place, &["list", "--kind", "face"]);
    assert!(
        kind.stderr.contains(
            "possible values: reviewed, reference, imo, copy, name, alias, names, spelling, sole_name"
        ),
        "{}",
        kind.stderr
    );
}
