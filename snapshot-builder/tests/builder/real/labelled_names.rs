//! How well names are matched: labelled queries against the real lists, and labelled pairs.
//!
//! Measured as `checks/score_names.py` measures a running server, at the threshold 0.75. Every
//! test prints its table and what went wrong (`--nocapture`), and fails when a share falls below
//! a floor a little under what was reached.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use rayon::prelude::*;
use serde::Deserialize;
use tamis_engine::limits::RESULTS_MAX;
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{
    Collection, CountryCode, EntityType, ListType, Record, RecordId, RecordOrdinal, Register,
    RegisterIndex, Schema,
};
use tamis_engine::snapshot::{ActiveRecord, RecordView, Snapshot, SnapshotInput};

use crate::support::real;
use crate::support::shared::shared;
use crate::support::worlds::{World, active, input, register};

/// Scores from here on are matches.
const THRESHOLD: f64 = 0.75;
/// A party counts as found when it is among this many results.
const FOUND_WITHIN: usize = 5;
/// Other parties that may reach the threshold: one is on the list by now under the very name asked.
const OTHERS_REACHED_MOST: usize = 2;
/// Register of the candidate names of the pairs, and its place after the real registers.
const PAIRS: &str = "Labelled Pairs";

/// A labelled query. Columns that a file does not have are empty.
#[derive(Debug, Deserialize)]
struct Case {
    #[serde(default)]
    schema: String,
    #[serde(alias = "kind", alias = "part")]
    variant: String,
    query_name: String,
    #[serde(default)]
    birth_date: String,
    #[serde(default)]
    nationality: String,
    /// References of the records that answer it, `|` between alternatives.
    #[serde(default)]
    expected_ref: String,
    #[serde(default)]
    expected: String,
    #[serde(default, alias = "list_name")]
    expected_name: String,
    #[serde(default)]
    note: String,
}

/// A labelled pair: is `name1`, as a query, the party of the record `name2`.
#[derive(Debug, Deserialize)]
struct LabelledPair {
    case_id: String,
    case_group: String,
    schema: String,
    name1: String,
    name2: String,
    is_match: bool,
    contested: String,
}

/// A result of a query: reference and score.
type Found = (String, f64);

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn un_parties_are_found_under_changed_names() {
    let cases = cases("un_recall_dev.csv");
    let found = ask(&cases, &everything(), false);
    recall("UN, name only", &cases, &found).assert_least(0.98);
    let found = ask(&cases, &everything(), true);
    recall("UN, name, birth date and country", &cases, &found).assert_least(0.98);
}

/// The labels are older than the list: parties that were taken off it since are left out.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn ofac_parties_are_found_under_changed_names() {
    let cases = cases("ofac_cases_dev.csv");
    let (others, mut parties): (Vec<Case>, Vec<Case>) = cases
        .into_iter()
        .filter(|case| !case.is_only_a_pair())
        .partition(|case| case.expected == "no match");
    let snapshot = real::snapshot();
    let records = (0..snapshot.record_count() as u32).map(RecordOrdinal);
    let listed: HashSet<&str> = records.map(|record| snapshot.record(record).reference()).collect();
    parties.retain(|case| case.expected_ref.split('|').any(|expected| listed.contains(expected)));
    let found = ask(&parties, &everything(), false);
    recall("OFAC", &parties, &found).assert_least(0.97);
    let found = ask(&others, &everything(), false);
    let alarms = others.iter().zip(&found).filter(|(case, found)| case.is_alarm(found));
    let alarms = alarms.inspect(|(case, _)| println!("alarm: {case:?}")).count();
    println!("OFAC, other parties: {alarms} of {} reach the threshold", others.len());
    assert!(alarms <= OTHERS_REACHED_MOST, "{alarms}");
}

/// OFAC's list is pure ASCII.
#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn names_in_other_scripts_find_the_latin_record() {
    let cases = cases("ofac_cross_script_dev.csv");
    let found = ask(&cases, &ofac_alone(), false);
    recall("OFAC, other scripts", &cases, &found).assert_least(0.69);
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn people_on_no_list_are_seldom_found() {
    let cases = cases("negatives_dev.csv");
    for (with_facts, most) in [(false, 0.003), (true, 0.001)] {
        let found = ask(&cases, &everything(), with_facts);
        let alarms = cases.iter().zip(&found).filter(|(_, found)| is_reached(found));
        let alarms: Vec<_> = alarms.collect();
        for (case, found) in &alarms {
            println!("alarm: {:?} {} as {:?}", case.query_name, case.variant, found[0]);
        }
        let share = alarms.len() as f64 / cases.len() as f64;
        println!("negatives, facts {with_facts}: {} of {}: {share:.4}", alarms.len(), cases.len());
        assert!(share <= most, "{share}");
    }
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn labelled_pairs_fall_on_their_side_of_the_threshold() {
    let pairs = pairs();
    let alone = pairs_in(input(Vec::new()), &pairs);
    f1("pairs alone", &pairs, &alone).assert_least(0.855);
    let amid = pairs_in(input_of(&real::snapshot()), &pairs);
    f1("pairs amid the real lists", &pairs, &amid).assert_least(0.87);
}

impl Case {
    /// Whether the label speaks of two names and not of what the list answers.
    fn is_only_a_pair(&self) -> bool {
        self.expected == "weak" || !self.note.is_empty()
    }

    fn names(&self, reference: &str) -> bool {
        self.expected_ref.split('|').any(|expected| expected == reference)
    }

    /// A named record must stay below the threshold; with none named every record must.
    fn is_alarm(&self, found: &[Found]) -> bool {
        let counts = |reference: &str| self.expected_ref.is_empty() || self.names(reference);
        found.iter().any(|(reference, score)| *score >= THRESHOLD && counts(reference))
    }

    fn is_found(&self, found: &[Found]) -> bool {
        let among = found.iter().take(FOUND_WITHIN);
        among.into_iter().any(|(reference, score)| *score >= THRESHOLD && self.names(reference))
    }

    fn query(&self, with_facts: bool) -> MatchQuery {
        let facts = |text: &str| Some(text.to_owned()).filter(|_| with_facts);
        let date = facts(&self.birth_date).and_then(|text| text.parse().ok());
        let country = facts(&self.nationality).and_then(|text| CountryCode::parse(&text));
        MatchQuery {
            birth_dates: date.into_iter().collect(),
            countries: country.into_iter().collect(),
            ..MatchQuery::by_name(schema(&self.schema), &self.query_name)
        }
    }
}

fn is_reached(found: &[Found]) -> bool {
    found.iter().any(|(_, score)| *score >= THRESHOLD)
}

fn schema(name: &str) -> Schema {
    Schema::from_name(name).unwrap_or(Schema::LegalEntity)
}

/// A measured share.
struct Share {
    of: &'static str,
    value: f64,
}

impl Share {
    fn assert_least(&self, floor: f64) {
        assert!(self.value >= floor, "{}: {:.4} is below {floor}", self.of, self.value);
    }
}

/// Share of cases whose party is found, printed by variant with the cases where it is not.
fn recall(of: &'static str, cases: &[Case], found: &[Vec<Found>]) -> Share {
    let mut by_variant: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (case, found) in cases.iter().zip(found) {
        let is_found = case.is_found(found);
        for variant in ["", case.variant.as_str()] {
            let (hits, all) = by_variant.entry(variant).or_default();
            *hits += usize::from(is_found);
            *all += 1;
        }
        if !is_found {
            let of_party = found.iter().position(|(reference, _)| case.names(reference));
            let got = of_party.map(|at| (at + 1, found[at].1));
            let (variant, query, name) = (&case.variant, &case.query_name, &case.expected_name);
            println!(
                "missed: {variant}: {query:?} for {name:?} {}, got {got:?}",
                case.expected_ref
            );
        }
    }
    println!("\n{of}: found in the first {FOUND_WITHIN} with {THRESHOLD} or more");
    for (variant, (hits, all)) in &by_variant {
        let (name, share) = (if variant.is_empty() { "all" } else { variant }, *hits as f64);
        println!("{name:<24} {all:>6} {:>8.4}", share / *all as f64);
    }
    let (hits, all) = by_variant[""];
    Share { of, value: hits as f64 / all as f64 }
}

/// F1 of scores against labels, with the pairs on the wrong side.
fn f1(of: &'static str, pairs: &[LabelledPair], scores: &[f64]) -> Share {
    let mut by_group: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for (pair, score) in pairs.iter().zip(scores) {
        let reached = *score >= THRESHOLD;
        let group = [Some("all"), Some(pair.case_group.as_str())];
        let uncontested = Some("all uncontested").filter(|_| pair.contested.is_empty());
        for group in group.into_iter().chain([uncontested]).flatten() {
            by_group.entry(group).or_default()
                [usize::from(pair.is_match) * 2 + usize::from(reached)] += 1;
        }
        if reached != pair.is_match {
            let (contested, is) = (&pair.contested, pair.is_match);
            println!("wrong: {is} {score} {:?} | {:?} {contested}", pair.name1, pair.name2);
        }
    }
    println!("\n{of}: {:<18} {:>5} {:>5} {:>5} {:>5} {:>7}", "group", "TP", "FP", "TN", "FN", "F1");
    for (group, counts) in &by_group {
        let [no, alarm, miss, hit] = counts;
        println!("{group:<32} {hit:>5} {alarm:>5} {no:>5} {miss:>5} {:>7.4}", f1_of(counts));
    }
    Share { of, value: f1_of(&by_group["all"]) }
}

fn f1_of(&[_, alarms, misses, hits]: &[usize; 4]) -> f64 {
    2.0 * hits as f64 / (2 * hits + alarms + misses) as f64
}

/// The score of each pair, when the second names are a register of a snapshot.
fn pairs_in(mut input: SnapshotInput, pairs: &[LabelledPair]) -> Vec<f64> {
    let place = RegisterIndex(input.registers.len() as u16);
    let first = input.records.len() as u64;
    input.registers.push(register("z_pairs", PAIRS, ListType::Sanction));
    let records = pairs.iter().enumerate();
    input.records.extend(records.map(|(at, pair)| candidate(first + at as u64 + 1, place, pair)));
    let world = World::of(input);
    let filter = Filter { include: Some(vec![PAIRS.to_owned()]), ..everything() };
    let filter = BoundFilter::new(&world.snapshot, &filter);
    let settings = MatchSettings { limit: RESULTS_MAX as usize, ..MatchSettings::default() };
    let score = |pair: &LabelledPair| {
        let query = MatchQuery::by_name(schema(&pair.schema), &pair.name1);
        let hits = answer(&query, &filter, settings).hits;
        let is_its_own = |record| world.snapshot.record(record).reference() == pair.case_id;
        hits.iter().find(|hit| is_its_own(hit.record)).map_or(0.0, |hit| hit.score)
    };
    pairs.par_iter().map(score).collect()
}

/// The records of a snapshot, to be written again beside others.
fn input_of(snapshot: &Snapshot) -> SnapshotInput {
    let registers = snapshot.registers().to_vec();
    let place = |record: RecordView<'_>| {
        let same = |register: &Register| register.slug == record.register().slug;
        RegisterIndex(registers.iter().position(same).expect("its own register") as u16)
    };
    let records = (0..snapshot.record_count() as u32).map(|at| {
        let record = snapshot.record(RecordOrdinal(at));
        active(u64::from(at) + 1, place(record), record.to_model())
    });
    let records = records.collect();
    SnapshotInput { registers, records, ..input(Vec::new()) }
}

fn candidate(id: u64, place: RegisterIndex, pair: &LabelledPair) -> ActiveRecord {
    let entity_type = match schema(&pair.schema) {
        Schema::Person => Some(EntityType::Individual),
        Schema::Company => Some(EntityType::Company),
        Schema::Organization => Some(EntityType::Organization),
        Schema::Vessel => Some(EntityType::Vessel),
        Schema::Airplane => Some(EntityType::Aircraft),
        Schema::LegalEntity => None,
    };
    let (reference, name) = (pair.case_id.clone(), pair.name2.clone());
    let record = Record { reference, name, entity_type, ..Record::default() };
    ActiveRecord { id: RecordId(id), ..active(id, place, record) }
}

/// What the real lists answer to each case, best first.
fn ask(cases: &[Case], filter: &Filter, with_facts: bool) -> Vec<Vec<Found>> {
    let snapshot = &real::snapshot();
    let filter = BoundFilter::new(snapshot, filter);
    let settings = MatchSettings { limit: 10, ..MatchSettings::default() };
    let found = |case: &Case| {
        let hits = answer(&case.query(with_facts), &filter, settings).hits;
        let reference = |record| snapshot.record(record).reference().to_owned();
        hits.iter().map(|hit| (reference(hit.record), hit.score)).collect()
    };
    cases.par_iter().map(found).collect()
}

fn everything() -> Filter {
    Filter::collection(Collection::Default)
}

fn ofac_alone() -> Filter {
    let snapshot = real::snapshot();
    let registers = snapshot.registers().iter().filter(|register| register.slug == "us_ofac_sdn");
    let names = registers.map(|register| register.name.clone());
    Filter { include: Some(names.collect()), ..everything() }
}

fn cases(file: &str) -> Vec<Case> {
    rows(&shared().join("data/evals").join(file))
}

fn pairs() -> Vec<LabelledPair> {
    rows(&shared().join("data/evals/name_pairs_dev.csv"))
}

fn rows<T: for<'a> Deserialize<'a>>(path: &Path) -> Vec<T> {
    let reader = csv::Reader::from_path(path).expect("a file of labelled names opens");
    reader.into_deserialize().map(|row| row.expect("a row as its header says")).collect()
}
