//! Names of the lists with slips: measures found parties.

use tamis_engine::model::EntityType;
use tamis_engine::snapshot::RecordView;
use tamis_engine::text::{name_kind, tokenize};

use super::changes::{CHANGES, Change};
use super::drawn::{Changed, Drawn, as_typed, draw, found};
use super::statistics::ratio;
use super::suite::Suite;
use super::world::{World, is_in_script};
use crate::sample::Random;

/// Number of drawn names.
const NAMES: usize = 2_000;
/// Seed of the random names and changes.
const SEED: u64 = 71;
/// Least letters of the informative words of a drawn name.
const LETTERS_LEAST: usize = 9;
/// Draws of two changes before a name counts as unsuitable.
const DRAWS: usize = 20;

/// Measures the share of found names for each change, and for two changes one after the other.
pub(super) fn suite(world: &World) -> Suite {
    let drawn = draw(world, SEED, NAMES, fits);
    let mut suite = Suite::new("changed");
    let (mut hits, mut cases) = (0, 0);
    for change in &CHANGES {
        let once = |(at, drawn): (usize, &Drawn<'_>)| {
            let mut random = Random::new(SEED, change.name, at as u64);
            change.apply(&name_of(drawn.record), &mut random)
        };
        let (found, of) = measured(world, change.name, &drawn, once, &mut suite);
        suite.figure(change.name, ratio(found, of), of);
        (hits, cases) = (hits + found, cases + of);
    }
    suite.figure("depth_1", ratio(hits, cases), cases);
    let (found, of) = measured(world, "twice", &drawn, twice, &mut suite);
    suite.figure("depth_2", ratio(found, of), of);
    suite
}

/// The number of found names, and of all changed ones.
fn measured<'w>(
    world: &World,
    way: &'static str,
    drawn: &[Drawn<'w>],
    change: impl Fn((usize, &Drawn<'w>)) -> Option<String>,
    suite: &mut Suite,
) -> (usize, usize) {
    let record = |at: usize| drawn[at].record;
    let changed: Vec<Changed<'_>> = (drawn.iter().enumerate())
        .filter_map(|(at, one)| Some(Changed { way, text: change((at, one))?, record: record(at) }))
        .collect();
    (found(world, &changed, suite), changed.len())
}

/// True if a name is in Latin letters and says enough to be found with a slip.
fn fits(record: RecordView<'_>) -> bool {
    let name = record.name();
    let read = tokenize(name, name_kind(record.entity_type(), name));
    let informative = read.words.iter().filter(|word| word.class.is_informative());
    let letters = informative.flat_map(|word| word.text.chars()).filter(|c| c.is_alphabetic());
    !is_in_script(name) && letters.count() >= LETTERS_LEAST
}

/// The name of a record, that of a person in spoken order.
pub(super) fn name_of(record: RecordView<'_>) -> String {
    match record.entity_type() {
        Some(EntityType::Individual) => as_typed(record.name()),
        _ => record.name().to_owned(),
    }
}

/// Applies two different changes in turn.
fn twice((at, drawn): (usize, &Drawn<'_>)) -> Option<String> {
    let name = name_of(drawn.record);
    let mut random = Random::new(SEED, "twice", at as u64);
    (0..DRAWS).find_map(|_| {
        let [first, second]: [&Change; 2] = [(); 2].map(|()| &CHANGES[random.below(CHANGES.len())]);
        let once = first.apply(&name, &mut random).filter(|_| first.name != second.name)?;
        second.apply(&once, &mut random).filter(|changed| *changed != name)
    })
}
