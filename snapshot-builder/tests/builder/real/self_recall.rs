//! Every record of the real lists is found by its own names: among the first 50, with name score
//! 1.0, or the factor of a weak alias.

use rayon::prelude::*;
use tamis_engine::limits::RESULTS_MAX;
use tamis_engine::matching::{BoundFilter, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Alias, AliasQuality, RecordOrdinal, Schema};
use tamis_engine::scoring::constants::WEAK_ALIAS_ALONE;
use tamis_engine::snapshot::RecordView;

use crate::support::oracle::everything;
use crate::support::real;

#[test]
#[ignore = "needs the real lists (TAMIS_SHARED)"]
fn records_are_found_by_their_names() {
    let snapshot = &real::snapshot_of_every_list();
    let filter = everything(snapshot);
    let ordinals: Vec<u32> = (0..snapshot.record_count() as u32).collect();
    let missed: Vec<(usize, Vec<String>)> = ordinals
        .par_iter()
        .map(|&at| {
            let record = snapshot.record(RecordOrdinal(at));
            let mut names = record.to_model().aliases;
            names.push(Alias::strong(record.name()));
            let missed = names.iter().filter_map(|name| miss(record, name, &filter));
            (names.len(), missed.collect())
        })
        .collect();
    let asked: usize = missed.iter().map(|(asked, _)| asked).sum();
    let missed: Vec<&String> = missed.iter().flat_map(|(_, missed)| missed).collect();
    missed.iter().for_each(|reason| println!("{reason}"));
    println!("{asked} names of {} records, {} missed", ordinals.len(), missed.len());
    assert!(asked > 100_000, "the whole lists are asked, not a sample: {asked}");
    assert!(missed.is_empty(), "{} missed", missed.len());
}

/// Why a record is not found by a name, or `None` when it is.
fn miss(record: RecordView<'_>, alias: &Alias, filter: &BoundFilter<'_>) -> Option<String> {
    let name = alias.name.as_str();
    let least = if alias.quality == AliasQuality::Weak { WEAK_ALIAS_ALONE } else { 1.0 };
    let query = MatchQuery::by_name(Schema::of(record.entity_type()), name);
    let settings = MatchSettings { limit: RESULTS_MAX as usize, ..MatchSettings::default() };
    let answer = answer(&query, filter, settings);
    let about = format!("{} {name:?}", record.reference());
    let Some(hit) = answer.hits.iter().find(|hit| hit.record == record.ordinal()) else {
        let last = answer.hits.last().map_or(0.0, |hit| hit.score);
        return Some(format!(
            "{about}: not among {} of {}, last {last}",
            answer.hits.len(),
            answer.total
        ));
    };
    let name_score = hit.features[0].score;
    (name_score < least).then(|| format!("{about}: name score {name_score}"))
}
