//! Names of the lists, typed in many ways: measures found parties and false positives.

use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{EntityType, RecordOrdinal};
use tamis_engine::snapshot::RecordView;

use super::drawn::{Changed, Drawn, as_typed, draw, found, query};
use super::labelled::Case;
use super::statistics::ratio;
use super::suite::Suite;
use super::ways::{Original, WAYS, Way};
use super::world::{THRESHOLD, World, is_in_script};
use crate::sample::Random;

/// Number of drawn names.
const NAMES: usize = 2_000;
/// Seed of the random names.
const SEED: u64 = 35;

/// Ways that turn a name into another, even if shorter, name; matches of other parties are expected
/// then.
const NAMES_ANOTHER: [&str; 3] = ["another_name", "ends_joined", "first_words"];

/// A name drawn from the lists.
struct Named<'w> {
    record: RecordView<'w>,
    original: Original,
}

/// Measures the share of found names for each way, applied to each suitable name, and for two ways
/// combined.
pub(super) fn suite(world: &World, clean: &[Case]) -> Suite {
    let drawn = names(world);
    let mut suite = Suite::new("typed");
    let mut all = [0.0; 2];
    for way in &WAYS {
        let changed: Vec<Changed<'_>> =
            drawn.iter().enumerate().filter_map(|(at, drawn)| once(at, drawn, way)).collect();
        let found = found(world, &changed, &mut suite);
        suite.figure(way.name, ratio(found, changed.len()), changed.len());
        all[0] += found as f64;
        all[1] += changed.len() as f64;
    }
    suite.figure("depth_1", all[0] / all[1].max(1.0), all[1] as usize);
    let twice: Vec<Changed<'_>> =
        drawn.iter().enumerate().filter_map(|(at, drawn)| twice(at, drawn)).collect();
    let found = found(world, &twice, &mut suite);
    suite.figure("depth_2", ratio(found, twice.len()), twice.len());
    alarms(world, clean, &mut suite);
    suite
}

/// Draws names from the lists, one per record, in Latin letters, with two words or more.
fn names(world: &World) -> Vec<Named<'_>> {
    let fits = |record: RecordView<'_>| {
        let name = record.name();
        !is_in_script(name) && name.split_whitespace().nth(1).is_some() && name.len() > 8
    };
    let named = |Drawn { record, other }| {
        let birth_date = record.birth_dates().next().map(|born| born.date);
        let (entity_type, other) = (record.entity_type(), as_typed(other.name()));
        Named { record, original: Original { entity_type, birth_date, other } }
    };
    draw(world, SEED, NAMES, fits).into_iter().map(named).collect()
}

fn once<'w>(at: usize, drawn: &Named<'w>, way: &Way) -> Option<Changed<'w>> {
    let mut random = Random::new(SEED, way.name, at as u64);
    let name = as_typed(drawn.record.name());
    let text = (way.change)(&name, &drawn.original, &mut random)?;
    Some(Changed { way: way.name, text, record: drawn.record })
}

/// Applies two random ways in turn: first one that changes words, then one that adds text.
fn twice<'w>(at: usize, drawn: &Named<'w>) -> Option<Changed<'w>> {
    let mut random = Random::new(SEED, "twice", at as u64);
    let mut name = as_typed(drawn.record.name());
    let mut ways = [random.below(WAYS.len()), random.below(WAYS.len())];
    ways.sort_by_key(|way| std::cmp::Reverse(*way));
    if ways[0] == ways[1] {
        return None;
    }
    for way in ways {
        name = (WAYS[way].change)(&name, &drawn.original, &mut random)?;
    }
    Some(Changed { way: "twice", text: name, record: drawn.record })
}

/// Share of clean names that match only after a change.
fn alarms(world: &World, clean: &[Case], suite: &mut Suite) {
    let person = |at: usize| Original {
        entity_type: Some(EntityType::Individual),
        birth_date: None,
        other: clean[(at + 1) % clean.len()].query_name.clone(),
    };
    let plain: Vec<MatchQuery> =
        clean.iter().map(|case| query(Some(EntityType::Individual), &case.query_name)).collect();
    let alarms = |found: &[(f64, Vec<RecordOrdinal>)]| {
        found.first().is_some_and(|(score, _)| *score >= THRESHOLD)
    };
    let before: Vec<bool> = world.parties(&plain, 1).iter().map(|found| alarms(found)).collect();
    let (mut texts, mut cases) = (Vec::new(), Vec::new());
    for (at, case) in clean.iter().enumerate().filter(|(at, _)| !before[*at]) {
        for way in WAYS.iter().filter(|way| !NAMES_ANOTHER.contains(&way.name)) {
            let mut random = Random::new(SEED, way.name, at as u64);
            if let Some(text) = (way.change)(&case.query_name, &person(at), &mut random) {
                cases.push(way.name);
                texts.push(text);
            }
        }
    }
    let queries: Vec<MatchQuery> =
        texts.iter().map(|text| query(Some(EntityType::Individual), text)).collect();
    let mut count = 0;
    for ((found, text), way) in world.parties(&queries, 1).iter().zip(&texts).zip(&cases) {
        if alarms(found) {
            count += 1;
            let met = world.record(found[0].1[0]);
            suite.wrong.push(format!("alarm {way} {:.3} {text:?} | {:?}", found[0].0, met.name()));
        }
    }
    suite.figure("alarms_added", ratio(count, texts.len()), texts.len());
}
