//! Hits and identifiers in the order of the elements, each with its number on the page.

use crate::api::filtering::filter::{Found, FoundHit};
use tamis_engine::model::RecordOrdinal;
use tamis_engine::snapshot::IdentifierMatch;

/// A record that an element matches.
pub(super) struct Finding<'a> {
    /// From 1; its place on the page is called after it.
    pub(super) number: usize,
    /// Ordinal of the message in the file.
    pub(super) message: usize,
    /// Ordinal of the element in the message.
    pub(super) element: usize,
    pub(super) evidence: Evidence<'a>,
}

/// Reason for a hit.
pub(super) enum Evidence<'a> {
    /// A name, or a part of a text, with its result.
    Name(&'a FoundHit),
    /// An identifier that the record carries.
    Identifier(&'a IdentifierMatch<'a>),
}

impl Finding<'_> {
    pub(super) fn record(&self) -> RecordOrdinal {
        match self.evidence {
            Evidence::Name(found) => found.hit.record,
            Evidence::Identifier(found) => found.record,
        }
    }

    /// Name of its place on the page.
    pub(super) fn anchor(&self) -> String {
        format!("hit-{}", self.number)
    }
}

/// All of them.
pub(super) struct Findings<'a>(Vec<Finding<'a>>);

impl<'a> Findings<'a> {
    pub(super) fn of(found: &'a Found<'a>) -> Self {
        let hits = found.hits.iter().map(|own| (own.message, own.element, Evidence::Name(own)));
        let identifiers = found
            .identifiers
            .iter()
            .map(|own| (own.message, own.element, Evidence::Identifier(&own.found)));
        let mut all: Vec<_> = hits.chain(identifiers).collect();
        all.sort_by_key(|(message, element, _)| (*message, *element));
        let numbered = all.into_iter().zip(1..).map(|((message, element, evidence), number)| {
            Finding { number, message, element, evidence }
        });
        Self(numbered.collect())
    }

    pub(super) fn all(&self) -> &[Finding<'a>] {
        &self.0
    }

    /// Those of an element.
    pub(super) fn at(&self, message: usize, element: usize) -> &[Finding<'a>] {
        let place = |own: &Finding<'_>| (own.message, own.element);
        let start = self.0.partition_point(|own| place(own) < (message, element));
        let length = self.0[start..].partition_point(|own| place(own) == (message, element));
        &self.0[start..start + length]
    }
}
