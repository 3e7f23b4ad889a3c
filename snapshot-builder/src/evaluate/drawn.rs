//! Records drawn from the lists for their names, and the party found by a changed name.

use std::collections::HashSet;

use tamis_engine::matching::MatchQuery;
use tamis_engine::model::{EntityType, RecordOrdinal, Schema};
use tamis_engine::snapshot::RecordView;
use tamis_engine::text;

use super::suite::Suite;
use super::world::{THRESHOLD, World};
use crate::sample::Random;

/// Number of results among which the party of a changed name counts as found.
const FOUND_WITHIN: usize = 3;

/// A drawn record.
#[derive(Clone, Copy)]
pub(super) struct Drawn<'w> {
    pub(super) record: RecordView<'w>,
    /// A record drawn for a second name, most likely of another party.
    pub(super) other: RecordView<'w>,
}

/// A changed name.
pub(super) struct Changed<'w> {
    /// Name of the change.
    pub(super) way: &'static str,
    pub(super) text: String,
    pub(super) record: RecordView<'w>,
}

/// Draws records that fit, each at most once: `count` of them, or all if there are fewer.
pub(super) fn draw<'w>(
    world: &'w World,
    seed: u64,
    count: usize,
    fits: impl Fn(RecordView<'w>) -> bool,
) -> Vec<Drawn<'w>> {
    let records: Vec<RecordView<'w>> = world.records().collect();
    let mut random = Random::new(seed, "names", 0);
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    while drawn.len() < count && seen.len() < records.len() {
        let at = random.below(records.len());
        if seen.insert(at) && fits(records[at]) {
            drawn.push(Drawn { record: records[at], other: records[random.below(records.len())] });
        }
    }
    drawn
}

/// A name in spoken order instead of list order: "Oleg DERIPASKA" for "DERIPASKA, Oleg".
pub(super) fn as_typed(name: &str) -> String {
    match name.split_once(", ").filter(|(_, given)| !given.contains(',')) {
        Some((family, given)) => format!("{given} {family}"),
        None => name.to_owned(),
    }
}

/// The number of changed names by which the party is found; the others are added to the wrong cases.
pub(super) fn found(world: &World, changed: &[Changed<'_>], suite: &mut Suite) -> usize {
    let scores = scores(world, changed, FOUND_WITHIN);
    let missed = |(_, score): &(&Changed<'_>, f64)| *score < THRESHOLD;
    let wrong: Vec<String> =
        changed.iter().zip(scores).filter(missed).map(|(one, score)| one.line(score)).collect();
    let found = changed.len() - wrong.len();
    suite.wrong.extend(wrong);
    found
}

/// The score of the party of each changed name: of its record, or of one of the same party or name.
/// It is 0 if the party is not among the first `limit`.
pub(super) fn scores(world: &World, changed: &[Changed<'_>], limit: usize) -> Vec<f64> {
    let queries: Vec<MatchQuery> =
        changed.iter().map(|one| query(one.record.entity_type(), &one.text)).collect();
    let records: Vec<RecordView<'_>> = changed.iter().map(|one| one.record).collect();
    scores_of(world, &queries, &records, limit)
}

/// The score of the party that each query means, in the same way.
pub(super) fn scores_of(
    world: &World,
    queries: &[MatchQuery],
    records: &[RecordView<'_>],
    limit: usize,
) -> Vec<f64> {
    let parties = world.parties(queries, limit);
    let score = |(record, parties): (&RecordView<'_>, &Vec<(f64, Vec<RecordOrdinal>)>)| {
        let name = text::normalize(record.name());
        let is_it = |of: &RecordOrdinal| {
            *of == record.ordinal() || text::normalize(world.record(*of).name()) == name
        };
        let party = parties.iter().find(|(_, party)| party.iter().any(is_it));
        party.map_or(0.0, |(score, _)| *score)
    };
    records.iter().zip(&parties).map(score).collect()
}

impl Changed<'_> {
    /// Line of a wrong case.
    pub(super) fn line(&self, score: f64) -> String {
        format!("{} {score:.3} {:?} | {:?}", self.way, self.text, self.record.name())
    }
}

/// A query by a name of a party of this type.
pub(super) fn query(entity_type: Option<EntityType>, name: &str) -> MatchQuery {
    let schema = match entity_type {
        Some(EntityType::Individual) => Schema::Person,
        Some(EntityType::Vessel) => Schema::Vessel,
        _ => Schema::LegalEntity,
    };
    MatchQuery::by_name(schema, name)
}
