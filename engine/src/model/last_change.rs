//! When a record changed, and what of it.

use serde::{Deserialize, Serialize};

use super::Timestamp;
use super::facts::FactSet;

/// A build in which a record said something else than before, and of which facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactsChange {
    pub at: Timestamp,
    pub facts: FactSet,
}

/// The latest builds in which each part of a record differed. The two are published apart: what it says
/// of its party, and its listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastChange {
    /// What it says of its party.
    pub party: Timestamp,
    /// What it says of its listing.
    pub listing: Timestamp,
}

impl LastChange {
    /// The latest build in which anything differed.
    #[must_use]
    pub fn latest(self) -> Timestamp {
        self.party.max(self.listing)
    }
}

/// Of both parts at once.
impl From<Timestamp> for LastChange {
    fn from(moment: Timestamp) -> Self {
        Self { party: moment, listing: moment }
    }
}
