//! Candidates of a reconciliation query. The scores are those of a match (docs/api.md,
//! "Reconciliation"). This module decides which records are worth showing, and if the first one is
//! certain enough to be accepted automatically.

use crate::limits;
use crate::matching::{
    BoundFilter, Explain, Feature, FeatureKind, Hit, MatchQuery, MatchSettings, answer_as,
};
use crate::model::{EntityType, RecordId, RecordOrdinal, Schema};
use crate::query::{self, resolve_names};
use crate::scoring::top::keep_imo_matches;
use crate::snapshot::{IndexView, RecordView, Snapshot};
use crate::text::word_set;

/// Values of a cell and of the columns next to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReconcileQuery {
    /// Record with the text as its id.
    pub record: Option<RecordId>,
    /// Schemas that the record may have. Empty for a query without one, which is a LegalEntity as in a
    /// match.
    pub schemas: Vec<Schema>,
    /// Names and facts. Its schema is ignored.
    pub described: MatchQuery,
    /// Most candidates, from 1; at most [`limits::RESULTS_MAX`] are returned.
    pub limit: usize,
}

/// A record that the query may mean.
#[derive(Debug, Clone)]
pub struct Candidate<'s> {
    pub record: RecordView<'s>,
    /// Score, 0 to 1, to four decimals; 1 for the record whose id was asked for.
    pub score: f64,
    /// True if it may be accepted automatically: the first one, at the threshold or above, with no
    /// other party close behind.
    pub is_match: bool,
    /// Features of the score; empty for the record of the id.
    pub features: Vec<Feature>,
}

/// Returns the candidates of a query, best first. Empty for a query without id, name and IMO number.
#[must_use]
pub fn candidates<'s>(query: &ReconcileQuery, filter: &BoundFilter<'s>) -> Vec<Candidate<'s>> {
    let snapshot = filter.snapshot();
    let limit = query.limit.min(limits::RESULTS_MAX as usize);
    let named = query.record.and_then(|id| named_record(snapshot, id, filter));
    let compared = limit.max(limits::RECONCILE_COMPARED_MIN);
    let hits = best_hits(query, filter, compared);
    let is_cut = hits.len() == compared;
    let by_id = named.map(|record| Candidate {
        record: snapshot.record(record),
        score: 1.0,
        is_match: true,
        features: Vec::new(),
    });
    let others = hits.into_iter().filter(|hit| Some(hit.record) != named);
    let by_score = others.map(|hit| Candidate {
        record: snapshot.record(hit.record),
        score: hit.score,
        is_match: false,
        features: hit.features,
    });
    let mut candidates: Vec<Candidate<'s>> = by_id.into_iter().chain(by_score).collect();
    if named.is_none() && is_certain(&candidates, is_cut) {
        candidates[0].is_match = true;
    }
    candidates.retain(|candidate| candidate.score >= limits::RECONCILE_SCORE_MIN);
    keep_imo_matches(&mut candidates, limit, |candidate| {
        Some(candidate.record.ordinal()) == named || is_identified(&candidate.features)
    });
    candidates
}

/// Estimates the time to find the candidates; see [`query::estimated_micros`].
#[must_use]
pub fn estimated_micros(query: &ReconcileQuery, index: &IndexView<'_>, up_to: u64) -> u64 {
    let matches = covering(&query.schemas).len() as u64;
    query::estimated_micros(index, &query.described.names, up_to).saturating_mul(matches)
}

/// Returns the record with this id, if the filter passes it.
fn named_record(
    snapshot: &Snapshot,
    id: RecordId,
    filter: &BoundFilter<'_>,
) -> Option<RecordOrdinal> {
    let record = snapshot.find(id)?;
    filter.passes(&snapshot.index().records[record.index()]).then_some(record)
}

/// Returns the best records of a match with each schema, each record with its best score.
fn best_hits(query: &ReconcileQuery, filter: &BoundFilter<'_>, limit: usize) -> Vec<Hit> {
    let described = &query.described;
    if described.names.is_empty() && described.imos.is_empty() {
        return Vec::new();
    }
    let settings = MatchSettings { limit, explain: Explain::None, ..MatchSettings::default() };
    let snapshot = filter.snapshot();
    let asked = query::rewrite_names(&snapshot.index(), &described.names);
    let names = resolve_names(snapshot, &asked);
    let hits_of = |schema| answer_as(described, schema, &names, filter, settings).hits;
    let schemas = covering(&query.schemas);
    if let [schema] = schemas[..] {
        return hits_of(schema);
    }
    let mut best: Vec<Hit> = Vec::new();
    for hit in schemas.into_iter().flat_map(hits_of) {
        match best.iter_mut().find(|known| known.record == hit.record) {
            Some(known) if known.score < hit.score => *known = hit,
            Some(_) => {}
            None => best.push(hit),
        }
    }
    // The best of all are among the best of each. Ties are broken as in a match (docs/api.md,
    // "Ranking").
    let name_score = |hit: &Hit| hit.features.first().map_or(0.0, |name| name.score);
    best.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then(name_score(b).total_cmp(&name_score(a))).then(a.record.cmp(&b.record))
    });
    keep_imo_matches(&mut best, limit, |hit| is_identified(&hit.features));
    best
}

/// True if the IMO number is a queried one.
fn is_identified(features: &[Feature]) -> bool {
    let is_equal =
        |feature: &Feature| feature.kind == FeatureKind::IdentifierMatch && feature.score > 0.0;
    features.iter().any(is_equal)
}

/// Returns the fewest schemas that are together compatible with the same types as all of these
/// (docs/api.md, "Entity types and schemas"). A match takes one schema, and each costs a search.
fn covering(schemas: &[Schema]) -> Vec<Schema> {
    let has = |schema| schemas.contains(&schema);
    let company = has(Schema::Company) || has(Schema::Organization);
    let of_law = match (has(Schema::LegalEntity), has(Schema::Person), company) {
        (true, _, _) | (_, true, true) => Some(Schema::LegalEntity),
        (_, true, false) => Some(Schema::Person),
        (_, false, true) => Some(Schema::Company),
        (_, false, false) => schemas.is_empty().then_some(Schema::LegalEntity),
    };
    let others = [Schema::Vessel, Schema::Airplane].into_iter().filter(|schema| has(*schema));
    of_law.into_iter().chain(others).collect()
}

/// True if the first candidate is a match: at the threshold, and ahead of the first candidate of
/// another party by [`limits::RECONCILE_LEAD_MIN`]. When all compared candidates are of the same party
/// and there may be more (`is_cut`), the last one takes the place of the next.
fn is_certain(candidates: &[Candidate<'_>], is_cut: bool) -> bool {
    let Some((first, others)) = candidates.split_first() else { return false };
    let other_party = others.iter().find(|other| !is_same_party(first.record, other.record));
    let next = other_party.or(others.last().filter(|_| is_cut));
    let leads = |next: &Candidate<'_>| {
        ten_thousandths(standing(first)) - ten_thousandths(standing(next))
            >= ten_thousandths(limits::RECONCILE_LEAD_MIN)
    };
    first.score >= limits::THRESHOLD_DEFAULT && next.is_none_or(leads)
}

/// Returns the score before it was capped at 1. An equal birth date may lift two candidates to the cap,
/// and must not cost the one with the nearer name its lead.
fn standing(candidate: &Candidate<'_>) -> f64 {
    let effects: f64 = candidate.features.iter().map(|feature| feature.weight).sum();
    if candidate.score < 1.0 { candidate.score } else { effects.max(1.0) }
}

/// Returns a score in units of its four decimals, so that scores compare as they are shown.
fn ten_thousandths(score: f64) -> i64 {
    (score * 1e4).round() as i64
}

/// True if two records are certainly of one party. They are of one merged entity or, as in linking
/// (docs/api.md, "Merged entities"), vessels with one IMO number. Records with the same name and full
/// birth date are too. The order of the words is ignored, because lists differ in where they put the
/// family name.
fn is_same_party(first: RecordView<'_>, other: RecordView<'_>) -> bool {
    match (first.merged_entity(), other.merged_entity()) {
        (Some(one), Some(two)) => one == two,
        _ if is_same_vessel(first, other) => true,
        _ => shares_birth_day(first, other) && word_set(first.name()) == word_set(other.name()),
    }
}

fn is_same_vessel(first: RecordView<'_>, other: RecordView<'_>) -> bool {
    let is_vessel = |record: RecordView<'_>| record.entity_type() == Some(EntityType::Vessel);
    is_vessel(first) && is_vessel(other) && first.imo().is_some() && first.imo() == other.imo()
}

fn shares_birth_day(first: RecordView<'_>, other: RecordView<'_>) -> bool {
    let mut days =
        first.birth_dates().filter(|born| born.date.day().is_some() && !born.is_approximate);
    days.any(|day| other.birth_dates().any(|date| date == day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_is_compatible_with_exactly_what_the_schemas_are() {
        let types = EntityType::ALL.iter().copied().map(Some).chain([None]);
        for set in 1_u8..1 << Schema::ALL.len() {
            let schemas = Schema::ALL.iter().filter(|schema| set & 1 << **schema as u8 != 0);
            let schemas: Vec<Schema> = schemas.copied().collect();
            let cover = covering(&schemas);
            assert!(cover.len() <= schemas.len().min(3), "{schemas:?}: {cover:?}");
            for entity_type in types.clone() {
                let any = |of: &[Schema]| of.iter().any(|schema| schema.is_compatible(entity_type));
                assert_eq!(any(&cover), any(&schemas), "{schemas:?}, {entity_type:?}: {cover:?}");
            }
        }
        assert_eq!(covering(&[]), [Schema::LegalEntity], "as in a match");
    }
}
