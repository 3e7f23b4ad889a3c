//! Names given by the lists themselves in two scripts: one is the query, the other the record.

use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{EntityType, Record, Schema};

use super::lists::Lists;
use super::statistics::ratio;
use super::suite::Suite;
use super::world::{FOUND_WITHIN, THRESHOLD, World, is_in_script};

/// A group of scripts with figures of their own.
struct Letters {
    name: &'static str,
    first: char,
    last: char,
}

const LETTERS: [Letters; 5] = [
    Letters { name: "cyrillic", first: '\u{400}', last: '\u{52F}' },
    Letters { name: "arabic", first: '\u{600}', last: '\u{6FF}' },
    Letters { name: "greek", first: '\u{370}', last: '\u{3FF}' },
    Letters { name: "han", first: '\u{4E00}', last: '\u{9FFF}' },
    Letters { name: "hangul", first: '\u{AC00}', last: '\u{D7A3}' },
];

/// A name in a script, and its record.
struct Named {
    query: String,
    reference: String,
    name: String,
    entity_type: Option<EntityType>,
    group: &'static str,
}

/// Queries the lists that name parties in two scripts, each without the names in scripts other than
/// Latin.
pub(super) fn suites(
    lists: &mut Lists,
    wants: &dyn Fn(&str) -> bool,
    done: &mut dyn FnMut(Suite),
) -> anyhow::Result<()> {
    if !wants("scripts") {
        return Ok(());
    }
    let all = lists.all()?;
    let (mut named, mut records) = (Vec::new(), Vec::new());
    let of_lists = |slug: &str| {
        slug == "ca_sema"
            || slug == "eu_parliament_meps"
            || slug.starts_with("us_trade_csl")
            || CSL.contains(&slug)
    };
    for view in all.records().filter(|record| of_lists(&record.register().slug)) {
        let mut record = view.to_model();
        record.reference = format!("{} {}", view.register().slug, record.reference);
        let reference = record.reference.clone();
        let (scripts, latin): (Vec<_>, Vec<_>) =
            std::mem::take(&mut record.aliases).into_iter().partition(|a| is_in_script(&a.name));
        if is_in_script(&record.name) {
            continue;
        }
        record.aliases = latin;
        named.extend(
            scripts.into_iter().filter_map(|alias| named_by(alias.name, &reference, &record)),
        );
        records.push(record);
    }
    let world = World::of_records(records)?;
    done(suite(&world, &named));
    Ok(())
}

/// Registers in the Consolidated Screening List.
const CSL: [&str; 0] = [];

fn named_by(query: String, reference: &str, record: &Record) -> Option<Named> {
    let of =
        |letters: &&Letters| query.chars().any(|c| (letters.first..=letters.last).contains(&c));
    let group = LETTERS.iter().find(of)?.name;
    let (name, entity_type) = (record.name.clone(), record.entity_type);
    Some(Named { query, reference: reference.to_owned(), name, entity_type, group })
}

fn suite(world: &World, named: &[Named]) -> Suite {
    let queries: Vec<MatchQuery> = named
        .iter()
        .map(|named| {
            let schema = match named.entity_type {
                Some(EntityType::Individual) => Schema::Person,
                _ => Schema::LegalEntity,
            };
            MatchQuery::by_name(schema, named.query.as_str())
        })
        .collect();
    let found = world.ask(&queries, FOUND_WITHIN);
    let mut suite = Suite::new("scripts");
    let is_person = |named: &Named| named.entity_type == Some(EntityType::Individual);
    let outcome = |at: usize| {
        let of_party = found[at].iter().find(|one| one.reference == named[at].reference);
        of_party.map(|one| one.score)
    };
    for letters in &LETTERS {
        let of_group: Vec<usize> = (0..named.len())
            .filter(|&at| is_person(&named[at]) && named[at].group == letters.name)
            .collect();
        let hits = of_group.iter().filter(|&&at| outcome(at) >= Some(THRESHOLD)).count();
        suite.figure(
            &format!("{}_people", letters.name),
            ratio(hits, of_group.len()),
            of_group.len(),
        );
    }
    let companies: Vec<usize> = (0..named.len()).filter(|&at| !is_person(&named[at])).collect();
    let hits = companies.iter().filter(|&&at| outcome(at).is_some()).count();
    suite.figure("companies_first", ratio(hits, companies.len()), companies.len());
    for (at, of) in named.iter().enumerate() {
        if outcome(at) < Some(THRESHOLD) && (is_person(of) || outcome(at).is_none()) {
            let (kind, score) = (if is_person(of) { "person" } else { "company" }, outcome(at));
            suite
                .wrong
                .push(format!("{} {kind} {score:?} {:?} | {:?}", of.group, of.query, of.name));
        }
    }
    suite.wrong.sort();
    suite
}
