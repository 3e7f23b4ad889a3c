//! What `evaluate` does not measure of how well names are matched: queries with the facts of the
//! party, and labelled pairs whose words are weighed amid the real lists.
//!
//! At the threshold 0.75. Both print what went wrong (`--nocapture`) and fail when a share falls
//! below a floor a little under what was reached.

use rayon::prelude::*;
use serde::Deserialize;
use tamis_engine::limits::RESULTS_MAX;
use tamis_engine::matching::{BoundFilter, Filter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{
    Collection, CountryCode, ListType, Record, RecordOrdinal, Register, RegisterIndex, Schema,
};
use tamis_engine::snapshot::{ActiveRecord, RecordView, Snapshot, SnapshotInput};

use crate::support::real;
use crate::support::shared::shared;
use crate::support::worlds::{World, active, input, register};

/// Scores from here on are matches.
const THRESHOLD: f64 = 0.75;
/// A party counts as found when it is among this many results.
const FOUND_WITHIN: usize = 5;
/// Register of the candidate names of the pairs, and its place after the real registers.
const PAIRS: &str = "Labelled Pairs";

/// A labelled query about a party of the UN list.
#[derive(Debug, Deserialize)]
struct Case {
    schema: String,
    query_name: String,
    birth_date: String,
    nationality: String,
    /// References of the records that answer it, `|` between alternatives.
    expected_ref: String,
}

/// A labelled pair: is `name1`, as a query, the party of the record `name2`.
#[derive(Debug, Deserialize)]
struct LabelledPair {
    case_id: String,
    schema: String,
    name1: String,
    name2: String,
    is_match: bool,
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn un_parties_are_found_by_changed_names_and_their_facts() {
    let cases: Vec<Case> = rows("un_recall_dev.csv");
    let snapshot = &real::snapshot();
    let filter = BoundFilter::new(snapshot, &everything());
    let settings = MatchSettings { limit: FOUND_WITHIN, ..MatchSettings::default() };
    let is_found = |case: &&Case| {
        let hits = answer(&case.query(), &filter, settings).hits;
        let reference = |record| snapshot.record(record).reference();
        hits.iter().any(|hit| hit.score >= THRESHOLD && case.expects(reference(hit.record)))
    };
    let (found, missed): (Vec<&Case>, Vec<&Case>) = cases.par_iter().partition(is_found);
    missed.iter().for_each(|case| println!("missed: {case:?}"));
    let share = found.len() as f64 / cases.len() as f64;
    println!("UN, name, birth date and country: {share:.4} of {}", cases.len());
    assert!(share >= 0.98, "{share}");
}

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn labelled_pairs_amid_the_real_lists_fall_on_their_side_of_the_threshold() {
    let pairs: Vec<LabelledPair> = rows("name_pairs_dev.csv");
    let scores = pairs_in(input_of(&real::snapshot()), &pairs);
    let mut counts = [[0; 2]; 2];
    for (pair, score) in pairs.iter().zip(&scores) {
        let reached = *score >= THRESHOLD;
        counts[usize::from(pair.is_match)][usize::from(reached)] += 1;
        if reached != pair.is_match {
            println!("wrong: {} {score} {:?} | {:?}", pair.is_match, pair.name1, pair.name2);
        }
    }
    let [[_, alarms], [misses, hits]] = counts;
    let f1 = 2.0 * f64::from(hits) / f64::from(2 * hits + alarms + misses);
    println!("pairs amid the real lists: F1 {f1:.4}");
    assert!(f1 >= 0.868, "{f1}");
}

impl Case {
    fn expects(&self, reference: &str) -> bool {
        self.expected_ref.split('|').any(|expected| expected == reference)
    }

    fn query(&self) -> MatchQuery {
        MatchQuery {
            birth_dates: self.birth_date.parse().into_iter().collect(),
            countries: CountryCode::parse(&self.nationality).into_iter().collect(),
            ..MatchQuery::by_name(schema(&self.schema), self.query_name.as_str())
        }
    }
}

fn schema(name: &str) -> Schema {
    Schema::from_name(name).unwrap_or(Schema::LegalEntity)
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
        let query = MatchQuery::by_name(schema(&pair.schema), pair.name1.as_str());
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
    let entity_type = schema(&pair.schema).entity_type();
    let (reference, name) = (pair.case_id.clone(), pair.name2.clone());
    active(id, place, Record { reference, name, entity_type, ..Record::default() })
}

fn everything() -> Filter {
    Filter::collection(Collection::Default)
}

/// The rows of a labelled file.
fn rows<T: for<'a> Deserialize<'a>>(file: &str) -> Vec<T> {
    let path = shared().join("data/evals").join(file);
    let reader = csv::Reader::from_path(&path).expect("a file of labelled names opens");
    reader.into_deserialize().map(|row| row.expect("a row as its header says")).collect()
}
