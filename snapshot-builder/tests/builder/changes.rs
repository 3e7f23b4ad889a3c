//! What says that a record changed: `last_change`, `changed_since` and `delta.json` agree with each other
//! and with the files of the two versions, whatever the two versions of the lists are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};
use snapshot_builder::sample::{SampleOptions, VERSION_FOLDERS, generate};
use snapshot_builder::{BuildOptions, build};
use tamis_engine::candidates::Filter;
use tamis_engine::directory::Directory;
use tamis_engine::model::{Collection, Timestamp};
use tamis_engine::search::{self, Order, SearchFilter, SearchQuery};
use tamis_engine::snapshot::Snapshot;

use crate::support::effort::effort;

const DESCRIPTION: &str = r#"
name = "Random list"
short_name = "Random"
publisher = "PUBLISHER"
country = "ZZ"
list_type = "SANCTION"
cadence_hours = 24
format = "records_jsonl"
source_url = "https://example.org/list"
licence = "CC0"
offer = "download"
max_drop_percent = 100
"#;

/// A folder of sources, and what was built of it.
struct Builds {
    folder: tempfile::TempDir,
    built_at: Timestamp,
}

/// A published version.
struct Version {
    folder: PathBuf,
    built_at: Timestamp,
}

impl Builds {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder, built_at: Timestamp(1_791_100_800) }
    }

    fn sources(&self) -> PathBuf {
        self.folder.path().join("sources")
    }

    /// Builds the next version, of the lists as of a day.
    fn next(&mut self, as_of: Option<&str>) -> Version {
        self.built_at.0 += 86_400;
        let out = self.folder.path().join("snapshots");
        let mut options = BuildOptions::new(self.sources(), &out);
        options.load.as_of = as_of.map(|day| day.parse().expect("a day"));
        options.load.accept_drop = Vec::new();
        (options.built_at, options.bulk) = (Some(self.built_at), true);
        let report = build(&options).expect("built");
        Version { folder: out.join(report.version), built_at: self.built_at }
    }

    /// Writes the list of a register.
    fn write(&self, slug: &str, publisher: &str, records: &BTreeMap<u8, Value>) {
        let folder = self.sources().join(slug);
        fs::create_dir_all(&folder).expect("created");
        let description = format!("slug = \"{slug}\"{DESCRIPTION}");
        let description = description.replace("PUBLISHER", publisher);
        let description = description.replace("Random list", slug);
        fs::write(folder.join("register.toml"), description).expect("written");
        let lines: String = records.values().map(|record| format!("{record}\n")).collect();
        fs::write(folder.join("records.jsonl"), lines).expect("written");
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Version {
    /// The lines of `entities.ftm.json` of a collection, by id.
    fn entities(&self, collection: &str) -> BTreeMap<String, String> {
        let text =
            read(&self.folder.join("collections").join(collection).join("entities.ftm.json"));
        text.lines().map(|line| (id_of(&parsed(line)), line.to_owned())).collect()
    }

    /// The operations of `delta.json`: by id the operation and its entity as it stands there.
    fn delta(&self, collection: &str) -> BTreeMap<String, (String, String)> {
        let text = read(&self.folder.join("collections").join(collection).join("delta.json"));
        let operations = text.lines().map(|line| {
            let operation = parsed(line);
            let entity = line.split_once(r#""entity":"#).expect("an entity").1;
            let entity = entity.strip_suffix('}').expect("the end of the line").to_owned();
            let name = operation["op"].as_str().expect("a text").to_owned();
            (id_of(&operation["entity"]), (name, entity))
        });
        operations.collect()
    }

    /// The records that a search with `changed_since` finds, each with its last change.
    fn changed_since(&self, since: Timestamp) -> BTreeMap<String, Timestamp> {
        let snapshot = Snapshot::open(&self.folder.join("snapshot.tamis")).expect("it opens");
        let filter =
            Filter { changed_since: Some(since), ..Filter::collection(Collection::Default) };
        let query = SearchQuery {
            text: None,
            filter: SearchFilter::of(filter),
            order: Order::Name,
            offset: 0,
            limit: usize::MAX,
        };
        let page = search::search(&snapshot, Directory::new(&snapshot), &query);
        assert_eq!(page.total, page.records.len());
        let records = page.records.iter().map(|at| snapshot.record(*at));
        records.map(|r| (format!("svc-{}", r.id().0), r.last_change())).collect()
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn id_of(entity: &Value) -> String {
    entity["id"].as_str().expect("an id").to_owned()
}

/// What makes an entity say something else.
fn content(line: &str) -> (Value, Value, BTreeMap<String, BTreeSet<String>>) {
    let entity = parsed(line);
    let properties = entity["properties"].as_object().expect("an object").iter();
    let values = |value: &Value| -> BTreeSet<String> {
        let values = value.as_array().expect("an array").iter();
        values.map(|value| value.as_str().expect("a text").to_owned()).collect()
    };
    let properties = properties.map(|(name, value)| (name.clone(), values(value))).collect();
    (entity["schema"].clone(), entity["caption"].clone(), properties)
}

/// The entity without what changes with each load.
fn lasting(line: &str) -> Map<String, Value> {
    let Value::Object(mut entity) = parsed(line) else { panic!("no object: {line}") };
    entity.remove("last_seen");
    entity
}

/// Holds the files of a version and what the engine says of it to those of the version before.
fn check(old: &Version, new: &Version) {
    let changed = new.changed_since(new.built_at);
    for collection in Collection::NAMES {
        let (before, after) = (old.entities(collection), new.entities(collection));
        let delta = new.delta(collection);
        // The difference of the two files, and nothing else.
        let mut expected = BTreeMap::new();
        for id in before.keys().chain(after.keys()) {
            let operation = match (before.get(id), after.get(id)) {
                (None, _) => Some("ADD"),
                (_, None) => Some("DEL"),
                (Some(old), Some(new)) => (lasting(old) != lasting(new)).then_some("MOD"),
            };
            expected.extend(operation.map(|operation| (id.clone(), operation.to_owned())));
        }
        let operations: BTreeMap<String, String> =
            delta.iter().map(|(id, (operation, _))| (id.clone(), operation.clone())).collect();
        assert_eq!(operations, expected, "{collection}");
        // Applied to the file before it gives the new one.
        for (id, line) in &after {
            match delta.get(id) {
                Some((_, entity)) => assert_eq!(entity, line),
                None => assert_eq!(lasting(&before[id]), lasting(line)),
            }
        }
        // A collection that a record enters adds entities that are not new, `default` none.
        if collection == &"default" {
            // The last change moves exactly when what the publisher says does; a link is ours.
            let moment = new.built_at.to_string();
            let mut of_now = BTreeSet::new();
            for (id, line) in &after {
                let is_of_now = parsed(line)["last_change"] == moment;
                let differs = before.get(id).is_none_or(|old| content(old) != content(line));
                assert_eq!(is_of_now, differs, "{:?} {line}", before.get(id));
                assert!(!differs || delta.contains_key(id), "{line}");
                of_now.extend(differs.then(|| id.trim_end_matches("-sanction").to_owned()));
            }
            assert_eq!(changed.keys().cloned().collect::<BTreeSet<_>>(), of_now);
            assert!(changed.values().all(|at| *at == new.built_at));
        }
    }
}

/// Some of these texts, in any order, some of them twice.
fn some(of: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(of, 0..=of.len()).prop_shuffle().prop_flat_map(|texts| {
        let twice = texts.first().copied();
        (Just(texts), any::<bool>()).prop_map(move |(mut texts, again)| {
            texts.extend(twice.filter(|_| again));
            texts
        })
    })
}

fn maybe(of: &'static [&'static str]) -> impl Strategy<Value = Option<&'static str>> {
    prop::option::of(select(of))
}

/// A record with this reference, with few values, so that two are often nearly the same.
fn a_record(reference: u8) -> impl Strategy<Value = Value> {
    let names = (
        select(&["Ann Berg", "Ann  Berg", "BERG, Ann", "Berg Ltd", "\"Berg\""][..]),
        some(&["A. Berg", "Anna", "Ann Berg", "Анна"]),
        some(&["Annie"]),
    );
    let kind = maybe(&["INDIVIDUAL", "COMPANY", "VESSEL"]);
    let facts = (
        some(&["1962", "1962-05-17", "circa 1963"]),
        some(&["RU", "SU", "PE"]),
        maybe(&["9074729", "9074720"]),
        some(&["one", "two"]),
        some(&["Passport: A1 (PE)", "Number: 7"]),
        maybe(&["male", "female"]),
    );
    let listing = (
        some(&["P-ONE", "P-TWO; THREE"]),
        maybe(&["2020", "2020-03-01"]),
        maybe(&["Suspended"]),
        maybe(&["https://example.org/1"]),
    );
    (names, kind, facts, listing).prop_map(move |(names, kind, facts, listing)| {
        let ((name, aliases, weak_aliases), (born, countries, imo, notes, numbers, gender)) =
            (names, facts);
        let (programmes, listed_on, status, source_url) = listing;
        let record = json!({
            "ref": reference.to_string(), "name": name, "aliases": aliases, "type": kind,
            "weak_aliases": weak_aliases, "birth_dates": born, "countries": countries, "imo": imo,
            "notes": notes, "identifiers": numbers, "gender": gender, "programmes": programmes,
            "listed_on": listed_on, "status": status, "source_url": source_url,
        });
        let Value::Object(mut record) = record else { unreachable!("it is one") };
        record.retain(|_, value| !value.is_null());
        Value::Object(record)
    })
}

/// A list of up to nine records, which of those before it takes over as they are (by bits), and which
/// facts alone of the others differ.
fn a_list() -> impl Strategy<Value = (BTreeMap<u8, Value>, u16, Vec<&'static str>)> {
    const FACTS: [&str; 15] = [
        "name",
        "aliases",
        "type",
        "weak_aliases",
        "birth_dates",
        "countries",
        "imo",
        "notes",
        "identifiers",
        "gender",
        "programmes",
        "listed_on",
        "status",
        "source_url",
        "none",
    ];
    let references = subsequence((1..10).collect::<Vec<u8>>(), 1..=9);
    let records = references.prop_flat_map(|references| {
        let records: Vec<_> = references.iter().copied().map(a_record).collect();
        records.prop_map(move |records| references.iter().copied().zip(records).collect())
    });
    (records, any::<u16>(), subsequence(FACTS.to_vec(), 0..4))
}

/// The record before, with these facts of another one.
fn amended(before: &Value, other: &Value, facts: &[&str]) -> Value {
    let mut record = before.as_object().expect("an object").clone();
    for fact in facts {
        match other.get(fact) {
            Some(value) => record.insert((*fact).to_owned(), value.clone()),
            None => record.remove(*fact).filter(|_| *fact != "name"),
        };
    }
    Value::Object(record)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: effort(5, 12), ..ProptestConfig::default() })]

    /// Five random versions of a list, one after the other, of which one has another publisher at times.
    /// Parties of another list become those of this one, and part again.
    #[test]
    fn of_random_lists(
        lists in prop::collection::vec(a_list(), 5),
        publisher in select(&["Publisher", "Publisher", "Other"][..]),
    ) {
        let mut builds = Builds::new();
        builds.write("zz_other", "Publisher", &BTreeMap::from([
            (1, json!({"ref": "1", "name": "Ann Berg", "type": "INDIVIDUAL", "birth_dates": ["1962-05-17"]})),
            (2, json!({"ref": "2", "name": "Berg Ltd", "type": "VESSEL", "imo": "9074729"})),
        ]));
        let mut before: Option<(BTreeMap<u8, Value>, Version)> = None;
        for (at, (mut records, kept, facts)) in lists.into_iter().enumerate() {
            if let Some((known, _)) = &before {
                for (reference, known) in known {
                    let is_kept = kept >> reference & 1 == 1;
                    match records.get_mut(reference) {
                        Some(record) => *record = amended(known, record, &facts),
                        None if is_kept => drop(records.insert(*reference, known.clone())),
                        None => {}
                    }
                }
            }
            builds.write("zz_random", if at == 2 { publisher } else { "Publisher" }, &records);
            let version = builds.next(None);
            if let Some((_, old)) = &before {
                check(old, &version);
            }
            before = Some((records, version));
        }
    }

    /// The two versions of a sample, of which each register has turned over a part.
    #[test]
    fn of_a_sample(seed in 0..1_000_u64, records in 20..400_u64) {
        let mut builds = Builds::new();
        let options = SampleOptions { records, seed, out: builds.sources() };
        generate(&options, &mut |_| ()).expect("written");
        let [old, new] = VERSION_FOLDERS.map(|day| builds.next(Some(day)));
        check(&old, &new);
        let again = builds.next(None);
        check(&new, &again);
        prop_assert!(again.changed_since(again.built_at).is_empty());
    }
}
