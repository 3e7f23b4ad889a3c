//! Suggests pairs of records for review: pairs refused by linking, and similar records found by the
//! matcher.

use ahash::{AHashMap, AHashSet};
use rayon::prelude::*;
use tamis_engine::limits::VALUES_PER_PROPERTY;
use tamis_engine::matching::{BoundFilter, Filter, Hit, MatchQuery, MatchSettings, answer};
use tamis_engine::model::{Collection, RecordId, RecordOrdinal, Schema};
use tamis_engine::snapshot::{RecordView, Snapshot};

use super::decisions::Decisions;
use super::evidence::{Link, Outcome, Side};

/// Closest records of other registers that are considered for each record.
const CLOSEST: usize = 5;

#[derive(Debug, Clone)]
pub struct SuggestOptions {
    /// Least score of pairs found by the matcher, 0 to 1.
    pub min_score: f64,
    /// Only pairs with a record of this register.
    pub register: Option<String>,
}

/// A pair worth a review.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The first record.
    pub left: Side,
    /// The second record.
    pub right: Side,
    /// Score of the matcher, 0 to 1; `None` if the second record is not among the closest.
    pub score: Option<f64>,
    /// Reason, in a sentence or two.
    pub reason: String,
}

/// Pairs worth a review that no decision names, best scores first. `links` is the evidence of the
/// version.
#[must_use]
pub fn suggest(
    snapshot: &Snapshot,
    links: &[Link],
    decisions: &Decisions,
    options: &SuggestOptions,
) -> Vec<Suggestion> {
    let decided: AHashSet<[(&str, &str); 2]> = decisions
        .0
        .iter()
        .flat_map(|decision| {
            let [left, right] = [&decision.left, &decision.right]
                .map(|side| (side.register.as_str(), side.reference.as_str()));
            [[left, right], [right, left]]
        })
        .collect();
    let is_open = |suggestion: &Suggestion| {
        let [left, right] = [&suggestion.left, &suggestion.right];
        let key = [left, right].map(|side| (side.register.as_str(), side.reference.as_str()));
        let of_register = |slug: &String| left.register == *slug || right.register == *slug;
        !decided.contains(&key) && options.register.as_ref().is_none_or(of_register)
    };
    let matcher = Matcher::new(snapshot);
    let refused = links.iter().filter(|link| link.outcome == Outcome::Refused);
    let mut found: AHashMap<(RecordId, RecordId), Suggestion> =
        refused.map(|link| ((link.left.id, link.right.id), matcher.of_refused(link))).collect();
    let ordinals = 0..snapshot.record_count() as u32;
    let alike: Vec<Suggestion> = ordinals
        .into_par_iter()
        .flat_map_iter(|ordinal| matcher.alike(RecordOrdinal(ordinal), options.min_score))
        .collect();
    for suggestion in alike {
        let (left, right) = (suggestion.left.id, suggestion.right.id);
        if !found.contains_key(&(right, left)) {
            found.entry((left, right)).or_insert(suggestion);
        }
    }
    let mut found: Vec<Suggestion> = found.into_values().filter(is_open).collect();
    found.sort_by(|a, b| {
        let score = |of: &Suggestion| of.score.unwrap_or_default();
        let key = |of: &Suggestion| (of.left.id, of.right.id);
        score(b).total_cmp(&score(a)).then_with(|| key(a).cmp(&key(b)))
    });
    found
}

struct Matcher<'s> {
    snapshot: &'s Snapshot,
    all: BoundFilter<'s>,
    /// For each register a filter of all others.
    others: Vec<BoundFilter<'s>>,
}

impl<'s> Matcher<'s> {
    fn new(snapshot: &'s Snapshot) -> Self {
        let all = Filter::collection(Collection::Default);
        let others = snapshot.registers().iter().map(|register| {
            let exclude = vec![register.slug.clone()];
            BoundFilter::new(snapshot, &Filter { exclude, ..all.clone() })
        });
        Self { snapshot, others: others.collect(), all: BoundFilter::new(snapshot, &all) }
    }

    fn closest(&self, record: RecordView<'_>, filter: &BoundFilter<'_>, limit: usize) -> Vec<Hit> {
        let settings = MatchSettings { limit, ..MatchSettings::default() };
        answer(&query_of(record), filter, settings).hits
    }

    fn of_refused(&self, link: &Link) -> Suggestion {
        let most = tamis_engine::limits::RESULTS_MAX as usize;
        let other = self.snapshot.find(link.right.id);
        let hits = self
            .snapshot
            .find(link.left.id)
            .map(|ordinal| self.closest(self.snapshot.record(ordinal), &self.all, most));
        let hit = hits.into_iter().flatten().find(|hit| Some(hit.record) == other);
        let shared = match link.value.as_str() {
            "" => link.kind.to_string(),
            value => format!("{} {value}", link.kind),
        };
        let reason = link.reason.as_deref().unwrap_or_default();
        Suggestion {
            left: link.left.clone(),
            right: link.right.clone(),
            score: hit.map(|hit| hit.score),
            reason: format!("They share {shared}, but {reason}."),
        }
    }

    /// Similar records of other registers and other entities. Two records that find each other give the
    /// same pair.
    fn alike(&self, ordinal: RecordOrdinal, min_score: f64) -> Vec<Suggestion> {
        let record = self.snapshot.record(ordinal);
        let others =
            &self.others[usize::from(self.snapshot.index().records[ordinal.index()].register)];
        let hits = self.closest(record, others, CLOSEST);
        let alike = hits.into_iter().filter(|hit| hit.score >= min_score).filter_map(|hit| {
            let other = self.snapshot.record(hit.record);
            let entity = record.merged_entity();
            (entity.is_none() || entity != other.merged_entity()).then(|| {
                let reasons: Vec<String> =
                    hit.features.into_iter().filter_map(|feature| feature.explanation).collect();
                let (left, right) = in_order(record, other);
                Suggestion { left, right, score: Some(hit.score), reason: reasons.join(" ") }
            })
        });
        alike.collect()
    }
}

/// Makes a match query of the facts of a record.
fn query_of(record: RecordView<'_>) -> MatchQuery {
    let dates = record.birth_dates().filter(|born| !born.is_approximate).map(|born| born.date);
    MatchQuery {
        schema: Schema::of(record.entity_type()),
        names: vec![record.name().into()],
        birth_dates: dates.take(VALUES_PER_PROPERTY).collect(),
        countries: record.compared_countries().take(VALUES_PER_PROPERTY).collect(),
        imos: record.imo().into_iter().collect(),
    }
}

fn in_order(one: RecordView<'_>, other: RecordView<'_>) -> (Side, Side) {
    let key = |of: RecordView<'_>| (of.register().slug.clone(), of.reference().to_owned());
    let (left, right) = if key(one) <= key(other) { (one, other) } else { (other, one) };
    (side_of(left), side_of(right))
}

fn side_of(record: RecordView<'_>) -> Side {
    Side {
        id: record.id(),
        register: record.register().slug.clone(),
        reference: record.reference().to_owned(),
        name: record.name().to_owned(),
    }
}
