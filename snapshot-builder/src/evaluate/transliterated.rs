//! Names made of two words known in two scripts: the query is in one, the record in the other.

use std::collections::HashSet;
use std::path::Path;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{EntityType, Record, Schema};

use super::lists::Lists;
use super::statistics::ratio;
use super::suite::Suite;
use super::world::{FOUND_WITHIN, Found, THRESHOLD, World};
use crate::signs::words::{WordPair, lines};

/// Languages with files.
const LANGUAGES: [&str; 6] = ["arabic", "russian", "hebrew", "korean", "chinese", "katakana"];
/// Names made per language.
const NAMES: usize = 1_000;
/// Additional names in the records that no query means.
const FALSE_NAMES: usize = 10_000;
/// Names of unlisted parties, queried against all lists.
const CLEAN_NAMES: usize = 2_000;
/// Least count of a word pair; rarer ones may be wrong.
const SEEN_LEAST: u32 = 2;
/// Seed of the random names, which are the same at every run.
const SEED: u64 = 7;

type Name<'p> = [&'p WordPair; 2];

/// One suite per language with a file; with false positives if lists are given.
pub(super) fn suites(
    folder: &Path,
    mut lists: Option<&mut Lists>,
    wants: &dyn Fn(&str) -> bool,
    done: &mut dyn FnMut(Suite),
) -> anyhow::Result<()> {
    for language in LANGUAGES {
        let file = folder.join(format!("{language}_dev.tsv.gz"));
        let name = format!("words_{language}");
        if !file.is_file() || !wants(&name) {
            continue;
        }
        let mut pairs = lines(&file)?;
        pairs.retain(|pair| pair.count >= SEEN_LEAST);
        let mut suite = Suite::new(&name);
        among_others(&pairs, &mut suite)?;
        if let Some(lists) = &mut lists {
            clean(lists.all()?, &pairs, &mut suite);
        }
        suite.wrong.sort();
        done(suite);
    }
    Ok(())
}

/// Queries each name in its script against the Latin records of all names and of the false ones.
fn among_others(pairs: &[WordPair], suite: &mut Suite) -> anyhow::Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.shuffle(&mut random);
    let names: Vec<Name<'_>> = (0..NAMES.min(pairs.len() / 2))
        .map(|at| {
            let second = order[order.len() / 2 + random.random_range(0..order.len() / 2)];
            [&pairs[order[at]], &pairs[second]]
        })
        .collect();
    let own: HashSet<String> = names.iter().map(latin).collect();
    let mut false_names: Vec<String> =
        recombined(pairs, &mut random).map(|name| latin(&name)).take(FALSE_NAMES).collect();
    false_names.retain(|name| !own.contains(name));
    let queries: Vec<MatchQuery> = names.iter().map(query).collect();
    let all: Vec<String> = names.iter().map(latin).collect();
    for (beside, [found_as, others_as]) in
        [(&[][..], ["found", "others"]), (&false_names[..], ["found_among", "others_among"])]
    {
        let records = all.iter().chain(beside).enumerate();
        let record = |(at, name): (usize, &String)| Record {
            reference: at.to_string(),
            name: name.clone(),
            entity_type: Some(EntityType::Individual),
            ..Record::default()
        };
        let world = World::of_records(records.map(record).collect())?;
        let (mut hits, mut alarms) = (0, 0);
        for (at, found) in world.ask(&queries, FOUND_WITHIN).iter().enumerate() {
            let own = found.iter().find(|one| one.reference == at.to_string());
            let score = own.map_or(0.0, |own| own.score);
            let (asked, latin) = (script(&names[at]), &all[at]);
            if score >= THRESHOLD {
                hits += 1;
            } else {
                suite.wrong.push(format!("{found_as} missed {score:.3} {asked:?} | {latin:?}"));
            }
            if let Some(other) =
                found.iter().find(|one| one.score >= THRESHOLD && one.name != *latin)
            {
                alarms += 1;
                let Found { score, name, .. } = other;
                suite.wrong.push(format!("{others_as} {score:.3} {asked:?} | {name:?}"));
            }
        }
        suite.figure(found_as, ratio(hits, names.len()), names.len());
        suite.figure(others_as, ratio(alarms, names.len()), names.len());
    }
    Ok(())
}

/// Queries made-up names in the script against all lists.
fn clean(lists: &World, pairs: &[WordPair], suite: &mut Suite) {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let names: Vec<Name<'_>> = recombined(pairs, &mut random).take(CLEAN_NAMES).collect();
    let queries: Vec<MatchQuery> = names.iter().map(query).collect();
    let mut alarms = 0;
    for (name, found) in names.iter().zip(lists.ask(&queries, 1)) {
        if let Some(Found { score, name: met, .. }) =
            found.first().filter(|one| one.score >= THRESHOLD)
        {
            alarms += 1;
            suite.wrong.push(format!("alarm {score:.3} {:?} | {met:?}", script(name)));
        }
    }
    suite.figure("alarms", ratio(alarms, names.len()), names.len());
}

/// An endless sequence of random two-word names.
fn recombined<'p>(pairs: &'p [WordPair], random: &mut impl Rng) -> impl Iterator<Item = Name<'p>> {
    std::iter::repeat_with(|| [0; 2].map(|_| &pairs[random.random_range(0..pairs.len())]))
}

fn latin(name: &Name<'_>) -> String {
    name.map(|word| word.latin.as_str()).join(" ")
}

fn script(name: &Name<'_>) -> String {
    name.map(|word| word.script.as_str()).join(" ")
}

fn query(name: &Name<'_>) -> MatchQuery {
    MatchQuery::by_name(Schema::Person, script(name))
}
