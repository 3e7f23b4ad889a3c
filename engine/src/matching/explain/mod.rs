//! Explanation of a result: its best name and alignment, and the effect of each feature.
//!
//! | module | what it holds |
//! |---|---|
//! | `feature` | one feature of a result |
//! | `side` | a name's words as written |
//! | `alignment` | matched words of two names, as written |
//! | `names` | an alignment as sentences |
//! | `facts` | birth dates, countries, types and IMO numbers as sentences |

mod alignment;
mod facts;
mod feature;
mod names;
mod side;

use alignment::Measured;
pub use alignment::{AlignedPair, Alignment, How};
pub use feature::{Explain, Feature, FeatureKind};
use side::Side;

use super::query::{Algorithm, MatchQuery};
use crate::candidates::Scratch;
use crate::model::{NameOrdinal, RecordOrdinal, Schema};
use crate::query::{ResolvedName, ResolvedQuery};
use crate::scoring::Score;
use crate::scoring::effects::Facts;
use crate::scoring::top::Ranked;
use crate::scoring::whole_name::whole_score;
use crate::snapshot::{IndexView, Snapshot};
use crate::text::NameKind;

/// A record of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub record: RecordOrdinal,
    /// Score, 0 to 1, rounded to four decimals.
    pub score: f64,
    /// Features of the score, the name first.
    pub features: Vec<Feature>,
    /// If results are parties: other records of this one that pass the filter, by ascending id. `None`
    /// if results are records.
    pub others: Option<Vec<RecordOrdinal>>,
}

/// Explains the results of one query.
pub(super) struct Explainer<'a, 's> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) index: &'a IndexView<'s>,
    pub(super) query: &'a MatchQuery,
    pub(super) schema: Schema,
    pub(super) names: &'a [ResolvedName<'a>],
    pub(super) facts: &'a Facts,
    pub(super) algorithm: Algorithm,
    pub(super) explain: Explain,
    pub(super) scratch: &'a mut Scratch,
}

impl Explainer<'_, '_> {
    /// Explains the ranked records, in their order.
    pub(super) fn hits(&mut self, ranked: &[Ranked]) -> Vec<Hit> {
        let features = self.name_features(ranked);
        let hit = |(ranked, name): (&Ranked, Option<Feature>)| {
            let record = self.snapshot.record(ranked.record);
            let mut features: Vec<Feature> = name.into_iter().collect();
            if self.algorithm == Algorithm::Standard {
                let compared = self.facts.compare(self.index, ranked.record);
                let has_sentences = self.explain != Explain::None;
                let known = facts::features(
                    self.query,
                    self.schema,
                    record,
                    compared,
                    ranked,
                    has_sentences,
                );
                features.extend(known);
            }
            let score = ranked.score.rounded();
            Hit { record: ranked.record, score, features, others: None }
        };
        ranked.iter().zip(features).map(hit).collect()
    }

    /// The name feature of each record; `None` if the query has no name.
    ///
    /// Names are aligned again, one resolved query after the other: preparing the tables of a resolved
    /// query costs more than an alignment.
    fn name_features(&mut self, ranked: &[Ranked]) -> Vec<Option<Feature>> {
        let mut features = vec![None; ranked.len()];
        if self.names.is_empty() {
            return features;
        }
        if self.explain == Explain::None {
            return ranked.iter().map(|ranked| Some(name_match(ranked, None))).collect();
        }
        let mut measured = Measured::default();
        for (at, query_name) in self.names.iter().enumerate() {
            for form in &query_name.forms {
                let mut explained: Vec<(&Ranked, NameOrdinal, usize)> = Vec::new();
                for (place, ranked) in ranked.iter().enumerate() {
                    let Some(name) = matched_name(ranked) else { continue };
                    if usize::from(ranked.query_name) != at || self.kind_of(ranked) != form.kind {
                        continue;
                    }
                    if explained.is_empty() {
                        self.scratch.table.fill(form);
                    }
                    // Lists share parties, so often the same name is found again.
                    let same = explained.iter().find(|(other, of_other, _)| {
                        other.name_score == ranked.name_score && self.are_alike(*of_other, name)
                    });
                    features[place] = match same {
                        Some(&(_, _, known)) => features[known].clone(),
                        None => Some(self.name_feature(form, ranked, name, &mut measured)),
                    };
                    explained.push((ranked, name, place));
                }
            }
        }
        for (ranked, feature) in ranked.iter().zip(&mut features) {
            feature.get_or_insert_with(|| unmatched_name(ranked));
        }
        features
    }

    /// True if two names are equal in text and in all that a score and its explanation depend on.
    fn are_alike(&self, name: NameOrdinal, other: NameOrdinal) -> bool {
        let Self { index, snapshot, .. } = *self;
        let rows = [name, other].map(|name| index.names[name.index()]);
        let [text, of_other] = rows.map(|row| {
            let record = snapshot.record(RecordOrdinal(row.record));
            (record.name_at(row.alias), record.is_former_name(row.alias))
        });
        rows[0].flags == rows[1].flags && text == of_other && index.run(name) == index.run(other)
    }

    /// The kind of party as which a record's names are read.
    fn kind_of(&self, ranked: &Ranked) -> NameKind {
        NameKind::ALL[usize::from(self.index.records[ranked.record.index()].kind)]
    }

    /// The name feature for a name that matches the resolved query in the table.
    fn name_feature(
        &mut self,
        form: &ResolvedQuery<'_>,
        ranked: &Ranked,
        name: NameOrdinal,
        measured: &mut Measured,
    ) -> Feature {
        let Scratch { table, aligner, .. } = &mut *self.scratch;
        let aligned = aligner.score(self.index, form, table, name);
        let record = self.snapshot.record(ranked.record);
        let alias = self.index.names[name.index()].alias;
        let matched = record.name_at(alias);
        let query_name = &self.names[usize::from(ranked.query_name)];
        let query = Side::of_query(query_name.asked, form.kind);
        // The name scores more as one string than by its tokens.
        let whole = query_name.whole_match(name).filter(|_| aligned < ranked.name_score);
        let alignment = match whole {
            Some(whole) => {
                let (score, penalties) = whole_score(whole, &self.index.names[name.index()]);
                Alignment::whole(&query, matched, score, penalties)
            }
            None => {
                let record = Side::of_record(self.index, name, matched, form.kind);
                Alignment::of(&query, &record, aligner, measured)
            }
        };
        let former = record.is_former_name(alias);
        let mut explanation = names::sentences(&alignment, query.text(), matched, former);
        if let Some(whole) = whole {
            explanation = format!("{} {explanation}", names::differences(whole.differences));
        }
        Feature {
            matched_name: Some(matched.to_owned()),
            alignment: (self.explain == Explain::Full).then_some(alignment),
            ..name_match(ranked, Some(explanation))
        }
    }
}

/// The record's best name, if any word of it matches.
fn matched_name(ranked: &Ranked) -> Option<NameOrdinal> {
    ranked.name.filter(|_| ranked.name_score > Score::ZERO)
}

fn unmatched_name(ranked: &Ranked) -> Feature {
    let explanation = "No word of the query meets a word of the record's names.";
    name_match(ranked, Some(explanation.to_owned()))
}

fn name_match(ranked: &Ranked, explanation: Option<String>) -> Feature {
    let score = ranked.name_score.rounded();
    let kind = FeatureKind::NameMatch;
    Feature { kind, explanation, score, weight: score, matched_name: None, alignment: None }
}
