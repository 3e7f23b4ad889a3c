//! Tests of the guarantees of `sample`, on the files that it writes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};
use tamis_engine::model::{CountryCode, EntityType, ImoNumber, PartialDate};

use super::registers::{CSV_COLUMNS, CSV_SEPARATOR, FileFormat};
use super::*;

const TEXT_KEYS: [&str; 9] =
    ["ref", "name", "type", "imo", "listed_on", "status", "source_url", "isin", "ticker"];
const LIST_KEYS: [&str; 5] = ["aliases", "birth_dates", "countries", "programmes", "notes"];

fn sample(records: u64, seed: u64) -> (tempfile::TempDir, SampleSummary) {
    let folder = tempfile::tempdir().expect("temporary folder");
    let options = SampleOptions { records, seed, out: folder.path().to_owned() };
    let summary = generate(&options, &mut |_| {}).expect("sample");
    (folder, summary)
}

/// All files in a folder and its subfolders, with their bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for item in fs::read_dir(folder).expect("folder") {
        let path = item.expect("item").path();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(name, bytes)| {
                (Path::new(path.file_name().expect("name")).join(name), bytes)
            }));
        } else {
            found.insert(path.file_name().expect("name").into(), fs::read(&path).expect("file"));
        }
    }
    found
}

/// Records of one version by reference, in the form of `records.jsonl`.
fn records(out: &Path, plan: &RegisterPlan, version: usize) -> HashMap<String, Map<String, Value>> {
    let path = out.join(plan.slug).join(VERSION_FOLDERS[version]).join(plan.format.file_name());
    let rows = match plan.format {
        FileFormat::JsonLines => fs::read_to_string(&path)
            .expect("records")
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect(),
        FileFormat::Csv => csv_records(&path),
    };
    let count = rows.len();
    let by_reference: HashMap<_, _> =
        rows.into_iter().map(|row| (row["ref"].as_str().expect("ref").to_owned(), row)).collect();
    assert_eq!(by_reference.len(), count, "{}: a reference occurs twice", plan.slug);
    by_reference
}

fn csv_records(path: &Path) -> Vec<Map<String, Value>> {
    let mut reader = csv::Reader::from_path(path).expect("records");
    let header: Vec<String> = reader.headers().expect("header").iter().map(Into::into).collect();
    assert_eq!(header, CSV_COLUMNS.map(|(_, header)| header));
    let object = |row: csv::StringRecord| {
        let filled = CSV_COLUMNS.iter().zip(row.iter()).filter(|(_, cell)| !cell.is_empty());
        filled
            .map(|((key, _), cell)| {
                let several = LIST_KEYS.contains(key);
                let list = || cell.split(CSV_SEPARATOR).map(Value::from).collect();
                ((*key).to_owned(), if several { list() } else { Value::from(cell) })
            })
            .collect()
    };
    reader.records().map(|row| object(row.expect("row"))).collect()
}

fn texts<'a>(record: &'a Map<String, Value>, key: &str) -> Vec<&'a str> {
    let list = record.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn the_same_options_give_the_same_bytes_and_another_seed_others() {
    let [first, second, other] = [(600, 1), (600, 1), (600, 2)].map(|(n, seed)| sample(n, seed));
    assert_eq!(first.1, second.1);
    let [first, second, other] = [first, second, other].map(|(folder, _)| files(folder.path()));
    assert_eq!(first.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    assert!(first == second, "two runs differ");
    let data = |name: &&PathBuf| !name.ends_with("register.toml");
    assert!(first.keys().filter(data).all(|name| first[name] != other[name]));
}

#[test]
fn counts_are_exact_from_one_record_up() {
    for wanted in [1, 10, 120, 5000] {
        let (folder, summary) = sample(wanted, 3);
        assert_eq!(summary.registers.iter().map(|register| register.records).sum::<u64>(), wanted);
        for register in &summary.registers {
            let plan = PLANS.iter().find(|plan| plan.slug == register.slug).expect("plan");
            for version in [0, 1] {
                let held = records(folder.path(), plan, version).len() as u64;
                assert_eq!(held, register.records, "{} {version}", plan.slug);
            }
        }
    }
}

#[test]
fn progress_ends_at_the_number_of_records() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let options = SampleOptions { records: 300, seed: 1, out: folder.path().to_owned() };
    let mut seen = Vec::new();
    generate(&options, &mut |records| seen.push(records)).expect("sample");
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&300));
}

#[test]
fn numbers_of_records_out_of_range_are_refused() {
    for records in [0, RECORDS_MAX + 1] {
        let options = SampleOptions { records, seed: 1, out: PathBuf::from("never-written") };
        let refused = generate(&options, &mut |_| {}).expect_err("out of range");
        assert!(refused.to_string().contains(&records.to_string()), "{refused}");
    }
}

#[test]
fn the_largest_sample_has_an_imo_number_for_every_vessel() {
    let sizes = registers::sizes(RECORDS_MAX);
    let population = |size: &u64| Versions::new(*size).population();
    let own = PLANS.iter().zip(&sizes).map(|(plan, size)| plan.vessels_before(population(size)));
    let shared = shared_pool(sizes.iter().map(population).max().expect("registers"));
    let vessels = own.sum::<u64>() + shared.div_ceil(SHARED_KINDS.len() as u64);
    assert!(vessels <= craft::IMO_NUMBERS, "{vessels}");
}

#[test]
fn the_second_version_adds_amends_and_removes_one_in_a_hundred() {
    let (folder, summary) = sample(5000, 1);
    for (plan, register) in PLANS.iter().zip(&summary.registers) {
        let [older, newer] = [0, 1].map(|version| records(folder.path(), plan, version));
        let added = newer.keys().filter(|key| !older.contains_key(*key)).count() as u64;
        let removed = older.keys().filter(|key| !newer.contains_key(*key)).count() as u64;
        let differs =
            |(key, old): &(&String, &Map<_, _>)| newer.get(*key).is_some_and(|n| n != *old);
        let amended = older.iter().filter(differs).count() as u64;
        assert_eq!([added, amended, removed], [(register.records + 50) / 100; 3], "{}", plan.slug);
    }
}

#[test]
fn every_record_has_only_known_keys_with_valid_values() {
    let (folder, _) = sample(5000, 1);
    let mut types = HashSet::new();
    for (plan, version) in PLANS.iter().flat_map(|plan| [(plan, 0), (plan, 1)]) {
        for (reference, record) in records(folder.path(), plan, version) {
            for (key, value) in &record {
                let known = match value {
                    Value::String(text) => !text.is_empty() && TEXT_KEYS.contains(&key.as_str()),
                    Value::Array(list) => !list.is_empty() && LIST_KEYS.contains(&key.as_str()),
                    _ => false,
                };
                assert!(known, "{reference}: {key} = {value}");
            }
            let name = record["name"].as_str().expect("name");
            assert_eq!(name.trim(), name);
            let names = texts(&record, "aliases").into_iter().chain([name]);
            names.for_each(|name| assert!(!name.contains([';', '_', '|', '\n']), "{name}"));
            assert!(!texts(&record, "aliases").contains(&name), "{name}");
            let dates = texts(&record, "birth_dates").into_iter();
            for date in dates.chain(record.get("listed_on").and_then(Value::as_str)) {
                date.parse::<PartialDate>().expect(date);
            }
            for country in texts(&record, "countries") {
                assert_eq!(CountryCode::parse(country).expect(country).as_str(), country);
            }
            let entity_type = record.get("type").and_then(Value::as_str);
            types.insert(entity_type.map(|text| EntityType::from_name(text).expect(text)));
        }
    }
    assert_eq!(types.len(), EntityType::ALL.len() + 1, "all types, and unknown");
}

#[test]
fn imo_numbers_are_valid_and_belong_to_one_vessel() {
    let (folder, _) = sample(20_000, 1);
    let mut seen: HashMap<ImoNumber, HashSet<&str>> = HashMap::new();
    for plan in PLANS {
        for (reference, record) in records(folder.path(), plan, 1) {
            let Some(text) = record.get("imo").and_then(Value::as_str) else { continue };
            let imo = ImoNumber::parse(text).expect(text);
            assert!(imo.has_valid_check_digit() && imo.to_string() == text, "{text}");
            assert_eq!(record["type"], "VESSEL", "{reference}");
            assert!(
                seen.entry(imo).or_default().insert(plan.slug),
                "{text} twice in {}",
                plan.slug
            );
        }
    }
    let shared = seen.values().filter(|registers| registers.len() > 1).count();
    assert!(shared > 20 && shared < seen.len() / 3, "{shared} of {}", seen.len());
}

#[test]
fn some_people_are_on_several_registers() {
    let (folder, _) = sample(20_000, 1);
    let mut registers_of_birth: HashMap<String, HashSet<&str>> = HashMap::new();
    for plan in PLANS {
        for record in records(folder.path(), plan, 1).values() {
            // Birth date and initials identify the party: spellings hardly change the initials.
            let date = texts(record, "birth_dates").first().copied().unwrap_or_default();
            if date.len() == 10 {
                let name = record["name"].as_str().expect("name").to_uppercase();
                let words = name.split([' ', ',']).filter_map(|word| word.chars().next());
                let mut initials: Vec<char> = words.collect();
                initials.sort_unstable();
                let key = format!("{date} {}", String::from_iter(initials));
                registers_of_birth.entry(key).or_default().insert(plan.slug);
            }
        }
    }
    let several = registers_of_birth.values().filter(|registers| registers.len() > 1).count();
    let share = several * 100 / registers_of_birth.len();
    assert!((1..=12).contains(&share), "{share} %");
}
