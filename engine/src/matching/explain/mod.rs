//! A result in words: which names met and how, and what each further feature did.
//!
//! | module | what it holds |
//! |---|---|
//! | `feature` | one feature of a result |
//! | `alignment` | which words of two names met and how, as they are written |
//! | `side` | a name's words as they are written |
//! | `names` | an alignment as sentences |
//! | `facts` | birth dates, countries, types and IMO numbers as sentences |

mod alignment;
mod facts;
mod feature;
mod names;
mod side;

pub use alignment::{AlignedPair, Alignment, How};
pub use feature::{Feature, FeatureKind};
use side::Side;

use super::query::{Algorithm, MatchQuery};
use crate::candidates::Scratch;
use crate::model::{NameOrdinal, RecordOrdinal, Schema};
use crate::query::{ResolvedName, ResolvedQuery};
use crate::scoring::Score;
use crate::scoring::effects::Facts;
use crate::scoring::top::Ranked;
use crate::snapshot::{IndexView, Snapshot};
use crate::text::NameKind;

/// A record that answers a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub record: RecordOrdinal,
    /// Score, 0 to 1, rounded to four decimals.
    pub score: f64,
    /// What led to it, the name first.
    pub features: Vec<Feature>,
    /// Where results are parties, the other records of this one that pass the filter, by rising id;
    /// `None` where they are records.
    pub others: Option<Vec<RecordOrdinal>>,
}

/// Puts results of one query into words.
pub(super) struct Explainer<'a, 's> {
    pub(super) snapshot: &'s Snapshot,
    pub(super) index: &'a IndexView<'s>,
    pub(super) query: &'a MatchQuery,
    pub(super) schema: Schema,
    pub(super) names: &'a [ResolvedName<'a>],
    pub(super) facts: &'a Facts,
    pub(super) algorithm: Algorithm,
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
                let known = facts::features(self.query, self.schema, record, compared, ranked);
                features.extend(known);
            }
            let score = ranked.score.rounded();
            Hit { record: ranked.record, score, features, others: None }
        };
        ranked.iter().zip(features).map(hit).collect()
    }

    /// The name feature of each record; none where the query has no name.
    ///
    /// Names are aligned again form by form: what a form meets has to be laid out before its first
    /// one, which costs more than an alignment.
    fn name_features(&mut self, ranked: &[Ranked]) -> Vec<Option<Feature>> {
        let mut features = vec![None; ranked.len()];
        if self.names.is_empty() {
            return features;
        }
        for (at, query_name) in self.names.iter().enumerate() {
            for form in &query_name.forms {
                let mut is_filled = false;
                for (ranked, feature) in ranked.iter().zip(&mut features) {
                    let Some(name) = met_name(ranked) else { continue };
                    if usize::from(ranked.query_name) == at && self.kind_of(ranked) == form.kind {
                        if !is_filled {
                            self.scratch.table.fill(form);
                            is_filled = true;
                        }
                        *feature = Some(self.name_feature(form, ranked, name));
                    }
                }
            }
        }
        for (ranked, feature) in ranked.iter().zip(&mut features) {
            feature.get_or_insert_with(|| nothing_met(ranked));
        }
        features
    }

    /// How the names of a record are read.
    fn kind_of(&self, ranked: &Ranked) -> NameKind {
        NameKind::ALL[usize::from(self.index.records[ranked.record.index()].kind)]
    }

    /// The feature of a name that met the words of a form, which is in the table.
    fn name_feature(
        &mut self,
        form: &ResolvedQuery<'_>,
        ranked: &Ranked,
        name: NameOrdinal,
    ) -> Feature {
        let Scratch { table, aligner, .. } = &mut *self.scratch;
        // For its pairs; what it comes to is known.
        let _ = aligner.score(self.index, form, table, name);
        let record = self.snapshot.record(ranked.record);
        let alias = self.index.names[name.index()].alias;
        let matched = record.name_at(alias);
        let query = Side::of_query(self.names[usize::from(ranked.query_name)].asked, form.kind);
        let alignment =
            Alignment::of(&query, &Side::of_record(self.index, name, matched, form.kind), aligner);
        let explanation = names::sentences(&alignment, matched, record.is_former_name(alias));
        Feature {
            matched_name: Some(matched.to_owned()),
            alignment: Some(alignment),
            ..name_match(ranked, explanation)
        }
    }
}

/// The name of a record that met some word.
fn met_name(ranked: &Ranked) -> Option<NameOrdinal> {
    ranked.name.filter(|_| ranked.name_score > Score::ZERO)
}

fn nothing_met(ranked: &Ranked) -> Feature {
    name_match(ranked, "No word of the query meets a word of the record's names.".to_owned())
}

fn name_match(ranked: &Ranked, explanation: String) -> Feature {
    let score = ranked.name_score.rounded();
    let kind = FeatureKind::NameMatch;
    Feature { kind, explanation, score, weight: score, matched_name: None, alignment: None }
}
