//! Names made of two words that are known in two scripts: asked in the one, recorded in the other.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{EntityType, Record, Schema};

use super::error::EvaluateError;
use super::statistics::ratio;
use super::suite::Suite;
use super::world::World;
use super::{FOUND_WITHIN, THRESHOLD};

/// Languages that there are files of.
const LANGUAGES: [&str; 6] = ["arabic", "russian", "hebrew", "korean", "chinese", "katakana"];
/// Names made per language.
const NAMES: usize = 1_000;
/// Word pairs seen less often may be wrong.
const SEEN_LEAST: u32 = 2;
/// The names are the same at every run.
const SEED: u64 = 7;

struct WordPair {
    latin: String,
    script: String,
}

/// A suite per language that there is a file of.
pub(super) fn suites(
    folder: &Path,
    wants: &dyn Fn(&str) -> bool,
    done: &mut dyn FnMut(Suite),
) -> Result<(), EvaluateError> {
    for language in LANGUAGES {
        let file = folder.join(format!("{language}_dev.tsv.gz"));
        let name = format!("words_{language}");
        if file.is_file() && wants(&name) {
            done(suite(&name, &pairs(&file)?)?);
        }
    }
    Ok(())
}

fn pairs(path: &Path) -> Result<Vec<WordPair>, EvaluateError> {
    let file = File::open(path).map_err(EvaluateError::io(path))?;
    let mut pairs = Vec::new();
    for (at, line) in BufReader::new(GzDecoder::new(file)).lines().enumerate() {
        let line = line.map_err(EvaluateError::io(path))?;
        let wrong = || EvaluateError::WordPair { path: path.to_owned(), line: at + 1 };
        let mut fields = line.split('\t');
        let [latin, script, count] = std::array::from_fn(|_| fields.next());
        let count = count.and_then(|count| count.parse::<u32>().ok()).ok_or_else(wrong)?;
        let (latin, script) = (latin.ok_or_else(wrong)?, script.ok_or_else(wrong)?);
        if count >= SEEN_LEAST {
            pairs.push(WordPair { latin: latin.to_owned(), script: script.to_owned() });
        }
    }
    Ok(pairs)
}

fn suite(name: &str, pairs: &[WordPair]) -> Result<Suite, EvaluateError> {
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
