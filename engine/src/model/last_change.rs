//! Times and facts of a record's changes.

use serde::{Deserialize, Serialize};

use super::Timestamp;
use super::facts::FactSet;

/// A build in which facts of a record changed, and these facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactsChange {
    pub at: Timestamp,
    pub facts: FactSet,
}

/// The latest builds in which each part of a record changed. The facts of its party and those of its
/// listing are published separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastChange {
    /// Latest change of the facts of its party.
    pub party: Timestamp,
    /// Latest change of the facts of its listing.
    pub listing: Timestamp,
}

impl LastChange {
    /// Returns the latest build in which either part changed.
    #[must_use]
    pub fn latest(self) -> Timestamp {
        self.party.max(self.listing)
    }
}

/// Both parts changed at this time.
impl From<Timestamp> for LastChange {
    fn from(moment: Timestamp) -> Self {
        Self { party: moment, listing: moment }
    }
}
