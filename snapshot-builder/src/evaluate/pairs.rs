//! Labelled pairs of names: each second name is a record of one list, each first one a query.

use std::path::Path;

use tamis_engine::limits::RESULTS_MAX;
use tamis_engine::matching::MatchQuery;
use tamis_engine::model::Record;

use super::labelled::{LabelledPair, rows, schema};
use super::statistics::{Labelled, auc, best_cut, f1};
use super::suite::Suite;
use super::world::{THRESHOLD, World};

/// Measures a file of pairs.
pub(super) fn suite(name: &str, file: &Path) -> anyhow::Result<Suite> {
    let pairs: Vec<LabelledPair> = rows(file)?;
    let world = World::of_records(pairs.iter().map(record).collect())?;
    let queries: Vec<MatchQuery> = pairs
        .iter()
        .map(|pair| MatchQuery::by_name(schema(&pair.schema), pair.name1.as_str()))
        .collect();
    let found = world.ask(&queries, RESULTS_MAX as usize);
    let scores = pairs.iter().zip(&found).map(|(pair, found)| {
        let own = found.iter().find(|found| found.reference == pair.case_id);
        own.map_or(0.0, |own| own.score)
    });
    let scores: Vec<f64> = scores.collect();
    Ok(judged(name, &pairs, &scores))
}

fn record(pair: &LabelledPair) -> Record {
    Record {
        reference: pair.case_id.clone(),
        name: pair.name2.clone(),
        entity_type: schema(&pair.schema).entity_type(),
        ..Record::default()
    }
}

fn judged(name: &str, pairs: &[LabelledPair], scores: &[f64]) -> Suite {
    let mut suite = Suite::new(name);
    let items = |keep: &dyn Fn(&LabelledPair) -> bool| -> Vec<Labelled> {
        let kept = pairs.iter().zip(scores).filter(|(pair, _)| keep(pair));
        kept.map(|(pair, &score)| Labelled { truth: pair.is_match, score }).collect()
    };
    let (all, sure) = (items(&|_| true), items(&|pair| pair.contested.is_empty()));
    suite.figure("f1", f1(&all, THRESHOLD), all.len());
    suite.figure("f1_uncontested", f1(&sure, THRESHOLD), sure.len());
    suite.figure("auc", auc(&all), all.len());
    suite.figure("best_cut", best_cut(&all).0, all.len());
    suite.figure("best_f1", best_cut(&all).1, all.len());
    let is_wrong = |pair: &LabelledPair, score: f64| (score >= THRESHOLD) != pair.is_match;
    let strong = items(&|pair| pair.quality == "STRONG");
    let strong_wrong = pairs.iter().zip(scores);
    let strong_wrong = strong_wrong.filter(|(p, s)| p.quality == "STRONG" && is_wrong(p, **s));
    suite.figure("strong_wrong", strong_wrong.count() as f64, strong.len());
    for (pair, &score) in pairs.iter().zip(scores).filter(|(pair, score)| is_wrong(pair, **score)) {
        let LabelledPair { is_match, name1, name2, quality, contested, schema, case_group, .. } =
            pair;
        let contested = if contested.is_empty() { "" } else { " contested" };
        let kind = if *is_match { "missed" } else { "alarm" };
        suite.wrong.push(format!(
            "{kind} {score:.3} {name1:?} | {name2:?} {schema} {quality} {case_group}{contested}"
        ));
    }
    suite.wrong.sort();
    suite
}
