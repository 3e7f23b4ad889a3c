//! JSON of candidates (docs/api.md, "Reconciliation"), and parts shared with suggestions.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

use super::queries::NamedQuery;
use crate::api::http::ignored::Ignored;
use crate::api::http::shape::rounded;
use tamis_engine::json::{Sequence, Shown};
use tamis_engine::matching::Feature;
use tamis_engine::model::Schema;
use tamis_engine::reconcile::Candidate;
use tamis_engine::snapshot::RecordView;

/// The answer to a batch: an entry under each of the caller's keys, in the caller's order.
pub(super) struct Batch<'a, 's>(pub(super) Vec<(&'a NamedQuery, &'a Vec<Candidate<'s>>)>);

impl Serialize for Batch<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().map(|(query, found)| (&query.key, entry(query, found))))
    }
}

pub(super) fn entry<'a>(query: &'a NamedQuery, found: &'a [Candidate<'_>]) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct Entry<'a, R> {
        result: R,
        /// Reason why a query could not run. An extension that the schema of 0.2 permits.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<Shown<&'a crate::api::http::error::ApiError>>,
        /// Ignored parts of the query; an extension, too.
        #[serde(skip_serializing_if = "Ignored::is_empty")]
        ignored: &'a Ignored,
    }
    Entry {
        result: Sequence(|| found.iter().map(candidate)),
        error: query.fault.as_ref().map(Shown),
        ignored: &query.ignored,
    }
}

#[derive(Serialize)]
struct CandidateShape<'s, F> {
    id: Shown<u64>,
    name: &'s str,
    description: Shown<Description<'s>>,
    score: f64,
    #[serde(rename = "match")]
    is_match: bool,
    #[serde(rename = "type")]
    types: [TypeShape; 1],
    features: F,
}

fn candidate<'a>(candidate: &'a Candidate<'_>) -> impl Serialize + 'a {
    let record = candidate.record;
    CandidateShape {
        id: Shown(record.id().0),
        name: record.name(),
        description: Shown(Description(record)),
        score: rounded(candidate.score * 100.0),
        is_match: candidate.is_match,
        types: [TypeShape::of(record)],
        features: Sequence(|| candidate.features.iter().map(feature)),
    }
}

/// The value of a feature, 0 to 1, under its name in docs/api.md, "Features".
fn feature(feature: &Feature) -> impl Serialize {
    #[derive(Serialize)]
    struct FeatureShape {
        id: &'static str,
        value: f64,
    }
    FeatureShape { id: feature.kind.as_str(), value: rounded(feature.score) }
}

/// A type; id and name are those of the schema.
#[derive(Serialize)]
pub(super) struct TypeShape {
    id: &'static str,
    name: &'static str,
}

impl TypeShape {
    /// The type of a record.
    pub(super) fn of(record: RecordView<'_>) -> Self {
        Self::from(Schema::of(record.entity_type()))
    }
}

impl From<Schema> for TypeShape {
    fn from(schema: Schema) -> Self {
        Self { id: schema.as_str(), name: type_name(schema) }
    }
}

/// The types of these schemas.
pub(super) fn types(schemas: &[Schema]) -> Vec<TypeShape> {
    schemas.iter().copied().map(TypeShape::from).collect()
}

/// Label of a schema.
pub(super) fn type_name(schema: Schema) -> &'static str {
    match schema {
        Schema::LegalEntity => "Legal entity",
        other => other.as_str(),
    }
}

/// One line that distinguishes a record from its namesakes: register, birth dates, countries, IMO
/// number and programmes, as far as known.
pub(super) struct Description<'s>(pub(super) RecordView<'s>);

impl Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(record) = *self;
        f.write_str(&record.register().short_name)?;
        for (at, date) in record.birth_dates().enumerate() {
            write!(f, "{}{date}", if at == 0 { "; born " } else { " or " })?;
        }
        for (at, country) in record.countries().enumerate() {
            write!(f, "{}{country}", if at == 0 { "; " } else { ", " })?;
        }
        if let Some(imo) = record.imo() {
            write!(f, "; IMO {imo}")?;
        }
        for (at, programme) in record.programmes().enumerate() {
            write!(f, "{}{programme}", if at == 0 { "; " } else { ", " })?;
        }
        Ok(())
    }
}
