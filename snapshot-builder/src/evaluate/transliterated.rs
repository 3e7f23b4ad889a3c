//! Names made of two words that are known in two scripts: asked in the one, recorded in the other.

use std::path::Path;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{EntityType, Record, Schema};

use super::statistics::ratio;
use super::suite::Suite;
use super::world::{FOUND_WITHIN, THRESHOLD, World};
use crate::signs::words::{WordPair, lines};

/// Languages that there are files of.
const LANGUAGES: [&str; 6] = ["arabic", "russian", "hebrew", "korean", "chinese", "katakana"];
/// Names made per language.
const NAMES: usize = 1_000;
/// Word pairs seen less often may be wrong.
const SEEN_LEAST: u32 = 2;
/// The names are the same at every run.
const SEED: u64 = 7;

/// A suite per language that there is a file of.
pub(super) fn suites(
    folder: &Path,
    wants: &dyn Fn(&str) -> bool,
    done: &mut dyn FnMut(Suite),
) -> anyhow::Result<()> {
    for language in LANGUAGES {
        let file = folder.join(format!("{language}_dev.tsv.gz"));
        let name = format!("words_{language}");
        if file.is_file() && wants(&name) {
            let mut pairs = lines(&file)?;
            pairs.retain(|pair| pair.count >= SEEN_LEAST);
            done(suite(&name, &pairs)?);
        }
    }
    Ok(())
}

fn suite(name: &str, pairs: &[WordPair]) -> anyhow::Result<Suite> {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.shuffle(&mut random);
    let names: Vec<[&WordPair; 2]> = (0..NAMES.min(pairs.len() / 2))
        .map(|at| {
            let second = order[order.len() / 2 + random.random_range(0..order.len() / 2)];
            [&pairs[order[at]], &pairs[second]]
        })
        .collect();
    let record = |(at, name): (usize, &[&WordPair; 2])| Record {
        reference: at.to_string(),
        name: name.map(|word| word.latin.as_str()).join(" "),
        entity_type: Some(EntityType::Individual),
        ..Record::default()
    };
    let world = World::of_records(names.iter().enumerate().map(record).collect())?;
    let queries: Vec<MatchQuery> = names
        .iter()
        .map(|name| name.map(|word| word.script.as_str()).join(" "))
        .map(|query| MatchQuery::by_name(Schema::Person, query))
        .collect();
    let found = world.ask(&queries, FOUND_WITHIN);
    let mut suite = Suite::new(name);
    let (mut hits, mut alarms) = (0, 0);
    for (at, found) in found.iter().enumerate() {
        let own = found.iter().find(|one| one.reference == at.to_string());
        let score = own.map_or(0.0, |own| own.score);
        hits += usize::from(score >= THRESHOLD);
        let latin = names[at].map(|word| word.latin.as_str()).join(" ");
        let query = names[at].map(|word| word.script.as_str()).join(" ");
        if score < THRESHOLD {
            suite.wrong.push(format!("missed {score:.3} {query:?} | {latin:?}"));
        }
        let other = found.iter().find(|one| one.score >= THRESHOLD && one.name != latin);
        if let Some(other) = other {
            alarms += 1;
            suite.wrong.push(format!("alarm {:.3} {query:?} | {:?}", other.score, other.name));
        }
    }
    suite.figure("found", ratio(hits, names.len()), names.len());
    suite.figure("others", ratio(alarms, names.len()), names.len());
    suite.wrong.sort();
    Ok(suite)
}
