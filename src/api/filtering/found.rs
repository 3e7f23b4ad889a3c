//! A screened file of messages: its verdict, and its hits with their places.

use std::sync::Arc;

use super::embargo::FoundEmbargo;
use super::plan::{Counts, Plan, Treated};
use crate::api::interface::Shape;
use crate::api::interface::answer::answer;
use crate::policy::RuleOrdinal;
use tamis_engine::matching::Hit;
use tamis_engine::snapshot::IdentifierMatch;
use tamis_payments::Message;

/// The verdict on a file of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No record reaches the threshold, and everything to be screened was.
    Pass,
    /// A record reaches the threshold, or carries an identifier; or a term is under an embargo.
    Hit,
    /// No hit, and something could not be screened.
    Unverified,
}

impl Verdict {
    /// All names, in the order of the variants.
    pub(crate) const NAMES: [&str; 3] = ["pass", "hit", "unverified"];

    pub(crate) fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// A screened plan.
pub(crate) struct Found<'s> {
    pub(super) plan: Plan,
    /// The first identifiers that records carry, in the order of the messages, at most
    /// [`FILTER_HITS_MAX`](crate::limits::FILTER_HITS_MAX).
    pub(in crate::api) identifiers: Vec<FoundIdentifier<'s>>,
    /// Number of all of them.
    pub(in crate::api) identifiers_total: usize,
    /// The first terms under an embargo, in the order of the messages, at most
    /// [`FILTER_HITS_MAX`](crate::limits::FILTER_HITS_MAX).
    pub(in crate::api) embargoed: Vec<FoundEmbargo>,
    /// Number of all of them.
    pub(in crate::api) embargoed_total: usize,
    /// The first hits with their places, in the order of the messages, at most
    /// [`FILTER_HITS_MAX`](crate::limits::FILTER_HITS_MAX).
    pub(in crate::api) hits: Vec<FoundHit>,
    /// Number of all hits.
    pub(in crate::api) hits_total: usize,
}

/// A result at its place.
pub(crate) struct FoundHit {
    /// Ordinal of the message in the file.
    pub(in crate::api) message: usize,
    /// Ordinal of the element in the message.
    pub(in crate::api) element: usize,
    /// The name or the part of a text that was asked.
    pub(in crate::api) text: String,
    /// Threshold of the policy; `None` for that of the request.
    pub(in crate::api) threshold: Option<f64>,
    pub(in crate::api) hit: Arc<Hit>,
}

/// An identifier of a record at its place.
pub(crate) struct FoundIdentifier<'s> {
    /// Ordinal of the message in the file.
    pub(in crate::api) message: usize,
    /// Ordinal of the element in the message.
    pub(in crate::api) element: usize,
    pub(in crate::api) found: IdentifierMatch<'s>,
}

answer! {
    /// A rule of a policy that applied to elements.
    pub(crate) struct AppliedRule as rule_fields {
        /// Number of the rule in its file, from 1
        rule: usize = Shape::whole_from(1),
        reason: &'static str = Shape::string(),
        /// Number of elements that it applied to
        elements: usize = Shape::whole_from(1),
    }
}

/// Reason for the verdict on a file without elements.
pub(crate) const NO_TEXT: &str = "the file has no text that could be screened";

impl Found<'_> {
    pub(in crate::api) fn verdict(&self) -> Verdict {
        let counts = self.counts();
        if self.hits_total + self.identifiers_total + self.embargoed_total > 0 {
            Verdict::Hit
        } else if counts.all() == 0 || counts.unverified > 0 {
            Verdict::Unverified
        } else {
            Verdict::Pass
        }
    }

    pub(in crate::api) fn messages(&self) -> impl ExactSizeIterator<Item = Message<'_>> {
        self.plan.file.messages()
    }

    /// All elements in the order of the messages.
    pub(in crate::api) fn elements(&self) -> impl Iterator<Item = Treated<'_>> {
        self.plan.elements()
    }

    /// The rules of the policy that applied.
    pub(in crate::api) fn rules(&self) -> Vec<AppliedRule> {
        let rule = |(rule, elements): (RuleOrdinal, usize)| AppliedRule {
            rule: rule.number(),
            reason: self.plan.policy.reason(rule),
            elements,
        };
        self.plan.applied().into_iter().map(rule).collect()
    }

    pub(in crate::api) fn counts(&self) -> Counts {
        self.plan.counts()
    }
}
